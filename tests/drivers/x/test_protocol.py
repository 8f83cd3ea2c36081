"""Messages of X are found where they begin, whatever pieces they come in."""

import struct
from typing import Final

import pytest

from drivers.x.protocol import Answers, NotX, hello, hello_with, request, welcome

ORDERS: Final = ("<", ">")
NAMED: Final = frozenset({b"XTEST", b"DAMAGE"})


@pytest.mark.parametrize("order", ORDERS)
def test_a_set_up_is_read_in_either_byte_order(order: str) -> None:
    """It is whole with its last byte, not before; what follows does not belong to it."""
    data = hello_with(order, b"MIT-MAGIC-COOKIE-1", b"s" * 16)
    assert data[0] == ord("l" if order == "<" else "B")
    assert len(data) == 12 + 20 + 16
    found = hello(data + b"more")
    assert found is not None
    assert (found.order, found.size) == (order, 48)
    assert [hello(data[:size]) for size in range(48)] == [None] * 48


@pytest.mark.parametrize("data", [b"G", b"GET / HTTP/1.1", b"\0" * 12, b"\xff"])
def test_other_protocols_are_no_x(data: bytes) -> None:
    """Said with the first byte."""
    with pytest.raises(NotX):
        hello(data)


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize(("name", "secret"), [(0xFFFF, 0), (0, 0xFFFF), (18, 1000)])
def test_a_long_authorization_is_not_waited_for(order: str, name: int, secret: int) -> None:
    """Its lengths are told first."""
    first = b"l" if order == "<" else b"B"
    with pytest.raises(NotX):
        hello(first + b"\0" + struct.pack(f"{order}HHHHH", 11, 0, name, secret, 0))


@pytest.mark.parametrize("order", ORDERS)
def test_a_welcome_tells_which_ids_are_the_clients(order: str) -> None:
    """Those with the base that was given; not the root's, not another client's."""
    body = struct.pack(f"{order}IIII", 12101007, 0x400000, 0x1FFFFF, 256)
    data = struct.pack(f"{order}BBHHH", 1, 0, 11, 0, len(body) // 4) + body
    found = welcome(data + b"\1", order)
    assert found is not None
    assert (found.size, found.accepted) == (24, True)
    owned = [found.owns(number) for number in (0x400000, 0x400001, 0x5FFFFF)]
    others = [found.owns(number) for number in (0, 0x50D, 0x3FFFFF, 0x600000, 0xFFC00001)]
    assert (owned, others) == ([True] * 3, [False] * 5)
    assert welcome(data[:-1], order) is None


def test_a_refusal_is_no_welcome() -> None:
    """The client owns nothing then."""
    found = welcome(b"\0\4" + struct.pack("<HHH", 11, 0, 1) + b"nope", "<")
    assert found is not None
    assert (found.size, found.accepted) == (12, False)


@pytest.mark.parametrize("order", ORDERS)
def test_requests_are_read_one_after_the_other(order: str) -> None:
    """Major and minor number, size, numbers in the client's order; what is missing reads as 0."""
    one = struct.pack(f"{order}BBHI", 113, 0, 2, 0x400001)
    two = struct.pack(f"{order}BBH", 36, 0, 1)
    found = request(one + two, 0, order)
    assert found is not None
    assert (found.major, found.size, found.card32(4), found.seen) == (113, 8, 0x400001, one)
    found = request(one + two, 8, order)
    assert found is not None
    assert (found.major, found.size, found.card32(4), found.seen) == (36, 4, 0, two)
    assert request(one + two, 12, order) is None


def test_of_a_long_request_the_beginning_is_enough() -> None:
    """262140 bytes is the longest there is; 64 of them are looked at."""
    data = struct.pack("<BBH", 72, 2, 0xFFFF)
    assert request(data + bytes(59), 0, "<") is None
    found = request(data + bytes(60), 0, "<")
    assert found is not None
    assert (found.size, len(found.seen)) == (262_140, 64)


def test_a_length_of_nothing_is_no_request() -> None:
    """Only BIG-REQUESTS gives it a meaning, which a server would have been told of."""
    with pytest.raises(NotX):
        request(struct.pack("<BBHI", 72, 2, 0, 70_000), 0, "<")


def reply(number: int, body: bytes, *, count: int = 0) -> bytes:
    """A reply to the request of that number."""
    return struct.pack("<BBHI24x", 1, count, number, len(body) // 4) + body


EVENT: Final = struct.pack("<BBHI24x", 12, 0, 5, 99)
ERROR: Final = struct.pack("<BBHI24x", 0, 1, 6, 99)
GENERIC: Final = struct.pack("<BBHI24x", 35, 131, 6, 2) + b"\1" * 8


@pytest.mark.parametrize("size", [1, 3, 31, 32, 33, 1000])
def test_answers_are_counted_in_whatever_pieces(size: int) -> None:
    """Replies and errors answer, events do not; every byte is passed on."""
    data = EVENT + reply(5, b"\1" * 400) + GENERIC + ERROR + EVENT + reply(7, b"")
    answers = Answers("<", NAMED)
    got = b"".join(answers.take(data[at : at + size]) for at in range(0, len(data), size))
    assert answers.numbers == [5, 6, 7]
    assert got == data


@pytest.mark.parametrize("size", [1, 5, 32, 40, 1000])
def test_hidden_extensions_are_struck_off_the_list(size: int) -> None:
    """Off the answer to that one request; its length stays, and nothing else is touched."""
    names = (b"MIT-SHM", b"XTEST", b"RECORD", b"DAMAGE")
    body = b"".join(bytes([len(name)]) + name for name in names)
    body += bytes(-len(body) % 4)
    data = reply(4, body, count=4) + reply(5, body, count=4) + EVENT
    answers = Answers("<", NAMED)
    answers.expect_extensions(0x10005)
    got = b"".join(answers.take(data[at : at + size]) for at in range(0, len(data), size))
    edited = body.replace(b"MIT-SHM", b"-" * 7).replace(b"RECORD", b"-" * 6)
    assert got == reply(4, body, count=4) + reply(5, edited, count=4) + EVENT


def test_a_list_that_lies_about_itself_is_survived() -> None:
    """A length beyond the message's end, a count beyond what is there."""
    data = reply(1, b"\xffabc", count=200)
    answers = Answers("<", NAMED)
    answers.expect_extensions(1)
    assert len(answers.take(data)) == len(data)


@pytest.mark.parametrize("order", ORDERS)
def test_what_was_denied_is_told_as_such(order: str) -> None:
    """BadAccess, of the request that was asked; other errors stay what they are."""
    wrong = struct.pack(f"{order}BBHIHB21x", 0, 16, 9, 77, 0, 43)
    other = struct.pack(f"{order}BBHIHB21x", 0, 3, 10, 77, 0, 12)
    asked = request(struct.pack(f"{order}BBHI", 140, 21, 2, 1), 0, order)
    assert asked is not None
    answers = Answers(order, NAMED)
    answers.expect_error(0x30009, asked)
    denied = struct.pack(f"{order}BBHIHB21x", 0, 10, 9, 0, 21, 140)
    assert answers.take(wrong + other + wrong) == denied + other + wrong
    assert answers.numbers == [9, 10, 9]


def test_the_middle_of_a_picture_passes_unread() -> None:
    """As far as the message goes, and not a byte further."""
    answers = Answers("<", NAMED)
    answers.take(reply(1, bytes(1000))[:100])
    assert not answers.passes(933)
    assert answers.passes(900)
    assert answers.passes(32)
    assert not answers.passes(1)
