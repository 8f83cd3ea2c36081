"""GAM 3, quadrapassel: the contract's score, its checklist, the proof that the play was real."""

from pathlib import Path

from graders.grading import recognised, scored, verdict_on
from graders.judging.judge import Judge, ask
from graders.quadrapassel.case import FINAL, Case
from graders.quadrapassel.contract import GROUPS, JUDGED, LIMITS, RUBRIC, TASK_ID
from graders.quadrapassel.criteria import CRITERIA
from graders.quadrapassel.proof import PROOFS
from graders.quadrapassel.score import SUBSCORES
from graders.scorecard import limit_named, overall
from graders.verdict import Verdict
from graders.workspace import Workspace

TASK = 3


def grade(
    workspace: Path,
    *,
    witness: Path | None = None,
    seed: int | None = None,
    judge: Judge | None = None,
    transcript: Path | None = None,
) -> Verdict:
    """Grade a workspace of GAM 3.

    Args:
        workspace: The folder the player could write, with ``results/`` in it.
        witness: The harness's record of the run; without it no play can be proven.
        seed: The game seed; without it the pieces are not compared with the truth.
        judge: Looks at the final picture.
        transcript: What the player says that it did, from elsewhere than its workspace.

    Raises:
        Unreadable: The workspace is not a folder.
        GradingFailed: The harness or the machine is to blame for what cannot be graded.
    """
    case = Case(Workspace(workspace), witness=witness, seed=seed, transcript=transcript)
    finals = [FINAL] if case.files.exists(FINAL) else []
    answer = ask(judge, [workspace / name for name in finals], RUBRIC)
    subscores = {**scored(SUBSCORES, case), **answer.ratings}
    return verdict_on(
        case,
        task=TASK_ID,
        subscores=subscores,
        total=overall(subscores, groups=GROUPS, limits=LIMITS, extra=JUDGED),
        ceiling=1.0 if answer.available else limit_named(LIMITS, "no_vlm"),
        criteria=CRITERIA,
        further=(recognised(answer, finals, "a field with pieces, in the middle of a game"),),
        proofs=PROOFS,
        answer=answer,
    )
