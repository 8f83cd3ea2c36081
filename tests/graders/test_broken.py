"""Evidence that is broken makes a play unsolved, and the reason begins with the place."""

import re
import shutil
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from graders.broken import broken
from graders.sokoban import grader as sokoban
from graders.verdict import Verdict
from graders.witness import Witness
from tests.forgeries.forging import Forgery
from tests.forgeries.record import read_events, write_events
from tests.forgeries.remembering import pictures_remembered
from tests.forgeries.sokoban.forging import SEED
from tests.forgeries.workshop import HONEST, Workshop

FRAMES_TRIED = 8
"""Of each game, from its first to its last."""


@pytest.fixture
def item(workshop: Workshop, tmp_path: Path) -> Path:
    """A copy of honest evidence."""
    return Path(shutil.copytree(workshop.item(HONEST), tmp_path / "item"))


def graded(item: Path) -> Verdict:
    """The verdict on it."""
    return sokoban.grade(item / "workspace", witness=item / "witness", seed=SEED)


def frames(item: Path) -> list[Path]:
    """The files of its pictures."""
    return [item / "witness/frames" / f.name for f in Witness.read(item / "witness").frames]


def first_frame(item: Path) -> Path:
    """The file of its first picture."""
    return frames(item)[0]


def lose_a_frame(item: Path) -> None:
    """A picture's file is gone."""
    first_frame(item).unlink()


def paint_a_frame(item: Path) -> None:
    """One of its pixels is another."""
    paint(first_frame(item))


def paint(path: Path) -> None:
    """One pixel of a picture is another."""
    with Image.open(path) as picture:
        pixels = np.array(picture)
    pixels[300, 400] ^= 0xFF
    path.unlink()  # which may be a second name of the honest one
    Image.fromarray(pixels).save(path, compress_level=1)


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
        (paint_a_frame, "'frames/000001.png' is not the picture that was recorded"),
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


def test_every_picture_of_every_game_counts(every_workshop: Workshop, tmp_path: Path) -> None:
    """One pixel of a picture, or all of it, whether or not a proof needs to look at that one."""
    item = Path(shutil.copytree(every_workshop.item(HONEST), tmp_path / "item"))
    case = every_workshop.game.parts.case(item)
    assert broken(case, ()) == ()
    paths = frames(item)
    for path in paths[:: len(paths) // FRAMES_TRIED + 1]:
        honest = path.read_bytes()
        for spoil in (paint, overwrite):
            spoil(path)
            told = f"'frames/{path.name}' is not the picture that was recorded"
            assert broken(case, ()) == (told,)
            path.write_bytes(honest)
    assert broken(case, ()) == ()


def overwrite(path: Path) -> None:
    """The file is no picture any more."""
    path.unlink()
    path.write_bytes(b"nothing")


def test_no_game_is_solved_without_its_pictures(every_workshop: Workshop, tmp_path: Path) -> None:
    """All of them overwritten: the verdict says so, whatever the proofs needed."""
    item = Path(shutil.copytree(every_workshop.item(HONEST), tmp_path / "item"))
    for path in frames(item):
        overwrite(path)
    honest = Forgery(name=HONEST, forge=lambda item: None, unmet=set())
    with pictures_remembered():
        verdict = every_workshop.game.grade(item, honest, True)
    assert (verdict.outcome, verdict.proven_score) == ("unsolved", 0.0)
    assert re.match("evidence broken: 'frames/0.*png' is not the picture", verdict.reason)


def test_a_record_without_hashes_of_files_is_held_to_its_pixels(item: Path) -> None:
    """As records were before there were any: the honest one holds, the painted one does not."""
    path = item / "witness/events.jsonl"
    events = read_events(item)  # without them
    path.unlink()
    names = [frame.rename(frame.with_suffix(".aside")) for frame in frames_of(item)]
    write_events(item, events)
    for name in names:
        name.rename(name.with_suffix(".png"))
    assert Witness.read(item / "witness").kept == {}
    assert graded(item).outcome == "solved"
    paint(frames(item)[-1])
    assert graded(item).broken


def frames_of(item: Path) -> list[Path]:
    """All pictures that there are."""
    return sorted((item / "witness/frames").glob("*.png"))


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
