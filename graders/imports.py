"""Which libraries a player's programs import, by their text alone."""

import re
import unicodedata
from collections.abc import Iterator, Sequence

from graders.case import Evidence
from graders.errors import Unreadable
from graders.files import quoted
from graders.workspace import Workspace


def imports_named(libraries: Sequence[str], source: str) -> list[str]:
    """The libraries that a text says it imports, as the contracts' own graders look for them."""
    return [
        name
        for name in libraries
        # The plain search first: it passes over 64 MiB of nothing a hundred times faster.
        if name in source and re.search(rf"\bimport\s+{name}|from\s+{name}\b", source)
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
    """Does no Python file import a solver library?

    Raises:
        Unreadable: The tree has too many names.
    """
    libraries = case.words("forbidden_imports")
    return float(not any(imports_named(libraries, text) for _, text in sources_read(case.files)))


def importers(files: Workspace, sources: Sequence[str], libraries: Sequence[str]) -> Iterator[str]:
    """Which of some Python files import a library in any usual way, one phrase each.

    Raises:
        Unreadable: One of them cannot be read, or is too long.
    """
    for name in sources:
        source = files.whole(name).decode("utf-8-sig", "ignore")
        source = unicodedata.normalize("NFKC", source)  # as Python reads names
        imported = imports_named(libraries, source)
        if imported := imported or [name for name in libraries if may_import(source, name)]:
            yield f"{quoted(name, 80)} imports {', '.join(imported)}"


def may_import(source: str, library: str) -> bool:
    """Whether a program imports a library in a list, or by its name in quotes."""
    if library not in source:
        return False
    in_a_list = rf"(?m)^[ \t]*(import|from)\b[^#\n]*\b{library}\b"
    quoted_name = rf"""["']{library}(\.\w+)*["']"""
    return bool(re.search(in_a_list, source) or re.search(quoted_name, source))
