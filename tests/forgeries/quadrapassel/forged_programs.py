"""Plays of other programs than the one that was to be played."""

from pathlib import Path

from tests.forgeries.quadrapassel.forging import forgery
from tests.forgeries.record import edit_kind


@forgery("game_is_unmodified")
def started_with_arguments(item: Path) -> None:
    """An argument that starts at a higher level."""
    edit_kind(item, "process", cmdline=["/usr/games/quadrapassel", "-l", "9"])
