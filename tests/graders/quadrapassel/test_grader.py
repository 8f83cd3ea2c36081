"""GAM 3's grader on honest players in unusual forms, on odd files, and within its limits."""

import csv
import io
import shutil
import time
from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from graders.errors import JudgeFailed
from graders.judging.judge import Opinion, fixed
from graders.quadrapassel import grader as quadrapassel
from graders.quadrapassel.case import COLUMNS, KEYS, ROWS
from graders.verdict import Verdict
from tests.forgeries.quadrapassel.evidence import (
    RECT,
    SEED,
    build,
    copy,
    frame_event,
    read_log,
    write_log,
)
from tests.forgeries.quadrapassel.painter import BUTTON
from tests.forgeries.record import Event, read_events, write_events


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The item folder of an honest play, not to be changed."""
    item = tmp_path_factory.mktemp("quadrapassel") / "honest"
    build(item)
    return item


@pytest.fixture
def item(honest: Path, tmp_path: Path) -> Path:
    """One to be changed."""
    copy(honest, tmp_path / "item")
    return tmp_path / "item"


def grade(item: Path, *, seed: int | None = SEED) -> Verdict:
    """The verdict with the witness."""
    return quadrapassel.grade(item / "workspace", witness=item / "witness", seed=seed)


def unmet(item: Path, *, seed: int | None = SEED) -> dict[str, str]:
    """What is not met, with its reason."""
    return {check.name: check.reason for check in grade(item, seed=seed).unmet}


def shots(item: Path) -> list[Path]:
    """The pictures of the steps, in order."""
    return sorted((item / "workspace" / "results").glob("board_step_*.png"))


def whole_windows(item: Path) -> None:
    """Replace every picture by that of the whole window."""
    last = [before for before, after in pairwise(read_events(item)) if _is_drop(after)]
    frames = [event["frame"] for event in read_events(item) if event["kind"] == "frame"]
    names = [frames[_frame_after(item, event)] for event in last]
    results = item / "workspace" / "results"
    for path, name in zip(shots(item), names, strict=True):
        path.unlink()
        shutil.copy(item / "witness" / "frames" / name, path)
    (results / "final_board.png").unlink()
    shutil.copy(item / "witness" / "frames" / names[-1], results / "final_board.png")


def _is_drop(event: Event) -> bool:
    return bool(event["kind"] == "key" and event["press"] and event["keysym"] == "space")


def _frame_after(item: Path, event: Event) -> int:
    """How many frames the record had before an event and the drop that follows it."""
    return sum(e["kind"] == "frame" for e in read_events(item) if e["n"] <= event["n"])


def lagging(item: Path) -> None:
    """Every press names the picture before the last, as on a machine that is busy."""
    events, names = read_events(item), [""]
    for event in events:
        if event["kind"] == "frame":
            names.append(event["frame"])
        elif event["kind"] in ("key", "button") and event["press"]:
            event["frame"] = names[-2] or None
    write_events(item, events)


def under_the_pointer(item: Path) -> None:
    """Nobody took the keyboard: it is where the pointer is."""
    events = read_events(item)
    for event in events:
        if event["kind"] == "key":
            event["focus"] = 1
    write_events(item, events)


def went_on(item: Path) -> None:
    """More keys went to the game after the last row."""
    events = read_events(item)
    key = next(event for event in events if event["kind"] == "key")
    write_events(item, [*events[:-3], {**key, "keysym": "Left"}, *events[-3:]])


def moved(item: Path) -> None:
    """The window was moved before the game, and its pictures were taken elsewhere."""
    events = read_events(item)
    for event in events:
        if event["kind"] == "frame":
            event["rect"] = [RECT[0] + 9, RECT[1], *RECT[2:]]
    write_events(item, events)


def without_further_columns(item: Path) -> None:
    """Only what the contract asks for, in an order of its own, as Windows writes it."""
    rows = read_log(item)
    path = item / "workspace" / "results" / "game_log.csv"
    path.unlink()
    names = "screenshot_file,step,piece_type,rotation,target_col,lines_cleared,board_height,holes"
    lines = [f"{names},action_keys", *(",".join([r[8], *r[:7], r[7]]) for r in rows)]
    path.write_bytes("\r\n".join(lines).encode())


def marked_and_told_as_floats(item: Path) -> None:
    """A table that went through a spreadsheet: the columns keep their place, 3 became 3.0."""
    rows = [[*r[:2], *(f"{value}.0" for value in r[2:7]), *r[7:]] for r in read_log(item)]
    write_log(item, rows)


FORMS = [
    whole_windows,
    lagging,
    under_the_pointer,
    went_on,
    moved,
    without_further_columns,
]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: str(form.__name__))
def test_honest_in_an_unusual_form(item: Path, form: Callable[[Path], None]) -> None:
    """All of it is met."""
    form(item)
    assert unmet(item) == {}


def paused(item: Path, *, seconds: float) -> None:
    """In the middle the window stands for some time without the icon of a game that runs."""
    events = read_events(item)
    middle = [index for index, event in enumerate(events) if _is_drop(event)][20]
    named = next(event for event in reversed(events[:middle]) if event["kind"] == "frame")
    path = item / "witness" / "frames" / named["frame"]
    picture = np.asarray(Image.open(path)).copy()
    x, y = BUTTON
    picture[y - 30 : y + 30, x - 30 : x + 30] = picture[y - 40, x]
    pause = frame_event("pause.png", picture)
    Image.fromarray(picture).save(path.with_name("pause.png"))
    at = named["t"]
    for event in events[middle:]:
        event["t"] += seconds
    write_events(item, [*events[:middle], pause | {"t": at}, *events[middle:]])


@pytest.mark.parametrize(("seconds", "refused"), [(0.9, False), (60.0, True)])
def test_pause(item: Path, seconds: float, refused: bool) -> None:
    """A game stands for a minute though a piece should fall; a second may be anything."""
    paused(item, seconds=seconds)
    assert unmet(item).keys() == ({"game_was_standard"} if refused else set())


def test_stopped_process(item: Path) -> None:
    """What stands for a minute and offers to pause was no pause: the process was stopped."""
    events = read_events(item)
    middle = [index for index, event in enumerate(events) if _is_drop(event)][20]
    for event in events[middle:]:
        event["t"] += 60
    write_events(item, events)
    assert unmet(item) == {}


def test_figures_as_a_spreadsheet_writes_them(item: Path) -> None:
    """They are read; the contract's own arithmetic does not take 1.0 for a line."""
    marked_and_told_as_floats(item)
    assert unmet(item).keys() == {"lines_cleared"}


def test_without_a_seed(honest: Path) -> None:
    """Only the pieces are not judged."""
    verdict = grade(honest, seed=None)
    assert verdict.outcome == "solved"
    assert {check.name for check in verdict.proof if check.met is None} == {"pieces_equal_truth"}


def test_without_a_witness(honest: Path) -> None:
    """What files and rules tell is judged, what was on screen is not."""
    verdict = quadrapassel.grade(honest / "workspace", seed=SEED)
    assert {check.name for check in verdict.proof if check.met} == {
        "files_are_the_players_own",
        "pieces_equal_truth",
        "boards_follow",
        "summary_agrees",
    }
    assert verdict.outcome == "solved"


@pytest.mark.parametrize(
    ("value", "score", "ceiling"),
    [(None, 0.6, 0.6), (0.0, 0.35, 1.0), (0.5, 0.55, 1.0), (1.0, 1.0, 1.0)],
)
def test_judge(honest: Path, value: float | None, score: float, ceiling: float) -> None:
    """A judge has 15 % of the score, and two caps."""
    judge = None if value is None else fixed(value)
    verdict = quadrapassel.grade(honest / "workspace", judge=judge)
    assert (verdict.overall_score, verdict.ceiling) == (score, ceiling)


class Refusing:
    """A judge that cannot say."""

    name = "refusing"

    def __call__(self, images: Sequence[Path], rubric: Mapping[str, str]) -> Opinion:
        """Fail."""
        raise JudgeFailed("no answer in time")


def test_judge_that_fails_costs_nothing(honest: Path) -> None:
    """As if there were none: its items are not judged."""
    verdict = quadrapassel.grade(honest / "workspace", judge=Refusing())
    assert (verdict.overall_score, verdict.ceiling) == (0.6, 0.6)
    recognised = next(c for c in verdict.criteria if c.name == "board_recognised")
    assert (recognised.met, recognised.reason) == (
        None,
        "not judged: the judge failed: no answer in time",
    )


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        (1, "X", "the piece 'X'"),
        (2, "4", "rotation is '4'"),
        (3, "-1", "target_col is '-1'"),
        (4, "five", "lines_cleared is 'five'"),
        (5, "9" * 5000, "board_height is '999"),
        (7, "Left F1 space", "the key 'F1'"),
        (8, "../../etc/board_step_1.png", "the picture '../../etc/board_step_1.png'"),
        (8, "board_step_\x1b[2J.png", "the picture 'board_step_\\x1b[2J.png'"),
        (9, "many", "score is 'many'"),
    ],
)
def test_odd_cells(item: Path, column: int, value: str, said: str) -> None:
    """A row that cannot be read is named, in short and escaped."""
    rows = read_log(item)
    rows[2][column] = value
    write_log(item, rows)
    reason = unmet(item)["boards_follow"]
    assert said in reason
    assert "row 3 of results/game_log.csv" in reason
    assert len(reason) < 200


def test_wrong_column_names(item: Path) -> None:
    """The proofs say which is missing."""
    path = item / "workspace" / "results" / "game_log.csv"
    text = path.read_text().replace("holes", "gaps")
    path.unlink()
    path.write_text(text)
    assert "has no column holes" in unmet(item)["keys_were_pressed"]


def log(rows: int, keys: str) -> bytes:
    """A table of many rows."""
    text = io.StringIO()
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    row = [1, "O", 0, 0, 0, 2, 0, keys, "board_step_0001.png"]
    writer.writerows([row] * rows)
    return text.getvalue().encode()


HOSTILE = {
    "too many rows": (log(ROWS + 1, "space"), f"more than {ROWS} rows"),
    "too many keys": (log(201, "Left Right " * 50), f"no play needs more than {KEYS}"),
    "as many as may be": (log(ROWS, "Left Up " * 2 + "space"), "is called step 1"),
    "one endless cell": (b"step\n" + b"x" * (9 << 20), "not CSV"),
    "no text": (bytes(range(256)) * 1000, "results/game_log.csv"),
    "nothing": (b"", "has no column step"),
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_tables(item: Path, name: str) -> None:
    """They are refused in a sentence, in little time."""
    content, said = HOSTILE[name]
    path = item / "workspace" / "results" / "game_log.csv"
    path.unlink()
    path.write_bytes(content)
    begun = time.process_time()
    assert said in unmet(item)["boards_follow"]
    assert time.process_time() - begun < 20


def test_large_pictures(item: Path) -> None:
    """A picture larger than any screen shows no field, and costs little."""
    huge = item / "workspace" / "results" / "final_board.png"
    huge.unlink()
    Image.fromarray(np.zeros((12_000, 6_000, 3), np.uint8)).save(huge)
    begun = time.process_time()
    assert "more than a screen" in unmet(item)["final_was_shown"]
    assert time.process_time() - begun < 20


def test_grading_is_quick(honest: Path) -> None:
    """A play of 62 pieces takes a second or two of the processor."""
    begun = time.process_time()
    assert grade(honest).outcome == "solved"
    assert time.process_time() - begun < 5
