"""Names letters and digits drawn in the one font of our Anagramarama, FreeSans Bold of pygame-ce.

Pillow draws a single glyph of it pixel by pixel as the game does, so that a cell of the picture can
be compared with what it would show. Whole lines are set differently: they are read glyph by glyph.

"Ink" is how far each pixel is covered, 0 to 1: an array of shape (height, width).
"""

from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from drivers.errors import UnknownLook

Ink = NDArray[np.float32]

LETTERS: Final = "abcdefghijklmnopqrstuvwxyz"
SIGNS: Final = "0123456789/:"

UNLIKE: Final = 0.05
"""Most of its area by which a letter in a cell may differ from its drawing. The ground that shines
through the tray shifts the edges of letters by up to 0.03; letters on their way, that stand two
pixels beside the middle or more, differ by 0.1, and so do the two most alike, i and l."""

EMPTY: Final = 2
"""A cell with so many dark pixels is empty; a small i has 20."""

SHIFTS: Final = (-1, 0, 1)
"""Pixels by which a letter may stand beside its cell's middle: how widths are rounded differs."""

THIN: Final = 0.4
"""Ink of a line that is no more than the edge of a glyph beside it."""

LINE_UNLIKE: Final = 0.06
"""Most difference of a glyph in a line, on average over its pixels: 74 stand so close that each has
some of the other's ink."""


@cache
def font(pixels: int) -> ImageFont.FreeTypeFont:
    """The font in a size.

    Raises:
        UnknownLook: pygame-ce, which brings the font, is not installed.
    """
    found = find_spec("pygame")
    if found is None or found.origin is None:
        raise UnknownLook("the game's font is missing: install pygame-ce, which brings it")
    return ImageFont.truetype(Path(found.origin).parent / "freesansbold.ttf", pixels)


class Cells:
    """Reads cells of one size with one letter or none in each."""

    def __init__(self, *, width: int, height: int, top: int, pixels: int, covered: float) -> None:
        """Draw what a cell can show.

        Args:
            width: of a cell.
            height: of a cell.
            top: where the line of text begins in it.
            pixels: size of the font.
            covered: ink from which on a pixel counts as dark.
        """
        drawings = [
            _centred(letter, shift, width=width, height=height, top=top, size=pixels) > covered
            for letter in LETTERS
            for shift in SHIFTS
        ]
        self._drawings = _packed(np.array(drawings))
        self._areas = np.bitwise_count(self._drawings).sum(axis=1, dtype=int)

    def read(self, dark: NDArray[np.bool_]) -> list[str | None]:
        """The letter in each cell.

        Args:
            dark: The cells' pixels that belong to a letter, shape (n, height, width).

        Returns:
            A letter, "" for an empty cell, None for what is neither.
        """
        cells = _packed(dark)
        amounts = np.bitwise_count(cells).sum(axis=1, dtype=int)
        unlike = np.bitwise_count(cells[:, None] ^ self._drawings).sum(axis=2, dtype=int)
        best = (unlike / self._areas).argmin(axis=1)
        names: list[str | None] = []
        for number, drawing in enumerate(best):
            if amounts[number] <= EMPTY:
                names.append("")
            elif unlike[number, drawing] <= UNLIKE * self._areas[drawing]:
                names.append(LETTERS[drawing // len(SHIFTS)])
            else:
                names.append(None)
        return names


def _packed(cells: NDArray[np.bool_]) -> NDArray[np.uint64]:
    """A row of bits for each cell."""
    flat = cells.reshape(len(cells), -1)
    padded = np.pad(flat, ((0, 0), (0, -flat.shape[1] % 64)))
    return np.packbits(padded, axis=1).view(np.uint64)


def read_line(ink: Ink, pixels: int) -> str | None:
    """The digits, colons and slashes of a line, without the blanks between them.

    Args:
        ink: The line, as high as the font's lines are.
        pixels: Size of the font.

    Returns:
        The text; None if there is anything else.
    """
    left = np.array(ink)
    text = ""
    while (columns := np.flatnonzero((left > THIN).any(axis=0))).size:
        start = int(columns[0])
        unlike = {sign: _unlike(left, drawing, start) for sign, drawing in _line(pixels).items()}
        best = min(unlike, key=lambda sign: unlike[sign])
        if unlike[best] > LINE_UNLIKE:
            return None
        text += best
        drawing = _line(pixels)[best]
        where = left[: len(drawing), start : start + drawing.shape[1]]
        where -= drawing[: where.shape[0], : where.shape[1]]
        left[:, : start + 1] = 0
    return text


def _unlike(ink: Ink, drawing: Ink, start: int) -> float:
    where = ink[: len(drawing), start : start + drawing.shape[1]]
    if where.shape != drawing.shape:
        return 1.0
    return float(np.abs(where - drawing).mean())


@cache
def _line(pixels: int) -> dict[str, Ink]:
    """Each sign as it stands in a line, without the faint columns before and behind it."""
    drawings = {}
    for sign in SIGNS:
        ink = _drawn(sign, pixels)
        columns = np.flatnonzero((ink > THIN).any(axis=0))
        drawings[sign] = ink[:, columns[0] : columns[-1] + 1]
    return drawings


def _centred(letter: str, shift: int, *, width: int, height: int, top: int, size: int) -> Ink:
    """A cell with a letter in its middle, or `shift` pixels beside it."""
    cell = np.zeros((height, width), np.float32)
    advance = round(font(size).getlength(letter))
    ink = _drawn(letter, size)[: height - top]
    left = (width - advance) // 2 + shift
    cut = max(0, -left)
    ink = ink[:, cut : cut + width - max(0, left)]
    cell[top : top + len(ink), max(0, left) : max(0, left) + ink.shape[1]] = ink
    return cell


@cache
def _drawn(text: str, size: int) -> Ink:
    """A glyph at the top left of a line."""
    ascent, descent = font(size).getmetrics()
    reach = font(size).getbbox(text)
    start = max(0, -int(reach[0]))
    image = Image.new("L", (int(reach[2]) + start + 1, ascent + descent))
    ImageDraw.Draw(image).text((start, 0), text, fill=255, font=font(size))
    return np.asarray(image, np.float32) / np.float32(255)


def ink_on(picture: NDArray[np.uint8], ground: float) -> Ink:
    """How far the game's dark ink covers each pixel of a plain ground.

    Args:
        picture: RGB, shape (..., 3).
        ground: the ground's brightness, the mean of its channels.
    """
    bright = np.asarray(picture, np.float32).mean(axis=-1)
    return np.asarray(np.clip((ground - bright) / (ground - DARK), 0, 1), np.float32)


DARK: Final = (20 + 20 + 28) / 3
"""Brightness of letters and numbers."""
