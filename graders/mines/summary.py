"""GAM 2's proof about the summary: what it says of the play is what was seen."""

from graders.checks import Findings
from graders.mines.case import SUMMARY, Case
from graders.mines.pixels import FLAG
from graders.prose import lines_of, told

REVEALED, FLAGGED = r"reveal|uncover|揭开", r"flag|标记"
HIT, RESTARTED = r"\bhit|explo|blew|踩|爆", r"restart|play(ed)? again|重开|重新"


def summary_agrees(case: Case) -> Findings:
    """Revealed and flagged cells of the final picture, mines hit and restarts are as told.

    Catches summaries that were written before or without the play.
    """
    case.record()
    lines = lines_of(case.files.text(SUMMARY))
    board, games = case.final, case.film.games
    hits, restarts = sum(case.end_of(game) == "lost" for game in games), max(0, len(games) - 1)
    revealed, flagged = len(board.numbers), len(board.showing(FLAG))
    if not told(lines, REVEALED, revealed):
        yield f"{SUMMARY} does not say that {revealed} cells were revealed"
    if not told(lines, FLAGGED, flagged):
        yield f"{SUMMARY} does not say that {flagged} cells were flagged"
    if not told(lines, HIT, hits):
        yield f"{SUMMARY} does not say that {hits} mines were hit"
    if not told(lines, RESTARTED, restarts):
        yield f"{SUMMARY} does not say that there were {restarts} restarts"
    return (
        f"{SUMMARY} says rightly: {revealed} revealed, {flagged} flagged, "
        f"{hits} mines hit, {restarts} restarts"
    )
