"""Reads GAM 2's board from a picture, by the colours of the theme ``bgcolors``.

A tile is a coloured square in a frame of the window's own colour, so tiles and gaps alternate and
the grid is found from the picture, whatever the window's size. A revealed number is told by its
background alone: digits are drawn in whatever font a machine has.
"""

from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from graders.errors import NotShown
from graders.mines.rules import HEIGHT, MINES, WIDTH, Cell
from graders.pictures import Picture

HIDDEN, FLAG, MINE, EXPLODED, WRONG_FLAG, UNREAD = -1, -2, -3, -4, -5, -9
"""What a cell shows that is no number; mines and wrong flags are shown after a loss only."""

_HIDDEN, _POINTED_AT, _MINE, _WRONG = 0xBABDB6, 0xD3D7CF, 0x888A85, 0xCC0000
_NUMBERS = {
    0xDEDEDC: 0,
    0xDDFAC3: 1,
    0xECEDBF: 2,
    0xEDDAB4: 3,
    0xEDC38A: 4,
    0xF7A1A2: 5,
    0xFEA785: 6,
    0xFF7D60: 7,
    0xFF323C: 8,
}
_PALETTE = np.array([_HIDDEN, _POINTED_AT, _MINE, _WRONG, *_NUMBERS], np.uint32)

_LARGEST = 1 << 25  # pixels of a picture; an 8K screen has 33 million
_SMALLEST = 12  # pixels of a tile within its frame; the game's own smallest has 16
_FILLED = 0.3  # what a line of pixels through tiles has of their colours, to the fullest such line
_POINTS = 12  # looked at in a tile, each way
_MARGIN = 0.14  # part of a tile on each side in which nothing is drawn
_DARK = 0.75  # what a drawing has of its background's brightest channel: the rim of a thin line
_RED = 0x50  # by how much an exploded mine is redder than green or blue
_DRAWN = 0.04  # part of the points that are dark (or red) when something is drawn

_Span = tuple[int, int]
_Points = NDArray[np.bool_]  # of every tile: shape (HEIGHT, WIDTH, _POINTS, _POINTS)


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the tiles are on a picture, frames left out.

    Attributes:
        columns: First pixel and pixel after the last of each column.
        rows: The same for each row.
    """

    columns: tuple[_Span, ...]
    rows: tuple[_Span, ...]

    @property
    def origin(self) -> tuple[int, int]:
        """The first pixel of the first tile, (x, y)."""
        return self.columns[0][0], self.rows[0][0]

    @property
    def size(self) -> tuple[int, int]:
        """Width and height from the first to the last tile in pixels."""
        (left, top), right, bottom = self.origin, self.columns[-1][1], self.rows[-1][1]
        return right - left, bottom - top

    def cell_at(self, x: int, y: int) -> Cell | None:
        """The cell that takes a click at (x, y); the gap between two tiles belongs to both."""
        column, row = _at(self.columns, x), _at(self.rows, y)
        return None if column is None or row is None else (column, row)

    def cut(self, picture: Picture) -> Picture:
        """The board's part of a picture."""
        (x, y), (width, height) = self.origin, self.size
        return picture[y : y + height, x : x + width]


@dataclass(frozen=True)
class Board:
    """What a picture shows.

    Attributes:
        grid: Where it shows it.
        codes: What each cell shows, row by row: a number 0 to 8 or one of the codes above.
    """

    grid: Grid
    codes: tuple[int, ...]

    def code(self, cell: Cell) -> int:
        """What a cell shows."""
        return self.codes[cell[1] * WIDTH + cell[0]]

    @cached_property
    def numbers(self) -> dict[Cell, int]:
        """The revealed cells and what they say."""
        return {cell: code for cell, code in zip(CELLS, self.codes, strict=True) if code >= 0}

    def showing(self, *codes: int) -> frozenset[Cell]:
        """The cells that show one of the codes."""
        return frozenset(c for c, code in zip(CELLS, self.codes, strict=True) if code in codes)

    @property
    def lost(self) -> bool:
        """Whether a mine has gone off."""
        return EXPLODED in self.codes

    @property
    def cleared(self) -> bool:
        """Whether every cell without a mine is revealed."""
        return len(self.numbers) == WIDTH * HEIGHT - MINES and not self.lost


CELLS = tuple((column, row) for row in range(HEIGHT) for column in range(WIDTH))
"""All cells, row by row."""


def read_board(picture: Picture, grid: Grid | None = None) -> Board:
    """The Big board that a picture shows; cells of no known look are ``UNREAD``.

    Args:
        picture: RGB values, of the board alone or with whatever there is around it.
        grid: Where the tiles were on an earlier picture, which spares looking for them.

    Raises:
        NotShown: There is no such board on it, or it is covered.
    """
    if grid is None or not _fits(picture, grid):
        grid = find_grid(picture)
    background = _backgrounds(picture, grid)
    dark, red = _drawings(picture, grid, background)
    drawn, flag = dark.mean((2, 3)) >= _DRAWN, _flags(dark)
    exploded = red.mean((2, 3)) >= _DRAWN
    codes = np.full((HEIGHT, WIDTH), UNREAD, np.int64)
    for colour, number in _NUMBERS.items():
        codes[(background == colour) & ((number > 0) | ~drawn)] = number
    lost = bool(((background == _POINTED_AT) & exploded).any())
    untouched = (background == _HIDDEN) | (background == _POINTED_AT)
    codes[untouched & ~drawn & ~exploded] = HIDDEN
    codes[untouched & flag] = FLAG
    if lost:  # under the pointer a mine, a flag and a wrong flag have one background
        codes[(background == _POINTED_AT) & drawn] = UNREAD
        codes[(background == _MINE) & drawn & ~flag] = MINE
        codes[(background == _WRONG) & flag] = WRONG_FLAG
        codes[(background == _POINTED_AT) & exploded] = EXPLODED
    return Board(grid, tuple(codes.ravel().tolist()))


def find_grid(picture: Picture) -> Grid:
    """Where the tiles of a Big board are on a picture.

    Raises:
        NotShown: No 30 x 16 tiles of one size and distance are on it.
    """
    if picture.size > 3 * _LARGEST:
        raise NotShown(f"it has {picture.size // 3} pixels, more than any screen")
    tiles = np.isin(_packed(picture), _PALETTE)
    # The board is the tallest thing of these colours; what lies beside it is no part of its rows.
    columns = _runs(tiles.sum(axis=0))
    if not columns:
        raise NotShown("there is no tile on the picture")
    rows = _runs(tiles[:, columns[0][0] : columns[-1][1]].sum(axis=1))
    if (len(columns), len(rows)) != (WIDTH, HEIGHT):
        found = f"{len(columns)} x {len(rows)} tiles"
        raise NotShown(f"it shows {found}, not {WIDTH} x {HEIGHT}")
    for spans in (columns, rows):
        sizes = [end - start for start, end in spans]
        steps = [after[0] - before[0] for before, after in pairwise(spans)]
        if min(sizes) < _SMALLEST or max(sizes) - min(sizes) > 1 or max(steps) - min(steps) > 1:
            raise NotShown("its tiles are not of one size and distance")
    return Grid(columns, rows)


def _runs(filled: NDArray[np.int_]) -> tuple[_Span, ...]:
    """Where the lines lie that are full enough of the tiles' colours."""
    inside = np.concatenate(([False], filled >= max(1, _FILLED * filled.max()), [False]))
    starts, ends = (
        np.flatnonzero(inside[1:] & ~inside[:-1]),
        np.flatnonzero(~inside[1:] & inside[:-1]),
    )
    return tuple((int(a), int(b)) for a, b in zip(starts, ends, strict=True))


def _packed(pixels: Picture) -> NDArray[np.uint32]:
    """RGB values as one number each."""
    red, green, blue = (pixels[..., channel].astype(np.uint32) for channel in range(3))
    packed: NDArray[np.uint32] = (red << np.uint32(16)) | (green << np.uint32(8)) | blue
    return packed


def _fits(picture: Picture, grid: Grid) -> bool:
    """Whether tiles still begin where they began: the middle of their edges against the gaps."""
    if grid.columns[-1][1] > picture.shape[1] or grid.rows[-1][1] > picture.shape[0]:
        return False
    xs, ys = np.array(grid.columns), np.array(grid.rows)
    left = _packed(picture[np.ix_(ys.mean(axis=1).astype(int), xs[:, 0])])
    gaps = _packed(picture[np.ix_(ys.mean(axis=1).astype(int), xs[1:, 0] - 1)])
    top = _packed(picture[np.ix_(ys[:, 0], xs.mean(axis=1).astype(int))])
    tiles = np.isin(left, _PALETTE).all() and np.isin(top, _PALETTE).all()
    return bool(tiles and not np.isin(gaps, _PALETTE).any())


def _backgrounds(picture: Picture, grid: Grid) -> NDArray[np.uint32]:
    """The colour of each tile, 0 where its corners differ; shape (HEIGHT, WIDTH)."""
    xs, ys = _inset(grid.columns), _inset(grid.rows)
    corners = _packed(picture[np.ix_(ys.ravel(), xs.ravel())]).reshape(HEIGHT, 2, WIDTH, 2)
    first = corners[:, 0, :, 0]
    same = (corners == first[:, None, :, None]).all(axis=(1, 3))
    return np.where(same, first, 0).astype(np.uint32)


def _inset(spans: tuple[_Span, ...]) -> NDArray[np.int_]:
    """Pixels near both ends of each span, inside its rounded corners and outside its drawing."""
    edges = np.array(spans)
    inset = max(2, int((edges[0, 1] - edges[0, 0]) * _MARGIN / 2))
    return np.stack((edges[:, 0] + inset, edges[:, 1] - 1 - inset), axis=1)


def _drawings(
    picture: Picture, grid: Grid, background: NDArray[np.uint32]
) -> tuple[_Points, _Points]:
    """Which points in the middle of each tile are darker than its background, and which are red."""
    xs, ys = _spread(grid.columns), _spread(grid.rows)
    points = picture[np.ix_(ys.ravel(), xs.ravel())]
    points = points.reshape(HEIGHT, _POINTS, WIDTH, _POINTS, 3).swapaxes(1, 2)
    red, green, blue = (points[..., channel].astype(np.int16) for channel in range(3))
    cold = np.maximum(green, blue)  # pair by pair: numpy is slow on short axes
    colours = np.stack([background >> shift & 0xFF for shift in (16, 8, 0)])
    limit = (_DARK * colours.max(axis=0))[:, :, None, None]
    return np.maximum(red, cold) < limit, red - cold > _RED


def _spread(spans: tuple[_Span, ...]) -> NDArray[np.int_]:
    """Pixels spread over the middle of each span, shape (len(spans), _POINTS)."""
    edges = np.array(spans)
    parts = _MARGIN + (1 - 2 * _MARGIN) * (np.arange(_POINTS) + 0.5) / _POINTS
    return (edges[:, :1] + parts * np.diff(edges)).astype(int)


def _flags(dark: _Points) -> NDArray[np.bool_]:
    """Where a flag is drawn: a pole on the left over its whole height, nothing right of its foot.

    A mine is no such thing.
    """
    rows, columns = dark.any(axis=3), dark.any(axis=2)
    first = columns.argmax(axis=2)[:, :, None, None]
    second = np.minimum(first + 1, _POINTS - 1)
    pole = np.take_along_axis(dark, first, 3) | np.take_along_axis(dark, second, 3)
    whole = pole[..., 0].sum(axis=2) == rows.sum(axis=2)
    foot = dark[:, :, 2 * _POINTS // 3 :, _POINTS // 2 :].any(axis=(2, 3))
    tall = rows.sum(axis=2) >= _POINTS // 2
    left = first[:, :, 0, 0] < _POINTS // 2
    found: NDArray[np.bool_] = whole & tall & left & ~foot & (dark.mean((2, 3)) >= _DRAWN)
    return found


def _at(spans: tuple[_Span, ...], place: int) -> int | None:
    """Which span has a place, half of the gap on each side included."""
    gap = (spans[1][0] - spans[0][1]) / 2
    for index, (start, end) in enumerate(spans):
        if start - gap <= place < end + gap:
            return index
    return None
