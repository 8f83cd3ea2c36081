"""What the X server delivered and was asked: input events, made-up events, captures (X RECORD)."""

import os
import struct
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext import record, res
from Xlib.protocol import rq

from drivers.errors import WitnessBroken
from drivers.journal import Journal
from drivers.screen import CONNECTION_LOST, SERVER_TIMES, connect

SEND_EVENT_REQUEST: Final = 25
GET_IMAGE_REQUEST: Final = 73
SHM_GET_IMAGE: Final = 4
"""Minor opcode of MIT-SHM (X11 shm.h)."""
START_OF_DATA: Final = 4
START_TIMEOUT_S: Final = 5.0
STOP_TIMEOUT_S: Final = 5.0

KEEPS_UP_S: Final = 1.0
"""Behind by more, acts are written down without a look: a flood of them must not outrun us."""

INPUT_RANGES: Final[Mapping[str, Any]] = {
    "core_requests": (SEND_EVENT_REQUEST, SEND_EVENT_REQUEST),
    "core_replies": (0, 0),
    "ext_requests": (0, 0, 0, 0),
    "ext_replies": (0, 0, 0, 0),
    "delivered_events": (X.KeyPress, X.ButtonRelease),
    "device_events": (X.KeyPress, X.MotionNotify),
    "errors": (0, 0),
    "client_started": False,
    "client_died": False,
}
NOTHING: Final[Mapping[str, Any]] = {
    **INPUT_RANGES,
    "core_requests": (0, 0),
    "delivered_events": (0, 0),
    "device_events": (0, 0),
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
    SendEvent request, which moves no device, a `sendevent` line. How many pictures each client took
    of the screen or a window becomes a `captures` line at the end.

    Attributes:
        own_pids: Processes whose captures are the harness's own and are not told.
        on_input: Told of each key, button or motion of a device, and whether something went down,
            before anything else is done about it; in the record's own thread.
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
        shm = self._asking.query_extension("MIT-SHM")
        self._shm: int | None = shm.major_opcode if shm else None
        self._context: int = 0
        self._recording = threading.Event()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="input-record", daemon=True)
        self.failure: Exception | None = None
        self.presses = 0
        self.own_pids = {os.getpid()}
        self.on_input: Callable[[bool], None] | None = None
        self._quickest: int | None = None
        self._handled = 0
        self._captures: Counter[int] = Counter()
        self._owners: dict[int, int | None] = {}

    def start(self) -> None:
        """Return once the server has begun to report.

        Raises:
            WitnessBroken: the server has no RECORD extension, or does not begin.
        """
        if not self._data.has_extension("RECORD"):
            raise WitnessBroken("this X server has no RECORD extension; play on Xvfb, not headed")
        ranges = [
            INPUT_RANGES,
            {**NOTHING, "core_requests": (GET_IMAGE_REQUEST, GET_IMAGE_REQUEST)},
        ]
        if self._shm is not None:
            of_shm = (self._shm, self._shm, SHM_GET_IMAGE, SHM_GET_IMAGE)
            ranges.append({**NOTHING, "ext_requests": of_shm})
        self._context = self._data.record_create_context(0, [record.AllClients], ranges)
        self._thread.start()
        if not self._recording.wait(START_TIMEOUT_S):
            raise WitnessBroken(f"X RECORD did not start within {START_TIMEOUT_S:g} s")

    def stop(self) -> None:
        """Stop recording; everything that the server delivered before is in the journal."""
        if self._thread.ident is not None:  # it was started
            self._stop_recording()
            for client, count in self.captures().items():
                owner = self._owners[client]
                self._journal.write("captures", client=client, pid=owner, count=count)
        for connection in (self._data, self._asking, self._control):
            try:
                connection.close()
            except CONNECTION_LOST:
                continue

    def captures(self) -> dict[int, int]:
        """How many pictures each client took so far, the harness's own left out."""
        counted = self._captures.copy()  # the record's thread goes on counting
        return {c: n for c, n in counted.items() if self._owners[c] not in self.own_pids}

    def owner(self, client: int) -> int | None:
        """The process of a client that took a picture, None when X could not tell."""
        return self._owners[client]

    def _stop_recording(self) -> None:
        self._stopping = True
        try:
            self._control.sync()
            self._control.record_disable_context(self._context)
            self._control.sync()
        except CONNECTION_LOST:
            self._stopping = False
        handled = -1
        while self._thread.is_alive() and handled != self._handled:  # it has a lot to write down
            handled = self._handled
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
        self._handled += 1
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
            swapped = bool(reply.client_swapped)
            for request in _requests(bytes(reply.data), swapped=swapped):
                self._asked(request, client=reply.id_base, swapped=swapped)

    def _asked(self, request: bytes, *, client: int, swapped: bool) -> None:
        if request[0] == SEND_EVENT_REQUEST:
            window, code = _send_event(request, swapped=swapped)
            self._journal.write("sendevent", client=client, window=window, event=code)
            return
        if client not in self._owners:
            self._owners[client] = self._owner(client)
        self._captures[client] += 1

    def _owner(self, client: int) -> int | None:
        spec = [{"client": client, "mask": res.LocalClientPIDMask}]
        pids = [int(v) for e in self._asking.res_query_client_ids(spec).ids for v in e.value]
        return pids[0] if pids else None

    def _lag_s(self, server_ms: int) -> float:
        """How much later than the quickest so far an event is written down, in seconds."""
        took = (time.monotonic_ns() // 1_000_000 - server_ms) % SERVER_TIMES
        if self._quickest is None or (self._quickest - took) % SERVER_TIMES < SERVER_TIMES // 2:
            self._quickest = took
        return (took - self._quickest) % SERVER_TIMES / 1000

    def _device(self, event: Any) -> None:
        press = event.type in (X.KeyPress, X.ButtonPress)
        if (told := self.on_input) is not None:
            told(press)
        if event.type == X.MotionNotify:
            return
        self.presses += press
        frame = self._look() if press and self._lag_s(event.time) < KEEPS_UP_S else None
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


_FLIPPED: Final = {"little": ">", "big": "<"}
"""For a client of the other byte order than this machine's, how `struct` reads its numbers."""


def _order(*, swapped: bool) -> str:
    return _FLIPPED[sys.byteorder] if swapped else "="


def _requests(data: bytes, *, swapped: bool) -> Iterator[bytes]:
    """The requests in recorded bytes: the server gathers those of one client that come together."""
    order = _order(swapped=swapped)
    while len(data) >= 4:
        units = struct.unpack_from(f"{order}H", data, 2)[0]
        if units == 0 and len(data) >= 8:  # BIG-REQUESTS
            units = struct.unpack_from(f"{order}I", data, 4)[0]
        size = max(4, 4 * units)
        yield data[:size]
        data = data[size:]


def _send_event(request: bytes, *, swapped: bool) -> tuple[int, int]:
    """(destination window, event code) of a SendEvent request."""
    _, _, _, window, _, code = struct.unpack_from(f"{_order(swapped=swapped)}BBHIIB", request)
    return window, code
