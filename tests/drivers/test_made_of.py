"""What /proc tells of a process, and of others that run the same program."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest

from drivers.made_of import instances, made_of, name_of, settings_in

READY = "print(flush=True); input()"

Start = Callable[..., int]


@pytest.fixture
def start() -> Iterator[Start]:
    """Starts programs that print a line once they are ready; they are ended with the test."""
    started: list[subprocess.Popen[bytes]] = []

    def start(*argv: str, executable: str | None = None, display: str = ":77") -> int:
        program = subprocess.Popen(
            argv,
            executable=executable,
            env={"DISPLAY": display, "LD_DEBUG_OUTPUT": "/nowhere", "HOME": "/nowhere"},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        started.append(program)
        assert program.stdout is not None
        assert program.stdout.readline()
        return program.pid

    yield start
    for program in started:
        program.kill()
        program.communicate()


def test_what_a_process_is_made_of(start: Start, tmp_path: Path) -> None:
    """Its own open files and the variables that matter; no pipes, no anonymous memory."""
    opened = tmp_path / "opened"
    code = f"import os; f = open({str(opened)!r}, 'w'); m = os.memfd_create('x'); {READY}"
    made = made_of(start(sys.executable, "-c", code))
    assert [path for path in made["open"] if not path.startswith("/dev/")] == [str(opened)]
    assert made["environment"] == {"LD_DEBUG_OUTPUT": "/nowhere"}
    assert made["cmdline"][:2] == [sys.executable, "-c"]
    assert os.path.realpath(sys.executable) == made["exe"]
    assert made["tracer"] == ""


def test_who_traces_it(start: Start) -> None:
    """A process that lets its parent trace it: that is we."""
    code = f"import ctypes; assert ctypes.CDLL(None).ptrace(0, 0, 0, 0) == 0; {READY}"
    assert made_of(start(sys.executable, "-c", code))["tracer"] == os.path.realpath(sys.executable)


def test_a_process_that_has_ended() -> None:
    """Whoever asks is told so."""
    ended = subprocess.Popen(["true"])
    ended.wait()
    with pytest.raises(psutil.NoSuchProcess):
        made_of(ended.pid)


def test_settings(tmp_path: Path) -> None:
    """Groups and keys of a keyfile, values as they stand; a missing file has none."""
    keyfile = tmp_path / "keyfile"
    keyfile.write_text("[org/gnome/X]\ntheme='a=b'\nsize = 3\n\n# no\n[org/gnome/Y]\nz=1\n")
    expected = {"org/gnome/X/theme": "'a=b'", "org/gnome/X/size": "3", "org/gnome/Y/z": "1"}
    assert settings_in(keyfile) == expected
    assert settings_in(tmp_path / "none") == {}


@pytest.mark.parametrize(
    ("argv", "name"),
    [
        (["/usr/games/quadrapassel"], "quadrapassel"),
        (["/x/python3.11", "-P", "/y/sokoban_game.py", "--level"], "sokoban_game.py"),
        (["python", "/y/games/anagramarama"], "anagramarama"),
        (["python3"], ""),
        ([], ""),
    ],
)
def test_what_a_command_line_runs(argv: list[str], name: str) -> None:
    """A program, or one of Python's."""
    assert name_of(argv) == name


def test_other_instances(start: Start, tmp_path: Path) -> None:
    """By the name of their file or their script, on this display or behind its gate."""
    script = tmp_path / "made_of_game.py"
    script.write_text(READY)
    here = start(sys.executable, str(script), "x" * 3000)
    behind = start(sys.executable, "-P", str(script), display=":1077.0")
    start(sys.executable, str(script), display=":78")
    start(sys.executable, "-c", READY)
    found = instances("made_of_game.py", display=":77", besides=set())
    assert {other["pid"] for other in found} == {here, behind}
    assert max(len(part) for other in found for part in other["cmdline"]) == 1000
    (left,) = instances("made_of_game.py", display="unix:77", besides={here})
    assert left["pid"] == behind


def test_a_program_under_another_name(start: Start, tmp_path: Path) -> None:
    """What it calls itself does not matter."""
    program = tmp_path / "made_of_program"
    shutil.copy("/bin/sh", program)
    pid = start("innocent", "-c", "echo; read line", executable=str(program))
    found = instances("made_of_program", display=":77", besides=set())
    assert [(other["pid"], other["cmdline"][0]) for other in found] == [(pid, "innocent")]
