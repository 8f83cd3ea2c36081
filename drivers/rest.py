"""Leave a display as it was found: a player's death releases no key that it held through XTEST."""

from Xlib import XK, X
from Xlib.ext import xtest

from drivers.screen import Screen, display_errors

BUTTONS = {
    1: X.Button1Mask,
    2: X.Button2Mask,
    3: X.Button3Mask,
    4: X.Button4Mask,
    5: X.Button5Mask,
}


def let_go(screen: Screen) -> None:
    """Release every key and button that is down, and Caps Lock.

    Raises:
        DisplayLost: the X server is gone.
    """
    display = screen.display
    with display_errors(screen.name):
        bits = display.query_keymap()
        for keycode in range(8, 256):
            if bits[keycode // 8] & 1 << keycode % 8:
                xtest.fake_input(display, X.KeyRelease, keycode)
        state = screen.root.query_pointer().mask
        for button, mask in BUTTONS.items():
            if state & mask:
                xtest.fake_input(display, X.ButtonRelease, button)
        if state & X.LockMask:
            lock = display.keysym_to_keycode(XK.XK_Caps_Lock)
            xtest.fake_input(display, X.KeyPress, lock)
            xtest.fake_input(display, X.KeyRelease, lock)
        display.sync()


def park(screen: Screen) -> None:
    """Put the pointer into the bottom right corner, where it hovers over no game."""
    width, height = screen.size
    with display_errors(screen.name):
        xtest.fake_input(screen.display, X.MotionNotify, x=width - 1, y=height - 1)
        screen.display.sync()
