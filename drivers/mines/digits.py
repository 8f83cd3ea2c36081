"""The shapes of Mines' digits on this machine, for where no colour tells the number.

In the theme `default` all digits have one colour on one background, and so has a digit under the
keyboard cursor in `bgcolors`. Their shapes come from whatever bold monospaced font is installed. So
they are drawn here from the theme's own files by the library that the game draws with, gdk-pixbuf
with librsvg's loader, on the same machine with the same fonts, in the size and at the place that
GTK gives them (3.24: 80 % of the content box's width, centred, to half a pixel). What the screen
shows agrees with that to a few levels, whichever the font is; what agrees less is no digit.

Without gdk-pixbuf or the theme's files nothing is recognised here, and the picture has to be called
unknown. A font that only the game or only the player has leads there as well.
"""

import ctypes
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from drivers.errors import UnknownLook

Coverage = NDArray[np.floating[Any]]
"""How far ink covers pixels, 0 to 1."""

POINTS = 10
"""A digit is looked at in 10 x 10 points."""

THEMES = Path("/usr/share/gnome-mines/themes")

FRAME = 6
"""Border and padding of a tile on each side, pixels: between them is its content box."""

CLOSE = 0.01
"""Mean difference in coverage between a digit and its picture: 0.002 at most in 15 window sizes.
The closest two digits are 0.045 apart, on tiles of 23 pixels in DejaVu Sans Mono."""


@lru_cache(maxsize=64)
def icon_span(length: int, size: int, count: int = POINTS) -> tuple[float, NDArray[np.intp]]:
    """Where an icon of `size` pixels is along a tile's side: its start, and its points' pixels."""
    start = FRAME + (length - 2 * FRAME - size) / 2
    return start, np.floor(start + (np.arange(count) + 0.5) * size / count).astype(np.intp)


def icon_size(width: int) -> int:
    """Side of the icon on a tile of that width, pixels; to GTK its height does not matter."""
    return 4 * (width - 2 * FRAME) // 5


def match(coverage: Coverage, *, width: int, height: int) -> NDArray[np.intp]:
    """Which digits these are.

    Args:
        coverage: shape (n, POINTS * POINTS), row by row: how far each point of n tiles is covered
            by ink, 0 to 1.
        width: of the tiles, pixels.
        height: of the tiles, pixels.

    Returns:
        1 to 8 for each tile, 0 for what is no digit; shape (n,).
    """
    drawn = _expected(width, height)
    if drawn is None:
        return np.zeros(len(coverage), dtype=np.intp)
    apart = np.abs(coverage[:, None, :] - drawn[None]).mean(axis=2)
    best = apart.argmin(axis=1)
    return np.where(apart[np.arange(len(apart)), best] <= CLOSE, best + 1, 0)


@lru_cache(maxsize=64)
def _expected(width: int, height: int) -> Coverage | None:
    """Coverage of the eight digits in the points of a tile of that size; None if unknown."""
    size = icon_size(width)
    (left, xs), (top, ys) = icon_span(width, size), icon_span(height, size)
    try:
        alphas = [drawn_icon(f"default/{n}mines", size)[..., 3] for n in range(1, 9)]
    except UnknownLook:
        return None
    drawn = [_shifted(alpha, left % 1, top % 1) for alpha in alphas]
    return np.array(
        [picture[np.ix_(ys - int(top), xs - int(left))].ravel() for picture in drawn],
        dtype=np.float32,
    )


def _shifted(alpha: Coverage, right: float, down: float) -> Coverage:
    """The picture moved by parts of a pixel, one larger each way, as cairo interpolates it."""
    wide = np.pad(alpha, 1)
    across = wide[:, 1:] * (1 - right) + wide[:, :-1] * right
    moved: Coverage = across[1:] * (1 - down) + across[:-1] * down
    return moved


def drawn_icon(name: str, size: int) -> Coverage:
    """An icon of a theme, as "classic/mine": red, green, blue and opacity, each 0 to 1.

    Returns:
        Shape (size, size, 4); the colours are not multiplied by the opacity.

    Raises:
        UnknownLook: the library, the loader or the file is missing.
    """
    path = THEMES / f"{name}.svg"
    try:
        library = _library()
    except OSError as exc:
        raise UnknownLook(f"{path} cannot be drawn without gdk-pixbuf: {exc}") from exc
    picture = library.gdk_pixbuf_new_from_file_at_size(bytes(path), size, size, None)
    if not picture:
        raise UnknownLook(f"{path} cannot be drawn; is librsvg2-common installed?")
    try:
        stride = library.gdk_pixbuf_get_rowstride(picture)
        length = stride * (size - 1) + 4 * size  # the last row is not padded
        raw = ctypes.string_at(library.gdk_pixbuf_get_pixels(picture), length)
    finally:
        library.g_object_unref(picture)
    whole = np.frombuffer(raw.ljust(stride * size, b"\0"), np.uint8).reshape(size, stride)
    return whole[:, : 4 * size].reshape(size, size, 4).astype(np.float32) / 255


@lru_cache(maxsize=1)
def _library() -> ctypes.CDLL:
    """gdk-pixbuf, which gnome-mines itself is linked to."""
    library = ctypes.CDLL("libgdk_pixbuf-2.0.so.0")
    new, pointer = library.gdk_pixbuf_new_from_file_at_size, ctypes.c_void_p
    new.restype, new.argtypes = pointer, [ctypes.c_char_p, ctypes.c_int, ctypes.c_int, pointer]
    library.gdk_pixbuf_get_rowstride.argtypes = [pointer]
    library.gdk_pixbuf_get_pixels.restype = pointer
    library.gdk_pixbuf_get_pixels.argtypes = [pointer]
    library.g_object_unref.argtypes = [pointer]
    return library
