"""The Sokoban driver's eyes on the game's own drawing, and its hands on a window."""

import random
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pygame
import pytest
from PIL import Image
from Xlib import X

from drivers.errors import UnknownLook, WaitTimedOut
from drivers.screen import Frame, Rect, Screen
from drivers.sokoban import BACKGROUND, SokobanDriver, find_grid, read_board
from drivers.window import GameWindow
from games import sokoban as game
from graders.sokoban.truth import transformed
from solvers.sokoban import State
from tests.drivers.canvas import Canvas, MakeCanvas

LEVELS = Path(__file__).parents[2] / "workspace/GAM/task_5_sokoban_solver/exec/levels"
NUMBERS = (1, 2, 3)

MakePlay = Callable[..., game.Play]


@pytest.fixture
def play(tmp_path: Path) -> MakePlay:
    """The game's own rules on a level of the task (in a symmetry), or on given rows."""

    def make(number: int = 1, symmetry: int = 0, rows: list[str] | None = None) -> game.Play:
        if rows is None:
            lines = (LEVELS / f"level_{number}.sok").read_text().splitlines()
            rows = transformed([line for line in lines if "#" in line], symmetry)
        path = tmp_path / "level.sok"
        path.write_text("\n".join(rows) + "\n")
        return game.Play(game.read_level(path))

    return make


def drawn(play: game.Play) -> Frame:
    """The window as the game draws it."""
    pygame.font.init()
    surface = pygame.Surface(game.WINDOW, 0, 32)
    game.Painter(play.level, title="Sokoban", number=1, count=3).draw(surface, play)
    return np.ascontiguousarray(pygame.surfarray.array3d(surface).swapaxes(0, 1))


def stands(play: game.Play) -> State:
    """The position as the game knows it."""
    level, state = play.level, play.state
    return State(level.walls, level.goals, state.boxes, state.player, level.rows, level.cols)


@pytest.mark.parametrize("symmetry", range(8))
@pytest.mark.parametrize("number", NUMBERS)
def test_every_level_is_read_exactly(play: MakePlay, number: int, symmetry: int) -> None:
    """In every symmetry, at the start and along a walk, what is read is what the game knows."""
    level = play(number, symmetry)
    chance = random.Random(symmetry)
    for _ in range(2):
        frame = drawn(level)
        grid = find_grid(frame)
        assert (grid.rows, grid.columns) == (level.level.rows, level.level.cols)
        assert read_board(frame, grid) == stands(level)
        for _ in range(60):
            level.move(chance.choice("LURD"))


def test_every_kind_of_cell_is_told_apart(play: MakePlay) -> None:
    """Player and boxes, each on floor and on a goal, facing any way, are what they are."""
    level = play(rows=["#######", "#+ $$.#", "#  *  #", "#######"])
    grid = find_grid(drawn(level))
    kinds, chance = set(), random.Random(1)
    for _ in range(60):
        level.move(chance.choice("LURD"))
        state = stands(level)
        assert read_board(drawn(level), grid) == state
        kinds |= {("player", state.player in state.goals, level.state.facing)}
        kinds |= {("box", box in state.goals, "") for box in state.boxes}
    assert len(kinds) == 10, "the walk does not show everything"


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param(["#####", "#@$.#", "#####"], id="smallest"),
        pytest.param(["#" * 87, "#@$." + " " * 82 + "#", "#" * 87], id="widest"),
        pytest.param(["#####", *["#   #"] * 47, "#.$@#", "#####"], id="tallest"),
    ],
)
def test_boards_of_every_size_are_read(play: MakePlay, rows: list[str]) -> None:
    """From cells of 64 pixels down to those of 9, the board is found and read."""
    level = play(rows=rows)
    frame = drawn(level)
    assert read_board(frame, find_grid(frame)) == stands(level)


def test_an_empty_board_area_has_no_look(play: MakePlay) -> None:
    """A window that shows no board is said to be empty."""
    with pytest.raises(UnknownLook, match="empty"):
        find_grid(np.full((600, 800, 3), BACKGROUND, dtype=np.uint8))


def test_a_picture_of_something_else_has_no_grid() -> None:
    """Noise is no board."""
    noise = np.random.default_rng(1).integers(0, 256, (600, 800, 3), dtype=np.uint8)
    with pytest.raises(UnknownLook, match="no grid"):
        find_grid(noise)


def paint_cell(frame: Frame, row: int, column: int, like: tuple[int, int] | int) -> Frame:
    """A copy of the picture in which one cell looks like another, or has one colour (0xRRGGBB)."""
    grid, copy = find_grid(frame), frame.copy()

    def cell(row: int, column: int) -> tuple[slice, slice]:
        top, left = grid.top + row * grid.cell, grid.left + column * grid.cell
        return slice(top, top + grid.cell), slice(left, left + grid.cell)

    if isinstance(like, int):
        copy[cell(row, column)] = (like >> 16, like >> 8 & 0xFF, like & 0xFF)
    else:
        copy[cell(row, column)] = frame[cell(*like)]
    return copy


def test_two_players_are_one_too_many(play: MakePlay) -> None:
    """A picture with two players, or none, is refused with their number."""
    level = play(rows=["######", "#@ $.#", "######"])
    frame = drawn(level)
    grid = find_grid(frame)
    with pytest.raises(UnknownLook, match="2 players"):
        read_board(paint_cell(frame, 1, 2, like=(1, 1)), grid)
    with pytest.raises(UnknownLook, match="0 players"):
        read_board(paint_cell(frame, 1, 1, like=(1, 2)), grid)


def test_an_unknown_colour_is_named_by_its_cell(play: MakePlay) -> None:
    """A cell that looks like nothing in the game is refused with its row and column."""
    frame = drawn(play(rows=["######", "#@ $.#", "######"]))
    with pytest.raises(UnknownLook, match="row 1, column 2"):
        read_board(paint_cell(frame, 1, 2, like=0xFF00FF), find_grid(frame))


class Scene:
    """A window on a real display that shows whatever picture it is told to."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self._context = canvas.window.create_gc()

    def show(self, frame: Frame) -> None:
        """Put a picture on the window."""
        image = Image.fromarray(frame)
        self.canvas.window.put_pil_image(self._context, 0, 0, image)
        self.canvas.display.sync()


@pytest.fixture
def scene(canvas: MakeCanvas) -> Scene:
    """An 800 x 600 window."""
    return Scene(canvas("Sokoban", rect=Rect(0, 0, 800, 600)))


@pytest.fixture
def window(screen: Screen, scene: Scene, tmp_path: Path) -> Iterator[GameWindow]:
    """The bot for that window, which has the keyboard."""
    window = GameWindow(screen, scene.canvas.id, lost_frames=tmp_path / "last_seen")
    window.focus()
    yield window
    window.close()


@pytest.fixture
def driver(window: GameWindow) -> SokobanDriver:
    """Its driver."""
    return SokobanDriver(window)


def test_observe_reads_the_window(play: MakePlay, scene: Scene, driver: SokobanDriver) -> None:
    """What stands on the screen is what is observed."""
    level = play(2, 3)
    scene.show(drawn(level))
    assert driver.observe() == stands(level)


@pytest.mark.parametrize(
    "spoil",
    [
        pytest.param(lambda frame: paint_cell(frame, 1, 2, like=0xFF00FF), id="a colour"),
        pytest.param(lambda frame: paint_cell(frame, 1, 2, like=(1, 1)), id="two players"),
        pytest.param(lambda frame: np.full_like(frame, BACKGROUND), id="no board"),
    ],
)
def test_an_unknown_look_is_saved(
    play: MakePlay,
    scene: Scene,
    driver: SokobanDriver,
    spoil: Callable[[Frame], Frame],
) -> None:
    """Whatever the driver cannot read, the picture is kept and named in the message."""
    frame = spoil(drawn(play(rows=["######", "#@ $.#", "######"])))
    scene.show(frame)
    with pytest.raises(UnknownLook, match=r"the picture is in .*last_seen") as unknown:
        driver.observe()
    assert unknown.value.frame is not None
    with Image.open(unknown.value.frame) as image:
        np.testing.assert_array_equal(np.asarray(image), frame)


def test_a_step_that_shows_nothing_times_out(
    play: MakePlay, scene: Scene, window: GameWindow, driver: SokobanDriver
) -> None:
    """A key after which the board stays as it was was sent, and is not taken for a step."""
    window.patience_s = 0.3
    scene.show(drawn(play(1)))
    driver.observe()
    with pytest.raises(WaitTimedOut, match="after Left"):
        driver.act("L")
    event = scene.canvas.next(X.KeyPress)
    assert scene.canvas.display.keycode_to_keysym(event.detail, 0) == 0xFF51  # XK_Left
