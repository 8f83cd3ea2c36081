"""The register of GAM 3's forgeries, and the tools that know its deliverables."""

from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
from PIL import Image

from drivers.png import write_png
from graders.quadrapassel.case import LOG
from tests.forgeries.forging import Register
from tests.forgeries.quadrapassel.evidence import (
    COLUMNS,
    frame_event,
    read_log,
    save,
    summarise,
    write_log,
)
from tests.forgeries.quadrapassel.painter import Pixels
from tests.forgeries.record import Event, read_events, write_events

OTHER_SEED = 57

ON_THE_TABLE = {"boards_follow", "keys_were_pressed", "steps_were_shown", "numbers_agree"}
ON_THE_TABLE |= {"pieces_equal_truth", "final_was_shown", "game_was_standard", "summary_agrees"}
"""The checks that fail where the rows of the table cannot be read."""

NO_TABLE = dict.fromkeys(
    ("log_row_count", "log_schema", "piece_type_valid", "lines_cleared", "action_keys_present"), 0.0
) | {"actions_match_shots": 0.0}
NO_TABLE_CAPS = {"no_account", "no_log", "pictures_and_rows_differ", "odd_pieces", "few_lines"}
NO_ROWS = {"pieces_logged", "pieces_named", "lines_cleared", "keys_logged", "pictures_match_rows"}
"""Where there are no rows at all."""

NO_FINAL = {"final_pictured", "blocks_visible", "final_was_shown"}

FORGERIES = Register()
forgery = FORGERIES.add

Cells = list[list[str]]
"""The rows of the table, as text."""


def results(item: Path) -> Path:
    """The folder of deliverables."""
    return item / "workspace" / "results"


def log(item: Path) -> Path:
    """The table of pieces."""
    return item / "workspace" / LOG


def step(item: Path, number: int) -> Path:
    """The picture of a step."""
    return results(item) / f"board_step_{number:04d}.png"


def steps(item: Path) -> list[Path]:
    """The pictures of all steps, in order."""
    return sorted(results(item).glob("board_step_*.png"))


def final(item: Path) -> Path:
    """The final picture."""
    return results(item) / "final_board.png"


def summary(item: Path) -> Path:
    """The summary."""
    return results(item) / "summary.md"


def edit_log(item: Path, edit: Callable[[Cells], Iterable[list[str]]]) -> None:
    """Write the rows that a function makes of the honest ones."""
    write_log(item, list(edit(read_log(item))))


def edit_cell(item: Path, number: int, column: str, value: object) -> None:
    """Change one cell of a row, counted from 1."""
    rows = read_log(item)
    rows[number - 1][COLUMNS.index(column)] = str(value)
    write_log(item, rows)


def cell(item: Path, number: int, column: str) -> str:
    """A cell of a row, counted from 1."""
    return read_log(item)[number - 1][COLUMNS.index(column)]


def end_after(item: Path, number: int) -> None:
    """Tell the play as if it had ended after a row; the game went on."""
    rows = read_log(item)[:number]
    write_log(item, rows)
    for path in steps(item)[number:]:
        path.unlink()
    save(final(item), pixels_of(step(item, number)))
    last = dict(zip(COLUMNS, rows[-1], strict=True))
    summarise(item, pieces=number, lines=int(last["lines"]), score=int(last["score"]))


def pixels_of(path: Path) -> Pixels:
    """A picture, to be written to."""
    with Image.open(path) as picture:
        return np.array(picture.convert("RGB"))


def retouch(path: Path, edit: Callable[[Pixels], Pixels | None]) -> None:
    """Change a picture: the function writes to it, or returns another."""
    pixels = pixels_of(path)
    changed = edit(pixels)
    save(path, pixels if changed is None else changed)


def exchange(one: Path, other: Path) -> None:
    """Give two files each other's names."""
    aside = one.with_name("aside")
    one.rename(aside)
    other.rename(one)
    aside.rename(other)


def pressed(events: list[Event], keysym: str = "") -> list[int]:
    """Positions of the lines of keys that go down, or of one key."""
    return [
        index
        for index, event in enumerate(events)
        if event["kind"] == "key" and event["press"] and keysym in ("", event["keysym"])
    ]


def frames(events: list[Event]) -> list[int]:
    """Positions of the lines of pictures."""
    return [index for index, event in enumerate(events) if event["kind"] == "frame"]


def frame_pixels(item: Path, event: Event) -> Pixels:
    """The picture that a line is about."""
    return pixels_of(item / "witness" / "frames" / event["frame"])


def new_frame(item: Path, name: str, pixels: Pixels) -> Event:
    """Put a picture among the witness's, and return the line about it."""
    write_png(item / "witness" / "frames" / name, pixels)
    return frame_event(name, pixels)


def retouch_frames(item: Path, numbers: slice, edit: Callable[[Pixels], Pixels | None]) -> None:
    """Change some of the witness's pictures, and what the record says of them.

    Args:
        item: The item folder.
        numbers: Which, by their numbers from 0.
        edit: Writes to a picture, or returns another.
    """
    events = read_events(item)
    for index in frames(events)[numbers]:
        event = events[index]
        pixels = frame_pixels(item, event)
        changed = edit(pixels)
        name = f"retouched-{event['frame']}"
        new = new_frame(item, name, pixels if changed is None else changed)
        for other in events[index + 1 :]:
            if other.get("frame") == event["frame"]:
                other["frame"] = name
        event.update(new)
    write_events(item, events)
