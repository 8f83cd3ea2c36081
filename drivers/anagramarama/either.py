"""Which Anagramarama there is to see, ours or the original, and who reads and drives it."""

import re
from pathlib import Path
from typing import Final

import numpy as np
from PIL import Image

from drivers.anagramarama import look, original_look
from drivers.anagramarama.driver import AnagramaramaDriver
from drivers.anagramarama.look import has_plate
from drivers.anagramarama.original import OriginalDriver, letters_lie_ready
from drivers.errors import UnknownLook
from drivers.ocr import read_text
from drivers.screen import Frame
from drivers.window import GameWindow

SCORE: Final = re.compile(r"score[^0-9]{0,15}(\d{1,4})", re.IGNORECASE)
"""How the contract finds the score in the text of a picture."""

Driver = AnagramaramaDriver | OriginalDriver


def driver_of(window: GameWindow) -> Driver:
    """The driver for the game that a window shows.

    Raises:
        UnknownLook: it is neither, by its size.
        WaitTimedOut: it is neither.
    """

    def seen(frame: Frame) -> list[Driver]:
        if has_plate(frame):
            return [AnagramaramaDriver(window)]
        return [OriginalDriver(window)] if letters_lie_ready(frame) else []

    return window.wait_to_read(seen, what="a round of Anagramarama")[0]


def score_on(path: Path) -> int:
    """The score on a saved picture, read by Tesseract; of our game checked by its digits' shapes.

    Raises:
        UnknownLook: it cannot be read, or the two do not agree.
    """
    with Image.open(path) as image:
        frame = np.asarray(image.convert("RGB"))
    try:
        return _score_of_ours(frame) if has_plate(frame) else original_look.read_score(frame)
    except UnknownLook as unknown:
        raise UnknownLook(f"{path}: {unknown}", frame=path) from None


def _score_of_ours(frame: Frame) -> int:
    score = look.read_score(frame)
    match = SCORE.search(read_text(frame))
    told = int(match[1]) if match else None
    if told != score and score > 0:  # a lone 0 may be taken for a letter
        raise UnknownLook(f"Tesseract reads the score {told}, its digits say {score}")
    return score
