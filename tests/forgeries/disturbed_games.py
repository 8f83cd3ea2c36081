"""Forgeries of any game's play: something was done with its process besides playing."""

from pathlib import Path

from tests.forgeries.forging import Forge
from tests.forgeries.record import RUN, UNDISTURBED, Event, closing, edit_events, edit_kind


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


def library_preloaded(item: Path) -> None:
    """A variable that puts a library into the game's process."""
    edit_events(item, lambda all_: [_with(e, LD_PRELOAD="/usr/lib/libpeek.so") for e in all_])


def settings_from_elsewhere(item: Path) -> None:
    """Settings that nobody knows, from a backend that is not the harness's."""
    edit_events(item, lambda all_: [_with(e, GSETTINGS_BACKEND="memory") for e in all_])


def library_from_tmp(item: Path) -> None:
    """A library of the player's was in the game's process at the end."""
    _at_the_end(item, mapped=["/usr/lib/libm.so.6", "/tmp/x/libpeek.so"])  # noqa: S108


def process_half_told(item: Path) -> None:
    """Nothing is known of what was in the process at the end."""
    _at_the_end(item, mapped=None)


def another_program(item: Path) -> None:
    """A game that was built by the player."""
    edit_kind(item, "process", exe="/tmp/build/game")  # noqa: S108


def another_program_of_the_system(item: Path) -> None:
    """A program of the system's, but not the right one."""
    edit_kind(item, "process", exe="/usr/bin/perl")


def program_in_the_players_folder(item: Path) -> None:
    """A program that the player laid into its folder, by a good name."""
    edit_kind(item, "process", exe=f"{RUN}/workspace/bin/python3.11")


def arguments_changed(item: Path) -> None:
    """At the end the process called itself something else."""
    _at_the_end(item, cmdline=["game", "--otherwise"])


DISTURBED_GAMES: tuple[Forge, ...] = (
    traced_by_a_debugger,
    shared_memory_open,
    strange_file_open,
    tracer_not_told,
    settings_changed,
    second_instance,
    library_preloaded,
    settings_from_elsewhere,
    library_from_tmp,
    process_half_told,
    another_program,
    another_program_of_the_system,
    program_in_the_players_folder,
    arguments_changed,
)
"""Those that cost nothing but the proof that the game was left alone."""


def process_not_told(item: Path) -> None:
    """Nobody knows which program was played, nor whose the windows were."""
    edit_events(item, lambda events: [e for e in events if e["kind"] != "process"])


def nothing_on_screen(item: Path) -> None:
    """A play of which no picture was recorded."""
    edit_events(item, lambda events: [e for e in events if e["kind"] != "frame"])


def frames_of_another_window(item: Path) -> None:
    """All pictures are of a window that is not the game's."""
    edit_kind(item, "frame", window=1)


def log_of_another_process(item: Path) -> None:
    """Somebody else had the game's log open; for games that write one."""
    edit_kind(item, "file", pid=1)


def _with(event: Event, **variables: str) -> Event:
    """A line with variables more, if it is one about the game's process."""
    if event["kind"] != "process":
        return event
    return event | {"environment": event["environment"] | variables}


def _at_the_end(item: Path, **told: object) -> None:
    """Let the record tell something else of the game's process at the end."""

    def changed(events: list[Event]) -> list[Event]:
        events[closing(events)] |= told
        return events

    edit_events(item, changed)
