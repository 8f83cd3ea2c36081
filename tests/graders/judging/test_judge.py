"""A judge's failure is never a player's."""

from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

from graders.errors import BadOption, JudgeFailed, NotBelieved, Unreadable
from graders.judging.judge import Opinion, ask, fixed
from graders.sokoban import grader as sokoban
from graders.sokoban.contract import RUBRIC as ITEMS
from graders.verdict import Verdict
from tests.forgeries.sokoban.forging import SEED
from tests.forgeries.workshop import HONEST, Workshop

RUBRIC = {"a": "Is it?", "b": "Was it?"}
IMAGES = [Path("final.png")]

Said = dict[str, float] | Exception


class Odd:
    """A judge that gives a certain answer, or raises."""

    name = "odd"

    def __init__(self, answer: Said) -> None:
        self.answer = answer

    def __call__(self, images: Sequence[Path], rubric: Mapping[str, str]) -> Opinion:
        """Answer."""
        if isinstance(self.answer, Exception):
            raise self.answer
        return Opinion(self.answer, {"votes": "3 of 3"})


FAILURES: list[Said] = [
    {},
    {"a": 1.0},
    {"a": 1.0, "b": 7.0},
    {"a": 1.0, "b": float("nan")},
    {"a": 1.0, "b": True},
    JudgeFailed("no answer in 60 s"),
    ZeroDivisionError("nobody foresaw it"),
    MemoryError(),
]


def test_fixed_answers_everything() -> None:
    """The comparing judge gives its number to each item."""
    answer = ask(fixed(0.5), IMAGES, RUBRIC)
    assert (answer.ratings, answer.available, answer.judge) == (
        {"a": 0.5, "b": 0.5},
        True,
        "fixed 0.5",
    )


def test_fixed_stays_within_bounds() -> None:
    """A number outside 0 to 1 raises."""
    with pytest.raises(BadOption, match="from 0 to 1"):
        fixed(1.5)


@pytest.mark.parametrize("answer", FAILURES)
def test_failure_is_not_judged(answer: Said) -> None:
    """No answer, half an answer, nonsense or an error rates nothing, and says so."""
    said = ask(Odd(answer), IMAGES, RUBRIC)
    assert (said.ratings, said.available, said.judge) == ({}, False, "odd, failed")
    assert said.unjudged.startswith("the judge failed: ")


@pytest.mark.parametrize("answer", FAILURES)
def test_failure_scores_as_no_judge(workshop: Workshop, answer: Said) -> None:
    """With a judge that fails, a workspace scores as with none, out of the lower ceiling."""
    verdict = sokoban.grade(workshop.item(HONEST) / "workspace", judge=Odd(answer))
    assert (verdict.overall_score, verdict.ceiling, verdict.outcome) == (0.6, 0.6, "solved")
    assert {c.name: c.met for c in verdict.criteria}["board_recognised"] is None
    assert not any(key.startswith("vlm") for key in verdict.subscores)
    assert verdict.judging["unjudged"].startswith("the judge failed")


def test_who_is_not_believed_has_not_judged() -> None:
    """The verdict tells it from a judge that is out of order, and keeps what it cost."""
    said = ask(Odd(NotBelieved("it sees ghosts", {"votes": "3 of 3"})), IMAGES, RUBRIC)
    assert (said.ratings, said.available, said.judge) == ({}, False, "odd, not believed")
    assert said.unjudged == "the judge is not believed: it sees ghosts"
    assert said.details == {"votes": "3 of 3"}


def test_nothing_to_look_at() -> None:
    """Without pictures nobody is asked, and the judge is still there."""
    said = ask(fixed(1), [], RUBRIC)
    assert (said.ratings, said.available) == ({}, True)


def test_no_picture_is_the_players_doing() -> None:
    """A file that is none rates nothing, and the judge is still there: the ceiling stays."""
    said = ask(Odd(Unreadable("final.png is a link")), IMAGES, RUBRIC)
    assert (said.ratings, said.available, said.judge) == ({}, True, "odd")
    assert said.unjudged == "there is no picture to look at: final.png is a link"


def graded(workshop: Workshop, name: str, *, judge: Odd) -> Verdict:
    """The verdict on an item with its witness."""
    item = workshop.item(name)
    return sokoban.grade(item / "workspace", witness=item / "witness", seed=SEED, judge=judge)


ALL, LITTLE = dict.fromkeys(ITEMS, 0.8), dict.fromkeys(ITEMS, 0.2)


def test_a_doubt_beside_a_proof_is_told(workshop: Workshop) -> None:
    """All proofs are met, and the judge sees nothing: both are shown."""
    verdict = graded(workshop, HONEST, judge=Odd(LITTLE))
    (remark,) = verdict.remarks
    assert remark == (
        "The judge and the proof disagree: odd does not see all that it was asked for "
        "(vlm_board_visible 0.2, vlm_boxes_present 0.2, vlm_solved_indicator 0.2), and no proof "
        "speaks against the play."
    )
    assert verdict.judging == {"ratings": LITTLE, "votes": "3 of 3"}


def test_a_belief_beside_a_disproof_is_told(workshop: Workshop) -> None:
    """The judge believes pictures that the witness never saw: both are shown."""
    verdict = graded(workshop, "pictures_from_another_seed", judge=Odd(ALL))
    unmet = [check.name for check in verdict.proof if check.met is False]
    (remark,) = verdict.remarks
    assert remark.startswith("The judge and the proof disagree: odd sees all that it was asked for")
    assert f"{len(unmet)} of {len(verdict.proof)} proofs are not met: {', '.join(unmet)}." in remark
    assert verdict.outcome == "unsolved"


@pytest.mark.parametrize(
    ("name", "answer"),
    [
        (HONEST, ALL),
        ("pictures_from_another_seed", LITTLE),
        ("pictures_from_another_seed", JudgeFailed("away")),
    ],
)
def test_agreement_needs_no_remark(workshop: Workshop, name: str, answer: Said) -> None:
    """Nothing is said where judge and proof agree, or where nobody judged."""
    assert graded(workshop, name, judge=Odd(answer)).remarks == ()


def test_without_proof_there_is_nothing_to_disagree_with(workshop: Workshop) -> None:
    """A folder from elsewhere, most of whose proofs are not judged."""
    workspace = workshop.item(HONEST) / "workspace"
    assert sokoban.grade(workspace, judge=Odd(ALL)).remarks == ()
