"""What a run may not leave behind."""

import os
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

from drivers import processes
from drivers.errors import Leak
from drivers.screen import Screen
from suites.leaks import LeakCheck
from tests.conftest import Eventually, Server
from tests.drivers.canvas import MakeCanvas


@pytest.fixture
def leaks(screen: Screen) -> Iterator[LeakCheck]:
    """A check of the test's display; its own leavings are removed."""
    leaks = LeakCheck(screen, mark=uuid.uuid4().hex, shared=False)
    yield leaks
    processes.end(processes.marked(leaks.mark), grace_s=0.2)
    for folder in Path(tempfile.gettempdir()).glob(f"playproof-{leaks.mark}-*"):
        shutil.rmtree(folder)


def test_a_clean_run_passes(leaks: LeakCheck, canvas: MakeCanvas) -> None:
    """A window that was closed again, and one that is not shown, are no leaks."""
    canvas("passing by").vanish()
    canvas("hidden", shown=False)
    leaks.check()
    leaks.check()


def test_what_was_there_before_is_no_leak(screen: Screen, canvas: MakeCanvas) -> None:
    """Windows older than the run are not its own."""
    canvas("old")
    LeakCheck(screen, mark=uuid.uuid4().hex, shared=False).check()


def test_a_left_process_is_named_and_ended(leaks: LeakCheck, eventually: Eventually) -> None:
    """A process of the run that still lives raises Leak, and is ended."""
    left = subprocess.Popen(
        ["sleep", "600"],
        env={**os.environ, processes.STAGE_MARK: leaks.mark},
        start_new_session=True,
    )
    # for a moment after exec the kernel shows no environment yet
    eventually(lambda: processes.marked(leaks.mark))
    with pytest.raises(Leak, match=rf"process {left.pid} \(sleep\)"):
        leaks.check()
    left.wait(20)
    leaks.check()


def test_a_left_window_is_named(leaks: LeakCheck, canvas: MakeCanvas) -> None:
    """A window that is still shown raises Leak with its title."""
    canvas("still here")
    with pytest.raises(Leak, match="window 'still here'"):
        leaks.check()


def test_a_left_folder_is_named(leaks: LeakCheck) -> None:
    """A temporary folder of the run raises Leak with its path, and stays for a look."""
    folder = tempfile.mkdtemp(prefix=f"playproof-{leaks.mark}-")
    with pytest.raises(Leak, match=f"folder {folder}"):
        leaks.check()
    assert Path(folder).is_dir()


def test_everything_left_is_told_at_once(leaks: LeakCheck, canvas: MakeCanvas) -> None:
    """One Leak names all there is."""
    canvas("one")
    canvas("two")
    tempfile.mkdtemp(prefix=f"playproof-{leaks.mark}-")
    with pytest.raises(Leak, match=r"folder .*window 'one', window 'two'"):
        leaks.check()


def test_windows_go_with_their_display(server: Server) -> None:
    """On a dead display there are no windows to leak; the rest is still looked for."""
    screen = Screen(server.name)
    leaks = LeakCheck(screen, mark=uuid.uuid4().hex, shared=False)
    server.kill()
    leaks.check()
    folder = Path(tempfile.mkdtemp(prefix=f"playproof-{leaks.mark}-"))
    with pytest.raises(Leak, match="folder"):
        leaks.check()
    folder.rmdir()
    screen.close()
