"""A picture that stands still is finished, and whoever else looks has seen it too."""

import time
from collections.abc import Callable
from typing import Final

import numpy as np

from drivers.screen import Changes, Pixels

STILL_S: Final = 0.1
"""A picture that is to serve as evidence stands so long: the harness's record has it then."""

Part = tuple[slice, slice]
"""Rows and columns of a picture."""

WHOLE: Final[Part] = (slice(None), slice(None))


def look_until_still(
    look: Callable[[], Pixels],
    changes: Changes,
    *,
    still_s: float,
    within_s: float,
    part: Part = WHOLE,
    ready: Callable[[Pixels, bool], bool] = lambda _pixels, _drawn: True,
) -> tuple[Pixels, bool]:
    """A picture, and whether it stood unchanged for `still_s` seconds.

    Args:
        look: takes a picture.
        changes: tells when to take another.
        still_s: how long it has to stand.
        within_s: how long to look; then the last picture is given as it is.
        part: what of the picture has to stand; the rest may move.
        ready: whether a picture will do, given whether anything was drawn until then.
    """
    begun = time.monotonic()
    drawn = changes.wait(0.0)
    pixels = look()
    since = looked = time.monotonic()
    while True:
        still, will_do = looked - since >= still_s, ready(pixels, drawn)
        now = time.monotonic()
        left = begun + within_s - now
        if (still and will_do) or left <= 0:
            return pixels, still
        drawn |= changes.wait(left if still else max(0.0, min(since + still_s - now, left)))
        looked = time.monotonic()  # before the look: that itself takes a while
        latest = look()
        if not np.array_equal(latest[part], pixels[part]):
            since = looked = time.monotonic()
        pixels = latest
