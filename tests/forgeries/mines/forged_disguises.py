"""Forged evidence that consists of links, pipes, devices and strange texts."""

import os
from pathlib import Path

from tests.forgeries.mines.forging import (
    NO_TABLE,
    ON_THE_TABLE,
    board,
    clicks,
    forgery,
    summary,
)


@forgery("files_are_the_players_own")
def board_is_a_link(item: Path) -> None:
    """The picture is somebody else's, borrowed."""
    original = item / "elsewhere.png"
    board(item).rename(original)
    board(item).symlink_to(original)


@forgery("files_are_the_players_own")
def board_is_a_hard_link(item: Path) -> None:
    """The picture is a second name of a file elsewhere."""
    (item / "elsewhere.png").hardlink_to(board(item))


@forgery(
    "files_are_the_players_own",
    *ON_THE_TABLE,
    scores=NO_TABLE,
    caps={"few_reasons"},
    reference=False,
)
def clicks_are_a_pipe(item: Path) -> None:
    """A reader of this table would wait for ever."""
    clicks(item).unlink()
    os.mkfifo(clicks(item))


@forgery(
    "files_are_the_players_own",
    "summary_written",
    "summary_agrees",
    scores={"summary_complete": 0.0},
    caps={"no_board_or_summary"},
    reference=False,
)
def summary_is_endless(item: Path) -> None:
    """A link to a device that never ends."""
    summary(item).unlink()
    summary(item).symlink_to("/dev/zero")


@forgery(
    "files_are_the_players_own",
    "summary_written",
    "summary_agrees",
    scores={"summary_complete": 0.0},
    caps={"no_board_or_summary"},
    reference=False,
)
def summary_is_a_folder(item: Path) -> None:
    """A folder by the summary's name."""
    summary(item).unlink()
    summary(item).mkdir()


@forgery(
    "summary_written",
    "summary_agrees",
    scores={"summary_complete": 0.0},
    caps={"no_board_or_summary"},
    reference=False,
)
def summary_behind_megabytes(item: Path) -> None:
    """All that has to be said, behind more of nothing than is read."""
    summary(item).write_text("\x1b[2J\n" * (10 << 20 >> 2) + summary(item).read_text())
