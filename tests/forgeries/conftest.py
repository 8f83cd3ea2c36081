"""The shared workshop, and the kill rate of the grader's mutants at the end of a run."""

from collections.abc import Iterator

import pytest

from tests.forgeries.workshop import Workshop, workshop_in


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    """Honest and forged item folders, each made when it is first asked for."""
    workshop = workshop_in(tmp_path_factory.getbasetemp())
    yield workshop
    workshop.close()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Print how many mutants of the grader were noticed."""
    reports = [
        report
        for outcome in ("passed", "failed")
        for report in terminalreporter.getreports(outcome)
        if ("mutant", "grader") in report.user_properties and report.when == "call"
    ]
    if reports:
        killed = sum(report.passed for report in reports)
        terminalreporter.write_line(f"mutants killed: {killed} of {len(reports)}")
