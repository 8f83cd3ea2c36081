"""Text on a picture, read by Tesseract as anybody would who has nothing but the picture."""

import os
import subprocess

from drivers.errors import UnknownLook
from drivers.png import encode
from drivers.screen import Frame

PATIENCE_S = 60.0


def read_text(frame: Frame) -> str:
    """All text on a picture, at its own size and without preparation.

    Raises:
        UnknownLook: Tesseract is not installed, or fails.
    """
    try:
        run = subprocess.run(
            ["tesseract", "stdin", "stdout"],
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
