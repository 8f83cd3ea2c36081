"""What a run of suites shows: terminal, JUnit, run.json and the HTML page. Pytest is run once."""

import html
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import pytest

from tests.report.conftest import VERDICT

ROOT = Path(__file__).parents[2]
HOSTILE = '<script>alert(1)</script> "quoted" \x1b[31m\nred'

CONFTEST = """
from pathlib import Path
import pytest
from report.plugin import ReportPlugin

RUN = Path(__file__).parent / "run"

def pytest_configure(config):
    facts = {"environment": {"Player": "reference"}, "seeds": [1]}
    plugin = ReportPlugin(RUN, facts=facts, item_property="item")
    config.pluginmanager.register(plugin, "playproof")

def pytest_collection_modifyitems(items):
    for item in items:
        item.user_properties.append(("item", "toy/seed-" + item.name.removeprefix("test_")))

@pytest.fixture
def broken():
    raise RuntimeError("the harness failed")
"""

SUITE = """
def test_won():
    pass

def test_lost():
    raise AssertionError("3 checks not met")

def test_broke(broken):
    pass

def test_vanished():
    pass
"""

OUTCOMES: dict[str, dict[str, Any]] = {
    "won": {},
    "lost": {
        "conditions": {"track": "frozen"},
        "seed": None,
        "player": "random",
        "outcome": "unsolved",
        "reason": HOSTILE,
        "proven_score": 0.0,
        "overall_score": 0.0312,
    },
    "broke": {
        "outcome": "invalid",
        "reason": "RuntimeError: the harness failed",
        "proven_score": None,
        "overall_score": None,
        "ceiling": 0.0,
        "timing": {},
    },
}


@dataclass(frozen=True)
class Reported:
    """One run: its folder, and what it printed."""

    folder: Path
    status: int
    terminal: str

    @cached_property
    def rows(self) -> dict[str, dict[str, Any]]:
        """Each test's entry of the page, by the test's name."""
        page = (self.folder / "report.html").read_text()
        blob = re.search(r'data-jsonblob="([^"]*)"', page)
        assert blob is not None
        tests = json.loads(html.unescape(blob[1]))["tests"]
        return {name.split("::test_")[1]: rows[-1] for name, rows in tests.items()}

    @cached_property
    def cells(self) -> dict[str, list[str]]:
        """Each test's cells, without their tags."""
        return {
            name: [html.unescape(re.sub("<[^>]*>", "", cell)) for cell in row["resultsTableRow"]]
            for name, row in self.rows.items()
        }


@pytest.fixture(scope="module")
def reported(tmp_path_factory: pytest.TempPathFactory) -> Reported:
    """A run with a solved, an unsolved and an invalid item, and one whose verdict is missing."""
    base = tmp_path_factory.mktemp("reported")
    (base / "conftest.py").write_text(CONFTEST)
    (base / "test_toy.py").write_text(SUITE)
    (base / "pytest.ini").write_text("[pytest]\njunit_family = xunit1\n")
    run = base / "run"
    for name, changes in OUTCOMES.items():
        item = run / "toy" / f"seed-{name}"
        (item / "workspace").mkdir(parents=True)
        (item / "verdict.json").write_text(json.dumps(VERDICT | changes))
        (item / "workspace" / "verdict.json").write_text(json.dumps(VERDICT))  # a player's
        (item / "player.log").write_text("played")
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
        timeout=120,
        check=False,
    )
    assert (run / "run.json").exists(), ran.stdout + ran.stderr
    return Reported(run, ran.returncode, ran.stdout)


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("won", "SOLVED 0.60 / 0.60"),
        ("lost", "UNSOLVED 0.00 / 0.60 (contract 0.03)"),
        ("broke", "INVALID"),
    ],
)
def test_the_terminal_says_outcome_and_score(reported: Reported, name: str, words: str) -> None:
    """Where pytest says passed or failed, a suite says solved, unsolved or invalid."""
    (line,) = re.findall(rf"test_toy\.py::test_{name} (.*?) +\[", reported.terminal)
    assert line == words


def test_the_terminal_sums_up_every_item(reported: Reported) -> None:
    """One line an item with its score, time and reason, and where the report is."""
    summary = reported.terminal.split("= playproof =")[1].splitlines()
    assert "solved   0.60 / 0.60  toy/seed-won (8.1 s): 2 of 2 checks met" in summary
    assert "invalid  –  toy/seed-broke: RuntimeError: the harness failed" in summary
    assert f"report: {reported.folder / 'report.html'}" in summary


def test_a_players_words_move_no_cursor(reported: Reported) -> None:
    """Control characters in a reason do not reach the terminal, and it stays one line."""
    (line,) = [line for line in reported.terminal.splitlines() if line.startswith("unsolved")]
    assert "alert(1)" in line
    assert line.endswith("red")
    assert line.isprintable()


def test_the_exit_status_is_pytests_own(reported: Reported) -> None:
    """An unsolved or invalid item fails the run."""
    assert reported.status == pytest.ExitCode.TESTS_FAILED


@pytest.mark.parametrize("name", OUTCOMES)
def test_junit_has_outcome_and_score(reported: Reported, name: str) -> None:
    """Each test case has properties for machines, as text."""
    root = ET.parse(reported.folder / "junit.xml")  # noqa: S314  (pytest wrote it a moment ago)
    (case,) = [case for case in root.iter("testcase") if case.get("name") == f"test_{name}"]
    found = {p.get("name"): p.get("value") for p in case.iter("property")}
    verdict = VERDICT | OUTCOMES[name]
    for key in ("outcome", "proven_score", "overall_score", "ceiling", "seed", "player"):
        assert found[key] == str(verdict[key])
    assert found["item"] == f"toy/seed-{name}"
    assert "\x1b" not in str(found["reason"])


def test_run_json_lists_the_items(reported: Reported) -> None:
    """`run.json` has the facts of the run, its times and status, and every item's outcome."""
    run = json.loads((reported.folder / "run.json").read_text())
    assert run["seeds"] == [1]
    assert run["exit_status"] == reported.status
    assert run["started"] <= run["finished"]
    items = {item["folder"]: item for item in run["items"]}
    assert set(items) == {f"toy/seed-{name}" for name in OUTCOMES}
    assert items["toy/seed-won"] == {
        "folder": "toy/seed-won",
        "track": "real time",
        "outcome": "solved",
        "proven_score": 0.6,
        "overall_score": 0.6,
        "ceiling": 0.6,
        "seed": 7,
        "player": "reference",
    }


def test_a_frozen_game_is_told_apart(reported: Reported) -> None:
    """In `run.json`, in its row and in the terminal; others have no word for it."""
    run = json.loads((reported.folder / "run.json").read_text())
    tracks = {item["folder"]: item["track"] for item in run["items"]}
    assert tracks["toy/seed-lost"] == "frozen"
    assert tracks["toy/seed-broke"] == "real time"
    assert "toy/seed-lost [frozen]" in reported.terminal
    assert reported.terminal.count("[frozen]") == 1


def test_rows_show_outcome_task_seed_and_score(reported: Reported) -> None:
    """The score beside its ceiling, the seed or `unseeded`, and the time."""
    won, lost, broke = (reported.cells[name] for name in OUTCOMES)
    assert won[1:6] == ["solved", "GAM_task_0_toy", "7", "0.60 / 0.60", "8.1 s"]
    assert lost[1:5] == [
        "unsolved",
        "GAM_task_0_toy [frozen]",
        "unseeded",
        "0.00 / 0.60 (contract 0.03)",
    ]
    assert broke[1:6] == ["invalid", "GAM_task_0_toy", "7", "–", "–"]


def test_an_item_without_a_verdict_has_a_row_too(reported: Reported) -> None:
    """What left no verdict is named by its test."""
    row = reported.cells["vanished"]
    assert row[2] == "test_toy.py::test_vanished"
    assert len(row) == len(reported.cells["won"])


def test_links_of_a_row_are_relative(reported: Reported) -> None:
    """Verdict and logs that are there are linked, relative to the page."""
    links = re.findall(r'href="([^"]*)"', "".join(reported.rows["won"]["resultsTableRow"]))
    assert links == ["toy/seed-won/verdict.json", "toy/seed-won/player.log"]
    assert all((reported.folder / link).is_file() for link in links)


def test_details_are_on_the_page_escaped(reported: Reported) -> None:
    """Checks and reasons are below the row, and a player's tags are text."""
    (extra,) = reported.rows["won"]["extras"]
    assert "keys match" in extra["content"]
    (extra,) = reported.rows["lost"]["extras"]
    assert "&lt;script&gt;alert(1)" in extra["content"]
    assert "<script" not in extra["content"]
    page = (reported.folder / "report.html").read_text()
    assert "<script>alert(1)" not in page


def test_the_page_fits_a_phone(reported: Reported) -> None:
    """The page has a title of its own, and a viewport, once."""
    page = (reported.folder / "report.html").read_text()
    assert page.count('<meta name="viewport"') == 1
    assert "Playproof" in page
    assert (
        "Packages"
        not in json.loads(html.unescape(page.split('data-jsonblob="')[1].split('"')[0]))[
            "environment"
        ]
    )
