"""Text on a picture, read by Tesseract as anybody would who has nothing but the picture."""

import os
import subprocess

import numpy as np
from numpy.typing import NDArray

from drivers.errors import UnknownLook
from drivers.png import encode
from drivers.screen import Frame

TESSERACT_S = 60.0
"""Patience with Tesseract: a whole window takes it a second on an idle machine."""

MARGIN = 20
"""White pixels round a line: without them letters at its edge are missed."""


def read_text(frame: Frame) -> str:
    """All text on a picture, at its own size and without preparation.

    Raises:
        UnknownLook: Tesseract is not installed, or fails.
    """
    return _tesseract(frame, [])


def read_line(ink: NDArray[np.bool_ | np.float64], *, letters: str) -> str:
    """One line of text, without blanks.

    Args:
        ink: How far each pixel belongs to the text, 0 to 1, shape (height, width).
        letters: What can stand there.

    Raises:
        UnknownLook: Tesseract is not installed, or fails.
    """
    sheet = (255 * (1 - np.pad(ink.astype(np.float64), MARGIN))).astype(np.uint8)
    options = ["--psm", "7", "-c", f"tessedit_char_whitelist={letters}"]
    return "".join(_tesseract(np.repeat(sheet[:, :, None], 3, axis=2), options).split())


def _tesseract(frame: Frame, options: list[str]) -> str:
    try:
        run = subprocess.run(
            ["tesseract", "stdin", "stdout", *options],
            input=encode(frame),
            capture_output=True,
            timeout=TESSERACT_S,
            check=True,
            env=os.environ | {"OMP_THREAD_LIMIT": "1"},  # more of them wait for each other
        )
    except (OSError, subprocess.SubprocessError) as exc:
        raise UnknownLook(
            f"no text can be read: {exc}; install tesseract-ocr (python3 bootstrap.py)"
        ) from exc
    return run.stdout.decode("utf-8", "replace")
