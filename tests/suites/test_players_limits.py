"""Players from outside that crash, hang or take too much: unsolved with the reason, never more."""

import os
import time
from collections.abc import Callable
from dataclasses import replace

import pytest

from drivers import processes
from drivers.limits import LIMITS, MIB, Limits
from drivers.pump import KEPT
from tests.suites.conftest import Stage

SetLimits = Callable[[Limits], None]

SHUT_IN = pytest.mark.parametrize("shut_in", [True, False])


@SHUT_IN
@pytest.mark.parametrize(
    ("script", "said"),
    [
        (
            "import sys; print('so far so good'); sys.exit('the board has no exit')",
            "the player ended with status 1: the board has no exit",
        ),
        ("import sys; sys.exit(70)", "the player ended with status 70: no output"),
        ("1 / 0", "the player ended with status 1: ZeroDivisionError: division by zero"),
    ],
)
def test_a_player_that_crashes_is_quoted(
    stage: Stage, script: str, said: str, *, shut_in: bool
) -> None:
    """It is no error of the harness: the play is over, and the reason is the player's."""
    played = stage.run(script, shut_in=shut_in)
    assert (played.failure, played.cut_short) == (said, said)


def test_a_player_that_is_killed(stage: Stage) -> None:
    """By itself, or by the kernel for its memory: the status says so."""
    played = stage.run("import os; os.kill(os.getpid(), 9)")
    assert played.failure == "the player ended with status 137: no output"


def test_a_player_that_ends_has_not_failed(stage: Stage) -> None:
    """Status 0 is a finished play."""
    played = stage.run("print('done')")
    assert (played.failure, played.cut_short) == ("", "")


def test_a_player_that_does_not_end(stage: Stage) -> None:
    """Its time is its budget, whatever it does about signals."""
    began = time.monotonic()
    played = stage.run(
        "import signal\n"
        "for number in (1, 2, 15): signal.signal(number, signal.SIG_IGN)\n"
        "while True: signal.pause()\n",
        budget_s=0.5,
    )
    assert played.failure == played.cut_short == "the player's 0.5 s ran out"
    assert 0.5 <= played.seconds < 5
    assert time.monotonic() - began < 10


def test_a_game_that_was_closed_is_no_failure_of_the_players_process(stage: Stage) -> None:
    """What the stage says ends the play; that the player is ended then is ours."""
    played = stage.run("import signal; signal.pause()", stage_is_over=lambda _: "it was closed")
    assert (played.failure, played.cut_short) == ("", "it was closed")


FORK = """
import os, signal
while True:
    try:
        if not os.fork():
            signal.signal(15, signal.SIG_IGN)
    except OSError: pass
"""


@SHUT_IN
def test_a_fork_bomb(stage: Stage, limits: SetLimits, *, shut_in: bool) -> None:
    """It is ended as it grows, and nothing of it is left."""
    limits(replace(LIMITS, processes=20, threads=60))
    if not shut_in:  # the kernel does not count for root
        script = FORK.replace("while True", "for _ in range(5)") + "signal.pause()"
    else:
        script = FORK
    played = stage.run(script, shut_in=shut_in)
    assert played.failure == "the player ran more than 20 processes at once"
    assert processes.marked(f"{stage.mark}-player") == []


def test_the_kernel_bounds_threads(stage: Stage, limits: SetLimits) -> None:
    """More than the limit cannot be started, which is the player's own affair."""
    limits(replace(LIMITS, threads=30))
    played = stage.run(
        "import threading\n"
        "gate, started = threading.Event(), []\n"
        "try:\n"
        "    for _ in range(100):\n"
        "        started.append(threading.Thread(target=gate.wait)); started[-1].start()\n"
        "except RuntimeError: pass\n"
        "print(len(started)); gate.set()\n"
    )
    assert played.failure == ""
    assert 20 <= int(stage.said()[0]) <= 30


def test_a_memory_hog_alone(stage: Stage, limits: SetLimits) -> None:
    """One process cannot allocate more than all may use."""
    limits(replace(LIMITS, memory=200 * MIB))
    played = stage.run("x = bytearray(500 << 20)")
    assert played.failure == "the player ended with status 1: MemoryError"


def test_memory_hogs_together(stage: Stage, limits: SetLimits) -> None:
    """What each may have is too much in sum; memory that they share counts once."""
    limits(replace(LIMITS, memory=200 * MIB))
    hog = (
        "import os, signal, sys\n"
        "shared = b'x' * (100 << 20)\n"
        "for _ in range(4):\n"
        "    if not os.fork():\n"
        "        own = b'x' * (int(sys.argv[1]) << 20); signal.alarm(3); signal.pause()\n"
        "for _ in range(4): os.wait()\n"
    )
    assert stage.run(hog, "1").failure == ""
    assert stage.run(hog, "60").failure == "the player used more than 200 MiB of memory"


def test_memory_that_only_a_handle_holds(stage: Stage, limits: SetLimits) -> None:
    """Files that are in no folder and mapped by nobody."""
    limits(replace(LIMITS, memory=200 * MIB))
    hog = (
        "import os, signal, sys\n"
        "for n in range(int(sys.argv[1])):\n"
        "    os.write(os.memfd_create(f'{n}'), b'x' * (20 << 20))\n"
        "signal.alarm(3); signal.pause()\n"
    )
    assert stage.run(hog, "5").failure == "the player ended with status 142: no output"
    assert stage.run(hog, "12").failure == "the player used more than 200 MiB of memory"


@pytest.mark.parametrize(
    ("script", "said"),
    [
        (
            "n = 0\nwhile True:\n    n += 1; open(f'results/{n}', 'wb').write(b'x' * (1 << 20))\n",
            "the player wrote more than 20 MiB to its folder",
        ),
        (
            "import os\n"
            "files = []\n"
            "while True:\n"
            "    if len(files) == 60: continue\n"
            "    files.append(open('results/gone', 'wb')); os.unlink('results/gone')\n"
            "    files[-1].write(b'x' * (1 << 20)); files[-1].flush()\n",
            "the player wrote more than 20 MiB to its folder",
        ),
        (
            "import ctypes, os\n"
            "libc, n = ctypes.CDLL(None, use_errno=True), 0\n"
            "while True:\n"
            "    if n == 40: continue\n"
            "    f = open('results/gone', 'w+b'); os.unlink('results/gone')\n"
            "    f.write(b'x' * 4096); f.flush()\n"
            "    libc.mmap(None, 4096, 3, 1, f.fileno(), 0); n += 1; f.close()\n",
            "the player wrote more than 20 MiB to its folder",
        ),
        (
            "import os\n"
            "n = 0\n"
            "while True: n += n < 3000; os.symlink('x', f'/tmp/{n}') if n < 3000 else None\n",
            "the player made more than 1000 files in /tmp",
        ),
        (
            "import os\n"
            "os.makedirs('results/deep/er'); n = 0\n"
            "while n < 3000: n += 1; os.symlink('x', f'results/deep/er/{n}')\n"
            "while True: pass\n",
            "the player made more than 1000 files",
        ),
    ],
)
def test_a_full_workspace(stage: Stage, limits: SetLimits, script: str, said: str) -> None:
    """Bytes, bytes of files that have no name any more, and names; names in RAM too."""
    limits(replace(LIMITS, disk=20 * MIB, file=2 * MIB, files=1000, scratch_files=1000))
    assert stage.run(script).failure == said


NESTED = "the player nested folders more than 64 deep, or made paths of more than 1024 bytes"


@pytest.mark.parametrize(
    ("name", "levels", "failure"),
    [("d", 60, ""), ("d", 1500, NESTED), ("n" * 250, 40, NESTED), ("n" * 250, 3, "")],
)
def test_folders_in_each_other(stage: Stage, name: str, levels: int, failure: str) -> None:
    """What is nested deeper than anybody can look is refused and taken away, the rest stays."""
    played = stage.run(
        "import os, sys\n"
        "open('results/summary.md', 'w').close()\n"
        "for _ in range(int(sys.argv[2])): os.mkdir(sys.argv[1]); os.chdir(sys.argv[1])\n"
        "open('hidden', 'wb').write(b'x' * 1000)\n",
        name,
        str(levels),
    )
    assert played.failure == failure
    assert (stage.workspace / "results/summary.md").exists()
    found = list(os.walk(stage.workspace))  # neither too deep for Python nor for the kernel
    assert any("hidden" in files for _, _, files in found) == (failure == "")


def test_what_is_left_at_the_end_is_looked_at(stage: Stage, limits: SetLimits) -> None:
    """A player that ends before anybody looked has broken a limit all the same."""
    limits(replace(LIMITS, files=500, disk=20 * MIB))
    assert stage.run("open('x', 'wb').write(b'x' * (30 << 20))").failure == (
        "the player wrote more than 20 MiB to its folder"
    )
    many = "import os; os.unlink('x')\nfor n in range(1000): os.symlink('x', f'results/{n}')\n"
    played = stage.run(many + "os.mkdir('late')\n")
    assert played.failure == "the player made more than 500 files"
    # prompt.md, exec, exec/rules.md and results are among them
    assert sum(len(folders + files) for _, folders, files in os.walk(stage.workspace)) == 500


def test_a_players_last_words_move_no_cursor(stage: Stage) -> None:
    """They are part of a reason, which is shown in terminals."""
    words = "\\x1b[2J\\x1b]0;title\\x07\\u202esolved\\u200b"
    played = stage.run(f"import sys; print('{words}'); sys.exit(1)")
    assert played.failure == (
        "the player ended with status 1: \ufffd[2J\ufffd]0;title\ufffd\ufffdsolved\ufffd"
    )


def test_a_file_that_is_too_long(stage: Stage, limits: SetLimits) -> None:
    """A hole counts too, so that nothing looks larger than it may."""
    limits(replace(LIMITS, file=MIB))
    script = "import os; f = open('results/f', 'wb'); os.truncate(f.fileno(), 2 << 20)"
    assert stage.run(script).failure.endswith("status 1: OSError: [Errno 27] File too large")
    assert (stage.workspace / "results/f").stat().st_size <= MIB


@pytest.mark.parametrize("place", ["/tmp", "/dev/shm", "/home"])  # noqa: S108
def test_full_scratch_places_are_full(stage: Stage, limits: SetLimits, place: str) -> None:
    """They are bounded, and what does not fit is the player's to see to."""
    limits(replace(LIMITS, scratch=4 * MIB))
    played = stage.run(
        "import sys\n"
        "try:\n"
        "    with open(sys.argv[1] + '/f', 'wb') as f:\n"
        "        while True: f.write(b'x' * 65536)\n"
        "except OSError as error: print(error.strerror)\n",
        place,
    )
    assert played.failure == ""
    assert stage.said() == ["No space left on device"]


@SHUT_IN
def test_of_a_flood_of_output_the_ends_are_kept(stage: Stage, *, shut_in: bool) -> None:
    """The beginning, the end, and how much there was between them."""
    size = 3 * KEPT
    played = stage.run(
        f"import sys; sys.stdout.write('begin' + 'x' * {size - 8} + 'end')", shut_in=shut_in
    )
    assert played.failure == ""
    log = stage.log.read_bytes()
    assert log.startswith(b"beginxxx")
    assert log.endswith(b"xxxend")
    left_out = int(log.split(b"[... ")[1].split(b" ")[0])
    marker = b"\n[... %d bytes are left out ...]\n" % left_out
    assert len(log) == size - left_out + len(marker)
    assert KEPT / 2 < left_out <= KEPT


def test_a_flood_without_end(stage: Stage, limits: SetLimits) -> None:
    """Who prints for ever is ended."""
    limits(replace(LIMITS, output=64 * MIB))
    played = stage.run("while True: print('x' * 100000)")
    assert played.failure == "the player printed more than 64 MiB"
    assert stage.log.stat().st_size < 3 * KEPT
