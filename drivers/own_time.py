"""How long a process had the chance to do something: on a busy machine less than a clock says."""

import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

BUSY = frozenset("RD")
"""Kernel's letters for a thread that runs or could, and for one that waits for a disk."""


@dataclass(frozen=True, slots=True)
class Sample:
    """What the kernel says of a process at one moment.

    Attributes:
        at: The moment, seconds of the monotonic clock.
        threads: For each thread (seconds it ran, seconds it waited for a processor), see schedstat
            in the kernel's Documentation/scheduler/sched-stats.rst.
        busy: Whether a thread runs, or would.
    """

    at: float
    threads: Mapping[str, tuple[float, float]]
    busy: bool


class OwnTime:
    """Counts the time in which a process ran or slept, not that in which others kept it waiting.

    Attributes:
        seconds: Counted so far.
        busy: Whether it had something to do at the last `tick` or `skip`.
    """

    def __init__(self, pid: int) -> None:
        """Count for the process `pid`; one that is gone sleeps for ever."""
        self._tasks = Path("/proc", str(pid), "task")
        self.seconds = 0.0
        self.busy = False
        self.skip()

    def tick(self) -> None:
        """Count the time since the last `tick` or `skip`."""
        before = self._last
        self.skip()
        self.seconds += counted(before, self._last)

    def skip(self) -> None:
        """Leave out the time since the last `tick` or `skip`."""
        self._last = _sample(self._tasks)
        self.busy = self._last.busy


def counted(before: Sample, after: Sample) -> float:
    """How much of the time between two samples was the process's own, in seconds."""
    ran = waited = 0.0
    for thread, (runs, waits) in after.threads.items():
        ran_before, waited_before = before.threads.get(thread, (0.0, 0.0))
        ran = max(ran, runs - ran_before)
        waited = max(waited, waits - waited_before)
    if after.busy and ran == 0:
        return 0.0  # it still waits, and the kernel tells how long only when that is over
    return max(0.0, after.at - before.at - waited)


def _sample(tasks: Path) -> Sample:
    threads, busy = {}, False
    for task in _listed(tasks):
        try:
            ran, waited, _ = (task / "schedstat").read_text().split()
            state = (task / "stat").read_text().rpartition(")")[2].split()[0]
        except (OSError, ValueError):
            continue  # it has just ended, or this kernel does not tell
        threads[task.name] = int(ran) / 1e9, int(waited) / 1e9
        busy |= state in BUSY
    return Sample(time.monotonic(), threads, busy)


def _listed(tasks: Path) -> list[Path]:
    try:
        return list(tasks.iterdir())
    except OSError:
        return []
