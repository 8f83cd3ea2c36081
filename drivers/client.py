"""What a Python player gets, and its process: `python -m drivers.client MODULE:CALLABLE`.

The callable is called with one `Client` and plays until it returns. It sits in the sandbox, on the
far side of the X server, like any other program that looks at a screen and types.
"""

import importlib
import os
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Self

import numpy as np

from drivers.acts import Act, Button, Click, Drag, Move, Point, Press, Scroll, Type, Wait
from drivers.computer import Computer
from drivers.errors import OutOfWindow
from drivers.keys import chords
from drivers.screen import Frame, Rect, Screen, Window, display_name
from drivers.stillness import STILL_S


@dataclass(frozen=True, slots=True, kw_only=True)
class Observation:
    """What there is to see now.

    Attributes:
        screenshot: The whole screen, shape (height, width, 3), RGB, uint8.
        cursor: (x, y) of the pointer, pixels of the screenshot.
        still: Whether the picture stood still, or was taken in the middle of a change. A game may
            answer later all the same: look again.
        changed: Whether it differs from the picture seen before; true of the first one.
        seconds_left: Until the player is ended.
    """

    screenshot: Frame
    cursor: Point
    still: bool
    changed: bool
    seconds_left: float

    def part(self, rect: Rect) -> Frame:
        """That part of the screenshot, such as a window's `rect`.

        Raises:
            OutOfWindow: it reaches outside.
        """
        return _cut(self.screenshot, rect)


class Client:
    """A screen, a keyboard and a pointer. Points are (x, y) in pixels, (0, 0) the top left corner.

    Every act is real input; it returns when the X server has taken it. What cannot be done in full
    raises a `drivers.errors.HarnessError`, and nothing of it was sent.

    Attributes:
        workspace: The folder that takes what is delivered.
        game_output: What the game itself writes; to read only.
        prompt: The task, in words.
    """

    def __init__(self) -> None:
        """Sit before $DISPLAY."""
        self.workspace = Path(os.environ["WORKSPACE"])
        self.game_output = Path(os.environ["GAME_OUTPUT"])
        self.prompt = Path(os.environ["PROMPT"]).read_text()
        self._deadline = float(os.environ["DEADLINE"])
        self._screen = Screen(display_name())
        self._computer = Computer(self._screen, window=None)
        self._ended = threading.Event()

    def __enter__(self) -> Self:
        """Itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Leave the screen."""
        self._computer.close()
        self._screen.close()

    def windows(self) -> list[Window]:
        """All windows with a title, bottom first: `.title`, and `.rect` in pixels of the screen."""
        return self._computer.windows()

    def screenshot(self, *, part: Rect | None = None) -> Frame:
        """What the screen or a part of it shows now: shape (height, width, 3), RGB, uint8.

        Raises:
            OutOfWindow: the part reaches outside the screen.
        """
        whole = self.observe(within_s=0.0).screenshot
        return whole if part is None else _cut(whole, part)

    def observe(self, *, within_s: float = 1.0) -> Observation:
        """Look once the last key or button has changed the picture and it stands still again.

        After `within_s` seconds it is taken as it then is: so long a key without effect takes.
        """
        view = self._computer.look(still_s=STILL_S, within_s=within_s)
        return Observation(
            screenshot=np.ascontiguousarray(view.frame),
            cursor=self._computer.where(),
            still=view.still,
            changed=view.changed,
            seconds_left=self._deadline - time.time(),
        )

    def act(self, act: Act) -> None:
        """Do one of `drivers.acts`; the methods below are the usual ones."""
        self._computer.do(act, ended=self._ended)

    def move(self, x: int, y: int) -> None:
        """Put the pointer at (x, y)."""
        self.act(Move(at=(x, y)))

    def click(self, x: int, y: int, *, button: str = "left", count: int = 1) -> None:
        """Click at (x, y): `left`, `middle` or `right`, up to three times."""
        self.act(Click(at=(x, y), button=button, count=count, held=()))

    def drag(self, start: Point, *path: Point, button: str = "left") -> None:
        """Press at `start`, go along `path`, release at its end."""
        self.act(Drag(start=start, path=path, button=button, held=()))

    def button(self, x: int, y: int, *, down: bool, button: str = "left") -> None:
        """Press a button at (x, y) and leave it down, or release it there."""
        self.act(Button(at=(x, y), button=button, down=down))

    def type(self, text: str) -> None:
        """Type a text, character by character."""
        self.act(Type(text=text))

    def key(self, keys: str) -> None:
        """Press and release a key, a chord or several: "Left", "ctrl+c", "Down Down Return"."""
        self.act(Press(chords=chords(keys)))

    def scroll(self, x: int, y: int, *, down: int = 0, right: int = 0) -> None:
        """Turn the wheel at (x, y), in notches; negative is up, or left."""
        self.act(Scroll(at=(x, y), right=right, down=down, held=()))

    def wait(self, seconds: float) -> None:
        """Let so much time pass; under `--freeze` the game runs meanwhile."""
        self.act(Wait(seconds=seconds))


def _cut(frame: Frame, rect: Rect) -> Frame:
    height, width, _ = frame.shape
    right, bottom = rect.x + rect.width, rect.y + rect.height
    if not (0 <= rect.x < right <= width and 0 <= rect.y < bottom <= height):
        raise OutOfWindow(f"{rect} reaches outside the screenshot, which is {width}x{height}")
    return np.ascontiguousarray(frame[rect.y : bottom, rect.x : right])


def main(name: str) -> int:
    """Let the callable `module:callable` play; return the exit status."""
    module, _, attribute = name.partition(":")
    play = getattr(importlib.import_module(module), attribute)
    with Client() as client:
        play(client)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
