"""The access cookie of one X display, without those of others that lie in the same file.

The format is Xlib's (Xauth.h): for each entry a family, then address, display number, name and
data, each after its length; numbers are big-endian, of 16 bits.
"""

import re
import secrets
import socket
import struct
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path

from drivers.errors import NoDisplay

LOCAL = 256
"""The family of addresses that are names of machines (Xauth.h)."""

MAGIC_COOKIE = b"MIT-MAGIC-COOKIE-1"
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


def new_cookie() -> bytes:
    """An authority file with a new secret, good for this machine's displays of any number."""
    entry = _Entry(
        family=struct.pack(">H", LOCAL),
        address=socket.gethostname().encode(),
        number=b"",
        name=MAGIC_COOKIE,
        secret=secrets.token_bytes(16),
    )
    return entry.as_bytes()


def cookies_of(display: str, authority: Path) -> bytes:
    """The entries of an authority file that are good for `display`, as such a file of their own.

    Args:
        display: Its name.
        authority: The file; a missing one has no entries.
    """
    return b"".join(entry.as_bytes() for entry in _entries_of(display, authority))


def worthless_cookies_of(display: str, authority: Path, *, seen_as: str) -> bytes:
    """The same entries, for a display of another name, with secrets that no server takes.

    Args:
        display: The display's name.
        authority: The file.
        seen_as: Its name for whoever gets them.
    """
    number = str(display_number(seen_as)).encode()
    return b"".join(
        replace(entry, number=number, secret=secrets.token_bytes(len(entry.secret))).as_bytes()
        for entry in _entries_of(display, authority)
    )


def proof_for(display: str, authority: Path) -> tuple[bytes, bytes]:
    """The name and the secret that open `display`; both are empty where none is needed."""
    found = (entry for entry in _entries_of(display, authority) if entry.name == MAGIC_COOKIE)
    return next(((entry.name, entry.secret) for entry in found), (b"", b""))


@dataclass(frozen=True, slots=True)
class _Entry:
    """One entry of an authority file."""

    family: bytes
    address: bytes
    number: bytes
    name: bytes
    secret: bytes

    def as_bytes(self) -> bytes:
        fields = (self.address, self.number, self.name, self.secret)
        return self.family + b"".join(struct.pack(">H", len(field)) + field for field in fields)


def _entries_of(display: str, authority: Path) -> list[_Entry]:
    try:
        data = authority.read_bytes()
    except FileNotFoundError:
        return []
    number = str(display_number(display)).encode()
    return [entry for entry in _entries(data) if entry.number in (b"", number)]


def _entries(data: bytes) -> Iterator[_Entry]:
    """Each entry; what is cut short is left out."""
    while data:
        fields, at = [data[:2]], 2
        for _ in range(4):
            if at + 2 > len(data):
                return
            (length,) = struct.unpack_from(">H", data, at)
            fields.append(data[at + 2 : at + 2 + length])
            at += 2 + length
        if at > len(data):
            return
        yield _Entry(*fields)
        data = data[at:]
