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
from drivers.limits import MIB, Limits, Usage
from drivers.logs import tail
from drivers.pump import Pump
from drivers.sandbox import TMP, Sandbox, confine_player
from drivers.screen import xauthority
from suites.folders import GIVEN, REPOSITORY

LOOK_EVERY_S = 0.2
PATIENCE_S = 2.0
"""A player that fails because the stage broke may be seen before the break itself is."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A player's command line, its whole environment, and where it starts.

    Attributes:
        argv: What is started.
        environment: All of it.
        folder: Where it starts; the folder that is watched if there are limits.
        scratch: Its other writable places, as it calls them, which are watched too.
        limits: What it may use. None for our own players, which are part of the harness: if one of
            them fails, the harness has failed.
    """

    argv: list[str]
    environment: dict[str, str]
    folder: Path
    scratch: tuple[Path, ...]
    limits: Limits | None


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


def command(suite: str, player: str, window: int) -> list[str]:
    """The command line of one of our own players; `null` is a program that does nothing."""
    if player == "null":
        return ["true"]
    return [sys.executable, "-m", "suites.play", suite, player, str(window)]


def seat(
    argv: list[str],
    *,
    sandbox: Sandbox,
    display: str,
    workspace: Path,
    game_output: Path,
    hidden: Path,
    mark: str,
) -> Seat:
    """Where a player sits: under bubblewrap it can write its workspace and nothing else.

    It then knows its folders by neutral names, and sees no other process. Where there is no
    bubblewrap it is not shut in, and nothing but good manners keeps it from the harness's files.

    Args:
        argv: the player's command line.
        sandbox: how far it can be shut in.
        display: the X display.
        workspace: the folder it may write.
        game_output: what the game writes, for it to read.
        hidden: the run's folder, which names the seed and holds the witness.
        mark: in its environment, to find leftovers by.
    """
    # a player can read in /proc where its folders come from: links to them are followed here
    workspace, game_output = workspace.resolve(), game_output.resolve()
    cookie = xauthority()
    home = folder = workspace
    if sandbox is Sandbox.BWRAP:
        home = TMP
        places = {TMP / "workspace": workspace}
        readable = {TMP / "game": game_output, TMP / ".X11-unix": TMP / ".X11-unix"}
        readable |= {path: path for path in _our_own()}  # they may be below what is hidden
        if cookie.exists():
            readable[TMP / "cookie"], cookie = cookie, TMP / "cookie"
        workspace, game_output = TMP / "workspace", TMP / "game"
        argv = confine_player(
            argv,
            writable=places,
            readable=readable,
            hidden=[hidden, GIVEN],
            start_in=workspace,
        )
    environment = {
        "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "DISPLAY": display,
        "XAUTHORITY": str(cookie),
        "WORKSPACE": str(workspace),
        "GAME_OUTPUT": str(game_output),
        "PYTHONPATH": str(REPOSITORY),
        "PYTHONDONTWRITEBYTECODE": "1",
        processes.STAGE_MARK: mark,
    }
    return Seat(
        argv=processes.tied_to_us(argv),
        environment=environment,
        folder=folder,
        scratch=(),
        limits=None,
    )


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


def _our_own() -> list[Path]:
    """What our own players are made of."""
    return [REPOSITORY, Path(sys.prefix), Path(sys.base_prefix)]


def _last_line(log: Path) -> str:
    """A player's last words, fit for a terminal: they move no cursor and turn no text round."""
    lines = tail(log).strip().splitlines()
    if not lines:
        return "no output"
    return "".join(c if c.isprintable() else "�" for c in lines[-1])
