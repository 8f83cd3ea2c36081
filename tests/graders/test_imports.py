"""Which libraries a program imports is told from what it only mentions."""

import pytest

from graders import imports
from graders.imports import importable, imports_named


def test_importable_is_what_a_program_may_import(monkeypatch: pytest.MonkeyPatch) -> None:
    """Top-level names of statements and strings; nothing of what is longer; None for prose."""
    source = "import a.b as c, d\nfrom e.f import g\nfrom . import h\nfetch('i.j', 'k l', b'm')\n"
    assert importable(source) == frozenset("adeghi")
    assert importable("not a program") is None
    importable.cache_clear()
    monkeypatch.setattr(imports, "PROGRAM_CHARACTERS", len(source) - 1)
    assert importable(source) == frozenset()
    importable.cache_clear()


@pytest.mark.parametrize(
    ("source", "may"),
    [
        ("import solver", True),
        ("import os, solver as m", True),
        ("import os, \\\n    solver", True),
        ("try: import json, solver\nfinally: pass", True),
        ("if 1:\n    from solver.core import solve", True),
        ("load('solver')", True),
        ('importlib.import_module("solver.core")', True),
        ("# solver would have been quicker", False),
        ("x = solver_of_my_own()", False),
        ("import solver_of_my_own", False),
        ("from .solver import mine", True),  # whose it is nobody can tell by the text
        ("print('no solver here')", False),
        ("import os  # not solver", False),
    ],
)
def test_imports_are_told_from_mentions(source: str, may: bool) -> None:
    """In whatever usual way a library is imported."""
    assert ("solver" in (importable(source) or ())) is may


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("import solver", ["solver"]),
        ("from  solver.core import solve", ["solver"]),
        ("import os, solver", []),
        ("import solver_of_my_own", []),
    ],
)
def test_a_text_names_what_it_imports(source: str, named: list[str]) -> None:
    """The plain way to write it, also in a text that is no program."""
    assert imports_named(["solver"], source) == named
