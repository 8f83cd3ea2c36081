"""What a player from outside sees of the machine besides the system and its place."""

import sys
from pathlib import Path

from drivers.sandbox import SYSTEM
from suites.folders import REPOSITORY
from suites.players.kind import Outsider

CODE = Path("/playproof")
"""Where it finds the package `drivers`, if it asked for it."""


def what_it_sees(outsider: Outsider) -> dict[Path, Path]:
    """The folders of its own, and our interpreter and `drivers` if it runs on them."""
    seen = {path: path.resolve() for path in outsider.folders}
    seen |= {path: path for path in seen.values()}  # a link in it may lead there
    if outsider.wants_our_interpreter:
        prefixes = [Path(prefix) for prefix in (sys.prefix, sys.base_prefix)]
        seen |= {path: path.resolve() for path in prefixes if not _is_there_anyway(path)}
        seen[CODE / "drivers"] = REPOSITORY / "drivers"
    return seen


def _is_there_anyway(path: Path) -> bool:
    """Whether it is part of the system that a player sees; a checkout in there is hidden again."""
    of_system = any(path.is_relative_to(name) for name in SYSTEM)
    return of_system and not path.is_relative_to(REPOSITORY)
