"""What our own players hand in, told from what they saw."""

import csv
from pathlib import Path

import numpy as np
import pytest

from drivers.mines.driver import Sent
from drivers.mines.grid import Grid
from drivers.mines.look import Sight
from drivers.quadrapassel import sight as quadrapassel_sight
from drivers.quadrapassel.sight import Placement
from solvers.mines import HIDDEN, Move
from suites.deliverables import mines, quadrapassel
from suites.mines_simulation import difficulty

GRID = Grid(columns=tuple(range(0, 620, 20)), rows=tuple(range(0, 340, 20)))


def board(*, lost: bool = False, won: bool = False) -> Sight:
    """A Big board of which the first cell is open."""
    return Sight(grid=GRID, cells=(0, *[HIDDEN] * 479), lost=lost, won=won)


def test_each_click_is_a_row_and_each_game_a_paragraph(tmp_path: Path) -> None:
    """A click that was sent twice is there twice; a guess is told with its chance."""
    claim = mines.Claim(tmp_path)
    guess = Move("left", 3, 4, "guess", None, 0.75)
    forced = Move("right", 5, 6, "flag-by-2 constraint", (4, 6), 1.0, ((4, 6),))
    sent = [Sent(guess, 100, 200), Sent(guess, 100, 200)]
    claim.begin_game(board())
    claim.add([guess], sent=sent, sight=board(lost=True))
    claim.begin_game(board())
    claim.add([forced], sent=[*sent, Sent(forced, 110, 210)], sight=board(won=True))
    claim.finish(board(won=True))
    with (tmp_path / "clicks.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [(row["step"], row["game"], row["action"]) for row in rows] == [
        *(("1", "1", "left"), ("2", "1", "left"), ("3", "2", "right"))
    ]
    assert rows[0]["chance"] == "0.7500"
    told = (tmp_path / "summary.md").read_text()
    assert "- Mines hit: 1\n- Restarts: 1 of 3" in told
    assert "Game 1: a mine was hit after 1 clicks. Guesses, with the chance" in told
    assert "(3, 4) at 75%" in told
    assert "Game 2: won after 1 clicks. 1 were forced. The hardest: flag-by-2 constraint" in told


@pytest.mark.parametrize(
    ("rows", "height", "holes"),
    [((0, 0, 0), 0, 0), ((0, 0b10, 0b01), 2, 1), ((0b11, 0, 0b10), 3, 3), ((0, 0, 0b11), 1, 0)],
)
def test_height_and_holes(rows: tuple[int, ...], height: int, holes: int) -> None:
    """Counted on fields of three rows and two columns."""
    assert (quadrapassel.height_of(rows), quadrapassel.holes_in(rows)) == (height, holes)


def test_each_piece_is_a_row_with_its_picture(tmp_path: Path) -> None:
    """The field is that after the piece; the plot has a bar a piece and the rows it cleared."""
    claim = quadrapassel.Claim(tmp_path)
    for lines, field in ((0, ("..", "O.")), (1, ("O.", ".O"))):
        seen = quadrapassel_sight.Sight(board=field, falling=None, next=None, over=False)
        shown = np.zeros((4, 2, 3), np.uint8)
        claim.add(Placement("O", 0, 4, ("Left", "space"), lines, seen), shown)
    assert claim.next_picture == tmp_path / "board_step_0003.png"
    claim.finish(score=40, level=1, surprises=0)
    assert (tmp_path / "game_log.csv").read_text().splitlines()[1:] == [
        "1,O,0,4,0,1,0,Left space,board_step_0001.png",
        "2,O,0,4,1,2,1,Left space,board_step_0002.png",
    ]
    told = (tmp_path / "summary.md").read_text()
    assert "- Lines cleared: 1\n" in told
    assert "Longest combo: 1 pieces" in told
    assert "  2 │ █\n  1 │██\n    └──\n      1\n" in told


def test_a_board_is_as_hard_as_our_solver_finds_it() -> None:
    """99 mines in the last columns: all but the walls of numbers opens at once."""
    mines_laid = frozenset((29 - i // 16, i % 16) for i in range(99))
    assert difficulty(mines_laid, (3, 3)).startswith(
        "our solver, playing the same board, needed no guess and won"
    )
