"""Real keys and clicks through the XTEST extension: the server takes them for those of a device.

XTEST from python-xlib rather than pyautogui: the same requests, without its pauses, its one display
a process, its exit without tkinter, and its `<` that types `>` (pyautogui#465): a key's shift level
is looked up, not guessed.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

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
        """Press and release `key`: an X keysym name ("Left", "less") or one character.

        Raises:
            UnknownKey: there is no such name, or this keyboard cannot type it plain or with Shift.
        """
        self.strike(self.keycodes([key]))

    def keycodes(self, keys: Sequence[str]) -> list[int]:
        """The keys to hold at once for `keys`, in order, Shift before the first that needs it.

        Nothing is sent: who has many keys to press can look all of them up first.

        Raises:
            UnknownKey: as `press`.
        """
        codes: list[int] = []
        for key in keys:
            keycode, shifted = self._locate(key)
            codes += [self._shift, keycode] if shifted else [keycode]
        return list(dict.fromkeys(codes))

    def strike(self, keycodes: Sequence[int]) -> None:
        """Press these keys in order, and release them in reverse."""
        with display_errors(self._name):
            self._fake_keys(X.KeyPress, keycodes)
            self._fake_keys(X.KeyRelease, keycodes[::-1])
            self._display.sync()

    @contextmanager
    def holding(self, keycodes: Sequence[int]) -> Iterator[None]:
        """Hold these keys down inside the block."""
        with display_errors(self._name):
            self._fake_keys(X.KeyPress, keycodes)
            self._display.sync()
        try:
            yield
        finally:
            with display_errors(self._name):
                self._fake_keys(X.KeyRelease, keycodes[::-1])
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

    def button_down(self, button: int) -> None:
        """Press `button` where the pointer is, and leave it down."""
        self._fake_button(X.ButtonPress, button)

    def button_up(self, button: int) -> None:
        """Release `button` where the pointer is."""
        self._fake_button(X.ButtonRelease, button)

    def _fake_keys(self, kind: int, keycodes: Sequence[int]) -> None:
        for keycode in keycodes:
            xtest.fake_input(self._display, kind, keycode)

    def _fake_button(self, kind: int, button: int) -> None:
        with display_errors(self._name):
            xtest.fake_input(self._display, kind, button)
            self._display.sync()

    def _locate(self, key: str) -> tuple[int, bool]:
        keysym = _keysym(key)
        if keysym == X.NoSymbol:
            raise UnknownKey(f"{key!r} is no X keysym name; see keysymdef.h for the names")
        levels = {index: code for code, index in self._display.keysym_to_keycodes(keysym)}
        for level in (0, 1):
            if level in levels:
                return levels[level], level == 1
        raise UnknownKey(f"this keyboard has no key for {key!r}; nothing was sent")


def _keysym(key: str) -> int:
    """The X keysym of a name or a character; NoSymbol if there is none."""
    if len(key) != 1:
        return int(XK.string_to_keysym(key))
    # beyond Latin-1 a keysym is not the character's number: that names another character's key
    return ord(key) if ord(key) < 0x100 else 0x1000000 | ord(key)
