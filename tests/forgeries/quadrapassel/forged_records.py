"""Records of other pictures than were seen."""

from collections.abc import Iterator
from pathlib import Path

from tests.forgeries.quadrapassel.evidence import CLIENT
from tests.forgeries.quadrapassel.forging import (
    final,
    forgery,
    frames,
    pixels_of,
    retouch,
    step,
    steps,
)
from tests.forgeries.quadrapassel.painter import Pixels
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


def late_everywhere(item: Path) -> None:
    """Say of every picture that it was seen late, as of a play on a machine that is very busy."""

    def owned_up(events: list[Event]) -> Iterator[Event]:
        for event in events:
            yield event
            if event["kind"] == "frame":
                yield {"kind": "late", "seconds": 0.3, "frame": event["frame"]}

    edit_events(item, owned_up)


@forgery("steps_were_shown")
def unseen_in_a_flood(item: Path) -> None:
    """Where the witness was late all the time, too many pictures were never seen."""
    for number in range(1, len(steps(item)) + 1, 8):
        retouch(step(item, number), _somewhere_else)
    late_everywhere(item)


@forgery("steps_were_shown")
def unseen_where_nobody_was_late(item: Path) -> None:
    """Two pictures were never seen, of which the record can have missed one."""
    for number in (20, 40):
        retouch(step(item, number), _somewhere_else)

    def owned_up(events: list[Event]) -> Iterator[Event]:
        for index, event in enumerate(events):
            yield event
            if index == frames(events)[20]:
                yield {"kind": "late", "seconds": 0.3, "frame": event["frame"]}

    edit_events(item, owned_up)


@forgery()
def a_few_unseen(item: Path) -> None:
    """No forgery: the witness missed five pictures of rows, and the last one."""
    for path in [*steps(item)[10:15], final(item)]:
        retouch(path, _somewhere_else)
    late_everywhere(item)


@forgery("boards_follow")
def another_field_in_a_flood(item: Path) -> None:
    """A picture of the next row, shown where the witness may have missed one."""
    retouch(step(item, 30), lambda pixels: pixels_of(step(item, 31)))
    retouch(step(item, 30), _somewhere_else)
    late_everywhere(item)


def _somewhere_else(pixels: Pixels) -> None:
    """A picture that shows the same and was never on screen: one pixel of the ground differs."""
    pixels[0, 0] ^= 1


@forgery("steps_were_shown", "final_was_shown")
def last_frame_of_another_window(item: Path) -> None:
    """The end was seen in a window that is not the game's."""

    def elsewhere(events: list[Event]) -> list[Event]:
        events[frames(events)[-1]]["window"] = CLIENT + (1 << 21)
        return events

    edit_events(item, elsewhere)
