"""What the X server delivered: key and button events, and SendEvent requests (X RECORD)."""

import struct
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final

from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext import record
from Xlib.protocol import rq

from drivers.errors import WitnessBroken
from drivers.journal import Journal
from drivers.screen import CONNECTION_LOST, connect

SEND_EVENT_REQUEST: Final = 25
START_OF_DATA: Final = 4
START_TIMEOUT_S: Final = 5.0
STOP_TIMEOUT_S: Final = 5.0

RANGES: Final = {
    "core_requests": (SEND_EVENT_REQUEST, SEND_EVENT_REQUEST),
    "core_replies": (0, 0),
    "ext_requests": (0, 0, 0, 0),
    "ext_replies": (0, 0, 0, 0),
    "delivered_events": (X.KeyPress, X.ButtonRelease),
    "device_events": (X.KeyPress, X.ButtonRelease),
    "errors": (0, 0),
    "client_started": False,
    "client_died": False,
}

EVENT_NAMES: Final = {
    X.KeyPress: "KeyPress",
    X.KeyRelease: "KeyRelease",
    X.ButtonPress: "ButtonPress",
    X.ButtonRelease: "ButtonRelease",
}

KEYSYM_NAMES: Final[Mapping[int, str]] = {
    value: name.removeprefix("XK_")
    for name, value in sorted(vars(XK).items(), reverse=True)
    if name.startswith("XK_")
}
"""Name of each keysym, the alphabetically first where it has several."""


class InputRecord:
    """Writes input events to a journal from a thread of its own, from `start()` to `stop()`.

    A device event (what a keyboard, a mouse or XTEST did) becomes a `key` or `button` line; what
    the server then sent to a client in the core protocol a `delivered` line, with that client; a
    SendEvent request, which moves no device, a `sendevent` line.
    """

    def __init__(self, name: str, journal: Journal, *, look: Callable[[], str | None]) -> None:
        """Record the display `name` into `journal`.

        Args:
            name: The X display.
            journal: Gets the lines.
            look: Takes a look at the game as a key or button goes down, and names the picture; that
                name is the line's `frame`.
        """
        self._look = look
        self._journal = journal
        # RECORD blocks the connection that it reports on. A second one asks about what came, a
        # third one stops: python-xlib hangs when two threads wait for answers on one connection.
        self._data: Display = connect(name)
        self._asking: Display = connect(name)
        self._control: Display = connect(name)
        self._context: int = 0
        self._recording = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="input-record", daemon=True)
        self.failure: Exception | None = None
        self.presses = 0

    def start(self) -> None:
        """Return once the server has begun to report.

        Raises:
            WitnessBroken: the server has no RECORD extension, or does not begin.
        """
        if not self._data.has_extension("RECORD"):
            raise WitnessBroken("this X server has no RECORD extension; play on Xvfb, not headed")
        self._context = self._data.record_create_context(0, [record.AllClients], [RANGES])
        self._thread.start()
        if not self._recording.wait(START_TIMEOUT_S):
            raise WitnessBroken(f"X RECORD did not start within {START_TIMEOUT_S:g} s")

    def stop(self) -> None:
        """Stop recording; everything that the server delivered before is in the journal."""
        if self._thread.ident is not None:  # it was started
            self._stop_recording()
        for connection in (self._data, self._asking, self._control):
            try:
                connection.close()
            except CONNECTION_LOST:
                continue

    def _stop_recording(self) -> None:
        self._stopping = True
        try:
            self._control.sync()
            self._control.record_disable_context(self._context)
            self._control.sync()
        except CONNECTION_LOST:
            self._stopping = False
        self._thread.join(STOP_TIMEOUT_S)
        if self._thread.is_alive():
            self.failure = WitnessBroken(f"X RECORD did not stop within {STOP_TIMEOUT_S:g} s")

    def _run(self) -> None:
        try:
            self._data.record_enable_context(self._context, self._take)
        except Exception as exc:  # whatever ends the thread must surface as a broken witness
            self.failure = exc
        else:
            if not self._stopping:
                self.failure = WitnessBroken("X RECORD ended by itself")

    def _take(self, reply: Any) -> None:
        if reply.category == START_OF_DATA:
            self._recording.set()
        elif reply.category == record.FromServer:
            data = reply.data
            while data:
                event, data = rq.EventField("event").parse_binary_value(
                    data, self._data.display, None, None
                )
                if reply.id_base:
                    self._delivered(event, client=reply.id_base)
                else:
                    self._device(event)
        elif reply.category == record.FromClient:
            window, code = _send_event(reply.data)
            self._journal.write("sendevent", client=reply.id_base, window=window, event=code)

    def _device(self, event: Any) -> None:
        press = event.type in (X.KeyPress, X.ButtonPress)
        self.presses += press
        frame = self._look() if press else None
        if event.type in (X.KeyPress, X.KeyRelease):
            self._journal.write(
                "key",
                press=press,
                keycode=event.detail,
                keysym=self._keysym(event.detail),
                server_ms=event.time,
                focus=self._focused(),
                frame=frame,
            )
        elif event.type in (X.ButtonPress, X.ButtonRelease):
            self._journal.write(
                "button",
                press=press,
                button=event.detail,
                x=event.root_x,
                y=event.root_y,
                server_ms=event.time,
                frame=frame,
            )

    def _delivered(self, event: Any, *, client: int) -> None:
        name = EVENT_NAMES.get(event.type)
        if name is None:
            return
        what = (
            {"keysym": self._keysym(event.detail)}
            if name.startswith("Key")
            else {"button": event.detail}
        )
        self._journal.write(
            "delivered",
            event=name,
            client=client,
            window=event.window.id,
            **what,
            server_ms=event.time,
            synthetic=bool(event.send_event),  # python-xlib takes the bit off the type
        )

    def _keysym(self, keycode: int) -> str:
        keysym = self._asking.keycode_to_keysym(keycode, 0)
        return KEYSYM_NAMES.get(keysym, f"{keysym:#x}")

    def _focused(self) -> int:
        holder = self._asking.get_input_focus().focus
        return holder if isinstance(holder, int) else holder.id


def _send_event(request: bytes) -> tuple[int, int]:
    """(destination window, event code) of a SendEvent request in this machine's byte order."""
    _, _, _, window, _, code = struct.unpack_from("=BBHIIB", bytes(request))
    return window, code
