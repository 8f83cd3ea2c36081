"""How much of a clock's time was a process's own."""

import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from drivers.own_time import OwnTime, Sample, counted

BUSY = "print(flush=True)\nwhile True: pass"


@contextmanager
def program(code: str) -> Iterator[int]:
    """A Python program that has begun; its pid."""
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE) as started:
        assert started.stdout is not None
        started.stdout.readline()
        yield started.pid
        started.kill()


def sample(at: float, *threads: tuple[float, float], busy: bool = True) -> Sample:
    """A sample of threads, each (ran, waited)."""
    return Sample(at, {str(number): thread for number, thread in enumerate(threads)}, busy)


@pytest.mark.parametrize(
    ("before", "after", "seconds"),
    [
        (sample(1, (5, 2)), sample(3, (7, 2)), 2.0),  # it ran all the time
        (sample(1, (5, 2)), sample(3, (5, 2), busy=False), 2.0),  # it slept
        (sample(1, (5, 2)), sample(3, (5, 2)), 0.0),  # it has waited all the time, and still does
        (sample(1, (5, 2)), sample(3, (5.5, 3.5)), 0.5),
        (sample(1, (5, 2), (1, 1)), sample(3, (6, 3), (1, 2.5)), 0.5),  # the one that waited most
        (sample(1, (5, 2)), sample(3, (6, 9)), 0.0),  # told late of a wait that was not counted
        (sample(1), sample(3, (0.5, 0.25)), 1.75),  # a thread that is new
        (sample(1), sample(3, busy=False), 2.0),  # gone, or a kernel that does not tell
    ],
)
def test_what_others_take_is_not_counted(before: Sample, after: Sample, seconds: float) -> None:
    """Of a time that passed, what a thread waited for a processor is taken away."""
    assert counted(before, after) == pytest.approx(seconds)


def test_a_sleeper_has_all_the_time() -> None:
    """It wants nothing, so nobody keeps it waiting; what is skipped does not count."""
    with program("print(flush=True); input()") as pid:
        time.sleep(0.3)
        own = OwnTime(pid)
        time.sleep(0.4)
        own.skip()
        time.sleep(0.5)
        own.tick()
        assert not own.busy
        assert 0.5 <= own.seconds < 0.9


def test_who_is_crowded_out_has_hardly_any(crowd: Callable[[int], None]) -> None:
    """Beside programs that take the processor a second is much less than one."""
    with program(BUSY) as pid:
        crowd(pid)
        own = OwnTime(pid)
        begun = time.monotonic()
        for _ in range(20):
            time.sleep(0.1)
            own.tick()
        assert own.busy
        assert own.seconds < (time.monotonic() - begun) / 3


def test_who_is_gone_sleeps() -> None:
    """No error: whoever waits for the process tells of its end."""
    with program("print(flush=True); input()") as pid:
        pass
    own = OwnTime(pid)
    own.tick()
    assert not own.busy
