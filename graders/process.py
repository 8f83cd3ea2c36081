"""Whether the program that was played is the one installed, and nothing else is in it."""

from collections.abc import Iterator

from graders.files import quoted
from graders.witness import Process, Witness

SYSTEM = ("/usr/", "/lib/", "/lib32/", "/lib64/", "/libx32/")
"""Folders that only an administrator can put programs and libraries into."""

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


def made_otherwise(process: Process, folders: tuple[str, ...]) -> Iterator[str]:
    """What a process was made of that it should not be, one phrase each.

    Args:
        process: What the record tells of it.
        folders: What it may load files from, each with a slash at its end.
    """
    if process.environment is None or process.mapped is None:
        yield "the record does not tell what the process was made of"
        return
    odd = [k for k, v in process.environment.items() if HARMLESS.get(k) != v]
    if odd:
        yield f"its environment had {quoted(', '.join(sorted(odd)), 80)}"
    foreign = [path for path in process.mapped if not path.startswith(folders)]
    if foreign:
        more = f" and {len(foreign) - 1} more from elsewhere" if len(foreign) > 1 else ""
        yield f"it had loaded {quoted(min(foreign), 80)}{more}"
