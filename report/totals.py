"""What a run comes to, task by task: how often it was solved, and the mean score."""

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import TypedDict

from report.items import Item


class Total(TypedDict):
    """Of one task and track.

    Attributes:
        items: How many were played.
        solved: How many of them were solved.
        invalid: How many do not count, as the harness failed.
        mean_proven_score: Over those that count, in [0, 1]; None if there are none.
    """

    items: int
    solved: int
    invalid: int
    mean_proven_score: float | None


def totals(items: Sequence[Item]) -> dict[str, Total]:
    """The totals, by task; a track other than real time has totals of its own."""
    groups: dict[str, list[Item]] = {}
    for item in items:
        groups.setdefault(f"{item.verdict['task']}{item.apart}", []).append(item)
    return {name: _total(group) for name, group in groups.items()}


def _total(items: Sequence[Item]) -> Total:
    scores = [score for item in items if (score := item.verdict["proven_score"]) is not None]
    return Total(
        items=len(items),
        solved=sum(item.outcome == "solved" for item in items),
        invalid=sum(item.outcome == "invalid" for item in items),
        mean_proven_score=round(fmean(scores), 4) if scores else None,
    )


def totals_told(totals: Mapping[str, Total]) -> list[str]:
    """A line for each task that was played more than once."""
    lines = []
    for name, total in totals.items():
        if total["items"] < 2:
            continue
        mean = total["mean_proven_score"]
        told = f"{name}: {total['solved']} of {total['items']} solved"
        told += f", {total['invalid']} invalid" if total["invalid"] else ""
        lines.append(told + ("" if mean is None else f", mean proven score {mean:.3f}"))
    return lines
