"""Running a player's process to its end."""

import errno
import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from drivers import processes
from drivers.errors import DisplayLost, PlayerDied
from suites.folders import GIVEN
from suites.players.own_seat import command, own_seat
from suites.players.run import Played
from suites.players.run import run as run_player
from suites.players.seat import Place

STUBBORN = """
import subprocess, sys, signal
signal.signal(signal.SIGTERM, signal.SIG_IGN)
if len(sys.argv) == 1:
    subprocess.Popen([sys.executable, __file__, "child"], start_new_session=True)
signal.pause()
"""

Run = Callable[..., Played]


@pytest.fixture
def mark() -> Iterator[str]:
    """The stage's mark; nothing that carries it outlives the test."""
    mark = uuid.uuid4().hex
    yield mark
    processes.end(processes.marked(mark), grace_s=0.5)


@pytest.fixture(params=[True, False], ids=["shut in", "free"])
def run(request: pytest.FixtureRequest, tmp_path: Path, mark: str) -> Run:
    """Runs a Python script as the player, shut in or not."""
    for folder in ("run/workspace", "run/game"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "run/workspace/prompt.md").write_text("Deliver into {workspace}.\n")

    def run(
        script: str, *, budget_s: float = 60, stage_is_over: Callable[[float], str] = lambda _: ""
    ) -> Played:
        (tmp_path / "run/workspace/player.py").write_text(script)
        seat = own_seat(
            [sys.executable, "player.py"],
            place=Place(
                display=":7",
                workspace=tmp_path / "run/workspace",
                game_output=tmp_path / "run/game",
                mark=mark,
            ),
            shut_in=request.param,
            hidden=tmp_path / "run",
        )
        log = tmp_path / "player.log"
        return run_player(seat, log=log, budget_s=budget_s, stage_is_over=stage_is_over)

    return run


only_shut_in = pytest.mark.parametrize("run", [True], ids=["shut in"], indirect=True)


def test_a_player_that_ends_has_played(run: Run, tmp_path: Path) -> None:
    """Exit status 0 is a finished play; what was printed is in the log."""
    played = run("import sys; print('out'); print('err', file=sys.stderr)")
    assert played.cut_short == ""
    assert 0 < played.seconds < 60
    assert sorted((tmp_path / "player.log").read_text().split()) == ["err", "out"]


def test_a_player_sees_its_desk_and_nothing_of_ours(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Display, workspace (its working folder too), the game's files; nothing else."""
    monkeypatch.setenv("PLAYPROOF_SECRET", "42")
    (tmp_path / "run/game/log").write_text("of the game")
    run(
        "import os; print(os.getcwd(), os.listdir(os.environ['GAME_OUTPUT']),"
        "*(f'{k}={v}' for k, v in os.environ.items()), sep='\\n')"
    )
    cwd, game, *lines = (tmp_path / "player.log").read_text().splitlines()
    seen = dict(line.split("=", 1) for line in lines)
    assert cwd == seen["WORKSPACE"]
    assert (tmp_path / "run/workspace/prompt.md").read_text() == f"Deliver into {cwd}.\n"
    assert game == "['log']"
    assert seen["DISPLAY"] == ":7"
    assert "PLAYPROOF_SECRET" not in seen


@only_shut_in
def test_a_player_shut_in_can_write_its_workspace_only(run: Run, tmp_path: Path) -> None:
    """Neither the game's files nor the system; what it writes to its workspace is there after."""
    run(
        "import os, pathlib\n"
        "for place in (os.environ['GAME_OUTPUT'], '/usr', '/etc'):\n"
        "    try: pathlib.Path(place, 'mine').write_text('mine')\n"
        "    except OSError: pass\n"
        "    else: print('wrote to', place)\n"
        "pathlib.Path('mine').write_text('mine')\n"
    )
    assert (tmp_path / "player.log").read_text() == ""
    assert (tmp_path / "run/workspace/mine").read_text() == "mine"
    assert list((tmp_path / "run/game").iterdir()) == []


@only_shut_in
def test_a_player_shut_in_sees_nothing_of_ours(run: Run, tmp_path: Path) -> None:
    """The run's folder and the thresholds are empty, there are no other processes, no network."""
    run(
        "import os, pathlib, socket\n"
        f"print(list(pathlib.Path({str(tmp_path)!r}, 'run').iterdir()))\n"
        f"print(os.listdir({str(GIVEN)!r}))\n"
        "print(sorted(int(p) for p in os.listdir('/proc') if p.isdigit())[-1] < 10)\n"
        "try: socket.create_connection(('127.0.0.1', 9), 1)\n"
        "except OSError as error: print(error.errno)\n"
    )
    listed = (tmp_path / "player.log").read_text().split()
    assert listed == ["[]", "[]", "True", str(errno.ECONNREFUSED)]


def test_a_player_shut_in_reaches_no_service_and_no_seed(tmp_path: Path) -> None:
    """/run is empty: no bus, no sound. Where its folders come from has a name without a seed."""
    item = tmp_path / "run/seed-4711"
    for folder in ("playing/workspace", "playing/game"):
        (tmp_path / "run" / folder).mkdir(parents=True)
    item.symlink_to("playing")
    (item / "workspace/prompt.md").write_text("")
    (item / "workspace/player.py").write_text(
        "import os\n"
        "print(os.listdir('/run'))\n"
        "told = open('/proc/self/mountinfo').read() + open('/proc/1/cmdline').read()\n"
        "print('run/playing' in told, '4711' in told)\n"
    )
    seat = own_seat(
        [sys.executable, "player.py"],
        place=Place(
            display=":7",
            workspace=item / "workspace",
            game_output=item / "game",
            mark=uuid.uuid4().hex,
        ),
        shut_in=True,
        hidden=tmp_path / "run",
    )
    log = tmp_path / "player.log"
    run_player(seat, log=log, budget_s=60, stage_is_over=lambda _: "")
    assert log.read_text().splitlines() == ["[]", "True False"]


def test_a_player_that_fails_is_quoted(run: Run) -> None:
    """An error exit is PlayerDied with the status, the last line and the log."""
    script = "import sys; print('so far so good'); sys.exit('the board has no exit')"
    with pytest.raises(PlayerDied, match=r"status 1: the board has no exit .*player\.log"):
        run(script)


def test_a_killed_player_has_died(run: Run) -> None:
    """A player killed from outside is PlayerDied too."""
    with pytest.raises(PlayerDied, match=r"status (-9|137): no output"):
        run("import os; os.kill(os.getpid(), 9)")


def test_out_of_time_ends_the_whole_player(run: Run, mark: str) -> None:
    """A used-up budget is no error of ours: the player ends, with its children, within a bound."""
    began = time.monotonic()
    played = run(STUBBORN, budget_s=0.5)
    assert played.cut_short == "the player's 0.5 s ran out"
    assert played.seconds >= 0.5
    assert time.monotonic() - began < 20
    assert processes.marked(mark) == []


def test_a_broken_stage_ends_the_player(run: Run, mark: str) -> None:
    """When the display is gone the player is ended, and the stage's own error is raised."""
    looks = []

    def stage_is_over(patience_s: float) -> str:
        looks.append(patience_s)
        if len(looks) == 2:
            raise DisplayLost("gone")
        return ""

    with pytest.raises(DisplayLost, match="gone"):
        run(STUBBORN, stage_is_over=stage_is_over)
    assert processes.marked(mark) == []


def test_the_stage_is_looked_at_once_more_at_the_end(run: Run) -> None:
    """A stage that broke makes a player's crash no fault of the player's; it is waited for."""

    def stage_is_over(patience_s: float) -> str:
        if patience_s:
            raise DisplayLost("gone")
        return ""

    with pytest.raises(DisplayLost):
        run("import sys; sys.exit(1)", stage_is_over=stage_is_over)


def test_a_stage_that_is_over_ends_the_play(run: Run, mark: str) -> None:
    """A game that was closed cuts the play short, which is no error."""
    assert run(STUBBORN, stage_is_over=lambda _: "it was closed").cut_short == "it was closed"
    assert processes.marked(mark) == []


def test_the_null_player_does_nothing(tmp_path: Path) -> None:
    """`null` is a program that ends at once; the others are a process of ours."""
    assert command("suites.test_x", "null", 1) == ["true"]
    assert command("suites.test_x", "random", 17)[-3:] == ["suites.test_x", "random", "17"]
