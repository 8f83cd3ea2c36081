"""Pictures as arrays, and the three figures the contracts take from them."""

import hashlib
import io
import warnings
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from PIL import Image, UnidentifiedImageError

from graders.errors import Unreadable
from graders.faults import check_machine
from graders.files import quoted

Picture = NDArray[np.uint8]
"""RGB values, shape (height, width, 3); or grey values, shape (height, width), if it says so."""

PIXELS = 2 * 89_478_485  # where Pillow, and with it the contracts' graders, gives a picture up
# Formats that are decoded in process from bytes alone; Pillow would hand EPS to a program, and its
# reader of PPM takes time by the square of a comment's length.
_FORMATS = ("PNG", "JPEG", "BMP", "GIF", "WEBP", "TIFF")
_JPEG, _EXIF = b"\xff\xd8", b"\xff\xe1"
_EXIF_PARTS = 1000  # Pillow copies those before it for each; a camera writes one or a few
_FLOAT_PIXELS = 40_000_000  # beyond it numpy's float copy of a picture takes gigabytes
_STRIP = 1 << 20  # pixels handled at a time


def decode(data: bytes, *, limit: int = PIXELS, mode: Literal["RGB", "L"] = "RGB") -> Picture:
    """The RGB values of an encoded picture; the size is looked at before anything is unpacked.

    Args:
        data: The file's content.
        limit: How many pixels it may have.
        mode: "L" gives grey values instead, as Pillow makes them of whatever the file holds.

    Raises:
        Unreadable: It is no picture, or has more pixels than the limit.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # sizes and metadata: Pillow warns, we limit
            with opened(data) as image:
                pixels = image.width * image.height
                if pixels <= min(limit, PIXELS):
                    return np.array(image if image.mode == mode else image.convert(mode))
    except Exception as error:  # Pillow's decoders raise nearly any type on hostile bytes
        raise _no_picture(error) from error
    raise Unreadable(f"too many pixels ({pixels})")


def size_of(data: bytes) -> tuple[int, int]:
    """Width and height of an encoded picture by its header alone; nothing is unpacked.

    Raises:
        Unreadable: It is no picture, or has more pixels than Pillow opens.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            with opened(data) as image:
                return image.size
    except Exception as error:  # as for decode
        raise _no_picture(error) from error


def opened(data: bytes) -> Image.Image:
    """An encoded picture of which nothing but the header is read yet.

    Raises:
        Unreadable: Its header alone would take minutes to be read.
        Exception: Nearly any; Pillow's decoders raise what they like on hostile bytes.
    """
    if data[:2] == _JPEG and data.count(_EXIF) > _EXIF_PARTS:
        raise Unreadable(f"more than {_EXIF_PARTS} parts of Exif")
    return Image.open(io.BytesIO(data), formats=_FORMATS)


def resized(picture: Picture, *, like: Picture) -> Picture:
    """The picture in the size of another, by Pillow's default filter.

    Raises:
        Unreadable: One of them is so long and thin (some 67 million pixels) that Pillow cannot.
    """
    if picture.shape == like.shape:
        return picture
    try:
        return np.array(Image.fromarray(picture).resize((like.shape[1], like.shape[0])))
    except MemoryError as error:  # where the contracts' graders give the pair up, too
        check_machine(error)
        width, height = picture.shape[1], picture.shape[0]
        raise Unreadable(f"a picture of {width} x {height} pixels cannot be resized") from error


def spread(picture: Picture) -> float:
    """Standard deviation of all values, RGB or grey, 0 to 127.5."""
    if picture.size <= 3 * _FLOAT_PIXELS:
        return float(picture.std())
    values, counts = range(256), np.zeros(256, np.int64)
    for strip in _strips(picture):
        counts += np.bincount(strip, minlength=256)
    total = sum(v * int(n) for v, n in zip(values, counts, strict=True))
    squares = sum(v * v * int(n) for v, n in zip(values, counts, strict=True))
    return float(((picture.size * squares - total**2) / picture.size**2) ** 0.5)


def difference(one: Picture, other: Picture) -> float:
    """Mean absolute difference of the RGB values, in grey levels.

    Args:
        one: A picture.
        other: A picture of the same shape.
    """
    pairs = zip(_strips(one), _strips(other), strict=True)
    return sum(int(np.abs(a.astype(np.int16) - b).sum()) for a, b in pairs) / one.size


def fingerprint(picture: Picture) -> str:
    """SHA-256 of the RGB bytes, row by row: equal for equal pixels, whatever the file format."""
    return hashlib.sha256(np.ascontiguousarray(picture).data).hexdigest()


def _no_picture(error: Exception) -> Unreadable:
    """What to say of bytes that Pillow does not take for a picture.

    Raises:
        GradingFailed: The machine is to blame.
    """
    check_machine(error)
    if isinstance(error, UnidentifiedImageError):
        return Unreadable("no picture of a known kind")  # Pillow names an address in memory
    return Unreadable(f"no picture: {quoted(error, 80)}")


def _strips(picture: Picture) -> list[Picture]:
    flat = picture.reshape(-1)
    return [flat[i : i + 3 * _STRIP] for i in range(0, flat.size, 3 * _STRIP)]
