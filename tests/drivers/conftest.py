"""A stand-in game in a sandbox."""

import functools
import json
import os
import subprocess
import sys
import uuid
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from drivers import processes
from drivers.launch import Game, Program
from drivers.sandbox import Sandbox
from drivers.screen import Screen

TOY = Path(__file__).parent / "toy_game.py"

TRIAL = {
    Sandbox.BWRAP: ["bwrap", "--unshare-net", "--unshare-pid", "--ro-bind", "/", "/", "true"],
    Sandbox.PROOT: ["proot", "-b", "/etc/passwd:/dev/urandom", "true"],
    Sandbox.NONE: ["true"],
}


@functools.cache
def works(sandbox: Sandbox) -> bool:
    """Whether this machine lets that sandbox start anything."""
    try:
        run = subprocess.run(TRIAL[sandbox], capture_output=True, timeout=60, check=False)
    except OSError:
        return False
    return run.returncode == 0


@pytest.fixture(params=list(Sandbox), ids=lambda sandbox: sandbox.value)
def sandbox(request: pytest.FixtureRequest) -> Sandbox:
    """Each of the sandboxes in turn, if it works here."""
    sandbox: Sandbox = request.param
    if not works(sandbox):
        pytest.skip(f"{sandbox.value} does not work on this machine")
    return sandbox


class Launcher:
    """Prepares games with a mark, a log and an output folder of their own."""

    def __init__(self, screen: Screen, folder: Path) -> None:
        self._screen = screen
        self.mark = uuid.uuid4().hex
        self.output = folder / "output"
        self.output.mkdir()
        self.log = folder / "game.log"
        self.stack = ExitStack()

    def game(
        self,
        *argv: str,
        title: str = "Toy",
        sandbox: Sandbox = Sandbox.NONE,
        seed: bytes | None = None,
        settings: Mapping[str, Mapping[str, str]] | None = None,
    ) -> Game:
        """Any program, not yet started; it is ended with the test at the latest."""
        game = Game(
            Program(argv=argv, title=title, settings=settings or {}),
            screen=self._screen,
            sandbox=sandbox,
            seed=seed,
            output=self.output,
            log=self.log,
            mark=self.mark,
        )
        self.stack.callback(game.close)
        return game

    def toy(self, *options: str, **manners: Any) -> Game:
        """The stand-in game."""
        return self.game(sys.executable, str(TOY), "Toy", str(self.output), *options, **manners)

    def report(self) -> dict[str, Any]:
        """What the toy has reported."""
        report: dict[str, Any] = json.loads((self.output / "report.json").read_text())
        return report


@pytest.fixture
def crowd() -> Iterator[Callable[[int], None]]:
    """Lets a process hardly have a processor any more, as on a machine that is overloaded."""
    crowds: list[subprocess.Popen[bytes]] = []

    def around(pid: int) -> None:
        processor = {min(os.sched_getaffinity(0))}
        for _ in range(2):
            busy = subprocess.Popen([sys.executable, "-c", "while True: pass"])
            crowds.append(busy)
            os.sched_setaffinity(busy.pid, processor)
        os.sched_setaffinity(pid, processor)
        os.setpriority(os.PRIO_PROCESS, pid, 19)

    yield around
    for busy in crowds:
        processes.end_popen(busy)


MakeLauncher = Callable[[], Launcher]


@pytest.fixture
def launcher(screen: Screen, tmp_path: Path) -> Iterator[Launcher]:
    """Starts games; whatever a test leaves of them is ended."""
    launcher = Launcher(screen, tmp_path)
    with launcher.stack:
        yield launcher
    processes.end(processes.marked(launcher.mark))
