"""GAM 3, quadrapassel: the contract's score, its checklist, the proof that the play was real."""

from collections.abc import Callable
from pathlib import Path

from graders.audit import Audit
from graders.checks import judged
from graders.judge import Judge, ask
from graders.quadrapassel_case import FINAL, RESULTS, Case
from graders.quadrapassel_contract import GROUPS, JUDGED, LIMITS, RUBRIC, TASK_ID
from graders.quadrapassel_criteria import CRITERIA, board_recognised
from graders.quadrapassel_proof import PROOFS
from graders.quadrapassel_score import SUBSCORES
from graders.scorecard import overall
from graders.verdict import Verdict, outcome_of
from graders.witness import EVENTS
from graders.workspace import Workspace

TASK = 3
_EVIDENCE = 20  # files named for one check


def grade(
    workspace: Path,
    *,
    witness: Path | None = None,
    seed: int | None = None,
    judge: Judge | None = None,
    audit: Audit | None = None,
) -> Verdict:
    """Grade a workspace of GAM 3.

    Args:
        workspace: The folder the player could write, with ``results/`` in it.
        witness: The harness's record of the run; without it no play can be proven.
        seed: The game seed; without it the pieces are not compared with the truth.
        judge: Looks at the final picture.
        audit: Not asked for by this contract.

    Raises:
        Unreadable: The workspace is not a folder.
    """
    case = Case(Workspace(workspace), witness=witness, seed=seed)
    subscores = {name: _scored(score, case) for name, score in SUBSCORES.items()}
    finals = [FINAL] if case.files.exists(FINAL) else []
    answer = ask(judge, [workspace / name for name in finals], RUBRIC)
    subscores |= answer.ratings
    score, caps = overall(subscores, groups=GROUPS, limits=LIMITS, extra=JUDGED)
    criteria = (
        *(
            judged(n, find(case), _evidence(case, looks_at))
            for n, (find, looks_at) in CRITERIA.items()
        ),
        judged("board_recognised", board_recognised(answer), tuple(map(_listed, finals))),
    )
    record = (f"witness/{EVENTS}",) if witness else ()
    proof = tuple(
        judged(n, find(case), _evidence(case, looks_at) + record)
        for n, (find, looks_at) in PROOFS.items()
    )
    outcome, reason = outcome_of(criteria + proof)
    no_vlm = next(x.limit for x in LIMITS if x.name == "no_vlm")
    return Verdict(
        task=TASK_ID,
        seed=seed,
        outcome=outcome,
        reason=reason,
        overall_score=score,
        ceiling=1.0 if answer.available else no_vlm,
        judge=answer.judge,
        subscores=subscores,
        caps=caps,
        criteria=criteria,
        proof=proof,
    )


def _scored(score: Callable[[Case], float], case: Case) -> float:
    """One sub-score, 0 when it cannot be taken."""
    try:
        return score(case)
    # A file that nobody foresaw costs the sub-score that looks at it, and not the whole verdict.
    except Exception:
        return 0.0


def _evidence(case: Case, patterns: tuple[str, ...]) -> tuple[str, ...]:
    """Deliverables for people to look at, those of odd names left out."""
    names = {name for pattern in patterns for name in case.files.names(RESULTS, pattern)}
    return tuple(_listed(name) for name in sorted(names) if name.isprintable())[:_EVIDENCE]


def _listed(name: str) -> str:
    """A file of the workspace, relative to the item folder."""
    return f"workspace/{name}"
