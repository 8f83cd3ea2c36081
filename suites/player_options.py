"""The options that say who plays, and how: read, checked, and told in the verdict."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from drivers.sandbox import Sandbox, best_sandbox, outsiders_trouble, uid_for
from suites.folders import GIVEN
from suites.player_kind import OWN, Outsider, outsider
from suites.player_seat import Terms, what_it_sees
from suites.settings import Manner, Settings

LONGEST_BUDGET_S = 7 * 86_400.0


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


def check_player(player: str, manner: Manner, *, runs: Path) -> None:
    """See that this player can play in this manner here, before anything is made.

    Args:
        player: What `--player` says.
        manner: How.
        runs: The folder of all runs, which players do not see.

    Raises:
        pytest.UsageError: it cannot; the message says why and what to do.
    """
    if manner.freeze and best_sandbox() is Sandbox.PROOT:
        raise pytest.UsageError("--freeze: a game under proot cannot be stopped and continued")
    found = _outsider(player, manner, kept_from=[runs])
    if found is None:
        if manner.variables or manner.network or manner.unsandboxed:
            raise pytest.UsageError(f"--player-... is for players of your own, not {player!r}")
        return
    if manner.unsandboxed:
        return
    trouble = "games cannot be shut in here either; see README, set-up"
    if best_sandbox() is Sandbox.BWRAP:
        trouble = outsiders_trouble(
            readable=what_it_sees(found), uid=uid_for(0), network=manner.network
        )
    if trouble:
        raise pytest.UsageError(
            f"--player {player!r}: it cannot be shut in ({trouble}); make that possible, or accept "
            "with --unsandboxed-player that nothing but good manners keeps it from cheating"
        )


def outsider_of(settings: Settings) -> Outsider | None:
    """The player from outside, or None if it is one of our own."""
    return _outsider(settings.player, settings.manner, kept_from=[settings.run_folder])


def terms_of(settings: Settings, *, budget_s: float) -> Terms:
    """On what terms a player from outside plays."""
    manner = settings.manner
    return Terms(
        shut_in=not manner.unsandboxed,
        network=manner.network or manner.unsandboxed,
        variables={name: os.environ[name] for name in manner.variables},
        budget_s=budget_s,
    )


def budget_of(manner: Manner | None, task_s: float) -> float:
    """Seconds that a player has: its task's, unless the command line says otherwise."""
    return task_s if manner is None or manner.budget_s is None else manner.budget_s


def conditions_of(settings: Settings, *, budget_s: float) -> dict[str, Any]:
    """How it was played, for the verdict: plain values, alike after JSON."""
    manner = settings.manner
    if outsider_of(settings) is None:
        shut_in = best_sandbox() is Sandbox.BWRAP
        network = not shut_in
    else:
        shut_in, network = not manner.unsandboxed, manner.network or manner.unsandboxed
    return {
        "command": settings.player,
        "sandboxed": shut_in,
        "network": network,
        "bound_folders": list(manner.bind),
        "variables": list(manner.variables),
        "budget_s": budget_s,
        "track": "frozen" if manner.freeze else "real time",
    }


def _outsider(player: str, manner: Manner, *, kept_from: Sequence[Path]) -> Outsider | None:
    bind = [Path(folder) for folder in manner.bind]
    return outsider(player, bind=bind, here=Path(manner.here), kept_from=[GIVEN, *kept_from])


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
