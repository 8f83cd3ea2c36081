"""Runs to look at, and runs to disturb."""

import os
import signal
import subprocess
from collections.abc import Iterator
from pathlib import Path

import psutil
import pytest

from drivers import processes
from tests.e2e.runs import GAM_5, ROOT, RUN_MARK, Run, Underway, arguments, clean_environment, play


@pytest.fixture
def underway(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Underway]:
    """A run of the module's suite that has begun to play; its parameter, if any, is options."""
    suite, options = request.module.SUITE, getattr(request, "param", ())
    process = subprocess.Popen(
        arguments(suite, tmp_path, "--game-seed", "1", *options),
        cwd=ROOT,
        env=clean_environment() | {RUN_MARK: str(tmp_path), "TMPDIR": str(tmp_path)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        run = Underway(suite, process, tmp_path)
        run.wait_until_input_arrives()
        yield run
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        # a worker that was killed could not end its display
        processes.end([p for p in psutil.process_iter() if _carries(p, str(tmp_path))])


@pytest.fixture(scope="session")
def reference_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Seed 1 of GAM 5 played by the reference player."""
    return play(GAM_5, tmp_path_factory.mktemp("reference"), "--game-seed", "1")


def _carries(process: psutil.Process, mark: str) -> bool:
    try:
        return bool(process.environ().get(RUN_MARK) == mark)
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False
