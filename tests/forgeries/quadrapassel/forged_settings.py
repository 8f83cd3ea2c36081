"""Plays with other settings, paused ones, and numbers that do not follow."""

import shutil
from collections.abc import Iterable
from pathlib import Path

import numpy as np

from graders.quadrapassel.field import EMPTY, NOTHING, Cell, Rows
from tests.forgeries.quadrapassel.evidence import build
from tests.forgeries.quadrapassel.forging import (
    forgery,
    frame_pixels,
    frames,
    new_frame,
    pressed,
    retouch_frames,
)
from tests.forgeries.quadrapassel.painter import (
    ADVANCE,
    BUTTON,
    CELL,
    LEFT,
    LINES,
    MIDDLE,
    NUMBERS,
    TOP,
    Pixels,
    drawn,
    window,
    write,
)
from tests.forgeries.record import Event, edit_events

FILLED: Rows = (*NOTHING[:18], "LL.JJTT.SS", "ZZIIII.OOL")

Numbers = tuple[int, int, int]
"""Score, lines and level."""


def played(item: Path, **otherwise: object) -> None:
    """Another play in the place of the honest one, told as it was."""
    shutil.rmtree(item)
    build(item, **otherwise)  # type: ignore[arg-type]  # of its own


def with_shadow(
    field: Rows,
    falling: Iterable[Cell] = (),
    piece: str = "",
    following: tuple[str, int] | None = None,
    numbers: Numbers = (0, 0, 1),
) -> Pixels:
    """A window with a shadow of what falls, where it will lie."""
    painted = window(field, falling, piece, following, numbers)
    cells = set(falling)
    lower = {(x, y + 1) for x, y in cells}
    while cells and all(y < 20 and (y < 0 or field[y][x] == EMPTY) for x, y in lower):
        cells, lower = lower, {(x, y + 1) for x, y in lower}
    for x, y in cells - set(falling):
        left, top = LEFT + CELL * x, TOP + CELL * y
        painted[top + 1 : top + CELL - 1, left + 1 : left + CELL - 1] = 50
    return painted


def at_level_five(
    field: Rows,
    falling: Iterable[Cell] = (),
    piece: str = "",
    following: tuple[str, int] | None = None,
    numbers: Numbers = (0, 0, 1),
) -> Pixels:
    """A window of a game that began at level 5."""
    score, lines, level = numbers
    return window(field, falling, piece, following, (5 * score, lines, level + 4))


@forgery("numbers_agree")
def started_at_level_five(item: Path) -> None:
    """A higher level scores more; told as if it were the usual one."""
    played(item, paint=at_level_five)


@forgery("boards_follow", "final_was_shown", "game_was_standard")
def shadow_shown(item: Path) -> None:
    """The game shows where the piece will lie, which changes the pieces, too."""
    played(item, paint=with_shadow)


@forgery("boards_follow", "final_was_shown", "numbers_agree", "game_was_standard", "summary_agrees")
def rows_filled_at_the_start(item: Path) -> None:
    """There were blocks before the first piece; told as it was."""
    played(item, start=FILLED)


@forgery("game_was_standard")
def nothing_before_the_first_drop(item: Path) -> None:
    """The record does not show how the game began."""

    def later(events: list[Event]) -> list[Event]:
        first = pressed(events, "space")[0]
        told = [e for e in events[:first] if e["kind"] != "frame"]
        gone = [e | {"frame": None} if e.get("frame") else e for e in told]
        return [*gone, events[first] | {"frame": None}, *events[first + 1 :]]

    edit_events(item, later)


def without_icon(pixels: Pixels) -> None:
    """A window whose button does not offer to pause."""
    x, y = BUTTON
    pixels[y - 30 : y + 30, x - 30 : x + 30] = pixels[y - 40, x]


@forgery("numbers_agree", "game_was_standard")
def game_not_running(item: Path) -> None:
    """Some pictures of rows were taken while no game was running."""
    retouch_frames(item, slice(60, 70), without_icon)


@forgery("numbers_agree", "game_was_standard")
def no_game_before_the_first_drop(item: Path) -> None:
    """The field looks like a game's beginning, and the window like one without a game."""
    retouch_frames(item, slice(3), without_icon)


@forgery("game_was_standard")
def game_paused(item: Path) -> None:
    """The window stood for a minute, without the icon of a game that runs."""

    def paused(events: list[Event]) -> list[Event]:
        at = pressed(events, "space")[20]
        last = max(i for i in frames(events) if i < at)
        pixels = frame_pixels(item, events[last])
        without_icon(pixels)
        pause = new_frame(item, "pause.png", pixels) | {"t": events[last]["t"]}
        later = [e | {"t": e["t"] + 60} for e in events[at:]]
        return [*events[:at], pause, *later]

    edit_events(item, paused)


def area(number: int) -> tuple[slice, slice]:
    """Where one of the numbers is written."""
    top = NUMBERS[number]
    return slice(top, top + LINES), slice(MIDDLE - 60, MIDDLE + 60)


@forgery("numbers_agree")
def no_number_shown(item: Path) -> None:
    """The score is covered."""

    def cover(pixels: Pixels) -> None:
        pixels[area(0)] = 0

    retouch_frames(item, slice(60, 70), cover)


def retold(item: Path, number: int) -> None:
    """One of the numbers reads otherwise on some frames: its last digit is a 7."""

    def edit(pixels: Pixels) -> None:
        rows, columns = area(number)
        bright = np.flatnonzero(pixels[rows, columns].min(axis=2).max(axis=0) > 128)
        right = columns.start + int(bright[-1]) + 2
        pixels[rows, right - ADVANCE : right] = drawn(7)

    retouch_frames(item, slice(60, 70), edit)


@forgery("numbers_agree")
def another_score_shown(item: Path) -> None:
    """The score in the window is another."""
    retold(item, 0)


@forgery("numbers_agree")
def other_lines_shown(item: Path) -> None:
    """So many lines were not cleared."""
    retold(item, 1)


@forgery("numbers_agree")
def another_level_shown(item: Path) -> None:
    """The level in the window is another."""
    retold(item, 2)


@forgery("numbers_agree")
def score_before_the_first_piece(item: Path) -> None:
    """There was a score when the game began."""
    retouch_frames(item, slice(3), lambda pixels: write(pixels, 40, NUMBERS[0]))
