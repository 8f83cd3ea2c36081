"""Plays of other programs than the one that was to be played, or with other words and times."""

from collections.abc import Callable
from pathlib import Path

from tests.forgeries.anagramarama.evidence import RUN
from tests.forgeries.anagramarama.forging import ON_THE_LOG, forgery
from tests.forgeries.disturbed_games import DISTURBED_GAMES
from tests.forgeries.record import Event, closing, edit_events, edit_kind, read_events

for disturbed in DISTURBED_GAMES:
    forgery("game_is_unmodified")(disturbed)


def started_with(item: Path, edit: Callable[[list[str]], list[str]]) -> None:
    """Let the game have been started with other arguments."""
    process = next(e for e in read_events(item) if e["kind"] == "process")
    edit_kind(item, "process", cmdline=edit(list(process["cmdline"])))


def instead(old: str, new: str) -> Callable[[list[str]], list[str]]:
    """Another argument in the place of one."""

    def edit(arguments: list[str]) -> list[str]:
        assert old in arguments
        return [new if argument == old else argument for argument in arguments]

    return edit


@forgery("game_is_unmodified", *ON_THE_LOG)
def more_time(item: Path) -> None:
    """An hour instead of five minutes."""
    started_with(item, instead("300", "3600"))


@forgery("game_is_unmodified", *ON_THE_LOG)
def less_time(item: Path) -> None:
    """A minute instead of five."""
    started_with(item, instead("300", "60"))


@forgery("game_is_unmodified", *ON_THE_LOG)
def words_of_its_own(item: Path) -> None:
    """A list by the player."""
    started_with(item, instead("/usr/share/dict/british-english", "/tmp/words"))  # noqa: S108


@forgery("game_is_unmodified", *ON_THE_LOG)
def one_list_alone(item: Path) -> None:
    """Half of the words."""
    started_with(item, lambda a: [*a[:6], *a[8:]])


@forgery("game_is_unmodified", *ON_THE_LOG)
def root_of_its_own(item: Path) -> None:
    """A root by the player."""
    started_with(item, lambda a: [*a[:2], "--word", "weakening", *a[4:]])


@forgery("game_is_unmodified", *ON_THE_LOG)
def root_from_another_file(item: Path) -> None:
    """A root from a file that the player wrote."""
    started_with(item, lambda a: [*a[:3], f"{RUN}/workspace/results/seed.txt", *a[4:]])


@forgery("game_is_unmodified", *ON_THE_LOG)
def log_elsewhere(item: Path) -> None:
    """A log in the player's folder."""

    def edit(arguments: list[str]) -> list[str]:
        at = arguments.index("--log") + 1
        return [*arguments[:at], f"{RUN}/workspace/results/rounds.csv", *arguments[at + 1 :]]

    started_with(item, edit)


@forgery("game_is_unmodified", *ON_THE_LOG)
def another_title(item: Path) -> None:
    """One argument more."""
    started_with(item, lambda a: [*a, "--title", "Anagramarama"])


@forgery("game_is_unmodified", *ON_THE_LOG)
def another_game(item: Path) -> None:
    """Another of the repository's games."""
    started_with(item, lambda a: [a[0], a[1].replace("anagramarama", "sokoban"), *a[2:]])


@forgery("game_is_unmodified")
def game_from_the_players_folder(item: Path) -> None:
    """A game by the right name, which the player wrote."""
    started_with(item, lambda a: [a[0], f"{RUN}/workspace/games/anagramarama", *a[2:]])


@forgery("game_is_unmodified")
def python_from_the_players_folder(item: Path) -> None:
    """The right game, run by a program that the player wrote."""
    edit_kind(item, "process", exe=f"{RUN}/workspace/bin/python3.11")


@forgery("game_is_unmodified")
def another_program(item: Path) -> None:
    """Something that is no Python."""
    edit_kind(item, "process", exe="/usr/bin/perl")


@forgery("game_is_unmodified")
def arguments_changed(item: Path) -> None:
    """At the end the process called itself something else."""

    def changed(events: list[Event]) -> list[Event]:
        events[closing(events)]["cmdline"] = ["anagramarama"]
        return events

    edit_events(item, changed)


@forgery("game_is_unmodified")
def library_preloaded(item: Path) -> None:
    """A variable that puts a library of the player's into the game's process."""
    edit_kind(item, "process", environment={"LD_PRELOAD": "/usr/lib/libwords.so"})


@forgery("game_is_unmodified")
def modules_from_elsewhere(item: Path) -> None:
    """A variable that puts modules of the player's before the game's own."""
    edit_kind(item, "process", environment={"PYTHONPATH": f"{RUN}/workspace"})


@forgery("game_is_unmodified")
def library_from_tmp(item: Path) -> None:
    """A library of the player's that was in the game's process at the end."""

    def injected(events: list[Event]) -> list[Event]:
        events[closing(events)]["mapped"] = ["/usr/lib/libm.so.6", "/tmp/x/libpeek.so"]  # noqa: S108
        return events

    edit_events(item, injected)


@forgery("game_is_unmodified")
def process_half_told(item: Path) -> None:
    """Nothing is known of what was in the process at the end."""

    def half(events: list[Event]) -> list[Event]:
        del events[closing(events)]["mapped"]
        return events

    edit_events(item, half)


@forgery("game_is_unmodified", *ON_THE_LOG)
def process_not_told(item: Path) -> None:
    """Nobody knows which program was played, nor whose the windows were."""
    edit_events(item, lambda events: [e for e in events if e["kind"] != "process"])
