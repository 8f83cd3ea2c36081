"""Many plays in a row: whether anything is left behind, and whether memory stays flat.

    python -m benchmarks.load [--runs 200] [--suite suites/test_gam_5.py] [--json FILE]

The player that does nothing plays one item after the other on two workers, in one pytest run, with
everything round it: display, witness, recording, game, sandbox, grading, report. Meanwhile the
resident memory and the open descriptors of each worker are looked at once a second. *First* and
*last* are medians over the first and the last quarter of a worker's looks, the first tenth left out
(imports, fonts and caches fill then). Looked for afterwards: processes of the run, files in its
folder for temporary ones, and locks and sockets of X servers that were not there before. Other
runs of the suites at the same time would be taken for its own.
"""

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import uuid
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil

from benchmarks.machine import machine
from drivers.processes import STAGE_MARK

ROOT = Path(__file__).parents[1]
WORKERS = 2
LOOK_EVERY_S = 1.0
ENDS_WITHIN_S = 10.0
MEBIBYTE = 1 << 20
MOST_RISE_MIB = 0.25
"""Of a worker's memory for each item that it plays. pytest keeps the report of every item, 28 KiB,
and the allocator does not give all back; one forgotten picture of a window is 1 to 7 MiB."""

MARK = "PLAYPROOF_LOAD"
"""Environment variable by which the processes of a run are known."""


@dataclass(slots=True)
class Worker:
    """What was seen of a process that plays items: bytes and open descriptors at each look."""

    memory: list[int] = field(default_factory=list)
    descriptors: list[int] = field(default_factory=list)


def displays() -> set[str]:
    """Locks and sockets of the X servers on this machine."""
    places = (Path("/tmp"), Path("/tmp/.X11-unix"))  # noqa: S108 (where X servers put theirs)
    return {str(path) for place in places for path in place.glob("*X[0-9]*")}


def alive(mark: str) -> list[str]:
    """The processes that were started by a run with that mark, or by a stage of any run."""
    found = []
    for process in psutil.process_iter():
        try:
            environment = process.environ()
            if environment.get(MARK) == mark or STAGE_MARK in environment:
                found.append(f"{process.name()} {process.pid}")
        except psutil.Error:
            continue
    return found


def look(run: psutil.Process, workers: dict[int, Worker]) -> None:
    """Take a look at every worker of a pytest run: a child of it that is Python."""
    for child in run.children():
        try:
            if "python" not in child.name():
                continue
            seen = child.memory_info().rss, child.num_fds()
        except psutil.Error:
            continue
        worker = workers.setdefault(child.pid, Worker())
        worker.memory.append(seen[0])
        worker.descriptors.append(seen[1])


def ends(looks: Sequence[int]) -> tuple[float, float]:
    """Medians of the first and the last quarter, the first tenth left out."""
    settled = looks[len(looks) // 10 :]
    quarter = max(1, len(settled) // 4)
    return statistics.median(settled[:quarter]), statistics.median(settled[-quarter:])


def play(suite: str, runs: int, folder: Path, mark: str) -> tuple[dict[int, Worker], float]:
    """Play, and watch; answers the workers, and the seconds that it took."""
    command = [sys.executable, "-m", "pytest", suite, "--player", "null", "-n", str(WORKERS)]
    command += ["--game-seed", f"1-{runs}", "--runs-dir", str(folder / "runs"), "-q"]
    workers: dict[int, Worker] = {}
    environment = {**os.environ, MARK: mark, "TMPDIR": str(folder / "tmp")}
    (folder / "tmp").mkdir()
    began = time.monotonic()
    with (folder / "output.txt").open("wb") as output:
        run = psutil.Popen(
            command, cwd=ROOT, env=environment, stdout=output, stderr=subprocess.STDOUT
        )
        while True:
            try:
                run.wait(LOOK_EVERY_S)
            except psutil.TimeoutExpired:
                look(run, workers)
            else:
                return workers, time.monotonic() - began


def outcomes(folder: Path) -> Counter[str]:
    """How often each outcome came about."""
    verdicts = folder.glob("runs/2*/*/seed-*/verdict.json")
    return Counter(json.loads(path.read_text())["outcome"] for path in verdicts)


def left(mark: str, folder: Path, before: set[str]) -> list[str]:
    """What a run left behind, once what ends by itself had time to."""
    deadline = time.monotonic() + ENDS_WITHIN_S
    while (found := alive(mark)) and time.monotonic() < deadline:
        threading.Event().wait(LOOK_EVERY_S)
    kept = "pytest-of-"  # pytest's own, of which it keeps the last three
    found += [str(path) for path in (folder / "tmp").iterdir() if kept not in path.name]
    return found + sorted(displays() - before)


def grew(workers: Sequence[Worker], *, runs: int) -> list[str]:
    """What a worker holds more of at the end than it may, in words."""
    # between the middles of the first and the last quarter of nine tenths
    played = runs / len(workers) * 0.9 * 0.75
    found = []
    for worker in workers:
        (before, after), fds = ends(worker.memory), ends(worker.descriptors)
        rise = (after - before) / MEBIBYTE / played
        if rise > MOST_RISE_MIB:
            found.append(f"memory: {rise:.2f} MiB an item")
        if fds[1] > fds[0]:
            found.append(f"descriptors: from {fds[0]:g} to {fds[1]:g}")
    return found


def main() -> int:
    """Play, print; exit status 1 if something was left or grew, or an item was invalid."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=200, help="items to play (default 200)")
    parser.add_argument("--suite", default="suites/test_gam_5.py", help="whose (default GAM 5)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="playproof-bench-") as name:
        folder = Path(name)
        before, mark = displays(), uuid.uuid4().hex
        workers, seconds = play(options.suite, options.runs, folder, mark)
        seen = [worker for worker in workers.values() if worker.memory]
        figures: dict[str, Any] = {
            "outcomes": dict(outcomes(folder)),
            "seconds": round(seconds, 1),
            "left": left(mark, folder, before),
            "grew": grew(seen, runs=options.runs),
            "workers": [
                {
                    "looks": len(worker.memory),
                    "memory_mib": [round(v / MEBIBYTE, 1) for v in ends(worker.memory)],
                    "descriptors": list(ends(worker.descriptors)),
                }
                for worker in seen
            ],
        }
        print(json.dumps(figures, indent=1))
        if options.json:
            options.json.write_text(json.dumps({"machine": machine()} | figures, indent=1) + "\n")
    sound = figures["outcomes"] == {"unsolved": options.runs}
    return 0 if sound and not figures["left"] and not figures["grew"] else 1


if __name__ == "__main__":
    sys.exit(main())
