"""Figures in free text, read fairly: one counts for a word when it is the nearest to it on a line.

So "Lines: 46", "46 lines", "46 lines were cleared" and a table's row are all understood, and so is
"no mine was hit".
"""

import re
from bisect import bisect_left, bisect_right
from itertools import islice

LINES = 2000  # looked at; and of a line
CHARACTERS = 1000
MATCHES = 100  # of a word on a line

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
        places = [match.span() for match in islice(re.finditer(word, line), MATCHES)]
        if not places:
            continue
        figures = _figures(line, pattern)
        starts, ends = [start for start, _, _ in figures], [end for _, end, _ in figures]
        for start, end in places:
            before, behind = bisect_right(ends, start) - 1, bisect_left(starts, end)
            nearest = figures[max(before, 0) : before + 1] + figures[behind : behind + 1]
            if figure in (told for _, _, told in nearest):
                return True
    return False


_FIGURES = {word: figure for figure, words in _WORDS.items() for word in words}
_DIGITS = re.compile(r"\d+(?:\.\d+)?")
_TOKENS = re.compile(r"\d+(?:\.\d+)?|[a-z]+|[一-鿿]")


_NO = re.compile(r"\b(?:no|not|never|without) (a|one)\b")
"""Of which the second word is no figure of its own."""


def _figures(line: str, tokens: re.Pattern[str]) -> list[tuple[int, int, int]]:
    """Where each figure begins and ends, and it; small ones in words if tokens are words, too."""
    no_figures = {match.start(1) for match in _NO.finditer(line)}
    found = []
    for match in tokens.finditer(line):
        token = match[0]
        if token.isdecimal():
            found.append((*match.span(), int(token[:15])))
        elif match.start() not in no_figures and token in _FIGURES:
            found.append((*match.span(), _FIGURES[token]))
    return found
