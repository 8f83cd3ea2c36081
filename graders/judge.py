"""The judge seam: whoever looks at pictures and answers a rubric, or nobody."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol


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


def ask(
    judge: Judge | None, images: Sequence[Path], rubric: Mapping[str, str]
) -> tuple[dict[str, float], str]:
    """Ask a judge, if there is one.

    Returns:
        The rating of every item, or nothing when nobody judged; and why nobody did ("" otherwise).
        A judge that failed is a judge that did not judge: it never costs a player a point.
    """
    if judge is None:
        return {}, "no judge was asked"
    try:
        answer = judge(images, rubric)
    except JudgeError as error:
        return {}, f"the judge failed: {error}"
    if answer is None:
        return {}, "the judge gave no answer"
    ratings = {item: answer.get(item) for item in rubric}
    numbers = {
        k: float(v) for k, v in ratings.items() if isinstance(v, int | float) and 0 <= v <= 1
    }
    if numbers.keys() != rubric.keys():
        return {}, "the judge's answer lacks a number for " + ", ".join(
            rubric.keys() - numbers.keys()
        )
    return numbers, ""
