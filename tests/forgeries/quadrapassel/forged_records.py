"""Records that were tampered with, or lack what would have to be in them."""

from pathlib import Path

from tests.forgeries.broken_records import BROKEN_RECORDS, record_gone
from tests.forgeries.quadrapassel.evidence import CLIENT
from tests.forgeries.quadrapassel.forging import forgery, frames
from tests.forgeries.record import Event, edit_events, read_events


def record(item: Path) -> Path:
    """The witness's record."""
    return item / "witness" / "events.jsonl"


for broken in BROKEN_RECORDS:
    forgery("witness_is_unbroken")(broken)
forgery("witness_is_unbroken")(record_gone)


@forgery("witness_is_unbroken", "keys_were_pressed")
def record_lacks_a_key(item: Path) -> None:
    """A press was taken out afterwards."""
    lines = record(item).read_text().splitlines(keepends=True)
    downs = [i for i, line in enumerate(lines) if '"kind": "key", "press": true' in line]
    record(item).write_text("".join(lines[: downs[40]] + lines[downs[40] + 1 :]))


@forgery(
    "keys_were_pressed", "steps_were_shown", "final_was_shown", "numbers_agree", "game_was_standard"
)
def nothing_on_screen(item: Path) -> None:
    """A play of which no picture was recorded."""
    edit_events(item, lambda events: [e for e in events if e["kind"] != "frame"])


@forgery("steps_were_shown")
def frames_exchanged(item: Path) -> None:
    """A picture's file now shows another field than was recorded."""
    folder = item / "witness" / "frames"
    events = read_events(item)
    one, other = (folder / events[i]["frame"] for i in frames(events)[60:65:4])
    content = other.read_bytes()
    one.unlink()
    one.write_bytes(content)


@forgery("steps_were_shown", "final_was_shown")
def last_frame_of_another_window(item: Path) -> None:
    """The end was seen in a window that is not the game's."""

    def elsewhere(events: list[Event]) -> list[Event]:
        events[frames(events)[-1]]["window"] = CLIENT + (1 << 21)
        return events

    edit_events(item, elsewhere)
