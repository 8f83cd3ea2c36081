"""Text on a picture, read by Tesseract as anybody would who has nothing but the picture."""

import os
import subprocess

import numpy as np
from numpy.typing import NDArray

from drivers.errors import UnknownLook
from drivers.png import encode
from drivers.screen import Frame

PATIENCE_S = 60.0
MARGIN = 20
"""White pixels round a line: without them letters at its edge are missed."""


def read_text(frame: Frame) -> str:
    """All text on a picture, at its own size and without preparation.

    Raises:
        UnknownLook: Tesseract is not installed, or fails.
    """
    return _tesseract(frame, [])


def read_line(dark: NDArray[np.bool_], *, letters: str) -> str:
    """One line of text, without blanks.

    Args:
        dark: Which pixels belong to the text, shape (height, width).
        letters: What can stand there.

    Raises:
        UnknownLook: Tesseract is not installed, or fails.
    """
    sheet = np.where(np.pad(dark, MARGIN), 0, 255).astype(np.uint8)
    options = ["--psm", "7", "-c", f"tessedit_char_whitelist={letters}"]
    return "".join(_tesseract(np.repeat(sheet[:, :, None], 3, axis=2), options).split())


def _tesseract(frame: Frame, options: list[str]) -> str:
    try:
        run = subprocess.run(
            ["tesseract", "stdin", "stdout", *options],
            input=encode(frame),
            capture_output=True,
            timeout=PATIENCE_S,
            check=True,
            env=os.environ | {"OMP_THREAD_LIMIT": "1"},  # more of them wait for each other
        )
    except (OSError, subprocess.SubprocessError) as exc:
        raise UnknownLook(
            f"no text can be read: {exc}; install tesseract-ocr (python3 bootstrap.py)"
        ) from exc
    return run.stdout.decode("utf-8", "replace")
