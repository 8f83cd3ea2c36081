"""One game's window: look at it, wait for it, act in it.

Coordinates are window coordinates in pixels, origin at the window's top left corner.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final, TypeVar

from drivers.errors import OutOfWindow, UnknownLook, WaitTimedOut, WindowLost
from drivers.input import LEFT, Hands
from drivers.png import write_png
from drivers.screen import Changes, Frame, Rect, Screen, rgb
from drivers.stillness import STILL_S, WHOLE, Part, look_until_still

T = TypeVar("T")

PATIENCE_S: Final = 30.0
"""So long a game may owe a picture that it shows at once when it runs: its process may be stopped
for a while, the machine busy."""

REDRAW_POLL_S: Final = 0.25
"""A look is taken at least this often even if X reports no drawing."""


class GameWindow:
    """The bot for one window. Close it when done.

    Attributes:
        id: The window's X id.
        lost_frames: Folder for pictures of what went wrong.
        patience_s: How long a picture is waited for if nothing else is said, in seconds.
    """

    def __init__(self, screen: Screen, window: int, *, lost_frames: Path) -> None:
        """Act in `window`; pictures of what went wrong go into `lost_frames`."""
        self.id = window
        self.patience_s = PATIENCE_S
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

    def hold_focus(self) -> None:
        """Take the keyboard; if somebody takes it away at once, it shows by keys without effect.

        Raises:
            WindowLost: the window is gone.
        """
        with suppress(WindowLost):
            self.focus()
        _ = self.rect  # raises if the window is really gone

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
        timeout_s: float | None = None,
        drawn: bool = False,
    ) -> T:
        """Look until `seen(frame)` answers something true, and return that.

        Args:
            seen: judges a frame of the window.
            what: names the awaited picture, for the error.
            timeout_s: how long to look, in seconds; None for `patience_s`.
            drawn: whether to wait for a drawing before the first look, as after a click: what is
                on screen at once is the picture before it.

        Raises:
            WaitTimedOut: it never did; the last frame is saved and named.
        """
        timeout_s = self.patience_s if timeout_s is None else timeout_s
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

    def wait_to_read(
        self,
        read: Callable[[Frame], T | None],
        *,
        what: str,
        timeout_s: float | None = None,
        drawn: bool = False,
    ) -> T:
        """Look until a picture can be read and what is read is true; arguments as of `wait_until`.

        Raises:
            UnknownLook: it could not be read even in the end; the last frame is saved and named.
            WaitTimedOut: it could, and what was read was nothing; the same.
        """
        trouble: list[UnknownLook] = []

        def seen(frame: Frame) -> T | None:
            trouble.clear()
            try:
                return read(frame)
            except UnknownLook as unknown:
                trouble.append(unknown)
                return None

        try:
            return self.wait_until(seen, what=what, timeout_s=timeout_s, drawn=drawn)
        except WaitTimedOut as late:
            if not trouble:
                raise
            raise _unknown(str(trouble[0]), late.frame) from None

    def wait_still(
        self, *, still_s: float = STILL_S, timeout_s: float | None = None, part: Part = WHOLE
    ) -> Frame:
        """Wait until the picture has stood unchanged for `still_s`, and return it.

        Args:
            still_s: how long it has to stand, in seconds.
            timeout_s: how long to look, in seconds; None for `patience_s`.
            part: what of it has to stand.

        Raises:
            WaitTimedOut: it kept changing; the last frame is saved and named.
        """
        timeout_s = self.patience_s if timeout_s is None else timeout_s
        pixels, still = look_until_still(
            lambda: self._screen.grab_pixels(self.rect),
            self._changes,
            still_s=still_s,
            within_s=timeout_s,
            part=part,
        )
        if still:
            return rgb(pixels)
        raise self._timed_out(f"a picture that stands {still_s:g} s", timeout_s, rgb(pixels))

    def press_until(
        self, key: str, done: Callable[[Frame], bool], *, what: str, again_s: float
    ) -> None:
        """Press a key, and look until a picture can be read and is `done`.

        Args:
            key: what to press; every `again_s` seconds once more, as a key may go astray.
            done: judges a frame that was taken after it.
            what: names the awaited picture, for the error.
            again_s: how long an answer takes at most, in seconds.

        Raises:
            UnknownLook, WaitTimedOut: as of `wait_to_read`.
        """
        pressed: list[float] = []

        def seen(frame: Frame) -> bool:
            if not pressed or time.monotonic() - pressed[-1] >= again_s:
                pressed.append(time.monotonic())
                self.hold_focus()
                self.press(key)
                return False
            return done(frame)

        self.wait_to_read(seen, what=what)

    def read(self, frame: Frame, read: Callable[[Frame], T]) -> T:
        """Read a picture that was taken.

        Raises:
            UnknownLook: it cannot be read; it is saved and named.
        """
        try:
            return read(frame)
        except UnknownLook as unknown:
            raise self.unknown(str(unknown), frame) from None

    def unknown(self, why: str, frame: Frame) -> UnknownLook:
        """The error to raise for a picture that cannot be understood: it is saved and named."""
        return _unknown(why, self.keep(frame, "unknown_look"))

    def save(self, path: Path) -> Frame:
        """Save the window as PNG once it stands still, so that the witness has seen it too."""
        frame = self.wait_still()
        write_png(path, frame)
        return frame

    def keep(self, frame: Frame, name: str) -> Path:
        """Keep a picture of what went wrong, beside those kept before; return its path."""
        self.lost_frames.mkdir(parents=True, exist_ok=True)
        path = self.lost_frames / f"{name}_{time.time_ns()}.png"
        write_png(path, frame)
        return path

    def close(self) -> None:
        """Stop watching the window."""
        self._changes.close()

    def _timed_out(self, what: str, timeout_s: float, frame: Frame) -> WaitTimedOut:
        path = self.keep(frame, "last_seen")
        return WaitTimedOut(
            f"waited {timeout_s:g} s for {what}; what was seen last is in {path}", frame=path
        )


def _unknown(why: str, frame: Path | None) -> UnknownLook:
    return UnknownLook(f"{why}; the picture is in {frame}", frame=frame)
