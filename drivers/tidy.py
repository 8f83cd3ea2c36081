"""Take away what a player left beyond its limits, so that whoever reads its folder is not lost.

Folders nested a thousand deep, or names by the hundred thousand, are more than file managers,
archives and Python's own library can take. The player has failed by then: nothing it delivered
well is lost, as what lies near the top stays.
"""

import os
import subprocess
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from drivers.limits import Limits, too_deep

AT_ONCE = 100
"""Paths on one command line; each has at most some 5000 bytes."""


def prune(folder: Path, limits: Limits) -> None:
    """Remove what lies too deep, and of too many names those that are deepest.

    Args:
        folder: The folder; it must be ours, and nobody may write there any more.
        limits: What may stay.
    """
    beyond = _beyond(folder, limits)
    while paths := list(islice(beyond, AT_ONCE)):
        # no recursion of Python's goes so deep, and no path of the kernel's is so long
        subprocess.run(["chmod", "-R", "u+rwX", "--", *paths], capture_output=True, check=False)
        subprocess.run(["rm", "-rf", "--", *paths], capture_output=True, check=False)


def _beyond(folder: Path, limits: Limits) -> Iterator[str]:
    """What has to go: whole folders at once, those near the top looked at first."""
    kept, level = 0, [""]
    while level:
        deeper = []
        for here in level:
            try:
                with os.scandir(folder / here) as entries:
                    found = [(e.name, e.path, e.is_dir(follow_symlinks=False)) for e in entries]
            except OSError:
                continue
            for name, path, is_folder in found:
                if kept >= limits.files or too_deep(f"{here}{name}", limits):
                    yield path
                    continue
                kept += 1
                if is_folder:
                    deeper.append(f"{here}{name}/")
        level = deeper
