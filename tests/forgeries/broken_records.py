"""Forgeries of any game's record: it was changed afterwards, or is not whole."""

from pathlib import Path

from tests.forgeries.forging import Forge, change
from tests.forgeries.record import read_events, write_events


def record_changed(item: Path) -> None:
    """A time was changed afterwards."""
    change(_record(item), '"t": 0.05', '"t": 0.06')


def record_lacks_its_end(item: Path) -> None:
    """The last event is missing; what is left is in good order."""
    write_events(item, read_events(item)[:-1])


def record_lacks_its_start(item: Path) -> None:
    """The first event is missing; what is left is in good order."""
    write_events(item, read_events(item)[1:])


def record_not_finished(item: Path) -> None:
    """Something follows the last whole line."""
    with _record(item).open("a") as file:
        file.write('{"n": ')


def record_with_a_strange_line(item: Path) -> None:
    """A line that is no event, where the chain has no link after it."""
    with _record(item).open("a") as file:
        file.write("end of file\n")


def record_gone(item: Path) -> None:
    """No record, in the hope that nothing is judged then."""
    _record(item).unlink()


def record_lacks_an_act(item: Path) -> None:
    """A press was taken out afterwards."""
    lines = _record(item).read_text().splitlines(keepends=True)
    presses = [i for i, line in enumerate(lines) if '"press": true' in line]
    _record(item).write_text("".join(lines[: presses[40]] + lines[presses[40] + 1 :]))


BROKEN_RECORDS: tuple[Forge, ...] = (
    record_changed,
    record_lacks_its_end,
    record_lacks_its_start,
    record_not_finished,
    record_with_a_strange_line,
)
"""Those that cost nothing but the proof of the record itself."""


def _record(item: Path) -> Path:
    return item / "witness" / "events.jsonl"
