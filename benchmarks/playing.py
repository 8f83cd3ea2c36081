"""How fast a game is played: keys per second without loss, seconds from launch to report.

    python -m benchmarks.playing [--quick] [--json FILE] [--peer PYTHON]

Three figures: *open loop*, keys sent as fast as they can be, counted in the game's own log; *closed
loop*, each key sent after the picture answered the one before; and a whole run of GAM 5, from the
command to the finished report. Beside them, into the same game on the same display, the peers:
`xdotool` if it is on PATH, and pyautogui if `--peer` names a Python that has it (it cannot share an
environment with python-xlib).
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.machine import machine
from benchmarks.stage import launched, own_screen
from drivers.errors import WaitTimedOut
from drivers.sokoban import KEYS, SokobanDriver
from drivers.window import GameWindow
from solvers.sokoban import MOVES, State, step
from suites.folders import GIVEN, REPOSITORY
from suites.test_gam_5 import TASK, program

LOST_AFTER_S = 10.0
OPPOSITE = {"L": "R", "R": "L", "U": "D", "D": "U"}
PYAUTOGUI = """
import sys, pyautogui
pyautogui.FAILSAFE = False
pyautogui.PAUSE = float(sys.argv[1])
for key in sys.argv[3:] * int(sys.argv[2]): pyautogui.press(key.lower())
"""


@dataclass(frozen=True, slots=True)
class Table:
    """A running Sokoban, a driver at it, and the game's own log."""

    window: GameWindow
    driver: SokobanDriver
    log: Path

    def accepted(self) -> int:
        """Steps in the game's log."""
        return max(0, len(self.log.read_text().splitlines()) - 1)


@contextmanager
def table(folder: Path) -> Iterator[Table]:
    """Start the game on a display of its own."""
    workspace, output = folder / "workspace", folder / "game"
    shutil.copytree(GIVEN / TASK.id.removeprefix("GAM_") / "exec", workspace / "exec")
    output.mkdir()
    game = program(workspace, output)
    with (
        own_screen() as screen,
        launched(game, screen=screen, seed=None, folder=output) as (_, window),
    ):
        window.focus()
        window.park()
        yield Table(window, SokobanDriver(window), output / "level_1_moves.csv")


def back_and_forth(board: State) -> tuple[str, str]:
    """Two opposite moves that can be repeated for ever."""
    for move in MOVES:
        after = step(board, move)
        if after is not None and after.boxes == board.boxes:
            return move, OPPOSITE[move]
    raise ValueError("the player is walled in")


def open_loop(
    at: Table, send: Callable[[tuple[str, str], int], None], pairs: int
) -> dict[str, Any]:
    """Send `pairs` of keys by `send`, wait until the game has accepted them all, and count."""
    keys = back_and_forth(at.driver.observe())
    before, started = at.accepted(), time.perf_counter()
    send(keys, pairs)
    sent = time.perf_counter()
    with suppress(WaitTimedOut):  # some were lost
        at.window.wait_until(
            lambda _: at.accepted() - before >= 2 * pairs,
            what="all keys to be accepted",
            timeout_s=LOST_AFTER_S,
        )
    took, accepted = time.perf_counter() - started, at.accepted() - before
    return {
        "sent": 2 * pairs,
        "accepted": accepted,
        "lost": 2 * pairs - accepted,
        "keys_per_s": round(accepted / took, 1),
        "sending_per_s": round(2 * pairs / (sent - started), 1),
    }


def closed_loop(at: Table, pairs: int) -> dict[str, Any]:
    """Walk back and forth with the eyes open."""
    keys = back_and_forth(at.driver.observe())
    delays = []
    for move in keys * pairs:
        started = time.perf_counter()
        at.driver.act(move)
        delays.append(time.perf_counter() - started)
    return {
        "sent": len(delays),
        "keys_per_s": round(len(delays) / sum(delays), 1),
        "median_ms": round(1000 * statistics.median(delays), 2),
    }


def launch_to_report(runs: int, folder: Path) -> dict[str, Any]:
    """Run `pytest suites/test_gam_5.py --game-seed 1`, from the command to the finished report."""
    seconds, played = [], []
    suite = str(REPOSITORY / "suites" / "test_gam_5.py")
    for _ in range(runs):
        command = [sys.executable, "-m", "pytest", "-q", suite, "--game-seed", "1"]
        started = time.perf_counter()
        subprocess.run(
            [*command, "--runs-dir", str(folder)], cwd=REPOSITORY, check=True, capture_output=True
        )
        seconds.append(time.perf_counter() - started)
        verdict = folder / "latest" / TASK.id / "seed-1" / "verdict.json"
        played.append(json.loads(verdict.read_text())["timing"]["play_s"])
    return {
        "runs": runs,
        "median_s": round(statistics.median(seconds), 2),
        "of_which_play_s": round(statistics.median(played), 2),
    }


def by_xtest(at: Table) -> Callable[[tuple[str, str], int], None]:
    """Our own input."""

    def send(keys: tuple[str, str], pairs: int) -> None:
        for move in keys * pairs:
            at.window.press(KEYS[move])

    return send


def by_xdotool(keys: tuple[str, str], pairs: int) -> None:
    """One xdotool process a key, as agents use it."""
    for move in keys * pairs:
        subprocess.run(["xdotool", "key", KEYS[move]], check=True)


def by_pyautogui(python: str, pause: float) -> Callable[[tuple[str, str], int], None]:
    """Send by pyautogui in the interpreter `python`; its import counts, as it does for an agent."""

    def send(keys: tuple[str, str], pairs: int) -> None:
        names = [KEYS[move] for move in keys]
        command = [python, "-c", PYAUTOGUI, str(pause), str(pairs), *names]
        # its import fails where there is no ~/.Xauthority
        subprocess.run(command, env={**os.environ, "XAUTHORITY": os.devnull}, check=True)

    return send


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--quick", action="store_true", help="fewer keys and runs: under a minute")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    parser.add_argument("--peer", metavar="PYTHON", help="an interpreter that has pyautogui")
    options = parser.parse_args()
    pairs = 250 if options.quick else 2500
    figures: dict[str, Any] = {"machine": machine()}
    with tempfile.TemporaryDirectory(prefix="playproof-bench-") as name:
        folder = Path(name)
        with table(folder) as at:
            figures["closed_loop"] = closed_loop(at, pairs // 5)
            figures["open_loop"] = open_loop(at, by_xtest(at), pairs)
            if shutil.which("xdotool"):
                figures["peer_xdotool"] = open_loop(at, by_xdotool, pairs // 25)
            if options.peer:
                for pause in (0.1, 0.0):
                    send = by_pyautogui(options.peer, pause)
                    count = pairs // 25 if pause else pairs
                    figures[f"peer_pyautogui_pause_{pause}"] = open_loop(at, send, count)
        figures["launch_to_report"] = launch_to_report(1 if options.quick else 5, folder / "runs")
    print(json.dumps(figures, indent=1))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
