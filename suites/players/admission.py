"""Whether a player can play here as it is asked for: told before anything is made."""

from pathlib import Path

import pytest

from drivers.sandbox import SYSTEM, Sandbox, best_sandbox, outsiders_trouble, uid_for
from suites.folders import GIVEN
from suites.players.kind import Outsider, outsider_named
from suites.players.options import Manner
from suites.players.view import what_it_sees


def admitted(player: str, manner: Manner, *, runs: Path) -> Outsider | None:
    """See that this player can play in this manner here, before anything is made.

    Args:
        player: What `--player` says.
        manner: How.
        runs: The folder of all runs, which players do not see.

    Returns:
        What `player` was read as; None for one of our own.

    Raises:
        pytest.UsageError: it cannot; the message says why and what to do.
    """
    if manner.freeze and best_sandbox() is Sandbox.PROOT:
        raise pytest.UsageError("--freeze: a game under proot cannot be stopped and continued")
    outsider = outsider_named(
        player,
        bind=[Path(folder) for folder in manner.bind],
        here=Path(manner.here),
        kept_from=[GIVEN, runs],
    )
    if outsider is None:
        foreign = {
            "--player-env": manner.variables,
            "--player-network": manner.network,
            "--unsandboxed-player": manner.unsandboxed,
        }
        if given := ", ".join(option for option, value in foreign.items() if value):
            raise pytest.UsageError(f"{given}: for players of your own only, not {player!r}")
        return None
    if manner.unsandboxed:
        return outsider
    _refuse_unseen(outsider, player=player)
    trouble = "games cannot be shut in here either; see docs/troubleshooting.md"
    if best_sandbox() is Sandbox.BWRAP:
        trouble = outsiders_trouble(
            readable=what_it_sees(outsider), uid=uid_for(0), network=manner.network
        )
    if trouble:
        raise pytest.UsageError(
            f"--player {player!r}: it cannot be shut in ({trouble}); make that possible, or accept "
            "with --unsandboxed-player that nothing but good manners keeps it from cheating"
        )
    return outsider


def _refuse_unseen(outsider: Outsider, *, player: str) -> None:
    """A script of the user's that its interpreter will not find is a slip, not a lost play."""
    seen = (*outsider.folders, *map(Path, SYSTEM))
    for argument in outsider.argv[1:]:
        path = Path(argument)
        if path.is_absolute() and path.is_file() and not any(map(path.is_relative_to, seen)):
            raise pytest.UsageError(
                f"--player {player!r}: a player does not see {path}; "
                f"add --player-bind {path.parent}"
            )
