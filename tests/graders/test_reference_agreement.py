"""GAM 5's score equals that of the contract's own grader, key by key."""

import os
from pathlib import Path

import pytest

from graders import sokoban
from graders.judge import fixed
from tests.forgeries.workshop import Workshop
from tests.graders.reference import JUDGES, NAMES, Scores, ask_reference, frozen

PROGRAM = os.environ.get("PLAYPROOF_REFERENCE", "")


def ours(workspace: Path, judge: float | None) -> Scores:
    """Every key of our grader, as the contract's own names them."""
    verdict = sokoban.grade(workspace, judge=None if judge is None else fixed(judge))
    assert verdict.overall_score is not None
    return {**verdict.subscores, "overall_score": verdict.overall_score}


@pytest.mark.parametrize("name", NAMES)
def test_equals_the_remembered_scores(workshop: Workshop, name: str) -> None:
    """Every key is what the contract's own grader gave, without a judge and with judges 0 and 1."""
    workspace = workshop.item(name) / "workspace"
    for judge in JUDGES:
        assert ours(workspace, judge) == pytest.approx(frozen(name, judge), abs=1e-9)


@pytest.mark.skipif(
    not PROGRAM, reason="PLAYPROOF_REFERENCE does not name the contract's own grader"
)
@pytest.mark.parametrize("judge", JUDGES)
@pytest.mark.parametrize("name", NAMES)
def test_equals_the_reference(workshop: Workshop, name: str, judge: float | None) -> None:
    """Every key is exactly what the contract's own grader gives now."""
    workspace = workshop.item(name) / "workspace"
    assert ours(workspace, judge) == ask_reference(Path(PROGRAM), workspace, judge)
