"""Where one of our own players sits."""

import os
import sys
from pathlib import Path

from drivers import processes
from drivers.sandbox import TMP, confine_player
from drivers.screen import xauthority
from suites.folders import GIVEN, REPOSITORY
from suites.players.seat import PROMPT, Place, Seat, tell_places

SHUT_IN_WORKSPACE, SHUT_IN_GAME, SHUT_IN_COOKIE = TMP / "workspace", TMP / "game", TMP / "cookie"
X_SOCKETS = TMP / ".X11-unix"


def command(suite: str, player: str, window: int) -> list[str]:
    """The command line of one of our own players; `null` is a program that does nothing."""
    if player == "null":
        return ["true"]
    return [sys.executable, "-m", "suites.players.own_process", suite, player, str(window)]


def own_seat(argv: list[str], *, place: Place, shut_in: bool, hidden: Path) -> Seat:
    """Where a player of ours sits: shut in, it can write its workspace and nothing else.

    It then knows its folders by neutral names, and sees no other process. Where there is no
    bubblewrap it is not shut in, and nothing but good manners keeps it from the harness's files.
    The workspace's prompt is rewritten with the paths that the player will find.

    Args:
        argv: the player's command line.
        place: where it plays.
        shut_in: whether it is shut in.
        hidden: the run's folder, which names the seed and holds the witness.
    """
    cookie, workspace, game_output = xauthority(), place.workspace, place.game_output
    home = workspace
    if shut_in:
        argv = _confined(argv, place=place, cookie=cookie, hidden=hidden)
        home, workspace, game_output = TMP, SHUT_IN_WORKSPACE, SHUT_IN_GAME
        cookie = SHUT_IN_COOKIE if cookie.exists() else cookie
    environment = {
        "PATH": os.environ.get("PATH", "/usr/bin:/bin"),
        "HOME": str(home),
        "LANG": "C.UTF-8",
        "DISPLAY": place.display,
        "XAUTHORITY": str(cookie),
        "WORKSPACE": str(workspace),
        "GAME_OUTPUT": str(game_output),
        "PYTHONPATH": str(REPOSITORY),
        "PYTHONDONTWRITEBYTECODE": "1",
        processes.STAGE_MARK: place.mark,
    }
    tell_places(place.workspace / PROMPT, workspace=workspace)
    return Seat(
        argv=processes.tied_to_us(argv),
        environment=environment,
        folder=place.workspace,
        scratch=(),
        limits=None,
    )


def _confined(argv: list[str], *, place: Place, cookie: Path, hidden: Path) -> list[str]:
    ours = (REPOSITORY, Path(sys.prefix), Path(sys.base_prefix))
    readable = {
        SHUT_IN_GAME: place.game_output,
        X_SOCKETS: X_SOCKETS,
        **{path: path for path in ours},  # they may be below what is hidden
    }
    if cookie.exists():
        readable[SHUT_IN_COOKIE] = cookie
    return confine_player(
        argv,
        writable={SHUT_IN_WORKSPACE: place.workspace},
        readable=readable,
        hidden=[hidden, GIVEN],
        start_in=SHUT_IN_WORKSPACE,
    )
