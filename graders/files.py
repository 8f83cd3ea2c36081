"""The file system handled with distrust: bounded reads, walks that follow no link."""

import os
import stat
from collections.abc import Iterator
from pathlib import Path

from graders.errors import GradingFailed, Unreadable
from graders.faults import check_machine

ENTRIES = 100_000  # names looked at in one tree


def quoted(text: object, limit: int = 40) -> str:
    """Player text fit for a sentence: cut to ``limit`` characters, control characters escaped."""
    plain = str(text)
    return ascii(plain[:limit]) + ("..." if len(plain) > limit else "")


def read(path: Path, limit: int) -> bytes:
    """The first ``limit`` bytes of a regular file; a link is followed to one.

    Raises:
        Unreadable: It is missing, no regular file, or cannot be read.
        GradingFailed: That is because no file can be opened any more.
    """
    name = quoted(path.name, 80)
    try:
        # Looked at before it is opened: opening a device can already do something.
        if not stat.S_ISREG(path.stat().st_mode):
            raise Unreadable(f"{name} is not a regular file")
        handle = os.open(path, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
        with os.fdopen(handle, "rb") as file:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise Unreadable(f"{name} is not a regular file")
            return file.read(limit) or b""
    except FileNotFoundError as error:
        raise Unreadable(f"{name} is missing") from error
    except (OSError, ValueError) as error:
        check_machine(error)
        raise Unreadable(f"{name} cannot be read: {quoted(error, 80)}") from error


def text_of_ours(path: Path) -> str:
    """The text of a file that the harness itself comes with.

    Raises:
        GradingFailed: It is not there, or is no text: no player is to blame.
    """
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, ValueError) as error:
        raise GradingFailed(f"{path}, a file of the harness, cannot be read: {error}") from error


def kind_of(status: os.stat_result) -> str:
    """The type of a directory entry in a word, from its ``lstat``."""
    kinds = {stat.S_IFREG: "file", stat.S_IFDIR: "folder", stat.S_IFLNK: "link"}
    kinds |= {stat.S_IFIFO: "pipe", stat.S_IFSOCK: "socket"}
    return kinds.get(stat.S_IFMT(status.st_mode), "device")


def walk(root: Path, folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """Every entry below a folder of a player's, see :func:`entries_below`.

    Raises:
        Unreadable: There are more than ``ENTRIES`` entries.
    """
    for seen, found in enumerate(entries_below(root, folder), 1):
        if seen > ENTRIES:
            raise Unreadable(f"more than {ENTRIES} files below {quoted(folder)}")
        yield found


def entries_below(root: Path, folder: str) -> Iterator[tuple[str, os.stat_result]]:
    """Every entry below a folder with its ``lstat``, links never followed, however many there are.

    Yields:
        The entry's path relative to ``root``, and its status.
    """
    folders = [folder]
    while folders:
        here = folders.pop()
        try:
            with os.scandir(root / here) as entries:
                for entry in entries:
                    name = f"{here}/{entry.name}" if here else entry.name
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(name)
                    yield name, entry.stat(follow_symlinks=False)
        except OSError as error:
            check_machine(error)
            continue  # a folder that cannot be listed holds nothing anyone can score
