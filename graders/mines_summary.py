"""GAM 2's proof about the summary: what it says of the play is what was seen.

Free text is read fairly: a figure counts when it stands on the same line as its word and nothing
but other words between the two. So "Revealed: 381 of 381", "381 cells were revealed" and a table's
row are all understood, and so is "no mine was hit".
"""

import re
from collections.abc import Iterator

from graders.checks import Findings
from graders.mines_case import SUMMARY, Case
from graders.mines_pixels import FLAG

LINES = 2000  # looked at; and of a line
CHARACTERS = 1000

REVEALED, FLAGGED = r"reveal|uncover|揭开", r"flag|标记"
HIT, RESTARTED = r"\bhit|explo|blew|踩|爆", r"restart|play(ed)? again|重开|重新"
_WORDS = {
    0: ("no", "not", "none", "never", "zero", "without", "没", "未", "无"),
    1: ("one", "once", "yes", "a", "一"),
    2: ("two", "twice", "两"),
    3: ("three", "三"),
}
"""How a small figure may be written besides its digits."""


def summary_agrees(case: Case) -> Findings:
    """Revealed and flagged cells of the final picture, mines hit and restarts are as told.

    Catches summaries that were written before or without the play.
    """
    case.record()
    lines = [line[:CHARACTERS] for line in case.files.text(SUMMARY).lower().splitlines()[:LINES]]
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


def told(lines: list[str], word: str, figure: int) -> bool:
    """Whether a line has the figure as its word's nearest one, before or behind it."""
    return any(figure in _near(line, match) for line in lines for match in re.finditer(word, line))


def _near(line: str, match: re.Match[str]) -> Iterator[int]:
    """The last figure before a word and the first one behind it."""
    before = [*_figures(line[: match.start()])]
    yield from before[-1:]
    yield from next(([figure] for figure in _figures(line[match.end() :])), [])


def _figures(text: str) -> Iterator[int]:
    """The figures of a text, digits or small numbers in words."""
    plain = re.sub(r"\b(no|not|never|without) (a|one)\b", r"\1", text)
    for token in re.findall(r"\d+(?:\.\d+)?|[a-z]+|[一-鿿]", plain):
        if token.isdecimal():
            yield int(token[:9])
        else:
            yield from (figure for figure, words in _WORDS.items() if token in words)
