"""One game's window: look at it, wait for it, act in it.

Coordinates are window coordinates in pixels, origin at the window's top left corner.
"""

import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np

from drivers.errors import OutOfWindow, WaitTimedOut
from drivers.input import LEFT, Hands
from drivers.png import write_png
from drivers.screen import Changes, Frame, Rect, Screen, rgb

T = TypeVar("T")

REDRAW_POLL_S = 0.25
"""A look is taken at least this often even if X reports no drawing."""


class GameWindow:
    """The bot for one window. Close it when done."""

    def __init__(self, screen: Screen, window: int, *, lost_frames: Path) -> None:
        """Act in `window`; the last frame of a wait that timed out goes into `lost_frames`."""
        self.id = window
        self._screen = screen
        self._hands = Hands(screen)
        self._changes = Changes(screen.name, window)
        self.lost_frames = lost_frames

    @property
    def rect(self) -> Rect:
        """Where the window is now, in root coordinates.

        Raises:
            WindowLost: it is gone.
        """
        return self._screen.rect(self.id)

    def capture(self) -> Frame:
        """What the window's place on the screen shows now."""
        return self._screen.grab(self.rect)

    def focus(self) -> None:
        """Give the window the keyboard: without a window manager nobody else does."""
        self._screen.focus(self.id)

    def press(self, key: str) -> None:
        """Press and release a key; it goes to whichever window has the focus."""
        self._hands.press(key)

    def click(self, x: int, y: int, *, button: int = LEFT) -> tuple[int, int]:
        """Click at (x, y) in window coordinates; return where that was, in root coordinates.

        Raises:
            OutOfWindow: the point is not inside the window.
        """
        rect = self.rect
        if not (0 <= x < rect.width and 0 <= y < rect.height):
            raise OutOfWindow(f"({x}, {y}) is outside the {rect.width}x{rect.height} window")
        self._hands.click(rect.x + x, rect.y + y, button=button)
        return rect.x + x, rect.y + y

    def park(self) -> None:
        """Put the pointer into the screen's bottom right corner, where it hovers over no game."""
        width, height = self._screen.size
        self._hands.move(width - 1, height - 1)

    def wait_until(
        self,
        seen: Callable[[Frame], T | None],
        *,
        what: str,
        timeout_s: float = 5.0,
        drawn: bool = False,
    ) -> T:
        """Look until `seen(frame)` answers something true, and return that.

        Args:
            seen: judges a frame of the window.
            what: names the awaited picture, for the error.
            timeout_s: how long to look, in seconds.
            drawn: whether to wait for a drawing before the first look, as after a click: what is
                on screen at once is the picture before it.

        Raises:
            WaitTimedOut: it never did; the last frame is saved and named.
        """
        deadline = time.monotonic() + timeout_s
        if drawn:
            self._changes.wait(min(timeout_s, REDRAW_POLL_S))
        while True:
            frame = self.capture()
            answer = seen(frame)
            if answer:
                return answer
            left = deadline - time.monotonic()
            if left <= 0:
                raise self._timed_out(what, timeout_s, frame)
            self._changes.wait(min(left, REDRAW_POLL_S))

    def wait_stable(self, *, quiet_s: float = 0.1, timeout_s: float = 5.0) -> Frame:
        """Wait until the picture has stood unchanged for `quiet_s`, and return it.

        Raises:
            WaitTimedOut: it kept changing; the last frame is saved and named.
        """
        deadline = time.monotonic() + timeout_s
        pixels, since = self._screen.grab_pixels(self.rect), time.monotonic()
        while time.monotonic() < deadline:
            self._changes.wait(max(0.0, since + quiet_s - time.monotonic()))
            now = self._screen.grab_pixels(self.rect)
            if not np.array_equal(now, pixels):
                pixels, since = now, time.monotonic()
            elif time.monotonic() - since >= quiet_s:
                return rgb(pixels)
        what = f"a picture that stands still for {quiet_s:g} s"
        raise self._timed_out(what, timeout_s, rgb(pixels))

    def save(self, path: Path) -> Frame:
        """Save the window as PNG once it stands still, so that the witness has seen it too."""
        frame = self.wait_stable()
        write_png(path, frame)
        return frame

    def close(self) -> None:
        """Stop watching the window."""
        self._changes.close()

    def _timed_out(self, what: str, timeout_s: float, frame: Frame) -> WaitTimedOut:
        self.lost_frames.mkdir(parents=True, exist_ok=True)
        path = self.lost_frames / f"last_seen_{time.time_ns()}.png"
        write_png(path, frame)
        return WaitTimedOut(
            f"waited {timeout_s:g} s for {what}; what was seen last is in {path}", frame=path
        )
