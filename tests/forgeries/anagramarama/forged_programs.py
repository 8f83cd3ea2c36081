"""Plays of other programs than the one that was to be played, or with other words and times."""

from collections.abc import Callable
from pathlib import Path

from tests.forgeries.anagramarama.forging import ON_THE_LOG, forgery
from tests.forgeries.record import RUN, edit_kind, read_events


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
def modules_from_elsewhere(item: Path) -> None:
    """A variable that puts modules of the player's before the game's own."""
    edit_kind(item, "process", environment={"PYTHONPATH": f"{RUN}/workspace"})
