"""The judge seam: whoever looks at pictures and answers a rubric, or nobody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from graders.checks import Findings, NotJudgedError


class JudgeError(Exception):
    """A judge was asked and failed: no answer in time, nonsense, a refusal."""


class Judge(Protocol):
    """Looks at pictures and rates each item of a rubric."""

    @property
    def name(self) -> str:
        """What the verdict calls this judge."""

    def __call__(
        self, images: Sequence[Path], rubric: Mapping[str, str]
    ) -> dict[str, float] | None:
        """Rate.

        Args:
            images: The pictures, PNG files.
            rubric: A question for each item.

        Returns:
            A number in [0, 1] for each item, or None when the judge cannot say.

        Raises:
            JudgeError: The judge failed.
        """


@dataclass(frozen=True, slots=True)
class Fixed:
    """A judge that gives every item the same number, for comparing graders."""

    value: float

    @property
    def name(self) -> str:
        """What the verdict calls this judge."""
        return f"fixed {self.value:g}"

    def __call__(self, images: Sequence[Path], rubric: Mapping[str, str]) -> dict[str, float]:
        """Rate every item with the value."""
        return dict.fromkeys(rubric, self.value)


def fixed(value: float) -> Fixed:
    """A judge that gives every item the same number.

    Raises:
        ValueError: The number is outside [0, 1].
    """
    if not 0 <= value <= 1:
        raise ValueError(f"a judge answers with numbers from 0 to 1, not {value}")
    return Fixed(value)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of asking a judge.

    Attributes:
        judge: What the verdict calls the judge, ``off`` without one.
        available: Whether there is a judge that did not fail.
        ratings: A number in [0, 1] for each item of the rubric; empty when nobody judged.
        unjudged: Why nobody judged, "" otherwise.
    """

    judge: str
    available: bool
    ratings: Mapping[str, float]
    unjudged: str


def ask(judge: Judge | None, images: Sequence[Path], rubric: Mapping[str, str]) -> Answer:
    """Ask a judge, if there is one and something to look at.

    A judge that failed is a judge that did not judge: it never costs a player a point.
    """
    if judge is None:
        return Answer("off", False, {}, "no vision model was asked")
    if not images:
        return Answer(judge.name, True, {}, "there is no picture to look at")
    try:
        answer = judge(images, rubric) or {}
        failure = f"the answer does not rate every item of {', '.join(rubric)}"
    except JudgeError as error:
        answer, failure = {}, str(error)
    ratings = {k: float(answer[k]) for k in rubric if _is_rating(answer.get(k))}
    if ratings.keys() != rubric.keys():
        return Answer(f"{judge.name}, failed", False, {}, f"the judge failed: {failure}")
    return Answer(judge.name, True, ratings, "")


def board_recognised(answer: Answer, sees: str) -> Findings:
    """A judge recognises the game on a picture.

    Args:
        answer: The judge's.
        sees: What it sees if it does.
    """
    if answer.unjudged:
        raise NotJudgedError(answer.unjudged)
    for item, rating in answer.ratings.items():
        if rating < 0.5:
            yield f"{item} was rated {rating:g}"
    return f"the judge sees {sees}"


def _is_rating(value: object) -> bool:
    return isinstance(value, int | float) and 0 <= value <= 1
