"""Figures in free text, read fairly: one counts for a word when it is the nearest to it on a line.

So "Lines: 46", "46 lines", "46 lines were cleared" and a table's row are all understood.
"""

import re
from collections.abc import Iterator

LINES = 2000  # looked at; and of a line
CHARACTERS = 1000

_GROUPED = re.compile(r"(?<=\d)[,'\u2009\u202f](?=\d{3}(?!\d))")
"""What may stand between thousands."""


def lines_of(text: str) -> list[str]:
    """The lines of a text in lower case, as far as they are looked at."""
    return [_GROUPED.sub("", x[:CHARACTERS]) for x in text.lower().splitlines()[:LINES]]


def told(lines: list[str], word: str, figure: int) -> bool:
    """Whether a line has the figure as a word's nearest one, before or behind it.

    Args:
        lines: See :func:`lines_of`.
        word: A pattern.
        figure: The figure.
    """
    return any(figure in _near(line, match) for line in lines for match in re.finditer(word, line))


def _near(line: str, match: re.Match[str]) -> Iterator[int]:
    """The last figure before a word and the first one behind it."""
    before = [*_figures(line[: match.start()])]
    yield from before[-1:]
    yield from next(([figure] for figure in _figures(line[match.end() :])), [])


def _figures(text: str) -> Iterator[int]:
    """The whole numbers of a text."""
    for token in re.findall(r"\d+(?:\.\d+)?", text):
        if token.isdecimal():
            yield int(token[:15])
