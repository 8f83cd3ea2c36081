"""What each tile of a Mines board is: its background and the icon on it, from a few points.

A tile's background says most: hidden, revealed, in the theme `bgcolors` also the number. In
`classic` the digit's colour says the number, in `default` only its shape. The themes need not be
told apart: no look of one means something else in another, once it is known whether the game is
lost. Colours are those of gnome-mines 40.1 (`gnome-mines.css` and the themes' `theme.css`).
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from drivers.mines.codes import EXPLODED, HIDDEN, MINE, UNKNOWN, WRONG_FLAG
from drivers.mines.digits import POINTS, icon_size, icon_span
from drivers.mines.grid import HEIGHT, WIDTH, Cell, Grid
from drivers.mines.icons import FINE, Icons
from drivers.screen import Frame
from drivers.vision import Colour

BACKGROUNDS: dict[str, Colour] = {
    "plain": (0xBA, 0xBD, 0xB6),
    "empty": (0xDE, 0xDE, 0xDC),
    "light": (0xD3, 0xD7, 0xCF),
    "dark": (0x88, 0x8A, 0x85),
    "cursor": (0xE9, 0xB9, 0x6E),
    "red": (0xCC, 0x00, 0x00),
    "1": (0xDD, 0xFA, 0xC3),
    "2": (0xEC, 0xED, 0xBF),
    "3": (0xED, 0xDA, 0xB4),
    "4": (0xED, 0xC3, 0x8A),
    "5": (0xF7, 0xA1, 0xA2),
    "6": (0xFE, 0xA7, 0x85),
    "7": (0xFF, 0x7D, 0x60),
    "8": (0xFF, 0x32, 0x3C),
}
"""`light` is a hidden tile under the pointer, or a revealed one in a lost game; `dark` a hidden one
in a lost game. The closest two of these colours differ by 13 in some channel."""

SAME = 1
"""Levels in any channel by which a background may be off. A title bar's gradient comes as near as 3
to a revealed tile."""

BARE = 4
"""Levels in any channel: points that are closer to the background than this hold no ink."""

PLAIN, EMPTY, LIGHT, DARK, CURSOR, RED, ONE = range(7)
_GROUNDS = np.array(list(BACKGROUNDS.values()), dtype=np.int16)

PROBE = 4
"""Pixels from a tile's edges where its background is bare at any size: beyond the border and the
rounding, before the icon, which begins 7 px from the edge of the smallest tile (20 px)."""


@dataclass(frozen=True, slots=True)
class Tiles:
    """What was read.

    Attributes:
        cells: shape (480,), a code each; UNKNOWN where a look has no name.
        hovered: the hidden or marked cell that the pointer lights up.
        cursor: the cell under the keyboard's cursor.
    """

    cells: NDArray[np.int8]
    hovered: Cell | None
    cursor: Cell | None


@dataclass(frozen=True, slots=True, eq=False)
class _Places:
    """Pixels to look at, by cell: four for the background, few and many (`fine`) for the icon."""

    corner_ys: NDArray[np.intp]
    corner_xs: NDArray[np.intp]
    ys: NDArray[np.intp]
    xs: NDArray[np.intp]
    fine_ys: NDArray[np.intp]
    fine_xs: NDArray[np.intp]
    sizes: NDArray[np.intp]


def read_tiles(frame: Frame, grid: Grid) -> Tiles:
    """Read all cells; `frame` shows the whole window and is large enough for `grid`."""
    places = _places(grid)
    corners = frame[places.corner_ys, places.corner_xs].astype(np.int16)
    ground = corners[:, 0]
    kinds = _backgrounds(ground)
    kinds[np.ptp(corners, axis=1).max(axis=1) > SAME] = -1

    cells = np.full(WIDTH * HEIGHT, UNKNOWN, dtype=np.int8)
    numbered = kinds >= ONE
    cells[numbered] = kinds[numbered] - ONE + 1
    cells[kinds == RED] = WRONG_FLAG

    light, dark = kinds == LIGHT, kinds == DARK
    open_look = np.count_nonzero(light) >= 3  # else one is under the pointer, or exploded
    rest = np.flatnonzero((kinds >= 0) & (kinds < RED))
    points = frame[places.ys[rest], places.xs[rest]].reshape(-1, POINTS * POINTS * 3)
    plain = np.tile(ground[rest].astype(np.uint8), POINTS * POINTS)
    inked = (np.maximum(points, plain) - np.minimum(points, plain) > BARE).any(axis=1)
    bare = {PLAIN: HIDDEN, EMPTY: 0, LIGHT: 0 if open_look else HIDDEN, DARK: HIDDEN}
    for kind, code in bare.items():
        cells[rest[~inked & (kinds[rest] == kind)]] = code

    drawn = rest[inked]
    if drawn.size:
        icons = Icons(
            points[inked].reshape(-1, POINTS * POINTS, 3).astype(np.float32),
            ground[drawn].astype(np.float32),
        )
        digit_like = (kinds[drawn] == EMPTY) | (kinds[drawn] == CURSOR)
        if open_look:
            digit_like |= light[drawn]
        cells[drawn] = icons.digits(digit_like, places.sizes[drawn])
    left = drawn[cells[drawn] == UNKNOWN]
    if left.size:
        fine = frame[places.fine_ys[left], places.fine_xs[left]].reshape(-1, FINE * FINE, 3)
        icons = Icons(fine.astype(np.float32), ground[left].astype(np.float32))
        cells[left] = icons.marks(light=light[left], dark=dark[left])
    at_cursor = np.flatnonzero(kinds == CURSOR)
    if at_cursor.size == 1 and at_cursor[0] not in drawn:
        cells[at_cursor] = _bare_under_cursor(cells, int(at_cursor[0]))
    if not np.isin((MINE, EXPLODED, WRONG_FLAG), cells).any():
        cells[dark] = UNKNOWN  # a button is held on it: its answer is still to come
    lit = np.flatnonzero(light & (cells != EXPLODED))
    return Tiles(cells, hovered=None if open_look else _only(lit), cursor=_only(at_cursor))


def _backgrounds(colours: NDArray[np.int16]) -> NDArray[np.intp]:
    """Which of BACKGROUNDS each of (n, 3) colours is; -1 for none."""
    apart = np.abs(colours[:, None, 0] - _GROUNDS[:, 0])
    for channel in (1, 2):
        apart = np.maximum(apart, np.abs(colours[:, None, channel] - _GROUNDS[:, channel]))
    best = apart.argmin(axis=1)
    return np.where(apart[np.arange(len(best)), best] <= SAME, best, -1)


def _bare_under_cursor(cells: NDArray[np.int8], index: int) -> int:
    """Whether a bare cell under the cursor is hidden or a 0: its colour is the same.

    Around a 0 everything is revealed; a number that lacks a mine elsewhere has it here. UNKNOWN if
    neither says it.
    """
    board = cells.reshape(HEIGHT, WIDTH)
    row, column = divmod(index, WIDTH)
    near = board[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2]
    if np.count_nonzero(near < 0) > 1:  # more than the cell itself
        return HIDDEN
    wide = np.pad(board, 2)
    for r, c in product(range(row + 1, row + 4), range(column + 1, column + 4)):
        elsewhere = np.count_nonzero(wide[r - 1 : r + 2, c - 1 : c + 2] < 0) - 1
        if wide[r, c] > elsewhere:
            return HIDDEN
    return 0 if (near == 0).any() else UNKNOWN


def _only(indices: NDArray[np.intp]) -> Cell | None:
    if len(indices) != 1:
        return None
    row, column = divmod(int(indices[0]), WIDTH)
    return column, row


@lru_cache(maxsize=8)
def _places(grid: Grid) -> _Places:
    corner_ys, corner_xs, ys, xs, fine_ys, fine_xs, sizes = [], [], [], [], [], [], []
    for row in range(HEIGHT):
        for column in range(WIDTH):
            left, top, right, bottom = grid.box((column, row))
            width, height = right - left, bottom - top
            size = icon_size(width)
            corner_ys.append([top + PROBE, top + PROBE, bottom - 1 - PROBE, bottom - 1 - PROBE])
            corner_xs.append([left + PROBE, right - 1 - PROBE, left + PROBE, right - 1 - PROBE])
            ys.append((top + icon_span(height, size)[1])[:, None])
            xs.append((left + icon_span(width, size)[1])[None, :])
            fine_ys.append((top + icon_span(height, size, FINE)[1])[:, None])
            fine_xs.append((left + icon_span(width, size, FINE)[1])[None, :])
            sizes.append((width, height))
    parts = (corner_ys, corner_xs, ys, xs, fine_ys, fine_xs, sizes)
    return _Places(*(np.array(part) for part in parts))
