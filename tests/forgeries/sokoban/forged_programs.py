"""Plays of other programs than the one that was to be played, or of other levels."""

from collections.abc import Callable
from pathlib import Path

from tests.forgeries.disturbed_games import DISTURBED_GAMES
from tests.forgeries.record import edit_events, edit_kind
from tests.forgeries.sokoban.evidence import RUN, command_line
from tests.forgeries.sokoban.forging import forgery

for disturbed in DISTURBED_GAMES:
    forgery("game_is_unmodified")(disturbed)


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


@forgery("game_is_unmodified")
def library_preloaded(item: Path) -> None:
    """A variable that puts a library of the player's into the game's process."""
    edit_kind(item, "process", environment={"LD_PRELOAD": "/usr/lib/libwords.so"})


@forgery(
    *("game_is_unmodified", "board_equals_truth", "solution_solves_level", "keys_were_delivered"),
    *("initial_was_shown", "steps_were_shown", "final_was_shown", "final_board_is_solved"),
    *("game_wrote_the_log", "window_is_named"),
)
def process_not_told(item: Path) -> None:
    """Nobody knows which program was played, nor whose the windows were."""
    edit_events(item, lambda events: [e for e in events if e["kind"] != "process"])
