"""Where the cells of a Mines board are in a picture, found from what is drawn.

All coordinates are window coordinates in pixels. Pictures are `drivers.screen.Frame`.
"""

from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from drivers.errors import UnknownLook
from drivers.screen import Frame
from drivers.vision import differs

WIDTH, HEIGHT = 30, 16
"""Columns and rows of the board called Big."""

Cell = tuple[int, int]
"""(column, row), both from 0, row 0 at the top."""

MARGIN = 12
"""This far inside the window's sides there is only background: its edge is 5, its margin 18 px."""

BORDER = 2
"""A tile keeps so many pixels around itself in the background's colour."""

INSIDE = 5
"""So far inside a tile's colour there is no rounded corner any more, and no icon yet."""

SPARSE = 7
"""One line in so many is enough to see where the board begins: a tile has at least 16."""

APART = 12
"""A tile's colour is further than this from the background in some channel: 23 at the least."""


@dataclass(frozen=True, slots=True)
class Grid:
    """The edges of the cells; neighbouring cells may differ by one pixel.

    Attributes:
        columns: x of the 30 left edges and the last right one; a cell ends before the next edge.
        rows: y of the 16 upper edges and the last lower one.
    """

    columns: tuple[int, ...]
    rows: tuple[int, ...]

    @property
    def rect(self) -> tuple[int, int, int, int]:
        """(x, y, width, height) of the board."""
        left, top = self.columns[0], self.rows[0]
        return left, top, self.columns[-1] - left, self.rows[-1] - top

    def box(self, cell: Cell) -> tuple[int, int, int, int]:
        """(left, top, right, bottom) of a cell, right and bottom outside of it."""
        column, row = cell
        return (
            self.columns[column],
            self.rows[row],
            self.columns[column + 1],
            self.rows[row + 1],
        )

    def centre(self, cell: Cell) -> tuple[int, int]:
        """(x, y) of a cell's middle."""
        left, top, right, bottom = self.box(cell)
        return (left + right) // 2, (top + bottom) // 2

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell under a point, or None beside the board."""
        column, row = bisect_right(self.columns, x) - 1, bisect_right(self.rows, y) - 1
        return (column, row) if 0 <= column < WIDTH and 0 <= row < HEIGHT else None


def find_grid(frame: Frame) -> Grid:
    """Find the cells of a picture of the whole window, also while the game is paused.

    The board is the leftmost thing below the title bar. A line through its first column, near the
    edge where there are no icons, crosses its rows; one through some row crosses its columns.

    Raises:
        UnknownLook: there are not 16 and 30 tiles as large as each other.
    """
    height, width = frame.shape[:2]
    background = _background(frame)

    def crossed(line: Frame) -> list[tuple[int, int]]:
        return _runs(differs(line[None], background, by=APART)[0])

    above = [past for _, past in crossed(frame[: height // 2, MARGIN])]
    top, bottom = above[-1] if above else 0, height - MARGIN
    body = frame[top:bottom:SPARSE, MARGIN : width - MARGIN]
    found = np.flatnonzero(differs(body, background, by=APART).any(axis=0))
    if not found.size:
        raise UnknownLook("the window is empty below its title bar")
    left = int(found[0]) + MARGIN
    down = crossed(frame[top:bottom, min(left + INSIDE, width - 1)])
    if len(down) == 1:
        return _covered(crossed(frame[top + down[0][0] + INSIDE, left:]), down[0], (left, top))
    rows = _edges(down, count=HEIGHT)
    if rows is None:
        raise UnknownLook(f"{len(down)} tiles are above each other instead of {HEIGHT} alike")
    for edge in rows[:-1]:
        across = crossed(frame[top + edge + BORDER + INSIDE, left : width - MARGIN])
        columns = _edges(across[:WIDTH], count=WIDTH)
        if columns is not None:
            return Grid(_moved(columns, by=left), _moved(rows, by=top))
    raise UnknownLook(
        f"no row of {WIDTH} tiles alike begins at x = {left}; the window may be too small"
    )


def _background(frame: Frame) -> tuple[int, int, int]:
    red, green, blue = (int(v) for v in frame[frame.shape[0] // 2, MARGIN])
    return red, green, blue


def _runs(line: NDArray[np.bool_]) -> list[tuple[int, int]]:
    """(first, past the last) of each run of True in a line."""
    padded = np.concatenate(([False], line, [False]))
    ends = np.flatnonzero(padded[1:] != padded[:-1]).tolist()
    return list(zip(ends[::2], ends[1::2], strict=True))


def _edges(tiles: list[tuple[int, int]], *, count: int) -> list[int] | None:
    """The edges of the cells whose inner parts are these runs, if they are alike."""
    if len(tiles) != count:
        return None
    starts = np.array([first for first, _ in tiles])
    sizes = np.array([past - first for first, past in tiles])
    gaps = starts[1:] - starts[:-1] - sizes[:-1]
    if np.ptp(sizes) > 1 or not (gaps == 2 * BORDER).all():
        return None
    return [int(start) - BORDER for start in starts] + [tiles[-1][1] + BORDER]


def _covered(across: list[tuple[int, int]], down: tuple[int, int], corner: tuple[int, int]) -> Grid:
    """The cells below a cover that hides the whole board and nothing else.

    Its size is divided as GtkGrid does it: what is left over goes to the first cells, one pixel
    each.
    """
    if not across or across[0][1] < 2 * WIDTH:
        raise UnknownLook("there is something on the left, but it is no board")
    columns, rows = _divided(*across[0], parts=WIDTH), _divided(*down, parts=HEIGHT)
    return Grid(_moved(columns, by=corner[0]), _moved(rows, by=corner[1]))


def _divided(first: int, past: int, *, parts: int) -> list[int]:
    size, rest = divmod(past - first, parts)
    return [first + part * size + min(part, rest) for part in range(parts + 1)]


def _moved(edges: Iterable[int], *, by: int) -> tuple[int, ...]:
    return tuple(edge + by for edge in edges)
