"""Before a run: do keys and clicks come back from this display as they were sent?

A broken keymap would otherwise look like a player that types nonsense.
"""

import select
import time
from typing import Any

from Xlib import XK, X

from drivers.errors import InputBroken, UnknownKey
from drivers.input import Hands
from drivers.screen import Rect, Screen, display_errors

PROBE = Rect(x=200, y=120, width=160, height=120)
KEYS = ("Left", "Up", "Right", "Down", "Return", "Escape", "space", "a", "Z", "7", "less")
TIMEOUT_S = 3.0


def check_input(screen: Screen) -> None:
    """Type into a probe window of our own and click it, and read both back.

    Raises:
        InputBroken: what came back is not what was sent; the message names the first difference.
    """
    hands = Hands(screen)
    shift_key = screen.display.keysym_to_keycode(XK.XK_Shift_L)
    with display_errors(screen.name):
        probe = screen.root.create_window(
            PROBE.x,
            PROBE.y,
            PROBE.width,
            PROBE.height,
            0,
            screen.display.screen().root_depth,
            override_redirect=True,
            event_mask=X.KeyPressMask | X.ButtonPressMask | X.ExposureMask,
        )
        try:
            probe.map()
            _next(screen, X.Expose)
            screen.focus(probe.id)
            for key in KEYS:
                try:
                    hands.press(key)
                except UnknownKey as exc:
                    raise InputBroken(f"{exc}; set a US layout: setxkbmap us") from exc
                event = _next(screen, X.KeyPress)
                while event.detail == shift_key:  # sent first for a shifted key
                    event = _next(screen, X.KeyPress)
                shift = 1 if event.state & X.ShiftMask else 0
                came = screen.display.keycode_to_keysym(event.detail, shift)
                sent = XK.string_to_keysym(key)
                if came != sent:
                    raise InputBroken(
                        f"{key!r} was typed, {came:#x} arrived; set a US layout: setxkbmap us"
                    )
            x, y = PROBE.x + 33, PROBE.y + 44
            hands.click(x, y)
            event = _next(screen, X.ButtonPress)
            if (event.root_x, event.root_y) != (x, y):
                raise InputBroken(
                    f"a click at ({x}, {y}) arrived at ({event.root_x}, {event.root_y})"
                )
        finally:
            probe.destroy()
            screen.display.sync()


def _next(screen: Screen, kind: int) -> Any:
    deadline = time.monotonic() + TIMEOUT_S
    while True:
        while screen.display.pending_events():
            event = screen.display.next_event()
            if event.type == X.MappingNotify:
                # what was typed by the old keymap is now read by the new one, as in every client
                screen.display.refresh_keyboard_mapping(event)
            if event.type == kind:
                return event
        left = deadline - time.monotonic()
        if left <= 0:
            raise InputBroken(f"no answer of type {kind} from the display within {TIMEOUT_S:g} s")
        select.select([screen.display], [], [], left)
