"""The process between a player and the X server: `python -m drivers.x.filter`, led by `x_gate`.

It reads one line of JSON, listens, says `ready`, and serves until its standard input ends; then it
says what it refused. Each of its clients may do what it likes: at worst it loses its connection.
"""

import json
import os
import selectors
import socket
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Any, Final

from drivers.x.link import CHUNK, Link, Player
from drivers.x.protocol import NotX
from drivers.x.rules import Server

MOST_CLIENTS: Final = 64
LOOK_EVERY_S: Final = 1.0
SOONER: Final = -10
"""Added to its niceness: a player waits for it twice at each question, on a busy machine long."""

READ, WRITE = selectors.EVENT_READ, selectors.EVENT_WRITE


class Filter:
    """All clients of one player, in one thread."""

    def __init__(self, player: Player, listener: socket.socket) -> None:
        """Serve those who connect to `listener`."""
        self._player = player
        self._listener = listener
        self._links: set[Link] = set()
        self._room = bytearray(CHUNK)
        self._selector = selectors.DefaultSelector()
        self._interests: dict[socket.socket, tuple[Link, int]] = {}

    def serve(self, until: Any) -> None:
        """Serve until `until`, a file, can be read."""
        self._listener.setblocking(False)
        self._selector.register(self._listener, READ)
        self._selector.register(until, READ)
        while True:
            ready = {key.fileobj: events for key, events in self._selector.select(self._wait_s())}
            if until in ready:
                break
            if ready.pop(self._listener, 0):
                self._accept()
            for found, events in ready.items():
                link, _ = self._interests.get(found, (None, 0))  # type: ignore[call-overload]
                if link is not None and not link.over:
                    self._guard(link, partial(self._move, link, found is link.client, events))
            self._go_on(time.monotonic())
        for link in self._links:
            link.close()

    def _wait_s(self) -> float:
        waits = (link.waits_for.wait_s() for link in self._links if link.waits_for is not None)
        return min(waits, default=LOOK_EVERY_S)

    def _accept(self) -> None:
        try:
            client, _ = self._listener.accept()
        except OSError:
            return  # it did not wait
        if len(self._links) >= MOST_CLIENTS:
            client.close()
            return
        self._links.add(Link(client, self._player))

    def _guard(self, link: Link, work: Callable[[], None]) -> None:
        """Do something for a client; one that misbehaves in any way is done with."""
        try:
            work()
        except BlockingIOError:
            return
        except (NotX, OSError):
            link.over = True
        except Exception as exc:  # whatever a client has brought about ends that client alone
            print(f"a client was dropped: {exc!r}", file=sys.stderr)
            link.over = True

    def _move(self, link: Link, from_client: bool, events: int) -> None:
        """Move what can be moved between one of a link's sockets and the link."""
        if events & READ and from_client:
            link.from_client()
        elif events & READ:
            link.from_server(self._room)
        if events & WRITE:
            (link.to_client if from_client else link.to_server)()

    def _go_on(self, now: float) -> None:
        """Let those go on that waited, end those that are done, and see who is to be heard next."""
        for link in list(self._links):
            if not link.over:
                self._guard(link, link.rule)
                link.look_after(now)
            if link.over:
                self._forget(link)
            else:
                self._listen(link.client, link, link.reads_client, link.writes_client)
                if link.server is not None:
                    self._listen(link.server, link, link.reads_server, link.writes_server)

    def _listen(self, to: socket.socket, link: Link, reads: bool, writes: bool) -> None:
        wanted = READ * reads | WRITE * writes
        _, now = self._interests.get(to, (link, 0))
        if wanted == now:
            return
        if now and wanted:
            self._selector.modify(to, wanted)
        elif wanted:
            self._selector.register(to, wanted)
        else:
            self._selector.unregister(to)
        self._interests[to] = link, wanted

    def _forget(self, link: Link) -> None:
        for which in (link.client, link.server):
            if which is not None and self._interests.pop(which, (link, 0))[1]:
                self._selector.unregister(which)
        link.close()
        self._links.discard(link)


def main() -> int:
    """Serve one player; return the exit status."""
    with suppress(OSError):  # only root may
        os.nice(SOONER)
    given = json.loads(sys.stdin.buffer.readline())
    player = Player(
        server=Server(majors=given["majors"], roots=frozenset(given["roots"])),
        address=given["server"].replace("@", "\0", 1),
        name=bytes.fromhex(given["name"]),
        secret=bytes.fromhex(given["secret"]),
    )
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(given["listen"])
        Path(given["listen"]).chmod(0o777)  # the player is another user; the folder is ours alone
        listener.listen(MOST_CLIENTS)
        print("ready", flush=True)
        Filter(player, listener).serve(sys.stdin.buffer)
    print(json.dumps(dict(player.refused)), flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
