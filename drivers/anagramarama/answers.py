"""Reads the answers of our Anagramarama: a row of little boxes for each word, on pages.

Words stand in columns, each as wide as its longest word. Places are window coordinates in pixels;
the window is 800 x 600. Pure functions, frames in.
"""

import itertools
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drivers.anagramarama.glyphs import DARK, Cells, ink_on, read_line
from drivers.errors import UnknownLook
from drivers.screen import Frame
from drivers.vision import Colour

SIZE: Final = (600, 800)
"""(height, width) of the picture."""

PLATE: Final[Colour] = (250, 250, 246)
"""What numbers stand on."""

LEFT, TOP, RIGHT = 42, 338, 788
ROWS, ROW_PITCH, BOX, BOX_PITCH, COLUMN_GAP = 13, 19, 16, 18, 9
LONGEST: Final = 9
LETTER_PIXELS: Final = 13
COVERED: Final = 0.5
"""Ink from which on a pixel belongs to a letter."""

EDGE: Final[Colour] = (96, 100, 128)
FOUND: Final[Colour] = (255, 255, 255)
HIDDEN: Final[Colour] = (216, 219, 250)

PAGE_LEFT, PAGE_RIGHT, PAGE_TOP, PAGE_PIXELS, PAGE_HEIGHT = 651, 715, 314, 16, 18
PAGE_CORNERS = ((313, 651), (313, 714), (332, 651), (332, 714))
"""(y, x) of pixels that the plate of the page's number has and the ground below it has not."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What the page of answers shows.

    Attributes:
        found: Words that were found.
        revealed: Words that were missed: they are told once the round is over.
        hidden: Lengths of the words that are not told.
        page: Number of the page, from 1.
        pages: How many there are.
    """

    found: tuple[str, ...]
    revealed: tuple[str, ...]
    hidden: tuple[int, ...]
    page: int
    pages: int


def read_answers(frame: Frame) -> Answers:
    """The page of answers.

    Raises:
        UnknownLook: there are none, or a box shows something that has no name.
    """
    check_size(frame)
    words = list(_words(frame))
    if not words:
        raise UnknownLook("there are no boxes of answers")
    names = iter(_boxes().read(_cut_out(frame, words)))
    found, revealed, hidden = list[str](), list[str](), list[int]()
    for word in words:
        letters = [next(names) for _ in range(word.length)]
        text = "".join(letter or "?" for letter in letters)
        is_told = all(letters)
        ground = frame[word.y + 1, word.x + 1]
        if is_told and _is(ground, FOUND):
            found.append(text)
        elif is_told and _is(ground, HIDDEN):
            revealed.append(text)
        elif not any(letters) and None not in letters and _is(ground, HIDDEN):
            hidden.append(word.length)
        else:
            raise UnknownLook(f"an answer reads {text!r} on the colour {ground.tolist()}")
    page, pages = _page(frame)
    return Answers(tuple(found), tuple(revealed), tuple(hidden), page, pages)


@dataclass(frozen=True, slots=True)
class _Word:
    """Where the boxes of an answer are: the first one's corner, and how many."""

    x: int
    y: int
    length: int


def _words(frame: Frame) -> Iterator[_Word]:
    """The answers column by column: each is as wide as its longest word."""
    tops = TOP + ROW_PITCH * np.arange(ROWS)
    edges = _are(frame[tops], EDGE) & _are(frame[tops + BOX - 1], EDGE)
    x = LEFT
    while x < RIGHT:
        column = [_length(row[x : x + LONGEST * BOX_PITCH : BOX_PITCH]) for row in edges]
        column = list(itertools.takewhile(bool, column))
        if not column:
            return
        for top, length in zip(tops, column, strict=False):
            yield _Word(x, int(top), length)
        x += max(column) * BOX_PITCH + COLUMN_GAP


def _length(corners: NDArray[np.bool_]) -> int:
    """How many boxes stand side by side, given whether there is an edge where each would begin."""
    return sum(1 for _ in itertools.takewhile(bool, corners))


def _cut_out(frame: Frame, words: Sequence[_Word]) -> NDArray[np.bool_]:
    """The dark pixels inside all boxes of all words, shape (boxes, BOX - 2, BOX - 2)."""
    corners = [(w.y, w.x + BOX_PITCH * i) for w in words for i in range(w.length)]
    rows, columns = np.array(corners).T[..., None, None]
    inside = np.arange(1, BOX - 1)
    bright = frame.sum(axis=2, dtype=np.int16)[rows + inside[:, None], columns + inside]
    grounds = bright[:, :1, :1]
    return np.asarray(grounds - bright > COVERED * (grounds - 3 * DARK))


def _page(frame: Frame) -> tuple[int, int]:
    """(number, how many) of the pages; where there is only one nothing is said."""
    if not all(_is(frame[corner], PLATE) for corner in PAGE_CORNERS):
        return 1, 1
    line = frame[PAGE_TOP : PAGE_TOP + PAGE_HEIGHT, PAGE_LEFT:PAGE_RIGHT]
    text = read_line(ink_on(line, float(np.mean(PLATE))), PAGE_PIXELS)
    match = re.fullmatch(r"(\d+)/(\d+)", text or "")
    if match is None:
        raise UnknownLook(f"the page's number cannot be read: it looks like {text!r}")
    return int(match[1]), int(match[2])


@cache
def _boxes() -> Cells:
    inside = BOX - 2
    return Cells(width=inside, height=inside, top=0, pixels=LETTER_PIXELS, covered=COVERED)


def _are(pixels: NDArray[np.uint8], colour: Colour) -> NDArray[np.bool_]:
    return np.asarray(np.abs(pixels.astype(np.int16) - colour).max(axis=-1) <= 4)


def _is(pixel: NDArray[np.uint8], colour: Colour) -> bool:
    return bool(_are(pixel, colour))


def check_size(frame: Frame) -> None:
    """See that a frame has the size of the game's picture.

    Raises:
        UnknownLook: it has another.
    """
    if frame.shape[:2] != SIZE:
        height, width = frame.shape[:2]
        raise UnknownLook(f"the window is {width}x{height} pixels and not 800x600")
