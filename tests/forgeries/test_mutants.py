"""Every part of every game's grader, disabled in turn, is missed by some forgery.

A mutant of the first kind gives one sub-score away, never applies one cap, or always meets one
check. A mutant of the second kind is finer: one of the sentences with which a check refuses is
taken out of its source. A mutant is killed when the expectation of some forgery no longer holds.
"""

from collections.abc import Callable
from dataclasses import replace

import pytest

from graders import grading
from graders.checks import Findings, judged
from graders.verdict import Check
from tests.forgeries.games import GAMES
from tests.forgeries.mutants import Refusal
from tests.forgeries.workshop import Workshop, WorkshopOf

SUBSCORES = [(game.name, key) for game in GAMES for key in game.parts.subscores]
CAPS = [(game.name, limit.name) for game in GAMES for limit in game.parts.limits]
CHECKS = [(g.name, c) for g in GAMES for c in (*g.parts.checks, *g.parts.besides)]
REFUSALS = [(game.name, refusal) for game in GAMES for refusal in game.parts.refusals()]


@pytest.fixture(autouse=True)
def mutant(record_property: Callable[[str, object], None]) -> None:
    """Each test here is a mutant, counted at the end of the run."""
    record_property("mutant", "grader")


@pytest.mark.parametrize(("game", "key"), SUBSCORES)
def test_subscore_given_away(
    workshop_of: WorkshopOf, monkeypatch: pytest.MonkeyPatch, game: str, key: str
) -> None:
    """A forgery misses the sub-score."""
    workshop = workshop_of(game)
    monkeypatch.setitem(workshop.game.parts.subscores, key, lambda case: 1.0)
    name = next(f.name for f in workshop.game.forgeries.values() if key in f.scores)
    assert workshop.score_differences(name, workshop.grade(name, witnessed=False))


@pytest.mark.parametrize(("game", "cap"), CAPS)
def test_cap_not_applied(
    workshop_of: WorkshopOf, monkeypatch: pytest.MonkeyPatch, game: str, cap: str
) -> None:
    """A forgery misses the cap."""
    workshop = workshop_of(game)
    parts = workshop.game.parts
    limits = [
        replace(limit, condition=lambda subscores: False) if limit.name == cap else limit
        for limit in parts.limits
    ]
    monkeypatch.setattr(parts.module, "LIMITS", limits)
    name = next(f.name for f in workshop.game.forgeries.values() if cap in f.caps)
    assert workshop.score_differences(name, workshop.grade(name, witnessed=False))


@pytest.mark.parametrize(("game", "check"), CHECKS)
def test_check_always_met(
    workshop_of: WorkshopOf, monkeypatch: pytest.MonkeyPatch, game: str, check: str
) -> None:
    """A forgery misses the check."""

    def lenient(name: str, findings: Findings, evidence: tuple[str, ...]) -> Check:
        if name == check:
            return Check(name=name, met=True, reason="never looked")
        return judged(name, findings, evidence)

    workshop = workshop_of(game)
    monkeypatch.setattr(grading, "judged", lenient)
    name = workshop.refused(check)[0]
    assert workshop.differences(name, workshop.grade(name)) == [f"{check} must be unmet"]


@pytest.mark.parametrize(("game", "refusal"), REFUSALS, ids=str)
def test_refusal_left_out(
    workshop_of: WorkshopOf, monkeypatch: pytest.MonkeyPatch, game: str, refusal: Refusal
) -> None:
    """A forgery passes the check that must refuse it."""
    workshop = workshop_of(game)
    candidates = workshop.candidates(refusal)
    monkeypatch.setattr(refusal.function, "__code__", refusal.without())
    assert any(passes(workshop, name, refusal.check) for name in candidates)


def passes(workshop: Workshop, name: str, check: str) -> bool:
    """Whether one check is met by one forgery, with whatever was changed in it."""
    parts = workshop.game.parts
    if check not in parts.checks:
        return check not in {c.name for c in workshop.grade(name).unmet}
    find, _ = parts.checks[check]
    return judged(check, find(parts.case(workshop.item(name))), ()).met is True
