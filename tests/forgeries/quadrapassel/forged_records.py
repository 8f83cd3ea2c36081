"""Records of other pictures than were seen."""

from pathlib import Path

from tests.forgeries.quadrapassel.evidence import CLIENT
from tests.forgeries.quadrapassel.forging import forgery, frames
from tests.forgeries.record import Event, edit_events, read_events


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
