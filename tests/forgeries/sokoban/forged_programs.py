"""Plays of other programs than the one that was to be played, or of other levels."""

from collections.abc import Callable
from pathlib import Path

from tests.forgeries.record import RUN, edit_kind
from tests.forgeries.sokoban.evidence import command_line
from tests.forgeries.sokoban.forging import forgery


def started_with(item: Path, edit: Callable[[list[str]], list[str]]) -> None:
    """Let the game have been started with other arguments."""
    edit_kind(item, "process", cmdline=edit(command_line()))


@forgery("game_is_unmodified")
def two_levels(item: Path) -> None:
    """Without the hard one."""
    started_with(item, lambda a: [part for part in a if not part.endswith("level_3.sok")])


@forgery("game_is_unmodified")
def levels_of_its_own(item: Path) -> None:
    """Levels that the player wrote."""
    started_with(item, lambda a: [part.replace("/exec/levels/", "/results/") for part in a])


@forgery("game_is_unmodified")
def game_of_its_own(item: Path) -> None:
    """A game that the player wrote."""
    started_with(item, lambda a: [a[0], f"{RUN}/workspace/results/sokoban_game.py", *a[2:]])
