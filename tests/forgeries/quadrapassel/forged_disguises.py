"""Forged evidence that consists of links, pipes, devices, folders and strange texts."""

import os
from pathlib import Path

from tests.forgeries.quadrapassel.forging import (
    NO_ROWS,
    NO_TABLE,
    NO_TABLE_CAPS,
    ON_THE_TABLE,
    final,
    forgery,
    log,
    results,
    step,
    summary,
)


@forgery("files_are_the_players_own")
def final_is_a_link(item: Path) -> None:
    """The picture is somebody else's, borrowed."""
    original = item / "elsewhere.png"
    final(item).rename(original)
    final(item).symlink_to(original)


@forgery("files_are_the_players_own")
def step_is_a_hard_link(item: Path) -> None:
    """The picture is a second name of a file elsewhere."""
    (item / "elsewhere.png").hardlink_to(step(item, 20))


@forgery("files_are_the_players_own")
def results_is_a_link(item: Path) -> None:
    """The whole folder is somewhere else."""
    results(item).rename(item / "elsewhere")
    results(item).symlink_to(item / "elsewhere")


@forgery("files_are_the_players_own", reference=False)
def pipe_among_results(item: Path) -> None:
    """A pipe that nobody ever writes to."""
    os.mkfifo(results(item) / "notes.txt")


@forgery(
    "columns_complete",
    "files_are_the_players_own",
    *ON_THE_TABLE,
    *NO_ROWS,
    scores=NO_TABLE,
    caps=NO_TABLE_CAPS,
    reference=False,
)
def log_is_a_pipe(item: Path) -> None:
    """A reader of this table would wait for ever."""
    log(item).unlink()
    os.mkfifo(log(item))


@forgery(
    "summary_written",
    "files_are_the_players_own",
    "summary_agrees",
    scores={"summary_complete": 0.0},
    reference=False,
)
def summary_is_endless(item: Path) -> None:
    """A link to a device that never ends."""
    summary(item).unlink()
    summary(item).symlink_to("/dev/zero")


@forgery("summary_written", "summary_agrees", scores={"summary_complete": 0.0}, reference=False)
def summary_is_a_folder(item: Path) -> None:
    """A folder by the summary's name."""
    summary(item).unlink()
    summary(item).mkdir()


@forgery("summary_written", "summary_agrees", scores={"summary_complete": 0.0}, reference=False)
def summary_behind_megabytes(item: Path) -> None:
    """All that has to be said, behind more of nothing than is read."""
    summary(item).write_text("\x1b[2J\n" * (10 << 20 >> 2) + summary(item).read_text())


@forgery(
    "steps_pictured",
    "blocks_visible",
    "steps_differ",
    "steps_were_shown",
    scores={
        "step_shot_quality": 62 / 65,
        "actions_match_shots": 62 / 65,
        "step_pixel_diff_nontrivial": 0.0,
    },
    caps={"pictures_alike"},
)
def strange_names(item: Path) -> None:
    """More files, by names that could do harm in a sentence."""
    for name in ("board_step_\x1b[2J\n.png", "board_step_\u202egnp.png", "board_step_'$(x).png"):
        (results(item) / name).write_bytes(name.encode())
