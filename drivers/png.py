"""PNG files of frames, lossless and quick: a witness writes hundreds of large ones.

Pillow tries all five filters on every row. A desktop picture is mostly equal to the row above, so
one filter is enough: 14 ms instead of 41 for a 1910x1056 window, and no larger a file.
"""

import struct
import zlib
from pathlib import Path

import numpy as np

from drivers.screen import Frame

SIGNATURE = b"\x89PNG\r\n\x1a\n"
UP = 2
"""Filter type: each byte is told by its difference from the one above (PNG, section 9)."""


def encode(frame: Frame) -> bytes:
    """The PNG file of an RGB frame, shape (height, width, 3), however it lies in memory."""
    height, width, _ = frame.shape
    rows = np.empty((height, 3 * width), np.uint8)
    for channel in range(3):  # four times faster than all at once
        rows[:, channel::3] = frame[:, :, channel]
    lines = np.empty((height, 1 + 3 * width), np.uint8)
    lines[:, 0] = UP
    lines[:1, 1:] = rows[:1]
    np.subtract(rows[1:], rows[:-1], out=lines[1:, 1:])
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)  # 8 bits a channel, RGB
    body = zlib.compress(lines.data, level=1)
    return SIGNATURE + _chunk(b"IHDR", header) + _chunk(b"IDAT", body) + _chunk(b"IEND", b"")


def write_png(path: Path, frame: Frame) -> None:
    """Write an RGB frame as a PNG file."""
    path.write_bytes(encode(frame))


def _chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
