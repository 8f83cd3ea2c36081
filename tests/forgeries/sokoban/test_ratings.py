"""Each item of the judge's rubric, given away, is missed by some forgery of GAM 5."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from graders.judging.judge import ask
from graders.sokoban import grader as sokoban
from graders.sokoban.contract import RUBRIC
from tests.forgeries.workshop import Workshop


@pytest.fixture(autouse=True)
def mutant(record_property: Callable[[str, object], None]) -> None:
    """Each test here is a mutant, counted at the end of the run."""
    record_property("mutant", "grader")


@pytest.mark.parametrize("key", RUBRIC)
def test_rating_given_away(workshop: Workshop, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """A forgery misses the judge's rating."""

    def kinder(*question: object) -> object:
        answer = ask(*question)  # type: ignore[arg-type]  # whatever the grader asks
        return replace(answer, ratings={**answer.ratings, key: 1.0})

    monkeypatch.setattr(sokoban, "ask", kinder)
    name = next(f.name for f in workshop.game.forgeries.values() if key in f.scores)
    assert workshop.score_differences(name, workshop.grade(name, witnessed=False))
