"""A picture of quadrapassel's field that may be shown to others, as they have seen it too."""

import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

import numpy as np
from PIL import Image

from drivers.errors import WaitTimedOut
from drivers.quadrapassel.eyes import Eyes
from drivers.quadrapassel.look import Button
from drivers.quadrapassel.model import Board
from drivers.screen import Frame

STANDS_WITHIN_S = 1.5
"""Blocks bounce for 0.6 s after four rows were cleared, and what was cleared fades for 0.7 s."""


def stood(eyes: Eyes, board: Board, *, wanted: Callable[[Frame], bool], within_s: float) -> Frame:
    """A picture of the field that stood still, without anything that fades or bounces.

    Args:
        eyes: Looks at the game.
        board: What lies.
        wanted: What else the picture has to be.
        within_s: How long to wait for such a picture; then the last one is given.
    """
    deadline = time.monotonic() + within_s
    with suppress(WaitTimedOut):
        while (left := deadline - time.monotonic()) > 0:
            look = eyes.still(timeout_s=left)
            if look.button is Button.AGAIN or (look.falling(board) and wanted(_field(eyes))):
                break
    return _field(eyes)


def save(path: Path, picture: Frame) -> Frame:
    """Save it as PNG and return it; larger than need be, as flat blocks packed well take 2 KB."""
    Image.fromarray(picture).save(path, format="PNG", compress_level=1)
    return picture


def _field(eyes: Eyes) -> Frame:
    """The field's part of the picture that was looked at last."""
    return np.ascontiguousarray(eyes.frame[eyes.layout.field])
