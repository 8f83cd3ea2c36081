"""Paints windows of quadrapassel from pieces of the real one's pictures.

``pictures/`` was cut from frames of quadrapassel 40.2 on Debian 12 (theme tangoflat, 610 x 856):
the window with nothing in field and preview, the seven blocks, the ten digits.
"""

from collections.abc import Iterable
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from graders.quadrapassel.field import EMPTY, LOOKS, Cell, Rows

Pixels = NDArray[np.uint8]
"""RGB values, shape (height, width, 3)."""

PICTURES = Path(__file__).with_name("pictures")
PIECES = "LJTSZIO"
CELL = 39
LEFT, TOP = 10, 68
"""Of the field."""

PREVIEW = 505, 168
NUMBERS = 338, 478, 615
"""First lines of score, lines and level."""

MIDDLE = 505
"""Of the panel."""

DIGIT, ADVANCE, LINES = 12, 10, 16
BUTTON = 505, 767
"""The middle of the button that starts a game."""


@cache
def _picture(name: str) -> Pixels:
    return np.asarray(Image.open(PICTURES / f"{name}.png").convert("RGB"))


def window(
    field: Rows,
    falling: Iterable[Cell] = (),
    piece: str = "",
    following: tuple[str, int] | None = None,
    numbers: tuple[int, int, int] = (0, 0, 1),
) -> Pixels:
    """A window while a game runs.

    Args:
        field: What lies.
        falling: The cells of what falls; those above the field are not seen.
        piece: What falls.
        following: The piece of the preview and its rotation.
        numbers: Score, lines and level.
    """
    painted = _picture("window").copy()
    for y, row in enumerate(field):
        for x, mark in enumerate(row):
            if mark != EMPTY:
                _block(painted, mark, LEFT + CELL * x, TOP + CELL * y)
    for x, y in falling:
        if y >= 0:
            _block(painted, piece, LEFT + CELL * x, TOP + CELL * y)
    if following:
        cells = LOOKS[following[0]][following[1]]
        width, height = (1 + max(cell[axis] for cell in cells) for axis in (0, 1))
        left, top = PREVIEW[0] - CELL * width // 2, PREVIEW[1] - CELL * height // 2
        for x, y in cells:
            _block(painted, following[0], left + CELL * x, top + CELL * y)
    for top, number in zip(NUMBERS, numbers, strict=True):
        write(painted, number, top)
    return painted


def field_of(painted: Pixels) -> Pixels:
    """The field's part of a window."""
    return painted[TOP : TOP + 20 * CELL, LEFT : LEFT + 10 * CELL]


def drawn(digit: int) -> Pixels:
    """A digit, ``LINES`` high and ``ADVANCE`` wide."""
    at = DIGIT * digit + 1
    return _picture("digits")[:, at : at + ADVANCE]


def _block(painted: Pixels, piece: str, left: int, top: int) -> None:
    at = CELL * PIECES.index(piece)
    painted[top : top + CELL, left : left + CELL] = _picture("blocks")[:, at : at + CELL]


def write(painted: Pixels, number: int, top: int) -> None:
    """Write a number into the panel, its first line of pixels given."""
    digits = str(number)
    left = MIDDLE - ADVANCE * len(digits) // 2
    for place, digit in enumerate(digits):
        x = left + ADVANCE * place
        painted[top : top + LINES, x : x + ADVANCE] = drawn(int(digit))
