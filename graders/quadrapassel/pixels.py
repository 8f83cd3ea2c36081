"""Reads pictures of quadrapassel 40: where the field is, what is in it, which numbers are shown.

The game draws its field black into a view of ``#101010``: in the middle, at the foot, as large as
whole cells allow. Blocks are told by the colour in the middle of a cell, in any of its four themes.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from graders.errors import NotShown
from graders.pictures import Picture, fingerprint
from graders.quadrapassel.field import EMPTY, Rows
from graders.quadrapassel.rules import HEIGHT, PIECES, WIDTH

UNREAD = "?"
"""A cell that is neither empty nor a block: something moves, fades, or lies over it."""

_VIEW = 16  # each channel of the view around the field
_BLACK = 6  # at most, in each channel of an empty cell
_NEAR = 20  # at most, in each channel between a block's middle and its theme's colour
_WRITTEN = 190  # at least, in each channel of a number or an icon; captions are darker
_INK = 128  # at least, where a digit is drawn; two that stand close touch in darker pixels
_MOST = 1 << 24  # pixels of a picture that may be of a window
_LEAST_CELL = 5  # pixels
_GAP = 8  # blank rows between one line of text and the next

_PLAIN = "ff0000 00ff00 0000ff ffffff ffff00 ff00ff 00ffff"
_CLEAN = "c73f3f-b63131 8dc953-79b63e 50739f-3d5879 ffffff-e8e8e5 f1e052-edd61d 935d9b-714877 "
_CLEAN += "e39242-cd731a"
_TANGO = "ef2929-cc0000 8ae234-73d216 729fcf-3465a4 eeeeec-d3d7cf fce94f-edd400 ad7fa8-75507b "
_TANGO += "fcaf3e-f57900"
"""The themes' colours for the pieces 0 to 6, or the two that a block's shade goes between."""

_MIDDLE = ((0.5 - 0.35) * 0.2 + 0.5 * 0.9) / (0.2**2 + 0.9**2)
"""How far that shade, which runs from (0.35, 0) to (0.55, 0.9), has come in a block's middle."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where a field is on a picture: its upper left corner, and the side of a cell, in pixels."""

    left: int
    top: int
    cell: int

    @property
    def right(self) -> int:
        """One past its last column of pixels."""
        return self.left + WIDTH * self.cell

    def cut(self, picture: Picture) -> Picture:
        """The field's part of a picture."""
        return picture[self.top : self.top + HEIGHT * self.cell, self.left : self.right]


def find_field(picture: Picture) -> Place:
    """Where the field is: the picture is a field and nothing else, or the whole window.

    Raises:
        NotShown: It is neither.
    """
    height, width = picture.shape[:2]
    if height * width > _MOST:
        raise NotShown(f"it has {width} x {height} pixels, more than a screen")
    if height == 2 * width and width % WIDTH == 0 and width >= WIDTH * _LEAST_CELL:
        return Place(0, 0, width // WIDTH)
    view = _is(picture, _VIEW)
    # Blocks that fade have pixels of that colour, too, but not so many in a line.
    wide = np.flatnonzero(view.sum(axis=1) > width / 4)
    tall = np.flatnonzero(view.sum(axis=0) > height / 2)
    across = np.flatnonzero(view[wide[0]]) if wide.size else tall
    down = (
        np.flatnonzero(view[:, tall[0]]) if tall.size else np.arange(wide.size and wide[0], height)
    )
    if not (wide.size or tall.size):
        raise NotShown("it shows no view of a game")
    left, right, top, bottom = (int(e) for e in (across[0], across[-1] + 1, down[0], down[-1] + 1))
    if not tall.size:  # the field is as wide as the view, and begins where that ends
        bottom = int(wide[-1]) + 1 + HEIGHT * ((right - left) // WIDTH)
    cell = min((right - left) // WIDTH, (bottom - top) // HEIGHT)
    place = Place((left + right - WIDTH * cell) // 2, bottom - HEIGHT * cell, cell)
    if cell < _LEAST_CELL or place.top < 0 or bottom > height:
        raise NotShown("the view of a game on it is too small for a field of 10 x 20 cells")
    return place


def read_field(field: Picture) -> Rows:
    """Every cell of a field: a piece's letter, ``EMPTY`` or ``UNREAD``.

    Args:
        field: The field's part of a picture, see :meth:`Place.cut`.
    """
    cell = field.shape[1] // WIDTH
    inner = slice(2 * cell // 5, max(3 * cell // 5, 2 * cell // 5 + 1))
    parts = field.reshape(HEIGHT, cell, WIDTH, cell, 3)[:, inner, :, inner]
    means = parts.mean(axis=(1, 3))  # HEIGHT x WIDTH x 3
    marks = np.full((HEIGHT, WIDTH), UNREAD)
    for colour, piece in _PALETTE:
        marks[(np.abs(means - colour) <= _NEAR).all(axis=2)] = piece
    marks[(means <= _BLACK).all(axis=2)] = EMPTY
    return tuple("".join(row) for row in marks)


Glyph = bytes
"""One drawn digit: its shape in pixels, in black and white."""


@dataclass(frozen=True, slots=True)
class Shot:
    """A picture with a field on it.

    Attributes:
        size: Width and height of the picture.
        fingerprint: Of all of it.
        place: Where its field is.
        field: What is in the field.
        cut: Fingerprint of the field's part.
        panel: What is beside the field; None on a picture of the field alone.
    """

    size: tuple[int, int]
    fingerprint: str
    place: Place
    field: Rows
    cut: str
    panel: "Panel | None"


def read_shot(picture: Picture) -> Shot:
    """Everything on a picture.

    Raises:
        NotShown: It shows no field.
    """
    place = find_field(picture)
    field = place.cut(picture)
    height, width = picture.shape[:2]
    whole = fingerprint(picture)
    alone = field.shape == picture.shape
    return Shot(
        size=(width, height),
        fingerprint=whole,
        place=place,
        field=read_field(field),
        cut=whole if alone else fingerprint(field),
        panel=None if alone else read_panel(picture, place),
    )


@dataclass(frozen=True, slots=True)
class Panel:
    """What is beside the field in a window.

    Attributes:
        numbers: Score, lines and level as they are drawn, glyph by glyph; fewer or more of them
            when the panel does not show three numbers.
        playing: Whether the button offers to pause, which it does only while a game runs.
    """

    numbers: tuple[tuple[Glyph, ...], ...]
    playing: bool


def read_panel(picture: Picture, place: Place) -> Panel:
    """What stands below the preview of the next piece.

    Args:
        picture: A whole window.
        place: Where its field is.
    """
    panel = picture[:, place.right + 1 :]
    black = _most(panel) <= _BLACK
    preview = np.flatnonzero(black.mean(axis=1) > 0.15)
    below = panel[int(preview[-1]) + 1 if preview.size else 0 :]
    bright = _bright(below)
    bands = _runs(_any(bright, 1), gap=_GAP)
    numbers = tuple(_glyphs(below[max(0, a - 2) : b + 2, :, 0]) for a, b in bands[:-1])
    return Panel(numbers, bool(bands) and _is_pause(bright[slice(*bands[-1])]))


def _glyphs(band: Picture) -> tuple[Glyph, ...]:
    """The digits of a number, each cut out closely.

    Args:
        band: Grey values of the lines of pixels that it is written in.
    """
    inked = band > _INK
    found = []
    for first, last in _runs(_any(inked, 0), gap=1):
        glyph = inked[:, first:last]
        glyph = glyph[glyph.any(axis=1)]
        found.append(b"%d %d " % glyph.shape + np.packbits(glyph).tobytes())
    return tuple(found)


def _is_pause(icon: NDArray[np.bool_]) -> bool:
    """Two upright bars: the same in every row but the ends, and free in the middle."""
    columns = np.flatnonzero(icon.any(axis=0))
    icon = icon[:, columns[0] : columns[-1] + 1]
    bars = _runs(_any(icon, 0), gap=1)
    return len(bars) == 2 and icon.shape[0] > 2 * (bars[0][1] - bars[0][0])


def _bright(picture: Picture) -> NDArray[np.bool_]:
    return np.asarray(
        (picture[:, :, 0] > _WRITTEN)
        & (picture[:, :, 1] > _WRITTEN)
        & (picture[:, :, 2] > _WRITTEN)
    )


def _most(picture: Picture) -> Picture:
    """The greatest channel of each pixel; by channels, which is faster than a short axis."""
    return np.maximum(np.maximum(picture[:, :, 0], picture[:, :, 1]), picture[:, :, 2])


def _is(picture: Picture, value: int) -> NDArray[np.bool_]:
    """Where all channels have a value."""
    return np.asarray(
        (picture[:, :, 0] == value) & (picture[:, :, 1] == value) & (picture[:, :, 2] == value)
    )


def _any(mask: NDArray[np.bool_], axis: int) -> NDArray[np.bool_]:
    return np.asarray(mask.any(axis=axis))


def _runs(mask: NDArray[np.bool_], *, gap: int) -> list[tuple[int, int]]:
    """(first, one past last) of stretches that are true; fewer than ``gap`` false do not part."""
    at = np.flatnonzero(mask)
    if not at.size:
        return []
    breaks = np.flatnonzero(np.diff(at) > gap)
    starts, ends = [at[0], *at[breaks + 1]], [*at[breaks], at[-1]]
    return [(int(a), int(b) + 1) for a, b in zip(starts, ends, strict=True)]


def _palette() -> list[tuple[NDArray[np.float64], str]]:
    colours = []
    for theme, shades in ((_PLAIN, (0.0,)), (_CLEAN, (_MIDDLE,)), (_TANGO, (0.0, _MIDDLE))):
        for piece, text in zip(PIECES, theme.split(), strict=True):
            ends = [np.frombuffer(bytes.fromhex(end), np.uint8) for end in text.split("-")]
            colours += [
                (ends[0] + part * (ends[-1] - ends[0].astype(float)), piece) for part in shades
            ]
    return colours


_PALETTE = _palette()
