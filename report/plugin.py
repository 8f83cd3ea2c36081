"""The hooks that turn verdicts into a report; the root conftest registers them."""

import json
import re
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import Any

import pytest
from pytest_html import extras
from pytest_metadata.plugin import metadata_key

from report.items import Item, read_item
from report.row import anchor, details, text
from report.totals import totals, totals_told

COLUMNS = ("Outcome", "Task", "Seed", "Score", "Time", "Links")
VERDICTS = "*/seed-*/verdict.json"
TOLD = ("outcome", "proven_score", "overall_score", "ceiling", "seed", "player")
"""Of each verdict, in JUnit's properties and in `run.json`."""
LINKED = ("verdict.json", "player.log", "game.log", "grading.log")
OPEN_AT_ONCE = 3
"""Up to so many items are shown with their details open, as a reader would click them anyway."""

# places in pytest-html's page; see its index.jinja2 and app.js
CHARSET = '<meta charset="utf-8"/>'
VIEWPORT = '<meta name="viewport" content="width=device-width, initial-scale=1"/>'
COLLAPSED = "&#34;renderCollapsed&#34;: [&#34;all&#34;]"
OPEN = "&#34;renderCollapsed&#34;: []"

STATUS = {"solved": "S", "unsolved": "U", "invalid": "I"}


class ReportPlugin:
    """Knows the run folder; reads each item's verdict once it is there."""

    def __init__(self, run_folder: Path, *, facts: dict[str, Any], item_property: str) -> None:
        """Report on a run.

        Args:
            run_folder: The run's folder.
            facts: What goes into `run.json` besides the items.
            item_property: Name of the user property that holds an item's folder, relative to it.
        """
        self._run = run_folder
        self._item_property = item_property
        self._facts = facts
        self._names: dict[str, str] = {}
        self._started = datetime.now(UTC)

    # -- terminal and JUnit ------------------------------------------------------------------

    @pytest.hookimpl(tryfirst=True)
    def pytest_report_teststatus(
        self, report: pytest.TestReport
    ) -> tuple[str, str, tuple[str, dict[str, bool]]] | None:
        """Say solved, unsolved or invalid with the score, where pytest would say passed."""
        name = dict(report.user_properties).get(self._item_property)
        if name is None:
            return None
        if report.when == "setup" and report.failed:
            return "error", "I", ("INVALID", {"red": True})
        item = read_item(self._run, str(name)) if report.when == "call" else None
        if item is None:
            return None
        word = f"{item.outcome.upper()} {item.score}"
        colour = {"green": True} if report.passed else {"red": True}
        return report.outcome, STATUS[item.outcome], (word, colour)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """When an item is over, attach its details to its row and its outcome to JUnit."""
        name = dict(report.user_properties).get(self._item_property)
        if name is None or report.when != "teardown":
            return
        self._names[report.nodeid] = str(name)
        item = read_item(self._run, str(name))
        if item is None:
            return
        # on the report object: extras added by a fixture's teardown get lost (pytest-html#820)
        report.extras = [extras.html(details(item))]  # type: ignore[attr-defined]  # pytest-html's
        for key in ("reason", *TOLD):
            report.user_properties.append((key, str(item.verdict[key])))

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """One line an item, and where to look."""
        terminalreporter.section("playproof")
        items = self._items()
        for item in items:
            seconds = item.verdict["timing"].get("play_s")
            took = f" ({seconds:.1f} s)" if seconds is not None else ""
            reason = _line(item.reason)
            terminalreporter.write_line(
                f"{item.outcome:<8} {item.score}  {item.name}{item.apart}{took}: {reason}",
                green=item.outcome == "solved",
                red=item.outcome != "solved",
            )
            if silent := item.verdict.get("judging", {}).get("unjudged"):
                terminalreporter.write_line(
                    f"         judge: {_line(str(silent))}; to ask again: --regrade {self._run}"
                )
        for line in map(_line, totals_told(totals(items))):
            terminalreporter.write_line(line)
        terminalreporter.write_line(f"report: {self._run / 'report.html'}")

    @pytest.hookimpl(wrapper=True)
    def pytest_sessionfinish(self, session: pytest.Session) -> Any:
        """Write `run.json`; let the report fit a phone's screen, a short one open at once."""
        result = yield
        try:
            self._finish(int(session.exitstatus))
        except OSError as exc:
            terminal = session.config.get_terminal_writer()
            terminal.line(f"the report is not complete: {exc}; make room, then --regrade the run")
        return result

    def _finish(self, status: int) -> None:
        items = self._items()
        run = self._facts | {
            "started": self._started.isoformat(timespec="seconds"),
            "finished": datetime.now(UTC).isoformat(timespec="seconds"),
            "exit_status": status,
            "totals": totals(items),
            "items": [
                {"folder": i.name, "track": i.track} | {k: i.verdict[k] for k in TOLD}
                for i in items
            ],
        }
        (self._run / "run.json").write_text(json.dumps(run, indent=1) + "\n")
        report = self._run / "report.html"
        if report.exists():
            page = report.read_text(encoding="utf-8").replace(CHARSET, CHARSET + VIEWPORT, 1)
            if len(items) <= OPEN_AT_ONCE:
                page = page.replace(COLLAPSED, OPEN, 1)
            report.write_text(page, encoding="utf-8")

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Put what matters to a reader into the report's environment table."""
        environment = session.config.stash[metadata_key]
        for name in ("Packages", "Plugins"):
            environment.pop(name, None)
        # pytest-html puts these into the page as HTML, and a player's command is anybody's text
        facts = self._facts["environment"]
        environment.update({name: text(value) for name, value in facts.items()})

    def _items(self) -> list[Item]:
        """The items that have a verdict, by task and seed."""
        names = (path.parent.relative_to(self._run) for path in self._run.glob(VERDICTS))
        items = [item for name in names if (item := read_item(self._run, name.as_posix()))]
        return sorted(items, key=lambda item: [*map(_natural, re.split(r"(\d+)", item.name))])

    # -- pytest-html -------------------------------------------------------------------------

    @pytest.hookimpl(optionalhook=True)
    def pytest_html_report_title(self, report: Any) -> None:
        """Title of the page."""
        report.title = "Playproof"

    @pytest.hookimpl(optionalhook=True)
    def pytest_html_results_summary(self, prefix: list[str]) -> None:
        """The totals, above the items."""
        prefix += [f"<p>{escape(line)}</p>" for line in totals_told(totals(self._items()))]

    @pytest.hookimpl(optionalhook=True)
    def pytest_html_results_table_header(self, cells: list[str]) -> None:
        """Our columns, after the result: by its text pytest-html filters and sorts."""
        cells[1:] = [
            "<th>Links</th>"
            if name == "Links"
            else f'<th class="sortable" data-column-type="{name.lower()}">{name}</th>'
            for name in COLUMNS
        ]

    @pytest.hookimpl(optionalhook=True)
    def pytest_html_results_table_row(self, report: pytest.TestReport, cells: list[str]) -> None:
        """The same columns for one item."""
        item = read_item(self._run, self._names.get(report.nodeid, ""))
        unknown = ["–", escape(report.nodeid), "–", "–", "–", ""]
        values = _cells(item) if item is not None else unknown
        cells[1:] = [
            f'<td class="col-{name.lower()}">{value}</td>'
            for name, value in zip(COLUMNS, values, strict=True)
        ]


def _has_text(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _line(text: str) -> str:
    """Text that may stand in a terminal: a player's words in it move no cursor."""
    return "".join(c if c.isprintable() else "�" for c in text)


def _cells(item: Item) -> list[str]:
    verdict = item.verdict
    seconds = verdict["timing"].get("play_s")
    links = [item.folder / name for name in LINKED]
    return [
        escape(item.outcome),
        escape(verdict["task"] + item.apart),
        "unseeded" if verdict["seed"] is None else str(verdict["seed"]),
        escape(item.score),
        "–" if seconds is None else f"{seconds:.1f} s",
        " ".join(anchor(item, path, escape(path.name)) for path in links if _has_text(path)),
    ]


def _natural(part: str) -> tuple[int, str]:
    return (int(part), "") if part.isdecimal() else (-1, part)
