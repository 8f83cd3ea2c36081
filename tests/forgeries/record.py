"""Reads and composes a witness's record, ``witness/events.jsonl``, as the harness's own does."""

import hashlib
import json
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import Any

Event = dict[str, Any]

RUN = "/runs/item"
"""Where the run's folder was."""

UNDISTURBED: Event = {
    "open": ["/dev/null", f"{RUN}/game.log", "/usr/share/fonts/plain.ttf"],
    "own_places": [f"{RUN}/home", f"{RUN}/game.log"],
    "settings": {"org/gnome/Game/theme": "'plain'", "org/gnome/Game/window-width": "900"},
    "tracer": "",
}
"""What the record tells of a process that nobody meddled with."""


def write_events(item: Path, events: Sequence[Event]) -> None:
    """Write a witness's record with numbers and chain in order; times that events have are kept."""
    previous = "0" * 64
    with (item / "witness" / "events.jsonl").open("wb") as file:
        for number, event in enumerate(events, 1):
            head = {"n": number, "t": event.get("t", number / 100), "kind": event["kind"]}
            body = {k: v for k, v in event.items() if k not in (*head, "prev")}
            line = json.dumps({**head, **body, "prev": previous}).encode()
            file.write(line + b"\n")
            previous = hashlib.sha256(line).hexdigest()


def read_events(item: Path) -> list[Event]:
    """The events of a witness's record."""
    lines = (item / "witness" / "events.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines]


def edit_events(item: Path, edit: Callable[[list[Event]], Iterable[Event]]) -> None:
    """Write the events that a function makes of the honest ones, in a good chain."""
    write_events(item, list(edit(read_events(item))))


def edit_kind(item: Path, kind: str, **values: object) -> None:
    """Set keys of all events of a kind."""
    edit_events(item, lambda all_: [e | values if e["kind"] == kind else e for e in all_])


def closing(events: list[Event]) -> int:
    """The position at which the witness's last lines begin."""
    return max(i for i, e in enumerate(events) if e["kind"] == "process")
