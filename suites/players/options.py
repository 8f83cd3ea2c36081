"""The options that say who plays, and how: read and checked."""

import os
from dataclasses import dataclass
from pathlib import Path

import pytest

from suites.players.kind import OWN

LONGEST_BUDGET_S = 7 * 86_400.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Manner:
    """How a player plays.

    Attributes:
        budget_s: Seconds it has; None is the task's own time.
        bind: Folders of its own that it sees.
        variables: Names of the user's environment variables that it gets.
        network: Whether it may use the network.
        unsandboxed: Whether it is not shut in.
        freeze: Whether the game stands still while it thinks.
        here: The folder the user is in.
    """

    budget_s: float | None
    bind: tuple[str, ...]
    variables: tuple[str, ...]
    network: bool
    unsandboxed: bool
    freeze: bool
    here: str


def add_player_options(group: pytest.OptionGroup) -> None:
    """Add them to `pytest --help`."""
    group.addoption(
        "--player",
        metavar="WHO",
        help=f"who plays: {', '.join(OWN)} (default: reference); package.module:callable; or any "
        "command line, in which {prompt}, {prompt_file}, {workspace}, {display}, {game_output} "
        "and {mcp} are filled in",
    )
    group.addoption(
        "--budget", metavar="SECONDS", help="how long the player has (default: the task's time)"
    )
    group.addoption(
        "--player-bind",
        action="append",
        type=Path,
        metavar="DIR",
        help="a folder that your player sees, read-only, under its own path; may be repeated",
    )
    group.addoption(
        "--player-env",
        action="append",
        metavar="NAME",
        help="a variable of yours that your player gets, such as a key; may be repeated",
    )
    group.addoption("--player-network", action="store_true", help="let your player use the network")
    group.addoption(
        "--unsandboxed-player",
        action="store_true",
        help="do not shut your player in; the verdict says so",
    )
    group.addoption(
        "--freeze",
        action="store_true",
        help="stop the game while the player thinks: a track of its own, never real time",
    )


def read_manner(config: pytest.Config) -> Manner:
    """What the options say.

    Raises:
        pytest.UsageError: they contradict each other, or a value is none.
    """
    variables = tuple(config.getoption("--player-env") or ())
    for name in variables:
        if name.startswith("PLAYPROOF_"):
            raise pytest.UsageError(f"--player-env {name}: that is the harness's own, no player's")
        if name not in os.environ:
            raise pytest.UsageError(f"--player-env {name}: there is no such variable")
    return Manner(
        budget_s=_seconds(config.getoption("--budget")),
        bind=tuple(map(str, config.getoption("--player-bind") or ())),
        variables=variables,
        network=config.getoption("--player-network"),
        unsandboxed=config.getoption("--unsandboxed-player"),
        freeze=config.getoption("--freeze"),
        here=str(config.invocation_params.dir),
    )


def budget_of(manner: Manner | None, task_s: float) -> float:
    """Seconds that a player has: its task's, unless the command line says otherwise."""
    return task_s if manner is None or manner.budget_s is None else manner.budget_s


def _seconds(text: str | None) -> float | None:
    if text is None:
        return None
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST_BUDGET_S:  # NaN is in no range
        raise pytest.UsageError(
            f"--budget {text!r}: expected seconds, more than 0 and at most {LONGEST_BUDGET_S:g}"
        )
    return seconds
