"""Where a player from outside sits: what it sees, what it may write, who it is."""

import os
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from shlex import join

from drivers import processes
from drivers.limits import LIMITS, held
from drivers.mcp.command import mcp_command
from drivers.sandbox import HOME, RUN, SCRATCH, confine_outsider, uid_for
from drivers.screen import xauthority
from drivers.tidy import prune
from drivers.x.cookies import cookies_of, display_number, worthless_cookies_of
from drivers.x.gate import SOCKETS, Gate
from suites.folders import GIVEN, REPOSITORY
from suites.players.kind import SEARCHED, Outsider, filled
from suites.players.ownership import give, take_back
from suites.players.seat import PROMPT, Place, Seat, tell_places
from suites.players.terms import Terms
from suites.players.view import CODE, what_it_sees

NOT_TO_WRITE = ("exec", PROMPT)
"""Of the workspace: what the harness put there."""

HOME_NAME, COOKIE_NAME = "home", "cookie"
"""In a folder of the player's own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Names:
    """The paths of a player's things, as the player calls them."""

    workspace: Path
    game_output: Path
    home: Path
    cookie: Path
    code: Path


SHUT_IN = Names(
    workspace=Path("/workspace"),
    game_output=Path("/game"),
    home=HOME,
    cookie=RUN / "xauthority",
    code=CODE,
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """How a player reaches the X server.

    Attributes:
        display: The display's name for it.
        sockets: Where it finds the sockets, and where they are.
        cookies: What its cookie file holds.
    """

    display: str
    sockets: Mapping[Path, Path]
    cookies: bytes


@contextmanager
def outsiders_seat(
    outsider: Outsider, *, terms: Terms, place: Place, gate: Gate | None
) -> Iterator[Seat]:
    """Make room for an outsider; what it wrote is ours again afterwards, and readable.

    The workspace's `prompt.md` is rewritten with the paths that the player will find.

    Args:
        outsider: Who plays.
        terms: On what terms.
        place: Where. Leftovers of a player that is not shut in are found by a mark of its own.
        gate: What is between the player and the X server; None if it reaches that itself.
    """
    uid = uid_for(display_number(place.display)) if terms.shut_in else None
    own_mark = f"{place.mark}-player"
    with tempfile.TemporaryDirectory(prefix=f"playproof-{place.mark}-") as private:
        door = door_of(place.display, gate)
        names = SHUT_IN if terms.shut_in else _as_they_are(place, private=Path(private))
        cookie = _cookie_in(Path(private), door.cookies, uid=uid)
        prompt = tell_places(place.workspace / PROMPT, workspace=names.workspace)
        argv = command_line(outsider, names=names, prompt=prompt, display=door.display)
        if terms.shut_in:
            seen = {SHUT_IN.cookie: cookie, **door.sockets, **what_it_sees(outsider)}
            argv = _confined(argv, place=place, seen=seen, network=terms.network, uid=uid)
        else:
            argv = held(argv, LIMITS)
        seat = Seat(
            argv=processes.tied_to_us(argv),
            environment=environment_of(
                outsider, terms=terms, names=names, display=door.display, mark=own_mark
            ),
            folder=place.workspace,
            scratch=SCRATCH if terms.shut_in else (),
            limits=LIMITS,
        )
        try:
            give(place.workspace, uid=uid)
            yield seat
        finally:
            if not terms.shut_in:
                processes.end(processes.marked(own_mark))
            take_back(place.workspace)
            prune(place.workspace, LIMITS)


def _as_they_are(place: Place, *, private: Path) -> Names:
    """The names for who is not shut in; `private` is a folder for its home and its cookie."""
    (private / HOME_NAME).mkdir()
    return Names(
        workspace=place.workspace,
        game_output=place.game_output,
        home=private / HOME_NAME,
        cookie=private / COOKIE_NAME,
        code=REPOSITORY,
    )


def _cookie_in(private: Path, cookies: bytes, *, uid: int | None) -> Path:
    """Write a cookie file that the player alone may read."""
    cookie = private / COOKIE_NAME
    cookie.write_bytes(cookies)
    if uid is not None:
        os.chown(cookie, uid, uid)
    cookie.chmod(0o400)
    return cookie.resolve()


def _confined(
    argv: list[str], *, place: Place, seen: Mapping[Path, Path], network: bool, uid: int | None
) -> list[str]:
    """The command line in a sandbox where, besides its workspace, it sees only what is `seen`."""
    kept = {SHUT_IN.workspace / name: place.workspace / name for name in NOT_TO_WRITE}
    return confine_outsider(
        argv,
        writable={SHUT_IN.workspace: place.workspace},
        readable={SHUT_IN.game_output: place.game_output, **seen, **kept},
        hidden=[REPOSITORY, GIVEN],
        network=network,
        uid=uid,
        limits=LIMITS,
        start_in=SHUT_IN.workspace,
    )


def door_of(display: str, gate: Gate | None) -> Door:
    """The gate's door if there is one, else the X server's own."""
    if gate is None:
        socket = socket_of(display)
        return Door(
            display=display,
            sockets={socket: socket} if socket.exists() else {},
            cookies=cookies_of(display, xauthority()),
        )
    return Door(
        display=gate.name,
        sockets={socket_of(gate.name): gate.socket.resolve()},
        cookies=worthless_cookies_of(display, xauthority(), seen_as=gate.name),
    )


def socket_of(display: str) -> Path:
    """Where programs look for a display's socket."""
    return SOCKETS / f"X{display_number(display)}"


def command_line(outsider: Outsider, *, names: Names, prompt: str, display: str) -> list[str]:
    """What is started, placeholders filled in."""
    if outsider.python:
        return [sys.executable, "-m", "drivers.client", outsider.python]
    mcp = mcp_command(display=display, cookie=names.cookie, code=names.code)
    return filled(
        outsider.argv,
        {
            "prompt": prompt,
            "prompt_file": str(names.workspace / PROMPT),
            "workspace": str(names.workspace),
            "game_output": str(names.game_output),
            "display": display,
            "mcp": join(mcp),
        },
    )


def environment_of(
    outsider: Outsider, *, terms: Terms, names: Names, display: str, mark: str
) -> dict[str, str]:
    """All variables of an outsider; its time begins to run here."""
    environment = {
        **terms.variables,
        "PATH": SEARCHED,
        "HOME": str(names.home),
        "LANG": "C.UTF-8",
        "DISPLAY": display,
        "XAUTHORITY": str(names.cookie),
        "WORKSPACE": str(names.workspace),
        "GAME_OUTPUT": str(names.game_output),
        "PROMPT": str(names.workspace / PROMPT),
        "DEADLINE": f"{time.time() + terms.budget_s:.0f}",
        processes.STAGE_MARK: mark,  # a sandbox takes it out again
    }
    if outsider.python:
        environment["PYTHONPATH"] = os.pathsep.join(map(str, [names.code, *outsider.path]))
    return environment
