"""GAM 2, mines: the contract's score, its checklist, and the proof that the play was real."""

from pathlib import Path

from graders.audit import Audit
from graders.errors import Unreadable
from graders.faults import check_machine
from graders.grading import scored, verdict_on
from graders.mines.case import Case
from graders.mines.contract import GROUPS, LIMITS, TASK_ID, of_the_audit, of_the_groups
from graders.mines.criteria import CRITERIA
from graders.mines.proof import PROOFS
from graders.mines.remarks import Difficulty, remarks
from graders.mines.score import SUBSCORES, revealed_cells_raw
from graders.scorecard import limit_named, overall
from graders.verdict import Verdict
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
    audit: Audit | None = None,
    transcript: Path | None = None,
    difficulty: Difficulty | None = None,
) -> Verdict:
    """Grade a workspace of GAM 2.

    Args:
        workspace: The folder the player could write, with its deliverables at the root.
        witness: The harness's record of the run; without it no play can be proven.
        seed: The game seed; without it the boards are not compared with the truth.
        audit: How often the player acted and looked, instead of record and transcripts.
        transcript: What the player says that it did, from elsewhere than its workspace; where there
            is no witness it is believed how often the player acted and looked.
        difficulty: Says how hard a layout is, for the remarks.

    Raises:
        Unreadable: The workspace is not a folder.
        GradingFailed: The harness or the machine is to blame for what cannot be graded.
    """
    case = Case(
        Workspace(workspace), witness=witness, seed=seed, audit=audit, transcript=transcript
    )
    subscores = scored(SUBSCORES, case)
    subscores |= _counted(case) | of_the_groups(subscores) | of_the_audit(case.audit)
    return verdict_on(
        case,
        task=TASK_ID,
        subscores=subscores,
        total=overall(subscores, groups=GROUPS, limits=LIMITS, digits=DIGITS),
        ceiling=1.0 if case.audit else limit_named(LIMITS, "no_audit"),
        criteria=CRITERIA,
        proofs=PROOFS,
        remarks=remarks(case, difficulty),
    )


def _counted(case: Case) -> dict[str, float]:
    """The contract's key for the parts of the picture that are not plain, if there is a picture."""
    try:
        return {"revealed_cells_raw": revealed_cells_raw(case)}
    except (Unreadable, MemoryError) as error:
        check_machine(error)
        return {}
