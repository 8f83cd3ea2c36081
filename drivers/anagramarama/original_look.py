"""Reads the original Anagramarama: letters in slots, answers as rows of boxes, clock and score.

Its letters and digits are in no font that could be drawn here: Tesseract reads them. Places
are window coordinates in pixels; the window is 800 x 600. Pure functions, frames in.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np
from numpy.typing import NDArray

from drivers.errors import UnknownLook
from drivers.ocr import read_line
from drivers.screen import Frame
from drivers.vision import Colour

SIZE: Final = (600, 800)
LETTERS: Final = 7
SLOTS_LEFT, SLOT_WIDTH, SLOT_PITCH, SLOT_HEIGHT = 80, 80, 82, 90
TRAY_TOP, GUESS_TOP = 107, 243
CLOCK, SCORE = (slice(40, 65), slice(683, 788)), (slice(71, 96), slice(683, 788))

ROWS_LEFT, ROWS_TOP, ROWS, ROW_PITCH, BOX, BOX_PITCH = 70, 380, 11, 19, 16, 18
BETWEEN_WORDS: Final = 6
"""Boxes of a word are 3 pixels apart, words 11 or more."""

HIDDEN: Final[Colour] = (217, 220, 255)
FOUND: Final[Colour] = (255, 255, 255)

DARK: Final = 66
"""Brightness below which a pixel belongs to a letter."""

PRESENT: Final = 120
"""Dark pixels of a letter in its slot; i, the thinnest, has 500."""


@dataclass(frozen=True, slots=True)
class Row:
    """An answer: its length, whether it was found, whether its letters are told."""

    length: int
    found: bool
    told: bool


def filled(frame: Frame, top: int) -> list[bool]:
    """Which slots of a tray have a letter."""
    return [int(slot.sum()) >= PRESENT for slot in _slots(frame, top)]


def read_letters(frame: Frame) -> str:
    """The available letters as Tesseract reads them: a guess, and mostly right."""
    gap = np.zeros((SLOT_HEIGHT, 10), np.bool_)
    parts = [gap]
    for slot in _slots(frame, TRAY_TOP):
        parts += [slot[:, slot.any(axis=0)], gap]  # letters far apart are taken for words
    return read_line(np.hstack(parts), letters="abcdefghijklmnopqrstuvwxyz")


def read_seconds(frame: Frame) -> int:
    """What is left on the clock.

    Raises:
        UnknownLook: it cannot be read.
    """
    minutes, _, seconds = _number(frame, CLOCK, "0123456789:").partition(":")
    if not (minutes.isdecimal() and seconds.isdecimal()):
        raise UnknownLook(f"the clock reads {minutes!r} : {seconds!r}")
    return 60 * int(minutes) + int(seconds)


def read_score(frame: Frame) -> int:
    """The score: it has no caption.

    Raises:
        UnknownLook: it cannot be read.
    """
    text = _number(frame, SCORE, "0123456789")
    if not text.isdecimal():
        raise UnknownLook(f"the score reads {text!r}")
    return int(text)


def read_rows(frame: Frame) -> list[Row]:
    """The answers, in the order of their rows on the picture."""
    rows = list[Row]()
    for top in range(ROWS_TOP, ROWS_TOP + ROWS * ROW_PITCH, ROW_PITCH):
        inside = frame[top + 1 : top + BOX, ROWS_LEFT:].astype(np.int16)
        hidden, found = _near(inside[0], HIDDEN), _near(inside[0], FOUND)
        boxes = np.flatnonzero(hidden | found)
        breaks = np.flatnonzero(np.diff(boxes) > BETWEEN_WORDS) + 1
        for word in np.split(boxes, breaks):
            if not word.size:
                continue
            left, right = int(word[0]), int(word[-1]) + 1
            letters = inside[1:-1, left : left + BOX - 2].mean(axis=2) < DARK
            rows.append(
                Row(
                    length=round((right - left + 2) / BOX_PITCH),
                    found=bool(found[left]),
                    told=bool(letters.any()),
                )
            )
    return rows


def _slots(frame: Frame, top: int) -> list[NDArray[np.bool_]]:
    if frame.shape[:2] != SIZE:
        raise UnknownLook(f"the window is {frame.shape[1]}x{frame.shape[0]} pixels, not 800x600")
    dark = frame[top : top + SLOT_HEIGHT].mean(axis=2) < DARK
    lefts = range(SLOTS_LEFT, SLOTS_LEFT + LETTERS * SLOT_PITCH, SLOT_PITCH)
    return [dark[:, left : left + SLOT_WIDTH] for left in lefts]


def _number(frame: Frame, place: tuple[slice, slice], letters: str) -> str:
    return read_line(frame[place].mean(axis=2) < 2 * DARK, letters=letters)


def _near(pixels: NDArray[np.int16], colour: Colour) -> NDArray[np.bool_]:
    return np.asarray(np.abs(pixels - np.array(colour, np.int16)).max(axis=-1) <= 4)
