"""A hook of pytest: the kill rate of the grader's mutants, at the end of a run."""

import pytest


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
