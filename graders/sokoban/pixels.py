"""Reads GAM 5's board from a picture of the game's window. Independent of game and driver.

The window is 800 x 600; the board stands in the middle of the strip 64 <= y < 536, its outermost
cells are walls, and its square cells are as large as the window allows, 64 pixels at most.
"""

import numpy as np
from numpy.typing import NDArray

from graders.errors import NotShown
from graders.pictures import Picture
from graders.sokoban.rules import Board, Cell

_Signed = NDArray[np.int16]  # differences of colours are signed

WINDOW = (600, 800, 3)
TOP, BOTTOM, WIDTH = 64, 536, 800

_PALETTE = {
    " ": (0x14, 0x17, 0x1F),
    "#": (0x7D, 0x84, 0x8F),
    "-": (0xD8, 0xCC, 0xB4),
    ".": (0xD0, 0x34, 0x2C),
    "$": (0x9A, 0x62, 0x30),
    "*": (0x2F, 0x9E, 0x4F),
    "@": (0x2F, 0x62, 0xC9),
}
_TILES = "".join(_PALETTE)
_COLOURS = np.array(list(_PALETTE.values()), np.int16)
# Distances of colours are sums over R, G and B.
_NEAR = 40  # how far the median of a cell's middle may be from its colour
_CLOSE = 60  # how far a pixel may be from a colour to count as it
_CLEAR = 0.9  # part of a cell's middle that is its colour; in a wrong grid some cell has less
_GREY = 24  # walls differ by no more than this between R, G and B
_RING = 0.08  # part of a player's cell that is red when it stands on a goal; the ring is 0.24
_SMALLEST = 8


def read_board(picture: Picture) -> Board:
    """The board that a picture of the window shows.

    Args:
        picture: RGB values of the window, shape (600, 800, 3).

    Raises:
        NotShown: There is no board on it, or more than one way to see one.
    """
    if picture.shape != WINDOW:
        height, width = picture.shape[:2]
        raise NotShown(f"the picture is {width} x {height}, the window is 800 x 600")
    area = picture[TOP:BOTTOM].astype(np.int16)
    top, left, height, width = _wall_box(area)
    board_area = area[top : top + height, left : left + width]
    found = []
    for cell in range(64, _SMALLEST - 1, -1):
        rows, cols = height // cell, width // cell
        if (rows * cell, cols * cell) != (height, width):
            continue
        fits = cell == min(64, 784 // cols, 456 // rows)
        centred = (top, left) == ((BOTTOM - TOP - height) // 2, (WIDTH - width) // 2)
        if fits and centred and (board := _cells(board_area, cell)):
            found.append(board)
    if len(found) != 1:
        raise NotShown("no grid of tiles fits the walls" if not found else "two grids fit")
    return found[0]


def _wall_box(area: _Signed) -> tuple[int, int, int, int]:
    """Top, left, height and width of the box around everything wall-grey, in pixels."""
    red, green, blue = area[..., 0], area[..., 1], area[..., 2]
    brightest = np.maximum(np.maximum(red, green), blue)
    darkest = np.minimum(np.minimum(red, green), blue)
    grey = (brightest - darkest <= _GREY) & (darkest >= 70) & (brightest <= 185)
    ys, xs = np.flatnonzero(grey.any(axis=1)), np.flatnonzero(grey.any(axis=0))
    if not ys.size:
        raise NotShown("there is no wall on the picture")
    return int(ys[0]), int(xs[0]), int(ys[-1] - ys[0] + 1), int(xs[-1] - xs[0] + 1)


def _cells(area: _Signed, cell: int) -> Board | None:
    """The board when cut into cells of this size; None when the cells make no sense."""
    rows, cols = area.shape[0] // cell, area.shape[1] // cell
    grid = area.reshape(rows, cell, cols, cell, 3).swapaxes(1, 2)
    edge = -(-cell // 3)  # rounded up: the middle third holds nothing of the decoration
    middles = grid[:, :, edge : cell - edge, edge : cell - edge].reshape(rows, cols, -1, 3)
    distances = np.abs(np.median(middles, axis=2)[:, :, None] - _COLOURS).sum(axis=3)
    kinds = distances.argmin(axis=2)
    away = np.abs(middles - _COLOURS[kinds][:, :, None]).sum(axis=3)
    if distances.min(axis=2).max() > _NEAR or (away <= _CLOSE).mean(axis=2).min() < _CLEAR:
        return None
    tiles: dict[Cell, str] = {}
    for (row, col), kind in np.ndenumerate(kinds):
        tile = _TILES[int(kind)]
        if tile == "@":
            from_red = np.abs(grid[row, col] - _COLOURS[_TILES.index(".")]).sum(axis=2)
            tile = "+" if (from_red <= _CLOSE).mean() > _RING else "@"
        tiles[row, col] = tile

    def where(kinds: str) -> frozenset[Cell]:
        return frozenset(spot for spot, tile in tiles.items() if tile in kinds)

    players, boxes, goals = where("@+"), where("$*"), where(".+*")
    if len(players) != 1 or not boxes or len(boxes) != len(goals):
        return None
    return Board(where("#"), goals, boxes, *players)
