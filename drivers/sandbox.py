"""How far a program can be shut in here, and the command line that does it."""

import enum
import functools
import os
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from drivers import processes
from drivers.limits import LIMITS, Limits, held

SEED_DEVICE = "/dev/urandom"
"""GLib's generator, and with it every GNOME game's, reads its first 16 bytes."""


TMP = Path("/tmp")  # noqa: S108  (a mount point inside the sandbox, empty there)
RUN = Path("/run")
"""Where a desktop's services listen: its bus, its sound, its keyring."""

HOME = Path("/home")
"""An outsider's home inside the sandbox."""

SCRATCH = (TMP, HOME, Path("/dev/shm"))  # noqa: S108
"""An outsider's own places, empty at first, in RAM."""

SYSTEM = ("/usr", "/etc", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/libx32", "/opt")

LOOK = """for path in "$@"; do
    [ -r "$path" ] || { echo "user $(id -u) may not read $path"; exit 1; }
done"""

FIRST_UID, UIDS = 62_000, 3_000
"""Numbers that Debian gives to nobody (policy 9.2), and systemd to no service."""


class Sandbox(enum.Enum):
    """How far a game can be shut in on this machine, best first."""

    BWRAP = "bwrap"
    """Namespaces: read-only system, no network, own pids, seeded."""
    PROOT = "proot"
    """Seeded by ptrace, isolates nothing: for containers that refuse namespaces."""
    NONE = "none"
    """Neither: the game runs unseeded in a private home."""

    @property
    def seeds(self) -> bool:
        """Whether a game started in it reads our seed instead of the kernel's randomness."""
        return self is not Sandbox.NONE


@functools.cache
def best_sandbox() -> Sandbox:
    """The best sandbox that really works here: tried by starting `head` on a seeded device."""
    with tempfile.TemporaryDirectory(prefix="playproof-probe-") as folder:
        seed, home = Path(folder, "seed"), Path(folder, "home")
        seed.write_bytes(b"playproof probe!")
        home.mkdir()
        for sandbox in (Sandbox.BWRAP, Sandbox.PROOT):
            argv = confine(
                ["head", "-c", "16", SEED_DEVICE], sandbox=sandbox, seed=seed, writable=[home]
            )
            try:
                run = subprocess.run(argv, capture_output=True, timeout=10, check=False)
            except (OSError, subprocess.TimeoutExpired):
                continue
            if run.returncode == 0 and run.stdout == seed.read_bytes():
                return sandbox
    return Sandbox.NONE


def confine(
    argv: list[str], *, sandbox: Sandbox, seed: Path | None, writable: list[Path]
) -> list[str]:
    """`argv` in `sandbox`, reading `seed` as SEED_DEVICE and writing `writable` only (bwrap)."""
    if sandbox is Sandbox.BWRAP:
        binds = [part for path in writable for part in ("--bind", str(path), str(path))]
        seeded = ["--ro-bind", str(seed), SEED_DEVICE] if seed else []
        return [*_read_only_system(), *binds, *seeded, "--", *argv]
    argv = processes.tied_to_us(argv)
    if sandbox is Sandbox.PROOT and seed:
        # no --kill-on-exit: Debian 12's proot (5.1) does not know it
        return processes.tied_to_us(["proot", "-b", f"{seed}:{SEED_DEVICE}", *argv])
    return argv


def confine_player(
    argv: list[str],
    *,
    writable: Mapping[Path, Path],
    readable: Mapping[Path, Path],
    hidden: Sequence[Path],
    start_in: Path,
) -> list[str]:
    """`argv` under bubblewrap, where it sees neither the harness's folders nor its processes.

    Args:
        argv: The player's command line.
        writable: Places inside the sandbox, below TMP, and the folders that are to be there.
        readable: The same, for reading only; also for what would be hidden with TMP.
        hidden: Folders that are empty inside.
        start_in: Its working folder, as it is called inside.
    """
    # what is mounted later lies on top: a checkout below TMP comes back before its parts are hidden
    mounts: list[tuple[str | Path, ...]]
    mounts = [("--tmpfs", path) for path in dict.fromkeys([TMP, Path(tempfile.gettempdir()), RUN])]
    mounts += [("--ro-bind", path, at) for at, path in readable.items()]
    mounts += [("--tmpfs", path) for path in hidden]
    mounts += [("--bind", path, at) for at, path in writable.items()]
    options = [str(part) for mount in mounts for part in mount]
    return [*_read_only_system(), *options, "--chdir", str(start_in), "--", *argv]


def confine_outsider(
    argv: list[str],
    *,
    writable: Mapping[Path, Path],
    readable: Mapping[Path, Path],
    hidden: Sequence[Path],
    network: bool,
    uid: int | None,
    limits: Limits,
    start_in: Path,
) -> list[str]:
    """`argv`, which may be anybody's, under bubblewrap: it sees only what is named here.

    That is: the system's programs and settings, what is given, and three empty places that it may
    fill (its home, /tmp, /dev/shm). Sources must be resolved paths: the program can read them in
    /proc/self/mountinfo, and they must tell nothing.

    Args:
        argv: The command line.
        writable: Places inside, and the folders that are to be there.
        readable: The same, for reading only; they may lie in a writable one.
        hidden: Folders that are empty inside, should they lie in what is to be seen.
        network: Whether it may use the network, and with it the machine's abstract sockets.
        uid: The user it becomes, to own nothing else here; None leaves it ours (only root can).
        limits: What it may use.
        start_in: Its working folder, as it is called inside.
    """
    unshared = ["--unshare-pid", "--unshare-ipc", "--unshare-uts", "--unshare-cgroup-try"]
    unshared += [] if network else ["--unshare-net"]
    size = str(limits.scratch)
    mounts: list[tuple[str | Path, ...]] = [*_system()]
    mounts += [("--size", "65536", "--tmpfs", path) for path in hidden if _is_systems(path)]
    mounts += [("--proc", "/proc"), ("--dev", "/dev")]
    mounts += [("--perms", "1777", "--size", size, "--tmpfs", path) for path in SCRATCH]
    mounts += [("--ro-bind-try", _resolver(), _resolver())] if network else []
    mounts += [("--bind", path, at) for at, path in writable.items()]
    for at, path in readable.items():
        # bubblewrap would make what is above a private file private too, and ours is another user
        mounts += [("--perms", "0755", "--dir", above) for above in [*at.parents][-2::-1]]
        mounts += [("--ro-bind", path, at)]
    mounts += [("--remount-ro", "/dev"), ("--remount-ro", "/")]
    options = [str(part) for mount in mounts for part in mount]
    if uid is not None:
        options += ["--cap-drop", "ALL", "--cap-add", "CAP_SETUID", "--cap-add", "CAP_SETGID"]
        become = ["--reuid", str(uid), "--regid", str(uid), "--clear-groups"]
        argv = ["setpriv", *become, "--inh-caps=-all", "--", *argv]
    options += ["--unsetenv", processes.STAGE_MARK, "--chdir", str(start_in)]
    return [
        "bwrap",
        "--die-with-parent",
        "--new-session",
        *unshared,
        *options,
        "--",
        *held(argv, limits),
    ]


def uid_for(display: int) -> int | None:
    """The user that an outsider on a display becomes: one of its own, if we may choose.

    Two displays have two, so that the kernel's limit on processes counts each player alone.
    """
    return FIRST_UID + display % UIDS if _may_become_others() else None


@functools.cache
def _may_become_others() -> bool:
    """Whether we are root, and these numbers exist here: in some containers they do not."""
    if os.geteuid() != 0:
        return False
    last = str(FIRST_UID + UIDS - 1)
    become = ["setpriv", "--reuid", last, "--regid", last, "--clear-groups", "true"]
    return subprocess.run(become, capture_output=True, timeout=10, check=False).returncode == 0


def outsiders_trouble(*, readable: Mapping[Path, Path], uid: int | None, network: bool) -> str:
    """Why an outsider cannot be shut in here, tried by doing it; "" if it can.

    Args:
        readable: What it shall see; each is looked at from inside.
        uid: The user it becomes.
        network: Whether it may use the network.
    """
    argv = confine_outsider(
        ["sh", "-c", LOOK, "sh", *map(str, readable)],
        writable={},
        readable=readable,
        hidden=[],
        network=network,
        uid=uid,
        limits=LIMITS,
        start_in=TMP,
    )
    try:
        run = subprocess.run(argv, capture_output=True, text=True, timeout=10, check=False)
    except FileNotFoundError:
        return "bubblewrap (bwrap) is not installed"
    except (OSError, subprocess.TimeoutExpired) as exc:
        return str(exc)
    lines = (run.stdout + run.stderr).strip().splitlines()
    return "" if run.returncode == 0 else (lines[-1] if lines else f"status {run.returncode}")


def _system() -> list[tuple[str | Path, ...]]:
    """The system's own folders, as they are; what else there is on the machine is not there."""
    found = [Path(name) for name in SYSTEM if Path(name).exists()]
    return [
        ("--symlink", path.readlink(), path) if path.is_symlink() else ("--ro-bind", path, path)
        for path in found
    ]


def _is_systems(path: Path) -> bool:
    return any(path.is_relative_to(name) for name in SYSTEM)


def _resolver() -> Path:
    """The file that /etc/resolv.conf leads to, often one of a service in /run."""
    return Path("/etc/resolv.conf").resolve()


def _read_only_system() -> list[str]:
    # no --unshare-ipc: the X server must share the programs' pictures (MIT-SHM)
    unshared = ["--unshare-net", "--unshare-pid", "--unshare-uts"]
    system = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    return ["bwrap", "--die-with-parent", "--new-session", *unshared, *system]
