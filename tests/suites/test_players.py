"""Running a player's process to its end."""

import sys
import time
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from drivers import processes
from drivers.errors import DisplayLost, PlayerDied
from suites import players
from suites.players import Played

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


@pytest.fixture
def run(tmp_path: Path, mark: str) -> Run:
    """Runs a Python script as the player."""
    (tmp_path / "workspace").mkdir()

    def run(
        script: str, *, budget_s: float = 60, check_stage: Callable[[], None] = lambda: None
    ) -> Played:
        (tmp_path / "player.py").write_text(script)
        return players.run(
            [sys.executable, str(tmp_path / "player.py")],
            environment=players.environment(
                display=":7", workspace=tmp_path / "workspace", game_output=tmp_path, mark=mark
            ),
            log=tmp_path / "player.log",
            budget_s=budget_s,
            check_stage=check_stage,
        )

    return run


def test_a_player_that_ends_has_played(run: Run, tmp_path: Path) -> None:
    """Exit status 0 is a finished play; what was printed is in the log."""
    played = run("import sys; print('out'); print('err', file=sys.stderr)")
    assert not played.out_of_time
    assert 0 < played.seconds < 60
    assert sorted((tmp_path / "player.log").read_text().split()) == ["err", "out"]


def test_a_player_sees_its_desk_and_nothing_of_ours(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Display, workspace (its home and working folder too), the game's files; nothing else."""
    monkeypatch.setenv("PLAYPROOF_SECRET", "42")
    run("import os; print(os.getcwd(), *(f'{k}={v}' for k, v in os.environ.items()), sep='\\n')")
    cwd, *lines = (tmp_path / "player.log").read_text().splitlines()
    seen = dict(line.split("=", 1) for line in lines)
    workspace = str(tmp_path / "workspace")
    assert cwd == seen["WORKSPACE"] == seen["HOME"] == workspace
    assert seen["DISPLAY"] == ":7"
    assert seen["GAME_OUTPUT"] == str(tmp_path)
    assert "PLAYPROOF_SECRET" not in seen


def test_a_player_that_fails_is_quoted(run: Run) -> None:
    """An error exit is PlayerDied with the status, the last line and the log."""
    script = "import sys; print('so far so good'); sys.exit('the board has no exit')"
    with pytest.raises(PlayerDied, match=r"status 1: the board has no exit .*player\.log"):
        run(script)


def test_a_killed_player_has_died(run: Run) -> None:
    """A player killed from outside is PlayerDied too."""
    with pytest.raises(PlayerDied, match="status -9: no output"):
        run("import os; os.kill(os.getpid(), 9)")


def test_out_of_time_ends_the_whole_player(run: Run, mark: str) -> None:
    """A used-up budget is no error of ours: the player ends, with its children, within a bound."""
    began = time.monotonic()
    played = run(STUBBORN, budget_s=0.5)
    assert played.out_of_time
    assert played.seconds >= 0.5
    assert time.monotonic() - began < 20
    assert processes.marked(mark) == []


def test_a_broken_stage_ends_the_player(run: Run, mark: str) -> None:
    """When the display is gone the player is ended, and the stage's own error is raised."""
    looks = []

    def check_stage() -> None:
        looks.append(1)
        if len(looks) == 2:
            raise DisplayLost("gone")

    with pytest.raises(DisplayLost, match="gone"):
        run(STUBBORN, check_stage=check_stage)
    assert processes.marked(mark) == []


def test_the_stage_is_looked_at_once_more_at_the_end(run: Run) -> None:
    """A stage that broke makes a player's crash no fault of the player's."""

    def check_stage() -> None:
        raise DisplayLost("gone")

    with pytest.raises(DisplayLost):
        run("import sys; sys.exit(1)", check_stage=check_stage)


def test_the_null_player_does_nothing(tmp_path: Path) -> None:
    """`null` is a program that ends at once; the others are a process of ours."""
    assert players.command("suites.test_x", "null", 1) == ["true"]
    assert players.command("suites.test_x", "random", 17)[-3:] == ["suites.test_x", "random", "17"]
