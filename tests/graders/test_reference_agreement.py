"""GAM 5's score equals that of the contract's own grader, key by key."""

import os
from pathlib import Path

import pytest

from graders import sokoban
from graders.judge import fixed
from graders.verdict import Verdict
from tests.forgeries.sokoban.catalogue import FORGERIES
from tests.forgeries.workshop import HONEST, Workshop
from tests.graders.reference import JUDGES, NAMES, Scores, ask_reference, frozen

PROGRAM = os.environ.get("PLAYPROOF_REFERENCE", "")


def keys_of(verdict: Verdict) -> Scores:
    """Every key of our grader, as the contract's own names them."""
    assert verdict.overall_score is not None
    return {**verdict.subscores, "overall_score": verdict.overall_score}


def ours(workspace: Path, judge: float | None) -> Scores:
    """What our grader gives for a workspace alone."""
    return keys_of(sokoban.grade(workspace, judge=None if judge is None else fixed(judge)))


@pytest.mark.parametrize("name", NAMES)
def test_equals_the_remembered_scores(workshop: Workshop, name: str) -> None:
    """Every key is what the contract's own grader gave, without a judge and with judges 0 and 1."""
    workspace = workshop.item(name) / "workspace"
    given = {judge: ours(workspace, judge) for judge in (None, 0.0)}
    usual = name == HONEST or FORGERIES[name].judge == 1
    # The forgery tests have the verdict with the usual judge already.
    given[1.0] = keys_of(workshop.verdict(name)) if usual else ours(workspace, 1.0)
    for judge in JUDGES:
        assert given[judge] == pytest.approx(frozen(name, judge), abs=1e-9)


@pytest.mark.skipif(
    not PROGRAM, reason="PLAYPROOF_REFERENCE does not name the contract's own grader"
)
@pytest.mark.parametrize("judge", JUDGES)
def test_equals_the_reference(workshop: Workshop, judge: float | None) -> None:
    """Every key is exactly what the contract's own grader gives now."""
    different = []
    for name in NAMES:
        workspace = workshop.item(name) / "workspace"
        if ours(workspace, judge) != ask_reference(Path(PROGRAM), workspace, judge):
            different.append(name)
    assert different == []
