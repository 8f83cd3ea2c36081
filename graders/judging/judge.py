"""The judge seam: whoever looks at pictures and answers a rubric, or nobody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from graders.checks import Findings
from graders.errors import BadOption, Details, JudgeFailed, NotJudged, Unreadable
from graders.faults import note

RECOGNISED = 0.5
"""An item that is rated at least so is seen."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What a judge says.

    Attributes:
        ratings: A number in [0, 1] for each item of the rubric.
        details: How it came about, as JSON has it.
    """

    ratings: Mapping[str, float]
    details: Details = field(default_factory=dict)


class Judge(Protocol):
    """Looks at pictures and rates each item of a rubric."""

    @property
    def name(self) -> str:
        """What the verdict calls this judge."""

    def __call__(self, images: Sequence[Path], rubric: Mapping[str, str]) -> Opinion:
        """Rate.

        Args:
            images: The player's pictures.
            rubric: A question for each item; it has no text of the player's.

        Raises:
            JudgeFailed: The judge failed.
            Unreadable: A picture is none, which is the player's doing.
        """


@dataclass(frozen=True, slots=True)
class Fixed:
    """A judge that gives every item the same number, for comparing graders."""

    value: float

    @property
    def name(self) -> str:
        """What the verdict calls this judge."""
        return f"fixed {self.value:g}"

    def __call__(self, images: Sequence[Path], rubric: Mapping[str, str]) -> Opinion:
        """Rate every item with the value."""
        return Opinion(dict.fromkeys(rubric, self.value))


def fixed(value: float) -> Fixed:
    """A judge that gives every item the same number.

    Raises:
        BadOption: The number is outside [0, 1].
    """
    if not 0 <= value <= 1:
        raise BadOption(f"a judge answers with numbers from 0 to 1, not {value}")
    return Fixed(value)


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of asking a judge.

    Attributes:
        judge: What the verdict calls the judge, ``off`` without one.
        available: Whether there is a judge that did not fail.
        ratings: A number in [0, 1] for each item of the rubric; empty when nobody judged.
        unjudged: Why nobody judged, "" otherwise.
        details: What the verdict tells of the judging.
    """

    judge: str
    available: bool
    ratings: Mapping[str, float]
    unjudged: str
    details: Details = field(default_factory=dict)

    @property
    def unseen(self) -> dict[str, float]:
        """The items that were rated, and not as seen."""
        return {item: rating for item, rating in self.ratings.items() if rating < RECOGNISED}


NOBODY = Answer("off", False, {}, "no vision model was asked")


def ask(judge: Judge | None, images: Sequence[Path], rubric: Mapping[str, str]) -> Answer:
    """Ask a judge, if there is one and something to look at.

    A judge that failed is a judge that did not judge: it never costs a player a point.

    Raises:
        GradingFailed: The harness or the machine is to blame.
    """
    if judge is None:
        return NOBODY
    if not images:
        return Answer(judge.name, True, {}, "there is no picture to look at")
    try:
        opinion = judge(images, rubric)
    except Unreadable as error:
        return Answer(judge.name, True, {}, f"there is no picture to look at: {error}")
    except JudgeFailed as error:
        unjudged = f"{error.told}: {error}"
        return Answer(f"{judge.name}, {error.how}", False, {}, unjudged, error.details)
    # Pictures are a player's and answers a stranger's: what breaks a judge costs no verdict.
    except Exception as error:
        unjudged = f"the judge failed: {note(error, judge.name)}"
        return Answer(f"{judge.name}, failed", False, {}, unjudged)
    ratings = {k: float(opinion.ratings[k]) for k in rubric if is_rating(opinion.ratings.get(k))}
    if ratings.keys() != rubric.keys():
        why = f"the answer does not rate every item of {', '.join(rubric)}"
        unjudged = f"the judge failed: {why}"
        return Answer(f"{judge.name}, failed", False, {}, unjudged, opinion.details)
    return Answer(judge.name, True, ratings, "", opinion.details)


def board_recognised(answer: Answer, sees: str) -> Findings:
    """A judge recognises the game on a picture.

    Args:
        answer: The judge's.
        sees: What it sees if it does.
    """
    if answer.unjudged:
        raise NotJudged(answer.unjudged)
    for item, rating in answer.unseen.items():
        yield f"{item} was rated {rating:g}"
    return f"the judge sees {sees}"


def is_rating(value: object) -> bool:
    """Whether a value is a number from 0 to 1; True and NaN are none."""
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= 1
