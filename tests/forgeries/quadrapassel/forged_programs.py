"""Plays of other programs than the one that was to be played."""

from collections.abc import Iterable
from pathlib import Path

from tests.forgeries.disturbed_games import DISTURBED_GAMES
from tests.forgeries.quadrapassel.evidence import MAPPED
from tests.forgeries.quadrapassel.forging import forgery
from tests.forgeries.record import Event, closing, edit_events, edit_kind

for disturbed in DISTURBED_GAMES:
    forgery("game_is_unmodified")(disturbed)


@forgery("game_is_unmodified")
def library_preloaded(item: Path) -> None:
    """A variable that puts a library of the player's into the game's process."""
    keyfile = {"GSETTINGS_BACKEND": "keyfile"}
    edit_kind(item, "process", environment=keyfile | {"LD_PRELOAD": "/usr/lib/libpieces.so"})


@forgery("game_is_unmodified")
def library_from_tmp(item: Path) -> None:
    """A library of the player's that was in the game's process at the end."""

    def injected(events: list[Event]) -> list[Event]:
        events[closing(events)]["mapped"] = [*MAPPED, "/tmp/x/libpeek.so"]  # noqa: S108
        return events

    edit_events(item, injected)


@forgery("game_is_unmodified")
def settings_from_elsewhere(item: Path) -> None:
    """Settings that nobody knows, from a backend that is not the harness's."""
    edit_kind(item, "process", environment={"GSETTINGS_BACKEND": "memory"})


@forgery("game_is_unmodified")
def started_with_arguments(item: Path) -> None:
    """An argument that starts at a higher level."""
    edit_kind(item, "process", cmdline=["/usr/games/quadrapassel", "-l", "9"])


@forgery("game_is_unmodified")
def another_program(item: Path) -> None:
    """A game that was built by the player."""
    edit_kind(item, "process", exe="/tmp/build/quadrapassel")  # noqa: S108


@forgery("game_is_unmodified")
def another_program_of_the_system(item: Path) -> None:
    """A game, but not this one."""
    edit_kind(item, "process", exe="/usr/games/ltris")


@forgery("game_is_unmodified")
def process_half_told(item: Path) -> None:
    """Nothing is known of what was in the process at the end."""

    def half(events: list[Event]) -> list[Event]:
        del events[closing(events)]["mapped"]
        return events

    edit_events(item, half)


@forgery(
    "game_is_unmodified",
    "keys_were_pressed",
    "steps_were_shown",
    "final_was_shown",
    "numbers_agree",
    "game_was_standard",
)
def process_not_told(item: Path) -> None:
    """Nobody knows which program was played, nor whose the windows were."""

    def untold(events: list[Event]) -> Iterable[Event]:
        return (event for event in events if event["kind"] != "process")

    edit_events(item, untold)
