"""Forgeries of the programs that a player leaves: they import a library that plays."""

from collections.abc import Iterator
from pathlib import Path

from tests.forgeries.forging import Forge

_PLAIN = {
    "library_imported": "import {}\n",
    "library_imported_from": "from {}.core import solve\n",
}
"""Ways that the contracts' own graders see."""

_OTHERWISE = {
    "library_imported_second_in_line": "import os, {}.core\n",
    "library_imported_over_two_lines": "import os, \\\n    {}\n",
    "library_imported_behind_a_colon": "try: import json, {}\nfinally: pass\n",
    "library_imported_by_call": "solve = __import__('{}').solve\n",
    "library_imported_by_keyword": (
        'import importlib\nsolver = importlib.import_module(name="{}.solver")\n'
    ),
    "library_imported_by_another_name": (
        'from importlib import import_module as fetch\nsolver = fetch("{}")\n'
    ),
    "library_imported_by_no_program": "$ import os, {}\n",
    "library_imported_in_a_long_program": "a\n" * 100_001 + "import os, {}\n",
    "library_imported_in_a_deep_program": "import os, {}\nZ = 1" + "+1" * 2960 + "\n",
}
"""Ways that only those see who parse, or who refuse what cannot be parsed."""

_MENTIONED = {
    "library_only_mentioned": '"""Written without\n{}, or any other library."""\n{} = 3\n',
}
"""Honest ones."""


def _helper(name: str, text: str, library: str) -> Forge:
    def forge(item: Path) -> None:
        path = item / "workspace" / "lib" / "helper.py"
        path.parent.mkdir()
        path.write_text(text.replace("{}", library))

    forge.__name__ = name
    return forge


def plainly(library: str) -> Iterator[Forge]:
    """A module beside the player's program imports a library as the contract has it."""
    for name, text in _PLAIN.items():
        yield _helper(name, text, library)


def far_down(library: str) -> Forge:
    """It does so in a file too long to be looked through."""
    text = ("#" * 79 + "\n") * (9 << 20 >> 6) + "import {}\n"
    return _helper("library_imported_far_down", text, library)


def otherwise(library: str) -> Iterator[Forge]:
    """It does so in another way."""
    for name, text in _OTHERWISE.items():
        yield _helper(name, text, library)
    wide = chr(ord(library[0]) - ord("a") + 0xFF41) + library[1:]
    yield _helper("library_imported_in_other_letters", "import {}\n", wide)


def mentioning(library: str) -> Iterator[Forge]:
    """It speaks of it, and imports nothing."""
    for name, text in _MENTIONED.items():
        yield _helper(name, text, library)
