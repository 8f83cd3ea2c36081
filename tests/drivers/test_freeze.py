"""A real game that stands still while nobody acts: quadrapassel, whose pieces fall alone."""

import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import psutil
import pytest

from drivers.acts import Act, Move, Wait
from drivers.computer import Computer
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
from tests.drivers.toy_game import COLOURS, SLEEPS_S

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
def table(unbegun: Table) -> Table:
    """Quadrapassel with the first piece falling."""
    unbegun.driver.start()
    return unbegun


@pytest.fixture
def unbegun(screen: Screen, launcher: Launcher, tmp_path: Path) -> Iterator[Table]:
    """Quadrapassel as the suite starts it."""
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
        yield Table(game, screen, window, QuadrapasselDriver(window), witness)


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


@dataclass(frozen=True, slots=True)
class Toy:
    """A stand-in that is frozen, and stands still."""

    game: Game
    window: GameWindow
    freezer: Freezer

    def shows(self, colour: str) -> bool:
        """Whether the window is filled with that colour."""
        value = COLOURS[colour]
        return bool((self.window.capture() == (value >> 16, value >> 8 & 255, value & 255)).all())

    def is_stopped(self, stops: int) -> bool:
        """Whether it was stopped for the `stops`-th time."""
        return self.freezer.stops == stops


@pytest.fixture
def toy(
    screen: Screen, launcher: Launcher, tmp_path: Path, eventually: Eventually
) -> Iterator[Toy]:
    """The stand-in game, frozen once."""
    with ExitStack() as stack:
        witness = Witness(tmp_path / "witness", display=screen.name, video=False, mark="")
        stack.callback(witness.close, "the test is over")
        witness.open(screen=screen, sandbox=Sandbox.NONE, seeded=False)
        game = stack.enter_context(launcher.toy())
        witness.watch(game)
        assert game.window is not None
        window = GameWindow(screen, game.window.id, lost_frames=tmp_path / "lost")
        stack.callback(window.close)
        window.focus()
        window.park()
        freezer = stack.enter_context(Freezer(game, screen=screen, witness=witness))
        eventually(lambda: freezer.stops == 1, timeout_s=60)
        yield Toy(game, window, freezer)


def test_a_game_at_work_is_not_stopped(toy: Toy, eventually: Eventually) -> None:
    """It has drawn, and draws nothing for half a second of hard work: it is no less at it."""
    toy.window.press("h")
    eventually(lambda: toy.is_stopped(2), timeout_s=60)
    assert toy.shows("g")


def test_a_game_that_gets_no_processor_is_not_stopped(
    toy: Toy, crowd: Callable[[int], None], eventually: Eventually
) -> None:
    """What a crowded machine keeps from drawing has not answered, however long that takes."""
    assert toy.game.window is not None
    assert toy.game.window.pid is not None
    crowd(toy.game.window.pid)
    toy.window.press("h")
    eventually(lambda: toy.is_stopped(2), timeout_s=120)
    assert toy.shows("g")


@pytest.mark.parametrize("act", [Wait(seconds=2 * SLEEPS_S), Move(at=(5, 5))], ids=["wait", "move"])
def test_a_player_lets_the_game_go_on_without_a_key(
    toy: Toy, screen: Screen, act: Act, eventually: Eventually
) -> None:
    """A game that sleeps in the middle of its answer is stopped; waiting and moving wake it."""
    toy.window.press("s")
    eventually(lambda: toy.is_stopped(2), timeout_s=60)
    assert toy.shows("r")
    computer = Computer(screen, window=None)
    threading.Event().wait(SLEEPS_S)
    assert toy.shows("r")
    computer.do(act, ended=threading.Event())
    eventually(lambda: toy.shows("g"), timeout_s=60)
    eventually(lambda: toy.freezer.stops >= 3, timeout_s=60)
    computer.close()


def test_a_game_begins_under_the_freeze(unbegun: Table, eventually: Eventually) -> None:
    """A click on the start button is answered by a new field with a piece, not by the demo."""
    with unbegun.freezer() as freezer:
        eventually(lambda: freezer.stops, timeout_s=60)
        unbegun.driver.start()
        eventually(lambda: freezer.stops >= 2, timeout_s=60)
        sight = unbegun.driver.observe()
        assert unbegun.state() == psutil.STATUS_STOPPED
        assert not any(sight.state().rows)  # the demo has a ground


def _columns(frame: Frame) -> tuple[int, int]:
    """First and last column of the left part of the field's upper half that is not ground."""
    field = frame[: frame.shape[0] // 2, : frame.shape[1] // 2].astype(int)
    bright = (field.max(axis=2) > 60).any(axis=0)
    columns = np.flatnonzero(bright)
    return int(columns[0]), int(columns[-1])
