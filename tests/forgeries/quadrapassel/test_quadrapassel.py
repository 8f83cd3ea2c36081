"""Judges that fail, items of the rubric, and what a player's folder cannot change, in GAM 3."""

import shutil
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from graders.errors import JudgeFailed
from graders.judging.judge import Opinion, ask
from graders.quadrapassel import grader as quadrapassel
from graders.quadrapassel.contract import RUBRIC
from tests.forgeries.quadrapassel.evidence import SEED
from tests.forgeries.quadrapassel.forging import OTHER_SEED
from tests.forgeries.workshop import HONEST, Workshop


@dataclass(frozen=True, kw_only=True, slots=True)
class Failing:
    """A judge that is there, and of no use."""

    answer: dict[str, object] = field(default_factory=dict)
    error: str = ""
    name: str = "failing"

    def __call__(self, images: Sequence[Path], rubric: Mapping[str, str]) -> Opinion:
        """Fail."""
        if self.error:
            raise JudgeFailed(self.error)
        return Opinion(self.answer)  # type: ignore[arg-type]  # whatever a model may say


SOME = dict.fromkeys(list(RUBRIC)[:2], 1.0)
FAILURES = {
    "no answer in time": Failing(error="no answer in time"),
    "nothing": Failing(),
    "one item left out": Failing(answer={**SOME}),
    "words": Failing(answer={**SOME, "vlm_no_trivial": "yes"}),
    "out of ten": Failing(answer={**SOME, "vlm_no_trivial": 8}),
    "below nothing": Failing(answer={**SOME, "vlm_no_trivial": -0.1}),
    "truth": Failing(answer={**SOME, "vlm_no_trivial": True}),
    "no number": Failing(answer={**SOME, "vlm_no_trivial": float("nan")}),
}


@pytest.mark.parametrize("failure", FAILURES)
@pytest.mark.parametrize("name", [HONEST, "lines_inflated"])
def test_a_judge_that_fails_costs_nothing(workshop: Workshop, failure: str, name: str) -> None:
    """The verdict is that without a judge, but for who was asked; a forgery gains nothing."""
    workspace = workshop.item(name) / "workspace"
    failed = quadrapassel.grade(workspace, seed=SEED, judge=FAILURES[failure])
    without = quadrapassel.grade(workspace, seed=SEED)
    recognised = next(check for check in failed.criteria if check.name == "board_recognised")
    assert (recognised.met, failed.judge) == (None, "failing, failed")
    assert "the judge failed" in recognised.reason
    assert failed.subscores == without.subscores
    assert failed.caps == without.caps
    assert (failed.outcome, failed.overall_score, failed.ceiling) == (
        without.outcome,
        without.overall_score,
        without.ceiling,
    )
    assert failed.outcome == ("solved" if name == HONEST else "unsolved")


def test_a_late_witness_costs_an_honest_player_nothing(workshop: Workshop) -> None:
    """A few pictures that it may have missed stay open, the last one too; the play is solved."""
    verdict = workshop.verdict("a_few_unseen")
    checks = {check.name: check for check in (*verdict.criteria, *verdict.proof)}
    for name in ("steps_were_shown", "final_was_shown"):
        assert checks[name].met is None
        assert "the witness could not keep up" in checks[name].reason
    assert verdict.outcome == "solved"


@pytest.mark.parametrize("key", RUBRIC)
def test_rating_given_away(
    workshop: Workshop,
    monkeypatch: pytest.MonkeyPatch,
    record_property: Callable[[str, object], None],
    key: str,
) -> None:
    """A forgery misses the judge's rating; this, too, is a mutant."""
    record_property("mutant", "grader")

    def kinder(*question: object) -> object:
        answer = ask(*question)  # type: ignore[arg-type]  # whatever the grader asks
        return replace(answer, ratings={**answer.ratings, key: 1.0})

    monkeypatch.setattr(quadrapassel, "ask", kinder)
    name = next(f.name for f in workshop.game.forgeries.values() if key in f.scores)
    assert workshop.score_differences(name, workshop.grade(name, witnessed=False))


def test_thresholds_are_not_the_players(workshop: Workshop, tmp_path: Path) -> None:
    """A gt/expected.json in the player's folder changes nothing."""
    workspace = tmp_path / "workspace"
    shutil.copytree(workshop.item("few_rows") / "workspace", workspace)
    (workspace / "gt").mkdir()
    (workspace / "gt" / "expected.json").write_text('{"min_log_rows": 1}')
    assert quadrapassel.grade(workspace).subscores["log_row_count"] == 59 / 60


def test_another_seed_is_another_play(workshop: Workshop) -> None:
    """Honest evidence does not prove a play of any other seed."""
    item = workshop.item(HONEST)
    verdict = quadrapassel.grade(item / "workspace", witness=item / "witness", seed=OTHER_SEED)
    assert {"pieces_equal_truth", "keys_were_pressed"} <= {check.name for check in verdict.unmet}


@pytest.mark.parametrize(
    "forged", ["rows_filled_at_the_start", "started_at_level_five", "shadow_shown", "two_games"]
)
def test_other_settings_are_told_without_a_seed(workshop: Workshop, forged: str) -> None:
    """What was on screen tells them; no seed is needed."""
    item = workshop.item(forged)
    verdict = quadrapassel.grade(item / "workspace", witness=item / "witness")
    assert {check.name for check in verdict.unmet} == workshop.game.forgeries[forged].unmet
