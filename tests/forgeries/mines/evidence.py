"""Synthetic evidence: a complete honest item folder of GAM 2, made without a display or a player.

The seed lays the mines by the graders' own rules, a plain player deduces, windows are put together
from the real game's looks, and the witness's lines are composed here. This shows what graders make
of honest evidence. It is no end-to-end test: nothing in it went through an X server or the game.

The play: a first game that a guess loses, and a second one that is won. The player clicks all that
one picture settles before it looks again, and is faster than the witness: there is one picture of
each round.
"""

import csv
import hashlib
import os
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from PIL import Image

from drivers.png import write_png
from graders.mines.rules import Cell
from graders.truth import GlibRandom
from tests.forgeries.mines.looks import BOARD, WINDOW, Pixels, centre, window
from tests.forgeries.mines.play import Field, Step, rounds
from tests.forgeries.record import UNDISTURBED, Event, write_events

SEED = 75
"""Lays a first game that the player soon loses, and a second that it wins by deduction alone."""

PID = 4242
PLAYER = 4300
CLIENT = 0x600000
WINDOW_ID = CLIENT + 7
ORIGIN = (240, 160)
"""Where the window is on the screen: (x, y) in root pixels."""

RECT = (*ORIGIN, *WINDOW)
SCREEN = (1920, 1080)
PLAY_AGAIN = (1296, 518)
"""The middle of the button, (x, y) in window pixels."""

LIBRARIES = "/usr/lib/x86_64-linux-gnu"
MAPPED = ["/usr/games/gnome-mines", f"{LIBRARIES}/ld-linux-x86-64.so.2"]
MAPPED += [f"{LIBRARIES}/{name}" for name in ("libc.so.6", "libglib-2.0.so.0.7400.6")]
MAPPED += [f"{LIBRARIES}/libgtk-3.so.0.2404.28"]
COLUMNS = ("step", "action", "x", "y", "reason", "column", "row", "game")


class Row(NamedTuple):
    """One line of ``clicks.csv``."""

    step: int
    action: str
    x: int
    y: int
    reason: str
    column: int
    row: int
    game: int


class Recorder:
    """Composes the lines of ``witness/events.jsonl``, and the pictures that they name."""

    def __init__(self, witness: Path) -> None:
        self.process = {"kind": "process", "pid": PID, "exe": "/usr/games/gnome-mines"}
        self.process |= {"cmdline": ["/usr/games/gnome-mines", "--big"], "mapped": MAPPED}
        self.process |= {"environment": {"GSETTINGS_BACKEND": "keyfile"}} | UNDISTURBED
        self.events: list[Event] = [
            {"kind": "start", "display": ":99", "screen": list(SCREEN)}
            | {"sandbox": "bwrap", "seeded": True},
            self.process,
            {"kind": "window", "window": WINDOW_ID, "client": CLIENT, "title": "Mines"}
            | {"pid": PID, "rect": [*RECT]},
        ]
        self._frames = witness / "frames"
        self._frames.mkdir(parents=True)
        self._clock = 1000
        self._shown = ""

    def frame(self, pixels: Pixels) -> None:
        """The picture on the window stood long enough to be recorded."""
        number = 1 + sum(event["kind"] == "frame" for event in self.events)
        self._shown = f"{number:06d}.png"
        write_png(self._frames / self._shown, pixels)
        self.events.append(frame_event(self._shown, pixels))

    def click(self, x: int, y: int, *, button: int) -> None:
        """A button pressed and released at (x, y) in root pixels."""
        for press in (True, False):
            self._clock += 5
            self.events.append(
                {"kind": "button", "press": press, "button": button, "x": x, "y": y}
                | {"server_ms": self._clock, "frame": self._shown if press else None}
            )

    def key(self, keysym: str) -> None:
        """A key pressed and released."""
        for press in (True, False):
            self._clock += 5
            self.events.append(
                {"kind": "key", "press": press, "keycode": 9, "keysym": keysym}
                | {"server_ms": self._clock, "focus": WINDOW_ID}
                | {"frame": self._shown if press else None}
            )

    def end(self) -> None:
        """What the witness tells last."""
        self.events += [
            self.process,
            {"kind": "captures", "client": 0x800000, "pid": PLAYER, "count": 90},
            {"kind": "captures", "client": CLIENT, "pid": PID, "count": 2},
            {"kind": "end", "reason": "the player has finished"},
        ]


def frame_event(name: str, pixels: Pixels) -> Event:
    """The witness's line about a picture."""
    told = {"kind": "frame", "frame": name, "sha256": frame_hash(pixels)}
    return told | {"window": WINDOW_ID, "rect": [*RECT]}


def frame_hash(pixels: Pixels) -> str:
    """SHA-256 of the RGB bytes, row by row."""
    return hashlib.sha256(np.ascontiguousarray(pixels).tobytes()).hexdigest()


def build(item: Path, *, seed: int = SEED, luck: Sequence[bool | None] = (None,) * 4) -> None:
    """Fill an item folder with the evidence of an honest play.

    Args:
        item: The folder to make.
        seed: The game seed.
        luck: The luck of each game (see :func:`~tests.forgeries.mines.play.rounds`); games are
            played until one is won.
    """
    (item / "workspace" / "exec").mkdir(parents=True)
    recorder, numbers, rows = Recorder(item / "witness"), GlibRandom(seed), list[Row]()
    (item / "witness" / "game").mkdir()
    for game, lucky in enumerate(luck, 1):
        if game > 1:
            recorder.click(ORIGIN[0] + PLAY_AGAIN[0], ORIGIN[1] + PLAY_AGAIN[1], button=1)
        field = Field(numbers)
        recorder.frame(window({}, "fresh"))
        for clicks in rounds(field, luck=lucky):
            rows += play_round(recorder, field, clicks, step=len(rows) + 1, game=game)
            recorder.frame(shown(field, over="dialog" if field.won else ""))
        if field.won:
            recorder.key("Escape")
            recorder.frame(shown(field))
            break
    recorder.end()
    write_events(item, recorder.events)
    write_clicks(item, rows)
    save_board(item, shown(field))
    summarise(item, field, hits=game - field.won, restarts=game - 1)


def summarise(item: Path, field: Field, *, hits: int, restarts: int) -> None:
    """Write ``summary.md``."""
    revealed, flagged = len(field.revealed), len(field.flags)
    text = SUMMARY.format(revealed=revealed, flagged=flagged, hits=hits, again=restarts)
    (item / "workspace" / "summary.md").write_text(text)


SUMMARY = """# gnome-mines, Big: {revealed} revealed, {flagged} flagged

- Revealed cells: {revealed} of 381
- Flagged mines: {flagged} of 99
- Mines hit: {hits}
- Restarts: {again} of 3

Every number is a constraint on the hidden cells around it. One number may settle its cells by
itself; where the cells of one belong to those of another, the rest is settled by the difference.
"""


def play_round(
    recorder: Recorder, field: Field, clicks: list[Step], *, step: int, game: int
) -> list[Row]:
    """Click on what is still hidden of a round's cells, and write it down."""
    rows: list[Row] = []
    for click in clicks:
        if click.cell in field.revealed or (click.action == "left" and click.cell in field.flags):
            continue
        (x, y), button = place(click.cell), 3 if click.action == "right" else 1
        recorder.click(x, y, button=button)
        field.step(click)
        rows.append(Row(step + len(rows), click.action, x, y, click.reason, *click.cell, game))
        if field.won or field.exploded:
            break
    return rows


def shown(field: Field, *, over: str = "") -> Pixels:
    """The window as it shows a field."""
    side = "lost" if field.exploded else "won" if field.won else "playing"
    return window(field.tiles(), side if field.mines else "fresh", over=over)


def place(cell: Cell) -> tuple[int, int]:
    """Where a click on a cell goes, (x, y) in root pixels."""
    x, y = centre(cell)
    return ORIGIN[0] + x, ORIGIN[1] + y


def save_board(item: Path, pixels: Pixels) -> None:
    """Save the board's part of a window as ``final_board.png``."""
    x, y, width, height = BOARD
    board = Image.fromarray(pixels[y : y + height, x : x + width])
    path = item / "workspace" / "final_board.png"
    path.unlink(missing_ok=True)
    board.save(path)


def write_clicks(item: Path, rows: list[Row]) -> None:
    """Write ``clicks.csv``."""
    with (item / "workspace" / "clicks.csv").open("w", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(COLUMNS)
        writer.writerows(rows)


def read_clicks(item: Path) -> list[Row]:
    """The rows of ``clicks.csv``."""
    with (item / "workspace" / "clicks.csv").open(newline="") as file:
        rows = csv.DictReader(file)
        return [Row(**{k: kind(r[k]) for k, kind in KINDS.items()}) for r in rows]


KINDS: Mapping[str, type] = Row.__annotations__


def copy(honest: Path, item: Path) -> None:
    """Copy an item folder; the witness's pictures are shared: a forger replaces them, as wholes."""

    def duplicate(source: str, target: str) -> None:
        if Path(source).parent.name == "frames":
            os.link(source, target)
        else:
            shutil.copyfile(source, target)

    shutil.copytree(honest, item, copy_function=duplicate)
