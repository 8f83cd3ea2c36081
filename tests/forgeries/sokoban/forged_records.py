"""Plays that were no plays: other seeds, other windows, made-up keys, records tampered with."""

import itertools
import shutil
from pathlib import Path

from tests.forgeries.broken_records import BROKEN_RECORDS, record_gone
from tests.forgeries.record import read_events, write_events
from tests.forgeries.sokoban.evidence import CLIENT, PID, WINDOW, build
from tests.forgeries.sokoban.forging import LEVEL_PROOFS, OTHER_SEED, forgery

OTHER = CLIENT + (1 << 21)
"""Another client, and a window of it."""


@forgery("board_equals_truth")
def play_of_another_seed(item: Path) -> None:
    """A good play, of levels laid out otherwise."""
    shutil.rmtree(item)
    build(item, seed=OTHER_SEED)


@forgery(
    "board_equals_truth",
    "steps_were_shown",
    *LEVEL_PROOFS - {"game_wrote_the_log", "accounts_agree"},
)
def nothing_on_screen(item: Path) -> None:
    """A play of which no picture was recorded."""
    write_events(item, [e for e in read_events(item) if e["kind"] != "frame"])


for broken in BROKEN_RECORDS:
    forgery("witness_is_unbroken")(broken)
forgery("witness_is_unbroken")(record_gone)


@forgery("witness_is_unbroken", "keys_were_delivered", "steps_were_shown")
def record_lacks_a_key(item: Path) -> None:
    """A key was taken out afterwards."""
    path = item / "witness" / "events.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    gone = next(i for i, line in enumerate(lines) if '"kind": "key"' in line)
    path.write_text("".join(lines[:gone] + lines[gone + 1 :]))


@forgery("keys_were_delivered", "steps_were_shown")
def keys_made_up(item: Path) -> None:
    """Every key came from a program by SendEvent; no device moved."""
    events = []
    for event in read_events(item):
        if event["kind"] == "delivered":
            code = 2 if event["event"] == "KeyPress" else 3
            events.append({"kind": "sendevent", "client": 9, "window": WINDOW, "event": code})
            events.append(event | {"synthetic": True})
        elif event["kind"] != "key":
            events.append(event)
    write_events(item, events)


@forgery("keys_were_delivered", "steps_were_shown")
def keys_made_up_for_a_child(item: Path) -> None:
    """The same, sent to a child of the game's window, from where the server passed them up."""
    events = []
    for event in read_events(item):
        if event["kind"] == "delivered":
            events.append({"kind": "sendevent", "client": 9, "window": OTHER, "event": 2})
            events.append(event | {"window": OTHER, "synthetic": True})
        elif event["kind"] != "key":
            events.append(event)
    write_events(item, events)


@forgery("keys_were_delivered")
def keys_synthetic_over_a_keyboard(item: Path) -> None:
    """Made-up keys, each with a real press of the same key at the same time."""
    events = [
        event | {"synthetic": True} if event["kind"] == "delivered" else event
        for event in read_events(item)
    ]
    write_events(item, events)


@forgery("keys_were_delivered", "steps_were_shown")
def keys_without_a_keyboard(item: Path) -> None:
    """Keys that look real, but no device pressed them."""
    write_events(item, [e for e in read_events(item) if e["kind"] != "key"])


@forgery("keys_were_delivered")
def keys_delivered_besides(item: Path) -> None:
    """A real play during which the game also got a key that looks real, from no keyboard."""
    events = read_events(item)
    key = next(event for event in events if event.get("event") == "KeyPress")
    events.insert(-1, key | {"server_ms": 999_999})
    write_events(item, events)


@forgery("keys_were_delivered")
def keys_sent_besides(item: Path) -> None:
    """A real play during which a program also sent a key to the window."""
    events = read_events(item)
    events.insert(-1, {"kind": "sendevent", "client": 9, "window": WINDOW, "event": 2})
    write_events(item, events)


@forgery("keys_were_delivered", "steps_were_shown")
def keys_to_another_window(item: Path) -> None:
    """The keys were typed, but somewhere else."""
    elsewhere = {"delivered": {"window": OTHER, "client": OTHER}, "key": {"focus": OTHER}}
    events = [event | elsewhere.get(event["kind"], {}) for event in read_events(item)]
    write_events(item, events)


@forgery("keys_were_delivered", "steps_were_shown")
def keys_in_another_order(item: Path) -> None:
    """Two neighbouring keys were swapped, in the record and on the keyboard."""
    events = read_events(item)
    presses = [i for i, e in enumerate(events) if e.get("event") == "KeyPress"]
    one, two = next(
        (a, b) for a, b in itertools.pairwise(presses) if events[a]["keysym"] != events[b]["keysym"]
    )
    for first, second in ((one, two), (one - 1, two - 1)):
        names = events[first]["keysym"], events[second]["keysym"]
        events[second]["keysym"], events[first]["keysym"] = names
    write_events(item, events)


@forgery("game_wrote_the_log")
def log_of_another_process(item: Path) -> None:
    """Somebody else had the game's log open."""
    events = [
        event | {"pid": PID + 1} if event["kind"] == "file" else event
        for event in read_events(item)
    ]
    write_events(item, events)


@forgery("game_wrote_the_log")
def game_files_gone(item: Path) -> None:
    """The game wrote nothing that the claim could be held against."""
    shutil.rmtree(item / "witness" / "game")
