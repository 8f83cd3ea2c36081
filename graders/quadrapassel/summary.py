"""GAM 3's proof about the summary: pieces, lines, score and longest combo are those of the play."""

from collections.abc import Sequence

from graders.checks import Findings
from graders.prose import lines_of, told
from graders.quadrapassel.case import SUMMARY, Case
from graders.quadrapassel.play import Turn

PIECES, LINES = r"piece|block|tetromino|方块", r"\blines?\b|\brows?\b|clear|消行"
COMBO = r"combo|in a row|连击|连消"
SCORE = r"score|points?\b|得分|分数"


def summary_agrees(case: Case) -> Findings:
    """How many pieces and lines there were, what they scored and the longest combo is as told.

    Catches summaries that were written before or without the play.
    """
    lines = lines_of(case.files.text(SUMMARY))
    play, combo = case.play, longest_combo(case.play.turns)
    for words, figure, what in (
        (PIECES, len(case.rows), "pieces were placed"),
        (LINES, play.lines, "lines were cleared"),
        (SCORE, play.score, "points were scored"),
        (COMBO, combo, "pieces were the longest combo"),
    ):
        if not told(lines, words, figure):
            yield f"{SUMMARY} does not say that {figure} {what}"
    return (
        f"{SUMMARY} says rightly: {len(case.rows)} pieces, {play.lines} lines, score {play.score}, "
        f"longest combo {combo}"
    )


def longest_combo(turns: Sequence[Turn]) -> int:
    """The most pieces in a row that each cleared a line or more."""
    longest = run = 0
    for turn in turns:
        run = run + 1 if turn.landing.lines else 0
        longest = max(longest, run)
    return longest
