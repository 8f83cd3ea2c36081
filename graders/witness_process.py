"""What the harness's record tells of the game's process, and of others that ran its program."""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_LOADER = re.compile(r"/tmp/prooted-\d+-\w+")  # noqa: S108 (a name that proot gives)


@dataclass(frozen=True, slots=True)
class Process:
    """What a process of the game was made of at one moment.

    Attributes:
        pid: Its number.
        exe: Path of its program, also where proot's loader ran it.
        cmdline: Its arguments, the program's name first.
        environment: Those of its variables that can make a program another; None if not recorded.
        mapped: Files that it had mapped to be executed; None if not recorded.
        opened: Files that it had open; None if not recorded.
        tracer: The program that traced it, "" if none did, or proot where that seeds games; None
            if not recorded.
        settings: Its settings, by ``group/key``.
        own_places: Folders and files that the harness gave it to write.
    """

    pid: int
    exe: str
    cmdline: tuple[str, ...]
    environment: Mapping[str, str] | None
    mapped: tuple[str, ...] | None
    opened: tuple[str, ...] | None
    tracer: str | None
    settings: Mapping[str, str]
    own_places: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Instance:
    """A process that ran the game's program on the game's display, and was not the game."""

    pid: int
    cmdline: tuple[str, ...]


def process_told(event: dict[str, Any], *, traced: bool) -> Process:
    """Read a ``process`` line.

    Args:
        event: The line.
        traced: Whether the harness had proot trace the game, to seed it.
    """
    environment, mapped = event.get("environment"), event.get("mapped")
    opened, tracer = event.get("open"), event.get("tracer")
    exe, files = str(event["exe"]), None if mapped is None else tuple(map(str, mapped))
    if traced and files and _LOADER.fullmatch(exe):
        # proot runs programs by a loader of its own, which then maps the program like a library.
        files = tuple(path for path in files if path != exe)
        programs = [path for path in files if ".so" not in path]
        exe = programs[0] if len(programs) == 1 else exe
    if traced and tracer is not None and str(tracer).rpartition("/")[2] == "proot":
        tracer = ""
    return Process(
        int(event["pid"]),
        exe,
        tuple(map(str, event["cmdline"])),
        None if environment is None else {str(k): str(v) for k, v in environment.items()},
        files,
        None if opened is None else tuple(map(str, opened)),
        None if tracer is None else str(tracer),
        {str(k): str(v) for k, v in (event.get("settings") or {}).items()},
        tuple(map(str, event.get("own_places") or ())),
    )
