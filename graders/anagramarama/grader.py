"""GAM 11, Anagramarama: the contract's score, its checklist, the proof that the play was real."""

from pathlib import Path

from graders.anagramarama.case import CANDIDATES, DIFF, ENTERED, SHOTS, Case
from graders.anagramarama.contract import (
    CEILING_UNRATED,
    DIGITS,
    GROUPS,
    JUDGED,
    LETTERS_MATCH,
    LIMITS,
    RUBRIC,
    TABLES_THERE,
    TASK_ID,
    UNRATED,
)
from graders.anagramarama.criteria import CRITERIA, pictures_recognised
from graders.anagramarama.ocr import check_reader
from graders.anagramarama.proof import PROOFS
from graders.anagramarama.score import SUBSCORES
from graders.checks import Findings
from graders.errors import NotJudged
from graders.grading import scored, verdict_on
from graders.judging.judge import Answer, Judge, ask
from graders.scorecard import overall
from graders.verdict import Verdict
from graders.workspace import Workspace

TASK = 11


def grade(
    workspace: Path,
    *,
    witness: Path | None = None,
    seed: int | None = None,
    judge: Judge | None = None,
    transcript: Path | None = None,
) -> Verdict:
    """Grade a workspace of GAM 11.

    Args:
        workspace: The folder the player could write, with ``results/`` in it.
        witness: The harness's record of the run; without it no play can be proven.
        seed: The game seed; without it the root is not compared with the truth.
        judge: Looks at the three pictures.
        transcript: What the player says that it did, from elsewhere than its workspace.

    Raises:
        Unreadable: The workspace is not a folder.
        GradingFailed: The harness or the machine is to blame for what cannot be graded.
        NoReader: That is tesseract, which reads the text on pictures.
    """
    check_reader()
    case = Case(Workspace(workspace), witness=witness, seed=seed, transcript=transcript)
    pictures = [name for name in SHOTS if case.files.exists(name)]
    answer = ask(judge, [workspace / name for name in pictures], _rubric(case))

    def recognised(case: Case) -> Findings:
        return pictures_recognised(answer)

    subscores = scored(SUBSCORES, case) | dict.fromkeys(RUBRIC, UNRATED) | dict(answer.ratings)
    return verdict_on(
        case,
        task=TASK_ID,
        subscores=subscores,
        total=overall(
            subscores | _facts(case, answer), groups=GROUPS, limits=LIMITS, digits=DIGITS
        ),
        ceiling=1.0 if answer.available else CEILING_UNRATED,
        criteria=CRITERIA | {"pictures_recognised": (recognised, ("view_anagram_*.png",))},
        proofs=PROOFS,
        answer=answer,
    )


def _rubric(case: Case) -> dict[str, str]:
    """What a judge is asked; which letters it is to see, if the seed tells them."""
    try:
        letters = " ".join(sorted(case.truth))
    except NotJudged:
        return RUBRIC
    return RUBRIC | {"vlm_letters_match": LETTERS_MATCH.format(letters=letters)}


def _facts(case: Case, answer: Answer) -> dict[str, float]:
    """What the contract's caps ask for besides the sub-scores."""
    there = all(case.files.exists(name) for name in (CANDIDATES, ENTERED, DIFF))
    return {TABLES_THERE: float(there), JUDGED: float(answer.available)}
