"""The page, terminal and JUnit of forged items of all games, whose every field carries markup."""

import csv
import json
import os
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from tests.forgeries.forging import Forgery
from tests.forgeries.games import GAMES
from tests.forgeries.remembering import pictures_remembered
from tests.forgeries.workshop import HONEST, workshop_in
from tests.live import assert_nothing_is_live
from tests.report.test_plugin import CONFTEST, ROOT

MARKUP = '"><script>alert(1)</script><img src=x onerror=alert(1)>'
DISGUISE = "\x1b[2J\x1b]0;solved\x07\u202edevlos\u202c\u200b\u2028\x9b1A"
HOSTILE = (MARKUP, f"{DISGUISE}<svg onload=alert(1)>", f"\nsolved   1.00 / 1.00 {DISGUISE}")
NAMES = (MARKUP.replace("/", ""), DISGUISE)
ITEMS = 3
"""Of each game; each has other columns, keys and lines spoiled."""
PICTURES = 3
"""Of each item, which have second names."""
TEXTS = ("*.txt", "*.log", "*.md", "*.py")

SUITE = """
import pytest

@pytest.mark.parametrize("name", {names})
def test_item(name):
    raise AssertionError(name)
"""
OURS = """
def pytest_collection_modifyitems(items):
    for item in items:
        item.user_properties.append(("item", item.callspec.params["name"]))
"""


def spoil(item: Path, number: int) -> None:
    """Write markup into columns of each table, values of each object, and lines of each text.

    Args:
        item: A copy of honest evidence.
        number: Which of them: every ITEMS-th, from this one on.
    """
    hostile = HOSTILE[number % len(HOSTILE)]
    files = sorted(path for path in (item / "workspace").rglob("*") if path.is_file())
    for path in files:
        if path.suffix == ".csv":
            with path.open(newline="") as file:
                head, *rows = csv.reader(file)
            for row in rows:
                row[number::ITEMS] = [hostile] * len(row[number::ITEMS])
            with path.open("w", newline="") as file:
                csv.writer(file).writerows([head, *rows])
        elif path.suffix == ".json":
            value = json.loads(path.read_text())
            path.write_text(json.dumps(spoilt(value, number, hostile)))
        elif any(path.match(text) for text in TEXTS):
            lines = path.read_text().splitlines()
            lines[number::ITEMS] = [hostile] * len(lines[number::ITEMS])
            path.write_text("\n".join([*lines, hostile]))
    for path in [path for path in files if path.suffix == ".png"][:PICTURES]:
        for name in NAMES:
            stem = path.stem.rpartition("_")[0]
            shutil.copyfile(path, path.with_name(f"{stem}_{name}.png"))


def spoilt(value: dict[str, Any], number: int, hostile: str) -> dict[str, Any]:
    """An object that says something else here and there, and has a key of that name."""
    keys = list(value)[number::ITEMS]
    return value | dict.fromkeys(keys, hostile) | {hostile: hostile}


@dataclass(frozen=True, kw_only=True)
class Shown:
    """What a run shows of the items: by task, what their verdicts say; page, terminal and JUnit."""

    verdicts: dict[str, list[dict[str, Any]]]
    page: str
    terminal: str
    junit: Path


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Shown]:
    """All of them graded, and reported by a pytest of their own."""
    base = tmp_path_factory.mktemp("forged")
    run = base / "run"
    verdicts: dict[str, list[dict[str, Any]]] = {}
    honest = Forgery(name=HONEST, forge=lambda item: None, unmet=set())
    with pictures_remembered():
        for game in GAMES:
            source = workshop_in(tmp_path_factory.getbasetemp(), game).item(HONEST)
            for number in range(ITEMS):
                item = run / str(game) / f"seed-{number}"
                shutil.copytree(source / "workspace", item / "workspace")
                shutil.copytree(source / "witness", item / "witness", copy_function=os.link)
                spoil(item, number)
                text = game.grade(item, honest, True).to_json()
                (item / "verdict.json").write_text(text)
                verdicts.setdefault(str(game), []).append(json.loads(text))
    before, _, after = CONFTEST.partition("def pytest_collection_modifyitems")
    (base / "conftest.py").write_text(before + OURS)
    assert after
    names = [f"{game}/seed-{number}" for game in GAMES for number in range(ITEMS)]
    (base / "test_forged.py").write_text(SUITE.format(names=names))
    (base / "pytest.ini").write_text("[pytest]\njunit_family = xunit1\n")
    ran = subprocess.run(
        [
            *(sys.executable, "-m", "pytest", "-v", "--no-xvfb", "-p", "no:cacheprovider"),
            *("--html", str(run / "report.html"), "--junitxml", str(run / "junit.xml")),
            str(base),
        ],
        cwd=base,
        env={"PYTHONPATH": str(ROOT), "PATH": "/usr/bin:/bin", "COLUMNS": "200"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    page = (run / "report.html").read_text()
    yield Shown(verdicts=verdicts, page=page, terminal=ran.stdout, junit=run / "junit.xml")
    shutil.rmtree(base)


def test_nothing_of_any_game_is_live(shown: Shown) -> None:
    """Not in reasons, not in names of files; and the markup did get there, from each game."""
    texts = assert_nothing_is_live(shown.page, script="alert(")
    for game in GAMES:
        mine = [text for text in texts if f"{game}/seed-" in text]
        assert any("alert(1)" in text for text in mine), game
        assert not any("\x1b" in text or "\u202e" in text for text in mine), game


def test_every_verdict_is_plain(shown: Shown) -> None:
    """Whatever was written where: unsolved or not, a reason is one printable line and short."""
    for verdicts in shown.verdicts.values():
        for verdict in verdicts:
            checks = verdict["criteria"] + verdict["proof"]
            said = [verdict["reason"], *verdict["remarks"], *verdict["broken"]]
            said += [check["reason"] for check in checks]
            assert [text for text in said if not text.isprintable() or len(text) > 1000] == []


def test_markup_reaches_reasons_of_every_game(shown: Shown) -> None:
    """Else the tests above would hold by themselves."""
    for game, verdicts in shown.verdicts.items():
        checks = [c for v in verdicts for c in v["criteria"] + v["proof"]]
        quoting = {c["name"] for c in checks if "<script>" in c["reason"] or "<svg" in c["reason"]}
        assert quoting, game


def test_terminal_and_junit_are_plain(shown: Shown) -> None:
    """Lines of text, none of them a player's own; XML."""
    assert {c for c in shown.terminal if not c.isprintable()} == {"\n"}
    summary = shown.terminal.split("= playproof =")[1]
    assert sum(line.startswith("solved   1.00") for line in summary.splitlines()) <= sum(
        verdict["outcome"] == "solved" for all_ in shown.verdicts.values() for verdict in all_
    )
    cases = ET.parse(shown.junit).getroot().iter("testcase")  # noqa: S314  (our own)
    assert sum(1 for _ in cases) == len(GAMES) * ITEMS
