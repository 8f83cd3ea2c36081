"""Reads score, lines and level of quadrapassel.

They are written in the desktop's font, whichever that is: so each digit is drawn here in it, in the
same size, and compared. A number in a font that is not found so is given to Tesseract, which is
slow (0.2 s) and swallows a digit now and then: it is believed only if the count of digits is right.
"""

import subprocess
from functools import lru_cache
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from drivers.errors import UnknownLook
from drivers.ocr import read_line
from drivers.quadrapassel.look import Layout, numbers
from drivers.screen import Frame

Ink = NDArray[np.float64]
"""How far each pixel is covered, 0 to 1; shape (height, width)."""

COVERED: Final = 0.4
"""Least ink of a pixel that belongs to a digit: between two digits a column has less."""

ALIKE: Final = 0.85
"""Least correlation of a digit with its drawing. The same digit in the same font has 0.89 even when
drawn in another size, two different digits have up to 0.69 (DejaVu Sans)."""

SMALLEST: Final = 6
"""Height of the smallest digit that can be drawn to be recognised."""

GRID: Final = (12, 18)
"""Width and height to which digits are brought before they are compared."""

SCALE: Final = 2
"""Enlargement for Tesseract. Larger letters are read worse."""


class Numbers(NamedTuple):
    """What the panel says."""

    score: int
    lines: int
    level: int


def read_numbers(frame: Frame, layout: Layout) -> Numbers:
    """Score, lines and level of a game.

    Raises:
        UnknownLook: there are none, as before the first game, or they cannot be read.
    """
    pictures = numbers(frame, layout)
    if pictures is None:
        raise UnknownLook("the panel does not show score, lines and level")
    return Numbers(*(_number(picture) for picture in pictures))


def _number(picture: Frame) -> int:
    ink = _ink(picture)
    digits = _digits(ink)
    text = "".join(_compared(digit) for digit in digits)
    if "?" in text:
        text = read_line(_enlarged(ink), letters="0123456789")
    if not text.isdigit() or len(text) != len(digits):
        raise UnknownLook(
            f"{text!r} was read where a number of {len(digits)} digits stands; is the desktop's "
            "font installed here (fc-match sans)?"
        )
    return int(text)


def _ink(picture: Frame) -> Ink:
    bright = picture.min(axis=2).astype(float)
    ground = np.median(bright)
    return np.asarray(np.clip((bright - ground) / (bright.max() - ground), 0.0, 1.0))


def _digits(ink: Ink) -> list[Ink]:
    """The digits from left to right, cut out closely: no two touch each other."""
    rows = np.flatnonzero((ink > COVERED).any(axis=1))
    columns = np.flatnonzero((ink > COVERED).any(axis=0))
    pieces = np.split(columns, np.flatnonzero(np.diff(columns) > 1) + 1)
    return [ink[rows[0] : rows[-1] + 1, piece] for piece in pieces]


def _compared(digit: Ink) -> str:
    """The digit whose drawing this looks like, or "?"."""
    drawings = _drawings(digit.shape[0])
    if not drawings:  # no fonts, or it is a dash
        return "?"
    seen = _normal(digit)
    alike = {number: float(seen @ drawing) for number, drawing in drawings.items()}
    best = max(alike, key=lambda number: alike[number])
    return best if alike[best] >= ALIKE else "?"


@lru_cache(maxsize=8)
def _drawings(height: int) -> dict[str, Ink]:
    """The ten digits in the desktop's font, the 0 of that height in pixels; none without fonts."""
    if height < SMALLEST:
        return {}
    try:
        file = subprocess.run(
            ["fc-match", "--format", "%{file}", "sans"], capture_output=True, text=True, check=True
        ).stdout
        sizes = {size: ImageFont.truetype(file, size) for size in range(height, 2 * height + 1)}
    except (OSError, subprocess.SubprocessError):
        return {}
    font = min(sizes.values(), key=lambda font: abs(_drawn("0", font).shape[0] - height))
    return {number: _normal(_drawn(number, font)) for number in "0123456789"}


def _drawn(number: str, font: ImageFont.FreeTypeFont) -> Ink:
    side = 4 * int(font.size)
    image = Image.new("L", (side, side))
    ImageDraw.Draw(image).text((side // 4, side // 4), number, fill=255, font=font)
    return _digits(np.asarray(image) / 255)[0]


def _normal(digit: Ink) -> Ink:
    """As a vector of length 1 and mean 0, so that a product is a correlation."""
    image = Image.fromarray(np.uint8(digit * 255))
    vector = np.asarray(image.resize(GRID, Image.Resampling.BILINEAR), dtype=float).ravel()
    vector -= vector.mean()
    return np.asarray(vector / (np.linalg.norm(vector) or 1.0))


def _enlarged(ink: Ink) -> Ink:
    image = Image.fromarray(np.uint8(255 * ink))
    size = (image.width * SCALE, image.height * SCALE)
    return np.asarray(image.resize(size), dtype=np.float64) / 255
