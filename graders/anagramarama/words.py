"""The words of GAM 11: two lists of the system, and what can be spelled from a root."""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from graders.errors import Unreadable
from graders.files import quoted, read

AMERICAN = Path("/usr/share/dict/american-english")
BRITISH = Path("/usr/share/dict/british-english")
"""Debian's wamerican and wbritish; only an administrator can change them."""

LIST_BYTES = 16 << 20
_WORD = re.compile(r"[a-z]{3,9}")
"""Neither a name nor a genitive, and no accents: nobody could type them."""


@dataclass(frozen=True, slots=True)
class Dictionary:
    """The words that count.

    Attributes:
        american: Those of the list that roots are drawn from.
        words: Those of both lists: what the game accepts.
    """

    american: frozenset[str]
    words: frozenset[str]


@lru_cache(maxsize=1)
def installed() -> Dictionary:
    """The words of the system's lists.

    Raises:
        Unreadable: A list is missing, or too long.
    """
    american, british = map(_listed, (AMERICAN, BRITISH))
    return Dictionary(american, american | british)


def words_of(lines: Iterable[str]) -> frozenset[str]:
    """Those lines of a list that are words of 3 to 9 letters, as they stand."""
    return frozenset(line for line in lines if _WORD.fullmatch(line))


def spelled_from(word: str, root: str) -> bool:
    """Whether a root has all letters of a word, each as often."""
    return Counter(word) <= Counter(root)


@lru_cache(maxsize=16)  # one grading asks for the same root's several times
def sub_words(root: str, words: frozenset[str]) -> tuple[str, ...]:
    """Those words that can be spelled from a root, by length, then by alphabet."""
    letters, most = set(root), Counter(root)
    found = (w for w in words if letters.issuperset(w) and Counter(w) <= most)
    return tuple(sorted(found, key=lambda word: (len(word), word)))


def _listed(path: Path) -> frozenset[str]:
    data = read(path, LIST_BYTES + 1)
    if len(data) > LIST_BYTES:
        raise Unreadable(f"{quoted(path, 80)} is longer than {LIST_BYTES >> 20} MiB")
    return words_of(data.decode("utf-8", "replace").split("\n"))
