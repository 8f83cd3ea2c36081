"""Synthetic evidence: a complete honest item folder of GAM 3, made without a display.

A simple player plays the pieces of the seed by the graders' own rules; windows are put together
from the real game's pictures, and the witness's lines are composed here. This shows what graders
make of honest evidence. It is no end-to-end test.
"""

import csv
import hashlib
import os
import shutil
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from pathlib import Path

import numpy as np

from drivers.png import write_png
from graders.pictures import spread
from graders.quadrapassel.field import (
    EMPTY,
    NOTHING,
    STEPS,
    Landing,
    Pose,
    Rows,
    arrival,
    fits,
    height,
    holes,
    landed,
    level_at,
    score_of,
)
from graders.quadrapassel.rules import piece_sequence
from tests.forgeries.quadrapassel.painter import BUTTON, Pixels, field_of, window
from tests.forgeries.record import UNDISTURBED, Event, write_events

SEED = 56
ROWS = 62  # at least; then on until the final picture is full of contrast
LINES, CONTRAST = 10, 42.0
MOST = 90

PID, PLAYER, CLIENT = 4242, 4300, 0x1600000
WINDOW = CLIENT + 18
RECT = (60, 40, 610, 856)
SCREEN = (1920, 1080)
MAPPED = ["/usr/games/quadrapassel", "/usr/lib/x86_64-linux-gnu/libclutter-1.0.so.0.2600.4"]
KEYCODES = {"Up": 111, "Left": 113, "Right": 114, "Down": 116, "space": 65}
COLUMNS = (
    "step",
    "piece_type",
    "rotation",
    "target_col",
    "lines_cleared",
    "board_height",
    "holes",
    "action_keys",
    "screenshot_file",
    "score",
    "level",
    "lines",
)


@dataclass(frozen=True, slots=True)
class Step:
    """One piece of the play.

    Attributes:
        start: As it came in.
        keys: What was pressed for it.
        end: Where it landed.
        landing: What became of the field.
        score: Afterwards.
        lines: Afterwards, altogether.
    """

    start: Pose
    keys: tuple[str, ...]
    end: Pose
    landing: Landing
    score: int
    lines: int

    @property
    def numbers(self) -> tuple[int, int, int]:
        """Score, lines and level afterwards."""
        return self.score, self.lines, level_at(self.lines)


def play(seed: int, start: Rows = NOTHING) -> Iterator[Step]:
    """The steps of an honest play of ``MOST`` pieces, over what lies at the start."""
    field, score, lines = start, 0, 0
    for piece in piece_sequence(seed, MOST):
        step = min(_choices(field, arrival(*piece)), key=_cost)
        lines += step.landing.lines
        score += score_of(step.landing, level_at(lines))
        yield replace(step, score=score, lines=lines)
        field = step.landing.field


def _choices(field: Rows, start: Pose) -> Iterator[Step]:
    """Every place to which turns at the top and moves lead, each way once."""
    for turns in range(4):
        for key, times in [("Left", n) for n in range(6)] + [("Right", n) for n in range(1, 6)]:
            keys = ["Up"] * turns + [key] * times
            pose = _led(field, start, keys)
            if pose is not None:
                while fits(field, pose.moved(down=1)):
                    pose = pose.moved(down=1)
                yield Step(start, (*keys, "space"), pose, landed(field, pose), 0, 0)


def _led(field: Rows, start: Pose, keys: Sequence[str]) -> Pose | None:
    """Where keys lead before the piece falls; None if one of them has no effect."""
    pose = start
    for key in keys:
        pose = pose.moved(**STEPS[key])
        if not fits(field, pose):
            return None
    return pose


def _cost(step: Step) -> tuple[float, int]:
    """Published weights: aggregate height 0.51, lines 0.76, holes 0.36, bumpiness 0.18."""
    field = step.landing.field
    columns = ("".join(column) for column in zip(*field, strict=True))
    tops = [len(column.lstrip(EMPTY)) for column in columns]
    bumps = sum(abs(a - b) for a, b in pairwise(tops))
    cost = 0.51 * sum(tops) + 0.36 * holes(field) + 0.18 * bumps - 0.76 * step.landing.lines
    return cost, len(step.keys)


class Recorder:
    """Composes the lines of ``witness/events.jsonl``, and the pictures that they name."""

    def __init__(self, witness: Path) -> None:
        self.process: Event = {"kind": "process", "pid": PID, "exe": "/usr/games/quadrapassel"}
        self.process |= {"cmdline": ["/usr/games/quadrapassel"], "mapped": MAPPED}
        self.process |= {"environment": {"GSETTINGS_BACKEND": "keyfile"}} | UNDISTURBED
        self.events: list[Event] = [
            {"kind": "start", "display": ":99", "screen": list(SCREEN)}
            | {"sandbox": "bwrap", "seeded": True},
            {"kind": "sendevent", "client": CLIENT, "window": WINDOW - 5, "event": 33},
            self.process,
            {"kind": "window", "window": WINDOW, "client": CLIENT, "title": "Quadrapassel"}
            | {"pid": PID, "rect": [*RECT]},
        ]
        self._frames = witness / "frames"
        self._frames.mkdir(parents=True)
        self._clock, self._count, self._shown = 1000, 0, ""

    def frame(self, pixels: Pixels) -> None:
        """The picture on the window stood long enough to be recorded."""
        self._count += 1
        self._shown = f"{self._count:06d}.png"
        write_png(self._frames / self._shown, pixels)
        self.events.append(frame_event(self._shown, pixels))

    def click(self, x: int, y: int) -> None:
        """The left button pressed and released at (x, y) in root pixels."""
        for press in (True, False):
            self._tell("button", press, {"button": 1, "x": x, "y": y})

    def key(self, keysym: str) -> None:
        """A key pressed and released while the game has the keyboard."""
        told = {"keycode": KEYCODES.get(keysym, 9), "keysym": keysym, "focus": WINDOW}
        for press in (True, False):
            self._tell("key", press, told)

    def end(self) -> None:
        """What the witness tells last."""
        self.events += [
            self.process,
            {"kind": "captures", "client": 0x800000, "pid": PLAYER, "count": 400},
            {"kind": "end", "reason": "the player has finished"},
        ]

    def _tell(self, kind: str, press: bool, told: Event) -> None:
        self._clock += 5
        frame = {"server_ms": self._clock, "frame": self._shown if press else None}
        self.events.append({"kind": kind, "press": press} | told | frame)


def frame_event(name: str, pixels: Pixels) -> Event:
    """The witness's line about a picture."""
    told = {"kind": "frame", "frame": name, "sha256": frame_hash(pixels)}
    return told | {"window": WINDOW, "rect": [*RECT]}


def frame_hash(pixels: Pixels) -> str:
    """SHA-256 of the RGB bytes, row by row."""
    return hashlib.sha256(np.ascontiguousarray(pixels).tobytes()).hexdigest()


def build(
    item: Path,
    *,
    seed: int = SEED,
    start: Rows = NOTHING,
    paint: Callable[..., Pixels] = window,
) -> None:
    """Fill an item folder with the evidence of an honest play.

    Args:
        item: The folder to make.
        seed: The game seed.
        start: What lies in the field when the game begins.
        paint: Paints windows, as :func:`~tests.forgeries.quadrapassel.painter.window` does.
    """
    results = item / "workspace" / "results"
    results.mkdir(parents=True)
    (item / "workspace" / "exec").mkdir()
    (item / "witness" / "game").mkdir(parents=True)
    recorder, steps = Recorder(item / "witness"), list[Step]()
    coming = piece_sequence(seed, MOST + 2)
    field, numbers, first = start, (0, 0, 1), arrival(*coming[0])
    recorder.frame(paint(NOTHING))
    recorder.click(RECT[0] + BUTTON[0], RECT[1] + BUTTON[1])
    recorder.frame(paint(start, first.cells, first.piece, coming[1]))
    for number, step in enumerate(play(seed, start), 1):
        _press(recorder, step, paint, (field, coming[number], numbers))
        field, numbers, following = step.landing.field, step.numbers, arrival(*coming[number])
        shown = paint(field, following.cells, following.piece, coming[number + 1], numbers)
        recorder.frame(shown)
        save(results / f"board_step_{number:04d}.png", field_of(shown))
        steps.append(step)
        contrast = spread(field_of(shown)) if number >= ROWS else 0.0
        if number >= ROWS and step.lines >= LINES and contrast > CONTRAST:
            break
    recorder.end()
    write_events(item, recorder.events)
    save(results / "final_board.png", field_of(shown))
    write_log(item, [_row(number, step) for number, step in enumerate(steps, 1)])
    summarise(item, pieces=len(steps), lines=steps[-1].lines, score=steps[-1].score)


def _press(
    recorder: Recorder,
    step: Step,
    paint: Callable[..., Pixels],
    before: tuple[Rows, tuple[str, int], tuple[int, int, int]],
) -> None:
    """Press a piece's keys; before them there are a field, a next piece, and numbers."""
    field, following, numbers = before
    for key in step.keys[:-1]:
        recorder.key(key)
    over = _led(field, step.start, step.keys[:-1])
    if over and over != step.start:
        recorder.frame(paint(field, over.cells, over.piece, following, numbers))
    recorder.key("space")


def _row(number: int, step: Step) -> list[object]:
    field, rotation = step.landing.field, step.end.rotation
    told = [number, step.end.piece, rotation, step.end.left, step.landing.lines]
    told += [height(field), holes(field), " ".join(step.keys), f"board_step_{number:04d}.png"]
    return [*told, step.score, level_at(step.lines), step.lines]


def save(path: Path, pixels: Pixels) -> None:
    """Save a picture under a name that may have been another file's."""
    path.unlink(missing_ok=True)
    write_png(path, pixels)


def write_log(item: Path, rows: Sequence[Sequence[object]]) -> None:
    """Write ``game_log.csv``."""
    path = item / "workspace" / "results" / "game_log.csv"
    path.unlink(missing_ok=True)
    with path.open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows)


def read_log(item: Path) -> list[list[str]]:
    """The rows of ``game_log.csv``, without its header."""
    with (item / "workspace" / "results" / "game_log.csv").open(newline="") as file:
        return [*csv.reader(file)][1:]


def summarise(item: Path, *, pieces: int, lines: int, score: int) -> None:
    """Write ``summary.md``; the combo is that of the rows as they stand in the log."""
    cleared = (row[COLUMNS.index("lines_cleared")] != "0" for row in read_log(item))
    combo = max((len([*run]) for clears, run in groupby(cleared) if clears), default=0)
    text = SUMMARY.format(pieces=pieces, lines=lines, score=score, combo=combo)
    path = item / "workspace" / "results" / "summary.md"
    path.unlink(missing_ok=True)
    path.write_text(text)


SUMMARY = """# Quadrapassel

- Pieces placed: {pieces}
- Lines cleared: {lines}
- Final score: {score}
- Longest combo: {combo}

The heuristic weighs heights, holes, bumps and cleared lines of every place in reach.
"""


def copy(source: Path, item: Path) -> None:
    """Copy an item folder; its frames, of which there are many, get second names."""

    def link_or_copy(one: str, other: str) -> str:
        if Path(one).parent.name == "frames":
            os.link(one, other)
            return other
        return str(shutil.copyfile(one, other))

    shutil.copytree(source, item, copy_function=link_or_copy)
