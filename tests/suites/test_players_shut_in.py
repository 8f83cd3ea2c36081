"""What a player from outside can reach: each way is tried from inside."""

import errno
import json
import os
import socket
import struct
import subprocess
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from suites.folders import GIVEN, REPOSITORY
from tests.suites.conftest import DISPLAY, SEED, Stage

ROOT_ONLY = pytest.mark.skipif(os.geteuid() != 0, reason="only root can give it another user")


def test_it_finds_its_places_and_knows_no_other(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The environment is the documented one, whole: nothing of ours, nothing of the user's."""
    monkeypatch.setenv("PLAYPROOF_SECRET", "42")
    monkeypatch.setenv("PYTHONPATH", "/somewhere")
    stage.run("import json, os; print(json.dumps(dict(os.environ))); print(os.getcwd())")
    environment, folder = stage.said()
    found = json.loads(environment)
    assert float(found.pop("DEADLINE")) > 0
    found.pop("LC_CTYPE", None)  # Python's own
    found.pop("PWD", None)
    assert found == {
        "DISPLAY": DISPLAY,
        "XAUTHORITY": "/run/xauthority",
        "WORKSPACE": "/workspace",
        "GAME_OUTPUT": "/game",
        "PROMPT": "/workspace/prompt.md",
        "HOME": "/home",
        "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/games",
        "LANG": "C.UTF-8",
    }
    assert folder == "/workspace"


def test_the_prompt_names_the_players_own_paths(stage: Stage) -> None:
    """`{workspace}` is replaced, other braces are not; the run keeps what the player was told."""
    stage.run("import os; print(open(os.environ['PROMPT']).read(), end='')")
    assert stage.said() == ["Deliver into /workspace/results, $HOME {x}."]
    assert (stage.workspace / "prompt.md").read_text() == stage.log.read_text()


def test_no_path_inside_tells_the_seed(stage: Stage) -> None:
    """Not the mounts, no command line, no environment, no link of /proc."""
    stage.run(
        "import glob, os\n"
        "for path in ['/proc/self/mountinfo', '/proc/self/mounts', *glob.glob('/proc/*/cmdline'),\n"
        "             *glob.glob('/proc/*/environ'), *glob.glob('/proc/*/maps')]:\n"
        "    try: print(path, open(path, errors='replace').read())\n"
        "    except OSError: pass\n"
        "for path in glob.glob('/proc/*/cwd') + glob.glob('/proc/*/fd/*'):\n"
        "    try: print(path, os.readlink(path))\n"
        "    except OSError: pass\n"
    )
    told = stage.log.read_text()
    assert "/workspace" in told
    assert ".playing-0" in told  # so this is where a seed would be
    assert str(SEED) not in told


def test_our_folders_are_not_there(stage: Stage, tmp_path: Path) -> None:
    """Neither repository nor thresholds nor run, nor the witness; no other user's home."""
    places = [REPOSITORY / "suites", GIVEN, stage.item, stage.item.resolve() / "witness", tmp_path]
    places = [*places, Path.home() / ".ssh", Path("/var"), Path("/mnt"), Path("/srv"), Path("/sys")]
    stage.run(
        "import os, sys\n"
        "for path in sys.argv[1:]:\n"
        "    print(sorted(os.listdir(path)) if os.path.isdir(path) else None)\n",
        *map(str, places),
    )
    # the folder of its own code lies in tmp_path, so that is there, with nothing else in it
    assert stage.said() == [*["None"] * 4, "['agent']", *["None"] * 5]


def test_it_writes_where_it_may_and_nowhere_else(stage: Stage) -> None:
    """Its workspace but for what it was given, its home, /tmp, /dev/shm; and it is kept."""
    stage.run(
        "import os\n"
        "for path in ['/', '/usr', '/etc', '/dev', '/run', '/proc', '/game',\n"
        "             '/workspace/exec', os.path.dirname(__file__), '/workspace',\n"
        "             '/workspace/results', os.environ['HOME'], '/tmp', '/dev/shm']:\n"
        "    try: open(path + '/mine', 'w').write('mine'); print(path)\n"
        "    except OSError: pass\n"
        "for path in ['/workspace/exec/rules.md', '/workspace/prompt.md', '/game/log']:\n"
        "    for change in (os.unlink, lambda p: open(p, 'a'), lambda p: os.rename(p, '/tmp/x')):\n"
        "        try: change(path); print('changed', path)\n"
        "        except OSError: pass\n"
    )
    places = ["/workspace", "/workspace/results", "/home", "/tmp", "/dev/shm"]  # noqa: S108
    assert stage.said() == places
    assert (stage.workspace / "results/mine").read_text() == "mine"


def test_its_home_is_empty(stage: Stage) -> None:
    """So is /tmp, but for what is bound there."""
    stage.run(
        "import os\n"
        "print(os.listdir(os.environ['HOME']), os.listdir('/dev/shm'), os.listdir('/run'))\n"
    )
    assert stage.said() == ["[] [] ['xauthority']"]


@pytest.fixture
def server() -> Iterator[int]:
    """A port of this machine where somebody answers."""
    with closing(socket.create_server(("127.0.0.1", 0))) as server:

        def answer() -> None:
            try:
                while True:
                    server.accept()[0].close()
            except OSError:
                return

        thread = threading.Thread(target=answer, daemon=True)
        thread.start()
        yield int(server.getsockname()[1])
        server.shutdown(socket.SHUT_RDWR)
        thread.join(5)


CONNECT = """
import socket, sys
try: socket.create_connection(("127.0.0.1", int(sys.argv[1])), 5); print("answered")
except OSError as error: print(error.errno)
"""


def test_there_is_no_network_unless_it_is_given(stage: Stage, server: int) -> None:
    """A server of this machine is out of reach; with the network it answers."""
    stage.run(CONNECT, str(server))
    assert stage.said() == [str(errno.ECONNREFUSED)]
    stage.run(CONNECT, str(server), network=True)
    assert stage.said() == ["answered"]


def test_abstract_sockets_are_out_of_reach(stage: Stage) -> None:
    """A desktop's bus and the X servers of others listen there."""
    name = f"\0playproof-{stage.mark}"
    with closing(socket.socket(socket.AF_UNIX)) as server:
        server.bind(name)
        server.listen()
        stage.run(
            "import socket, sys\n"
            "try: socket.socket(socket.AF_UNIX).connect('\\0' + sys.argv[1]); print('answered')\n"
            "except OSError as error: print(error.errno)\n",
            name[1:],
        )
    assert stage.said() == [str(errno.ECONNREFUSED)]


def test_it_sees_no_process_but_its_own(stage: Stage) -> None:
    """Neither by /proc nor to trace it."""
    stage.run(
        "import ctypes, os, sys\n"
        "print(max(int(p) for p in os.listdir('/proc') if p.isdigit()) < 100)\n"
        "pid = int(sys.argv[1])\n"
        "print(ctypes.CDLL(None).ptrace(16, pid, 0, 0), os.path.exists(f'/proc/{pid}/status'))\n",
        str(os.getpid()),
    )
    assert stage.said() == ["True", "-1 False"]


@ROOT_ONLY
def test_what_holds_it_cannot_be_looked_into(stage: Stage) -> None:
    """The first process of its own namespace is still another user's: no trace, no memory."""
    stage.run(
        "import ctypes, os\n"
        "print(ctypes.CDLL(None).ptrace(16, 1, 0, 0))\n"
        "for what in ('environ', 'mem', 'root', 'fd', 'cwd'):\n"
        "    try: os.open(f'/proc/1/{what}', os.O_RDONLY); print('opened', what)\n"
        "    except OSError: pass\n"
        "try: os.kill(1, 9); print('killed')\n"
        "except OSError: pass\n"
    )
    assert stage.said() == ["-1"]


@ROOT_ONLY
def test_it_is_another_user_without_any_right(stage: Stage) -> None:
    """Not root, no capability, none to be won by a setuid program; what it wrote is ours after."""
    stage.run(
        "import os\n"
        "open('/workspace/results/a', 'w').close(); os.chmod('/workspace/results/a', 0)\n"
        "os.mkdir('/workspace/results/d'); open('/workspace/results/d/b', 'w').close()\n"
        "os.chmod('/workspace/results/d', 0)\n"
        "print(os.getuid(), os.getgroups())\n"
        "print(*(l.split()[1] for l in open('/proc/self/status')\n"
        "        if l.split(':')[0] in ('CapPrm', 'CapEff', 'CapAmb', 'NoNewPrivs')))\n"
        "try: open('/etc/shadow').read(); print('read')\n"
        "except OSError: pass\n"
    )
    assert stage.said() == ["62007 []", f"{'0' * 16} {'0' * 16} {'0' * 16} 1"]
    for path in (stage.workspace, *stage.workspace.rglob("*")):
        assert path.stat().st_uid == os.geteuid()
    assert (stage.workspace / "results/d/b").stat().st_mode & 0o777 == 0o644
    assert (stage.workspace / "results/a").stat().st_mode & 0o777 == 0o600


def test_shared_memory_of_others_is_not_there(stage: Stage) -> None:
    """It has an ipc namespace of its own."""
    made = subprocess.run(["ipcmk", "-M", "4096"], capture_output=True, text=True, check=True)
    number = made.stdout.split()[-1]
    try:
        stage.run("print(open('/proc/sysvipc/shm').read().count('\\n'))")
    finally:
        subprocess.run(["ipcrm", "-m", number], check=True)
    assert stage.said() == ["1"]  # the table's head


def cookie(number: str, secret: bytes) -> bytes:
    """An entry of an authority file."""
    fields = (b"host", number.encode(), b"MIT-MAGIC-COOKIE-1", secret)
    return struct.pack(">H", 256) + b"".join(struct.pack(">H", len(f)) + f for f in fields)


def test_it_has_the_cookie_of_its_own_display_alone(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Others in the same file, before and behind it, are left out."""
    authority = tmp_path / "authority"
    own = cookie("7", b"B" * 16)
    authority.write_bytes(cookie("6", b"A" * 16) + own + cookie("77", b"C" * 16))
    monkeypatch.setenv("XAUTHORITY", str(authority))
    stage.run("import os; print(open(os.environ['XAUTHORITY'], 'rb').read().hex())")
    assert stage.said() == [own.hex()]


def test_what_it_leaves_running_is_gone(stage: Stage) -> None:
    """A child that left its session outlives nothing; its name is looked for from outside."""
    name = f"left-{stage.mark}"
    stage.run(
        "import subprocess, sys\n"
        f"subprocess.Popen([sys.executable, '-c', 'import signal; signal.pause()', {name!r}],\n"
        "                 start_new_session=True)\n"
    )
    alive = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert name not in alive.stdout


def test_not_shut_in_it_sees_all_but_leaves_nothing(stage: Stage) -> None:
    """`--unsandboxed-player`: real paths, a home of its own; leftovers are ended all the same."""
    name = f"left-{stage.mark}"
    stage.run(
        "import os, subprocess, sys\n"
        "print(os.environ['WORKSPACE'], os.listdir(os.environ['HOME']))\n"
        f"subprocess.Popen([sys.executable, '-c', 'import signal; signal.pause()', {name!r}],\n"
        "                 start_new_session=True, stdout=subprocess.DEVNULL)\n",
        shut_in=False,
    )
    assert stage.said() == [f"{stage.workspace.resolve()} []"]
    alive = subprocess.run(["ps", "-eo", "args"], capture_output=True, text=True, check=True)
    assert name not in alive.stdout
