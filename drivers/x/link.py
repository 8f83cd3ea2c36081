"""One client's connection through the filter: what it asks is ruled on, what it is told is not."""

import socket
import time
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from drivers.x.names import SHOWN_NAMES
from drivers.x.protocol import (
    Answers,
    Hello,
    NotX,
    Request,
    hello,
    hello_with,
    request,
    welcome,
)
from drivers.x.rules import Account, Rules, Ruling, Server

CHUNK: Final = 1 << 18
UNRULED: Final = 1 << 17
"""Bytes of a client's that wait for a ruling; then it has to wait."""

UNSENT: Final = 1 << 18
"""Bytes that wait for the server to read them; the same."""

UNREAD: Final = 4 << 20
"""Bytes that wait for the client to read them; then the server has to wait."""

PATIENCE_S: Final = 10.0
"""So long a client may leave so much unread, or need for its set-up."""

CONNECTS_WITHIN_S: Final = 1.0
"""A server takes connections at once; meanwhile all others wait."""

IN_FLIGHT: Final = 32 << 20
"""Bytes of answers that the server may be asked for at once, by all clients together."""

TURNS_A_SECOND: Final = 500.0
TURNS_AT_ONCE: Final = 200.0
"""Keys, buttons, movements; pictures by themselves. Faster than hands and eyes, slower than the
witness, which writes down every one of the former and counts the latter."""


class Turns:
    """So many a second, and a few at once."""

    def __init__(self, *, now: Callable[[], float]) -> None:
        """Begin with all that are had at once; `now` tells the time in seconds."""
        self._now = now
        self._left = TURNS_AT_ONCE
        self._at = now()

    def take(self) -> bool:
        """Take one, if there is one."""
        if self.wait_s() > 0:
            return False
        self._left -= 1
        return True

    def wait_s(self) -> float:
        """Seconds until there is one."""
        now = self._now()
        self._left = min(TURNS_AT_ONCE, self._left + (now - self._at) * TURNS_A_SECOND)
        self._at = now
        return max(0.0, (1 - self._left) / TURNS_A_SECOND)


@dataclass(slots=True, kw_only=True)
class Player:
    """What the clients of one player share.

    Attributes:
        server: What there is to know of the X server.
        address: Its socket.
        name: How a client proves there that it may connect, "" if it need not.
        secret: The proof.
        account: What they have used up.
        acts: Turns for what is felt by others.
        looks: Turns for pictures.
        refused: How often a request was refused, by its name, or its extension's: a client could
            make up thousands of numbers to hide one among them.
        in_flight: Bytes of answers that are under way.
    """

    server: Server
    address: str
    name: bytes
    secret: bytes
    account: Account = field(default_factory=Account)
    acts: Turns = field(default_factory=lambda: Turns(now=time.monotonic))
    looks: Turns = field(default_factory=lambda: Turns(now=time.monotonic))
    refused: Counter[str] = field(default_factory=Counter)
    in_flight: int = 0


class Link:
    """A client, and its connection to the server.

    Attributes:
        client: The client's socket.
        server: The server's, once the client has begun as it has to.
        over: Whether all is done, and both can be closed.
        waits_for: The turns of which a request waits for one.
    """

    def __init__(self, client: socket.socket, player: Player) -> None:
        """Take a client that has just connected."""
        client.setblocking(False)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, UNREAD)
        self.client = client
        self.server: socket.socket | None = None
        self.over = False
        self.waits_for: Turns | None = None
        self._player = player
        self._hello: Hello | None = None
        self._rules: Rules | None = None
        self._answers: Answers | None = None
        self._asked, self._to_server = bytearray(), bytearray()
        self._told, self._to_client = bytearray(), bytearray()
        self._held: tuple[Ruling, Request] | None = None
        self._body = 0
        self._count = 0
        self._waiting: deque[tuple[int, int]] = deque()
        self._client_left = self._server_left = False
        self._fine_since = time.monotonic()

    @property
    def reads_client(self) -> bool:
        """Whether more of the client can be taken in."""
        full = len(self._asked) >= UNRULED or len(self._to_server) >= UNSENT
        return not (self._client_left or self._server_left or full)

    @property
    def writes_client(self) -> bool:
        """Whether there is something for the client."""
        return bool(self._to_client) and not self._client_left

    @property
    def reads_server(self) -> bool:
        """Whether more of the server can be taken in."""
        return not self._server_left and len(self._to_client) < UNREAD

    @property
    def writes_server(self) -> bool:
        """Whether there is something for the server."""
        return bool(self._to_server)

    def from_client(self) -> None:
        """Take in what the client sends.

        Raises:
            NotX: it does not speak X.
            OSError: it is gone.
        """
        data = self.client.recv(CHUNK)
        self._client_left = not data
        self._asked += data
        self.rule()

    def from_server(self, room: bytearray) -> None:
        """Take in what the server sends, by way of `room`, which all share.

        Raises:
            OSError: it is gone.
        """
        assert self.server is not None, "only then there is something"
        size = self.server.recv_into(room)
        self._server_left = not size
        with memoryview(room) as view, view[:size] as data:
            if self._answers is not None and self._answers.passes(size):
                sent = 0 if self._to_client or self._client_left else _sent(self.client, data)
                self._to_client += data[sent:]  # the middle of a picture, most of the time
            else:
                self._to_client += self._read(bytes(data))
        if self._client_left:
            self._to_client.clear()
        elif self._to_client:
            self.to_client()

    def to_client(self) -> None:
        """Send on what the client takes."""
        del self._to_client[: _sent(self.client, self._to_client)]

    def to_server(self) -> None:
        """Send on what the server takes."""
        assert self.server is not None, "nothing is written before"
        del self._to_server[: _sent(self.server, self._to_server)]

    def rule(self) -> None:
        """Rule on what the client asked, as far as it may be asked now."""
        self.waits_for = None
        if self._hello is None:
            self._begin()
        at = 0
        while self._rules is not None and len(self._to_server) < UNSENT:
            if self._body:
                step = min(self._body, len(self._asked) - at)
                if not step:
                    break
                self._to_server += self._asked[at : at + step]
                self._body -= step
                at += step
            elif self._held is None:
                assert self._hello is not None, "it was welcomed"
                found = request(self._asked, at, self._hello.order)
                if found is None:
                    break
                self._held = self._rules.on(found), found
            elif not self._may_go(self._held[0]):
                break
            else:
                at += self._go(*self._held)
                self._held = None
        del self._asked[:at]
        if self._to_server:
            self.to_server()

    def look_after(self, now: float) -> None:
        """End it if it is done with, or has been stuck for too long."""
        waits = self._hello is None or self._rules is None or len(self._to_client) >= UNREAD
        if not waits:
            self._fine_since = now
        nothing_left = self._held is None and not self._to_server
        self.over |= self._client_left and (nothing_left or self.server is None)
        self.over |= self._server_left and not self._to_client
        self.over |= now - self._fine_since > PATIENCE_S

    def close(self) -> None:
        """Close both connections."""
        if self._rules is not None:
            self._rules.end()
        self._player.in_flight -= sum(size for _, size in self._waiting)
        self._waiting.clear()
        self.client.close()
        if self.server is not None:
            self.server.close()

    def _begin(self) -> None:
        """Connect to the server as soon as the client has introduced itself."""
        self._hello = hello(self._asked)
        if self._hello is None:
            return
        del self._asked[: self._hello.size]
        self.server = socket.socket(socket.AF_UNIX)
        self.server.settimeout(CONNECTS_WITHIN_S)
        self.server.connect(self._player.address)
        self.server.setblocking(False)
        self._to_server += hello_with(self._hello.order, self._player.name, self._player.secret)

    def _read(self, data: bytes) -> bytes:
        """What the client is to get of what the server sent."""
        if self._answers is None:
            self._told += data
            data = self._greet()
        if self._answers is None:
            return data
        data = self._answers.take(data)
        for number in self._answers.numbers:
            self._answered(number)
        self._answers.numbers.clear()
        return data

    def _greet(self) -> bytes:
        """What the client is to get of the server's welcome; from then on there are rules."""
        assert self._hello is not None, "the server was not connected before"
        found = welcome(self._told, self._hello.order)
        if found is None:
            return b""
        told, rest = bytes(self._told[: found.size]), bytes(self._told[found.size :])
        if found.accepted:
            self._rules = Rules(self._player.server, found, self._player.account)
            self._answers = Answers(self._hello.order, SHOWN_NAMES)
            self._to_client += told
            return rest
        self._server_left = True
        return told

    def _may_go(self, ruling: Ruling) -> bool:
        player = self._player
        if ruling.answer and player.in_flight and player.in_flight + ruling.answer > IN_FLIGHT:
            return False
        turns = player.acts if ruling.felt else player.looks if ruling.looks else None
        if turns is None or turns.take():
            return True
        self.waits_for = turns
        return False

    def _go(self, ruling: Ruling, asked: Request) -> int:
        """Send a request on; return how many bytes of it were looked at."""
        if len(ruling.head) != len(asked.seen):
            raise NotX("a ruling that is not as long as the request")
        player = self._player
        self._count = self._count + 1 & 0xFFFF
        if ruling.refused:
            player.refused[ruling.refused.rpartition(" ")[0] or ruling.refused] += 1
        if ruling.answer:
            self._waiting.append((self._count, ruling.answer))
            player.in_flight += ruling.answer
        assert self._answers is not None, "it was welcomed"
        if ruling.lists_extensions:
            self._answers.expect_extensions(self._count)
        if ruling.denied:
            self._answers.expect_error(self._count, asked)
        self._to_server += ruling.head
        self._body = asked.size - len(ruling.head)
        return len(ruling.head)

    def _answered(self, number: int) -> None:
        if self._waiting and self._waiting[0][0] == number:
            self._player.in_flight -= self._waiting.popleft()[1]


def _sent(to: socket.socket, data: bytearray | memoryview) -> int:
    """Bytes that were sent: as many as there was room for."""
    try:
        return to.send(data)
    except BlockingIOError:
        return 0
