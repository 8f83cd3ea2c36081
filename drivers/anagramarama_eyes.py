"""Looks at the window of our Anagramarama; what cannot be read is kept as a picture."""

from collections.abc import Callable
from typing import Final, TypeVar

from drivers.errors import UnknownLook, WaitTimedOut
from drivers.png import write_png
from drivers.screen import Frame
from drivers.window import GameWindow

T = TypeVar("T")

PATIENCE_S: Final = 10.0
"""A game that stands still is waited for so long."""


class Eyes:
    """The eyes on one window."""

    def __init__(self, window: GameWindow) -> None:
        """Look at `window`."""
        self._window = window

    def until(self, read: Callable[[Frame], T | None], *, what: str) -> T:
        """Look until the picture can be read, and what is read is something true.

        Raises:
            UnknownLook: it could not be read even in the end.
            WaitTimedOut: what was read was nothing.
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
            return self._window.wait_until(seen, what=what, timeout_s=PATIENCE_S)
        except WaitTimedOut as late:
            if not trouble:
                raise
            raise UnknownLook(f"{trouble[0]}; the picture is in {late.frame}") from None

    def at(self, frame: Frame, read: Callable[[Frame], T]) -> T:
        """Read a picture that was taken.

        Raises:
            UnknownLook: it cannot be read.
        """
        try:
            return read(frame)
        except UnknownLook as unknown:
            raise self.unknown(str(unknown), frame) from None

    def unknown(self, why: str, frame: Frame) -> UnknownLook:
        """Keep a picture and say where it is."""
        self._window.lost_frames.mkdir(parents=True, exist_ok=True)
        path = self._window.lost_frames / "unknown_look.png"
        write_png(path, frame)
        return UnknownLook(f"{why}; the picture is in {path}")
