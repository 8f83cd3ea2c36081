"""How far a program can be shut in here, and the command line that does it."""

import enum
import functools
import subprocess
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from drivers import processes

SEED_DEVICE = "/dev/urandom"
"""GLib's generator, and with it every GNOME game's, reads its first 16 bytes."""


TMP = Path("/tmp")  # noqa: S108  (a mount point inside the sandbox, empty there)


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
    mounts = [("--tmpfs", path) for path in dict.fromkeys([TMP, Path(tempfile.gettempdir())])]
    mounts += [("--ro-bind", path, at) for at, path in readable.items()]
    mounts += [("--tmpfs", path) for path in hidden]
    mounts += [("--bind", path, at) for at, path in writable.items()]
    options = [str(part) for mount in mounts for part in mount]
    return [*_read_only_system(), *options, "--chdir", str(start_in), "--", *argv]


def _read_only_system() -> list[str]:
    # no --unshare-ipc: the X server must share the programs' pictures (MIT-SHM)
    unshared = ["--unshare-net", "--unshare-pid", "--unshare-uts"]
    system = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    return ["bwrap", "--die-with-parent", "--new-session", *unshared, *system]
