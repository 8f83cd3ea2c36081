"""The benchmark of reading Mines counts what it says."""

import os
import random

import pytest

from benchmarks.mines_model import EXPLODED, FLAG, HIDDEN, MINE, QUESTION, WRONG_FLAG, Board
from benchmarks.mines_open import Figures, Player
from benchmarks.mines_reading import lost_clicks, measure, running
from drivers.window import GameWindow
from graders.mines.rules import lay_mines
from graders.truth import GlibRandom


@pytest.fixture(autouse=True)
def own_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """The benchmark starts a display of its own, and sets the variable."""
    monkeypatch.setenv("DISPLAY", os.environ.get("DISPLAY", ""))


def test_a_board_with_open_cards() -> None:
    """A 0 opens all around it, also flags; after a loss mines and wrong flags show."""
    wall = frozenset((2, row) for row in range(16))
    board = Board(wall)
    board.mark((0, 0))
    board.reveal((0, 15))
    assert board.revealed == {(column, row) for column in (0, 1) for row in range(16)}
    assert [board.code((1, row)) for row in (0, 1, 15)] == [2, 3, 2]
    assert board.code((0, 0)) == 0
    assert not board.is_lone((0, 5))
    assert not board.is_lone((2, 5))
    for cell in ((2, 1), (3, 1), (2, 2), (2, 2), (4, 4), (4, 4)):
        board.mark(cell)
    assert [board.code((2, 1)), board.code((3, 1)), board.code((2, 2))] == [FLAG, FLAG, QUESTION]
    assert board.doubted() == {(2, 2), (4, 4)}
    board.exploded = (2, 3)
    shown = {(2, 0): MINE, (2, 1): FLAG, (2, 2): QUESTION, (2, 3): EXPLODED, (3, 1): WRONG_FLAG}
    shown |= {(4, 4): QUESTION, (5, 5): HIDDEN}
    assert {cell: board.code(cell) for cell in shown} == shown


def test_a_real_game_is_compared() -> None:
    """Every picture of one game, the high numbers in it, and its whole board."""
    figures = measure(cells=1, games=1)
    assert (figures.errors, figures.refused) == ([], [])
    assert figures.layouts == [(1, True)]
    told = figures.as_json()
    assert told["cells"] == 480 * sum(told["pictures"][kind] for kind in COMPARED) > 5000
    assert set(map(str, range(-2, 9))) <= set(told["cells_by_look"]["bgcolors"])
    assert told["pictures"]["paused"] == told["pictures"]["dialog"] == 1


COMPARED = ("untouched", "first click", "half played", "hovered", "cursor", "won")


def test_a_wrong_reading_is_counted() -> None:
    """An untouched board is held against one that should show a number and a flag."""
    figures = Figures()
    with running(seed=1, theme="classic", size=(810, 400)) as table:
        where, chance = "here", random.Random(1)
        player = Player(*table, figures, theme="classic", where=where, chance=chance)
        player.board = Board(lay_mines(GlibRandom(1), (3, 3)))
        player.board.mark((5, 5))
        player.board.revealed.add((29, 0))
        player.look("untouched", hovered=(1, 1))
    assert [error.partition(",")[0] for error in figures.errors] == ["here"] * 3
    assert "hovered None for (1, 1)" in figures.errors[0]
    assert f"(5, 5) is {FLAG}, was read as {HIDDEN}" in figures.errors[1]
    assert "(29, 0) is" in figures.errors[2]
    assert figures.cells == 480


def test_lost_clicks_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    """None is lost, unless it was never sent."""
    assert lost_clicks(480)["lost"] == 0
    monkeypatch.setattr("benchmarks.mines_reading.LOST_AFTER_S", 4.0)
    click = GameWindow.click

    def lossy(window: GameWindow, x: int, y: int, *, button: int = 1) -> None:
        if (x + y) % 100:
            click(window, x, y, button=button)

    monkeypatch.setattr(GameWindow, "click", lossy)
    figures = lost_clicks(480)
    assert figures["clicks"] == 480
    assert 0 < figures["lost"] < 20
