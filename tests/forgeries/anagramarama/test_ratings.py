"""Each item of the judge's rubric, given away, is missed by some forgery of GAM 11."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from graders.anagramarama import grader as anagramarama
from graders.anagramarama.contract import RUBRIC
from graders.judging.judge import ask
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

    monkeypatch.setattr(anagramarama, "ask", kinder)
    name = next(f.name for f in workshop.game.forgeries.values() if f.judge == 0)
    assert workshop.score_differences(name, workshop.grade(name, witnessed=False))
