"""Processes by pid: end a whole tree within a bound, and find what a run left behind."""

import os
import signal
import subprocess
import time
from collections.abc import Callable, Iterable

import psutil

STAGE_MARK = "PLAYPROOF_STAGE"
"""Environment variable that every process of a stage inherits, so that orphans are found too."""

LOOK_EVERY_S = 0.05

MOST_GENERATIONS = 50
"""A tree is stopped in so many rounds at most; each finds what was started during the last."""


def tree(pid: int) -> list[psutil.Process]:
    """The process `pid` and all its descendants, parents first; empty when it is gone."""
    try:
        root = psutil.Process(pid)
        return [root, *root.children(recursive=True)]
    except psutil.NoSuchProcess:
        return []


def marked(mark: str) -> list[psutil.Process]:
    """Every live process whose environment carries this stage's mark, orphans too."""
    found = []
    for process in psutil.process_iter():
        try:
            if process.environ().get(STAGE_MARK) == mark and _alive(process):
                found.append(process)
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
    return found


def end(processes: Iterable[psutil.Process], *, grace_s: float = 2.0) -> list[psutil.Process]:
    """Ask every process to end, then kill the rest; return those that survived even that.

    Bounded by two times `grace_s`. psutil checks the creation time of a pid before it signals, so a
    recycled pid is safe.
    """
    waiting = list(processes)
    for send in (psutil.Process.terminate, psutil.Process.kill):
        waiting = _send(send, waiting, wait_s=grace_s)
    return waiting


def end_popen(process: subprocess.Popen[bytes], *, grace_s: float = 2.0) -> None:
    """End a program we started, with everything it started, and collect its exit status."""
    left = _send(psutil.Process.terminate, tree(process.pid), wait_s=grace_s)
    if left:  # who does not obey may have started more meanwhile
        _send(psutil.Process.kill, [*left, *_standing_still(process.pid)], wait_s=grace_s)
    if process.poll() is None:
        os.kill(process.pid, signal.SIGKILL)
        process.wait(timeout=grace_s)


def interrupt_children() -> None:
    """Ask the processes that this one started itself to end as on Ctrl-C."""
    for child in psutil.Process().children():
        try:
            child.send_signal(signal.SIGTERM)
        except psutil.NoSuchProcess:
            continue


def tied_to_us(argv: list[str]) -> list[str]:
    """`argv`, but the kernel kills it if this process dies first (util-linux `setpriv`)."""
    return ["setpriv", "--pdeathsig", "KILL", "--", *argv]


def _send(
    send: Callable[[psutil.Process], None], to: list[psutil.Process], *, wait_s: float
) -> list[psutil.Process]:
    """Signal processes; those that are still alive once all have ended or the time is over."""
    for process in to:
        try:
            send(process)
        except psutil.NoSuchProcess:
            continue
    waiting, deadline = to, time.monotonic() + wait_s
    while waiting and time.monotonic() < deadline:
        _, waiting = psutil.wait_procs(waiting, timeout=LOOK_EVERY_S)
        # psutil would wait for a zombie until its parent collects it, which some never do
        waiting = [process for process in waiting if _alive(process)]
    return waiting


def _standing_still(pid: int) -> list[psutil.Process]:
    """The tree of a process, stopped, so that none of it starts another while it is killed."""
    found: dict[int, psutil.Process] = {}
    for _ in range(MOST_GENERATIONS):
        new = [process for process in tree(pid) if process.pid not in found]
        if not new:
            break
        found |= {process.pid: process for process in new}
        _send(psutil.Process.suspend, new, wait_s=0.0)
    return list(found.values())


def _alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and bool(process.status() != psutil.STATUS_ZOMBIE)
    except psutil.NoSuchProcess:
        return False
