"""The contracts' arithmetic in small pieces: weighted means of sub-scores, then caps."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from graders.verdict import Cap

Subscores = Mapping[str, float]
Condition = Callable[[Subscores], bool]


@dataclass(frozen=True, slots=True)
class Group:
    """Sub-scores that count together: the mean of those present, times a weight."""

    weight: float
    keys: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Limit:
    """A cap before it meets a workspace: while ``condition`` holds, the score is at most ``limit``.

    A floor of a contract ("nothing delivered is worth at most 0.05") is such a limit too.
    """

    name: str
    limit: float
    condition: Condition
    reason: str


def mean(subscores: Subscores, keys: Sequence[str]) -> float:
    """The mean of the named sub-scores that are present; 0 when none is."""
    values = [subscores[k] for k in keys if k in subscores]
    return sum(values) / len(values) if values else 0.0


def lacks(bar: float, *keys: str) -> Condition:
    """Whether one of some sub-scores is below a bar."""
    return lambda subscores: any(subscores[key] < bar for key in keys)


def unrated(rubric: Mapping[str, str]) -> Condition:
    """Whether nobody judged by a rubric."""
    return lambda subscores: not rubric.keys() <= subscores.keys()


def limit_named(limits: Sequence[Limit], name: str) -> float:
    """The highest score that one of the caps leaves."""
    return next(limit.limit for limit in limits if limit.name == name)


def overall(
    subscores: Subscores,
    *,
    groups: Sequence[Group],
    limits: Sequence[Limit],
    digits: int | None = 4,
    extra: Group | None = None,
) -> tuple[float, tuple[Cap, ...]]:
    """The overall score and every cap with whether it applied.

    Args:
        subscores: The sub-scores by their keys.
        groups: What counts together.
        limits: The caps.
        digits: To how many digits the contract rounds; None if it does not.
        extra: What takes its weight of the whole, and leaves the rest to the groups, when one of
            its sub-scores is there.
    """
    base = 0.0
    for group in groups:
        base += group.weight * mean(subscores, group.keys)
    if extra and not subscores.keys().isdisjoint(extra.keys):
        base = (1 - extra.weight) * base + extra.weight * mean(subscores, extra.keys)
    caps = tuple(
        Cap(name=x.name, limit=x.limit, applied=x.condition(subscores), reason=x.reason)
        for x in limits
    )
    score = min([base, *(c.limit for c in caps if c.applied)])
    return score if digits is None else round(score, digits), caps
