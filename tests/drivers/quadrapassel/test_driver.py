"""The quadrapassel driver at the real quadrapassel, held against the pieces its seed brings."""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import psutil
import pytest
from PIL import Image

from drivers.input import Hands
from drivers.launch import Game
from drivers.quadrapassel.driver import QuadrapasselDriver
from drivers.quadrapassel.model import LOOKS, PIECES, Shape
from drivers.quadrapassel.sight import Placement, Sight
from drivers.sandbox import Sandbox
from drivers.screen import Screen
from drivers.window import GameWindow
from graders.quadrapassel.rules import piece_sequence
from graders.truth import seed_file
from solvers.quadrapassel import Move, decide
from tests.drivers.conftest import Launcher, works

SETTINGS = {
    "sound": "false",
    "show-shadow": "false",
    "do-preview": "true",
    "pick-difficult-blocks": "false",
    "rotate-counter-clock-wise": "true",
    "line-fill-height": "0",
    "starting-level": "1",
    "theme": "'plain'",
    "window-width": "720",
    "window-height": "1000",
}
FAST = {"starting-level": "20"}
"""A row falls in 83 ms: three falls, after which a key is taken for lost, do not take long."""


@dataclass(frozen=True, slots=True)
class Table:
    """A running game and its driver."""

    game: Game
    screen: Screen
    window: GameWindow
    driver: QuadrapasselDriver

    def play(self, sight: Sight, pieces: int) -> list[tuple[Sight, Placement]]:
        """Place some pieces where the solver wants them: what was seen, and what came of it."""
        placed: list[tuple[Sight, Placement]] = []
        while len(placed) < pieces:
            move = decide(sight.state())
            assert move is not None
            placement = self.driver.act(move)
            if placement is None:
                sight = self.driver.observe()
            else:
                placed.append((sight, placement))
                sight = placement.sight
        return placed


MakeTable = Callable[..., Table]


@pytest.fixture
def table(screen: Screen, launcher: Launcher, tmp_path: Path) -> Iterator[MakeTable]:
    """Starts quadrapassel as the suite does."""
    sandbox = next((s for s in (Sandbox.BWRAP, Sandbox.PROOT) if works(s)), None)
    if sandbox is None:
        pytest.skip("no sandbox here can give the game a seed")
    with ExitStack() as stack:

        def make(seed: int, *, ahead: int = 0, **settings: str) -> Table:
            game = stack.enter_context(
                launcher.game(
                    "/usr/games/quadrapassel",
                    title="Quadrapassel",
                    sandbox=sandbox,
                    seed=seed_file(seed),
                    settings={"org/gnome/Quadrapassel": SETTINGS | settings},
                )
            )
            assert game.window is not None
            window = GameWindow(screen, game.window.id, lost_frames=tmp_path / "lost")
            stack.callback(window.close)
            return Table(game, screen, window, QuadrapasselDriver(window, ahead=ahead))

        yield make


@pytest.mark.parametrize(
    ("seed", "settings"),
    [
        pytest.param(1, {}, id="as the suite plays"),
        pytest.param(
            2,
            {"theme": "'tangoshaded'", "window-width": "400", "window-height": "500"},
            id="another theme, a small window",
        ),
    ],
)
def test_every_piece_is_the_one_the_seed_brings(
    table: MakeTable, tmp_path: Path, seed: int, settings: dict[str, str]
) -> None:
    """Read from the picture: pieces, previews, lines; a shot of each over 5 KB in the suite's."""
    at = table(seed, **settings)
    placed = at.play(at.driver.start(), 20)
    truth = piece_sequence(seed, len(placed) + 1)
    for i, (sight, placement) in enumerate(placed):
        assert sight.falling is not None
        assert sight.next is not None
        falling, following = sight.falling, sight.next
        assert (falling.piece, falling.shape) == _seen(truth[i])
        assert _seen((following.piece, following.rotations[0])) == _seen(truth[i + 1])
        assert placement.piece == truth[i][0]
    assert at.driver.divergences == 0
    lines = sum(placement.lines for _, placement in placed)
    numbers = at.driver.read_numbers()
    assert lines > 0
    assert (numbers.lines, numbers.level) == (lines, 1 + lines // 10)
    if not settings:
        at.driver.shoot(tmp_path / "board.png")
        assert (tmp_path / "board.png").stat().st_size > 5120
        with Image.open(tmp_path / "board.png") as shot:
            assert shot.size == (470, 940)


def _seen(arrival: tuple[str, int]) -> tuple[str, Shape]:
    """What a picture can tell of a piece: some look the same in several rotations."""
    piece, rotation = arrival
    return piece, LOOKS[PIECES[piece]][rotation]


@pytest.mark.parametrize(
    ("seed", "settings"),
    [
        pytest.param(8, {}, id="as the suite plays"),
        pytest.param(9, {"theme": "'tangoshaded'", **FAST}, id="another theme, level 20"),
    ],
)
def test_pieces_placed_while_rows_fade_lie_where_they_should(
    table: MakeTable, seed: int, settings: dict[str, str]
) -> None:
    """Some are placed before the cleared rows are gone; then the whole field is as foretold."""
    at = table(seed, ahead=3, **settings)
    placed, early = list[Placement](), 0
    sight = at.driver.start()
    while len(placed) < 25:
        ((_, placement),) = at.play(sight, 1)
        placed.append(placement)
        sight = placement.sight
        early += at.driver._ahead.owed > 0
    assert early > 0
    assert at.driver.observe().board == placed[-1].sight.board
    assert at.driver.divergences == 0
    truth = piece_sequence(seed, len(placed))
    assert [placement.piece for placement in placed] == [piece for piece, _ in truth]
    assert at.driver.read_numbers().lines == sum(placement.lines for placement in placed)


def test_first_shot_is_large_enough(table: MakeTable, tmp_path: Path) -> None:
    """An almost empty field in the flattest theme comes to over 5 KB too."""
    at = table(3)
    at.driver.start()
    at.driver.shoot(tmp_path / "board.png")
    assert (tmp_path / "board.png").stat().st_size > 5120


def test_after_the_end_another_game_begins(table: MakeTable) -> None:
    """The list of scores is closed, the field read, and the start button starts once more."""
    at = table(4, **FAST)
    sight, lines = at.driver.start(), 0
    while not lines:
        ((_, placement),) = at.play(sight, 1)
        sight, lines = placement.sight, placement.lines
    while not sight.over:
        assert sight.falling is not None
        x, y = sight.falling.box
        move = Move(0, 0, sight.falling.rotations[0], x, y, 0, 0.0)
        dropped = at.driver.act(move)
        sight = dropped.sight if dropped else at.driver.observe()
    assert sum(mark != "." for row in sight.board for mark in row) > 40
    assert len(at.screen.windows()) == 1, "the list of scores is still there"
    assert at.driver.read_numbers().lines >= lines
    again = at.driver.start()
    assert again.falling is not None
    assert not any(again.rows)
    assert [p.diverged for _, p in at.play(again, 3)] == [False] * 3
    assert at.driver.divergences == 0


def test_a_stopped_process_is_waited_for(table: MakeTable) -> None:
    """What was sent to a game that stands still is not sent again."""
    at = table(5)
    sight = at.driver.start()
    assert at.game.window is not None
    assert at.game.window.pid is not None
    process = psutil.Process(at.game.window.pid)
    process.suspend()
    on = threading.Timer(0.5, process.send_signal, [signal.SIGCONT])
    on.start()
    placed = at.play(sight, 3)
    on.join()
    assert at.driver.divergences == 0
    assert [placement.keys.count("space") for _, placement in placed] == [1, 1, 1]


def test_a_pause_is_ended(table: MakeTable) -> None:
    """Somebody presses the pause key: the game is resumed, no piece is lost."""
    at = table(6, **FAST)
    sight = at.driver.start()
    Hands(at.screen).press("Pause")
    placed = at.play(sight, 4)
    assert [p.piece for _, p in placed] == [piece for piece, _ in piece_sequence(6, 4)]
    assert at.driver.divergences == 0


def test_stolen_focus_is_taken_back(table: MakeTable) -> None:
    """Keys that went elsewhere are noticed by what they do not do."""
    at = table(7, **FAST)
    sight = at.driver.start()
    thief, stop = Screen(at.screen.name), threading.Event()

    def steal() -> None:
        while not stop.wait(0.2):
            thief.root.set_input_focus(1, 0)
            thief.display.sync()

    thread = threading.Thread(target=steal)
    thread.start()
    try:
        placed = at.play(sight, 12)
    finally:
        stop.set()
        thread.join()
        thief.close()
    assert [p.piece for _, p in placed] == [piece for piece, _ in piece_sequence(7, 12)]
    assert at.driver.divergences == 0
