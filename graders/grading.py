"""How a verdict comes about: sub-scores, criteria and proofs of a game, taken one by one."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from graders.audit import remarks_on
from graders.broken import broken, not_let_through
from graders.case import Evidence
from graders.checks import Findings, judged
from graders.faults import note
from graders.judging.judge import NOBODY, Answer, board_recognised
from graders.verdict import Cap, Check, Verdict, outcome_of
from graders.witness import EVENTS

C = TypeVar("C", bound=Evidence)

Checks = Mapping[str, tuple[Callable[[C], Findings], tuple[str, ...]]]
"""How each check is found, and the deliverables it looks at, by its name."""


def scored(scores: Mapping[str, Callable[[C], float]], case: C) -> dict[str, float]:
    """Each sub-score, 0 where it cannot be taken.

    Raises:
        GradingFailed: The harness or the machine is to blame.
    """
    return {name: _scored(name, score, case) for name, score in scores.items()}


def recognised(answer: Answer, pictures: Sequence[str], sees: str) -> Check:
    """The criterion that a judge recognises the game.

    Args:
        answer: The judge's.
        pictures: What it was shown, relative to the workspace.
        sees: What it sees if it does.
    """
    findings = board_recognised(answer, sees)
    return judged("board_recognised", findings, tuple(map(_listed, pictures)))


def verdict_on(
    case: C,
    *,
    task: str,
    subscores: Mapping[str, float],
    total: tuple[float, tuple[Cap, ...]],
    ceiling: float,
    criteria: Checks[C],
    proofs: Checks[C],
    further: tuple[Check, ...] = (),
    answer: Answer = NOBODY,
    remarks: tuple[str, ...] = (),
) -> Verdict:
    """Run all checks and put the verdict together.

    Args:
        case: What they are asked about.
        task: The contract's id.
        subscores: The contract's numbers.
        total: What these make together, and the caps, see :func:`graders.scorecard.overall`.
        ceiling: The highest score within reach.
        criteria: The contract's checklist.
        proofs: The claim held against witness and truth.
        further: Criteria that have been judged already.
        answer: The judge's; it stands beside the proof, and a remark says where they differ.
        remarks: What else there is to say.
    """
    record = (f"witness/{EVENTS}",) if case.witness or case.witness_fault else ()
    checked = *_all_judged(criteria, case), *further
    proof = _all_judged(proofs, case, record)
    outcome, reason = outcome_of(checked + proof)
    places = broken(case, proof)
    if places:
        outcome, reason = "unsolved", f"evidence broken: {'; '.join(places)}; {reason}"
    score, caps = total
    return Verdict(
        task=task,
        seed=case.seed,
        outcome=outcome,
        reason=reason,
        overall_score=score,
        ceiling=ceiling,
        judge=answer.judge,
        judging=_told(answer),
        subscores=subscores,
        caps=caps,
        criteria=checked,
        proof=proof,
        broken=places,
        remarks=remarks + _told_of(case) + _disagreement(answer, proof) + not_let_through(case),
    )


def _scored(name: str, score: Callable[[C], float], case: C) -> float:
    try:
        return score(case)
    # The contracts' own graders pass over every exception, item by item, and go on; so do we, or a
    # player could end the grading with a file that nobody foresaw.
    except Exception as error:
        note(error, name)
        return 0.0


def _all_judged(checks: Checks[C], case: C, record: tuple[str, ...] = ()) -> tuple[Check, ...]:
    return tuple(
        judged(name, find(case), tuple(map(_listed, case.looked_at(looks_at))) + record)
        for name, (find, looks_at) in checks.items()
    )


def _told_of(case: Evidence) -> tuple[str, ...]:
    """What a player's transcripts tell of the play."""
    try:
        counted = case.witness.audit() if case.witness else None
        transcripts = (*case.given, *case.transcripts)
        return tuple(remarks_on(transcripts, counted, libraries=case.libraries))
    # An extra that decides nothing: whatever a player wrote there must not cost the verdict.
    except Exception as error:
        return (f"The player's transcript cannot be told: {note(error, 'its transcript')}.",)


def _told(answer: Answer) -> dict[str, Any]:
    """What a verdict tells of a judging; nothing where nobody was asked."""
    rated = {"ratings": dict(answer.ratings)} if answer.ratings else {}
    why = {"unjudged": answer.unjudged} if answer is not NOBODY and answer.unjudged else {}
    return {**rated, **why, **answer.details}


def _disagreement(answer: Answer, proof: tuple[Check, ...]) -> tuple[str, ...]:
    """A sentence where a judge believes what is disproven, or doubts what is proven."""
    if not answer.ratings:
        return ()
    unmet = [check.name for check in proof if check.met is False]
    if unmet and not answer.unseen:
        return (
            f"The judge and the proof disagree: {answer.judge} sees all that it was asked for,"
            f" and {len(unmet)} of {len(proof)} proofs are not met: {', '.join(unmet)}.",
        )
    if answer.unseen and not unmet and any(check.met for check in proof):
        low = ", ".join(f"{item} {rating:g}" for item, rating in answer.unseen.items())
        return (
            f"The judge and the proof disagree: {answer.judge} does not see all that it was asked"
            f" for ({low}), and no proof speaks against the play.",
        )
    return ()


def _listed(name: str) -> str:
    """A file of the workspace, relative to the item folder."""
    return f"workspace/{name}"
