"""Reads our Anagramarama from its picture: numbers, letters, the verdict on a guess, the answers.

Places are window coordinates in pixels; the window is 800 x 600. Pure functions, frames in.
"""

import re
from dataclasses import dataclass
from enum import Enum
from functools import cache
from typing import Final

import numpy as np

from drivers.anagramarama.answers import PLATE, SIZE, Answers, check_size, read_answers
from drivers.anagramarama.glyphs import Cells, ink_on, read_line
from drivers.errors import UnknownLook
from drivers.screen import Frame
from drivers.vision import Colour, nearest

LINE_TOP, LINE_PIXELS, LINE_HEIGHT = 83, 19, 21
SCORE, TIME, FOUND, LEVEL = (294, 375), (429, 503), (568, 685), (744, 780)
"""First and last column of a number, its caption left out."""

TRAY_TOP, GUESS_TOP, TRAYS_LEFT, TRAYS_WIDTH = 108, 222, 42, 644
SLOT_WIDTH, SLOT_HEIGHT = 70, 84
LETTER_PIXELS, LETTER_TOP = 63, 8
NUMBERS_OF_LETTERS: Final = (9, 8, 7)
DARK_IN_TRAY: Final = 90
COVERED: Final = 0.58
"""Ink from which on a pixel is darker than that: of bright ground, 150 to 255, that shines through
the tray."""

EDGE: Final = 4
"""Pixels of the border that a verdict has."""


PLATE_POINTS = ((80, 232), (104, 232), (80, 780), (104, 780))
"""(y, x) of pixels of the numbers' plate where no number stands."""


class Verdict(Enum):
    """What became of a guess, as its tray's colour says."""

    ACCEPTED = "accepted"
    DUPLICATE = "duplicate"
    REJECTED = "rejected"


TRAY_COLOURS: Final[dict[str, Colour]] = {
    "none": (246, 246, 250),
    "accepted": (150, 230, 150),
    "duplicate": (255, 212, 110),
    "rejected": (255, 160, 150),
}
COLOUR_WITHIN: Final = 12.0
"""Euclidean distance in RGB; the closest two colours of the tray are 66 apart."""


@dataclass(frozen=True, slots=True)
class Numbers:
    """What the plate says.

    Attributes:
        score: Points, of all rounds.
        seconds: What is left on the clock.
        found: Words found in this round.
        answers: Words that there are.
        level: Rounds played in a row.
    """

    score: int
    seconds: int
    found: int
    answers: int
    level: int


@dataclass(frozen=True, slots=True)
class Sight:
    """A whole picture.

    Attributes:
        tray: The available letters from left to right.
        guess: The letters of the guess.
        numbers: Score, clock and counters.
        verdict: What became of the last guess; None once something else was done.
        shown: The answers on the page that is open.
    """

    tray: str
    guess: str
    numbers: Numbers
    verdict: Verdict | None
    shown: Answers

    @property
    def letters(self) -> str:
        """All letters of the round, in the alphabet's order."""
        return "".join(sorted(self.tray + self.guess))

    @property
    def over(self) -> bool:
        """Whether the picture shows that the round is over.

        If all words of its page were found before, another page may have to show it.
        """
        now = self.numbers
        return now.seconds == 0 or now.found == now.answers or bool(self.shown.revealed)


def read_sight(frame: Frame) -> Sight:
    """Everything.

    Raises:
        UnknownLook: something cannot be read, as when letters are on their way.
    """
    numbers = read_numbers(frame)
    tray, guess = read_letters(frame)
    return Sight(tray, guess, numbers, read_verdict(frame), read_answers(frame))


def has_plate(frame: Frame) -> bool:
    """Whether this is our game's picture: its numbers stand on a plate."""
    return frame.shape[:2] == SIZE and all((frame[point] == PLATE).all() for point in PLATE_POINTS)


def read_verdict(frame: Frame) -> Verdict | None:
    """What the guess's tray says: its ground, looked at where no letter is.

    Raises:
        UnknownLook: the tray has a colour that is none of the game's.
    """
    check_size(frame)
    corners = frame[GUESS_TOP + 5 : GUESS_TOP + 79 : 73, TRAYS_LEFT + 5 : TRAYS_LEFT + 639 : 633]
    names = set(
        nearest(corners.reshape(-1, 3).astype(np.float64), TRAY_COLOURS, within=COLOUR_WITHIN)
    )
    if len(names) != 1 or None in names:
        raise UnknownLook(f"the guess's tray has the colours {corners.reshape(-1, 3).tolist()}")
    (name,) = names
    return None if name == "none" else Verdict(name)


def read_score(frame: Frame) -> int:
    """The score alone.

    Raises:
        UnknownLook: it cannot be read.
    """
    return int(_line(frame, SCORE, r"(\d+)", "score")[1])


def read_found(frame: Frame) -> tuple[int, int]:
    """How many words were found, and how many there are.

    Raises:
        UnknownLook: they cannot be read.
    """
    match = _line(frame, FOUND, r"(\d+)/(\d+)", "number of words found")
    return int(match[1]), int(match[2])


def read_seconds(frame: Frame) -> int:
    """What is left on the clock.

    Raises:
        UnknownLook: it cannot be read.
    """
    match = _line(frame, TIME, r"(\d+):(\d\d)", "clock")
    return 60 * int(match[1]) + int(match[2])


def read_numbers(frame: Frame) -> Numbers:
    """All numbers of the plate.

    Raises:
        UnknownLook: one cannot be read.
    """
    found, answers = read_found(frame)
    return Numbers(
        score=read_score(frame),
        seconds=read_seconds(frame),
        found=found,
        answers=answers,
        level=int(_line(frame, LEVEL, r"(\d+)", "level")[1]),
    )


def read_letters(frame: Frame) -> tuple[str, str]:
    """The available letters and those of the guess.

    Raises:
        UnknownLook: some stand in no slot.
    """
    check_size(frame)
    for count in NUMBERS_OF_LETTERS:
        tray, guess = _slots(frame, TRAY_TOP, count), _slots(frame, GUESS_TOP, count)
        names = [*tray, *guess]
        if None not in names and sum(map(bool, names)) == count:
            return "".join(filter(None, tray)), "".join(filter(None, guess))
    raise UnknownLook("there are not 7 to 9 letters in the slots of the two trays")


def _line(frame: Frame, columns: tuple[int, int], pattern: str, what: str) -> re.Match[str]:
    check_size(frame)
    picture = frame[LINE_TOP : LINE_TOP + LINE_HEIGHT, slice(*columns)]
    text = read_line(ink_on(picture, float(np.mean(PLATE))), LINE_PIXELS)
    match = re.fullmatch(pattern, text or "")
    if match is None:
        raise UnknownLook(f"the {what} cannot be read: it looks like {text!r}")
    return match


def _slots(frame: Frame, top: int, count: int) -> list[str | None]:
    left = TRAYS_LEFT + (TRAYS_WIDTH - SLOT_WIDTH * count) // 2
    tray = frame[top : top + SLOT_HEIGHT, left : left + SLOT_WIDTH * count]
    dark = tray.sum(axis=2, dtype=np.int16) < 3 * DARK_IN_TRAY
    dark[:EDGE] = dark[-EDGE:] = False  # of a verdict
    return _letters().read(dark.reshape(SLOT_HEIGHT, count, SLOT_WIDTH).swapaxes(0, 1))


@cache
def _letters() -> Cells:
    return Cells(
        width=SLOT_WIDTH, height=SLOT_HEIGHT, top=LETTER_TOP, pixels=LETTER_PIXELS, covered=COVERED
    )
