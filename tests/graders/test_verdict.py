"""A verdict travels as JSON and reports everything that is unmet at once."""

import json
from dataclasses import replace
from typing import Any

import pytest

from graders.verdict import Cap, Check, Outcome, Verdict, outcome_of


def verdict(*criteria: Check, outcome: Outcome = "solved") -> Verdict:
    """A verdict with these criteria."""
    return Verdict(
        task="GAM_task_0",
        seed=7,
        outcome=outcome,
        reason="because",
        overall_score=0.5,
        ceiling=0.6,
        judge="off",
        subscores={"a": 1.0},
        caps=(Cap(name="cap", limit=0.6, applied=True, reason="no judge"),),
        criteria=criteria,
        proof=(Check(name="p", met=None, reason="no witness"),),
    )


MET = Check(name="met", met=True, reason="3 of 3", evidence=("workspace/a.txt",))
UNMET = Check(name="unmet", met=False, reason="1 of 3", evidence=("workspace/b.txt",))


def test_json_and_back() -> None:
    """Reading what was written gives the same verdict."""
    before = replace(verdict(MET, UNMET), remarks=("one", "two"), broken=("here",))
    assert Verdict.from_json(before.to_json()) == before


def test_json_has_the_documented_keys_in_order() -> None:
    """A reader finds the result at the top and the details below."""
    head = ["task", "seed", "player", "outcome", "reason", "broken", "note", "remarks"]
    head += ["proven_score", "overall_score", "ceiling", "judge", "judging"]
    body = ["subscores", "caps", "criteria", "proof", "conditions", "timing", "versions"]
    assert list(json.loads(verdict(MET).to_json())) == head + body


@pytest.mark.parametrize(
    ("changes", "proven"),
    [
        ({}, None),
        ({"proof": ()}, 0.5),
        ({"proof": (MET,), "criteria": (UNMET,), "outcome": "unsolved"}, 0.5),
        ({"proof": (MET,)}, 0.5),
        ({"proof": (MET, UNMET)}, 0.0),
        ({"broken": ("line 3 is no event",)}, 0.0),
        ({"overall_score": None, "outcome": "invalid"}, None),
    ],
)
def test_what_is_disproven_earns_nothing(changes: dict[str, Any], proven: float | None) -> None:
    """One proof that is not met, or broken evidence; criteria are in the contract's score.

    Where no proof could be judged, nothing is proven: there is no figure to compare players by.
    """
    told = replace(verdict(MET), **changes)
    assert told.proven_score == proven
    assert json.loads(told.to_json())["proven_score"] == proven
    edited = told.to_json().replace(f'"proven_score": {json.dumps(proven)}', '"proven_score": 1.0')
    assert Verdict.from_json(edited) == told


@pytest.mark.parametrize("text", ["{}", "[]", "null", "no JSON", '{"caps": 3}'])
def test_other_json_is_refused(text: str) -> None:
    """What is no verdict raises ValueError, whatever it is."""
    with pytest.raises(ValueError, match=r"verdict|Expecting"):
        Verdict.from_json(text)


def test_unmet_raise_as_one_group() -> None:
    """Each unmet check is an error with a note of its name, reason and evidence."""
    with pytest.raises(ExceptionGroup, match=r"1 of 2 checks not met") as caught:
        verdict(MET, UNMET).raise_unmet()
    (error,) = caught.value.exceptions
    assert isinstance(error, AssertionError)
    assert error.__notes__ == ["unmet: 1 of 3", "see workspace/b.txt"]


def test_nothing_unmet_raises_nothing() -> None:
    """A check that was not judged is no failure."""
    verdict(MET).raise_unmet()
    assert verdict(MET).unmet == ()


def test_outcome_names_what_is_unmet() -> None:
    """One unmet check makes unsolved; what is not judged is counted apart."""
    unjudged = Check(name="n", met=None, reason="no seed")
    assert outcome_of((MET, unjudged)) == ("solved", "1 of 2 checks met, 1 not judged")
    assert outcome_of((MET, UNMET)) == ("unsolved", "1 of 2 checks not met: unmet")
