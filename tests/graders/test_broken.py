"""Evidence that is broken makes a play unsolved, and the reason begins with the place."""

import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from graders.sokoban import grader as sokoban
from graders.verdict import Verdict
from graders.witness import Witness
from tests.forgeries.record import read_events, write_events
from tests.forgeries.sokoban.forging import SEED
from tests.forgeries.workshop import HONEST, Workshop


@pytest.fixture
def item(workshop: Workshop, tmp_path: Path) -> Path:
    """A copy of honest evidence."""
    return Path(shutil.copytree(workshop.item(HONEST), tmp_path / "item"))


def graded(item: Path) -> Verdict:
    """The verdict on it."""
    return sokoban.grade(item / "workspace", witness=item / "witness", seed=SEED)


def first_frame(item: Path) -> Path:
    """The file of its first picture."""
    return item / "witness/frames" / Witness.read(item / "witness").frames[0].name


def lose_a_frame(item: Path) -> None:
    """A picture's file is gone."""
    first_frame(item).unlink()


def paint_a_frame(item: Path) -> None:
    """One of its pixels is another."""
    path = first_frame(item)
    pixels = np.array(Image.open(path))
    pixels[300, 400] ^= 0xFF
    Image.fromarray(pixels).save(path)


def lose_the_games_log(item: Path) -> None:
    """What the game wrote is gone."""
    (item / "witness/game/level_1_moves.csv").unlink()


def change_a_line(item: Path) -> None:
    """A time is later."""
    path = item / "witness/events.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    lines[20] = lines[20].replace('"t": ', '"t": 1')
    path.write_text("".join(lines))


def cut_the_record(item: Path) -> None:
    """It ends in the middle of a line."""
    path = item / "witness/events.jsonl"
    path.write_bytes(path.read_bytes()[:-20])


@pytest.mark.parametrize(
    ("how", "place"),
    [
        (lose_a_frame, "'frames/000001.png' is missing"),
        (paint_a_frame, "frames/000001.png is not the picture that was recorded"),
        (lose_the_games_log, "'game/level_1_moves.csv' is missing"),
        (change_a_line, "line 22 does not follow the line before it"),
        (cut_the_record, "the last line is not finished"),
    ],
    ids=lambda value: getattr(value, "__name__", ""),
)
def test_the_reason_begins_with_the_place(
    item: Path, how: Callable[[Path], None], place: str
) -> None:
    """A missing or changed picture, a missing file of the game, a line."""
    how(item)
    verdict = graded(item)
    assert verdict.outcome == "unsolved"
    assert verdict.reason.startswith(f"evidence broken: {place}"), verdict.reason


def test_what_x_was_not_asked_is_remarked(item: Path) -> None:
    """By name and number, the most frequent first; it does not cost the solution."""
    events = read_events(item)
    before = graded(item)
    assert before.outcome == "solved"
    assert not [line for line in before.remarks if "X server" in line]
    told = [("GrabServer", 1), ("SendEvent", 30)]
    refused = [{"kind": "refused", "request": name, "count": count} for name, count in told]
    write_events(item, [*events[:-1], *refused, events[-1]])
    verdict = graded(item)
    assert verdict.outcome == "solved", verdict.reason
    assert verdict.remarks[-1] == (
        "Of what the player asked of the X server this was not let through:"
        " 30 SendEvent, 1 GrabServer."
    )
    many = [{"kind": "refused", "request": f"RANDR {n}", "count": 1} for n in range(40)]
    write_events(item, [*events[:-1], *many, events[-1]])
    assert graded(item).remarks[-1].endswith(", and 30 other kinds.")
