"""Our scores equal those of the contracts' own graders, key by key."""

import os
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.forgeries.remembering import pictures_remembered
from tests.forgeries.workshop import HONEST, workshop_in
from tests.graders.reference import CONTRACTS, Contract, Scores, keys_of

PROGRAM = os.environ.get("PLAYPROOF_REFERENCE", "")

remembered = cache(Contract.remembered)


@pytest.fixture(autouse=True)
def remembering() -> Iterator[None]:
    """As for the forgery tests."""
    with pictures_remembered():
        yield


@pytest.fixture
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the forgery tests make their item folders, too."""
    return tmp_path_factory.getbasetemp()


def ours(contract: Contract, folder: Path, name: str, way: str) -> Scores:
    """What our grader gives for a workspace alone."""
    workshop = workshop_in(folder, contract.game)
    usual = name == HONEST or contract.game.forgeries[name].judge == 1
    if contract.number != 2 and way == "1.0" and usual:
        return keys_of(workshop.verdict(name))  # the forgery tests have it already
    return contract.ours(workshop.item(name) / "workspace", way)


@pytest.mark.parametrize(
    ("contract", "name"),
    [(c, name) for c in CONTRACTS for name in dict.fromkeys(n for n, _ in c.questions)],
    ids=str,
)
def test_equals_the_remembered_scores(contract: Contract, name: str, folder: Path) -> None:
    """Every key is what the contract's own grader gave, with every judge or audit."""
    answers = remembered(contract)[name]
    assert answers.keys() == {way for asked, way in contract.questions if asked == name}
    for way, scores in answers.items():
        assert ours(contract, folder, name, way) == pytest.approx(scores, abs=1e-9)


@pytest.mark.skipif(
    not PROGRAM, reason="PLAYPROOF_REFERENCE does not name the contracts' own graders"
)
@pytest.mark.parametrize(
    ("contract", "way"), [(c, way) for c in CONTRACTS for way in c.ways], ids=str
)
def test_equals_the_reference(contract: Contract, way: str, folder: Path) -> None:
    """Every key is what the contract's own grader gives now."""
    different = []
    for name, asked in contract.questions:
        if asked == way:
            workspace = workshop_in(folder, contract.game).item(name) / "workspace"
            theirs = contract.ask(Path(PROGRAM), workspace, way)
            if ours(contract, folder, name, way) != pytest.approx(theirs, abs=1e-12):
                different.append(name)
    assert different == []
