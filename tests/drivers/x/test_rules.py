"""What is let pass to the X server, what becomes of the rest; pure, request by request."""

import random
import struct
from typing import Final

import pytest

from drivers.x.link import TURNS_A_SECOND, TURNS_AT_ONCE, Turns
from drivers.x.names import NUMBERS
from drivers.x.protocol import Request, Welcome, request
from drivers.x.rules import (
    MOST,
    MOST_ATOMS,
    MOST_FELT,
    MOST_MEMORY,
    PROPERTIES,
    Account,
    Rules,
    Ruling,
    Server,
)

MINE, OTHERS, ROOT = 0x400001, 0x600001, 0x50D
NO_OPERATION: Final = 127
MAJORS: Final = {
    "Generic Event Extension": 128,
    "MIT-SHM": 130,
    "XInputExtension": 131,
    "XTEST": 132,
    "BIG-REQUESTS": 133,
    "XKEYBOARD": 135,
    "XFIXES": 138,
    "RANDR": 140,
    "DAMAGE": 143,
    "RECORD": 146,
    "XC-MISC": 147,
    "X-Resource": 148,
}


def rules(account: Account | None = None) -> Rules:
    """Those for a client with ids from 0x400000 on."""
    welcome = Welcome(24, accepted=True, base=0x400000, mask=0x1FFFFF)
    return Rules(Server(MAJORS, frozenset({ROOT})), welcome, account or Account())


def ask(name: str, *values: int, minor: int = 0, size: int = 0, order: str = "<") -> Request:
    """A request; `values` are numbers of 32 bits from its fifth byte on."""
    extension, _, number = name.rpartition(" ")
    major = MAJORS[extension] if extension else NUMBERS[name]
    minor = int(number) if extension else minor
    body = struct.pack(f"{order}{len(values)}I", *values).ljust(max(0, size - 4), b"\0")
    data = struct.pack(f"{order}BBH", major, minor, 1 + len(body) // 4) + body
    found = request(data, 0, order)
    assert found is not None
    return found


def named(major: int, name: bytes, *, minor: int = 0) -> Request:
    """An InternAtom or a QueryExtension."""
    body = struct.pack("<HH", len(name), 0) + name + bytes(-len(name) % 4)
    found = request(struct.pack("<BBH", major, minor, 1 + len(body) // 4) + body, 0, "<")
    assert found is not None
    return found


def passes(ruling: Ruling, asked: Request) -> bool:
    """Whether it goes to the server as it is."""
    assert len(ruling.head) == len(asked.seen)
    return ruling.head == asked.seen and not ruling.refused


LOOKING: Final = [
    ask("GetWindowAttributes", OTHERS),
    ask("GetGeometry", OTHERS),
    ask("QueryTree", ROOT),
    ask("QueryPointer", ROOT),
    ask("TranslateCoords", OTHERS, ROOT, 0),
    ask("GetImage", ROOT, 0, 1080 << 16 | 1920, 0xFFFFFF, minor=2),
    ask("GetInputFocus"),
    ask("GetKeyboardMapping", 8),
    ask("GetProperty", OTHERS, 1, 2, 0, 100),
    ask("ListExtensions"),
    ask("XTEST 0", 2),
    ask("XKEYBOARD 8", 0, 0, 0, 0, 0, 0),
    ask("XFIXES 4"),
    ask("RANDR 25", ROOT),
    ask("DAMAGE 1", MINE, OTHERS, 3),
    ask("DAMAGE 3", MINE, 0, 0),
    ask("X-Resource 4", 1, 0, 2),
    ask("XInputExtension 48", 0),
]
PLAYING: Final = [
    ask("XTEST 2", 2 | 38 << 8, 0, 0, 0, 0, 0, 0, 0),
    ask("XTEST 2", 6, 0, ROOT, 0, 0, 100 << 16 | 100, 0, 0),
    ask("WarpPointer", 0, ROOT, 0, 0, 0),
    ask("SetInputFocus", OTHERS, 0, minor=1),
]
OWN: Final = [
    ask("CreateWindow", MINE, ROOT, 0, 0, 0, 0, 0),
    ask("CreatePixmap", MINE, ROOT, 100 << 16 | 100, minor=24),
    ask("CreateGC", MINE, OTHERS, 0),
    ask("ChangeWindowAttributes", MINE, 1 << 11, 0xFFFFFF),
    ask("ConfigureWindow", MINE, 1, 5),
    ask("ChangeProperty", MINE, 39, 31, 8, 4, 0),
    ask("PutImage", MINE, MINE + 1, 1 << 16 | 1, 0, 24, 0),
    ask("CopyArea", OTHERS, MINE, MINE, 0, 0, 0),
    ask("CreateWindow", MINE, ROOT, 0, 0, 0, 0, 1 | 1 << 2, 1, 0),  # ParentRelative, CopyFromParent
    ask("ChangeWindowAttributes", MINE, 1, 0),  # no background
    ask("CreateGC", MINE, ROOT, 1 << 2 | 1 << 19, 0xFFFFFF, 0),  # no clip mask
    ask("ChangeGC", MINE, 1 << 19, 0),
    ask("AllocColor", 0x20, 0, 0),
    ask("XC-MISC 2", 1000),
    ask("ChangeWindowAttributes", ROOT, 1 << 11, 1 << 19),  # told when windows come and go
]


@pytest.mark.parametrize("asked", LOOKING + PLAYING + OWN)
def test_what_playing_needs_is_let_pass(asked: Request) -> None:
    """Byte by byte; and only what others are told of takes turns."""
    ruling = rules().on(asked)
    assert passes(ruling, asked)
    assert ruling.felt == (asked in PLAYING or asked.major in (1, 12))


REFUSED: Final = [
    ("KillClient", (OTHERS,)),
    ("KillClient", (MINE,)),
    ("KillClient", (0,)),
    ("GrabServer", ()),
    ("UngrabServer", ()),
    ("SetCloseDownMode", ()),
    ("DestroyWindow", (OTHERS,)),
    ("DestroySubwindows", (ROOT,)),
    ("UnmapWindow", (OTHERS,)),
    ("UnmapSubwindows", (ROOT,)),
    ("MapWindow", (MINE,)),
    ("MapWindow", (OTHERS,)),
    ("MapSubwindows", (MINE,)),
    ("ReparentWindow", (OTHERS, MINE, 0)),
    ("ReparentWindow", (MINE, OTHERS, 0)),
    ("ConfigureWindow", (OTHERS, 1, 5)),
    ("CirculateWindow", (ROOT,)),
    ("CreateWindow", (MINE, OTHERS, 0, 0, 0, 0, 0)),
    ("CreateWindow", (OTHERS, ROOT, 0, 0, 0, 0, 0)),
    ("ChangeWindowAttributes", (OTHERS, 1 << 11, 1)),  # keys
    ("ChangeWindowAttributes", (OTHERS, 1 << 11, 1 << 2)),  # buttons
    ("ChangeWindowAttributes", (ROOT, 1 << 11, 1 << 20)),  # others' windows are redirected to it
    ("ChangeWindowAttributes", (OTHERS, 1 << 1, 0xFF)),
    ("ChangeWindowAttributes", (OTHERS, 1 << 11 | 1 << 9, 1, 1 << 19)),
    ("ChangeProperty", (OTHERS, 39, 31, 8, 4, 0)),
    ("DeleteProperty", (OTHERS, 39)),
    ("RotateProperties", (OTHERS, 1, 39)),
    ("ChangeSaveSet", (OTHERS,)),
    ("SetSelectionOwner", (MINE, 1, 0)),
    ("ConvertSelection", (OTHERS, 1, 31, 1, 0)),
    ("SendEvent", (OTHERS, 1, 2)),
    ("GrabButton", (ROOT, 0, 0, 0, 0)),
    ("GrabKey", (ROOT, 0, 0)),
    ("UngrabPointer", (0,)),
    ("AllowEvents", (0,)),
    ("PutImage", (OTHERS, MINE, 1 << 16 | 1, 0, 24, 0)),
    ("CopyArea", (MINE, OTHERS, MINE, 0, 0, 0)),
    ("CreateWindow", (MINE, ROOT, 0, 0, 0, 0, 1, MINE)),  # its background, a pixmap
    ("CreateWindow", (MINE, ROOT, 0, 0, 0, 0, 1 << 1 | 1 << 2, 0xFF, MINE)),  # its border
    ("ChangeWindowAttributes", (MINE, 1 << 0, MINE)),
    ("ChangeWindowAttributes", (MINE, 1 | 1 << 2, 0, MINE)),
    ("CreateGC", (MINE, ROOT, 1 << 10, MINE)),  # a tile
    ("CreateGC", (MINE, ROOT, 1 << 2 | 1 << 11, 0xFF, MINE)),  # a stipple
    ("CreateGC", (MINE, ROOT, 1 << 19, MINE)),  # a clip mask
    ("CreateGC", (MINE, ROOT, (1 << 20) - 1, *(0,) * 19, MINE)),  # the same, beyond what is seen
    ("CreateGC", (MINE, ROOT, (1 << 12) - 1, *(0,) * 11, MINE)),  # a stipple, just seen
    ("ChangeGC", (MINE, 1 << 10, MINE)),
    ("ChangeGC", (MINE, 1 << 0 | 1 << 19, 3, OTHERS)),
    ("CopyGC", (MINE, MINE, 1 << 10)),
    ("SetClipRectangles", (MINE, 0)),
    ("SetDashes", (MINE, 0)),
    ("CreateCursor", (MINE, MINE, 0)),
    ("CopyPlane", (MINE, OTHERS, MINE, 0, 0, 0, 1)),
    ("ClearArea", (OTHERS, 0, 0)),
    ("PolyFillRectangle", (OTHERS, MINE, 0, 0)),
    ("PolyFillRectangle", (MINE, MINE, 0, 0)),
    ("PolyText8", (OTHERS, MINE, 0)),
    ("PolyFillArc", (MINE, MINE, 0, 0)),
    ("OpenFont", (MINE, 5)),
    ("SetFontPath", (0,)),
    ("ChangeKeyboardMapping", (8, 0)),
    ("ChangeKeyboardControl", (0,)),
    ("ChangePointerControl", (0, 0)),
    ("SetScreenSaver", (0, 0)),
    ("ForceScreenSaver", ()),
    ("ChangeHosts", (0,)),
    ("SetAccessControl", ()),
    ("InstallColormap", (MINE,)),
    ("StoreColors", (MINE,)),
    ("XTEST 3", (1,)),
    ("XTEST 2", (2 | 38 << 8,)),  # too short
    ("XTEST 2", (70, 0, 0, 0, 0, 0, 0, 0)),  # an extension's device
    ("XKEYBOARD 9", (0, 0, 0)),
    ("XFIXES 29", (ROOT,)),
    ("XFIXES 31", (MINE, ROOT)),
    ("RANDR 7", (ROOT, 0, 0, 0)),
    ("DAMAGE 3", (OTHERS, 0, 0)),  # which somebody else waits for
    ("DAMAGE 3", (MINE, 0, OTHERS)),
    ("DAMAGE 4", (OTHERS, 0)),
    ("XInputExtension 46", (OTHERS, 1)),
]
WAITED_FOR: Final = [
    ("GrabPointer", (ROOT, 0, 0, 0, 0)),
    ("GrabKeyboard", (ROOT, 0, 0)),
    ("SetModifierMapping", (0,)),
    ("SetPointerMapping", (0,)),
    ("ListFonts", (0,)),
    ("ListFontsWithInfo", (0,)),
    ("AllocColorCells", (MINE, 1)),
    ("AllocColor", (MINE, 0, 0)),  # of an own colormap, which keeps a list of who has what
    ("XC-MISC 2", (1 << 20,)),
    ("XKEYBOARD 23", (0,)),
    ("XKEYBOARD 21", (0, 4, 4)),
    ("XInputExtension 51", (0,)),
    ("MIT-SHM 4", (0,)),
    ("BIG-REQUESTS 0", ()),
    ("RECORD 5", (MINE,)),
    ("RANDR 21", (0,)),
]


@pytest.mark.parametrize(("name", "values"), REFUSED)
@pytest.mark.parametrize("order", ["<", ">"])
def test_what_could_hurt_does_nothing(name: str, values: tuple[int, ...], order: str) -> None:
    """It becomes a NoOperation of the same length, in either byte order, and is told by name."""
    asked = ask(name, *values, order=order)
    ruling = rules().on(asked)
    assert ruling.refused == name
    assert ruling.head == bytes([NO_OPERATION]) + asked.seen[1:]
    assert (ruling.felt, ruling.answer, ruling.denied) == (False, 0, False)


@pytest.mark.parametrize(("name", "values"), WAITED_FOR)
def test_who_waits_for_an_answer_gets_an_error(name: str, values: tuple[int, ...]) -> None:
    """It becomes a request that never has this length, and the answer is an error."""
    asked = ask(name, *values)
    ruling = rules().on(asked)
    assert ruling.refused == name
    assert ruling.head == bytes([17 if asked.size == 4 else 43]) + asked.seen[1:]
    assert ruling.denied
    assert ruling.answer > 0


def test_every_number_there_is_is_ruled_on() -> None:
    """Random requests of every major and minor number: the length always stays."""
    chance, client = random.Random(6), rules()
    for major in range(256):
        for minor in range(0, 256, 3):
            units = chance.choice([1, 1, 2, 3, 9, 20, 0xFFFF])
            data = struct.pack("<BBH", major, minor, units) + chance.randbytes(60)
            asked = request(data, 0, "<")
            assert asked is not None
            assert len(client.on(asked).head) == len(asked.seen)


def test_hidden_extensions_are_not_there() -> None:
    """The server is asked for a name that it does not have; nothing is told of it."""
    for name in (b"MIT-SHM", b"RECORD", b"SHAPE", b"RENDER", b"BIG-REQUESTS", b"SECURITY", b"x"):
        ruling = rules().on(named(98, name))
        assert ruling.head[8:] == (b"\xff" + name[1:]).ljust(-len(name) % 4 + len(name), b"\0")
        assert (ruling.refused, ruling.answer > 0) == ("", True)
    for name in (b"XTEST", b"XKEYBOARD", b"XFIXES", b"DAMAGE"):
        asked = named(98, name)
        assert passes(rules().on(asked), asked)
    empty = named(98, b"")
    assert len(rules().on(empty).head) == len(empty.seen)


def test_a_property_is_read_and_left_there() -> None:
    """GetProperty may delete what it read, but not what is others'."""
    others = ask("GetProperty", OTHERS, 1, 2, 0, 100, minor=1)
    assert rules().on(others).head == others.seen[:1] + b"\0" + others.seen[2:]
    own = ask("GetProperty", MINE, 1, 2, 0, 100, minor=1)
    assert passes(rules().on(own), own)


def test_pictures_are_asked_for_plain_and_counted() -> None:
    """By planes they take a server long; their bytes are what may be under way."""
    planes = ask("GetImage", ROOT, 0, 1080 << 16 | 1920, 0xFFFFFF, minor=1)
    assert rules().on(planes).refused == "GetImage"
    plain = ask("GetImage", ROOT, 0, 1080 << 16 | 1920, 0xFFFFFF, minor=2)
    assert 4 * 1920 * 1080 <= rules().on(plain).answer < 4.1 * 1920 * 1080


def test_long_lists_of_questions_are_not_asked() -> None:
    """A server answers them in one go, and nobody else meanwhile."""
    assert rules().on(ask("QueryColors", OTHERS, size=16 << 10)).refused == ""
    assert rules().on(ask("QueryColors", OTHERS, size=(16 << 10) + 4)).refused == "QueryColors"
    assert rules().on(ask("X-Resource 4", 9999, size=200_000)).refused == "X-Resource 4"


def test_the_server_keeps_only_so_many_names() -> None:
    """It forgets none: beyond, and if they are long, only those that exist are told."""
    client = rules()
    for number in range(MOST_ATOMS):
        asked = named(16, b"name-%d" % number)
        assert passes(client.on(asked), asked)
    known, new = named(16, b"name-0"), named(16, b"another")
    assert passes(client.on(known), known)
    assert client.on(new).head[1] == 1
    exists = named(16, b"another", minor=1)
    assert passes(client.on(exists), exists)
    assert rules().on(named(16, b"n" * 57)).head[1] == 1


def test_what_a_player_has_at_once_is_bounded_over_all_its_clients() -> None:
    """Windows by number, pixmaps by memory; what is freed, or goes with its client, counts no more.

    A window is not freed by FreePixmap.
    """
    account = Account()
    one, two = rules(account), rules(account)
    for number in range(MOST["CreateWindow"]):
        assert not one.on(ask("CreateWindow", 0x400000 + number, ROOT, 0, 0, 0, 0, 0)).refused
    another = ask("CreateWindow", 0x410000, ROOT, 0, 0, 0, 0, 0)
    assert two.on(another).refused
    assert one.on(ask("FreePixmap", 0x400000)).refused == "FreePixmap"
    assert two.on(another).refused
    assert not one.on(ask("DestroyWindow", 0x400000)).refused
    assert not two.on(another).refused
    one.end()
    assert account.things["CreateWindow"] == 1
    side = int((MOST_MEMORY / 4) ** 0.5)
    assert not one.on(ask("CreatePixmap", MINE, ROOT, side << 16 | side)).refused
    assert two.on(ask("CreatePixmap", MINE, ROOT, 100 << 16 | side)).refused
    one.end()
    assert not two.on(ask("CreatePixmap", MINE, ROOT, 100 << 16 | side)).refused
    two.end()
    assert (account.memory, account.things.total()) == (0, 0)


def test_properties_and_acts_are_bounded() -> None:
    """A client's properties by bytes, a play's acts by number."""
    account = Account()
    client = rules(account)
    size = 200_000
    written = [client.on(ask("ChangeProperty", MINE, size=size)).refused for _ in range(6)]
    assert written == [""] * (PROPERTIES // size) + ["ChangeProperty"]
    account.felt = MOST_FELT - 1
    last = [client.on(PLAYING[0]) for _ in range(2)]
    assert [(ruling.refused, ruling.felt) for ruling in last] == [("", True), ("XTEST 2", False)]


def test_acts_come_no_faster_than_they_can_be_written_down() -> None:
    """Some at once, then so many a second; a pause fills up what may come at once, and no more."""
    now = [0.0]
    turns = Turns(now=lambda: now[0])
    assert sum(turns.take() for _ in range(10_000)) == TURNS_AT_ONCE
    assert 0 < turns.wait_s() <= 1 / TURNS_A_SECOND
    now[0] = 1.0
    assert sum(turns.take() for _ in range(10_000)) == min(TURNS_AT_ONCE, TURNS_A_SECOND)
    taken = 0
    for _ in range(1000):
        now[0] += 0.01
        taken += sum(turns.take() for _ in range(100))
    assert abs(taken - 10 * TURNS_A_SECOND) <= 1
    now[0] += 1000
    assert sum(turns.take() for _ in range(10_000)) == TURNS_AT_ONCE


def test_what_xdotool_asks_at_every_key_is_refused_without_a_word() -> None:
    """It switches to the layout that is on already (XkbLatchLockState)."""
    asked = ask("XKEYBOARD 5", 0, 0, 0)
    ruling = rules().on(asked)
    assert (ruling.head[0], ruling.refused) == (NO_OPERATION, "")
