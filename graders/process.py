"""Whether the program that was played is the one installed, and nothing else is in it."""

from collections.abc import Iterator, Mapping
from pathlib import PurePosixPath

from graders.files import quoted
from graders.witness import Witness
from graders.witness_process import Process

SYSTEM = ("/usr/", "/lib/", "/lib32/", "/lib64/", "/libx32/")
"""Folders that only an administrator can put programs and libraries into."""

OPEN_ANYWAY = ("/dev/", "/proc/", "/sys/", "/etc/", "/var/cache/", "/var/lib/")
"""Where a program may have files open besides."""

SHARED_MEMORY = "/dev/shm/"  # noqa: S108
"""Which anybody may write."""

OF_THE_WINDOW = ("window-", "is-maximized")
"""How the names of settings begin that a game changes by itself: where its window was."""

HARMLESS = {"GSETTINGS_BACKEND": "keyfile", "PYTHONDONTWRITEBYTECODE": "1"}
"""Variables that the harness itself gives to a game."""


def modified(witness: Witness, program: str, *arguments: str) -> Iterator[str]:
    """What differs from a program that was started as installed, one phrase each.

    Args:
        witness: The record.
        program: The name of the program.
        arguments: What it has to be started with.
    """
    if not witness.processes:
        yield "the record does not tell which program was played"
    for process in witness.processes:
        folder, _, name = process.exe.rpartition("/")
        if name != program or not f"{folder}/".startswith(SYSTEM):
            yield f"the program was {quoted(process.exe, 80)}"
        if process.cmdline[1:] != arguments:
            told, wanted = " ".join(process.cmdline[1:]), " ".join(arguments) or "nothing"
            yield f"it was started with {quoted(told, 80)}, not {wanted}"
        yield from made_otherwise(process, SYSTEM)
    yield from meanwhile(witness)


def python_modified(
    witness: Witness, *, python: PurePosixPath, item: PurePosixPath
) -> Iterator[str]:
    """What differs from a game of ours that Python runs, its command line apart, one phrase each.

    Args:
        witness: The record.
        python: The interpreter as it was called.
        item: The folder of the run; what players can write lies in it, and no interpreter.
    """
    for process in witness.processes:
        exe = PurePosixPath(process.exe)
        if not exe.name.startswith("python3"):
            yield f"the program was {quoted(process.exe, 80)}, not python"
        if process.cmdline != witness.processes[0].cmdline:
            yield "its command line changed"
        own = (f"{path.parent.parent}/" for path in (exe, python))
        yield from made_otherwise(process, (*SYSTEM, *own))
        for path in (exe, python, *map(PurePosixPath, process.mapped or ())):
            if path.is_relative_to(item):
                yield f"{quoted(path, 80)} lies in the run's own folder"
    yield from meanwhile(witness)


def made_otherwise(process: Process, folders: tuple[str, ...]) -> Iterator[str]:
    """What a process was made of that it should not be, one phrase each.

    Args:
        process: What the record tells of it.
        folders: What it may load files from, each with a slash at its end.
    """
    if None in (process.environment, process.mapped, process.opened, process.tracer):
        yield "the record does not tell what the process was made of"
        return
    odd = [k for k, v in (process.environment or {}).items() if HARMLESS.get(k) != v]
    if odd:
        yield f"its environment had {quoted(', '.join(sorted(odd)), 80)}"
    foreign = [path for path in process.mapped or () if not path.startswith(folders)]
    if foreign:
        more = f" and {len(foreign) - 1} more from elsewhere" if len(foreign) > 1 else ""
        yield f"it had loaded {quoted(min(foreign), 80)}{more}"
    if strange := _strange(process, folders):
        more = f" and {len(strange) - 1} more from elsewhere" if len(strange) > 1 else ""
        yield f"it had {quoted(min(strange), 80)}{more} open"
    if process.tracer:
        yield f"it was traced by {quoted(process.tracer, 80)}"


def meanwhile(witness: Witness) -> Iterator[str]:
    """What was done with a game besides playing it, one phrase each."""
    if witness.processes:
        then, now = (witness.processes[i].settings for i in (0, -1))
        changed = [name for name in sorted({*then, *now}) if _differs(name, then, now)]
        if changed:
            name = changed[0]
            told = f"{quoted(name, 60)} from {_value(then, name)} to {_value(now, name)}"
            more = f" and {len(changed) - 1} more" if len(changed) > 1 else ""
            yield f"its settings were changed: {told}{more}"
    for other in witness.instances:
        yield f"it ran a second time, {quoted(' '.join(other.cmdline), 80)}, process {other.pid}"


def _strange(process: Process, folders: tuple[str, ...]) -> list[str]:
    """Files that a process had open and has no business with."""
    own = tuple(f"{place}/" for place in process.own_places)
    return [
        path
        for path in process.opened or ()
        if not f"{path}/".startswith((*folders, *own, *OPEN_ANYWAY))
        or path.startswith(SHARED_MEMORY)
    ]


def _differs(name: str, then: Mapping[str, str], now: Mapping[str, str]) -> bool:
    return then.get(name) != now.get(name) and not name.rpartition("/")[2].startswith(OF_THE_WINDOW)


def _value(settings: Mapping[str, str], name: str) -> str:
    return quoted(settings[name]) if name in settings else "the default"
