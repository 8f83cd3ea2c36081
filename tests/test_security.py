"""docs/security.md names tests that are there."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "security.md").read_text()
ATTACKS = [line for line in TEXT.splitlines() if line.startswith("| ") and "`t/" in line]
FORTY = 40


def test_each_attack_has_a_test() -> None:
    """At least forty attacks; every test that is named can be found, by file and function."""
    assert len(ATTACKS) >= FORTY
    for path, name in re.findall(r"`t/([\w/]+\.py)(?:::([\w:]+))?`", TEXT):
        source = ROOT / "tests" / path
        assert source.exists(), path
        function = name.split("::")[-1]
        assert not name or f"def {function}(" in source.read_text(), f"{path}::{name}"
        for group in name.split("::")[:-1]:
            assert f"class {group}:" in source.read_text(), f"{path}::{name}"


def test_forgeries_that_are_named_are_there() -> None:
    """By the name of their function."""
    sources = "".join(p.read_text() for p in (ROOT / "tests" / "forgeries").rglob("*.py"))
    named = re.findall(r"forger(?:y|ies) ((?:`[\w*]+`(?:, )?)+)", TEXT)
    names = [name for group in named for name in re.findall(r"`([\w*]+)`", group)]
    assert len(names) > 8
    for name in names:
        assert re.search("def " + name.replace("*", r"\w*") + r"\(", sources), name
