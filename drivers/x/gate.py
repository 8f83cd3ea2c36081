"""A gate before an X display: a socket of its own, behind which the filter serves a player.

The player's sandbox has this socket in the place of the display's, so nothing the player sends
reaches the X server unread (`drivers.x.rules`), and X tells of everything it does as of the filter.
"""

import json
import socket
import subprocess
import sys
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

from Xlib.display import Display

from drivers import processes
from drivers.errors import NoDisplay, WitnessBroken
from drivers.screen import display_errors
from drivers.x.cookies import display_number, proof_for
from drivers.x.protocol import ACCEPTED, hello_with

SOCKETS: Final = Path("/tmp/.X11-unix")  # noqa: S108  (where X servers listen)
CODE: Final = Path(__file__).parents[2]
BEHIND: Final = 1_000
"""Added to a display's number behind a gate."""

ANSWERS_WITHIN_S: Final = 5.0
CLOSES_WITHIN_S: Final = 5.0


class Gate:
    """The filter's process, from the beginning of a block to its end.

    Attributes:
        name: The display's name for the player: another number, since with a network libxcb would
            find the server's own abstract socket under the right one first.
        socket: Where the filter listens, for the player to find below SOCKETS.
        refused: How often a request was refused, by its name; known once it is closed.
    """

    def __init__(self, display: Display, name: str, *, authority: Path, folder: Path) -> None:
        """Prepare a gate before the display `name`.

        Args:
            display: A connection to it.
            name: Its name.
            authority: The file that holds what opens it.
            folder: Gets the socket; nobody else may enter it.
        """
        self.name = f":{display_number(name) + BEHIND}"
        self.socket = folder / "x"
        self.refused: dict[str, int] = {}
        secret_name, secret = proof_for(name, authority)
        with display_errors(name):
            screens = display.display.info.roots
            found = {n: display.query_extension(n) for n in display.list_extensions()}
        self._given = {
            "listen": self.socket.name,
            "server": _address(name),
            "name": secret_name.hex(),
            "secret": secret.hex(),
            "majors": {n: answer.major_opcode for n, answer in found.items() if answer},
            "roots": [int(screen.root.id) for screen in screens],
        }
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        """Start the filter; it listens when this returns.

        Raises:
            NoDisplay: it did not start.
        """
        self._process = subprocess.Popen(
            processes.tied_to_us([sys.executable, "-P", "-m", "drivers.x.filter"]),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=self.socket.parent,  # the whole path may be longer than a socket's may be
            env={"PYTHONPATH": str(CODE), "PYTHONDONTWRITEBYTECODE": "1"},
            start_new_session=True,
        )
        assert self._process.stdin is not None, "it was asked for"
        assert self._process.stdout is not None, "it was asked for"
        try:
            self._process.stdin.write(json.dumps(self._given).encode() + b"\n")
            self._process.stdin.flush()
            started = self._process.stdout.readline() == b"ready\n"
        except BrokenPipeError:
            started = False
        if not started:
            processes.end_popen(self._process)
            raise NoDisplay("the filter before the X display did not start; its words are above")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Close the gate."""
        self.close()

    def close(self) -> None:
        """Close the gate; what was refused is known then. Twice is fine."""
        if self._process is None:
            return
        try:
            said, _ = self._process.communicate(timeout=CLOSES_WITHIN_S)
            refused: dict[str, Any] = json.loads(said)
            self.refused = {name: int(count) for name, count in sorted(refused.items())}
        except (subprocess.TimeoutExpired, ValueError):
            processes.end_popen(self._process)
        self._process = None
        self.socket.unlink(missing_ok=True)

    def check(self) -> None:
        """See that the filter is at work, as long as the gate is open.

        Raises:
            WitnessBroken: it ended.
        """
        if self._process is not None and self._process.poll() is not None:
            status = self._process.returncode
            raise WitnessBroken(f"the filter before the X display ended with status {status}")


def is_open_to_networks(name: str) -> bool:
    """Whether a program that shares our network needs no cookie to reach a display.

    It can go by an abstract socket, which all who share the network see (unix(7)).
    """
    with socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(ANSWERS_WITHIN_S)
        try:
            connection.connect(f"\0{SOCKETS}/X{display_number(name)}")
            connection.sendall(hello_with("<", b"", b""))
            return connection.recv(1) == bytes([ACCEPTED])
        except OSError:
            return False


def _address(name: str) -> str:
    """The server's socket: a file, or, where there is none, an abstract name after an @."""
    path = SOCKETS / f"X{display_number(name)}"
    return str(path) if path.exists() else f"@{path}"
