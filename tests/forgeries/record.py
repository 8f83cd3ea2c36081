"""Reads and composes a witness's record, ``witness/events.jsonl``, as the harness's own does."""

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
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
    """Write a witness's record with numbers and chain in order; times that events have are kept.

    What it tells of the files of pictures is told of those that there are, just before the end.
    """
    previous = "0" * 64
    end = len(events) - (bool(events) and events[-1]["kind"] == "end")
    with (item / "witness" / "events.jsonl").open("wb") as file:
        told = [*events[:end], *_kept(item, events), *events[end:]]
        for number, event in enumerate(told, 1):
            head = {"n": number, "t": event.get("t", number / 100), "kind": event["kind"]}
            body = {k: v for k, v in event.items() if k not in (*head, "prev")}
            line = json.dumps({**head, **body, "prev": previous}).encode()
            file.write(line + b"\n")
            previous = hashlib.sha256(line).hexdigest()


def _kept(item: Path, events: Sequence[Event]) -> Iterator[Event]:
    names = dict.fromkeys(str(event["frame"]) for event in events if event["kind"] == "frame")
    for name in names:
        path = item / "witness" / "frames" / name
        if path.is_file():
            told = hashlib.sha256(path.read_bytes()).hexdigest()
            yield {"kind": "kept", "frame": name, "file_sha256": told}


def read_events(item: Path) -> list[Event]:
    """The events of a witness's record, but for what it tells of files: they are told anew."""
    lines = (item / "witness" / "events.jsonl").read_text().splitlines()
    return [event for event in map(json.loads, lines) if event["kind"] != "kept"]


def edit_events(item: Path, edit: Callable[[list[Event]], Iterable[Event]]) -> None:
    """Write the events that a function makes of the honest ones, in a good chain."""
    write_events(item, list(edit(read_events(item))))


def edit_kind(item: Path, kind: str, **values: object) -> None:
    """Set keys of all events of a kind."""
    edit_events(item, lambda all_: [e | values if e["kind"] == kind else e for e in all_])


def closing(events: list[Event]) -> int:
    """The position at which the witness's last lines begin."""
    return max(i for i, e in enumerate(events) if e["kind"] == "process")
