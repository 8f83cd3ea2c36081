"""A plain X window that a test draws on, types into and moves about."""

import select
import time
from typing import Any, Protocol

from Xlib import X, Xatom
from Xlib.display import Display

from drivers.screen import Rect

EVENTS = X.KeyPressMask | X.KeyReleaseMask | X.ButtonPressMask | X.ButtonReleaseMask
PLACE = Rect(100, 80, 60, 40)


class Canvas:
    """One window, over a connection of its own: the screen under test sees a stranger's window."""

    def __init__(
        self,
        display: str,
        *,
        title: str,
        rect: Rect = PLACE,
        colour: int = 0x14171F,
        shown: bool = True,
    ) -> None:
        """Make the window, and show it unless told otherwise; `colour` is 0xRRGGBB."""
        self.display = Display(display)
        root = self.display.screen().root
        self.window = root.create_window(
            *rect.as_list(), 0, X.CopyFromParent, background_pixel=colour, event_mask=EVENTS
        )
        utf8 = self.display.intern_atom("UTF8_STRING")
        name = self.display.intern_atom("_NET_WM_NAME")
        self.window.change_property(name, utf8, 8, title.encode())
        self._context = self.window.create_gc(foreground=colour)
        if shown:
            self.show()
        self.display.sync()

    @property
    def id(self) -> int:
        """The window's X id."""
        return int(self.window.id)

    def show(self) -> None:
        """Map it."""
        self.window.map()
        self.display.sync()

    def claim_pid(self, pid: int) -> None:
        """Say in _NET_WM_PID that another process owns it."""
        atom = self.display.intern_atom("_NET_WM_PID")
        self.window.change_property(atom, Xatom.CARDINAL, 32, [pid])
        self.display.sync()

    def fill(self, colour: int, x: int = 0, y: int = 0, side: int = 999) -> None:
        """Fill a square, in window coordinates, with 0xRRGGBB."""
        self._context.change(foreground=colour)
        self.window.fill_rectangle(self._context, x, y, side, side)
        self.display.sync()

    def move(self, x: int, y: int) -> None:
        """Move it to root coordinates."""
        self.window.configure(x=x, y=y)
        self.display.sync()

    def focus(self) -> None:
        """Take the keyboard."""
        self.window.set_input_focus(X.RevertToParent, X.CurrentTime)
        self.display.sync()

    def next(self, kind: int, *, timeout_s: float = 20.0) -> Any:
        """The next event of this type; those before it are dropped."""
        deadline = time.monotonic() + timeout_s
        while True:
            while self.display.pending_events():
                event = self.display.next_event()
                if event.type == kind:
                    return event
            left = deadline - time.monotonic()
            assert left > 0, f"no event of type {kind} in {timeout_s:g} s"
            select.select([self.display], [], [], left)

    def vanish(self) -> None:
        """Destroy the window."""
        self.window.destroy()
        self.display.sync()

    def close(self) -> None:
        """Close the connection, and with it the window."""
        self.display.close()


class MakeCanvas(Protocol):
    """The `canvas` fixture."""

    def __call__(
        self, title: str = ..., *, rect: Rect = ..., colour: int = ..., shown: bool = ...
    ) -> Canvas:
        """Make one."""
