"""A finished play: what the grader's caller needs to know of it, just played or played before."""

import json
import subprocess
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

from drivers.errors import HarnessError, WitnessBroken
from graders.errors import Unreadable
from graders.proofs import COULD_NOT_KEEP_UP
from graders.verdict import Check, Verdict, outcome_of
from graders.workspace import verify_seal
from suites.folders import ItemFolder

ENDED_WELL = "player_ended_well"
"""The proof that is not met when a player crashed, ran out of time or broke a limit."""

TOLD = 5
"""Changes that are named; the others are counted."""

AS_SEALED = "evidence_is_as_sealed"
"""The proof that is not met when a finished run was changed before it was graded again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Play:
    """A finished play, as the grader's caller needs it.

    Attributes:
        seed: The seed the game really played by, None if it was unseeded.
        player: Who played.
        note: What cut the play short or was lost, or "".
        failure: What the player did that makes the play unsolved whatever it delivered, or "".
        conditions: How it was played.
        timing: Seconds and counts.
        versions: What it was played with.
        pictures: The task's patterns of pictures to show of it; old runs have none.
        changed: What of it was changed since it was sealed, a phrase each.
    """

    seed: int | None
    player: str
    note: str
    failure: str
    conditions: dict[str, Any]
    timing: dict[str, float]
    versions: dict[str, str]
    pictures: tuple[str, ...] = ()
    changed: tuple[str, ...] = ()

    def to_json(self) -> str:
        """The text of `play.json`, which is sealed with the evidence."""
        return json.dumps(asdict(self), indent=1) + "\n"

    @classmethod
    def from_json(cls, text: str) -> Self:
        """Read what `to_json` wrote.

        Raises:
            ValueError: the text is none of that.
        """
        try:
            values = json.loads(text)
            pictures = tuple(values.get("pictures", ()))
            return cls(**values | {"pictures": pictures, "changed": ()})
        except TypeError as exc:
            raise ValueError(f"not a play: {exc}") from exc

    @classmethod
    def told_in(cls, verdict: Verdict) -> Self:
        """What a verdict tells of it."""
        return cls(
            seed=verdict.seed,
            player=verdict.player,
            note=verdict.note,
            failure=failure_in(verdict),
            conditions=dict(verdict.conditions),
            timing=dict(verdict.timing),
            versions=dict(verdict.versions),
        )


def played_before(run: Path, folder: ItemFolder) -> Play:
    """Copy a finished item of `run` to `folder`, so that the old one stays as it was.

    Returns:
        The play. What was changed in the folder since it was sealed is told in it: whoever changes
        an unsolved play shall not get an invalid one for it, much less a solved one.

    Raises:
        HarnessError: there is nothing to grade.
    """
    old = ItemFolder(run / folder.root.relative_to(folder.root.parent.parent))
    try:
        before = Verdict.from_json(old.verdict.read_text())
    except (OSError, ValueError) as exc:
        raise HarnessError(f"there is nothing to grade: {old.verdict} is no verdict") from exc
    _copy(old.root, folder.root)
    folder.verdict.unlink()
    folder.grading_log.unlink(missing_ok=True)
    if before.outcome == "invalid":
        raise HarnessError(f"there is nothing to grade: the run was invalid ({before.reason})")
    told = Play.told_in(before)
    try:
        changed = verify_seal(folder.root, folder.manifest)
    except Unreadable as exc:
        changed = [str(exc)]
    try:
        play = Play.from_json(folder.play.read_text())
    except (OSError, ValueError) as exc:
        if not changed:
            raise HarnessError(f"there is nothing to grade: {old.play} tells of no play") from exc
        return replace(told, changed=tuple(changed))
    told = replace(told, pictures=play.pictures)  # which no verdict tells
    differ = [name for name, value in asdict(told).items() if value != asdict(play)[name]]
    if differ:
        changed.append(f"the {', '.join(differ)} in {old.verdict.name} changed")
    return replace(play, changed=tuple(changed))


def _copy(folder: Path, to: Path) -> None:
    """Copy all that is in a folder, also pipes, and holes as holes: Python's library does not.

    Raises:
        HarnessError: it cannot be done.
    """
    done = subprocess.run(
        ["cp", "--archive", "--sparse=always", "--", f"{folder}/.", f"{to}/"],
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise HarnessError(f"{folder} cannot be copied: {done.stderr.strip()[-200:]}")


def with_failure(graded: Verdict, failure: str) -> Verdict:
    """The verdict on a play whose player failed: the score stands, solved it is not.

    Args:
        graded: What the grader says of what was delivered.
        failure: What the player did, "" if nothing.
    """
    return _with(graded, Check(name=ENDED_WELL, met=False, reason=failure)) if failure else graded


def heed_a_late_witness(graded: Verdict) -> None:
    """Refuse a verdict on a player of ours that fails because our own eye was too slow.

    From outside that may be the player's doing, and is graded.

    Raises:
        WitnessBroken: It does.
    """
    for check in graded.unmet:
        if check.reason.startswith(COULD_NOT_KEEP_UP):
            raise WitnessBroken(f"{check.name}: {check.reason}")


def with_changes(graded: Verdict, changed: Sequence[str]) -> Verdict:
    """The verdict on a play whose evidence was changed afterwards: nothing of it counts.

    Args:
        graded: What the grader says of what there is now.
        changed: What was changed, a phrase each.
    """
    if not changed:
        return graded
    places = "; ".join(changed[:TOLD])
    places += f"; and {len(changed) - TOLD} more" if len(changed) > TOLD else ""
    reason = f"{places} after it was sealed"
    verdict = _with(graded, Check(name=AS_SEALED, met=False, reason=reason))
    told = f"evidence broken: {reason}; {verdict.reason}"
    broken = (*(f"{place} after it was sealed" for place in changed[:TOLD]), *verdict.broken)
    return replace(verdict, reason=told, broken=broken, overall_score=0.0)


def _with(graded: Verdict, check: Check) -> Verdict:
    """A verdict with one more proof that is not met."""
    _, before = outcome_of((*graded.criteria, *graded.proof))
    proof = (check, *graded.proof)
    outcome, reason = outcome_of((*proof, *graded.criteria))  # the cause before what follows of it
    said_first = graded.reason.removesuffix(before)  # where the evidence is broken
    return replace(graded, proof=proof, outcome=outcome, reason=said_first + reason)


def failure_in(verdict: Verdict) -> str:
    """What `with_failure` wrote into a verdict, "" if nothing."""
    return next((check.reason for check in verdict.proof if check.name == ENDED_WELL), "")
