"""What the X server delivered, as the record has it."""

import struct
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from Xlib import XK, X
from Xlib.display import Display
from Xlib.protocol import event as xevent

from drivers.input import RIGHT, Hands
from drivers.journal import Journal
from drivers.record import InputRecord, _requests, _send_event
from drivers.screen import Rect, Screen
from tests.conftest import Eventually, Server
from tests.drivers.canvas import Canvas, MakeCanvas
from tests.drivers.test_journal import written

OTHER_ORDER = {"little": ">", "big": "<"}[sys.byteorder]

Events = list[dict[str, Any]]


class Tape:
    """A record that is running, and what it has written once it is stopped."""

    def __init__(self, display: str, path: Path) -> None:
        self._path = path
        self._journal = Journal(path)
        self.looks = 0
        self.record = InputRecord(display, self._journal, look=self._look)
        self.record.start()
        self._stopped = False

    def _look(self) -> str:
        self.looks += 1
        return f"{self.looks:06d}.png"

    def stop(self) -> Events:
        """Stop, and return every event."""
        if not self._stopped:
            self._stopped = True
            self.record.stop()
            self._journal.close()
        return written(self._path)


@pytest.fixture
def tape(screen: Screen, tmp_path: Path) -> Iterator[Tape]:
    """A record of the test's display."""
    tape = Tape(screen.name, tmp_path / "events.jsonl")
    yield tape
    tape.stop()


def of(events: Events, kind: str, **wanted: object) -> Events:
    """The events of a kind with those values."""
    return [e for e in events if e["kind"] == kind and wanted.items() <= e.items()]


def send_key(window: Canvas, sender: str, keysym: int) -> int:
    """Send a key press that no keyboard made, from a client of its own; return that one's id."""
    display = Display(sender)
    display.create_resource_object("window", window.id).send_event(
        xevent.KeyPress(
            time=X.CurrentTime,
            root=display.screen().root,
            window=window.id,
            same_screen=1,
            child=X.NONE,
            root_x=0,
            root_y=0,
            event_x=0,
            event_y=0,
            state=0,
            detail=display.keysym_to_keycode(keysym),
        ),
        event_mask=X.KeyPressMask,
    )
    display.sync()
    base = int(display.display.info.resource_id_base)
    display.close()
    return base


def test_keys_are_in_the_record_in_order(screen: Screen, canvas: MakeCanvas, tape: Tape) -> None:
    """Keys go down and up in the order typed, with time, focused window and a look at the game."""
    window, hands = canvas(), Hands(screen)
    window.focus()
    names = ["Left", "Up", "Right", "Down", "n", "Return", "Escape", "BackSpace"] * 5
    for name in names:
        hands.press(name)
    keys = of(tape.stop(), "key")
    assert tape.record.presses == len(names)
    assert [key["keysym"] for key in keys] == [name for name in names for _ in range(2)]
    assert [key["press"] for key in keys] == [True, False] * len(names)
    assert {key["focus"] for key in keys} == {window.id}
    pictures = [f"{n:06d}.png" for n in range(1, len(names) + 1)]
    assert [key["frame"] for key in keys if key["press"]] == pictures
    assert {key["frame"] for key in keys if not key["press"]} == {None}
    times = [key["server_ms"] for key in keys]
    assert times == sorted(times)
    assert times[0] > 0


def test_a_shifted_key_shows_its_shift(screen: Screen, canvas: MakeCanvas, tape: Tape) -> None:
    """A capital is Shift down, the key, Shift up: what a keyboard does."""
    canvas().focus()
    Hands(screen).press("A")
    keys = [(key["keysym"], key["press"]) for key in of(tape.stop(), "key")]
    assert keys == [("Shift_L", True), ("a", True), ("a", False), ("Shift_L", False)]


def test_keys_name_what_was_delivered_to_whom(
    screen: Screen, canvas: MakeCanvas, tape: Tape
) -> None:
    """The window that got a key is named; one without the focus got none."""
    focused, other = canvas(), canvas()
    focused.focus()
    Hands(screen).press("Left")
    delivered = of(tape.stop(), "delivered")
    assert [(e["event"], e["window"]) for e in delivered] == [
        ("KeyPress", focused.id),
        ("KeyRelease", focused.id),
    ]
    assert {(e["keysym"], e["synthetic"]) for e in delivered} == {("Left", False)}
    assert other.id not in {e["window"] for e in delivered}


def test_clicks_are_in_the_record(screen: Screen, canvas: MakeCanvas, tape: Tape) -> None:
    """A click is a press and a release of that button at those root coordinates, and delivered."""
    window = canvas(rect=Rect(500, 400, 80, 60))
    Hands(screen).click(533, 421, button=RIGHT)
    events = tape.stop()
    buttons = of(events, "button")
    assert [(b["press"], b["button"], b["x"], b["y"]) for b in buttons] == [
        (True, RIGHT, 533, 421),
        (False, RIGHT, 533, 421),
    ]
    delivered = of(events, "delivered", window=window.id, synthetic=False)
    assert [(e["event"], e["button"]) for e in delivered] == [
        ("ButtonPress", RIGHT),
        ("ButtonRelease", RIGHT),
    ]
    assert tape.record.presses == 1


def test_a_moved_pointer_is_no_act(screen: Screen, tape: Tape) -> None:
    """Motion is not recorded, and does not count."""
    Hands(screen).move(10, 10)
    assert tape.stop() == []
    assert tape.record.presses == 0


def test_a_sent_event_is_seen_through(screen: Screen, canvas: MakeCanvas, tape: Tape) -> None:
    """A SendEvent moves no device: the request is logged, and what arrived is synthetic."""
    window = canvas()
    window.focus()
    base = send_key(window, screen.name, XK.XK_Left)
    assert window.next(X.KeyPress).send_event
    events = tape.stop()
    assert of(events, "key") == []
    (request,) = of(events, "sendevent")
    assert (request["window"], request["event"]) == (window.id, X.KeyPress)
    assert request["client"] == base
    (delivered,) = of(events, "delivered")
    assert delivered["synthetic"] is True
    assert (delivered["event"], delivered["window"]) == ("KeyPress", window.id)
    assert delivered["keysym"] == "Left"
    assert tape.record.presses == 0


@pytest.mark.parametrize(("swapped", "order"), [(False, "="), (True, OTHER_ORDER)])
def test_requests_that_come_together_are_told_apart(swapped: bool, order: str) -> None:
    """The server gathers a client's requests, large ones and either byte order included."""
    small = struct.pack(f"{order}BBH16x", 73, 2, 5)
    large = struct.pack(f"{order}BBHI4x", 25, 0, 0, 3)
    sent = struct.pack(f"{order}BBHIIB31x", 25, 0, 11, 0x1600003, 0, X.ButtonPress)
    together = small + large + sent + small
    assert list(_requests(together, swapped=swapped)) == [small, large, sent, small]
    assert _send_event(sent, swapped=swapped) == (0x1600003, X.ButtonPress)


def test_events_sent_in_one_go_are_all_seen(screen: Screen, canvas: MakeCanvas, tape: Tape) -> None:
    """A client that makes up many events at once hides none of them."""
    window = canvas()
    display = Display(screen.name)
    target = display.create_resource_object("window", window.id)
    made_up = xevent.ClientMessage(window=window.id, client_type=1, data=(32, [0] * 5))
    for _ in range(40):
        target.send_event(made_up)
    display.sync()
    display.close()
    sent = of(tape.stop(), "sendevent", window=window.id, event=X.ClientMessage)
    assert len(sent) == 40


def test_nothing_is_lost_at_the_end(screen: Screen, canvas: MakeCanvas, tape: Tape) -> None:
    """Whatever was typed before stop is in the journal when stop returns, however much it was."""
    canvas().focus()
    hands = Hands(screen)
    for _ in range(300):
        hands.press("x")
    assert len(of(tape.stop(), "key", press=True)) == 300
    assert tape.record.failure is None


def test_nothing_is_recorded_after_the_end(screen: Screen, canvas: MakeCanvas, tape: Tape) -> None:
    """After stop the display goes on, and the record does not."""
    canvas().focus()
    before = tape.stop()
    Hands(screen).press("x")
    assert tape.stop() == before == []


def test_a_killed_server_is_a_failure(
    server: Server, tmp_path: Path, eventually: Eventually
) -> None:
    """When the X server dies the record has failed within seconds, and stopping it is quiet."""
    tape = Tape(server.name, tmp_path / "second.jsonl")
    assert tape.record.failure is None
    server.kill()
    eventually(lambda: tape.record.failure is not None)
    assert tape.stop() == []
