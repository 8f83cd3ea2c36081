"""What a picture of Mines shows: pure functions, pictures in, boards out."""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from drivers.errors import UnknownLook
from drivers.mines.codes import EXPLODED, FLAG, HIDDEN, MINE, UNKNOWN, WRONG_FLAG
from drivers.mines.grid import HEIGHT, WIDTH, Cell, Grid, find_grid
from drivers.mines.tiles import SAME, read_tiles
from drivers.screen import Frame
from solvers.mines import State

MINES = 99

OVERLAYS = ((0xBA, 0xBD, 0xB6), (0xCD, 0xCF, 0xC9))
"""Colours of a paused board: with the focus, and without, which makes it a tenth lighter."""

REVEALED = 381
"""Cells without a mine."""

BESIDE = 36
"""So far right of the board a line downwards crosses the buttons, and neither texts nor symbols."""

BUTTON_EDGE = 24
"""A button's edge differs from the background by more than this, its inside by less."""

BUTTON_HEIGHT = 40
"""A button is at least so high, pixels."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What one picture shows.

    Attributes:
        grid: where the cells are.
        cells: a code for each cell, row by row: 0 to 8, or one of HIDDEN, FLAG, MINE, EXPLODED,
            WRONG_FLAG, QUESTION; empty when the board is covered.
        hovered: the cell that the pointer lights up: a hidden or marked one of a running game, in
            the theme `bgcolors` also of a lost one (where a wrong flag then looks as a right one).
        cursor: the cell under the keyboard's cursor.
        cover: what hides cells: "" nothing, "paused" the overlay, "dialog" another window.
        lost: a mine has exploded.
        won: every cell without a mine is revealed; below a dialog, that no cell to be seen is left.
    """

    grid: Grid
    cells: tuple[int, ...]
    hovered: Cell | None = None
    cursor: Cell | None = None
    cover: Literal["", "paused", "dialog"] = ""
    lost: bool = False
    won: bool = False

    def at(self, cell: Cell) -> int:
        """The code of a cell."""
        return self.cells[cell[1] * WIDTH + cell[0]]

    def state(self) -> State:
        """The board as a solver takes it; what is neither revealed nor a flag is hidden.

        Raises:
            UnknownLook: the board is covered.
        """
        if not self.cells:
            raise UnknownLook(f"the board is covered ({self.cover}); uncover it first")
        cells = tuple(code if code >= FLAG else HIDDEN for code in self.cells)
        return State(width=WIDTH, height=HEIGHT, mines=MINES, cells=cells)


def read_sight(frame: Frame, grid: Grid | None = None) -> Sight:
    """Read a picture of the whole window.

    Args:
        frame: the picture.
        grid: where the cells are, if that is known; it is checked.

    Raises:
        UnknownLook: there is no such board, or some cell has a look that has no name.
    """
    grid = find_grid(frame) if grid is None else grid
    if not _is_inside(grid, frame):
        raise UnknownLook("the board was somewhere else; has the window been resized?")
    if _paused(frame, grid):
        return Sight(grid, (), cover="paused")
    reading = read_tiles(frame, grid)
    strange = np.flatnonzero(reading.cells == UNKNOWN)
    if strange.size:
        if _is_rectangle(strange):
            seen = np.delete(reading.cells, strange)
            done = seen.size > 0 and bool(((seen >= 0) | (seen == FLAG)).all())
            return Sight(grid, (), cover="dialog", won=done)
        row, column = divmod(int(strange[0]), WIDTH)
        raise UnknownLook(
            f"{strange.size} cells have no name, the first at column {column}, row {row}"
        )
    if _is_torn(reading.cells):
        raise UnknownLook("a 0 is next to a cell that is not revealed: the board is half drawn")
    cells = tuple(reading.cells.tolist())
    lost = any(code in (EXPLODED, MINE, WRONG_FLAG) for code in cells)
    return Sight(
        grid,
        cells,
        hovered=reading.hovered,
        cursor=reading.cursor,
        lost=lost,
        won=not lost and sum(code >= 0 for code in cells) == REVEALED,
    )


def strange_cells(frame: Frame, grid: Grid) -> list[Cell]:
    """The cells whose looks have no name; none if the picture is too small for the grid."""
    if not _is_inside(grid, frame):
        return []
    cells = np.flatnonzero(read_tiles(frame, grid).cells == UNKNOWN).tolist()
    return [(cell % WIDTH, cell // WIDTH) for cell in cells]


def play_again_button(frame: Frame, grid: Grid) -> tuple[int, int]:
    """(x, y) of the middle of the uppermost button right of the board.

    Raises:
        UnknownLook: there is no button.
    """
    left, top, width, height = grid.rect
    x = left + width + BESIDE
    background = frame[top, x]
    line = frame[top : top + height, x]
    down = np.flatnonzero(np.abs(line.astype(int) - background).max(axis=1) > BUTTON_EDGE) + top
    if down.size < 2 or down[1] - down[0] < BUTTON_HEIGHT:
        raise UnknownLook(f"there is no button on the line x = {x}, right of the board")
    above_text = frame[down[0] + 6, x - BESIDE :]
    across = np.flatnonzero(np.abs(above_text.astype(int) - background).max(axis=1) > BUTTON_EDGE)
    first, last = across[:2] + x - BESIDE
    return int(first + last) // 2, int(down[0] + down[1]) // 2


def _is_inside(grid: Grid, frame: Frame) -> bool:
    height, width = frame.shape[:2]
    return bool(grid.columns[-1] <= width and grid.rows[-1] <= height)


def _paused(frame: Frame, grid: Grid) -> bool:
    """Whether an overlay of one colour hides the cells and what is between them.

    What is between the cells has the background's colour otherwise.
    """
    middles = [grid.centre((0, row))[1] for row in (0, HEIGHT - 1)]
    line = frame[np.ix_(middles, grid.columns[1:-1])].reshape(-1, 3).astype(np.int16)
    overlays = np.array(OVERLAYS, dtype=np.int16)
    return bool((np.abs(line[:, None] - overlays).max(axis=2) <= SAME).all(axis=0).any())


def _is_torn(cells: NDArray[np.int8]) -> bool:
    """Whether a 0 has a neighbour that is not revealed, as the game never leaves it."""
    board = cells.reshape(HEIGHT, WIDTH)
    closed, near = np.pad(board < 0, 1), np.zeros((HEIGHT, WIDTH), dtype=bool)
    for down in range(3):
        for right in range(3):
            near |= closed[down : down + HEIGHT, right : right + WIDTH]
    return bool((near & (board == 0)).any())


def _is_rectangle(strange: NDArray[np.intp]) -> bool:
    """Whether cells that cannot be read lie as those below another window do."""
    rows, columns = np.divmod(strange, WIDTH)
    height, width = np.ptp(rows) + 1, np.ptp(columns) + 1
    return bool(min(height, width) >= 3 and strange.size >= 0.8 * height * width)
