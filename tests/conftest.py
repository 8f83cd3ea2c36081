"""The virtual display, plain windows on it, and a wait that ends when what it waits for is so."""

import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import pytest

from drivers.screen import Screen, display_name
from tests.drivers.canvas import Canvas, MakeCanvas
from tests.forgeries.kill_rate import pytest_terminal_summary

__all__ = ["pytest_terminal_summary"]  # a hook; here, so that the controller of workers has it

Eventually = Callable[..., None]


@pytest.fixture
def screen(request: pytest.FixtureRequest, pytestconfig: pytest.Config) -> Iterator[Screen]:
    """The display of pytest-xvfb."""
    if pytestconfig.getoption("--no-xvfb"):
        pytest.skip("it needs a display, and --no-xvfb was given")
    if request.getfixturevalue("xvfb") is None:
        pytest.fail("Xvfb is not installed: python3 bootstrap.py installs it")
    screen = Screen(display_name())
    yield screen
    screen.close()


@pytest.fixture
def canvas(screen: Screen) -> Iterator[MakeCanvas]:
    """Makes plain windows; they are gone when the test is over."""
    with ExitStack() as stack:

        def make(title: str = "canvas", **options: object) -> Canvas:
            made = Canvas(screen.name, title=title, **options)  # type: ignore[arg-type]  # passed on
            stack.callback(made.close)
            return made

        yield make


@pytest.fixture
def eventually() -> Eventually:
    """Waits until a condition holds, looking every 10 ms; fails when it does not in `timeout_s`."""

    def wait(holds: Callable[[], object], *, timeout_s: float = 20.0) -> None:
        deadline, pause = time.monotonic() + timeout_s, threading.Event()
        while not holds():
            assert time.monotonic() < deadline, f"not so after {timeout_s:g} s"
            pause.wait(0.01)

    return wait


@dataclass(frozen=True, slots=True)
class Server:
    """An X server of a test's own, that it may kill."""

    name: str
    process: subprocess.Popen[bytes]

    def kill(self) -> None:
        """End it as a crash would."""
        self.process.kill()
        self.process.wait()


@pytest.fixture
def server(screen: Screen, tmp_path: Path) -> Iterator[Server]:
    """A second Xvfb, on whatever display is free."""
    with (tmp_path / "xvfb.log").open("wb") as log:
        process = subprocess.Popen(
            ["Xvfb", "-displayfd", "1", "-screen", "0", "800x700x24", "-noreset"],
            stdout=subprocess.PIPE,
            stderr=log,
        )
    assert process.stdout is not None
    with process:
        number = process.stdout.readline().decode().strip()
        server = Server(f":{number}", process)
        yield server
        server.kill()
