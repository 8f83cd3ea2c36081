"""What a grader says, as one frozen value that travels as ``verdict.json``."""

import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal, Self

Outcome = Literal["solved", "unsolved", "invalid"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One criterion of the contract, or one proof.

    Attributes:
        name: Short name in snake case.
        met: True or False; None when it could not be judged, which is neither a pass nor a failure.
        reason: One sentence for a person, with the figures. Player text in it is quoted and short.
        evidence: Paths of the files looked at, relative to the item folder.
    """

    name: str
    met: bool | None
    reason: str
    evidence: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Cap:
    """An upper limit that the contract puts on the overall score.

    Attributes:
        name: Short name in snake case.
        limit: The highest overall score while the cap applies.
        applied: Whether its condition holds (another cap may still be the lower one).
        reason: What the condition is.
    """

    name: str
    limit: float
    applied: bool
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """The result of grading one item.

    The last fields are the harness's to fill in, with ``dataclasses.replace``.

    Attributes:
        task: The contract's id, as its folder is named.
        seed: The seed of the item; None when the game ran unseeded or the seed is not known.
        outcome: ``solved``, ``unsolved`` (the player fell short), ``invalid`` (the harness failed).
        reason: Why the outcome is what it is, in one sentence.
        overall_score: The contract's score in [0, 1], rounded as there; None when invalid.
        ceiling: The highest overall score reachable with the judge that was available.
        judge: Which judge answered: ``off`` or the judge's name.
        subscores: The contract's numbers under its own keys: sub-scores in [0, 1], and counts.
        caps: Every cap of the contract, applied or not.
        criteria: The contract's checklist.
        proof: The claim held against witness and truth.
        broken: Where the evidence itself is broken, a phrase each; what it shows is worth nothing.
        player: Who played.
        note: What cut the play short, "" if nothing did.
        remarks: What else a reader would ask about the play, a sentence each; it decides nothing.
        judging: What is told of the judge's answer: ratings, how far votes agree, cost and time.
        conditions: How it was played: the player's command, what it was kept from and given, its
            budget in seconds, and whether in real time or with the game frozen while it thought.
        timing: Seconds and counts of the play.
        versions: Versions of the programs that mattered.
    """

    task: str
    seed: int | None
    outcome: Outcome
    reason: str
    overall_score: float | None
    ceiling: float
    judge: str
    subscores: Mapping[str, float]
    caps: tuple[Cap, ...]
    criteria: tuple[Check, ...]
    proof: tuple[Check, ...]
    broken: tuple[str, ...] = ()
    player: str = "unknown"
    note: str = ""
    remarks: tuple[str, ...] = ()
    judging: Mapping[str, Any] = field(default_factory=dict)
    conditions: Mapping[str, Any] = field(default_factory=dict)
    timing: Mapping[str, float] = field(default_factory=dict)
    versions: Mapping[str, str] = field(default_factory=dict)

    @classmethod
    def invalid(cls, *, task: str, seed: int | None, player: str, reason: str) -> Self:
        """What is said when the harness failed: no score, since there is nothing to score."""
        return cls(
            task=task,
            seed=seed,
            player=player,
            outcome="invalid",
            reason=reason,
            overall_score=None,
            ceiling=0.0,
            judge="off",
            subscores={},
            caps=(),
            criteria=(),
            proof=(),
        )

    @property
    def proven_score(self) -> float | None:
        """The score to compare players by, in [0, 1]: the contract's, unless it is disproven.

        The contract's arithmetic believes the player's files. So a claim that a proof refuses earns
        nothing, and neither does one whose evidence is broken. None when invalid, or when no proof
        could be judged, as without a witness: nothing is known then but what the player wrote.
        """
        if self.overall_score is None:
            return None
        disproven = self.broken or any(check.met is False for check in self.proof)
        if disproven:
            return 0.0
        return None if self.unproven else self.overall_score

    @property
    def unproven(self) -> bool:
        """Whether there are proofs, and none of them could be judged."""
        return bool(self.proof) and all(check.met is None for check in self.proof)

    @property
    def unmet(self) -> tuple[Check, ...]:
        """The criteria and proofs that were judged and not met, in the contract's order."""
        return tuple(c for c in (*self.criteria, *self.proof) if c.met is False)

    def raise_unmet(self) -> None:
        """Raise everything that is unmet at once.

        Raises:
            ExceptionGroup: One AssertionError for each unmet check, with a note of name and reason.
        """
        errors = []
        for check in self.unmet:
            error = AssertionError(f"{check.name} is not met")
            error.add_note(f"{check.name}: {check.reason}")
            if check.evidence:
                error.add_note("see " + ", ".join(check.evidence))
            errors.append(error)
        if errors:
            judged = sum(c.met is not None for c in (*self.criteria, *self.proof))
            raise ExceptionGroup(f"{self.task}: {len(errors)} of {judged} checks not met", errors)

    def to_json(self) -> str:
        """The verdict as the text of ``verdict.json``, keys in the documented order."""
        flat = asdict(self) | {"proven_score": self.proven_score}
        order = ["task", "seed", "player", "outcome", "reason", "broken", "note", "remarks"]
        order += ["proven_score", "overall_score", "ceiling", "judge", "judging"]
        return json.dumps({k: flat.pop(k) for k in order} | flat, indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what :meth:`to_json` wrote.

        Raises:
            ValueError: The text is no verdict.
        """
        try:
            flat: dict[str, Any] = json.loads(text)
            flat["caps"] = tuple(Cap(**c) for c in flat["caps"])
            flat.pop("proven_score", None)  # found anew, whatever the text says
            for key in ("broken", "remarks"):
                flat[key] = tuple(map(str, flat.get(key, ())))
            for key in ("criteria", "proof"):
                flat[key] = tuple(
                    Check(**{**c, "evidence": tuple(c["evidence"])}) for c in flat[key]
                )
            return cls(**flat)
        except (KeyError, TypeError, AttributeError) as error:
            raise ValueError(f"not a verdict: {error!r}") from error


_NAMED = 4  # unmet checks in a reason; the verdict and the report have all of them


def outcome_of(checks: tuple[Check, ...]) -> tuple[Outcome, str]:
    """The outcome that the checks imply, with its reason.

    Args:
        checks: Criteria and proofs.

    Returns:
        ``solved`` when every check is met or not judged, else ``unsolved``; and one sentence.
    """
    unmet = [c.name for c in checks if c.met is False]
    unjudged = sum(c.met is None for c in checks)
    aside = f", {unjudged} not judged" if unjudged else ""
    if unmet:
        named = ", ".join(unmet[:_NAMED])
        named += f" and {len(unmet) - _NAMED} more" if len(unmet) > _NAMED else ""
        return "unsolved", f"{len(unmet)} of {len(checks)} checks not met{aside}: {named}"
    return "solved", f"{len(checks) - unjudged} of {len(checks)} checks met{aside}"
