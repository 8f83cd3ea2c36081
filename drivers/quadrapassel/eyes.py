"""Looks at quadrapassel until something is to be seen, and is not confused by what is not expected.

A game may be paused meanwhile, end, stand still with its process, or turn out to be another than we
knew.
"""

import time
from collections.abc import Callable, Sequence
from typing import TypeVar

from drivers.quadrapassel.look import Button, Layout, Look, find_layout, read, read_button
from drivers.quadrapassel.model import Board, Falling
from drivers.quadrapassel.numbers import Numbers, read_numbers
from drivers.quadrapassel.sight import Watch
from drivers.screen import Frame
from drivers.window import GameWindow

T = TypeVar("T")

SCORES_APPEAR_S = 0.3
"""A game that is over and shows nothing new for so long has no list of scores to show."""

RESUMES_WITHIN_S = 2.0
"""The pause key is pressed again only then: it is a switch, and somebody else may press it too."""


class Diverged(Exception):
    """The picture shows another game than we knew; the driver believes it."""

    def __init__(self, board: Board, falling: Falling, look: Look) -> None:
        super().__init__()
        self.board, self.falling, self.look = board, falling, look


class Over(Exception):
    """The game ended while something else was waited for."""


class Eyes:
    """One window of quadrapassel, looked at.

    Attributes:
        frame: The picture that was looked at last.
        look: What it shows.
        pauses: How many pauses are over. Keys that were sent before one ended have had their
            effect, or never will.
    """

    frame: Frame
    look: Look

    def __init__(self, window: GameWindow) -> None:
        """Look at `window`; nothing is seen yet."""
        self._window = window
        self._layout: Layout | None = None
        self._asked = -RESUMES_WITHIN_S
        self._paused = False
        self.pauses = 0

    @property
    def layout(self) -> Layout:
        """Where everything is."""
        assert self._layout is not None, "measure() comes first"
        return self._layout

    def measure(self, *, what: str, wanted: Callable[[Button], bool] = bool) -> Button:
        """Find out where everything is, once the button offers what is wanted; answers what.

        Raises:
            UnknownLook: there is no field with a preview and a button.
            WaitTimedOut: there is no such button.
        """

        def seen(frame: Frame) -> Button | None:
            self._layout = find_layout(frame)
            button = read_button(frame, self._layout)
            return button if button and wanted(button) else None

        return self._window.wait_to_read(seen, what=what)

    def until(
        self,
        judge: Callable[[Look], T | None],
        *,
        what: str,
        known: Sequence[Board],
        over: bool = True,
    ) -> T:
        """Look until `judge` answers something true, and return that.

        Args:
            judge: looks at what a picture shows.
            what: names what is awaited.
            known: fields that would be no surprise, with any one piece falling over them.
            over: whether the end of the game would be one.

        Raises:
            Diverged: the picture shows a field that is none of the known ones.
            Over: the game is over.
            UnknownLook: the window shows no field any more.
            WaitTimedOut: nothing of this was seen.
        """
        watch = Watch()

        def seen(frame: Frame) -> T | None:
            nonlocal watch
            look = self._read(frame)
            if look.button is Button.PLAY:
                self._resume()
                self._paused = True
                return None
            self.pauses += self._paused
            self._paused = False
            if over and look.button is Button.AGAIN:
                raise Over
            answer = judge(look)
            if answer or any(look.falling(board) for board in known):
                watch = Watch()
            elif look.clear and (found := watch.see(look.field)):
                raise Diverged(*found, look)
            return answer

        return self._window.wait_to_read(seen, what=what)

    def still(self, *, timeout_s: float) -> Look:
        """What a picture shows that stands still, so that others have seen it too.

        Raises:
            UnknownLook: it cannot be read.
            WaitTimedOut: none stood.
        """
        frame = self._window.wait_still(timeout_s=timeout_s)
        return self._window.read(frame, lambda frame: self._read(frame, strict=True))

    def numbers(self) -> Numbers:
        """Score, lines and level, once the panel stands still.

        Raises:
            UnknownLook: they cannot be read.
        """
        layout = self.layout
        frame = self._window.wait_still(part=layout.below_preview)
        return self._window.read(frame, lambda frame: read_numbers(frame, layout))

    def close_scores(self) -> None:
        """Close the list of scores that opens over a game that is over, if it had any.

        Raises:
            UnknownLook: the window shows no field.
            WaitTimedOut: it does not close.
        """
        frame = self._window.wait_still(still_s=SCORES_APPEAR_S)
        self._window.read(frame, lambda frame: self._read(frame, strict=True))
        if self.look.covered:
            self._window.focus()
            self._window.press("Escape")

            def closed(frame: Frame) -> bool:
                return not self._read(frame, strict=True).covered

            self._window.wait_to_read(closed, what="the list of scores to close")

    def _read(self, frame: Frame, *, strict: bool = False) -> Look:
        if self.layout.shape != frame.shape[:2]:  # the window has another size now
            self._layout = find_layout(frame)
        self.frame, self.look = frame, read(frame, self.layout, strict=strict)
        return self.look

    def _resume(self) -> None:
        """Somebody paused the game: go on, by the pause key."""
        now = time.monotonic()
        if now - self._asked > RESUMES_WITHIN_S:
            self._asked = now
            self._window.focus()
            self._window.press("Pause")
