"""Real keys and clicks through the XTEST extension: the server takes them for those of a device.

XTEST from python-xlib rather than pyautogui: the same requests, without its pauses, its one display
a process, its exit without tkinter, and its `<` that types `>` (pyautogui#465): a key's shift level
is looked up, not guessed.
"""

from Xlib import XK, X
from Xlib.ext import xtest

from drivers.errors import UnknownKey
from drivers.screen import Screen, display_errors

LEFT, MIDDLE, RIGHT = 1, 2, 3
"""X numbers of the pointer's buttons."""


class Hands:
    """Keyboard and pointer of one display. Calls return after the server has taken the input."""

    def __init__(self, screen: Screen) -> None:
        """Use the connection of `screen`."""
        self._name = screen.name
        self._display = screen.display
        self._shift = self._display.keysym_to_keycode(XK.XK_Shift_L)

    def press(self, key: str) -> None:
        """Press and release `key`: an X keysym name ("Left", "less") or one Latin-1 character.

        Raises:
            UnknownKey: there is no such name, or this keyboard cannot type it plain or with Shift.
        """
        keycode, shifted = self._locate(key)
        with display_errors(self._name):
            if shifted:
                xtest.fake_input(self._display, X.KeyPress, self._shift)
            xtest.fake_input(self._display, X.KeyPress, keycode)
            xtest.fake_input(self._display, X.KeyRelease, keycode)
            if shifted:
                xtest.fake_input(self._display, X.KeyRelease, self._shift)
            self._display.sync()

    def move(self, x: int, y: int) -> None:
        """Put the pointer at root coordinates (x, y)."""
        with display_errors(self._name):
            xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
            self._display.sync()

    def click(self, x: int, y: int, *, button: int = LEFT) -> None:
        """Press and release `button` at root coordinates (x, y)."""
        with display_errors(self._name):
            xtest.fake_input(self._display, X.MotionNotify, x=x, y=y)
            xtest.fake_input(self._display, X.ButtonPress, button)
            xtest.fake_input(self._display, X.ButtonRelease, button)
            self._display.sync()

    def _locate(self, key: str) -> tuple[int, bool]:
        keysym = ord(key) if len(key) == 1 else XK.string_to_keysym(key)
        if keysym == X.NoSymbol:
            raise UnknownKey(f"{key!r} is no X keysym name; see keysymdef.h for the names")
        levels = {index: code for code, index in self._display.keysym_to_keycodes(keysym)}
        for level in (0, 1):
            if level in levels:
                return levels[level], level == 1
        raise UnknownKey(f"this keyboard has no key for {key!r}; set a US layout: setxkbmap us")
