"""Forged evidence that consists of links, pipes, devices and strange texts."""

import os
from pathlib import Path

from tests.forgeries.mines.forging import (
    NO_TABLE,
    ON_THE_TABLE,
    clicks,
    forgery,
)


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
