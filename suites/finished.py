"""A finished play: what the grader's caller needs to know of it, just played or played before."""

import json
import subprocess
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any, Self

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
            return cls(**json.loads(text))
        except TypeError as exc:
            raise ValueError(f"not a play: {exc}") from exc

    def differs_from(self, verdict: Verdict) -> list[str]:
        """What a verdict tells otherwise of this play."""
        told = {name: getattr(verdict, name) for name in ("seed", "player", "note", "timing")}
        told |= {"conditions": verdict.conditions, "versions": verdict.versions}
        told["failure"] = failure_in(verdict)
        return [name for name, value in told.items() if value != getattr(self, name)]


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
    _copy(old.root, folder.root)
    folder.verdict.unlink()
    if before.outcome == "invalid":
        raise HarnessError(f"there is nothing to grade: the run was invalid ({before.reason})")
    changed = verify_seal(folder.root, folder.manifest)
    if changed:
        raise HarnessError(f"the evidence was changed after it was sealed: {', '.join(changed)}")
    try:
        play = Play.from_json(folder.play.read_text())
    except (OSError, ValueError) as exc:
        raise HarnessError(f"there is nothing to grade: {old.play} tells of no play") from exc
    if changed := play.differs_from(before):
        raise HarnessError(
            f"{old.verdict} was changed: its {', '.join(changed)} differ from what was sealed"
        )
    return play


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
    if not failure:
        return graded
    proof = (*graded.proof, Check(name=ENDED_WELL, met=False, reason=failure))
    outcome, reason = outcome_of((*graded.criteria, *proof))
    return replace(graded, proof=proof, outcome=outcome, reason=reason)


def failure_in(verdict: Verdict) -> str:
    """What `with_failure` wrote into a verdict, "" if nothing."""
    return next((check.reason for check in verdict.proof if check.name == ENDED_WELL), "")
