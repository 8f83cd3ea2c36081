"""Leave a display as it was found: much of what a player does to it outlives the player."""

from dataclasses import dataclass

from Xlib import XK, X
from Xlib.error import BadValue, BadWindow, CatchError
from Xlib.ext import xtest

from drivers.screen import Screen, display_errors

FIRST_KEYCODE, LAST_KEYCODE = 8, 255
BUTTONS = {
    1: X.Button1Mask,
    2: X.Button2Mask,
    3: X.Button3Mask,
    4: X.Button4Mask,
    5: X.Button5Mask,
}

LOCKS = {XK.XK_Caps_Lock: X.LockMask, XK.XK_Num_Lock: X.Mod2Mask}
"""Keys that stay on, and where they show (Mod2 by custom of every X server)."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """What a display is like before a play.

    Attributes:
        windows: X ids of the windows on the root, also of those that are not shown.
        keys: What each key from FIRST_KEYCODE on types, plain and with Shift.
        modifiers: The keys of each modifier.
        buttons: The number of each button of the pointer.
    """

    windows: frozenset[int]
    keys: tuple[tuple[int, int], ...]
    modifiers: list[list[int]]
    buttons: list[int]


def arrangement(screen: Screen) -> Arrangement:
    """What the display is like now.

    Raises:
        DisplayLost: the X server is gone.
    """
    display = screen.display
    with display_errors(screen.name):
        return Arrangement(
            windows=_windows(screen),
            keys=_keys(screen),
            modifiers=[list(keys) for keys in display.get_modifier_mapping()],
            buttons=list(display.get_pointer_mapping()),
        )


def restore(screen: Screen, before: Arrangement) -> None:
    """Release what is held down, undo what was remapped, remove windows that are new.

    Windows are new that a client has left behind on purpose (its close-down mode): those of a
    client that is alive go as well, so call it when nobody plays any more.

    Raises:
        DisplayLost: the X server is gone.
    """
    display = screen.display
    with display_errors(screen.name):
        _let_go(screen)
        for number, (now, then) in enumerate(zip(_keys(screen), before.keys, strict=True)):
            if now != then:
                display.change_keyboard_mapping(FIRST_KEYCODE + number, [then])
        if [list(keys) for keys in display.get_modifier_mapping()] != before.modifiers:
            display.set_modifier_mapping(before.modifiers)
        if list(display.get_pointer_mapping()) != before.buttons:
            display.set_pointer_mapping(before.buttons)
        caught = CatchError(BadValue, BadWindow)
        for window in _windows(screen) - before.windows:
            resource = display.create_resource_object("window", window)
            resource.kill_client(onerror=caught)
        display.sync()


def park(screen: Screen) -> None:
    """Put the pointer into the bottom right corner, where it hovers over no game."""
    width, height = screen.size
    with display_errors(screen.name):
        xtest.fake_input(screen.display, X.MotionNotify, x=width - 1, y=height - 1)
        screen.display.sync()


def _let_go(screen: Screen) -> None:
    """Release every key and button that is down, and all locks: XTEST holds on for the dead."""
    display = screen.display
    bits = display.query_keymap()
    for keycode in range(FIRST_KEYCODE, LAST_KEYCODE + 1):
        if bits[keycode // 8] & 1 << keycode % 8:
            xtest.fake_input(display, X.KeyRelease, keycode)
    state = screen.root.query_pointer().mask
    for button, mask in BUTTONS.items():
        if state & mask:
            xtest.fake_input(display, X.ButtonRelease, button)
    for key, mask in LOCKS.items():
        if state & mask:
            lock = display.keysym_to_keycode(key)
            xtest.fake_input(display, X.KeyPress, lock)
            xtest.fake_input(display, X.KeyRelease, lock)
    display.sync()


def _windows(screen: Screen) -> frozenset[int]:
    return frozenset(int(window.id) for window in screen.root.query_tree().children)


def _keys(screen: Screen) -> tuple[tuple[int, int], ...]:
    count = LAST_KEYCODE + 1 - FIRST_KEYCODE
    found = screen.display.get_keyboard_mapping(FIRST_KEYCODE, count)
    return tuple((int(keysyms[0]), int(keysyms[1])) for keysyms in found)
