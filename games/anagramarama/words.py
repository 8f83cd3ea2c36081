"""Words: reading lists and roots, finding the words in a root, drawing a root."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from stat import S_ISREG

from games.anagramarama.errors import GameError

SHORTEST, LONGEST = 3, 9
ROOT_SHORTEST = 7
FEWEST_ANSWERS = 6
"""A root that the game draws by itself hides so many words at least."""

WORD = re.compile(r"[a-z]{3,9}")
ROOT = re.compile(r"[a-z]{7,9}")
MOST_BYTES = 64 * 2**20
SEED_BYTES = 1024
DICTIONARIES = ("/usr/share/dict/american-english", "/usr/share/dict/british-english")
"""Debian's packages wamerican and wbritish."""

INSTALL = "install the packages wamerican and wbritish, or name a file with --words"


def read_words(paths: Iterable[Path]) -> list[str]:
    """Return the words of lists with one word a line, each once, in alphabetical order.

    A word is a line of 3 to 9 letters a-z as it stands: names, with their capitals, are none, and
    neither is what has an apostrophe or an accent.

    Raises:
        GameError: A file cannot be read, is no text or has no such word in it.
    """
    words = set[str]()
    for path in paths:
        lines = read_text(path, most=MOST_BYTES, wanted=f"a list of words; {INSTALL}").splitlines()
        found = {line for line in lines if WORD.fullmatch(line)}
        if not found:
            raise GameError(f"{path}: no words (expected lines of {SHORTEST} to {LONGEST} a-z)")
        words |= found
    return sorted(words)


def read_root(path: Path) -> str:
    """Return the root that a file holds, whatever its case and the blanks round it.

    Raises:
        GameError: The file cannot be read or holds something else.
    """
    text = read_text(path, most=SEED_BYTES, wanted="a root word")
    return check_root(text, place=f"{path}: ")


def check_root(text: str, *, place: str) -> str:
    """Return a root in lower case without blanks round it.

    Args:
        text: What its user wrote.
        place: Where, as the beginning of a message.

    Raises:
        GameError: It is no root.
    """
    root = text.strip().lower()
    if not ROOT.fullmatch(root):
        shown = root if len(root) <= 20 else root[:20] + "..."
        raise GameError(f"{place}no root word: {shown!r} (expected 7 to 9 letters a-z)")
    return root


def read_text(path: Path, *, most: int, wanted: str) -> str:
    """Return a text file's content; what is not UTF-8 becomes the replacement character.

    Raises:
        GameError: It cannot be read, is no plain file, too large or no text.
    """
    try:
        if path.exists() and not S_ISREG(path.stat().st_mode):
            raise GameError(f"{path}: no plain file (expected {wanted})")
        with path.open("rb") as file:
            data = file.read(most + 1)
    except OSError as error:
        raise GameError(f"{path}: {error.strerror} (expected {wanted})") from None
    if len(data) > most:
        raise GameError(f"{path}: larger than {most:,} bytes (expected {wanted})")
    if b"\0" in data:
        raise GameError(f"{path}: no text (expected {wanted})")
    return data.decode("utf-8-sig", errors="replace")


def answers(root: str, words: Iterable[str]) -> list[str]:
    """Return the words that the letters of `root` make, by length, then alphabet."""
    letters, stock = set(root), Counter(root)
    # most words fall at the first test, which is ten times faster than the second
    found = [word for word in words if letters.issuperset(word) and Counter(word) <= stock]
    return sorted(found, key=lambda word: (len(word), word))


def draw_root(words: Sequence[str], *, length: int | None, chance: Random) -> str:
    """Return a root by lot: of `length` letters, or any, with at least FEWEST_ANSWERS answers.

    Raises:
        GameError: The words have no such root.
    """
    roots = [w for w in words if ROOT.fullmatch(w) and length in (None, len(w))]
    while roots:
        root = roots.pop(chance.randrange(len(roots)))
        if len(answers(root, words)) >= FEWEST_ANSWERS:
            return root
    wanted = f"{length}" if length else f"{ROOT_SHORTEST} to {LONGEST}"
    raise GameError(f"no root in the words (expected one of {wanted} letters with 6 words in it)")
