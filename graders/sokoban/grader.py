"""GAM 5, Sokoban: the contract's score, its checklist, and the proof that the play was real."""

from pathlib import Path

from graders.grading import recognised, scored, verdict_on
from graders.judging.judge import Judge, ask
from graders.scorecard import limit_named, overall
from graders.sokoban.case import Case
from graders.sokoban.contract import GROUPS, LIMITS, RUBRIC, TASK_ID
from graders.sokoban.criteria import CRITERIA
from graders.sokoban.proof import PROOFS
from graders.sokoban.score import SUBSCORES
from graders.verdict import Verdict
from graders.workspace import Workspace

TASK = 5


def grade(
    workspace: Path,
    *,
    witness: Path | None = None,
    seed: int | None = None,
    judge: Judge | None = None,
    transcript: Path | None = None,
) -> Verdict:
    """Grade a workspace of GAM 5.

    Args:
        workspace: The folder the player could write, with ``results/`` in it.
        witness: The harness's record of the run; without it no play can be proven.
        seed: The game seed; without it the levels are not compared with the truth.
        judge: Looks at one final screenshot.
        transcript: What the player says that it did, from elsewhere than its workspace.

    Raises:
        Unreadable: The workspace is not a folder.
        GradingFailed: The harness or the machine is to blame for what cannot be graded.
    """
    case = Case(Workspace(workspace), witness=witness, seed=seed, transcript=transcript)
    finals = case.found("final.png")[:1]
    answer = ask(judge, [workspace / name for name in finals], RUBRIC)
    subscores = {**scored(SUBSCORES, case), **answer.ratings}
    return verdict_on(
        case,
        task=TASK_ID,
        subscores=subscores,
        total=overall(subscores, groups=GROUPS, limits=LIMITS),
        ceiling=1.0 if answer.available else limit_named(LIMITS, "no_vlm"),
        criteria=CRITERIA,
        further=(recognised(answer, finals, "board, boxes and solution"),),
        proofs=PROOFS,
        answer=answer,
    )
