"""The game as a real program on the display of pytest-xvfb, with real keys."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from Xlib import XK, X
from Xlib.ext import xtest

from drivers.screen import Frame, Screen
from tests.conftest import Eventually

ROOT = Path(__file__).parents[2]
GAM_5 = ROOT / "workspace" / "GAM" / "task_5_sokoban_solver"
PROGRAM = GAM_5 / "exec" / "sokoban_game.py"
LEVELS = [GAM_5 / "exec" / "levels" / f"level_{number}.sok" for number in (1, 2, 3)]
KEYS = {"L": "Left", "U": "Up", "R": "Right", "D": "Down"}


def start(
    *arguments: object, folder: Path | None = None, **environment: str
) -> subprocess.Popen[str]:
    """Start the program in `folder`; its environment differs from ours in what is given."""
    return subprocess.Popen(
        [sys.executable, str(PROGRAM), *map(str, arguments)],
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env={**os.environ, **environment},
    )


@dataclass(frozen=True, slots=True)
class Playing:
    """One running game: its process, its window, and where it writes."""

    process: subprocess.Popen[str]
    screen: Screen
    window: int
    folder: Path

    def key(self, name: str, *, press: bool = True, release: bool = True) -> None:
        """Queue a key press and release of the X server; `flush` sends what is queued."""
        display = self.screen.display
        code = display.keysym_to_keycode(XK.string_to_keysym(name))
        if press:
            xtest.fake_input(display, X.KeyPress, code)
        if release:
            xtest.fake_input(display, X.KeyRelease, code)

    def keys(self, *names: str) -> None:
        """Press keys one after the other without waiting; LURD letters stand for arrows."""
        for name in names:
            self.key(KEYS.get(name, name))
        self.flush()

    def flush(self) -> None:
        """Have the server act on everything queued."""
        self.screen.display.sync()

    def picture(self) -> Frame:
        """What the window shows: 600 x 800 x 3."""
        return self.screen.grab(self.screen.rect(self.window))

    def log(self, level: int) -> list[list[str]]:
        """The complete rows of a level's log, header first."""
        text = (self.folder / f"level_{level}_moves.csv").read_text()
        return [line.split(",") for line in text.split("\n")[:-1]]

    def end(self) -> int:
        """Wait for the program to end by itself; its exit status."""
        return self.process.wait(timeout=10)


Launch = Callable[..., Playing]


@pytest.fixture
def launch(screen: Screen, tmp_path: Path, eventually: Eventually) -> Iterator[Launch]:
    """Starts the game on level files, with the keyboard focus, and its first picture drawn."""
    with ExitStack() as stack:

        def make(*levels: Path) -> Playing:
            process = start(
                *("--level", *levels),
                *("--log", tmp_path / "level_{level}_moves.csv"),
                *("--result", tmp_path / "level_{level}_result.json"),
                *("--title", "Sokoban test"),
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            window = screen.wait_for_window("Sokoban test", lambda: {process.pid}, timeout_s=20)
            playing = Playing(process, screen, window.id, tmp_path)
            screen.focus(window.id)
            eventually(lambda: np.any(playing.picture()[:64] > 200))
            return playing

        yield make
