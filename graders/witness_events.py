"""Events of the record as values, and the chain of hashes that they come in."""

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_GENESIS = "0" * 64

Rect = tuple[int, int, int, int]
"""x, y, width, height in root-window pixels."""


@dataclass(frozen=True, slots=True)
class Pressed:
    """A key or a button that a device (or XTEST) pressed.

    Attributes:
        what: The key's name, or "button" and its number.
        server_ms: The X server's time.
    """

    what: str
    server_ms: int


@dataclass(frozen=True, slots=True)
class Delivered:
    """A key or a button going down, as the server told a client of it.

    Attributes:
        press: What the event says of itself.
        synthetic: Whether a program made it up.
    """

    press: Pressed
    synthetic: bool


@dataclass(frozen=True, slots=True)
class Sent:
    """A SendEvent request: a client made an event up, no device moved."""

    window: int
    event: int


@dataclass(frozen=True, slots=True)
class Act:
    """A key or a button of a device went down or up.

    Attributes:
        press: Whether it went down.
        button: The button's number (1 left, 3 right), None for a key.
        keysym: The key's name, "" for a button.
        x: Where the pointer was, in root-window pixels; 0 for a key.
        y: The same.
        frame: The picture that the record had at a press, which may be an earlier one or show the
            effect already; "" for a release, or if there was none.
        focus: The window that had the keyboard (1: the one under the pointer); 0 for a button.
        server_ms: The X server's time.
    """

    press: bool
    button: int | None
    keysym: str
    x: int
    y: int
    frame: str
    focus: int = 0
    server_ms: int = 0


@dataclass(frozen=True, slots=True)
class Captures:
    """How many pictures an X client took of the screen; its process, None when X cannot tell."""

    client: int
    pid: int | None
    count: int


@dataclass(frozen=True, slots=True)
class Frame:
    """A picture of the game's window.

    Attributes:
        name: Its file.
        sha256: Of its RGB bytes, row by row.
        window: The window.
        rect: Where that was.
        t: When it was seen, in seconds of the record.
    """

    name: str
    sha256: str
    window: int
    rect: Rect
    t: float = 0.0


@dataclass(frozen=True, slots=True)
class Opened:
    """A process has a file of ``witness/game/`` open for writing."""

    name: str
    pid: int


def follow(content: bytes, events: list[dict[str, Any]]) -> Iterator[str]:
    """Collect the events of the log and yield every break in its chain."""
    lines = content.split(b"\n")
    if lines.pop():
        yield "the last line is not finished"
    previous = _GENESIS
    for number, line in enumerate(lines, 1):
        try:
            event = json.loads(line)
            intact = (event["n"], event["prev"]) == (number, previous)
            events.append({"kind": str(event["kind"]), **event})
        except (ValueError, TypeError, KeyError, RecursionError):
            yield f"line {number} is no event"
        else:
            if not intact:
                yield f"line {number} does not follow the line before it"
        previous = hashlib.sha256(line).hexdigest()
    kinds = [event["kind"] for event in events]
    if kinds[:1] != ["start"] or kinds.count("start") > 1:
        yield "the record does not begin with its one start"
    if kinds[-1:] != ["end"] or kinds.count("end") > 1:
        yield "the record does not close with its one end"


def pressed_told(event: dict[str, Any]) -> Pressed:
    """The key or button of a `key`, `button` or `delivered` event."""
    what = f"button {int(event['button'])}" if "button" in event else str(event["keysym"])
    return Pressed(what, int(event["server_ms"]))


def act_told(event: dict[str, Any]) -> Act:
    """What a `key` or `button` event tells."""
    press, frame = event["press"] is True, event.get("frame")
    frame = str(frame) if press and frame is not None else ""
    when = int(event.get("server_ms") or 0)
    if event["kind"] == "key":
        focus = int(event.get("focus") or 0)
        return Act(press, None, str(event["keysym"]), 0, 0, frame, focus, when)
    return Act(press, int(event["button"]), "", int(event["x"]), int(event["y"]), frame, 0, when)


def rect_told(value: Any) -> Rect:
    """A rectangle as the record has it: a list of four numbers."""
    x, y, width, height = map(int, value)
    return x, y, width, height
