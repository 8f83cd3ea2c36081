"""Which libraries a player's programs import: by their text, and by what they are parsed to."""

import ast
import re
import warnings
from collections.abc import Iterator, Sequence
from functools import lru_cache

from graders.case import Evidence
from graders.checks import Findings
from graders.errors import Unreadable
from graders.faults import check_machine
from graders.files import quoted
from graders.names import as_python_reads, marked_without_end
from graders.workspace import Workspace

SOURCE_CHARACTERS = 2_000_000  # of Python; parsing more takes gigabytes
PROGRAM_CHARACTERS = 200_000  # of Python that is looked through word by word


@lru_cache(maxsize=8)
def importable(source: str) -> frozenset[str] | None:
    """What a program may import: top-level names in import statements and in plain strings.

    It is parsed here and nowhere else: the depth at which the parser gives up depends on that of
    the caller, so that a second parse could fail where the first did not.

    Returns:
        The names, none of a program longer than ``PROGRAM_CHARACTERS``; None for no program.
    """
    if len(source) > SOURCE_CHARACTERS or marked_without_end(source):
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a player's odd escapes are not our warnings
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        check_machine(error)
        return None
    names: set[str] = set()
    for node in ast.walk(tree) if len(source) <= PROGRAM_CHARACTERS else ():
        match node:
            case (
                ast.alias(name=str(name))
                | ast.ImportFrom(module=str(name))
                | ast.Constant(value=str(name))
            ) if name.replace(".", "").isidentifier():  # not a sentence that begins with a name
                names.add(name.partition(".")[0])
    return frozenset(names)


def parses(source: str) -> bool:
    """Whether a text is a Python program."""
    return importable(source) is not None


def code_lines(source: str) -> int:
    """Lines of a program that are neither blank nor only a comment."""
    return sum(
        bool(line.strip()) and not line.strip().startswith("#") for line in source.splitlines()
    )


def imports_named(libraries: Sequence[str], source: str) -> list[str]:
    """The libraries that a text says it imports."""
    return [
        name
        for name in libraries
        # The plain search first: it passes over 64 MiB of nothing a hundred times faster.
        if name in source and re.search(rf"\b(import|from)\s+{name}\b", source)
    ]


def sources_read(files: Workspace) -> Iterator[tuple[str, str]]:
    """Name and text of each Python file that can be read; the contracts' graders pass over others.

    Raises:
        Unreadable: The tree has too many names.
    """
    for name in files.sources():
        try:
            yield name, files.data(name).decode("utf-8", "ignore")
        except Unreadable:
            continue


def no_solver_imports(case: Evidence) -> float:
    """Does no Python file import a solver library, as the contracts of GAM 2 and 3 look for it?

    Raises:
        Unreadable: The tree has too many names.
    """
    return float(
        not any(
            name in text and re.search(rf"\bimport\s+{name}|from\s+{name}\b", text)
            for _, text in sources_read(case.files)
            for name in case.libraries
        )
    )


def no_forbidden_imports(case: Evidence) -> Findings:
    """No Python file of the workspace imports a forbidden library, in whatever way it is written.

    Only files that mention one are parsed, all others are passed over as plain text: parsing 2 MB
    takes seconds and a gigabyte.
    """
    sources, libraries = case.files.sources(), case.libraries
    left = PROGRAM_CHARACTERS
    for name in sources:
        source = case.files.whole(name).decode("utf-8-sig", "ignore")
        text = as_python_reads(source)
        mentioned = [library for library in libraries if library in text]
        if not mentioned:
            continue
        left -= len(source)
        found = importable(source) if left >= 0 else None
        if imported := imports_named(libraries, text) or sorted((found or set()) & {*libraries}):
            yield f"{quoted(name, 80)} imports {', '.join(imported)}"
        elif found is None:
            told = "is no Python program" if left >= 0 else "is too long to be looked through"
            yield f"{quoted(name, 80)} mentions {', '.join(mentioned)} and {told}"
    return f"none of {len(sources)} Python files imports {' or '.join(libraries)}"
