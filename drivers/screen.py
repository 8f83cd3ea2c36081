"""One X display: its windows, their places, and what they show.

Coordinates are root coordinates in pixels, origin top left, unless a name says otherwise. A picture
is a `Frame`: a C-contiguous uint8 array of shape (height, width, 3), RGB.
"""

import os
import select
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import mss
import numpy as np
from mss.exception import ScreenShotError
from numpy.typing import NDArray
from Xlib import X, Xatom, error
from Xlib.display import Display
from Xlib.ext import damage, res

from drivers.errors import DisplayLost, NoDisplay, WaitTimedOut, WindowLost

Frame = NDArray[np.uint8]
Pixels = NDArray[np.uint32]
"""A capture as X gives it: shape (height, width), one BGRX word a pixel; quick to compare."""


SERVER_TIMES = 1 << 32
"""An X server's clock begins again after so many milliseconds."""

CONNECTION_LOST = (error.ConnectionClosedError, ConnectionError)


def rgb(pixels: Pixels) -> Frame:
    """The frame that captured pixels show: a view, as to turn the channels round takes longer."""
    height, width = pixels.shape
    return pixels.view(np.uint8).reshape(height, width, 4)[:, :, 2::-1]


@dataclass(frozen=True, slots=True)
class Rect:
    """A rectangle in root coordinates, pixels."""

    x: int
    y: int
    width: int
    height: int

    def as_list(self) -> list[int]:
        """`[x, y, width, height]`, as the witness writes it."""
        return [self.x, self.y, self.width, self.height]


@dataclass(frozen=True, slots=True)
class Window:
    """A mapped window: X id, title, its owner's real pid (None when X cannot tell), place."""

    id: int
    title: str
    pid: int | None
    rect: Rect


def connect(name: str) -> Display:
    """Open a connection to the X display `name`.

    Raises:
        NoDisplay: nothing answers there, or it refuses us.
    """
    try:
        return Display(name)
    except (error.DisplayError, OSError) as exc:
        raise NoDisplay(
            f"cannot open the X display {name!r} ({exc}); without --headed one is started for you "
            "by Xvfb: install it (Debian: apt install xvfb xauth)"
        ) from exc


@contextmanager
def display_errors(name: str) -> Iterator[None]:
    """Turn a lost connection inside the block into DisplayLost."""
    try:
        yield
    except CONNECTION_LOST as exc:
        raise DisplayLost(f"the X display {name} went away during the run; run again") from exc


class Screen:
    """A connection to one display. Not for use from two threads at once."""

    def __init__(self, name: str) -> None:
        """Connect to the display `name` (":99")."""
        self.name = name
        self.display = connect(name)
        self.root = self.display.screen().root
        self._capture = mss.MSS(display=name)

    @property
    def size(self) -> tuple[int, int]:
        """(width, height) of the root window."""
        screen = self.display.screen()
        return screen.width_in_pixels, screen.height_in_pixels

    def close(self) -> None:
        """Close both connections; a display that is gone already is no error."""
        for close in (self._capture.close, self.display.close):
            with suppress(ScreenShotError, *CONNECTION_LOST):
                close()

    def grab(self, rect: Rect) -> Frame:
        """What the screen shows in `rect` now, whatever window drew it.

        Raises:
            DisplayLost: the X server is gone.
            WindowLost: `rect` reaches outside the screen.
        """
        return rgb(self.grab_pixels(rect))

    def grab_pixels(self, rect: Rect) -> Pixels:
        """As `grab`, unconverted."""
        width, height = self.size
        inside = rect.x >= 0 and rect.y >= 0
        if not inside or rect.x + rect.width > width or rect.y + rect.height > height:
            raise WindowLost(f"{rect} reaches outside the {width}x{height} screen; move it inside")
        area = {"left": rect.x, "top": rect.y, "width": rect.width, "height": rect.height}
        try:
            raw = self._capture.grab(area).raw
        except (AssertionError, ScreenShotError, *CONNECTION_LOST) as exc:
            # mss answers a closed connection with a bare AssertionError (10.2)
            raise DisplayLost(f"the X display {self.name} gives no picture any more") from exc
        return np.frombuffer(raw, np.uint32).reshape(rect.height, rect.width)

    def rect(self, window: int) -> Rect:
        """Where the inside of `window` is on the root window.

        Translated by the server, so that a window manager's frame does not shift it (xdotool#176).

        Raises:
            WindowLost: there is no such window any more.
        """
        with display_errors(self.name):
            try:
                resource = self.display.create_resource_object("window", window)
                geometry = resource.get_geometry()
                place = resource.translate_coords(self.root, 0, 0)
            except (error.BadDrawable, error.BadWindow) as exc:
                raise WindowLost(f"the window {window:#x} is gone") from exc
        # translate_coords answers where the root's origin is, seen from the window
        return Rect(-place.x, -place.y, geometry.width, geometry.height)

    def windows(self) -> list[Window]:
        """All mapped windows with a title, also those a window manager framed, bottom first."""
        with display_errors(self.name):
            found = []
            for top in self.root.query_tree().children:
                for candidate in (top, *_children(top)):
                    window = self._describe(candidate)
                    if window is not None:
                        found.append(window)
            return found

    def find_window(self, title: str, pids: set[int]) -> Window | None:
        """The mapped window of that title which one of the processes `pids` owns, or None."""
        owned = (w for w in self.windows() if w.title == title and w.pid in pids)
        return next(owned, None)

    def wait_for_window(
        self, title: str, pids: Callable[[], set[int]], *, timeout_s: float
    ) -> Window:
        """Wait until one of the processes `pids()`, asked anew each time, shows that window.

        Raises:
            WaitTimedOut: none did; the message lists the windows there are.
        """
        deadline = time.monotonic() + timeout_s
        with display_errors(self.name):
            self.root.change_attributes(event_mask=X.SubstructureNotifyMask)
            while True:
                window = self.find_window(title, pids())
                if window is not None:
                    return window
                if time.monotonic() > deadline:
                    seen = [w.title for w in self.windows()]
                    raise WaitTimedOut(
                        f"no window titled {title!r} after {timeout_s:g} s; there are {seen}"
                    )
                # its title may be set a moment after it was mapped: look again soon in any case
                select.select([self.display], [], [], 0.02)
                while self.display.pending_events():
                    self.display.next_event()

    def focus(self, window: int) -> None:
        """Give `window` the keyboard, and check that the server agrees.

        Raises:
            WindowLost: the window is gone or unmapped.
        """
        with display_errors(self.name):
            caught = error.CatchError(error.BadMatch, error.BadWindow)
            resource = self.display.create_resource_object("window", window)
            resource.set_input_focus(X.RevertToParent, X.CurrentTime, onerror=caught)
            self.display.sync()
            if caught.get_error() is not None or self.focused() != window:
                raise WindowLost(f"the window {window:#x} does not take the keyboard focus")

    def client(self, window: int) -> int:
        """The X client that made `window`: what the ids of all its resources begin with."""
        return window & ~int(self.display.display.info.resource_id_mask)

    def focused(self) -> int:
        """Id of the window that has the keyboard focus (0 none, 1 whatever the pointer is over)."""
        holder = self.display.get_input_focus().focus
        return holder if isinstance(holder, int) else holder.id

    def _describe(self, window: Any) -> Window | None:
        try:
            if window.get_attributes().map_state != X.IsViewable:
                return None
            title = self._title(window)
            if not title:
                return None
            return Window(window.id, title, self._owner(window.id), self.rect(window.id))
        except (error.BadWindow, error.BadDrawable, WindowLost):
            return None  # it closed while we looked

    def _title(self, window: Any) -> str:
        utf8 = self.display.intern_atom("UTF8_STRING")
        name = window.get_full_property(self.display.intern_atom("_NET_WM_NAME"), utf8)
        name = name or window.get_full_property(Xatom.WM_NAME, X.AnyPropertyType)
        value = name.value if name else b""
        return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)

    def _owner(self, window: int) -> int | None:
        """The pid the server saw at connect time: unlike _NET_WM_PID a client cannot forge it."""
        spec = [{"client": window, "mask": res.LocalClientPIDMask}]
        answer = self.display.res_query_client_ids(spec)
        pids = [int(value) for entry in answer.ids for value in entry.value]
        return pids[0] if pids else None


class Changes:
    """Tells when something was drawn on a window (X DAMAGE): nobody has to poll or sleep.

    Attributes:
        drawn_ms: The X server's time of the first drawing that the last `wait` told of.
    """

    def __init__(self, name: str, window: int) -> None:
        """Watch `window` of the display `name`, over a connection of its own."""
        self._name = name
        self._display = connect(name)
        with display_errors(name):
            self._display.damage_query_version()
            resource = self._display.create_resource_object("window", window)
            self._damage = damage.damage_create(resource, damage.DamageReportNonEmpty)
            self._display.sync()
        self.drawn_ms = 0

    def wait(self, timeout_s: float) -> bool:
        """Wait until something was drawn since the last call, at most `timeout_s`; say whether.

        Raises:
            DisplayLost: the X server is gone.
        """
        deadline = time.monotonic() + timeout_s
        with display_errors(self._name):
            while not (told := self._told()):
                left = deadline - time.monotonic()
                if left <= 0:
                    return False
                select.select([self._display], [], [], left)
            self.drawn_ms = told[0]
            self._display.damage_subtract(self._damage)
            # taken before we return: else what is drawn between a look over another connection and
            # the subtraction would be told to nobody
            self._display.sync()
            return True

    def _told(self) -> list[int]:
        """The times of what was drawn; all clients are told of a new keyboard, too."""
        events = [self._display.next_event() for _ in range(self._display.pending_events())]
        drawn = self._display.extension_event.DamageNotify
        return [int(event.timestamp) for event in events if event.type == drawn]

    def keep_up(self) -> None:
        """Return once the server has had a turn for every client that asked it for something.

        Raises:
            DisplayLost: the X server is gone.
        """
        with display_errors(self._name):
            self._display.sync()

    def close(self) -> None:
        """Close the connection."""
        try:
            self._display.close()
        except CONNECTION_LOST:
            return


def _children(window: Any) -> list[Any]:
    try:
        return list(window.query_tree().children)
    except error.BadWindow:
        return []


def ago_s(server_ms: int) -> float:
    """How long ago the X server's clock showed that, in seconds: it is the kernel's, as ours is."""
    passed = (time.monotonic_ns() // 1_000_000 - server_ms) % SERVER_TIMES
    return passed / 1000 if passed < SERVER_TIMES // 2 else 0.0


def display_name() -> str:
    """The display the environment names.

    Raises:
        NoDisplay: it names none, which without --headed means that Xvfb is not installed.
    """
    name = os.environ.get("DISPLAY", "")
    if not name:
        raise NoDisplay(
            "no DISPLAY is set: Xvfb, which draws the screen to play on, is not installed "
            "(Debian: apt install xvfb xauth), or --headed was given without a desktop"
        )
    return name


def xauthority() -> Path:
    """The file with the display's access cookie, as Xlib finds it."""
    return Path(os.environ.get("XAUTHORITY") or Path.home() / ".Xauthority")
