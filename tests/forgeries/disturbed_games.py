"""Forgeries of any game's play: something was done with its process besides playing."""

from pathlib import Path

from tests.forgeries.forging import Forge
from tests.forgeries.record import UNDISTURBED, Event, closing, edit_events


def traced_by_a_debugger(item: Path) -> None:
    """A debugger was in the game at the end."""
    _at_the_end(item, tracer="/usr/bin/gdb")


def shared_memory_open(item: Path) -> None:
    """The game had a place open in which anybody may read and write."""
    _at_the_end(item, open=[*UNDISTURBED["open"], "/dev/shm/board"])  # noqa: S108


def strange_file_open(item: Path) -> None:
    """The game had a file open that is neither the system's nor its own."""
    _at_the_end(item, open=[*UNDISTURBED["open"], "/srv/player/board", "/srv/player/moves"])


def tracer_not_told(item: Path) -> None:
    """Nobody knows whether something traced the game at the end."""
    _at_the_end(item, tracer=None)


def settings_changed(item: Path) -> None:
    """In the game's own dialogue, while it was played; where its window was does not matter."""
    changed = {"org/gnome/Game/theme": "'other'", "org/gnome/Game/window-width": "100"}
    _at_the_end(item, settings=changed)


def second_instance(item: Path) -> None:
    """The same program ran once more on the display, for a while."""
    other: Event = {"kind": "instance", "pid": 777, "cmdline": ["/usr/games/game", "--big"]}
    edit_events(
        item, lambda events: [*events[: closing(events)], other, *events[closing(events) :]]
    )


DISTURBED_GAMES: tuple[Forge, ...] = (
    traced_by_a_debugger,
    shared_memory_open,
    strange_file_open,
    tracer_not_told,
    settings_changed,
    second_instance,
)
"""Those that cost nothing but the proof that the game was left alone."""


def _at_the_end(item: Path, **told: object) -> None:
    """Let the record tell something else of the game's process at the end."""

    def changed(events: list[Event]) -> list[Event]:
        events[closing(events)] |= told
        return events

    edit_events(item, changed)
