"""Reads and composes a witness's record, ``witness/events.jsonl``, as the harness's own does."""

import hashlib
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

Event = dict[str, Any]


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
