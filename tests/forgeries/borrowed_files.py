"""Forgeries of any game's deliverables: they are links, second names, pipes, or endless."""

import os
from pathlib import Path

from tests.forgeries.forging import Forge


def _final(item: Path) -> Path:
    """The final picture, or one of them."""
    return max((item / "workspace").rglob("*final*.png"))


def _summary(item: Path) -> Path:
    """The summary, for games whose contract wants one."""
    return next((item / "workspace").rglob("summary.md"))


def final_is_a_link(item: Path) -> None:
    """The picture is somebody else's, borrowed."""
    final, original = _final(item), item / "elsewhere.png"
    final.rename(original)
    final.symlink_to(original)


def final_is_a_hard_link(item: Path) -> None:
    """The picture is a second name of a file elsewhere."""
    (item / "elsewhere.png").hardlink_to(_final(item))


BORROWED: tuple[Forge, ...] = (final_is_a_link, final_is_a_hard_link)
"""Those that cost nothing but the proof that files are the player's own."""


def results_is_a_link(item: Path) -> None:
    """The whole folder of deliverables is somewhere else."""
    results = item / "workspace" / "results"
    results.rename(item / "elsewhere")
    results.symlink_to(item / "elsewhere")


def pipe_among_results(item: Path) -> None:
    """A pipe that nobody ever writes to; the contracts' own graders wait for ever."""
    os.mkfifo(item / "workspace" / "results" / "notes.txt")


def no_summary(item: Path) -> None:
    """Nothing said."""
    _summary(item).unlink()


def summary_is_a_pipe(item: Path) -> None:
    """A reader of this summary would wait for ever."""
    path = _summary(item)
    path.unlink()
    os.mkfifo(path)


def summary_is_endless(item: Path) -> None:
    """A link to a device that never ends."""
    path = _summary(item)
    path.unlink()
    path.symlink_to("/dev/zero")


def summary_is_a_folder(item: Path) -> None:
    """A folder by the summary's name."""
    path = _summary(item)
    path.unlink()
    path.mkdir()


def summary_behind_megabytes(item: Path) -> None:
    """All that has to be said, behind more of nothing than is read."""
    path = _summary(item)
    path.write_text("\x1b[2J\n" * (10 << 20 >> 2) + path.read_text())
