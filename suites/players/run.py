"""Run a player's process to its end, within its time, while the stage stands.

This is the seam for players from outside: a player is a command line and an environment.
"""

import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from drivers import processes
from drivers.errors import PlayerDied
from drivers.limits import MIB, Usage
from drivers.logs import tail
from drivers.pump import Pump
from suites.players.seat import Seat

LOOK_EVERY_S = 0.2
PATIENCE_S = 2.0
"""A player that fails because the stage broke may be seen before the break itself is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """How a play went.

    Attributes:
        seconds: How long it took.
        cut_short: What ended it, "" if the player ended by itself.
        failure: What the player did that makes the play unsolved whatever it delivered, or "".
    """

    seconds: float
    cut_short: str
    failure: str


def run(seat: Seat, *, log: Path, budget_s: float, stage_is_over: Callable[[float], str]) -> Played:
    """Run the player until it ends, its budget is used up, or the stage breaks.

    Args:
        seat: who plays, and where.
        log: gets its stdout and stderr.
        budget_s: seconds it has; then it is ended, which is the player's failure, not ours.
        stage_is_over: told how many seconds to wait for it, says why the play cannot go on, or "";
            raises a HarnessError when game, display or witness is gone.

    Raises:
        PlayerDied: one of our own players ended with an error.
        HarnessError: what `stage_is_over` raised.
    """
    started = time.monotonic()
    player = subprocess.Popen(
        seat.argv,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=seat.environment,
        cwd=seat.folder,
        start_new_session=True,
    )
    assert player.stdout is not None, "it was asked for"
    pump = Pump(player.stdout, log)
    usage = seat.limits and Usage(
        player.pid, folder=seat.folder, scratch=seat.scratch, limits=seat.limits
    )
    cut_short = failure = ""
    try:
        while not (cut_short or failure) and not _ends(player, within_s=LOOK_EVERY_S):
            cut_short = stage_is_over(0.0)
            failure = usage.broken() if usage else ""
            if seat.limits and pump.total > seat.limits.output:
                failure = f"the player printed more than {seat.limits.output // MIB} MiB"
            if not cut_short and time.monotonic() - started > budget_s:
                cut_short = f"the player's {budget_s:g} s ran out"
                failure = failure or cut_short
    finally:
        seconds = time.monotonic() - started
        processes.end_popen(player)
        pump.close(within_s=PATIENCE_S)
    failure = failure or (usage.broken_at_the_end() if usage else "")
    failed = player.returncode != 0 and not failure
    cut_short = cut_short or stage_is_over(PATIENCE_S if failed else 0.0)
    if failed and not cut_short:
        failure = f"the player ended with status {player.returncode}: {_last_line(log)}"
        if seat.limits is None:
            raise PlayerDied(f"{failure} (all in {log})")
    ours = seat.limits is None
    return Played(seconds=seconds, cut_short=cut_short or failure, failure="" if ours else failure)


def _ends(player: subprocess.Popen[bytes], *, within_s: float) -> bool:
    try:
        player.wait(within_s)
    except subprocess.TimeoutExpired:
        return False
    return True


def _last_line(log: Path) -> str:
    """A player's last words, fit for a terminal: they move no cursor and turn no text round."""
    lines = tail(log).strip().splitlines()
    if not lines:
        return "no output"
    return "".join(c if c.isprintable() else "�" for c in lines[-1])
