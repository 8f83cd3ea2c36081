"""Clicks that the game did not take, and records of other pictures than were seen."""

from pathlib import Path

from tests.forgeries.mines.evidence import (
    CLIENT,
    place,
    read_clicks,
)
from tests.forgeries.mines.forging import forgery, index_of, presses
from tests.forgeries.record import Event, edit_events


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
