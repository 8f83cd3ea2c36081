"""A finished play: what the grader's caller needs to know of it, just played or played before."""

import shutil
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from drivers.errors import HarnessError
from graders.verdict import Check, Verdict, outcome_of
from graders.workspace import verify_seal
from suites.folders import ItemFolder

ENDED_WELL = "player_ended_well"
"""The proof that is not met when a player crashed, ran out of time or broke a limit."""


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
    """

    seed: int | None
    player: str
    note: str
    failure: str
    conditions: dict[str, Any]
    timing: dict[str, float]
    versions: dict[str, str]


def played_before(run: Path, folder: ItemFolder) -> Play:
    """Copy a finished item of `run` to `folder`, so that the old one stays as it was.

    Raises:
        HarnessError: there is nothing to grade, or it was changed after it was sealed.
    """
    old = ItemFolder(run / folder.root.relative_to(folder.root.parent.parent))
    try:
        before = Verdict.from_json(old.verdict.read_text())
    except (OSError, ValueError) as exc:
        raise HarnessError(f"there is nothing to grade: {old.verdict} is no verdict") from exc
    without = shutil.ignore_patterns(old.verdict.name)
    shutil.copytree(old.root, folder.root, dirs_exist_ok=True, symlinks=True, ignore=without)
    if before.outcome == "invalid":
        raise HarnessError(f"there is nothing to grade: the run was invalid ({before.reason})")
    changed = verify_seal(folder.root, folder.manifest)
    if changed:
        raise HarnessError(f"the evidence was changed after it was sealed: {', '.join(changed)}")
    return Play(
        seed=before.seed,
        player=before.player,
        note=before.note,
        failure=failure_in(before),
        conditions=dict(before.conditions),
        timing=dict(before.timing),
        versions=dict(before.versions),
    )


def with_failure(graded: Verdict, failure: str) -> Verdict:
    """The verdict on a play whose player failed: the score stands, solved it is not.

    Args:
        graded: What the grader says of what was delivered.
        failure: What the player did, "" if nothing.
    """
    if not failure:
        return graded
    proof = (*graded.proof, Check(name=ENDED_WELL, met=False, reason=failure))
    outcome, reason = outcome_of((*graded.criteria, *proof))
    return replace(graded, proof=proof, outcome=outcome, reason=reason)


def failure_in(verdict: Verdict) -> str:
    """What `with_failure` wrote into a verdict, "" if nothing."""
    return next((check.reason for check in verdict.proof if check.name == ENDED_WELL), "")
