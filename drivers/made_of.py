"""What a game's process is made of, and whether the game runs a second time, by /proc."""

import os
from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import psutil

from drivers.errors import NoDisplay
from drivers.x.cookies import display_number
from drivers.x.gate import BEHIND

PROC = Path("/proc")

CHANGES_PROGRAMS = ("LD_", "GTK", "GDK_", "G_", "GIO_", "GCONV_", "GSETTINGS_", "PYTHON")
"""How the variables begin that can make a program another than the one installed."""

MOST_INSTANCES = 10
"""Second instances told of at one look."""

ARGUMENT_CHARACTERS = 1_000


def made_of(pid: int) -> dict[str, Any]:
    """Program, arguments, variables, mapped and open files of a process, and who traces it.

    Anonymous memory, pipes and sockets are no files.

    Raises:
        psutil.NoSuchProcess: it has ended.
    """
    process = psutil.Process(pid)
    environment, maps = process.environ(), process.memory_maps(grouped=False)
    return {
        "pid": pid,
        "exe": process.exe(),
        "cmdline": process.cmdline(),
        "environment": {k: v for k, v in environment.items() if k.startswith(CHANGES_PROGRAMS)},
        "mapped": sorted({m.path for m in maps if "x" in m.perms and m.path[:1] == "/"}),
        "open": sorted({path for path in _open(pid) if path[:1] == "/" and path[:7] != "/memfd:"}),
        "tracer": _tracer(pid),
    }


def settings_in(keyfile: Path) -> dict[str, str]:
    """The settings in a GSettings keyfile: values as they stand there, by `group/key`."""
    try:
        lines = keyfile.read_text(errors="replace").splitlines()
    except OSError:
        return {}
    settings, group = {}, ""
    for line in lines:
        if line.startswith("[") and line.endswith("]"):
            group = line[1:-1]
        elif "=" in line:
            key, _, value = line.partition("=")
            settings[f"{group}/{key.strip()}"] = value.strip()
    return settings


def name_of(argv: Sequence[str]) -> str:
    """What a command line runs: the name of the program, or of the program for Python."""
    program = Path(argv[0]).name if argv else ""
    if program.startswith("python"):
        return next((Path(part).name for part in argv[1:] if part[:1] != "-"), "")
    return program


def instances(name: str, *, display: str, besides: set[int]) -> list[dict[str, Any]]:
    """Processes that run a program on a display, also behind a gate.

    Args:
        name: The program's, see :func:`name_of`.
        display: The display's name.
        besides: Pids that are not meant.
    """
    number = display_number(display)
    found = _running(name, numbers={number, number + BEHIND}, besides=besides)
    return list(islice(found, MOST_INSTANCES))


def _running(name: str, *, numbers: set[int], besides: set[int]) -> Iterator[dict[str, Any]]:
    for entry in os.scandir(PROC):
        if not entry.name.isdecimal() or int(entry.name) in besides:
            continue
        try:
            argv = _strings(Path(entry.path, "cmdline"))
            # whoever starts a program may call it what he likes; its file he may not
            if name not in (name_of(argv), Path(entry.path, "exe").readlink().name):
                continue
            if _display_of(Path(entry.path, "environ")) in numbers:
                argv = [part[:ARGUMENT_CHARACTERS] for part in argv[:10]]
                yield {"pid": int(entry.name), "cmdline": argv}
        except OSError:
            continue  # it has ended, or is not ours to look into


def _display_of(environ: Path) -> int | None:
    values = (part.partition("=")[2] for part in _strings(environ) if part.startswith("DISPLAY="))
    try:
        return display_number(next(values, ""))
    except NoDisplay:
        return None


def _strings(file: Path) -> list[str]:
    return file.read_bytes().decode("utf-8", "replace").rstrip("\0").split("\0")


def _open(pid: int) -> Iterator[str]:
    """What the file descriptors of a process lead to.

    Raises:
        psutil.NoSuchProcess: it has ended.
    """
    try:
        entries = [*os.scandir(PROC / str(pid) / "fd")]
    except OSError as exc:
        raise psutil.NoSuchProcess(pid) from exc
    for entry in entries:
        try:
            yield str(Path(entry.path).readlink())
        except OSError:
            continue  # closed meanwhile


def _tracer(pid: int) -> str:
    """The program that traces a process; "" if none does."""
    try:
        status = (PROC / str(pid) / "status").read_text()
    except OSError as exc:
        raise psutil.NoSuchProcess(pid) from exc
    lines = dict(line.partition(":")[::2] for line in status.splitlines())
    tracer = lines.get("TracerPid", "0").strip()
    if tracer == "0":
        return ""
    try:
        return str((PROC / tracer / "exe").readlink())
    except OSError:
        return f"process {tracer}"
