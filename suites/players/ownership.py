"""Give a folder to another user, and take it back."""

import os
import stat
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path


def give(folder: Path, *, uid: int | None) -> None:
    """Give a folder with all in it to a user; None changes nothing."""
    if uid is not None:
        for path in (folder, *_below(folder)):
            os.lchown(path, uid, uid)


def take_back(folder: Path) -> None:
    """Own a folder with all in it, and be able to read it; nobody else writes there any more."""
    for path in chain([folder], _below(folder)):  # a folder is made readable before it is read
        try:
            os.lchown(path, os.geteuid(), os.getegid())
            mode = path.lstat().st_mode
            if stat.S_ISDIR(mode):
                path.chmod(stat.S_IMODE(mode) & 0o777 | 0o700)
            elif stat.S_ISREG(mode):
                path.chmod(stat.S_IMODE(mode) & 0o777 | 0o600)
        except OSError:
            continue  # seal and grader say what they cannot read


def _below(folder: Path) -> Iterator[Path]:
    """Everything in a folder, a folder before what is in it, links not followed."""
    folders: Sequence[Path] = [folder]
    while folders:
        deeper: list[Path] = []
        for here in folders:
            try:
                with os.scandir(here) as entries:
                    found = [(Path(e.path), e.is_dir(follow_symlinks=False)) for e in entries]
            except OSError:
                continue
            yield from (path for path, _ in found)
            deeper += [path for path, is_folder in found if is_folder]
        folders = deeper
