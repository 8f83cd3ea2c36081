"""The register of GAM 2's forgeries, and the tools that know its deliverables."""

from collections.abc import Callable, Iterable
from itertools import islice
from pathlib import Path

import numpy as np
from PIL import Image

from drivers.png import write_png
from graders.audit import Audit
from graders.truth import GlibRandom
from tests.forgeries.forging import Forge, Register
from tests.forgeries.mines.evidence import SEED, Row, frame_event, read_clicks, write_clicks
from tests.forgeries.mines.looks import Pixels
from tests.forgeries.mines.play import Field, Step
from tests.forgeries.record import Event, read_events, write_events

OTHER_SEED = 67
"""Lays a first game that the same player wins."""

USUAL = {
    "revealed_cells_raw": 415.0,
    "audit_total_tool_calls": 324.0,
    "audit_screenshots": 90.0,
    "audit_any_banned": 0.0,
}
"""The sub-scores of honest evidence that are not 1."""

ON_THE_PICTURE = {"board_pictured", "cells_revealed", "board_equals_truth", "board_obeys_rules"}
ON_THE_PICTURE |= {"final_was_shown", "summary_agrees"}
"""The checks that fail where no board can be read from the final picture."""

ON_THE_TABLE = {"clicks_logged", "mines_flagged", "moves_reasoned", "clicks_were_made"}
ON_THE_TABLE |= {"reasons_follow"}
"""The checks that fail where clicks.csv cannot be read."""

NO_PICTURE = dict.fromkeys(
    ("final_board_exists", "final_board_resolution_ok", "board_nontrivial", "revealed_cells"), 0.0
)
NO_PICTURE_CAPS = {"no_board_or_summary", "revealed_below_70", "revealed_below_40", "small_board"}
NO_TABLE = dict.fromkeys(
    ("clicks_count", "clicks_schema", "flags_right_click", "reasoned_actions", "reason_diversity"),
    0.0,
)

GROUPED = {
    "core_score": (
        *("clicks_count", "flags_right_click", "reasoned_actions"),
        *("revealed_cells", "summary_complete", "final_board_exists"),
    ),
    "gui_score": ("board_nontrivial", "final_board_resolution_ok", "no_solver_imports"),
    "aux_score": ("clicks_schema", "reason_diversity"),
}
"""The contract's keys for means of other keys."""

FORGERIES = Register()


def forgery(
    *unmet: str,
    scores: dict[str, float] | None = None,
    caps: set[str] | None = None,
    audit: Audit | None = None,
    reference: bool = True,
) -> Callable[[Forge], Forge]:
    """Register a forgery; the means of sub-scores follow from those that are given."""
    given = dict(scores or {})
    for mean, keys in GROUPED.items():
        if not given.keys().isdisjoint(keys):
            given[mean] = sum(given.get(key, 1.0) for key in keys) / len(keys)
    return FORGERIES.add(*unmet, scores=given, caps=caps, audit=audit, reference=reference)


def parts_not_plain(count: int) -> dict[str, float]:
    """The sub-scores of a picture so many of whose 480 parts are not plain."""
    return {"revealed_cells_raw": float(count), "revealed_cells": min(1.0, count / 380)}


def clicks(item: Path) -> Path:
    """The table of clicks."""
    return item / "workspace" / "clicks.csv"


def board(item: Path) -> Path:
    """The final picture."""
    return item / "workspace" / "final_board.png"


def summary(item: Path) -> Path:
    """The summary."""
    return item / "workspace" / "summary.md"


def edit_clicks(item: Path, edit: Callable[[list[Row]], Iterable[Row]]) -> None:
    """Write the rows that a function makes of the honest ones, numbered anew."""
    rows = edit(read_clicks(item))
    write_clicks(item, [row._replace(step=number) for number, row in enumerate(rows, 1)])


def edit_row(item: Path, index: int, **values: object) -> None:
    """Change one row, counted from 0."""
    rows = read_clicks(item)
    rows[index] = rows[index]._replace(**values)  # type: ignore[arg-type]  # names of its columns
    write_clicks(item, rows)


def index_of(item: Path, *, game: int = 2, action: str = "left", after: int = 0) -> int:
    """The first row from an index on of a kind of click, reasoned, in a game."""
    return next(
        index
        for index, row in enumerate(read_clicks(item))
        if index >= after and (row.game, row.action) == (game, action) and row.reason != "guess"
    )


def presses(events: list[Event]) -> list[int]:
    """Positions of the lines of buttons that go down."""
    return [i for i, e in enumerate(events) if e["kind"] == "button" and e["press"]]


def new_frame(item: Path, name: str, pixels: Pixels) -> Event:
    """Put a picture among the witness's, and return the line about it."""
    write_png(item / "witness" / "frames" / name, pixels)
    return frame_event(name, pixels)


def retouch(item: Path, edit: Callable[[Pixels], Pixels | None]) -> None:
    """Change the witness's pictures, and what the record says of them.

    Args:
        item: The item folder.
        edit: Makes another picture of one; None leaves it.
    """
    events = read_events(item)
    for event in (event for event in events if event["kind"] == "frame"):
        path = item / "witness" / "frames" / event["frame"]
        with Image.open(path) as picture:
            pixels = edit(np.array(picture.convert("RGB")))
        if pixels is not None:
            path.unlink()  # a second name of the honest one
            event.update(new_frame(item, event["frame"], pixels))
    write_events(item, events)


def field_at(item: Path, *, game: int, clicks: int | None = None) -> Field:
    """The board of one game of the honest play, after so many of its clicks."""
    numbers, rows = GlibRandom(SEED), read_clicks(item)
    for here in range(1, game + 1):
        field = Field(numbers)
        wanted = (row for row in rows if row.game == here)
        for row in islice(wanted, clicks if here == game else None):
            field.step(Step(row.action, (row.column, row.row), row.reason))
    return field
