"""The Mines driver at the real gnome-mines, held against the mines that its seed lays."""

import signal
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import psutil
import pytest
from PIL import Image
from Xlib import X

from drivers.errors import UnknownLook, WaitTimedOut, WindowLost
from drivers.input import Hands
from drivers.launch import Game
from drivers.mines.driver import EXPLODED, FLAG, HIDDEN, MINE, WRONG_FLAG, Cell, MinesDriver, Sight
from drivers.sandbox import Sandbox
from drivers.screen import Rect, Screen
from drivers.window import GameWindow
from graders.mines.rules import around, lay_mines, numbers_on
from graders.truth import GlibRandom, seed_file
from solvers.mines import Move
from tests.drivers.canvas import MakeCanvas
from tests.drivers.conftest import Launcher, works

CORNER = (3, 3)
EIGHT = 35426
"""With the first click at CORNER this seed's board has every number, 0 to 8."""

SMALL = (810, 400)
"""The narrowest window whose board needs no scrollbars; its tiles have 20 pixels."""


@dataclass(frozen=True, slots=True)
class Table:
    """A running game, its driver, and what its seed implies."""

    game: Game
    screen: Screen
    window: GameWindow
    driver: MinesDriver
    random: GlibRandom

    def begin(self, first: Cell) -> tuple[Sight, frozenset[Cell]]:
        """Reveal the first cell of a game; return what is seen, and where the mines are."""
        return self.driver.act(left(first)), lay_mines(self.random, first)


MakeTable = Callable[..., Table]


@pytest.fixture
def table(screen: Screen, launcher: Launcher, tmp_path: Path) -> Iterator[MakeTable]:
    """Starts gnome-mines as the suite does."""
    sandbox = next((s for s in (Sandbox.BWRAP, Sandbox.PROOT) if works(s)), None)
    if sandbox is None:
        pytest.skip("no sandbox here can give the game a seed")
    with ExitStack() as stack:

        def make(*, seed: int = 2, theme: str = "bgcolors", size: tuple[int, int] = SMALL) -> Table:
            settings = {
                "theme": f"'{theme}'",
                "use-question-marks": "false",
                "window-width": str(size[0]),
                "window-height": str(size[1]),
            }
            game = launcher.game(
                *("/usr/games/gnome-mines", "--big"),
                title="Mines",
                sandbox=sandbox,
                seed=seed_file(seed),
                settings={"org/gnome/Mines": settings},
            )
            stack.enter_context(game)
            assert game.window is not None
            window = GameWindow(screen, game.window.id, lost_frames=tmp_path / "last_seen")
            stack.callback(window.close)
            window.focus()
            driver = MinesDriver(window)
            sight = driver.observe()
            assert set(sight.cells) == {HIDDEN}
            return Table(game, screen, window, driver, GlibRandom(seed))

        yield make


def left(*cells: Cell) -> list[Move]:
    """Moves that reveal."""
    return [Move("left", *cell, "guess", None, 1.0) for cell in cells]


def right(*cells: Cell) -> list[Move]:
    """Moves that flag."""
    return [Move("right", *cell, "guess", None, 1.0) for cell in cells]


def wrong_cells(sight: Sight, mines: frozenset[Cell]) -> list[Cell]:
    """Cells that show a number which is not theirs, or a mark on a cell without a mine."""
    numbers = numbers_on(mines)
    shown = {(i % 30, i // 30): code for i, code in enumerate(sight.cells) if code != HIDDEN}
    return [cell for cell, code in shown.items() if code != numbers.get(cell, FLAG)]


def hidden(sight: Sight, mines: frozenset[Cell]) -> list[Cell]:
    """Hidden cells that have a number, and so open nothing but themselves."""
    numbers = numbers_on(mines)
    return [cell for cell in numbers if sight.at(cell) == HIDDEN and numbers[cell] > 0]


def test_a_whole_game(table: MakeTable, tmp_path: Path) -> None:
    """Flags and numbers answer, the score dialog is closed, the board is saved; then once more."""
    at = table(size=(1900, 1000))
    sight, mines = at.begin((26, 12))
    assert sight.grid.rect == (23, 100, 1690, 901)
    assert wrong_cells(sight, mines) == []
    assert all(sight.at(cell) >= 0 for cell in around((26, 12)))

    flags = sorted(mines)[:50]
    sight = at.driver.act(right(*flags))
    assert [cell for cell in mines if sight.at(cell) == FLAG] == [c for c in mines if c in flags]
    assert not sight.won

    sight = at.driver.act(left(*hidden(sight, mines)))
    while not sight.won:
        sight = at.driver.act(left(*(c for c in numbers_on(mines) if sight.at(c) == HIDDEN)))
    assert len(set(at.driver.sent)) == len(at.driver.sent)
    sight = at.driver.dismiss_score()
    assert (sight.cover, sight.won, sight.lost) == ("", True, False)
    assert wrong_cells(sight, mines) == []
    assert HIDDEN not in sight.cells

    at.driver.shoot(tmp_path / "board.png")
    with Image.open(tmp_path / "board.png") as image:
        shown = np.asarray(image.convert("RGB"))
    np.testing.assert_array_equal(shown, at.window.capture()[100:1001, 23:1713])

    assert set(at.driver.play_again().cells) == {HIDDEN}
    sight, mines = at.begin((0, 15))
    assert wrong_cells(sight, mines) == []


@pytest.mark.parametrize("theme", ["bgcolors", "classic", "default"])
def test_every_number_is_read_in_every_theme(table: MakeTable, theme: str) -> None:
    """On the smallest tiles, under the keyboard's cursor, and after a loss."""
    at = table(seed=EIGHT, theme=theme)
    sight, mines = at.begin(CORNER)
    numbers = numbers_on(mines)
    assert {*numbers.values()} == {*range(9)}
    for _ in range(2):  # zeros first: what they open need not be clicked
        zeros = [cell for cell in numbers if numbers[cell] == 0 and sight.at(cell) == HIDDEN]
        sight = at.driver.act(left(*(zeros or hidden(sight, mines)[:-1])))
    rest = [cell for cell in numbers if sight.at(cell) == HIDDEN]
    assert len(rest) == 1
    assert wrong_cells(sight, mines) == []

    eight = next(cell for cell, number in numbers.items() if number == 8)
    at.driver.act(right(rest[0]))
    path = ["Right"] * ((eight[0] - rest[0][0]) % 30) + ["Down"] * ((eight[1] - rest[0][1]) % 16)
    for key in ["Right", *path]:  # the first one only shows the cursor
        at.window.press(key)
    cursor = [at.driver.observe() for _ in range(2)][-1]
    assert (cursor.cursor, cursor.at(eight)) == (eight, 8)
    assert [cell for cell in numbers if cursor.at(cell) != numbers[cell]] == rest

    mine = min(mines)
    lost = at.driver.act(left(mine))
    assert (lost.lost, lost.won) == (True, False)
    assert {(i % 30, i // 30): code for i, code in enumerate(lost.cells)} == {
        **numbers,
        **dict.fromkeys(mines, MINE),
        mine: EXPLODED,
        rest[0]: WRONG_FLAG,
    }
    assert set(at.driver.play_again().cells) == {HIDDEN}


def test_the_pointer_lights_up_a_cell(table: MakeTable, screen: Screen) -> None:
    """A hidden cell under the pointer is named and still hidden; parked, nothing is lit."""
    at = table()
    x, y = at.driver.point((7, 9))
    Hands(screen).move(x, y)
    rect = at.window.rect
    seen = at.window.wait_until(
        lambda frame: frame[y - rect.y, x - rect.x].tolist() == [0xD3, 0xD7, 0xCF], what="light"
    )
    assert seen
    sight = at.driver._look()
    assert (sight.hovered, set(sight.cells)) == ((7, 9), {HIDDEN})
    assert at.driver.observe().hovered is None


@pytest.mark.parametrize("by", ["focus", "key"])
def test_a_paused_game_goes_on(table: MakeTable, screen: Screen, by: str) -> None:
    """Clicks that a paused game did not take are sent again, and taken."""
    at = table()
    sight, mines = at.begin((26, 12))
    if by == "focus":
        screen.display.set_input_focus(X.NONE, X.RevertToNone, X.CurrentTime)
        screen.display.sync()
    else:
        at.window.press("Pause")
    cells, flags = hidden(sight, mines)[:5], sorted(mines)[:5]
    sight = at.driver.act([*left(*cells), *right(*flags)])
    assert all(sight.at(cell) >= 0 for cell in cells)
    assert all(sight.at(cell) == FLAG for cell in flags)
    assert wrong_cells(sight, mines) == []
    clicked = [(click.move.column, click.move.row) for click in at.driver.sent]
    assert clicked[-20:] == [*cells, *flags] * 2
    assert {at.driver.point(cell) for cell in cells} <= {(c.x, c.y) for c in at.driver.sent}


def test_a_resized_game_is_read_anew(table: MakeTable, screen: Screen) -> None:
    """The next clicks go where the cells are now."""
    at = table()
    sight, mines = at.begin((26, 12))
    screen.display.create_resource_object("window", at.window.id).configure(width=1300, height=800)
    screen.display.sync()
    cells = hidden(sight, mines)[:5]
    sight = at.driver.act(left(*cells))
    assert all(sight.at(cell) >= 0 for cell in cells)
    assert wrong_cells(sight, mines) == []
    assert sight.grid.rect[2] > 1000


def test_a_game_that_hangs_times_out(table: MakeTable, monkeypatch: pytest.MonkeyPatch) -> None:
    """Clicks that are never answered end the wait, with the picture kept."""
    monkeypatch.setattr("drivers.mines.driver.ANSWER_S", 0.3)
    at = table()
    hung = [p for p in map(psutil.Process, at.game.pids()) if p.name() == "gnome-mines"]
    for process in hung:
        process.send_signal(signal.SIGSTOP)
    with pytest.raises(WaitTimedOut, match=r"1 clicks were not taken.*column 4 row 5") as caught:
        at.driver.act(left((4, 5)))
    for process in hung:
        process.send_signal(signal.SIGCONT)
    assert len(hung) == 1
    assert caught.value.frame is not None
    assert caught.value.frame.is_file()


def test_a_game_that_ends_is_gone(table: MakeTable) -> None:
    """The window of a game that was closed is lost, whatever is tried."""
    at = table()
    at.game.close()
    with pytest.raises(WindowLost):
        at.driver.act(left(CORNER))
    with pytest.raises(WindowLost):
        at.driver.observe()


def test_an_unknown_look_is_saved(table: MakeTable, canvas: MakeCanvas, tmp_path: Path) -> None:
    """What is no cell is refused; the picture and the cell are kept for a person to look at."""
    at = table()
    at.window.patience_s = 0.3
    grid = at.driver.observe().grid
    left_, top, right_, bottom = grid.box((7, 9))
    rect = at.window.rect
    place = Rect(rect.x + left_, rect.y + top, right_ - left_, bottom - top)
    canvas(rect=place, colour=0xFF00FF)
    with pytest.raises(UnknownLook, match=r"column 7, row 9.*the picture is in ") as unknown:
        at.driver.observe()
    assert unknown.value.frame is not None
    with Image.open(unknown.value.frame) as image:
        assert image.size == (rect.width, rect.height)
    (cell,) = (tmp_path / "last_seen").glob("unknown_cell_*.png")
    with Image.open(cell) as image:
        assert image.size == (place.width, place.height)
        assert image.convert("RGB").getcolors() == [(400, (255, 0, 255))]
