"""Ending whole process trees, and finding what a run left."""

import os
import signal
import subprocess
import sys
import time
import uuid
from collections.abc import Callable, Iterator

import psutil
import pytest

from drivers import processes
from tests.conftest import Eventually

# prints a line when it is ready, and ends by SIGKILL only
STUBBORN = """
import os, signal, sys
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if "detached" in sys.argv:
    os.setsid()
print(os.getpid(), flush=True)
signal.pause()
"""

# starts the above, hands on its line, and stays (or goes) itself
PARENT = f"""
import signal, subprocess, sys
child = subprocess.Popen(
    [sys.executable, "-c", {STUBBORN!r}, *sys.argv[1:]], stdout=subprocess.PIPE
)
print(child.stdout.readline().decode().strip(), flush=True)
if "orphan" not in sys.argv:
    signal.pause()
"""

Start = Callable[..., tuple[subprocess.Popen[bytes], int]]


def alive(pid: int) -> bool:
    """Whether there is such a process, and it is no zombie that waits to be collected."""
    try:
        return psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


@pytest.fixture
def mark() -> Iterator[str]:
    """A mark for a test's processes; nothing that carries it outlives the test."""
    mark = uuid.uuid4().hex
    yield mark
    for process in processes.marked(mark):
        process.kill()


@pytest.fixture
def start(mark: str) -> Iterator[Start]:
    """Starts a parent and its stubborn child; gives the parent and the child's pid."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*manners: str) -> tuple[subprocess.Popen[bytes], int]:
        process = subprocess.Popen(
            [sys.executable, "-c", PARENT, *manners],
            stdout=subprocess.PIPE,
            env={**os.environ, processes.STAGE_MARK: mark},
            start_new_session=True,
        )
        started.append(process)
        assert process.stdout is not None
        return process, int(process.stdout.readline())

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.mark.parametrize("manners", [(), ("detached",)])
def test_a_tree_is_ended_with_a_child_that_ignores_sigterm(
    start: Start, manners: tuple[str, ...]
) -> None:
    """A child that ignores SIGTERM is killed within the bound, in a session of its own too."""
    process, child = start(*manners)
    began = time.monotonic()
    processes.end_popen(process, grace_s=0.5)
    assert time.monotonic() - began < 5
    assert process.poll() is not None
    assert not alive(child)


def test_who_ends_when_asked_is_not_waited_for() -> None:
    """The grace is for those who need it: a friendly program's end takes no time."""
    process = subprocess.Popen([sys.executable, "-c", "import signal; signal.pause()"])
    began = time.monotonic()
    processes.end_popen(process, grace_s=30)
    assert time.monotonic() - began < 15
    assert process.returncode is not None


def test_a_zombie_is_not_waited_for(start: Start) -> None:
    """A killed process whose parent never collects it has ended, and costs no grace."""
    _, child = start()
    began = time.monotonic()
    os.kill(child, signal.SIGKILL)
    assert processes.end([psutil.Process(child)], grace_s=30) == []
    assert time.monotonic() - began < 15
    assert psutil.Process(child).status() == psutil.STATUS_ZOMBIE


def test_ending_twice_is_fine(start: Start) -> None:
    """A program that has ended already is no error."""
    process, _ = start()
    processes.end_popen(process, grace_s=0.2)
    processes.end_popen(process, grace_s=0.2)
    assert processes.tree(process.pid) == []


def test_an_orphan_is_found_by_its_mark(start: Start, mark: str) -> None:
    """A process without parent, in a session of its own, is found by its mark and ended."""
    process, orphan = start("detached", "orphan")
    process.wait(20)
    assert orphan not in {p.pid for p in processes.tree(process.pid)}
    found = processes.marked(mark)
    assert [p.pid for p in found] == [orphan]
    assert processes.end(found, grace_s=0.2) == []
    assert processes.marked(mark) == []


def test_only_the_living_of_one_mark_are_found(
    start: Start, mark: str, eventually: Eventually
) -> None:
    """Processes of other stages are not ours, and a zombie is nobody's leak."""
    process, child = start()
    assert {process.pid, child} == {p.pid for p in processes.marked(mark)}
    assert processes.marked(mark[:-1]) == []
    os.kill(child, signal.SIGKILL)
    eventually(lambda: not alive(child))  # a zombie now: its parent does not collect it
    assert [p.pid for p in processes.marked(mark)] == [process.pid]


def test_a_recycled_pid_is_not_touched(start: Start) -> None:
    """A process that got the pid of one that ended is another one, and is left alone."""
    process, _ = start()
    before = psutil.Process(process.pid)
    # what psutil remembers of the one that ended: the same pid, an earlier birth
    before._ident = (process.pid, before.create_time() - 60)  # type: ignore[attr-defined]  # as above
    assert processes.end([before], grace_s=0.2) == []
    assert process.poll() is None


def test_what_we_start_dies_with_us(eventually: Eventually) -> None:
    """A program tied to its starter is killed by the kernel when the starter is killed."""
    starter = subprocess.Popen(
        [
            sys.executable,
            "-c",
            "import subprocess, signal\n"
            "from drivers.processes import tied_to_us\n"
            "child = subprocess.Popen(tied_to_us(['sleep', '600']))\n"
            "print(child.pid, flush=True)\n"
            "signal.pause()\n",
        ],
        stdout=subprocess.PIPE,
    )
    with starter:
        assert starter.stdout is not None
        child = psutil.Process(int(starter.stdout.readline()))
        while child.name() != "sleep":  # setpriv has yet to become it
            assert child.is_running()
        starter.kill()
    eventually(lambda: not child.is_running() or child.status() == psutil.STATUS_ZOMBIE)


DEFIANT = f"""
import signal, subprocess, sys
def more(*_):
    subprocess.Popen([sys.executable, "-c", {STUBBORN!r}, "detached"], stdout=subprocess.DEVNULL)
signal.signal(signal.SIGTERM, more)
print("ready", flush=True)
while True:
    signal.pause()
"""


def test_what_is_started_while_it_is_ended_ends_too(mark: str) -> None:
    """A program that answers SIGTERM with another process leaves none of them."""
    process = subprocess.Popen(
        [sys.executable, "-c", DEFIANT],
        stdout=subprocess.PIPE,
        env={**os.environ, processes.STAGE_MARK: mark},
        start_new_session=True,
    )
    with process:
        assert process.stdout is not None
        process.stdout.readline()
        processes.end_popen(process, grace_s=1.0)
        assert processes.marked(mark) == []
