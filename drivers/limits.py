"""What a program from outside may use of this machine, and who sees that it keeps to it.

The kernel holds each process to its share (`held`), and `Usage` looks at all of them together.
"""

import os
import stat
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import psutil

from drivers import processes

LOOK_EVERY_S = 0.5
MIB = 1 << 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """Upper bounds.

    Attributes:
        processes: Of the program and all it started, at one time.
        threads: The same, threads counted; the kernel refuses more.
        memory: Bytes of RAM of all its processes together; also the most that one may allocate.
        disk: Bytes of its folder, with files that are deleted but still open.
        file: Bytes of one file.
        files: Names in its folder.
        depth: Folders in each other, in its folder.
        path: Bytes of a path in its folder: what is longer hides from whoever looks.
        open_files: Of one process.
        scratch: Bytes of each of its other writable places, which are RAM.
        scratch_files: Names in each of them.
        output: Bytes that it may print.
    """

    processes: int
    threads: int
    memory: int
    disk: int
    file: int
    files: int
    depth: int
    path: int
    open_files: int
    scratch: int
    scratch_files: int
    output: int


LIMITS = Limits(
    processes=256,
    threads=2048,
    memory=min(4096 * MIB, psutil.virtual_memory().total // 2),
    disk=1024 * MIB,
    file=256 * MIB,
    files=20_000,
    depth=64,
    path=1024,
    open_files=1024,
    scratch=256 * MIB,
    scratch_files=100_000,
    output=1024 * MIB,
)
"""What a player gets; docs/players/README.md states it."""


def held(argv: list[str], limits: Limits) -> list[str]:
    """`argv`, held by the kernel to what one process can be held to (util-linux `prlimit`).

    When memory runs out all the same, it is the first to be ended (`choom`).
    """
    bounds = [
        f"--nproc={limits.threads}",
        f"--data={limits.memory}",
        f"--fsize={limits.file}",
        f"--nofile={limits.open_files}",
        "--core=0",
    ]
    return ["choom", "-n", "1000", "--", "prlimit", *bounds, "--", *argv]


class Usage:
    """Looks now and then at what a tree of processes and its folders have grown to."""

    def __init__(self, pid: int, *, folder: Path, scratch: Sequence[Path], limits: Limits) -> None:
        """Watch the process `pid` with all below it.

        Args:
            pid: The first process.
            folder: The folder it may write.
            scratch: Its other writable places, as it calls them; they are in RAM.
            limits: What is looked for.
        """
        self._pid = pid
        self._folder = folder
        self._scratch = scratch
        self._limits = limits
        self._next = 0.0

    def broken(self) -> str:
        """Which limit is broken, in words; "" while none is, or when it was just looked at."""
        if time.monotonic() < self._next:
            return ""
        tree = processes.tree(self._pid)
        found = self._of_processes(tree) or self._of_folder(tree) or self._of_scratch(tree)
        self._next = time.monotonic() + LOOK_EVERY_S  # from here, as a look may take long
        return found

    def broken_at_the_end(self) -> str:
        """Which limit is broken by what the folder holds, once nobody writes there any more."""
        return self._of_folder([])

    def _of_processes(self, tree: list[psutil.Process]) -> str:
        limits = self._limits
        if len(tree) > limits.processes:
            return f"the player ran more than {limits.processes} processes at once"
        files = _files_in_memory(tree)
        if _resident(tree) + files > limits.memory < _proportional(tree) + files:
            return f"the player used more than {limits.memory // MIB} MiB of memory"
        return ""

    def _of_folder(self, tree: list[psutil.Process]) -> str:
        limits, count, size = self._limits, 0, 0
        for name, blocks in _blocks_below(self._folder):
            count, size = count + 1, size + blocks
            if count > limits.files:
                return f"the player made more than {limits.files} files"
            if too_deep(name, limits):
                return (
                    f"the player nested folders more than {limits.depth} deep, "
                    f"or made paths of more than {limits.path} bytes"
                )
            if size > limits.disk:
                break
        else:
            device = self._folder.stat().st_dev
            opened = _deleted_but_open(tree, device)
            # how large a file is that is only mapped nobody tells
            mapped = dict.fromkeys(_deleted_but_mapped(tree, device), limits.file)
            size += sum((mapped | opened).values())
        if size > limits.disk:
            return f"the player wrote more than {limits.disk // MIB} MiB to its folder"
        return ""

    def _of_scratch(self, tree: list[psutil.Process]) -> str:
        for place in self._scratch if tree else ():
            with suppress(OSError):  # it has just ended
                seen = os.statvfs(f"/proc/{tree[-1].pid}/root{place}")
                if seen.f_files - seen.f_ffree > self._limits.scratch_files:
                    return (
                        f"the player made more than {self._limits.scratch_files} files in {place}"
                    )
        return ""


def _resident(tree: list[psutil.Process]) -> int:
    """Bytes in RAM, at most: what several processes share counts for each of them."""
    total = 0
    for process in tree:
        with suppress(psutil.Error):
            total += process.memory_info().rss
    return total


def _proportional(tree: list[psutil.Process]) -> int:
    """Bytes in RAM, what is shared counted once; slow."""
    total = 0
    for process in tree:
        with suppress(psutil.Error):
            total += process.memory_full_info().pss
    return total


def _files_in_memory(tree: list[psutil.Process]) -> int:
    """Bytes of files without a name that are nothing but memory; mapped or not."""
    found = {}
    for process in tree:
        for handle in _handles(process.pid):
            with suppress(OSError):
                if str(Path(handle).readlink()).startswith("/memfd:"):
                    status = Path(handle).stat()
                    found[status.st_dev, status.st_ino] = status.st_blocks * 512
    return sum(found.values())


def too_deep(name: str, limits: Limits) -> bool:
    """Whether a path, relative to a folder, leads deeper into it than it may."""
    return name.count("/") > limits.depth or len(os.fsencode(name)) > limits.path


def _blocks_below(folder: Path) -> Iterator[tuple[str, int]]:
    """Each path below a folder, relative to it, with its bytes on disk; links not followed."""
    folders = [""]
    while folders:
        here = folders.pop()
        try:
            with os.scandir(folder / here) as entries:
                for entry in entries:
                    name = f"{here}{entry.name}"
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(f"{name}/")
                    yield name, entry.stat(follow_symlinks=False).st_blocks * 512
        except PermissionError:
            with suppress(OSError):
                (folder / here).chmod(0o700)  # seen the next time
        except OSError:
            continue  # it was deleted meanwhile


def _deleted_but_open(tree: list[psutil.Process], device: int) -> dict[int, int]:
    """By inode, the bytes of the files on `device` that have no name any more but are open."""
    found = {}
    for process in tree:
        for handle in _handles(process.pid):
            with suppress(OSError):
                status = Path(handle).stat()
                if stat.S_ISREG(status.st_mode) and (status.st_nlink, status.st_dev) == (0, device):
                    found[status.st_ino] = status.st_blocks * 512
    return found


def _deleted_but_mapped(tree: list[psutil.Process], device: int) -> set[int]:
    """The inodes of the files on `device` that have no name any more but are mapped."""
    wanted, found = f"{os.major(device):02x}:{os.minor(device):02x}", set()
    for process in tree:
        with suppress(OSError):
            for line in Path(f"/proc/{process.pid}/maps").read_text(errors="replace").splitlines():
                _, _, _, where, inode, *name = line.split(maxsplit=5)
                if where == wanted and name and name[0].endswith(" (deleted)"):
                    found.add(int(inode))
    return found


def _handles(pid: int) -> list[str]:
    try:
        with os.scandir(f"/proc/{pid}/fd") as entries:
            return [entry.path for entry in entries]
    except OSError:
        return []
