"""Boards are read from pictures of the real game, kept in ``data/`` (window 900 x 536, seed 11)."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from graders.errors import NotShown
from graders.mines.pixels import (
    CELLS,
    EXPLODED,
    FLAG,
    HIDDEN,
    MINE,
    UNREAD,
    WRONG_FLAG,
    find_grid,
    read_board,
)
from graders.mines.rules import lay_mines, numbers_on
from graders.pictures import Picture
from graders.truth import GlibRandom

DATA = Path(__file__).parents[1] / "data"
MINES = lay_mines(GlibRandom(11), (20, 8))
NUMBERS = numbers_on(MINES)
FLAGGED = frozenset(sorted(MINES)[:12])
POINTED_AT = (19, 3)
EXPLODED_AT, WRONGLY_FLAGGED = (8, 6), (0, 1)
NAMES = ("dededc", "ddfac3", "ecedbf", "eddab4", "edc38a", "f7a1a2", "fea785", "ff7d60", "ff323c")
COLOURS = [list(bytes.fromhex(name)) for name in NAMES]


def picture(name: str) -> Picture:
    """A kept picture."""
    return np.array(Image.open(DATA / f"mines_{name}.png").convert("RGB"))


def test_a_game_under_way() -> None:
    """Every cell of the real board: numbers, flags, the cell under the pointer."""
    board = read_board(picture("open"))
    assert len(board.numbers) > 100
    assert board.numbers.items() <= NUMBERS.items()
    assert board.showing(FLAG) == FLAGGED
    assert board.code(POINTED_AT) == HIDDEN
    assert board.showing(UNREAD) == frozenset()
    assert not board.lost
    assert not board.cleared


def test_a_lost_game() -> None:
    """All mines are seen, the one that went off, the flags that were right and the wrong one."""
    board = read_board(picture("lost"))
    assert board.lost
    assert board.showing(EXPLODED) == {EXPLODED_AT}
    assert board.showing(WRONG_FLAG) == {WRONGLY_FLAGGED}
    assert board.showing(FLAG) == FLAGGED
    assert board.showing(MINE, FLAG, EXPLODED) == MINES
    assert board.numbers.items() <= NUMBERS.items()
    assert board.showing(UNREAD) == frozenset()


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("paused", "it shows 1 x 1 tiles, not 30 x 16"),
        ("covered", "it shows 9 x 16 tiles, not 30 x 16"),
        ("small", "it shows 8 x 8 tiles, not 30 x 16"),
    ],
)
def test_what_is_no_board(name: str, why: str) -> None:
    """A paused game, a board behind a window, a board of another size."""
    with pytest.raises(NotShown, match=why):
        read_board(picture(name))


@pytest.mark.parametrize("pixels", ["noise", "white", "thin", "one"])
def test_pictures_without_tiles(pixels: str) -> None:
    """Whatever a picture holds, it is refused and not guessed at."""
    shown = {
        "noise": np.random.default_rng(1).integers(0, 256, (700, 1200, 3), np.uint8),
        "white": np.full((700, 1200, 3), 255, np.uint8),
        "thin": np.zeros((1, 5000, 3), np.uint8),
        "one": np.zeros((1, 1, 3), np.uint8),
    }
    with pytest.raises(NotShown):
        read_board(shown[pixels])


def test_more_pixels_than_any_screen_are_refused() -> None:
    """A giant picture costs no time."""
    with pytest.raises(NotShown, match="more than any screen"):
        read_board(np.broadcast_to(np.uint8(0), (6000, 6000, 3)))


def test_every_number_has_its_colour() -> None:
    """A cell in the colour of a number is that number; the digit itself is not looked at."""
    shown = picture("open")
    grid = find_grid(shown)
    digit = next(cell for cell, number in read_board(shown).numbers.items() if number == 1)
    (left, right), (top, bottom) = grid.columns[digit[0]], grid.rows[digit[1]]
    cell = shown[top:bottom, left:right].copy()
    for number, colour in enumerate(COLOURS[1:], 1):
        painted = cell.copy()
        painted[(cell == COLOURS[1]).all(axis=2)] = colour
        shown[top:bottom, left:right] = painted
        assert read_board(shown).code(digit) == number
    painted[(cell == COLOURS[1]).all(axis=2)] = COLOURS[0]
    shown[top:bottom, left:right] = painted
    assert read_board(shown).code(digit) == UNREAD  # a digit on the colour of none
    shown[top:bottom, left:right] = [1, 2, 3]
    assert read_board(shown).code(digit) == UNREAD


def test_the_board_is_found_wherever_it_is() -> None:
    """In a larger picture, at an offset, with other things of no tile's colour around it."""
    shown = picture("open")
    height, width = shown.shape[:2]
    screen = np.full((1080, 1920, 3), 40, np.uint8)
    screen[200 : 200 + height, 300 : 300 + width] = shown
    alone, there = read_board(shown), read_board(screen)
    assert there.codes == alone.codes
    assert there.grid.origin == (alone.grid.origin[0] + 300, alone.grid.origin[1] + 200)
    assert there.grid.size == alone.grid.size
    assert (there.grid.cut(screen) == alone.grid.cut(shown)).all()
    assert read_board(shown, there.grid).codes == alone.codes  # a grid that does not fit
    assert read_board(shown, alone.grid).grid is alone.grid


def test_clicks_fall_on_cells() -> None:
    """The middle and the rim of each tile are its own; beside the board there is no cell."""
    grid = find_grid(picture("open"))
    for column, row in CELLS:
        (left, right), (top, bottom) = grid.columns[column], grid.rows[row]
        for x, y in ((left, top), (right - 1, bottom - 1), (left - 1, top - 1), (right, bottom)):
            assert grid.cell_at(x, y) == (column, row)
    assert grid.cell_at(grid.columns[0][0] - 5, grid.rows[0][0]) is None
    assert grid.cell_at(grid.columns[0][0], grid.rows[-1][1] + 5) is None


def test_a_cell_that_is_half_covered_is_not_read() -> None:
    """Whatever lies over a corner of a tile, the tile is not guessed at."""
    shown = picture("open")
    grid = find_grid(shown)
    (left, right), (top, _) = grid.columns[14], grid.rows[9]
    shown[top : top + 6, right - 6 : right] = 240
    assert read_board(shown).showing(UNREAD) == {(14, 9)}
    shown[top - 60 : top + 60, left - 60 : left + 90] = 240
    assert len(read_board(shown).showing(UNREAD)) > 20
