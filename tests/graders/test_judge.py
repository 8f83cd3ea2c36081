"""A judge's failure is never a player's."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from graders import sokoban
from graders.judge import JudgeError, ask, fixed
from tests.forgeries.workshop import HONEST, Workshop

RUBRIC = {"a": "Is it?", "b": "Was it?"}
IMAGES = [Path("final.png")]


Said = dict[str, float] | JudgeError | None


class Odd:
    """A judge that gives a certain answer, or raises."""

    name = "odd"

    def __init__(self, answer: Said) -> None:
        self.answer = answer

    def __call__(
        self, images: Sequence[Path], rubric: Mapping[str, str]
    ) -> dict[str, float] | None:
        """Answer."""
        if isinstance(self.answer, JudgeError):
            raise self.answer
        return self.answer


FAILURES: list[Said] = [None, {}, {"a": 1.0}, {"a": 1.0, "b": 7.0}, JudgeError("no answer in 60 s")]


def test_fixed_answers_everything() -> None:
    """The comparing judge gives its number to each item."""
    answer = ask(fixed(0.5), IMAGES, RUBRIC)
    assert (answer.ratings, answer.available, answer.judge) == (
        {"a": 0.5, "b": 0.5},
        True,
        "fixed 0.5",
    )


def test_fixed_stays_within_bounds() -> None:
    """A number outside 0 to 1 raises."""
    with pytest.raises(ValueError, match="from 0 to 1"):
        fixed(1.5)


@pytest.mark.parametrize("answer", FAILURES)
def test_failure_is_not_judged(answer: Said) -> None:
    """No answer, half an answer, nonsense or an error rates nothing, and says so."""
    said = ask(Odd(answer), IMAGES, RUBRIC)
    assert (said.ratings, said.available, said.judge) == ({}, False, "odd, failed")
    assert "failed" in said.unjudged


@pytest.mark.parametrize("answer", FAILURES)
def test_failure_scores_as_no_judge(workshop: Workshop, answer: Said) -> None:
    """With a judge that fails, a workspace scores as with none, out of the lower ceiling."""
    verdict = sokoban.grade(workshop.item(HONEST) / "workspace", judge=Odd(answer))
    assert (verdict.overall_score, verdict.ceiling, verdict.outcome) == (0.6, 0.6, "solved")
    assert {c.name: c.met for c in verdict.criteria}["board_recognised"] is None
    assert not any(key.startswith("vlm") for key in verdict.subscores)


def test_nothing_to_look_at() -> None:
    """Without pictures nobody is asked, and the judge is still there."""
    said = ask(fixed(1), [], RUBRIC)
    assert (said.ratings, said.available) == ({}, True)
