"""What a picture of quadrapassel shows. Pure: frames in, names out.

Colours tell the pieces. They are those of the four themes of quadrapassel 40 (plain, clean,
tangoflat, tangoshaded) in the middle of a block, all in one table: no two pieces are close to each
other in any two of them.
"""

import enum
from dataclasses import dataclass, replace
from typing import Final, NamedTuple

import numpy as np
from numpy.typing import NDArray

from drivers.errors import UnknownLook
from drivers.quadrapassel.model import EMPTY, Board, Falling, Piece, find_falling
from drivers.screen import Frame
from drivers.vision import Colour, block_means, bounding_box, nearest

ROWS: Final = 20
"""Of every version; columns are counted: 14 up to quadrapassel 3.38, 10 since."""

PALETTE: Final[dict[str, Colour]] = {
    EMPTY: (0x00, 0x00, 0x00),
    "L plain": (0xFF, 0x00, 0x00),
    "J plain": (0x00, 0xFF, 0x00),
    "T plain": (0x00, 0x00, 0xFF),
    "S plain": (0xFF, 0xFF, 0xFF),
    "Z plain": (0xFF, 0xFF, 0x00),
    "I plain": (0xFF, 0x00, 0xFF),
    "O plain": (0x00, 0xFF, 0xFF),
    "L clean": (0xBD, 0x37, 0x37),
    "J clean": (0x82, 0xBE, 0x47),
    "T clean": (0x45, 0x64, 0x8A),
    "S clean": (0xF2, 0xF2, 0xF0),
    "Z clean": (0xEF, 0xDA, 0x34),
    "I clean": (0x80, 0x51, 0x87),
    "O clean": (0xD7, 0x80, 0x2B),
    "L tangoflat": (0xEF, 0x29, 0x29),
    "J tangoflat": (0x8A, 0xE2, 0x34),
    "T tangoflat": (0x72, 0x9F, 0xCF),
    "S tangoflat": (0xEE, 0xEE, 0xEC),
    "Z tangoflat": (0xFC, 0xE9, 0x4F),
    "I tangoflat": (0xAD, 0x7F, 0xA8),
    "O tangoflat": (0xFC, 0xAF, 0x3E),
    "L tangoshaded": (0xDB, 0x12, 0x12),
    "J tangoshaded": (0x7D, 0xD9, 0x23),
    "T tangoshaded": (0x4F, 0x7E, 0xB7),
    "S tangoshaded": (0xDF, 0xE1, 0xDC),
    "Z tangoshaded": (0xF4, 0xDD, 0x22),
    "I tangoshaded": (0x8D, 0x64, 0x8F),
    "O tangoshaded": (0xF8, 0x91, 0x1B),
}
TOLERANCE: Final = 23.0
"""Euclidean distance in RGB. The closest two of different pieces are 46 apart (Z of clean, O of
tangoflat), of one theme 60."""

AT_REST: Final = 6.0
"""The same from the colour of an empty cell or a plain block when nothing fades over it: what fades
is brighter than that until less than a fortieth of it is left. Shaded blocks are looked at with
TOLERANCE, as the middle of a shade is not one colour."""

PLAIN: Final = {name: c for name, c in PALETTE.items() if name == EMPTY or name.endswith("plain")}
PLAIN_TOLERANCE: Final = 70.0
"""In the theme `plain` alone colours are 255 apart: cleared rows may still fade over the others. A
dialog's grey is 78 from black."""

UNKNOWN: Final = "?"
"""Stands for a cell that has no piece's colour: something moves, fades or lies over it."""

WORDS: Final = range(ROWS // 2 - 2, ROWS // 2 + 2)
"""The rows that "Paused" or "Game Over" is written across, white as an S may be."""

ICON: Final = 32
"""Half of a square around an icon of 48 pixels, which is its size in every window."""

BRIGHT: Final = 190
"""Least channel of what is written or drawn in white on the panel; captions are grey, about 130."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything is, in window coordinates, pixels.

    Attributes:
        shape: (height, width) of the pictures this is true of.
        left: x of the field's left edge.
        top: y of the field's upper edge.
        cell: Side of a cell.
        columns: Cells across; downwards there are ROWS.
        preview: (left, top, width, height) of the black square with the next piece.
        button: (x, y) of the middle of the big button.
        plain: Whether the blocks are those of the theme `plain`.
    """

    shape: tuple[int, int]
    left: int
    top: int
    cell: int
    columns: int
    preview: tuple[int, int, int, int]
    button: tuple[int, int]
    plain: bool

    @property
    def field(self) -> tuple[slice, slice]:
        """The field's part of a frame."""
        height, width = ROWS * self.cell, self.columns * self.cell
        return slice(self.top, self.top + height), slice(self.left, self.left + width)

    @property
    def icon(self) -> tuple[slice, slice]:
        """The part of a frame with the icon on the button."""
        x, y = self.button
        return slice(y - ICON, y + ICON), slice(x - ICON, x + ICON)

    @property
    def below_preview(self) -> tuple[slice, slice]:
        """The part of a frame with the numbers, down to the button."""
        left, top, width, height = self.preview
        return slice(top + height, self.button[1] - ICON), slice(left, left + width)

    def centres(self) -> list[tuple[int, int]]:
        """(x, y) of the middle of every cell, row by row."""
        side, half = self.cell, self.cell // 2
        xs = [self.left + side * column + half for column in range(self.columns)]
        return [(x, self.top + side * row + half) for row in range(ROWS) for x in xs]


def find_layout(frame: Frame) -> Layout:
    """Measure where field and preview are, with or without anything in them.

    The field is black or has bright blocks, and nothing else in the window is so in that many rows
    of a column; its height is that of twenty rows.

    Raises:
        UnknownLook: there is no such field, or no preview beside it.
    """
    strongest = _most(frame)
    inside = (strongest == 0) | (strongest > 64)
    columns = np.flatnonzero(inside.mean(axis=0) > 0.7)
    if not columns.size:
        raise UnknownLook("the window shows no field of a game")
    left, right = int(columns[0]), int(columns[-1]) + 1
    rows = np.flatnonzero(inside[:, left:right].mean(axis=1) > 0.7)
    top, bottom = int(rows[0]), int(rows[-1]) + 1
    cell = (bottom - top) // ROWS
    if cell < 5 or (bottom - top) % ROWS or (right - left) % cell:
        raise UnknownLook(
            f"the dark field of {right - left}x{bottom - top} pixels at ({left}, {top}) is not "
            f"made of {ROWS} rows of square cells"
        )
    if not (strongest[top:bottom, left:right] > 64).any():
        raise UnknownLook("the field is empty: it is not drawn yet")
    panel = strongest[:, right + 1 :] == 0
    square = bounding_box(panel & (panel.mean(axis=1) > 0.15)[:, None])
    if square is None or min(square[2:]) < 4 * cell:
        raise UnknownLook("no preview of the next piece stands beside the field")
    x, y, width, height = square
    preview = (x + right + 1, y, width, height)
    button = _find_button(frame, preview)
    shape, across = strongest.shape, (right - left) // cell
    layout = Layout(shape, left, top, cell, across, preview, button, plain=False)
    shades = {tuple(map(int, shade)) for shade in block_means(frame, layout.centres(), side=1)}
    return replace(layout, plain=shades <= set(PLAIN.values()))


def _find_button(frame: Frame, preview: tuple[int, int, int, int]) -> tuple[int, int]:
    """The middle of the lowest thing below the preview that is as large as an icon."""
    left, top, width, height = preview
    bright = _bright(frame[top + height :, left : left + width])
    for first, last in reversed(_bands(np.flatnonzero(bright.any(axis=1)))):
        x, _, across, _ = bounding_box(bright[first:last]) or (0, 0, 0, 0)
        if min(across, last - first) > 20 and last - first <= 2 * ICON:
            return left + x + across // 2, top + height + (first + last) // 2
    raise UnknownLook("no button to start a game stands below the preview")


def read_field(frame: Frame, layout: Layout, *, strict: bool = False) -> Board:
    """Every cell by the colour of its middle: a piece's letter, EMPTY or UNKNOWN.

    A block on its way between two cells shows where it is for the most part.

    Args:
        frame: the picture.
        layout: where everything is on it.
        strict: whether a cell that something fades over has no name, in whatever theme.
    """
    means = block_means(frame, layout.centres(), side=max(1, layout.cell // 8))
    if layout.plain:
        names = nearest(means, PLAIN, within=AT_REST if strict else PLAIN_TOLERANCE)
    else:
        names = nearest(means, PALETTE, within=TOLERANCE)
        if strict:
            bare = nearest(means, {EMPTY: PALETTE[EMPTY]}, within=AT_REST)
            names = [
                None if name == EMPTY != empty else name
                for name, empty in zip(names, bare, strict=True)
            ]
    marks = "".join(UNKNOWN if name is None else name[0] for name in names)
    return tuple(marks[i : i + layout.columns] for i in range(0, len(marks), layout.columns))


class Preview(NamedTuple):
    """The next piece.

    Attributes:
        piece: Its letter.
        rotations: Those it may come in, as far as the picture tells (two for S and Z).
        extent: Width and height of it together, pixels: a piece grows when it comes.
    """

    piece: Piece
    rotations: tuple[int, ...]
    extent: int


_PROPORTIONS: Final = ((3, 2), (2, 3), (4, 1), (1, 4), (2, 2))


def read_preview(frame: Frame, layout: Layout) -> Preview | None:
    """The next piece, also while it still grows; None if none is shown."""
    left, top, width, height = layout.preview
    picture = frame[top : top + height, left : left + width]
    drawn = bounding_box(_most(picture) > 40)
    if drawn is None:
        return None
    x, y, width, height = drawn
    across, down = min(
        _PROPORTIONS, key=lambda size: abs(width * size[1] - height * size[0]) / size[0] / size[1]
    )
    cells = [(column, row) for row in range(down) for column in range(across)]
    centres = [
        (x + (2 * c + 1) * width // (2 * across), y + (2 * r + 1) * height // (2 * down))
        for c, r in cells
    ]
    names = nearest(block_means(picture, centres, side=3), PALETTE, within=TOLERANCE)
    marks = "".join(UNKNOWN if name is None else name[0] for name in names)
    rows = tuple(marks[i : i + across] for i in range(0, len(marks), across))
    found = find_falling(rows, (EMPTY * across,) * down)
    return Preview(found.piece, found.rotations, width + height) if found else None


class Button(enum.Enum):
    """What the big button offers, and so what the game does now."""

    PLAY = "to play: the game is paused, or none was started yet"
    PAUSE = "to pause: a game is being played"
    AGAIN = "to play again: the game is over"


def read_button(frame: Frame, layout: Layout) -> Button | None:
    """What is drawn on the big button, told by its form; None if it is nothing we know."""
    bright = _bright(frame[layout.icon])
    box = bounding_box(bright)
    if box is None or min(box[2:]) < 20:
        return None
    x, y, width, height = box
    middle = bright[y : y + height, x + width // 2]
    # two bars leave the middle free, the triangle fills it, the round arrow is crossed twice
    if not middle.any():
        return Button.PAUSE
    return Button.PLAY if middle[height // 3 : 2 * height // 3].all() else Button.AGAIN


def numbers(frame: Frame, layout: Layout) -> list[Frame] | None:
    """The pictures of the three numbers score, lines and level, in this order, cut out closely.

    None if the panel does not show exactly three of them.
    """
    rows, columns = layout.below_preview
    panel = frame[rows, columns]
    bright = _bright(panel)
    bands = _bands(np.flatnonzero(bright.any(axis=1)))
    if len(bands) != 3:
        return None
    found = []
    for top, bottom in bands:
        xs = np.flatnonzero(bright[top:bottom].any(axis=0))
        found.append(panel[max(top - 4, 0) : bottom + 4, max(int(xs[0]) - 6, 0) : int(xs[-1]) + 7])
    return found


def _bright(frame: Frame) -> NDArray[np.bool_]:
    """Mask of what is nearly white. By channels: four times faster than `min(axis=2)`."""
    return np.asarray(
        (frame[:, :, 0] > BRIGHT) & (frame[:, :, 1] > BRIGHT) & (frame[:, :, 2] > BRIGHT)
    )


def _most(frame: Frame) -> NDArray[np.uint8]:
    return np.maximum(np.maximum(frame[:, :, 0], frame[:, :, 1]), frame[:, :, 2])


def _bands(at: NDArray[np.intp], gap: int = 8) -> list[tuple[int, int]]:
    """(first, one past last) of runs of ascending numbers; a gap of less than `gap` is none."""
    if not at.size:
        return []
    breaks = np.flatnonzero(np.diff(at) > gap)
    starts, ends = np.r_[at[0], at[breaks + 1]], np.r_[at[breaks], at[-1]]
    return [(int(start), int(end) + 1) for start, end in zip(starts, ends, strict=True)]


@dataclass(frozen=True, slots=True)
class Look:
    """All that one picture shows by itself.

    Attributes:
        field: Every cell; what falls and what lies is not told apart.
        preview: The next piece, if one is shown.
        button: What the big button offers; None if it is covered.
    """

    field: Board
    preview: Preview | None
    button: Button | None

    @property
    def clear(self) -> bool:
        """Whether every cell has a name."""
        return not any(UNKNOWN in row for row in self.field)

    def completed(self, board: Board) -> Board:
        """The field under words: what `board` says where they may be, what is seen elsewhere."""
        return tuple(
            lying if y in WORDS else row
            for y, (row, lying) in enumerate(zip(self.field, board, strict=True))
        )

    @property
    def covered(self) -> bool:
        """Whether something lies over the field, other than words across its middle."""
        return any(UNKNOWN in row for y, row in enumerate(self.field) if y not in WORDS)

    def falling(self, board: Board) -> Falling | None:
        """The piece that falls if `board` is what lies; None if the picture does not fit that."""
        return find_falling(self.field, board)


def read(frame: Frame, layout: Layout, *, strict: bool = False) -> Look:
    """Everything in one picture; `strict` as in `read_field`."""
    field = read_field(frame, layout, strict=strict)
    return Look(field, read_preview(frame, layout), read_button(frame, layout))
