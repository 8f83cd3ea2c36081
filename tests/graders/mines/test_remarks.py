"""What is remarked on games: how each ended, what lost it, its guesses, how hard it was."""

import shutil
from fractions import Fraction
from pathlib import Path

import pytest

from graders.mines import grader as mines
from graders.mines.remarks import _kind
from graders.mines.rules import Cell
from graders.mines.table import CLICKS
from tests.forgeries.forging import change
from tests.forgeries.mines.evidence import SEED
from tests.forgeries.mines.game import MINES
from tests.forgeries.workshop import HONEST, workshop_in

LOST = "9,left,1419,818,guess,29,15,1\n"
"""The row of the click that lost the honest play's first game."""


@pytest.fixture
def item(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Path:
    """An honest play of two games; its workspace may be changed."""
    honest = workshop_in(tmp_path_factory.getbasetemp(), MINES).item(HONEST)
    shutil.copytree(honest / "workspace", tmp_path / "workspace")
    (tmp_path / "witness").symlink_to(honest / "witness")
    return tmp_path


def hardness(mines_laid: frozenset[Cell], first: Cell) -> str:
    """Stands for somebody who knows how hard a board is."""
    return f"{len(mines_laid)} mines from {first}, and won."


def remarks(item: Path) -> tuple[str, ...]:
    """What is remarked on a play whose seed is known."""
    workspace, witness = item / "workspace", item / "witness"
    return mines.grade(workspace, witness=witness, seed=SEED, difficulty=hardness).remarks


def test_every_game_is_told(item: Path) -> None:
    """Its end, its guesses with their odds, its difficulty; each a sentence."""
    assert remarks(item) == (
        "Game 1 was lost with 21 cells revealed: needless guess, a click on column 29, row 15, "
        "which was safe with 79.8%; the best cell was with 100.0%.",
        "Game 1 had 1 guess, none forced.",
        "Game 1: 99 mines from (3, 3), and won.",
        "Game 2 was won: all 381 cells without a mine were revealed.",
        "Game 2: 99 mines from (3, 3), and won.",
    )


@pytest.mark.parametrize(
    ("row", "why"),
    [
        (
            "9,left,1419,818,safe-by-5 constraint,29,15,1\n",
            "misread, a click on column 29, row 15: no 5 was to be seen next to it.",
        ),
        (
            "9,left,1419,818,safe-by-count constraint,29,15,1\n",
            "wrong inference, a click on column 29, row 15: by the numbers in sight it may be",
        ),
        (
            "9,left,1419,818,guess,28,15,1\n",
            "misclick, a click on column 29, row 15 that was meant for column 28, row 15.",
        ),
        ("", "misclick, a click on column 29, row 15 that no row tells of, which was safe with"),
        ("9,left,1419,818,,29,15,1\n", "a click on column 29, row 15 without a reason, which was"),
    ],
)
def test_what_lost_a_game(item: Path, row: str, why: str) -> None:
    """A misread number, a wrong inference, a misclick, or a click that nobody accounts for."""
    change(item / "workspace" / CLICKS, LOST, row)
    assert remarks(item)[0].startswith(f"Game 1 was lost with 21 cells revealed: {why}")


@pytest.mark.parametrize(
    ("odds", "kind"),
    [
        (("2/3", "2/3"), "unlucky"),
        (("1/2", "2/3"), "unlucky"),
        (("1/2", "1"), "needless"),
        (("0", "1"), "hopeless"),
        (("0", "2/3"), "hopeless"),
    ],
)
def test_not_every_lost_guess_is_bad_luck(odds: tuple[str, str], kind: str) -> None:
    """Where a cell was certain to be safe no guess was needed; nobody may hope for a mine."""
    safe, best = map(Fraction, odds)
    assert _kind((safe, best)) == kind


def test_without_seed_or_witness_less_is_said(item: Path) -> None:
    """No difficulty without the seed, nothing at all without a record."""
    workspace, witness = item / "workspace", item / "witness"
    said = mines.grade(workspace, witness=witness, difficulty=hardness).remarks
    assert [remark[:13] for remark in said] == ["Game 1 was lo", "Game 1 had 1 ", "Game 2 was wo"]
    assert mines.grade(workspace, seed=SEED, difficulty=hardness).remarks == ()


def test_odd_files_cost_remarks_only(item: Path) -> None:
    """Whatever breaks while remarks are made, the verdict stands."""

    def broken(mines_laid: frozenset[Cell], first: Cell) -> str:
        raise RuntimeError

    verdict = mines.grade(
        item / "workspace", witness=item / "witness", seed=SEED, difficulty=broken
    )
    assert verdict.outcome == "solved"
    assert verdict.remarks[-1] == "There is no more to say of the games: RuntimeError."
    (item / "workspace" / CLICKS).write_text("nonsense")
    assert len(remarks(item)) == 4
