"""Where a player from outside sits: what it sees, what it may write, who it is."""

import os
import stat
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from shlex import join

from drivers import processes
from drivers.limits import LIMITS, held
from drivers.mcp.command import mcp_command
from drivers.sandbox import HOME, RUN, SCRATCH, SYSTEM, confine_outsider, uid_for
from drivers.screen import xauthority
from drivers.tidy import prune
from drivers.x.cookies import cookies_of, display_number, worthless_cookies_of
from drivers.x.gate import SOCKETS, Gate
from suites.folders import GIVEN, REPOSITORY
from suites.player_kind import SEARCHED, Outsider, filled
from suites.players import Seat

WORKSPACE, GAME_OUTPUT = Path("/workspace"), Path("/game")
COOKIE = RUN / "xauthority"
CODE = Path("/playproof")
"""Where a player finds the package `drivers`, if it asked for it."""

PROMPT = "prompt.md"
NOT_TO_WRITE = ("exec", PROMPT)
"""Of the workspace: what the harness put there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """On what terms an outsider plays.

    Attributes:
        shut_in: Whether it is in a sandbox.
        network: Whether it may use the network.
        variables: What else is in its environment, from the user's own.
        budget_s: Seconds it has.
    """

    shut_in: bool
    network: bool
    variables: Mapping[str, str]
    budget_s: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The paths of a player's things, as the player calls them."""

    workspace: Path
    game_output: Path
    home: Path
    cookie: Path
    code: Path


@contextmanager
def seated(
    outsider: Outsider,
    *,
    terms: Terms,
    display: str,
    workspace: Path,
    game_output: Path,
    mark: str,
    gate: Gate | None,
) -> Iterator[Seat]:
    """Make room for an outsider; what it wrote is ours again afterwards, and readable.

    The workspace's `prompt.md` is rewritten with the paths that the player will find.

    Args:
        outsider: Who plays.
        terms: On what terms.
        display: The X display.
        workspace: The folder it may write.
        game_output: What the game writes, for it to read.
        mark: The stage's. Leftovers of a player that is not shut in are found by one of its own.
        gate: What is between the player and the X server; None if it reaches that itself.
    """
    workspace, game_output = workspace.resolve(), game_output.resolve()
    uid = uid_for(display_number(display)) if terms.shut_in else None
    own_mark = f"{mark}-player"
    with tempfile.TemporaryDirectory(prefix=f"playproof-{mark}-") as private:
        cookie, home = Path(private, "cookie"), Path(private, "home")
        home.mkdir()
        if gate is None:
            cookie.write_bytes(cookies_of(display, xauthority()))
            socket = sockets(display)
        else:
            cookie.write_bytes(worthless_cookies_of(display, xauthority(), seen_as=gate.name))
            display, socket = gate.name, {socket_of(gate.name): gate.socket.resolve()}
        if uid is not None:
            os.chown(cookie, uid, uid)
        cookie.chmod(0o400)
        places = Places(
            workspace=workspace, game_output=game_output, home=home, cookie=cookie, code=REPOSITORY
        )
        if terms.shut_in:
            places = Places(
                workspace=WORKSPACE, game_output=GAME_OUTPUT, home=HOME, cookie=COOKIE, code=CODE
            )
        prompt = tell_places(workspace / PROMPT, workspace=places.workspace)
        argv = command_line(outsider, places=places, prompt=prompt, display=display)
        if terms.shut_in:
            argv = confine_outsider(
                argv,
                writable={WORKSPACE: workspace},
                readable={
                    GAME_OUTPUT: game_output,
                    COOKIE: cookie.resolve(),
                    **socket,
                    **what_it_sees(outsider),
                    **{WORKSPACE / name: workspace / name for name in NOT_TO_WRITE},
                },
                hidden=[REPOSITORY, GIVEN],
                network=terms.network,
                uid=uid,
                limits=LIMITS,
                start_in=WORKSPACE,
            )
        else:
            argv = held(argv, LIMITS)
        environment = {
            **terms.variables,
            "PATH": SEARCHED,
            "HOME": str(places.home),
            "LANG": "C.UTF-8",
            "DISPLAY": display,
            "XAUTHORITY": str(places.cookie),
            "WORKSPACE": str(places.workspace),
            "GAME_OUTPUT": str(places.game_output),
            "PROMPT": str(places.workspace / PROMPT),
            "DEADLINE": f"{time.time() + terms.budget_s:.0f}",
            processes.STAGE_MARK: own_mark,  # a sandbox takes it out again
        }
        if outsider.python:
            found = [places.code, *outsider.path]
            environment["PYTHONPATH"] = os.pathsep.join(map(str, found))
        try:
            _own(workspace, uid)
            yield Seat(
                argv=processes.tied_to_us(argv),
                environment=environment,
                folder=workspace,
                scratch=SCRATCH if terms.shut_in else (),
                limits=LIMITS,
            )
        finally:
            if not terms.shut_in:
                processes.end(processes.marked(own_mark))
            _take_back(workspace)
            prune(workspace, LIMITS)


def tell_places(prompt: Path, *, workspace: Path) -> str:
    """Write into a prompt where the player will find its workspace; return the text."""
    text = prompt.read_text().replace("{workspace}", str(workspace))
    prompt.write_text(text)
    return text


def command_line(outsider: Outsider, *, places: Places, prompt: str, display: str) -> list[str]:
    """What is started, placeholders filled in."""
    if outsider.python:
        return [sys.executable, "-m", "drivers.client", outsider.python]
    mcp = mcp_command(display=display, cookie=places.cookie, code=places.code)
    return filled(
        outsider.argv,
        {
            "prompt": prompt,
            "prompt_file": str(places.workspace / PROMPT),
            "workspace": str(places.workspace),
            "game_output": str(places.game_output),
            "display": display,
            "mcp": join(mcp),
        },
    )


def what_it_sees(outsider: Outsider) -> dict[Path, Path]:
    """The folders of its own, and our interpreter and `drivers` if it runs on them."""
    seen = {path: path.resolve() for path in outsider.folders}
    seen |= {path: path for path in seen.values()}  # a link in it may lead there
    if outsider.wants_our_interpreter:
        prefixes = [Path(prefix) for prefix in (sys.prefix, sys.base_prefix)]
        seen |= {path: path.resolve() for path in prefixes if not _is_there_anyway(path)}
        seen[CODE / "drivers"] = REPOSITORY / "drivers"
    return seen


def sockets(display: str) -> dict[Path, Path]:
    """The socket of one display, if it has one."""
    socket = socket_of(display)
    return {socket: socket} if socket.exists() else {}


def _is_there_anyway(path: Path) -> bool:
    """Whether it is part of the system that a player sees; a checkout in there is hidden again."""
    of_system = any(path.is_relative_to(name) for name in SYSTEM)
    return of_system and not path.is_relative_to(REPOSITORY)


def socket_of(display: str) -> Path:
    """Where programs look for a display's socket."""
    return SOCKETS / f"X{display_number(display)}"


def _own(folder: Path, uid: int | None) -> None:
    """Give a folder with all in it to a user."""
    if uid is not None:
        for path in (folder, *_below(folder)):
            os.lchown(path, uid, uid)


def _take_back(folder: Path) -> None:
    """Own a folder with all in it, and be able to read it; nobody else writes there any more."""
    for path in chain([folder], _below(folder)):  # a folder is made readable before it is read
        try:
            os.lchown(path, os.geteuid(), os.getegid())
            mode = path.lstat().st_mode
            if stat.S_ISDIR(mode):
                path.chmod(stat.S_IMODE(mode) & 0o777 | 0o700)
            elif stat.S_ISREG(mode):
                path.chmod(stat.S_IMODE(mode) & 0o777 | 0o600)
        except OSError:
            continue  # seal and grader say what they cannot read


def _below(folder: Path) -> Iterator[Path]:
    """Everything in a folder, a folder before what is in it, links not followed."""
    folders: Sequence[Path] = [folder]
    while folders:
        deeper: list[Path] = []
        for here in folders:
            try:
                with os.scandir(here) as entries:
                    found = [(Path(e.path), e.is_dir(follow_symlinks=False)) for e in entries]
            except OSError:
                continue
            yield from (path for path, _ in found)
            deeper += [path for path, is_folder in found if is_folder]
        folders = deeper
