"""A play is graded in a process of its own: what files do to it is their player's doing."""

import mmap
import os
import resource
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

import psutil
import pytest

from graders.errors import GradingFailed, NoReader
from graders.faults import check_machine
from graders.judging.judge import Judge, fixed
from graders.sokoban import grader
from graders.verdict import Verdict
from suites import apart
from suites.finished import Play, with_failure
from suites.folders import ItemFolder
from suites.task import Task
from suites.test_gam_5 import TASK
from tests.conftest import Eventually

ROOT = Path(__file__).parents[2]
PLAY = Play(
    seed=1,
    player="sh agent.sh",
    note="",
    failure="",
    conditions={},
    timing={},
    versions={},
)


@pytest.fixture
def folder(tmp_path: Path) -> ItemFolder:
    """An item in which nothing was delivered."""
    (tmp_path / "workspace").mkdir()
    (tmp_path / "witness").mkdir()
    return ItemFolder(tmp_path)


def honest(
    workspace: Path,
    *,
    witness: Path | None = None,
    seed: int | None = None,
    judge: Judge | None = None,
) -> Verdict:
    """A grader that comes to an end."""
    print("on its way")
    return replace(grader.grade(workspace, seed=seed, judge=judge), note=f"{witness}")


def endless(workspace: Path, **_: object) -> Verdict:
    """One that no signal but SIGKILL ends, with a program of its own."""
    signal.pthread_sigmask(signal.SIG_BLOCK, set(signal.Signals) - {signal.SIGKILL})
    started = subprocess.Popen(["sleep", "600"])
    (workspace / "pids").write_text(f"{os.getpid()} {started.pid}\n")
    time.sleep(600)
    raise AssertionError


def greedy(workspace: Path, **_: object) -> Verdict:
    """One that a file makes ask for more memory than it may have."""
    return honest(workspace.parent, seed=len(bytearray(2 * apart.MEMORY)))


def starved(workspace: Path, **_: object) -> Verdict:
    """One that a file leaves without any memory."""
    held = []
    with suppress(OSError):
        while True:
            held.append(mmap.mmap(-1, 64 << 20))  # addresses alone
    try:
        return honest(workspace, seed=len(bytearray(64 << 20)))
    except MemoryError as error:
        check_machine(error)
        raise


def crashing(workspace: Path, **_: object) -> Verdict:
    """One that a file makes crash, as decoders of C do."""
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    os.kill(os.getpid(), signal.SIGSEGV)
    raise AssertionError


def without_a_reader(workspace: Path, **_: object) -> Verdict:
    """One on a machine that lacks what it needs."""
    raise NoReader("install it")


def task_of(grade: Callable[..., Verdict]) -> Task:
    """A task with that grader."""
    return replace(TASK, grade=grade)


def begun(folder: ItemFolder) -> bool:
    """Whether an endless grader is at its work."""
    pids = folder.workspace / "pids"
    return pids.exists() and pids.read_text().endswith("\n")


def gone(folder: ItemFolder) -> bool:
    """Whether an endless grader and its program have ended."""
    pids = map(int, (folder.workspace / "pids").read_text().split())
    return not any(
        psutil.pid_exists(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
        for pid in pids
    )


def test_the_verdict_is_the_graders_own(folder: ItemFolder) -> None:
    """With witness, seed and judge; what else it prints is no part of it."""
    there = apart.graded(task_of(honest), PLAY, folder, judge=fixed(0.5))
    here = honest(folder.workspace, witness=folder.witness, seed=1, judge=fixed(0.5))
    assert there == here
    assert there.seed == 1


@pytest.mark.parametrize(
    ("grade", "reason"),
    [
        (greedy, "its files could not be graded: MemoryError"),
        (starved, "its files could not be graded: MemoryError"),
        (crashing, "its files could not be graded: status -11"),
    ],
)
def test_files_that_no_grader_ends_on(
    folder: ItemFolder, grade: Callable[..., Verdict], reason: str
) -> None:
    """An outsider's are worth nothing, and the play is unsolved; with a player of ours, invalid."""
    task = task_of(grade)
    verdict = apart.graded(task, PLAY, folder, judge=None)
    assert (verdict.outcome, verdict.overall_score) == ("unsolved", 0.0)
    assert verdict.reason == f"{reason}; 1 of 1 checks not met: files_can_be_graded"
    assert Verdict.from_json(verdict.to_json()) == verdict
    both = with_failure(verdict, "the player's 6 s ran out")
    assert both.reason.startswith(f"{reason}; 2 of 2 checks not met")
    with pytest.raises(GradingFailed, match=reason):
        apart.graded(task, replace(PLAY, player="reference"), folder, judge=None)


def test_files_that_take_too_long(folder: ItemFolder, eventually: Eventually) -> None:
    """Graders and what they started are killed; the limit lets a slow machine begin."""
    for seconds in (3, 12, 60):
        verdict = apart.graded(task_of(endless), PLAY, folder, judge=None, seconds=seconds)
        if begun(folder):
            break
    reason = f"its files could not be graded within {seconds} s"
    assert verdict.reason == f"{reason}; 1 of 1 checks not met: files_can_be_graded"
    assert (verdict.outcome, verdict.overall_score) == ("unsolved", 0.0)
    eventually(lambda: gone(folder))


def test_what_broke_is_kept(folder: ItemFolder) -> None:
    """With its traceback, in the item's folder."""
    apart.graded(task_of(greedy), PLAY, folder, judge=None)
    assert "the grader broke" in folder.grading_log.read_text()
    assert "MemoryError" in folder.grading_log.read_text()


def test_what_the_machine_lacks_costs_no_player(folder: ItemFolder) -> None:
    """Not even one from outside."""
    with pytest.raises(NoReader, match="install it"):
        apart.graded(task_of(without_a_reader), PLAY, folder, judge=None)


@pytest.mark.parametrize("ending", [signal.SIGINT, signal.SIGKILL])
def test_nothing_goes_on_without_us(
    folder: ItemFolder, eventually: Eventually, ending: signal.Signals
) -> None:
    """Whether it is interrupted or killed: the grader ends, too."""
    script = (
        f"import sys; sys.path[:0] = [{str(Path(__file__).parent)!r}]\n"
        "from test_apart import *\n"
        f"apart.graded(task_of(endless), PLAY, ItemFolder(Path({str(folder.root)!r})), judge=None)"
    )
    with subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stderr=subprocess.PIPE) as us:
        eventually(lambda: begun(folder), timeout_s=60)
        pids = (folder.workspace / "pids").read_text().split()
        grading, program = map(psutil.Process, map(int, pids))
        us.send_signal(ending)
        us.wait(timeout=20)
        eventually(lambda: not grading.is_running())
        if ending is signal.SIGINT:
            eventually(lambda: gone(folder))
        with suppress(psutil.NoSuchProcess):
            program.kill()
