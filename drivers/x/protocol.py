"""The X11 protocol as far as a filter needs it: where each message begins, and what it is.

Pure: bytes in, values out. Source: X Window System Protocol, X.Org (appendix B, encoding). Lengths
are in bytes here, in units of four on the wire.
"""

import struct
from collections.abc import Container
from dataclasses import dataclass
from typing import Final

HELLO: Final = 12
"""Bytes of a connection's set-up before its authorization."""

LONGEST_AUTHORIZATION: Final = 1024
LOOKED_AT: Final = 64
"""Bytes at a request's beginning that say all that is asked about it."""

MESSAGE: Final = 32
"""Bytes of an event, an error, and the beginning of a reply."""

ERROR, REPLY, GENERIC_EVENT = 0, 1, 35
BAD_ACCESS: Final = 10
STRUCK: Final = b"-"
ORDERS: Final = {ord("l"): "<", ord("B"): ">"}
"""How `struct` reads the numbers of a client, by the first byte that it sends."""

ACCEPTED: Final = 1


class NotX(ValueError):
    """These bytes are not the X protocol, or beyond what a filter lets pass."""


@dataclass(frozen=True, slots=True)
class Hello:
    """The set-up with which a client begins: its byte order, and how many bytes it takes."""

    order: str
    size: int


def hello(data: bytes | bytearray) -> Hello | None:
    """Read a client's set-up; None if more of it has to come.

    Raises:
        NotX: it is none.
    """
    if not data:
        return None
    order = ORDERS.get(data[0])
    if order is None:
        raise NotX("a connection begins with 'l' or 'B'")
    if len(data) < HELLO:
        return None
    name, secret = struct.unpack_from(f"{order}HH", data, 6)
    size = HELLO + padded(name) + padded(secret)
    if size > LONGEST_AUTHORIZATION:
        raise NotX(f"a set-up of {size} bytes")
    return Hello(order, size) if len(data) >= size else None


def hello_with(order: str, name: bytes, secret: bytes) -> bytes:
    """A client's set-up for X11, with the authorization of that name."""
    first = next(byte for byte, known in ORDERS.items() if known == order)
    head = struct.pack(f"{order}BxHHHHxx", first, 11, 0, len(name), len(secret))
    return head + name.ljust(padded(len(name)), b"\0") + secret.ljust(padded(len(secret)), b"\0")


@dataclass(frozen=True, slots=True)
class Welcome:
    """A server's answer to a set-up.

    Attributes:
        size: Bytes it takes.
        accepted: Whether there is a connection now.
        base: What the ids begin with that the client gives to its own things.
        mask: The bits of an id that the client chooses.
    """

    size: int
    accepted: bool
    base: int
    mask: int

    def owns(self, resource: int) -> bool:
        """Whether an id is one of the client's own."""
        return resource & ~self.mask == self.base


def welcome(data: bytes | bytearray, order: str) -> Welcome | None:
    """Read a server's answer to a set-up; None if more of it has to come."""
    if len(data) < 8:
        return None
    size = 8 + 4 * int(struct.unpack_from(f"{order}H", data, 6)[0])
    if len(data) < size:
        return None
    if data[0] != ACCEPTED or size < 20:
        return Welcome(size, accepted=False, base=0, mask=0)
    base, mask = struct.unpack_from(f"{order}II", data, 12)
    return Welcome(size, accepted=True, base=base, mask=mask)


@dataclass(frozen=True, slots=True)
class Request:
    """One request of a client.

    Attributes:
        size: Bytes it takes.
        major: Its number; from 128 on an extension's.
        minor: Its second byte, which is an extension's request.
        order: How its numbers are read.
        seen: Its beginning, up to `LOOKED_AT` bytes.
        fields: The same, filled up with 0.
    """

    size: int
    major: int
    minor: int
    order: str
    seen: bytes
    fields: bytes

    def card8(self, at: int) -> int:
        """One byte."""
        return self.fields[at]

    def card16(self, at: int) -> int:
        """A number of two bytes."""
        return int(struct.unpack_from(f"{self.order}H", self.fields, at)[0])

    def card32(self, at: int) -> int:
        """A number of four bytes."""
        return int(struct.unpack_from(f"{self.order}I", self.fields, at)[0])


def request(data: bytes | bytearray, at: int, order: str) -> Request | None:
    """Read the request that begins in `data` at `at`; None if more of it has to come.

    Raises:
        NotX: it has no length. Of BIG-REQUESTS, where that has a meaning, no client is told.
    """
    if len(data) - at < 4:
        return None
    size = 4 * int(struct.unpack_from(f"{order}H", data, at + 2)[0])
    if size == 0:
        raise NotX("a request without a length")
    needed = min(size, LOOKED_AT)
    if len(data) - at < needed:
        return None
    seen = bytes(data[at : at + needed])
    return Request(size, seen[0], seen[1], order, seen, seen.ljust(LOOKED_AT, b"\0"))


class Answers:
    """What a server sends after its welcome, in whatever pieces it comes.

    Attributes:
        numbers: The low 16 bits of the numbers of the requests that were answered, by reply or
            error, since somebody emptied the list.
    """

    def __init__(self, order: str, shown: Container[bytes]) -> None:
        """Read numbers in that order; of a list of extensions leave only those that are `shown`."""
        self._order = order
        self._shown = shown
        self._skip = 0
        self._head = b""
        self._lists: set[int] = set()
        self._refused: dict[int, Request] = {}
        self.numbers: list[int] = []

    def expect_extensions(self, number: int) -> None:
        """The request of that number is a ListExtensions."""
        self._lists.add(number & 0xFFFF)

    def expect_error(self, number: int, asked: Request) -> None:
        """The request of that number stands for one that was refused, and brings an error."""
        self._refused[number & 0xFFFF] = asked

    def passes(self, size: int) -> bool:
        """Whether the next `size` bytes are part of a message that passes as it is."""
        if self._skip < size:
            return False
        self._skip -= size
        return True

    def take(self, data: bytes) -> bytes:
        """What the client is to get of it; what has to be read whole is kept until it is there."""
        data, out, at = self._head + data, list[bytes](), 0
        self._head = b""
        while at < len(data):
            step = min(self._skip, len(data) - at)
            if step:
                self._skip -= step
            else:
                message = data[at : at + MESSAGE]
                whole = self._size(message)
                if len(data) - at < whole:
                    self._head = data[at:]
                    break
                step, message = whole, self._read(data[at : at + whole])
                out.append(message)
                at += step
                continue
            out.append(data[at : at + step])
            at += step
        return b"".join(out)

    def _size(self, message: bytes) -> int:
        """Bytes from a message's beginning that are to be read at once."""
        if len(message) == MESSAGE and message[0] == REPLY:
            number, units = struct.unpack_from(f"{self._order}HI", message, 2)
            if number in self._lists:
                return MESSAGE + 4 * int(units)
        return MESSAGE

    def _read(self, message: bytes) -> bytes:
        number, units = struct.unpack_from(f"{self._order}HI", message, 2)
        kind = message[0]
        if kind in (ERROR, REPLY):
            self.numbers.append(number)
        if kind == ERROR and (asked := self._refused.pop(number, None)) is not None:
            message = self._access_denied(message, asked)
        elif kind == REPLY and number in self._lists:
            message = self._without_hidden(message)
        elif kind == REPLY or kind & 0x7F == GENERIC_EVENT:
            self._skip = 4 * units
        if kind in (ERROR, REPLY):
            self._lists.discard(number)
        return message

    def _access_denied(self, message: bytes, asked: Request) -> bytes:
        """The error that the refused request might have brought itself."""
        of = struct.pack(f"{self._order}IHB", 0, asked.minor, asked.major)
        return message[:1] + bytes([BAD_ACCESS]) + message[2:4] + of + message[11:]

    def _without_hidden(self, message: bytes) -> bytes:
        """A list of extensions; names that are not to be shown are struck out."""
        edited, at = bytearray(message), MESSAGE
        for _ in range(message[1]):
            if at >= len(message):
                break
            end = at + 1 + message[at]
            if message[at + 1 : end] not in self._shown:
                edited[at + 1 : end] = STRUCK * (min(end, len(message)) - at - 1)
            at = end
        return bytes(edited)


def padded(size: int) -> int:
    """`size`, up to the next multiple of four."""
    return size + -size % 4
