"""docs/security.md names tests that are there."""

import ast
import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "security.md").read_text()
ATTACKS = [line for line in TEXT.splitlines() if line.startswith("| ") and "`t/" in line]
NAMED = re.findall(r"`t/([^`]+)`", TEXT)[1:]  # the first says what it stands for
FORTY = 40


def named_in(body: list[ast.stmt], prefix: str) -> set[str]:
    """The names by which pytest knows the tests of a module or a class, parameters left out."""
    names: set[str] = set()
    for node in body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            names.add(prefix + node.name)
        elif isinstance(node, ast.ClassDef) and node.name.startswith("Test"):
            names |= named_in(node.body, f"{prefix}{node.name}::")
    return names


def test_each_attack_has_a_test() -> None:
    """At least forty attacks; what is named is a whole name of a test, its class included."""
    assert len(ATTACKS) >= FORTY
    there: set[str] = set()
    for path in {name.split("::")[0] for name in NAMED}:
        tree = ast.parse((ROOT / "tests" / path).read_text())
        there |= named_in(tree.body, f"{path}::")
    assert set(NAMED) - there == set()


def test_forgeries_that_are_named_are_there() -> None:
    """By the name of their function."""
    sources = "".join(p.read_text() for p in (ROOT / "tests" / "forgeries").rglob("*.py"))
    named = re.findall(r"forger(?:y|ies) ((?:`[\w*]+`(?:, )?)+)", TEXT)
    names = [name for group in named for name in re.findall(r"`([\w*]+)`", group)]
    assert len(names) > 8
    for name in names:
        assert re.search("def " + name.replace("*", r"\w*") + r"\(", sources), name
