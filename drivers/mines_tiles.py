"""What each tile of a Mines board is: its background and the ink on it, from a few points.

A tile's background says most: hidden, revealed, in the theme `bgcolors` also the number. In
`classic` the digit's colour says the number, in `default` only its shape, see `mines_digits`. The
themes need not be told apart: no look of one means something else in another, once it is known
whether the game is lost. Colours are from gnome-mines 40.1 (`gnome-mines.css`, the themes'
`theme.css` and icons).
"""

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from drivers.mines_digits import POINTS, icon_size, icon_span, match
from drivers.mines_grid import HEIGHT, WIDTH, Cell, Grid
from drivers.screen import Frame
from drivers.vision import Colour

HIDDEN, FLAG, MINE, EXPLODED, WRONG_FLAG, QUESTION = -1, -2, -3, -4, -5, -6
"""Codes of cells that show no number; those that do have it for a code, 0 to 8."""

UNKNOWN = -9
"""Code of a cell whose look has no name."""
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
in a lost game. The closest two of these colours differ by 11 in some channel."""

INKS: dict[str, Colour] = {
    "1": (0x4B, 0x69, 0x83),
    "2": (0x46, 0xA0, 0x46),
    "3": (0xDF, 0x42, 0x1E),
    "4": (0x62, 0x5B, 0x81),
    "5": (0x88, 0x46, 0x31),
    "6": (0x9D, 0xB8, 0xD2),
    "7": (0xEE, 0xD6, 0x80),
    "8": (0xFF, 0xFF, 0xFF),
    "dark": (0x2E, 0x34, 0x36),
    "red": (0xCC, 0x00, 0x00),
}
"""Of the digits in `classic`, and of the one-coloured icons in the other themes."""

SAME = 1
"""Levels in any channel by which a background may be off. A title bar's gradient comes as near as 3
to a revealed tile."""

BARE = 12
"""Levels over the channels: points that are closer to the background than this hold no ink."""

ONE_INK = 0.06
"""What is drawn in one ink lies, antialiased or not, between it and the background: the mean
distance from that line is at most this share of the mean distance from the background."""

SAME_INK = np.cos(np.radians(4.0))
"""The directions of the closest two inks, from the same background, are 8 degrees apart."""

NAMES = tuple(BACKGROUNDS)
PLAIN, EMPTY, LIGHT, DARK, CURSOR, RED, ONE = range(7)
_GROUNDS = np.array([BACKGROUNDS[name] for name in NAMES], dtype=np.int16)
_INKS = np.array(list(INKS.values()), dtype=np.float32)
_INK_DARK, _INK_RED = list(INKS).index("dark"), list(INKS).index("red")

PROBE = 4
"""Pixels from a tile's edges where its background is bare at any size: beyond the border and the
rounding, before the icon, which begins 7 px from the edge of the smallest tile (20 px)."""


FLAG_SHAPE = np.array(
    [
        (0.50, 0.75, 0.25, 0.00, 0.00),
        (0.50, 1.00, 1.00, 0.80, 0.11),
        (0.50, 1.00, 0.50, 0.00, 0.00),
        (0.50, 0.50, 0.00, 0.00, 0.00),
        (0.50, 0.50, 0.00, 0.00, 0.00),
    ]
)
MINE_SHAPE = np.array(
    [
        (0.00, 0.00, 0.97, 0.00, 0.00),
        (0.50, 0.75, 1.00, 0.75, 0.50),
        (0.00, 1.00, 1.00, 1.00, 0.00),
        (0.50, 0.75, 1.00, 0.75, 0.50),
        (0.00, 0.00, 0.97, 0.00, 0.00),
    ]
)
"""How far ink covers each fifth of the icons `flag` and `mine`: paths, which need no font."""

FLAG_LIKE, MINE_LIKE = 0.2, 0.31
"""Mean differences from these shapes. On tiles of 20 to 59 pixels flags, with a question mark or
without, are up to 0.17 from a flag, mines 0.24 and more, digits 0.28; mines, also those of
`classic`, are up to 0.30 from a mine, and flags 0.32 and more."""

POLE, HOOK = 0.2, 0.06
"""Mean coverage of a flag's pole, 0.34 and more, and of the lower part of the question mark beside
it: 0.11 and more, or none."""

CLOTH, FIRE = 20, 10
"""Points, of a hundred, of the cloth of flags in `classic` (red, 30 and more) and question marks
(blue, 25 and more), and of the yellow of its exploded mine (14 and more; at most 18 of it red)."""


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
    """Pixels to look at, by cell: four for the background, POINTS x POINTS for the icon."""

    corner_ys: NDArray[np.intp]
    corner_xs: NDArray[np.intp]
    ys: NDArray[np.intp]
    xs: NDArray[np.intp]
    sizes: NDArray[np.intp]


def read_tiles(frame: Frame, grid: Grid) -> Tiles:
    """Read all cells; `frame` shows the whole window and is large enough for `grid`."""
    places = _places(grid)
    corners = frame[places.corner_ys, places.corner_xs].astype(np.int16)
    ground = corners[:, 0]
    distance = np.abs(ground[:, None] - _GROUNDS).max(axis=2)
    kinds = distance.argmin(axis=1)
    flat = np.ptp(corners, axis=1).max(axis=1) <= SAME
    kinds[~flat | (distance.min(axis=1) > SAME)] = -1

    cells = np.full(WIDTH * HEIGHT, UNKNOWN, dtype=np.int8)
    numbered = kinds >= ONE
    cells[numbered] = kinds[numbered] - ONE + 1
    cells[kinds == RED] = WRONG_FLAG

    open_look = np.count_nonzero(kinds == LIGHT) >= 3  # else one is under the pointer, or exploded
    rest = np.flatnonzero((kinds >= 0) & (kinds < RED))
    points = frame[places.ys[rest], places.xs[rest]].astype(np.int16)
    points = points.reshape(len(rest), POINTS * POINTS, 3)
    ink = points - ground[rest, None]
    inked = (np.abs(ink).sum(axis=2) > BARE).any(axis=1)
    bare = {PLAIN: HIDDEN, EMPTY: 0, LIGHT: 0 if open_look else HIDDEN, DARK: HIDDEN}
    for kind, code in bare.items():
        cells[rest[~inked & (kinds[rest] == kind)]] = code

    drawn = rest[inked]
    if drawn.size:
        icons = _Icons(ink[inked].astype(np.float32), ground[drawn].astype(np.float32))
        digit_like = (kinds[drawn] == EMPTY) | (kinds[drawn] == CURSOR)
        if open_look:
            digit_like |= kinds[drawn] == LIGHT
        cells[drawn] = icons.digits(digit_like, places.sizes[drawn])
        left = cells[drawn] == UNKNOWN
        cells[drawn[left]] = icons.marks(points[inked], kinds[drawn])[left]
    at_cursor = np.flatnonzero(kinds == CURSOR)
    if at_cursor.size == 1 and not inked[rest == at_cursor[0]][0]:
        cells[at_cursor] = _bare_under_cursor(cells, int(at_cursor[0]))
    if not np.isin((MINE, EXPLODED, WRONG_FLAG), cells).any():
        cells[kinds == DARK] = UNKNOWN  # a button is held on it: its answer is still to come
    lit = np.flatnonzero((kinds == LIGHT) & (cells != EXPLODED))
    return Tiles(cells, hovered=None if open_look else _only(lit), cursor=_only(at_cursor))


class _Icons:
    """The icons of n tiles, as differences from their backgrounds."""

    def __init__(self, ink: NDArray[np.float32], ground: NDArray[np.float32]) -> None:
        """Take `ink`, shape (n, POINTS * POINTS, 3), and `ground`, shape (n, 3)."""
        self._ink = ink
        total = ink.sum(axis=1)
        length = np.linalg.norm(total, axis=1)
        way = total / np.maximum(length, 1.0)[:, None]
        along = np.einsum("npc,nc->np", ink, way)
        beside = np.sqrt(np.maximum(np.einsum("npc,npc->np", ink, ink) - along**2, 0.0))
        one_ink = beside.sum(axis=1) <= ONE_INK * np.abs(along).sum(axis=1)
        ways = _INKS[None] - ground[:, None]
        reach = np.linalg.norm(ways, axis=2)
        cosines = np.einsum("nic,nc->ni", ways, way) / reach
        name = cosines.argmax(axis=1)
        same = cosines[np.arange(len(name)), name] >= SAME_INK
        self._name = np.where(one_ink & same, name, -1)
        inked = np.where(self._name == _INK_RED, _INK_RED, _INK_DARK)[:, None]
        whole = np.take_along_axis(ways, inked[:, :, None], axis=1)[:, 0]
        whole /= np.take_along_axis(reach, inked, axis=1) ** 2
        self._coverage = np.clip(np.einsum("npc,nc->np", ink, whole), 0.0, 1.0)

    def digits(self, asked: NDArray[np.bool_], sizes: NDArray[np.intp]) -> NDArray[np.int8]:
        """1 to 8 where it is asked and so; UNKNOWN elsewhere. `sizes`: (width, height) of tiles."""
        found = np.full(len(asked), UNKNOWN, dtype=np.int8)
        coloured = asked & (self._name >= 0) & (self._name < _INK_DARK)
        found[coloured] = self._name[coloured] + 1
        dark = np.flatnonzero(asked & (self._name == _INK_DARK))
        for width, height in {tuple(size) for size in sizes[dark].tolist()}:
            alike = dark[(sizes[dark] == (width, height)).all(axis=1)]
            digit = match(self._coverage[alike], width=width, height=height)
            found[alike] = np.where(digit > 0, digit, UNKNOWN)
        return found

    def marks(self, points: NDArray[np.int16], kinds: NDArray[np.intp]) -> NDArray[np.int8]:
        """What is a flag, a question or a mine: `classic` has coloured icons, else by shape."""
        red, green, blue = (points[:, :, channel] for channel in range(3))
        reddish = np.count_nonzero((red - green > 60) & (red - blue > 60), axis=1) >= CLOTH
        bluish = np.count_nonzero((blue - red > 30) & (blue - green > 20), axis=1) >= CLOTH
        yellow = np.count_nonzero((red - blue > 90) & (green - blue > 60), axis=1) >= FIRE
        square = self._coverage.reshape(-1, POINTS, POINTS)
        coarse = square.reshape(-1, 5, POINTS // 5, 5, POINTS // 5).mean(axis=(2, 4))
        flag = np.abs(coarse - FLAG_SHAPE).mean(axis=(1, 2)) < FLAG_LIKE
        flag &= square[:, 7:, 1:3].mean(axis=(1, 2)) > POLE
        ball = np.abs(coarse - MINE_SHAPE).mean(axis=(1, 2)) < MINE_LIKE
        hook = square[:, 7:, 6:9].mean(axis=(1, 2)) > HOOK
        plain_red = self._name == _INK_RED
        light, dark = kinds == LIGHT, kinds == DARK
        return np.select(
            [
                light & (yellow | plain_red & ball),
                dark & plain_red & flag,
                reddish & ~plain_red,
                bluish,
                flag & hook,
                flag,
                dark & ball,
            ],
            [EXPLODED, WRONG_FLAG, FLAG, QUESTION, QUESTION, FLAG, MINE],
            default=UNKNOWN,
        ).astype(np.int8)


def _bare_under_cursor(cells: NDArray[np.int8], index: int) -> int:
    """Whether a bare cell under the cursor is hidden or a 0: its colour is the same."""
    row, column = divmod(index, WIDTH)
    board = cells.reshape(HEIGHT, WIDTH)
    near = board[max(row - 1, 0) : row + 2, max(column - 1, 0) : column + 2].ravel()
    near = np.delete(near, np.flatnonzero(near == UNKNOWN)[:1])  # itself
    if (near < 0).any():
        return HIDDEN  # around a 0 everything is revealed
    return 0 if (near == 0).any() else UNKNOWN


def _only(indices: NDArray[np.intp]) -> Cell | None:
    if len(indices) != 1:
        return None
    row, column = divmod(int(indices[0]), WIDTH)
    return column, row


@lru_cache(maxsize=8)
def _places(grid: Grid) -> _Places:
    corner_ys, corner_xs, ys, xs, sizes = [], [], [], [], []
    for row in range(HEIGHT):
        for column in range(WIDTH):
            left, top, right, bottom = grid.box((column, row))
            width, height = right - left, bottom - top
            size = icon_size(width)
            corner_ys.append([top + PROBE, top + PROBE, bottom - 1 - PROBE, bottom - 1 - PROBE])
            corner_xs.append([left + PROBE, right - 1 - PROBE, left + PROBE, right - 1 - PROBE])
            ys.append((top + icon_span(height, size)[1])[:, None])
            xs.append((left + icon_span(width, size)[1])[None, :])
            sizes.append((width, height))
    return _Places(*(np.array(part) for part in (corner_ys, corner_xs, ys, xs, sizes)))
