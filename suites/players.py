"""Run a player's process to its end, within its time, while the stage stands.

This is the seam for players from outside: a player is a command line and an environment.
"""

import os
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from drivers import processes
from drivers.errors import PlayerDied
from suites.folders import REPOSITORY

LOOK_EVERY_S = 0.2


@dataclass(frozen=True, slots=True)
class Played:
    """How a play went: its seconds, and whether the budget ended it."""

    seconds: float
    out_of_time: bool


def command(suite: str, player: str, window: int) -> list[str]:
    """The command line of one of our own players; `null` is a program that does nothing."""
    if player == "null":
        return ["true"]
    return [sys.executable, "-m", "suites.play", suite, player, str(window)]


def environment(*, display: str, workspace: Path, game_output: Path, mark: str) -> dict[str, str]:
    """What a player's process sees. Its home is its workspace; it inherits nothing else of ours."""
    return {
        "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
        "HOME": str(workspace),
        "LANG": "C.UTF-8",
        "DISPLAY": display,
        "XAUTHORITY": os.environ.get("XAUTHORITY", ""),
        "WORKSPACE": str(workspace),
        "GAME_OUTPUT": str(game_output),
        "PYTHONPATH": str(REPOSITORY),
        "PYTHONDONTWRITEBYTECODE": "1",
        processes.STAGE_MARK: mark,
    }


def run(
    argv: list[str],
    *,
    environment: dict[str, str],
    log: Path,
    budget_s: float,
    check_stage: Callable[[], None],
) -> Played:
    """Run the player until it ends, its budget is used up, or the stage breaks.

    Args:
        argv: the player's command line.
        environment: its whole environment.
        log: gets its stdout and stderr.
        budget_s: seconds it has; then it is ended, which is the player's failure, not ours.
        check_stage: raises a HarnessError when game, display or witness is gone.

    Raises:
        PlayerDied: it ended with an error of its own.
        HarnessError: what `check_stage` raised.
    """
    started = time.monotonic()
    out_of_time = False
    with log.open("wb") as out:
        player = subprocess.Popen(
            processes.tied_to_us(argv),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=subprocess.STDOUT,
            env=environment,
            cwd=environment["WORKSPACE"],
            start_new_session=True,
        )
    try:
        while not out_of_time:
            try:
                player.wait(LOOK_EVERY_S)
            except subprocess.TimeoutExpired:
                check_stage()
                out_of_time = time.monotonic() - started > budget_s
            else:
                break
    finally:
        processes.end_popen(player)
    check_stage()
    if not out_of_time and player.returncode != 0:
        raise PlayerDied(
            f"the player ended with status {player.returncode}: {_last_line(log)} (all in {log})"
        )
    return Played(seconds=time.monotonic() - started, out_of_time=out_of_time)


def _last_line(log: Path) -> str:
    lines = log.read_text(errors="replace").strip().splitlines()
    return lines[-1][-400:] if lines else "no output"
