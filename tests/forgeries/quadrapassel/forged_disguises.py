"""Forged evidence that consists of links, pipes, devices, folders and strange texts."""

import os
from pathlib import Path

from tests.forgeries.quadrapassel.forging import (
    NO_ROWS,
    NO_TABLE,
    NO_TABLE_CAPS,
    ON_THE_TABLE,
    forgery,
    log,
    results,
)


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
