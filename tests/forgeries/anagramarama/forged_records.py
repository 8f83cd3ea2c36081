"""Records that were tampered with, or lack what would have to be in them."""

from pathlib import Path

from tests.forgeries.anagramarama.evidence import CLIENT
from tests.forgeries.anagramarama.forging import forgery
from tests.forgeries.broken_records import BROKEN_RECORDS, record_gone
from tests.forgeries.record import edit_events, edit_kind

for broken in BROKEN_RECORDS:
    forgery("witness_is_unbroken")(broken)
forgery("witness_is_unbroken")(record_gone)


@forgery("witness_is_unbroken", "words_were_typed")
def record_lacks_a_key(item: Path) -> None:
    """A press was taken out afterwards."""
    path = item / "witness" / "events.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    downs = [i for i, line in enumerate(lines) if '"kind": "key", "press": true' in line]
    path.write_text("".join(lines[: downs[40]] + lines[downs[40] + 1 :]))


@forgery("words_were_typed", "screenshots_were_shown")
def nothing_on_screen(item: Path) -> None:
    """A play of which no picture was recorded."""
    edit_events(item, lambda events: [e for e in events if e["kind"] != "frame"])


@forgery("words_were_typed", "screenshots_were_shown")
def frames_of_another_window(item: Path) -> None:
    """All pictures are of a window that is not the game's."""
    edit_kind(item, "frame", window=CLIENT + (1 << 21))
