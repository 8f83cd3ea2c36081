"""GAM 2, mines: the contract's score, its checklist, and the proof that the play was real."""

from collections.abc import Callable
from pathlib import Path

from graders.audit import Audit
from graders.checks import judged
from graders.files import Unreadable
from graders.judge import Judge
from graders.mines_case import Case
from graders.mines_contract import GROUPS, LIMITS, TASK_ID, of_the_audit, of_the_groups
from graders.mines_criteria import CRITERIA
from graders.mines_proof import PROOFS
from graders.mines_remarks import Difficulty, remarks
from graders.mines_score import SUBSCORES, revealed_cells_raw
from graders.scorecard import overall
from graders.verdict import Verdict, outcome_of
from graders.witness import EVENTS
from graders.workspace import Workspace

TASK = 2
DIGITS = (
    12  # of the overall score: the contract does not round, and this is what floats are good for
)


def grade(
    workspace: Path,
    *,
    witness: Path | None = None,
    seed: int | None = None,
    judge: Judge | None = None,
    audit: Audit | None = None,
    difficulty: Difficulty | None = None,
) -> Verdict:
    """Grade a workspace of GAM 2.

    Args:
        workspace: The folder the player could write, with its deliverables at the root.
        witness: The harness's record of the run; without it no play can be proven.
        seed: The game seed; without it the boards are not compared with the truth.
        judge: Not asked by this contract.
        audit: How often the player acted and looked; without it the witness's own count.
        difficulty: Says how hard a layout is, for the remarks.

    Raises:
        Unreadable: The workspace is not a folder.
    """
    case = Case(Workspace(workspace), witness=witness, seed=seed, audit=audit)
    subscores = {name: _scored(score, case) for name, score in SUBSCORES.items()}
    subscores |= _counted(case) | of_the_groups(subscores) | of_the_audit(case.audit)
    score, caps = overall(subscores, groups=GROUPS, limits=LIMITS, digits=DIGITS)
    criteria = tuple(
        judged(n, find(case), _listed(looks_at)) for n, (find, looks_at) in CRITERIA.items()
    )
    record = (f"witness/{EVENTS}",) if witness else ()
    proof = tuple(
        judged(n, find(case), _listed(looks_at) + record) for n, (find, looks_at) in PROOFS.items()
    )
    outcome, reason = outcome_of(criteria + proof)
    no_audit = next(x.limit for x in LIMITS if x.name == "no_audit")
    return Verdict(
        task=TASK_ID,
        seed=seed,
        outcome=outcome,
        reason=reason,
        overall_score=score,
        ceiling=1.0 if case.audit else no_audit,
        judge="off",
        subscores=subscores,
        caps=caps,
        criteria=criteria,
        proof=proof,
        remarks=remarks(case, difficulty),
    )


def _scored(score: Callable[[Case], float], case: Case) -> float:
    """One sub-score, 0 when it cannot be taken."""
    try:
        return score(case)
    # A file that nobody foresaw costs the sub-score that looks at it, and not the whole verdict.
    except Exception:
        return 0.0


def _counted(case: Case) -> dict[str, float]:
    """The contract's key for the parts of the picture that are not plain, if there is a picture."""
    try:
        return {"revealed_cells_raw": revealed_cells_raw(case)}
    except (Unreadable, MemoryError):
        return {}


def _listed(names: tuple[str, ...]) -> tuple[str, ...]:
    """Files of the workspace, relative to the item folder."""
    return tuple(f"workspace/{name}" for name in names)
