"""GAM 3's proof about the summary: pieces, lines and score are those of the play."""

from graders.checks import Findings
from graders.prose import lines_of, told
from graders.quadrapassel.case import SUMMARY, Case

PIECES, LINES = r"piece|block|tetromino|方块", r"\blines?\b|\brows?\b|clear|消行"
SCORE = r"score|points?\b|得分|分数"


def summary_agrees(case: Case) -> Findings:
    """How many pieces and lines there were and what they scored is as told.

    Catches summaries that were written before or without the play.
    """
    lines = lines_of(case.files.text(SUMMARY))
    play = case.play
    for words, figure, what in (
        (PIECES, len(case.rows), "pieces were placed"),
        (LINES, play.lines, "lines were cleared"),
        (SCORE, play.score, "points were scored"),
    ):
        if not told(lines, words, figure):
            yield f"{SUMMARY} does not say that {figure} {what}"
    return (
        f"{SUMMARY} says rightly: {len(case.rows)} pieces, {play.lines} lines, score {play.score}"
    )
