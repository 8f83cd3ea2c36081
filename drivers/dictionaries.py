"""The English dictionaries of this machine, as lines of text: word lists, and aspell's.

What of a line is a word, and which words a root has, is for a solver to say. Bytes that are no text
are replaced: such a line has no plain word, whatever it was meant to be.
"""

import shutil
import subprocess
from pathlib import Path
from typing import Final

from drivers.errors import NoWords

SYSTEM: Final = (Path("/usr/share/dict/american-english"), Path("/usr/share/dict/british-english"))
"""The word lists of Debian's packages wamerican and wbritish."""

MOST_BYTES = 64 << 20
"""No dictionary is as large; what is larger is another file."""

ASPELL_S = 60.0
"""Patience with aspell; all of English takes it less than a second."""


def word_lines(path: Path) -> list[str]:
    """The lines of a word list.

    Raises:
        NoWords: It is missing, cannot be read, or is no word list by its size.
    """
    return _text(path).decode("utf-8", "replace").splitlines()


def aspell_lines(language: str) -> list[str] | None:
    """Aspell's master dictionary, its affixes applied: one form a line.

    Args:
        language: Such as en.

    Returns:
        The forms; None if aspell, or its dictionary of this language, is not installed.

    Raises:
        NoWords: It does not come to an end.
    """
    if shutil.which("aspell") is None:
        return None
    aspell = ["aspell", f"--lang={language}", "--encoding=utf-8"]
    try:
        stems = subprocess.run(
            [*aspell, "dump", "master"], capture_output=True, timeout=ASPELL_S, check=True
        )
        forms = subprocess.run(
            [*aspell, "expand"],
            input=stems.stdout,
            capture_output=True,
            timeout=ASPELL_S,
            check=True,
        )
    except subprocess.TimeoutExpired as exc:
        raise NoWords(
            f"aspell did not list its words within {ASPELL_S:.0f} s: try `aspell dump master`"
        ) from exc
    except subprocess.CalledProcessError:  # so it says that it has no such dictionary
        return None
    return forms.stdout.decode("utf-8", "replace").split()


def _text(path: Path) -> bytes:
    """A file's bytes, if they are not too many."""
    try:
        with path.open("rb") as file:
            text = file.read(MOST_BYTES + 1)
    except OSError as exc:
        raise NoWords(
            f"the word list {path} cannot be read ({exc.strerror}): `python3 bootstrap.py` "
            f"installs those of Debian"
        ) from exc
    if len(text) > MOST_BYTES:
        raise NoWords(f"{path} is no word list: it has more than {MOST_BYTES >> 20} MB")
    return text
