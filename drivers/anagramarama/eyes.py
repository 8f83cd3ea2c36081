"""Looks at the window of our Anagramarama; what cannot be read is kept as a picture."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeVar

import numpy as np
from PIL import Image

from drivers.anagramarama.look import read_score
from drivers.errors import UnknownLook, WaitTimedOut
from drivers.ocr import read_text
from drivers.png import write_png
from drivers.screen import Frame
from drivers.window import GameWindow

T = TypeVar("T")

SCORE: Final = re.compile(r"score[^0-9]{0,15}(\d{1,4})", re.IGNORECASE)
"""How the contract finds the score in the text of a picture."""


class Eyes:
    """The eyes on one window."""

    def __init__(self, window: GameWindow) -> None:
        """Look at `window`."""
        self._window = window

    def until(self, read: Callable[[Frame], T | None], *, what: str, timeout_s: float) -> T:
        """Look until the picture can be read, and what is read is something true.

        Raises:
            UnknownLook: it could not be read even in the end.
            WaitTimedOut: what was read was nothing.
        """
        trouble: list[UnknownLook] = []

        def seen(frame: Frame) -> T | None:
            trouble.clear()
            try:
                return read(frame)
            except UnknownLook as unknown:
                trouble.append(unknown)
                return None

        try:
            return self._window.wait_until(seen, what=what, timeout_s=timeout_s)
        except WaitTimedOut as late:
            if not trouble:
                raise
            raise UnknownLook(f"{trouble[0]}; the picture is in {late.frame}") from None

    def at(self, frame: Frame, read: Callable[[Frame], T]) -> T:
        """Read a picture that was taken.

        Raises:
            UnknownLook: it cannot be read.
        """
        try:
            return read(frame)
        except UnknownLook as unknown:
            raise self.unknown(str(unknown), frame) from None

    def unknown(self, why: str, frame: Frame) -> UnknownLook:
        """Keep a picture and say where it is."""
        self._window.lost_frames.mkdir(parents=True, exist_ok=True)
        path = self._window.lost_frames / "unknown_look.png"
        write_png(path, frame)
        return UnknownLook(f"{why}; the picture is in {path}")


def score_on(path: Path) -> int:
    """The score on a saved picture: Tesseract's reading, checked by the digits' shapes.

    Raises:
        UnknownLook: the two do not agree.
    """
    with Image.open(path) as image:
        frame = np.asarray(image.convert("RGB"))
    score = read_score(frame)
    match = SCORE.search(read_text(frame))
    told = int(match[1]) if match else None
    if told != score and score > 0:  # a lone 0 may be taken for a letter
        raise UnknownLook(f"{path}: Tesseract reads the score {told}, its digits say {score}")
    return score
