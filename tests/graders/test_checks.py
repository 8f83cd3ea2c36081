"""A check that breaks down is unmet, and grading goes on."""

import pytest

from graders.checks import Findings, judged
from graders.errors import GradingFailed, NotJudged
from graders.grading import scored
from graders.sokoban import grader as sokoban
from graders.sokoban.case import Case
from graders.sokoban.criteria import CRITERIA
from graders.sokoban.proof import PROOFS
from graders.sokoban.score import SUBSCORES
from tests.forgeries.workshop import HONEST, Workshop

BREAKDOWNS = [MemoryError, RecursionError, OverflowError, KeyError, AssertionError, OSError]


def breaking(error: Exception) -> Findings:
    """Find one thing wrong, then break down."""
    yield "something is wrong"
    raise error


@pytest.mark.parametrize("kind", BREAKDOWNS)
def test_breakdown_is_unmet(caplog: pytest.LogCaptureFixture, kind: type[Exception]) -> None:
    """The reason names the kind of exception and nothing that a player wrote; the log has more."""
    check = judged("check", breaking(kind("\x1b[31m")), ("workspace/a.txt",))
    assert (check.met, check.reason) == (False, f"could not be graded: {kind.__name__}")
    assert check.evidence == ("grading.log", "workspace/a.txt")
    assert [record.getMessage().split("\n")[0] for record in caplog.records] == ["check broke:"]


def test_not_judged_is_no_breakdown() -> None:
    """What the player does not owe leaves a check open."""

    def lacking() -> Findings:
        yield from ()
        raise NotJudged("no seed")

    assert judged("check", lacking(), ()).met is None


def test_what_is_wrong_is_so_whatever_cannot_be_judged_besides() -> None:
    """Half a check that cannot be judged hides nothing of the other half."""
    check = judged("check", breaking(NotJudged("no seed")), ())
    assert (check.met, check.reason) == (False, "something is wrong")


def test_a_failure_of_ours_goes_through(monkeypatch: pytest.MonkeyPatch) -> None:
    """No check or sub-score is unmet for it: nobody is graded."""
    with pytest.raises(GradingFailed, match="no reader"):
        judged("check", breaking(GradingFailed("no reader")), ())

    def broken(case: object) -> float:
        raise GradingFailed("no reader")

    with pytest.raises(GradingFailed, match="no reader"):
        scored({"lines": broken}, object())  # type: ignore[type-var]


def test_interrupt_goes_through() -> None:
    """Whoever stops the grader stops it."""

    def stopped() -> Findings:
        yield "something is wrong"
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        judged("check", stopped(), ())


@pytest.mark.parametrize("key", SUBSCORES)
def test_breakdown_of_a_subscore_is_zero(
    workshop: Workshop,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
    key: str,
) -> None:
    """One sub-score is 0, and told in the log; all others, and the checks, are as they were."""

    def broken(case: Case) -> float:
        raise MemoryError

    monkeypatch.setitem(SUBSCORES, key, broken)
    # The checks have their own tests and take most of the time.
    monkeypatch.setattr(sokoban, "CRITERIA", {})
    monkeypatch.setattr(sokoban, "PROOFS", {})
    verdict = sokoban.grade(workshop.item(HONEST) / "workspace")
    assert verdict.subscores == {**dict.fromkeys(SUBSCORES, 1.0), key: 0.0}
    assert [record.getMessage().split("\n")[0] for record in caplog.records] == [f"{key} broke:"]


@pytest.mark.parametrize("table", ["CRITERIA", "PROOFS"])
def test_breakdown_of_every_check_is_told(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, table: str
) -> None:
    """A verdict comes about even when each check breaks down."""
    checks = {"CRITERIA": CRITERIA, "PROOFS": PROOFS}[table]
    broken = {
        name: (lambda case: breaking(RecursionError()), looks)
        for name, (_, looks) in checks.items()
    }
    monkeypatch.setattr(sokoban, table, broken)
    verdict = sokoban.grade(workshop.item(HONEST) / "workspace")
    told = {c.name: c.reason for c in verdict.unmet}
    assert told == dict.fromkeys(checks, "could not be graded: RecursionError")
    assert verdict.outcome != "solved"
