"""Figures in free text, read fairly: one counts for a word when it is the nearest to it on a line.

So "Lines: 46", "46 lines", "46 lines were cleared" and a table's row are all understood, and so is
"no mine was hit".
"""

import re
from collections.abc import Iterator
from itertools import islice

LINES = 2000  # looked at; and of a line
CHARACTERS = 1000

_GROUPED = re.compile(r"(?<=\d)[,'\u2009\u202f](?=\d{3}(?!\d))")
"""What may stand between thousands."""


_WORDS = {
    0: ("no", "not", "none", "never", "zero", "without", "没", "未", "无"),
    1: ("one", "once", "yes", "a", "一"),
    2: ("two", "twice", "两"),
    3: ("three", "三"),
}
"""How a small figure may be written besides its digits."""


def lines_of(text: str) -> list[str]:
    """The lines of a text in lower case, as far as they are looked at."""
    return [_GROUPED.sub("", x[:CHARACTERS]) for x in text.lower().splitlines()[:LINES]]


def told(lines: list[str], word: str, figure: int) -> bool:
    """Whether a line has the figure as a word's nearest one, before or behind it.

    Args:
        lines: See :func:`lines_of`.
        word: A pattern.
        figure: The figure; a small one may be written in words, then words count beside any.
    """
    pattern = _TOKENS if figure in _WORDS else _DIGITS
    for line in lines:
        for match in re.finditer(word, line):
            before = [*_figures(line[: match.start()], pattern)]
            behind = _figures(line[match.end() :], pattern)
            if figure in (*before[-1:], *islice(behind, 1)):
                return True
    return False


_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_TOKENS = re.compile(r"\d+(?:\.\d+)?|[a-z]+|[一-鿿]")


def _figures(text: str, tokens: re.Pattern[str]) -> Iterator[int]:
    """The whole numbers of a text, and small ones in words if its tokens are words, too."""
    plain = re.sub(r"\b(no|not|never|without) (a|one)\b", r"\1", text)
    for token in tokens.findall(plain):
        if token.isdecimal():
            yield int(token[:15])
        else:
            yield from (figure for figure, words in _WORDS.items() if token in words)
