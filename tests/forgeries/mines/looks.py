"""The looks of the real game, cut out once, and windows put together from them.

``pictures/`` holds pictures of Debian's gnome-mines 40.1 in the theme bgcolors, its window
1430 x 700 pixels: one tile of each look, the window around the board, what can lie over the board.
``python -m tests.forgeries.mines.capture`` took them, and saw that windows put together from them
equal the game's own, pixel by pixel, on the board.
"""

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from graders.mines.rules import HEIGHT, WIDTH, Cell

LOOKS = Path(__file__).with_name("pictures")
PITCH = 38
BOARD = (58, 69, WIDTH * PITCH, HEIGHT * PITCH)
"""x, y, width and height of the board in the window, pixels."""

WINDOW = (1430, 700)
SIDE = 1215
"""Where the part of the window right of the board begins, x in pixels."""

TILES = (*"0123456", "hidden", "pointed at", "flag", "flag pointed at", "mine", "exploded", "wrong")
"""The looks of a tile in the order in which they stand in ``tiles.webp``."""

SIDES = ("fresh", "playing", "paused", "lost", "won")
"""The states that the right part tells apart, in the order of ``sides.webp``."""

Pixels = NDArray[np.uint8]
"""RGB values, shape (height, width, 3)."""


@cache
def look(name: str) -> Pixels:
    """One of the pictures, not to be written to."""
    with Image.open(LOOKS / f"{name}.webp") as picture:
        pixels = np.array(picture.convert("RGB"))
    pixels.flags.writeable = False
    return pixels


def tile(name: str) -> Pixels:
    """A tile of one look, shape (PITCH, PITCH, 3)."""
    left = TILES.index(name) * PITCH
    return look("tiles")[:, left : left + PITCH]


def board(tiles: Mapping[Cell, str]) -> Pixels:
    """The board, cells that are not named hidden; shape (HEIGHT * PITCH, WIDTH * PITCH, 3)."""
    pixels = np.tile(tile("hidden"), (HEIGHT, WIDTH, 1))
    for (column, row), name in tiles.items():
        x, y = column * PITCH, row * PITCH
        pixels[y : y + PITCH, x : x + PITCH] = tile(name)
    return pixels


def window(tiles: Mapping[Cell, str], side: str = "playing", *, over: str = "") -> Pixels:
    """The whole window.

    Args:
        tiles: The look of each cell, hidden where it is not named.
        side: What stands right of the board.
        over: What lies over the board: "", "paused" or "dialog".
    """
    pixels = look("window").copy()
    strip = pixels.shape[1] - SIDE
    begin = SIDES.index(side) * strip
    pixels[:, SIDE:] = look("sides")[:, begin : begin + strip]
    x, y, width, height = BOARD
    pixels[y : y + height, x : x + width] = board(tiles)
    if over:
        lid = look(over)
        if over == "dialog":
            x, y = (WINDOW[0] - lid.shape[1]) // 2, (WINDOW[1] - lid.shape[0]) // 2
        pixels[y : y + lid.shape[0], x : x + lid.shape[1]] = lid
    return pixels


def centre(cell: Cell) -> tuple[int, int]:
    """Where a click on a cell goes, (x, y) in window pixels."""
    return BOARD[0] + cell[0] * PITCH + PITCH // 2, BOARD[1] + cell[1] * PITCH + PITCH // 2
