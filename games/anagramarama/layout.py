"""Where everything is on the picture, and the colours that mean something. Numbers only.

Coordinates are pixels (x, y) of the 800 x 600 picture, origin at its top left corner. A window of
another size shows the same picture scaled, with bars at two sides.
"""

from collections.abc import Sequence
from typing import NamedTuple

Colour = tuple[int, int, int]


class Box(NamedTuple):
    """A rectangle: left, top, width, height in pixels."""

    x: int
    y: int
    w: int
    h: int

    def holds(self, x: float, y: float) -> bool:
        """Whether a point lies inside; the right and bottom edges are outside."""
        return self.x <= x < self.x + self.w and self.y <= y < self.y + self.h


class Place(NamedTuple):
    """Where an answer stands: page from 0, and the corner of its first box in pixels."""

    page: int
    x: int
    y: int


PICTURE = (800, 600)

# --- Head: the title, three words to click, four numbers ------------------------------------------

TITLE = Box(8, 2, 560, 76)
SOLVE = Box(590, 4, 82, 32)
NEW = Box(676, 4, 54, 32)
QUIT = Box(734, 4, 62, 32)

STATUS = Box(224, 78, 566, 28)
"""The plain plate under the four numbers."""

SCORE_X, TIME_X, FOUND_X, LEVEL_X = 234, 378, 506, 688
STATUS_Y = 83
"""Top left corners of the four lines; each is one text, `Score 123`. One height for all of them,
and for the caption beside them: where lines are uneven, text recognition misreads the numbers."""

# --- Letters: a tray for those that are left, one for the guess -----------------------------------

TRAY = Box(42, 108, 644, 84)
GUESS = Box(42, 222, 644, 84)
SLOT_W, SLOT_H = 70, 84

LETTERS_CAPTION = Box(42, 80, 174, 28)
GUESS_CAPTION = Box(42, 200, 80, 22)
ANSWERS_CAPTION = Box(42, 312, 100, 22)

SHUFFLE = Box(600, 194, 86, 26)
TICK = Box(694, 226, 40, 36)
CROSS = Box(694, 268, 40, 36)


def slot(tray: Box, index: int, letters: int) -> Box:
    """Return slot `index` (from 0) of a tray for so many letters; they stand in its middle."""
    left = tray.x + (tray.w - SLOT_W * letters) // 2
    return Box(left + SLOT_W * index, tray.y, SLOT_W, SLOT_H)


# --- Answers: a row of little boxes for each word, in columns, on pages ---------------------------

ANSWERS_LEFT, ANSWERS_TOP, ANSWERS_RIGHT = 42, 338, 788
ROWS, ROW_PITCH = 13, 19
CELL, CELL_PITCH = 16, 18
COLUMN_GAP = 9

PAGE_BACK = Box(624, 312, 26, 22)
PAGE_NUMBER = Box(650, 312, 66, 22)
PAGE_NEXT = Box(716, 312, 26, 22)
"""Shown only when the answers fill more than one page."""


def places(lengths: Sequence[int]) -> list[Place]:
    """Return where the answers stand, given the length of each in order.

    Columns of ROWS words are filled downwards; a column is as wide as its longest word, and one
    that would reach beyond ANSWERS_RIGHT begins the next page.
    """
    found = list[Place]()
    page, x = 0, ANSWERS_LEFT
    for first in range(0, len(lengths), ROWS):
        column = lengths[first : first + ROWS]
        width = CELL_PITCH * max(column)
        if x + width > ANSWERS_RIGHT:
            page, x = page + 1, ANSWERS_LEFT
        found += [Place(page, x, ANSWERS_TOP + ROW_PITCH * row) for row in range(len(column))]
        x += width + COLUMN_GAP
    return found


# --- Colours that mean something ------------------------------------------------------------------

INK: Colour = (20, 20, 28)
"""Every letter and number."""

PLATE: Colour = (250, 250, 246)
"""The ground of the four numbers."""

TRAY_GROUND: Colour = (246, 246, 250)
TRAY_EDGE: Colour = (40, 44, 60)
"""Of the guess tray while it shows no verdict; the available letters' tray is see-through."""

ACCEPTED: Colour = (150, 230, 150)
DUPLICATE: Colour = (255, 212, 110)
REJECTED: Colour = (255, 160, 150)
"""The guess tray's ground with a verdict."""

ACCEPTED_EDGE: Colour = (20, 130, 50)
DUPLICATE_EDGE: Colour = (190, 120, 0)
REJECTED_EDGE: Colour = (190, 30, 30)
"""Its border, EDGE pixels wide, with a verdict."""

EDGE = 4

HIDDEN: Colour = (216, 219, 250)
"""A box of a word that was not found: empty, or with its letter after the end."""

FOUND: Colour = (255, 255, 255)
"""A box of a word that was found."""
