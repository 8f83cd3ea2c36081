"""A real game that stands still while nobody acts: quadrapassel, whose pieces fall alone."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import psutil
import pytest

from drivers.freeze import LONGEST_S, Freezer
from drivers.launch import Game
from drivers.quadrapassel.driver import QuadrapasselDriver
from drivers.sandbox import Sandbox
from drivers.screen import Frame, Screen
from drivers.window import GameWindow
from drivers.witness import Witness
from graders.truth import seed_file
from solvers.quadrapassel import decide
from suites.test_gam_3 import program
from tests.drivers.conftest import Launcher, works

Eventually = Callable[..., None]


@dataclass(frozen=True, slots=True)
class Table:
    """A game that has begun, with its driver, its witness and the screen."""

    game: Game
    screen: Screen
    window: GameWindow
    driver: QuadrapasselDriver
    witness: Witness

    def freezer(self) -> Freezer:
        """What freezes it."""
        return Freezer(self.game, screen=self.screen, witness=self.witness)

    def stands_for(self, seconds: float) -> bool:
        """Whether nothing of the picture changes for so long."""
        before = self.window.capture()
        threading.Event().wait(seconds)
        return np.array_equal(before, self.window.capture())

    def state(self) -> str:
        """What the kernel says of the game's process."""
        assert self.game.window is not None
        return str(psutil.Process(self.game.window.pid).status())


@pytest.fixture
def table(screen: Screen, launcher: Launcher, tmp_path: Path) -> Iterator[Table]:
    """Quadrapassel as the suite starts it, with the first piece falling."""
    if not works(Sandbox.BWRAP):
        pytest.skip("bubblewrap does not work on this machine")
    with ExitStack() as stack:
        witness = Witness(tmp_path / "witness", display=screen.name, video=False, mark="")
        stack.callback(witness.close, "the test is over")
        witness.open(screen=screen, sandbox=Sandbox.BWRAP, seeded=True)
        game = stack.enter_context(
            launcher.game(
                "/usr/games/quadrapassel",
                title="Quadrapassel",
                sandbox=Sandbox.BWRAP,
                seed=seed_file(3),
                settings=program(tmp_path, tmp_path).settings,
            )
        )
        witness.watch(game)
        assert game.window is not None
        window = GameWindow(screen, game.window.id, lost_frames=tmp_path / "lost")
        stack.callback(window.close)
        driver = QuadrapasselDriver(window)
        driver.start()
        yield Table(game, screen, window, driver, witness)


def test_a_piece_does_not_fall_while_the_player_thinks(
    table: Table, eventually: Eventually
) -> None:
    """Three seconds are three rows at level 1. Frozen nothing moves; before and after it does."""
    assert not table.stands_for(3.0)
    with table.freezer() as freezer:
        eventually(lambda: freezer.stops)
        assert table.state() == psutil.STATUS_STOPPED
        assert table.stands_for(3.0)
    assert table.state() != psutil.STATUS_STOPPED
    assert not table.stands_for(3.0)


def test_an_act_lets_the_game_run_until_it_has_answered(
    table: Table, eventually: Eventually
) -> None:
    """A key moves the piece by a column, and not long after that all stands still again."""
    with table.freezer() as freezer:
        eventually(lambda: freezer.stops)
        before = table.window.capture()
        table.window.press("Left")
        eventually(lambda: freezer.stops == 2, timeout_s=LONGEST_S + 1)
        after = table.window.capture()
        assert _columns(before)[0] > _columns(after)[0]
        assert table.stands_for(1.5)


def test_a_thinking_player_plays_on(table: Table, eventually: Eventually) -> None:
    """Piece after piece lands where it was meant to, however long the player thinks."""
    with table.freezer() as freezer:
        sight = table.driver.observe()
        for piece in range(4):
            stops = freezer.stops
            move = decide(sight.state())
            assert move is not None
            placement = table.driver.act(move)
            assert placement is not None
            assert not placement.diverged
            sight = placement.sight
            eventually(lambda stops=stops: freezer.stops > stops)
            assert table.stands_for(1.2), piece
    assert table.driver.divergences == 0


def test_a_game_that_dies_frozen_is_no_error_of_the_freezer(
    table: Table, eventually: Eventually
) -> None:
    """Whoever waits for the game tells of its end; leaving the block raises nothing."""
    with table.freezer() as freezer:
        eventually(lambda: freezer.stops)
        assert table.game.window is not None
        psutil.Process(table.game.window.pid).kill()
        eventually(table.game.ended)


def _columns(frame: Frame) -> tuple[int, int]:
    """First and last column of the left part of the field's upper half that is not ground."""
    field = frame[: frame.shape[0] // 2, : frame.shape[1] // 2].astype(int)
    bright = (field.max(axis=2) > 60).any(axis=0)
    columns = np.flatnonzero(bright)
    return int(columns[0]), int(columns[-1])
