"""What a player may ask of the X server: look, play, and keep things of its own out of sight.

Pure: a request in, a ruling out. Whatever could hurt the game, the harness or the server itself is
replaced by a request of the same length that does nothing, so that all numbers stay as they are: by
NoOperation, or, where the client waits for an answer, by a request that never has this length, to
which the server answers with an error.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from drivers.x.kept import keeps_a_pixmap
from drivers.x.names import (
    ACTS,
    ANSWERED,
    CREATING,
    FELT,
    FREEING,
    NAMES,
    NO_OPERATION,
    NUMBERS,
    ON_ITS_OWN,
    READ_ONLY,
    SHOWN,
    SHOWN_NAMES,
    UNANSWERED,
)
from drivers.x.protocol import Request, Welcome

NEVER_SHORT: Final = NUMBERS["GetAtomName"]
NEVER_LONG: Final = NUMBERS["GetInputFocus"]
"""Requests of eight bytes and of four: of four, or of more, they are an error (BadLength)."""

UNTOLD: Final = frozenset({"QueryExtension", "XKEYBOARD 5"})
"""Whose refusal is no news: a question that has its answer, and what xdotool asks at every key."""

FIRST_EXTENSION: Final = 128
SMALL_ANSWER: Final = 16 << 10
"""Bytes that answers other than pictures and properties are taken for."""

SMALL_REQUEST: Final = 16 << 10
"""Bytes of a request that brings no data: long lists of questions keep the server busy."""

PROPERTIES: Final = 1 << 20
"""Bytes that a client may write into properties of its own windows."""

MOST_ATOMS: Final = 2_000
"""Names that a play may add to the server, which forgets none."""

MOST_MEMORY: Final = 32 << 20
"""Bytes that all pixmaps of a player may take at once."""

MOST: Final = {"CreateWindow": 64, "CreateColormap": 64, "DAMAGE 1": 64}
MOST_OTHERS: Final = 1_000
"""Things that a player may have at once, of each kind."""

MOST_FELT: Final = 200_000
"""Keys, buttons, movements of a play: each is sent to others, and written down by the witness."""

HARMLESS_EVENTS: Final = 0xEB_80_30
"""Events of others' windows that may be asked for: none of a device, and none that is taken away.

Enter, leave, exposure, visibility, structure, substructure, focus, property, colormap.
"""

EVENT_MASK: Final = 1 << 11
"""The one attribute (CWEventMask) that may be set on windows of others."""

Z_PIXMAP: Final = 2
CORE_INPUT: Final = range(2, 7)
FAKE_INPUT_SIZE: Final = 36
DETECTABLE_REPEAT: Final = 1
"""The one flag of XkbPerClientFlags that does nothing once the client is gone."""


@dataclass(frozen=True, slots=True)
class Server:
    """What there is to know of an X server.

    Attributes:
        majors: The number of each extension that it has, by name.
        roots: Ids of its root windows.
    """

    majors: dict[str, int]
    roots: frozenset[int]


@dataclass(slots=True)
class Account:
    """What all clients of one player have used up together."""

    atoms: set[bytes] = field(default_factory=set)
    things: Counter[str] = field(default_factory=Counter)
    memory: int = 0
    felt: int = 0


@dataclass(frozen=True, slots=True)
class Ruling:
    """What becomes of a request.

    Attributes:
        head: Goes to the server for the bytes of it that were looked at.
        refused: The request's name if it was refused, else "".
        denied: Whether its place was taken by one that brings an error.
        felt: Whether others are told of it: it takes its turn among those.
        looks: Whether it takes a picture, which the witness counts: it takes its turn, too.
        answer: Bytes that the server may answer at most, roughly; 0 if it does not.
        lists_extensions: Whether the answer is a list of extensions.
    """

    head: bytes
    refused: str
    denied: bool
    felt: bool
    looks: bool
    answer: int
    lists_extensions: bool


class Rules:
    """Rules on the requests of one client."""

    def __init__(self, server: Server, welcome: Welcome, account: Account) -> None:
        """Begin.

        Args:
            server: What it is connected to.
            welcome: How it was welcomed there.
            account: Its player's.
        """
        self._roots = server.roots
        self._extensions = {major: name for name, major in server.majors.items()}
        self._owns = welcome.owns
        self._account = account
        self._things: dict[int, tuple[str, int]] = {}
        self._properties = 0
        self._asked: dict[str, Callable[[Request], bool]] = {
            "ChangeWindowAttributes": self._attributes_are_harmless,
            "ChangeProperty": self._property_is_small,
            "GetImage": lambda request: request.minor == Z_PIXMAP,
            "InternAtom": self._atom_is_known,
            "QueryExtension": lambda request: _named(request) in SHOWN_NAMES,
            "AllocColor": lambda request: not self._owns(request.card32(4)),
            "XC-MISC 2": lambda request: request.card32(4) <= SMALL_ANSWER // 4,
            "DAMAGE 3": lambda request: self._are_its_own(request, 4, 8, 12),
            "XTEST 2": _is_plain_input,
            "XKEYBOARD 21": lambda request: not request.card32(8) & ~DETECTABLE_REPEAT,
        }

    def on(self, request: Request) -> Ruling:
        """Rule on a request."""
        name = self._name(request)
        allowed = self._allows(name, request)
        felt = allowed and name in FELT
        if felt:
            self._account.felt += 1
            felt = allowed = self._account.felt <= MOST_FELT
        answered = self._is_answered(request)
        head = request.seen
        if name == "QueryExtension" and not allowed and len(head) > 8:
            head = head[:8] + b"\xff" + head[9:]  # a name that no extension has
        elif name == "InternAtom" and not allowed:
            head = head[:1] + b"\1" + head[2:]  # only if it exists
        elif name == "GetProperty" and not self._owns(request.card32(4)):
            head = head[:1] + b"\0" + head[2:]  # and leave it there
        elif not allowed:
            wrong = NEVER_SHORT if request.size == 4 else NEVER_LONG
            head = bytes([wrong if answered else NO_OPERATION]) + head[1:]
        return Ruling(
            head=head,
            refused="" if allowed or name in UNTOLD else name,
            denied=head[0] != request.major and answered,
            felt=felt,
            looks=allowed and name == "GetImage",
            answer=_answer(name, request) if answered else 0,
            lists_extensions=allowed and name == "ListExtensions",
        )

    def end(self) -> None:
        """The client is gone, and what it had with it."""
        for kind, memory in self._things.values():
            self._account.things[kind] -= 1
            self._account.memory -= memory
        self._things.clear()

    def _name(self, request: Request) -> str:
        if request.major < FIRST_EXTENSION:
            return NAMES.get(request.major, f"request {request.major}")
        extension = self._extensions.get(request.major, f"extension {request.major}")
        return f"{extension} {request.minor}"

    def _is_answered(self, request: Request) -> bool:
        """Whether the client waits for an answer; an error is one."""
        if request.major < FIRST_EXTENSION:
            return request.major in ANSWERED or request.major not in NAMES
        extension = self._extensions.get(request.major, "")
        _, quiet = SHOWN.get(extension, ((), ()))
        return request.minor not in quiet and request.minor not in UNANSWERED.get(extension, ())

    def _allows(self, name: str, request: Request) -> bool:
        if request.size > SMALL_REQUEST and name not in ("PutImage", "ChangeProperty"):
            return False
        if keeps_a_pixmap(name, request):
            return False
        if name in self._asked:
            return self._asked[name](request)
        if name in CREATING:
            return self._creates(name, request)
        if name in FREEING:
            return self._frees(FREEING[name], request.card32(4))
        if name in ON_ITS_OWN:
            return self._owns(request.card32(ON_ITS_OWN[name]))
        if request.major < FIRST_EXTENSION:
            return request.major in READ_ONLY or name in ACTS
        asking, quiet = SHOWN.get(self._extensions.get(request.major, ""), ((), ()))
        return request.minor in asking or request.minor in quiet

    def _creates(self, kind: str, request: Request) -> bool:
        made, account = request.card32(4), self._account
        memory = 4 * request.card16(12) * request.card16(14) if kind == "CreatePixmap" else 0
        if kind == "CreateWindow":
            parent = request.card32(8)
            if parent not in self._roots and not self._owns(parent):
                return False
        too_many = account.things[kind] >= MOST.get(kind, MOST_OTHERS)
        too_large = account.memory + memory > MOST_MEMORY
        if not self._owns(made) or made in self._things or too_many or too_large:
            return False
        self._things[made] = kind, memory
        account.things[kind] += 1
        account.memory += memory
        return True

    def _frees(self, made_by: str, thing: int) -> bool:
        kind, memory = self._things.get(thing, ("", 0))
        if kind != made_by:
            return False
        del self._things[thing]
        self._account.things[kind] -= 1
        self._account.memory -= memory
        return True

    def _are_its_own(self, request: Request, *places: int) -> bool:
        """Whether the ids at those places, as far as there are any, are the client's own."""
        ids = map(request.card32, places)
        return all(thing == 0 or self._owns(thing) for thing in ids)

    def _attributes_are_harmless(self, request: Request) -> bool:
        if self._owns(request.card32(4)):
            return True
        return request.card32(8) == EVENT_MASK and not request.card32(12) & ~HARMLESS_EVENTS

    def _property_is_small(self, request: Request) -> bool:
        if not self._owns(request.card32(4)):
            return False
        self._properties += request.size
        return self._properties <= PROPERTIES

    def _atom_is_known(self, request: Request) -> bool:
        if request.minor:  # only if it exists
            return True
        name, atoms = _named(request), self._account.atoms
        if name not in atoms and (len(atoms) >= MOST_ATOMS or len(name) < request.card16(4)):
            return False
        atoms.add(name)
        return True


def _is_plain_input(request: Request) -> bool:
    return request.size == FAKE_INPUT_SIZE and request.card8(4) in CORE_INPUT


def _named(request: Request) -> bytes:
    """The name in an InternAtom or a QueryExtension, as far as it was looked at."""
    return request.seen[8 : 8 + request.card16(4)]


def _answer(name: str, request: Request) -> int:
    if name == "GetImage":
        return SMALL_ANSWER + 4 * request.card16(12) * request.card16(14)
    if name == "GetProperty":
        return SMALL_ANSWER + min(PROPERTIES, 4 * request.card32(20))
    return SMALL_ANSWER
