"""Plays that were no plays: made-up clicks, and records that were tampered with."""

from collections.abc import Iterable
from pathlib import Path

from tests.forgeries.broken_records import BROKEN_RECORDS, record_gone
from tests.forgeries.mines.evidence import (
    CLIENT,
    WINDOW_ID,
    place,
    read_clicks,
)
from tests.forgeries.mines.forging import forgery, index_of, presses
from tests.forgeries.record import Event, edit_events

for broken in BROKEN_RECORDS:
    forgery("witness_is_unbroken")(broken)
forgery("witness_is_unbroken", caps={"no_audit"})(record_gone)


@forgery("witness_is_unbroken", "clicks_were_made", scores={"audit_total_tool_calls": 323.0})
def record_lacks_a_click(item: Path) -> None:
    """A press was taken out afterwards."""
    path = item / "witness" / "events.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    pressed = [i for i, line in enumerate(lines) if '"press": true, "button": 1' in line]
    path.write_text("".join(lines[: pressed[40]] + lines[pressed[40] + 1 :]))


@forgery("clicks_were_made")
def clicks_sent_besides(item: Path) -> None:
    """A real play during which a program also sent a click to the window."""

    def sent(events: list[Event]) -> list[Event]:
        made_up = {"kind": "sendevent", "client": 9, "window": WINDOW_ID, "event": 4}
        return [*events[:90], made_up, *events[90:]]

    edit_events(item, sent)


@forgery(
    "clicks_were_made",
    "reasons_follow",
    "board_equals_truth",
    "summary_agrees",
    scores={"audit_total_tool_calls": 1.0},
)
def clicks_sent_by_a_program(item: Path) -> None:
    """Every click came from a program by SendEvent; no device moved."""

    def sent(events: list[Event]) -> Iterable[Event]:
        for event in events:
            if event["kind"] == "button":
                code = 4 if event["press"] else 5
                yield {"kind": "sendevent", "client": 9, "window": WINDOW_ID, "event": code}
            else:
                yield event

    edit_events(item, sent)


@forgery("clicks_were_made")
def released_on_another_cell(item: Path) -> None:
    """A press of which the game took no notice, as the button came up elsewhere."""
    wanted = read_clicks(item)[index_of(item, after=60)]
    x, y = place((wanted.column + (1 if wanted.column < 29 else -1), wanted.row))

    def dragged(events: list[Event]) -> list[Event]:
        for index in presses(events):
            event = events[index]
            if (event["x"], event["y"], event["button"]) == (wanted.x, wanted.y, 1):
                last = index
        events[last + 1] |= {"x": x, "y": y}
        return events

    edit_events(item, dragged)


@forgery(
    "restarts_are_few",
    "board_equals_truth",
    "clicks_were_made",
    "reasons_follow",
    "final_was_shown",
    "summary_agrees",
)
def nothing_on_screen(item: Path) -> None:
    """A play of which no picture was recorded."""
    edit_events(item, lambda events: [e for e in events if e["kind"] != "frame"])


@forgery("final_was_shown")
def frames_exchanged(item: Path) -> None:
    """The last picture's file now shows another board than was recorded."""
    frames = item / "witness" / "frames"
    last, other = sorted(frames.iterdir())[-1], sorted(frames.iterdir())[-4]
    content = other.read_bytes()
    last.unlink()
    last.write_bytes(content)


@forgery("final_was_shown")
def last_frame_of_another_window(item: Path) -> None:
    """The won board was seen in a window that is not the game's."""

    def elsewhere(events: list[Event]) -> list[Event]:
        last = max(i for i, e in enumerate(events) if e["kind"] == "frame")
        events[last]["window"] = CLIENT + (1 << 21)
        return events

    edit_events(item, elsewhere)
