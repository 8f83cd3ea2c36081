"""A whole screen, or one window of it, as somebody who sits before it: look, and act.

Every act is real input through XTEST, or none at all: what cannot be done in full raises before
anything is sent. Coordinates are pixels of the picture that `look` gives, origin top left.
"""

import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
from Xlib import X

from drivers.acts import (
    BUTTONS,
    Act,
    Button,
    Click,
    Drag,
    Hold,
    Move,
    Point,
    Press,
    Scroll,
    Type,
    Wait,
    points,
)
from drivers.errors import BadAct, HarnessError, OutOfWindow, WindowLost
from drivers.input import Hands
from drivers.keys import Chord
from drivers.screen import Changes, Frame, Pixels, Rect, Screen, Window, display_errors, rgb
from drivers.stillness import look_until_still

WHEEL_UP, WHEEL_DOWN, WHEEL_LEFT, WHEEL_RIGHT = 4, 5, 6, 7
"""X numbers of the buttons that a wheel's notches are."""

DRAG_STEP = 12
"""Pixels from one motion event of a drag to the next: a jump is no drag to many programs."""

NUDGE_S = 0.05
"""Seconds from one sign of somebody who waits to the next."""

LAST_ACT_S = 2.0
"""Seconds that closing waits for the act that is being done."""

SECOND_GROUP = 0x6000
"""Bits of X's keyboard state that say which layout is switched on."""

TYPED = {"\n": "Return", "\t": "Tab", " ": "space"}
"""Characters that have a key of another name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """A picture, and what is known of the moment at which it was taken.

    Attributes:
        frame: The picture, shape (height, width, 3), RGB, uint8.
        still: Whether it had stood unchanged for as long as was asked for. What was done may have
            its effect later all the same.
        changed: Whether it differs from the picture given before it; true of the first one.
    """

    frame: Frame
    still: bool
    changed: bool


class Computer:
    """Look and act. Calls from several threads are done one after the other. Close it when done."""

    def __init__(self, screen: Screen, *, window: int | None) -> None:
        """Sit before `screen`, or before the window of that X id, which gets the keyboard.

        Raises:
            WindowLost: the window is gone or does not take the keyboard.
        """
        self._screen = screen
        self._window = window
        self._place = window if window is not None else int(screen.root.id)
        self._hands = Hands(screen)
        self._down: set[int] = set()
        self._one_at_a_time = threading.Lock()
        self._ended = threading.Event()
        if window is not None:
            screen.rect(window)  # a window that is gone: said before it is watched
            screen.focus(window)
        self._changes = Changes(screen.name, self._place)
        self._given: Pixels | None = None
        self._acted = False

    @property
    def rect(self) -> Rect:
        """The part of the screen that is looked at, in root coordinates.

        Raises:
            WindowLost: it was a window, and is gone.
        """
        return self._screen.rect(self._place)

    def where(self) -> Point:
        """Where the pointer is; outside the picture too, if one window is looked at."""
        with self._one_at_a_time:
            return self._where()

    def look(self, *, still_s: float, within_s: float) -> View:
        """A picture, taken once it shows something new and has stood for `still_s` seconds.

        New is what differs from the picture given before, and was drawn after the last key or
        button; if none moved since then, nothing new is waited for. After `within_s` seconds the
        picture is taken as it then is.
        """
        with self._one_at_a_time:
            pixels, still = look_until_still(
                lambda: self._screen.grab_pixels(self.rect),
                self._changes,
                still_s=still_s,
                within_s=within_s,
                ready=self._is_answer,
            )
            if within_s > 0:  # who did not wait for an answer may do so at the next look
                self._acted = False
            changed, self._given = self._differs(pixels), pixels
            return View(frame=rgb(pixels), still=still, changed=changed)

    def windows(self) -> list[Window]:
        """All windows of the screen that have a title, bottom first, in root coordinates."""
        with self._one_at_a_time:
            return self._screen.windows()

    def do(self, act: Act, *, ended: threading.Event) -> None:
        """Do it; return when the server has taken it.

        Args:
            act: What to do.
            ended: Once another thread has set it, a wait or a held key ends at once.

        Raises:
            OutOfWindow: it names a point outside the picture.
            UnknownKey: this keyboard has no such key.
            BadAct: Caps Lock or a second layout is on, so that keys would type something else.
            WindowLost: the window looked at is gone.
            DisplayLost: the X server is gone.
        """
        with self._one_at_a_time:
            self._ended = ended
            self._do(act, ended)

    def close(self) -> None:
        """End the act another thread is at, release the buttons that acts left down, look no more.

        What takes no time is let come to its end, but not waited for without end.
        """
        self._ended.set()
        if self._one_at_a_time.acquire(timeout=LAST_ACT_S):
            with suppress(HarnessError):
                for button in self._down:
                    self._hands.button_up(button)
            self._changes.close()
            self._one_at_a_time.release()

    def _do(self, act: Act, ended: threading.Event) -> None:
        self._check(act)
        if not isinstance(act, Move | Wait):
            self._expect_an_answer()
        match act:
            case Wait():
                self._wait(act.seconds, ended)
            case Move():
                self._go(act.at)
            case Click():
                self._click(act)
            case Button():
                self._go(act.at)
                self._button(BUTTONS[act.button], down=act.down)
            case Drag():
                self._drag(act)
            case Scroll():
                self._scroll(act)
            case Type():
                self._press([(TYPED.get(character, character),) for character in _lines(act.text)])
            case Press():
                self._press(act.chords)
            case Hold():
                self._heed_keyboard([act.chord])
                with self._hands.holding(self._hands.keycodes(act.chord)):
                    ended.wait(act.seconds)

    def _wait(self, seconds: float, ended: threading.Event) -> None:
        """Let time pass, for a game too that stands still while nobody acts (drivers/freeze.py)."""
        deadline = time.monotonic() + seconds
        while (left := deadline - time.monotonic()) > 0 and not ended.wait(min(left, NUDGE_S)):
            self._nudge()

    def _nudge(self) -> None:
        """Put the pointer where it is: the server takes that for a motion, a program for none."""
        with display_errors(self._screen.name):
            pointer = self._screen.root.query_pointer()
        self._hands.move(int(pointer.root_x), int(pointer.root_y))

    def _expect_an_answer(self) -> None:
        """What was drawn so far is none to the key or button that comes now."""
        self._changes.wait(0.0)
        self._acted = True

    def _is_answer(self, pixels: Pixels, drawn: bool) -> bool:
        """Whether nothing new is waited for, or this is it."""
        if drawn and self._differs(pixels):
            self._acted = False
        return not self._acted

    def _differs(self, pixels: Pixels) -> bool:
        return self._given is None or not np.array_equal(pixels, self._given)

    def _where(self) -> Point:
        with display_errors(self._screen.name):
            pointer = self._screen.root.query_pointer()
        rect = self.rect
        return int(pointer.root_x) - rect.x, int(pointer.root_y) - rect.y

    def _check(self, act: Act) -> None:
        rect = self.rect
        for x, y in points(act):
            if not (0 <= x < rect.width and 0 <= y < rect.height):
                raise OutOfWindow(
                    f"({x}, {y}) is outside the screenshot, which is {rect.width}x{rect.height}: "
                    f"x is 0 to {rect.width - 1}, y is 0 to {rect.height - 1}; nothing was sent"
                )

    def _go(self, at: Point | None) -> None:
        if at is not None:
            rect = self.rect
            self._hands.move(rect.x + at[0], rect.y + at[1])

    def _click(self, act: Click) -> None:
        keycodes = self._hands.keycodes(act.held)
        self._go(act.at)
        with self._hands.holding(keycodes):
            for _ in range(act.count):
                self._turn(BUTTONS[act.button], 1)

    def _drag(self, act: Drag) -> None:
        keycodes = self._hands.keycodes(act.held)
        button = BUTTONS[act.button]
        self._go(act.start)
        with self._hands.holding(keycodes):
            self._button(button, down=True)
            try:
                for start, end in pairwise([self._where(), *act.path]):
                    for point in _between(start, end):
                        self._go(point)
            finally:
                self._button(button, down=False)

    def _scroll(self, act: Scroll) -> None:
        keycodes = self._hands.keycodes(act.held)
        self._go(act.at)
        with self._hands.holding(keycodes):
            self._turn(WHEEL_DOWN if act.down > 0 else WHEEL_UP, abs(act.down))
            self._turn(WHEEL_RIGHT if act.right > 0 else WHEEL_LEFT, abs(act.right))

    def _press(self, chords: Sequence[Chord]) -> None:
        self._heed_keyboard(chords)
        keycodes = {chord: self._hands.keycodes(chord) for chord in chords}
        *first, last = chords
        for chord in first:
            self._hands.strike(keycodes[chord])
        self._expect_an_answer()  # to the last key: a text is answered at its Return
        self._hands.strike(keycodes[last])

    def _turn(self, button: int, times: int) -> None:
        for _ in range(times):
            self._hands.button_down(button)
            self._hands.button_up(button)

    def _button(self, button: int, *, down: bool) -> None:
        if down:
            self._down.add(button)
            self._hands.button_down(button)
        else:
            self._hands.button_up(button)
            self._down.discard(button)

    def _heed_keyboard(self, chords: Sequence[Chord]) -> None:
        """Know the keyboard as it is now, and that these keys will come to the window as such."""
        display = self._screen.display
        with display_errors(self._screen.name):
            while display.pending_events():
                event = display.next_event()
                if event.type == X.MappingNotify:
                    display.refresh_keyboard_mapping(event)
            state = self._screen.root.query_pointer().mask
        characters = "".join(key for chord in chords for key in chord if len(key) == 1)
        if state & X.LockMask and characters.lower() != characters.upper():
            raise BadAct("Caps Lock is on: press Caps_Lock first; nothing was sent")
        if state & SECOND_GROUP and characters:
            raise BadAct("the keyboard is switched to another layout; nothing was sent")
        if self._window is not None and self._screen.focused() in (X.NONE, X.PointerRoot):
            self._screen.focus(self._window)


def find_window(screen: Screen, name: str) -> int:
    """The X id of the one window with that title, or with that id, decimal or hexadecimal.

    Raises:
        WindowLost: there is none, or more than one; the message lists what there is.
    """
    windows = screen.windows()
    titled = [window.id for window in windows if window.title == name]
    with suppress(ValueError):
        titled = titled or [window.id for window in windows if window.id == int(name, 0)]
    if len(titled) != 1:
        there_are = ", ".join(f"{window.id:#x} {window.title!r}" for window in windows) or "none"
        raise WindowLost(f"{len(titled)} windows are called {name!r}; there are: {there_are}")
    return titled[0]


def _lines(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _between(start: Point, end: Point) -> list[Point]:
    """Points on the straight way from `start` to `end`, which is the last of them."""
    across, down = end[0] - start[0], end[1] - start[1]
    steps = max(1, max(abs(across), abs(down)) // DRAG_STEP)
    return [
        (start[0] + across * step // steps, start[1] + down * step // steps)
        for step in range(1, steps + 1)
    ]
