"""Names in a program's text as Python reads them."""

import re
import unicodedata
from functools import lru_cache

MARKS = 64  # on one character

_ODD = re.compile(r"[^\x00-\x7f]")
_ODD_RUN = re.compile(rf"[^\x00-\x7f]{{{MARKS},}}")


def as_python_reads(source: str) -> str:
    """A program's text in which what stands for a character of ASCII is that character.

    Python normalises names (NFKC), so that a library can be named in wide letters, too.
    Character by character, since a thousand marks on one letter take time by their square when they
    are put in order; none of them makes a character of ASCII.
    """
    return source if source.isascii() else _ODD.sub(lambda found: _plain(found[0]), source)


def marked_without_end(source: str) -> bool:
    """Whether a character has more than ``MARKS`` marks: Python's parser would order them."""
    for run in _ODD_RUN.finditer(source):
        marks = 0
        for character in run[0]:
            marks = marks + 1 if unicodedata.combining(character) else 0
            if marks > MARKS:
                return True
    return False


@lru_cache(maxsize=4096)
def _plain(character: str) -> str:
    return unicodedata.normalize("NFKC", character)
