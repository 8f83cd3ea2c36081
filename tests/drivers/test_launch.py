"""Starting a game in each sandbox, and ending all of it."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import psutil
import pytest

from drivers import processes
from drivers.errors import GameDied, LaunchFailed
from drivers.sandbox import Sandbox, best_sandbox
from drivers.screen import Screen
from tests.conftest import Eventually
from tests.drivers.conftest import TOY, Launcher, works

SEED = bytes(range(64))


def private_folders(mark: str) -> list[Path]:
    """Temporary folders of games with that mark."""
    return list(Path(tempfile.gettempdir()).glob(f"playproof-{mark}-*"))


def owner(launcher: Launcher) -> psutil.Process:
    """The toy's own process, by the pid this side of any namespace."""
    started = [sys.executable, str(TOY)]
    return next(p for p in processes.marked(launcher.mark) if p.cmdline()[:2] == started)


def test_a_game_starts_in_a_private_home(launcher: Launcher, sandbox: Sandbox) -> None:
    """Home, XDG folders and TMPDIR are new and its own; the settings are in a keyfile; no bus."""
    settings = {"org/gnome/Mines": {"xsize": "8", "mode": "'easy'"}, "org/gtk": {"a": "true"}}
    with launcher.toy(sandbox=sandbox, settings=settings) as game:
        (private,) = private_folders(launcher.mark)
        assert game.window is not None
        assert game.window.title == "Toy"
        game.check()
    seen, home = launcher.report(), private / "home"
    environment = seen["environment"]
    assert seen["cwd"] == environment["HOME"] == str(home)
    assert environment["XDG_CONFIG_HOME"] == str(home / ".config")
    assert environment["XDG_DATA_HOME"] == str(home / ".local/share")
    assert environment["XDG_CACHE_HOME"] == str(home / ".cache")
    assert environment["XDG_RUNTIME_DIR"] == str(private / "run")
    assert environment["TMPDIR"] == str(private / "tmp")
    assert seen["runtime_mode"] == "0o700"
    assert environment["GSETTINGS_BACKEND"] == "keyfile"
    assert environment["DBUS_SESSION_BUS_ADDRESS"] == "disabled:"
    assert seen["keyfile"] == ("[org/gnome/Mines]\nxsize=8\nmode='easy'\n\n[org/gtk]\na=true\n")


def test_nothing_of_our_environment_is_inherited(
    launcher: Launcher, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A variable of ours, a secret perhaps, does not reach the game."""
    monkeypatch.setenv("PLAYPROOF_SECRET", "42")
    with launcher.toy(sandbox=sandbox):
        assert "PLAYPROOF_SECRET" not in launcher.report()["environment"]


def test_randomness_is_the_seed(launcher: Launcher, sandbox: Sandbox) -> None:
    """Where the sandbox can seed, /dev/urandom reads as the seed; else the game is unseeded."""
    with launcher.toy(sandbox=sandbox, seed=SEED):
        same = launcher.report()["urandom"] == SEED[:32].hex()
        assert same is sandbox.seeds


def test_without_a_seed_randomness_is_the_kernels(launcher: Launcher, sandbox: Sandbox) -> None:
    """No seed, no binding."""
    with launcher.toy(sandbox=sandbox, seed=None):
        assert launcher.report()["urandom"] != SEED[:32].hex()


def test_the_window_is_the_games_own(launcher: Launcher, sandbox: Sandbox) -> None:
    """The window's owner is the toy's process, counted on this side of any pid namespace."""
    with launcher.toy(sandbox=sandbox) as game:
        assert game.window is not None
        assert game.window.pid == owner(launcher).pid
        assert game.window.pid in game.pids()


@pytest.fixture
def shut_in() -> Sandbox:
    """The sandbox that isolates."""
    if not works(Sandbox.BWRAP):
        pytest.skip("bwrap does not work on this machine")
    return Sandbox.BWRAP


def test_bubblewrap_lets_a_game_write_its_output_only(
    launcher: Launcher, shut_in: Sandbox, tmp_path: Path
) -> None:
    """Neither the system nor a neighbour's folder can be written, only the output."""
    witness = tmp_path / "witness"
    witness.mkdir()
    targets = [witness / "events.jsonl", tmp_path / "game.txt", Path("/usr/playproof-was-here")]
    targets.append(Path(sys.prefix, "playproof-was-here"))
    allowed = launcher.output / "own.txt"
    try:
        with launcher.toy("--try-write", *map(str, [*targets, allowed]), sandbox=shut_in):
            assert launcher.report()["written"] == [str(allowed)]
            assert allowed.read_text() == "written by a game"
            assert not any(target.exists() for target in targets)
    finally:
        for target in targets:
            target.unlink(missing_ok=True)


def test_bubblewrap_gives_no_network(launcher: Launcher, shut_in: Sandbox) -> None:
    """A server on this machine is out of reach inside, and within reach outside."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = ("--port", str(server.getsockname()[1]))
        with launcher.toy(*port, sandbox=shut_in):
            assert launcher.report()["connected"] is False
        with launcher.toy(*port, sandbox=Sandbox.NONE):
            assert launcher.report()["connected"] is True


def test_bubblewrap_hides_other_processes(launcher: Launcher, shut_in: Sandbox) -> None:
    """The game has pids of its own: ours mean nothing to it."""
    with launcher.toy(sandbox=shut_in):
        assert launcher.report()["pid"] != owner(launcher).pid


def test_a_game_that_ends_at_once_is_quoted(launcher: Launcher, sandbox: Sandbox) -> None:
    """An early end is told with its exit status and its own words, and nothing is left."""
    game = launcher.game("sh", "-c", "echo level.sok:1:1: no player >&2; exit 3", sandbox=sandbox)
    with pytest.raises(LaunchFailed, match=r"exit status 3.*level\.sok:1:1: no player"), game:
        pytest.fail("it started")
    assert private_folders(launcher.mark) == []


def test_a_missing_program_is_named(launcher: Launcher, sandbox: Sandbox) -> None:
    """A program that is not installed fails the launch, with its name."""
    game = launcher.game("gnome-nonsense", sandbox=sandbox)
    with pytest.raises(LaunchFailed, match="gnome-nonsense"), game:
        pytest.fail("it started")
    assert private_folders(launcher.mark) == []


def test_a_missing_sandbox_is_named(launcher: Launcher, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the sandbox's own program is gone, the launch says what cannot be started."""
    monkeypatch.setattr("drivers.launch.confine", lambda argv, **_: ["no-bwrap", "--", *argv])
    game = launcher.game("true", sandbox=Sandbox.BWRAP)
    with pytest.raises(LaunchFailed, match="cannot start no-bwrap: No such file"), game:
        pytest.fail("it started")
    assert private_folders(launcher.mark) == []


def test_a_game_without_a_window_is_given_up(
    launcher: Launcher, sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A program that shows no window of the title in time is ended, and its log named."""
    monkeypatch.setattr("drivers.launch.WINDOW_TIMEOUT_S", 0.1)
    game = launcher.game("sleep", "600", title="Mines", sandbox=sandbox)
    with pytest.raises(LaunchFailed, match=r"runs but no window titled 'Mines'.*game\.log"), game:
        pytest.fail("it started")
    assert processes.marked(launcher.mark) == []
    assert private_folders(launcher.mark) == []


def test_a_killed_game_has_died(
    launcher: Launcher, sandbox: Sandbox, eventually: Eventually
) -> None:
    """When the game's own process is killed, check says so and quotes its last words."""
    with launcher.toy(sandbox=sandbox) as game:
        game.check()
        owner(launcher).kill()

        def dead() -> bool:
            try:
                game.check()
            except GameDied:
                return True
            return False

        eventually(dead)
        with pytest.raises(GameDied, match="the toy has started"):
            game.check()
    assert processes.marked(launcher.mark) == []


@pytest.mark.parametrize(
    ("sent", "killed"),
    [
        (signal.SIGKILL, True),
        (signal.SIGTERM, True),
        (signal.SIGSEGV, False),
        (signal.SIGABRT, False),
        (signal.SIGTRAP, False),
    ],
)
def test_a_crash_is_told_from_a_kill(
    launcher: Launcher, sandbox: Sandbox, sent: signal.Signals, killed: bool
) -> None:
    """A game crashes by itself, or by what its player does; only others kill it."""
    with launcher.toy(sandbox=sandbox) as game:
        assert not game.was_killed
        owner(launcher).send_signal(sent)
        assert game.ended(within_s=20)
        assert game.was_killed == killed
        with pytest.raises(GameDied):
            game.check()


def test_closing_ends_the_whole_tree(launcher: Launcher, sandbox: Sandbox) -> None:
    """Processes that ignore SIGTERM, one in a session of its own, are gone soon, as is the home."""
    with launcher.toy("--stubborn", sandbox=sandbox) as game:
        assert len(processes.marked(launcher.mark)) >= 2
        assert len(private_folders(launcher.mark)) == 1
        began = time.monotonic()
    assert time.monotonic() - began < 8
    assert processes.marked(launcher.mark) == []
    assert private_folders(launcher.mark) == []
    assert game.pids() == set()
    game.close()


def test_a_game_never_entered_leaves_nothing(launcher: Launcher) -> None:
    """Closing what was not started is fine, twice too."""
    game = launcher.toy()
    assert game.pids() == set()
    game.close()
    game.close()
    assert private_folders(launcher.mark) == []


def test_the_game_dies_with_the_harness(
    screen: Screen, launcher: Launcher, sandbox: Sandbox, eventually: Eventually
) -> None:
    """A harness that is killed outright takes its game with it."""
    script = f"""
import signal
from drivers.launch import Game, Program
from drivers.sandbox import Sandbox
from drivers.screen import Screen
from pathlib import Path
output = Path({str(launcher.output)!r})
with Game(
    Program(argv=({sys.executable!r}, {str(TOY)!r}, "Toy", str(output)), title="Toy"),
    screen=Screen({screen.name!r}),
    sandbox=Sandbox({sandbox.value!r}),
    seed=b"s" * 64,
    output=output,
    log=output / "game.log",
    mark={launcher.mark!r},
):
    print("playing", flush=True)
    signal.pause()
"""
    harness = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE)
    with harness:
        assert harness.stdout is not None
        assert harness.stdout.readline() == b"playing\n"
        assert processes.marked(launcher.mark)
        os.kill(harness.pid, signal.SIGKILL)
    eventually(lambda: not processes.marked(launcher.mark))
    for folder in private_folders(launcher.mark):  # nobody was left to remove it
        shutil.rmtree(folder)


@pytest.mark.parametrize("refused", [(), ("bwrap",), ("bwrap", "proot")], ids=lambda r: str(len(r)))
def test_a_sandbox_that_is_refused_is_passed_over(
    refused: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Containers refuse namespaces, some ptrace too: then the next best that works is chosen."""
    for name in refused:
        (tmp_path / name).write_text("#!/bin/sh\necho 'Operation not permitted' >&2\nexit 1\n")
        (tmp_path / name).chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    left = [s for s in Sandbox if s.value not in refused and works(s)]
    assert best_sandbox.__wrapped__() is left[0]


def test_the_best_sandbox_is_one_that_works() -> None:
    """What is chosen works here, and nothing better does."""
    best = best_sandbox()
    assert works(best)
    better = list(Sandbox)[: list(Sandbox).index(best)]
    assert not any(works(sandbox) for sandbox in better)
