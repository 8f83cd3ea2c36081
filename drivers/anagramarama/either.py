"""Which Anagramarama a window shows, ours or the original, and who drives it."""

from pathlib import Path

import numpy as np
from PIL import Image

from drivers.anagramarama import eyes, original
from drivers.anagramarama.driver import AnagramaramaDriver
from drivers.anagramarama.look import has_plate
from drivers.anagramarama.original import OriginalDriver, letters_lie_ready
from drivers.screen import Frame
from drivers.window import GameWindow

PATIENCE_S = 10.0

Driver = AnagramaramaDriver | OriginalDriver


def driver_of(window: GameWindow) -> Driver:
    """The driver for the game that a window shows.

    Raises:
        WaitTimedOut: it is neither.
    """

    def seen(frame: Frame) -> list[Driver]:
        if has_plate(frame):
            return [AnagramaramaDriver(window)]
        return [OriginalDriver(window)] if letters_lie_ready(frame) else []

    what = "a round of Anagramarama"
    return window.wait_until(seen, what=what, timeout_s=PATIENCE_S)[0]


def score_on(path: Path) -> int:
    """The score on a saved picture, read by Tesseract.

    Raises:
        UnknownLook: it cannot be read.
    """
    with Image.open(path) as image:
        ours = has_plate(np.asarray(image.convert("RGB")))
    return eyes.score_on(path) if ours else original.score_on(path)
