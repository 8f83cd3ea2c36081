"""Players that try to get out of the way of their end, of their limits or of their status."""

import time

import pytest

from drivers import processes
from tests.suites.conftest import Stage


@pytest.mark.parametrize(
    ("script", "failure"),
    [
        ("import os; os.kill(os.getpid(), 19)", "the player's 1 s ran out"),
        ("import os; os.closerange(0, 3); os.kill(os.getpid(), 19)", "the player's 1 s ran out"),
        ("import os; os.closerange(0, 3)", ""),
        ("import atexit, os; atexit.register(os._exit, 0); 1 / 0", ""),
        ("import os; os._exit(256)", ""),
        ("import os; os._exit(-1)", "the player ended with status 255: no output"),
        ("import os; os._exit(127)", "the player ended with status 127: no output"),
        ("import os; os.killpg(0, 9)", "the player ended with status 137: no output"),
        ("import os; os.abort()", "the player ended with status 134: no output"),
        ("import sys; sys.stdout.write('x' * 10**6); sys.exit(1)", "x" * 400),
    ],
)
def test_every_end_has_a_name(stage: Stage, script: str, failure: str) -> None:
    """Stopped, mute or killed by itself: it ends in time, and for a reason that is its own."""
    began = time.monotonic()
    played = stage.run(script, budget_s=1.0 if "19" in script else 30)
    assert played.failure.endswith(failure)
    assert bool(played.failure) == bool(failure)
    assert time.monotonic() - began < 25
    assert not processes.marked(stage.mark)


def test_a_child_that_holds_the_output_holds_up_nobody(stage: Stage) -> None:
    """The play ends with the player; a child that is left is gone before the folder is sealed."""
    began = time.monotonic()
    played = stage.run(
        "import os, signal, time\n"
        "for _ in range(3):\n"
        "    if not os.fork():\n"
        "        os.setsid()\n"
        "        for number in (1, 2, 15): signal.signal(number, signal.SIG_IGN)\n"
        "        while True:\n"
        "            print('still here', flush=True); open('results/late', 'a').write('x')\n"
        "time.sleep(0.2)\n"
    )
    assert played.failure == ""
    assert time.monotonic() - began < 25
    size = (stage.workspace / "results/late").stat().st_size
    assert size > 0
    time.sleep(0.3)
    assert (stage.workspace / "results/late").stat().st_size == size


def test_rights_that_it_gives_its_files_are_taken_back(stage: Stage) -> None:
    """No program of its own runs as root afterwards, and what it shut can be read."""
    played = stage.run(
        "import os\n"
        "for mode in (0o6777, 0o000, 0o1000):\n"
        "    name = f'results/{mode:o}'\n"
        "    open(name, 'w').close(); os.chmod(name, mode)\n"
        "os.mkdir('results/shut'); open('results/shut/x', 'w').close()\n"
        "os.chmod('results/shut', 0)\n"
        "os.chmod('results', 0o7000); os.chmod('.', 0o000)\n"
    )
    assert played.failure == ""
    modes = {path.name: path.stat().st_mode & 0o7777 for path in stage.workspace.rglob("*")}
    assert {name: modes[name] for name in ("6777", "0", "1000")} == {
        "6777": 0o777,
        "0": 0o600,
        "1000": 0o600,
    }
    assert modes["results"] == modes["shut"] == 0o700
    assert "x" in modes
