"""The access cookie of one X display, without those of others that lie in the same file.

The format is Xlib's (Xauth.h): for each entry a family, then address, display number, name and
data, each after its length; numbers are big-endian, of 16 bits.
"""

import re
import struct
from collections.abc import Iterator
from pathlib import Path

from drivers.errors import NoDisplay

NAME = re.compile(r"(?:[^:]*):(\d+)(?:\.\d+)?")


def display_number(name: str) -> int:
    """The number in a display's name: 99 for ":99", "unix:99" and ":99.0".

    Raises:
        NoDisplay: it has none.
    """
    found = NAME.fullmatch(name)
    if found is None:
        raise NoDisplay(f"{name!r} is no name of an X display; expected one such as :99")
    return int(found[1])


def cookies_of(display: str, authority: Path) -> bytes:
    """The entries of an authority file that are good for `display`, as such a file of their own.

    Args:
        display: Its name.
        authority: The file; a missing one has no entries.
    """
    try:
        data = authority.read_bytes()
    except FileNotFoundError:
        return b""
    number = str(display_number(display)).encode()
    return b"".join(entry for of, entry in _entries(data) if of in (b"", number))


def _entries(data: bytes) -> Iterator[tuple[bytes, bytes]]:
    """Each entry's display number, and its bytes; what is cut short is left out."""
    while data:
        fields, at = list[bytes](), 2
        for _ in range(4):
            if at + 2 > len(data):
                return
            (length,) = struct.unpack_from(">H", data, at)
            fields.append(data[at + 2 : at + 2 + length])
            at += 2 + length
        if at > len(data):
            return
        yield fields[1], data[:at]
        data = data[at:]
