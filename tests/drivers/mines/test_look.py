"""What pictures of Mines show: saved ones of the real game, and ones that are painted over.

The saved boards are from gnome-mines 40.1, seed 4570, first click at column 3, row 3, question
marks on, in a window of 820 x 460.
"""

from collections.abc import Iterator
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from drivers.errors import UnknownLook
from drivers.mines import digits as mines_digits
from drivers.mines.driver import (
    EXPLODED,
    FLAG,
    HIDDEN,
    MINE,
    QUESTION,
    WRONG_FLAG,
    Cell,
    Sight,
    find_grid,
    read_sight,
)
from drivers.mines.icons import INKS
from drivers.mines.look import play_again_button, strange_cells
from drivers.mines.tiles import BACKGROUNDS
from drivers.screen import Frame
from solvers import mines as solver

DATA = Path(__file__).parents[1] / "data"
BACKGROUND = (0xF6, 0xF5, 0xF4)
LEFT, TOP = 23, 93
"""Where the saved board was in its window."""

LETTERS = {HIDDEN: "#", FLAG: "F", MINE: "*", EXPLODED: "X", WRONG_FLAG: "W", QUESTION: "?", 0: "."}

RUNNING = """
......1#####3#3F########?#####
....113##?####5#2#3#2####24###
....1F4F524#7###2111####2F####
11..12##3#2FF###F1.112#F######
#1...2##31223##111.1F2###2##1#
11...3##1...11##2212##2##3##3#
111..2##1...2F########12F4####
1#1..1#111213FF5F3112######122
111123##1#2#223##1..1F2###211.
...2#F##F#311.112221112FF2#F2.
...3F#F#2#1.....1#F#1#2#3F#F2.
11.3F8F4211..1111221###3#2##1.
#1.2FFF2.....2?2...1########11
#2123421.....2F32112#54#F3###F
#####1...111.2#####2FF####F#2#
1#F2#1...1F1.1#2211##F3#2F21##
"""
LOST = """
......1#####3#3F##**####?*####
....113*#?#***5*2#3*2#*##24*##
....1F4F524#7**#2111####2F#*##
11..12#*3*2FF*##F1.112*F######
*1...2*#31223##111.1F2#*#2#*1#
11...3**1...11##2212##2#*3*#3#
111..2*#1...2F#*X#*##*12F4##**
1*1..1#111213FF5F3112####*#122
111123##1*2*223*#1..1F2#*#211.
...2*F*#W#311.112221112FF2#F2.
...3F*F*2*1.....1*F#1#2#3W#F2.
11.3F8F4211..1111221#*#3*2##1.
*1.2FFF2.....2?2...1#**#*###11
#2123421.....2F32112*54#F3###F
#*##*1...111.2#*#*#2FF#*##F#2#
1#F2#1...1F1.1*2211##F3#2F21#*
"""

COLOURED = ("bgcolors", "classic")
"""The themes in which no look depends on a font."""


def window(name: str) -> Frame:
    """The window with a saved board in it, as far as the driver looks at it."""
    frame = plain(820, 460)
    with Image.open(DATA / f"mines_{name}.webp") as image:
        board = np.asarray(image.convert("RGB"))
    frame[TOP : TOP + board.shape[0], LEFT : LEFT + board.shape[1]] = board
    return frame


def plain(width: int, height: int) -> Frame:
    """A window with a title bar and nothing below."""
    frame = np.full((height, width, 3), BACKGROUND, dtype=np.uint8)
    frame[:51] = (0xE1, 0xDE, 0xDB)
    return frame


def drawn(widths: list[int], heights: list[int], *, left: int = 30, top: int = 70) -> Frame:
    """An untouched board of cells with these sizes."""
    frame = plain(left + sum(widths) + 180, top + sum(heights) + 60)
    xs, ys = left + np.cumsum([0, *widths]), top + np.cumsum([0, *heights])
    for y, height in zip(ys, heights, strict=False):
        for x, width in zip(xs, widths, strict=False):
            frame[y + 2 : y + height - 2, x + 2 : x + width - 2] = BACKGROUNDS["plain"]
    return frame


def paint(frame: Frame, cell: Cell, colour: tuple[int, int, int] | Cell) -> Frame:
    """A copy in which a cell has one colour all over, or looks as another cell."""
    grid, copy = find_grid(frame), frame.copy()

    def inside(cell: Cell) -> tuple[slice, slice]:
        left, top, right, bottom = grid.box(cell)
        return slice(top + 2, bottom - 2), slice(left + 2, right - 2)

    copy[inside(cell)] = frame[inside(colour)] if len(colour) == 2 else colour
    return copy


def inked_on(frame: Frame, cell: Cell, name: str) -> Frame:
    """A copy in which a digit of `bgcolors` stands on another background."""
    left, top, right, bottom = find_grid(frame).box(cell)
    tile = (slice(top + 2, bottom - 2), slice(left + 2, right - 2))
    ink, new = (np.array(colour) for colour in ((0x2E, 0x34, 0x36), BACKGROUNDS[name]))
    old = frame[top + 4, left + 4].astype(int)
    covered = ((old - frame[tile]) / (old - ink)).clip(0, 1)
    copy = frame.copy()
    copy[tile] = np.rint(new + covered.mean(axis=2, keepdims=True) * (ink - new))
    return copy


def text(sight: Sight) -> str:
    """A board as it is written above."""
    letters = [LETTERS.get(code, str(code)) for code in sight.cells]
    return "\n" + "".join("".join(letters[i : i + 30]) + "\n" for i in range(0, 480, 30))


@pytest.mark.parametrize("theme", COLOURED)
def test_a_running_board_is_read(theme: str) -> None:
    """Numbers to 8, flags, questions and a hidden cell under the pointer are what they are."""
    sight = read_sight(window(f"{theme}_running"))
    assert sight.grid.rect == (LEFT, TOP, 600, 320)
    assert text(sight) == RUNNING
    assert (sight.hovered, sight.cursor, sight.cover) == ((29, 0), None, "")
    assert not sight.lost
    assert not sight.won


@pytest.mark.parametrize("theme", COLOURED)
def test_a_lost_board_is_read(theme: str) -> None:
    """Mines, the exploded one, wrong flags; hidden cells and numbers in the colours of a loss."""
    sight = read_sight(window(f"{theme}_lost"))
    assert text(sight) == LOST
    assert (sight.hovered, sight.cursor, sight.cover) == (None, None, "")
    assert sight.lost
    assert not sight.won


@pytest.mark.parametrize(("theme", "cell"), [("bgcolors", (23, 1)), ("classic", (12, 2))])
def test_the_cell_under_the_cursor_is_read(theme: str, cell: Cell) -> None:
    """The keyboard's cursor takes a cell's background, and changes no cell."""
    sight = read_sight(window(f"{theme}_cursor"))
    assert text(sight) == RUNNING
    assert (sight.hovered, sight.cursor) == (None, cell)


@pytest.mark.parametrize("cell", [(0, 0), (29, 11), (2, 9), (7, 9), (0, 12), (1, 7)])
def test_a_bare_cell_under_the_cursor_is_reasoned_out(cell: Cell) -> None:
    """0 and hidden look alike there: the cells around it tell which it is."""
    frame = paint(window("bgcolors_running"), cell, BACKGROUNDS["cursor"])
    sight = read_sight(frame)
    assert (text(sight), sight.cursor) == (RUNNING, cell)


def test_a_solver_is_told_what_is_known() -> None:
    """Numbers, flags, and hidden cells; a question mark is no knowledge."""
    state = read_sight(window("bgcolors_running")).state()
    assert (state.width, state.height, state.mines) == (30, 16, 99)
    assert (HIDDEN, FLAG) == (solver.HIDDEN, solver.FLAG)
    codes = {"#": HIDDEN, "?": HIDDEN, "F": FLAG, ".": 0}
    board = RUNNING.replace("\n", "")
    assert state.cells == tuple(codes[c] if c in codes else int(c) for c in board)


@pytest.mark.parametrize(
    ("wide", "high"), [((20,) * 30, (20,) * 16), ((57,) * 10 + (56,) * 20, (44,) * 3 + (43,) * 13)]
)
def test_the_grid_is_found_to_the_pixel(wide: tuple[int, ...], high: tuple[int, ...]) -> None:
    """Cells of any size, also when the first ones are one pixel larger."""
    grid = find_grid(drawn(list(wide), list(high)))
    assert grid.columns == tuple(30 + int(x) for x in np.cumsum([0, *wide]))
    assert grid.rows == tuple(70 + int(y) for y in np.cumsum([0, *high]))
    for cell in ((0, 0), (9, 2), (10, 3), (29, 15)):
        assert grid.cell_at(*grid.centre(cell)) == cell
        left, top, right, bottom = grid.box(cell)
        assert (grid.cell_at(left, top), grid.cell_at(right - 1, bottom - 1)) == (cell, cell)
    assert grid.cell_at(29, 80) is None
    assert grid.cell_at(grid.columns[-1], 80) is None


def test_a_paused_board_is_covered() -> None:
    """The overlay hides everything, but the cells below it are where they were."""
    frame = drawn([57] * 10 + [56] * 20, [44] * 3 + [43] * 13)
    left, top, width, height = find_grid(frame).rect
    paused = frame.copy()
    paused[top : top + height, left : left + width] = BACKGROUNDS["plain"]
    for grid in (None, find_grid(frame)):
        sight = read_sight(paused, grid)
        assert (sight.cover, sight.cells, sight.grid) == ("paused", (), find_grid(frame))
    with pytest.raises(UnknownLook, match=r"covered \(paused\)"):
        sight.state()


@pytest.mark.parametrize("colour", [BACKGROUND, (0xFF, 0xFF, 0xFF)])
def test_a_dialog_covers_cells(colour: tuple[int, int, int]) -> None:
    """Another window over the middle is no strange cells, and no win while cells are hidden."""
    frame = window("bgcolors_running")
    frame[150:350, 200:500] = colour
    sight = read_sight(frame)
    assert (sight.cover, sight.cells, sight.won) == ("dialog", (), False)


def test_a_window_that_is_not_drawn_is_no_win() -> None:
    """Where nothing of a board is to be seen, it is covered."""
    sight = read_sight(np.zeros((460, 820, 3), dtype=np.uint8), find_grid(window("bgcolors_lost")))
    assert (sight.cover, sight.cells, sight.won, sight.lost) == ("dialog", (), False, False)


@pytest.mark.parametrize("colour", [(0xFF, 0, 0xFF), BACKGROUND, BACKGROUNDS["dark"], (0, 0, 0)])
def test_a_strange_cell_is_named(colour: tuple[int, int, int]) -> None:
    """A colour that no cell has, or none in a running game, is refused with its place."""
    frame = paint(window("bgcolors_running"), (7, 0), colour)
    with pytest.raises(UnknownLook, match="column 7, row 0"):
        read_sight(frame)
    assert strange_cells(frame, find_grid(frame)) == [(7, 0)]


@pytest.mark.parametrize("cell", [(5, 2), (15, 0), (24, 0)])
def test_half_an_icon_is_strange(cell: Cell) -> None:
    """A mark whose lower half is missing is no mark."""
    frame = window("bgcolors_running")
    left, top, right, bottom = find_grid(frame).box(cell)
    frame[(top + bottom) // 2 : bottom - 5, left + 5 : right - 5] = BACKGROUNDS["plain"]
    with pytest.raises(UnknownLook, match=f"column {cell[0]}, row {cell[1]}"):
        read_sight(frame)


def test_a_half_drawn_board_is_refused() -> None:
    """No board has a hidden cell beside a 0."""
    frame = paint(window("bgcolors_running"), (1, 1), BACKGROUNDS["plain"])
    with pytest.raises(UnknownLook, match="half drawn"):
        read_sight(frame)


def test_what_is_no_board_has_no_grid() -> None:
    """An empty window, noise, a board with a column too few."""
    noise = np.random.default_rng(1).integers(0, 256, (600, 900, 3), dtype=np.uint8)
    for frame in (plain(820, 460), noise, drawn([20] * 29, [20] * 16), drawn([20] * 30, [20] * 15)):
        with pytest.raises(UnknownLook):
            find_grid(frame)


def test_a_resized_window_is_noticed() -> None:
    """A grid that reaches out of the picture is refused."""
    grid = find_grid(drawn([30] * 30, [30] * 16))
    with pytest.raises(UnknownLook, match="resized"):
        read_sight(window("bgcolors_running"), grid)


def test_without_buttons_there_is_nothing_to_press() -> None:
    """Right of the board nothing is drawn."""
    frame = window("bgcolors_lost")
    with pytest.raises(UnknownLook, match="no button"):
        play_again_button(frame, find_grid(frame))


def test_colours_are_apart() -> None:
    """Far more than what they may be off: backgrounds by 13 levels, inks by 8 degrees."""
    grounds = [np.array(colour) for colour in BACKGROUNDS.values()]
    assert min(np.abs(a - b).max() for a, b in combinations(grounds, 2)) == 13
    for name in ("empty", "light"):
        ways = [np.array(ink) - BACKGROUNDS[name] for ink in INKS.values()]
        ways = [way / np.linalg.norm(way) for way in ways]
        closest = max(float(a @ b) for a, b in combinations(ways, 2))
        assert np.degrees(np.arccos(closest)) > 6.0


@pytest.fixture
def no_library(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A machine without gdk-pixbuf."""

    def missing() -> None:
        raise OSError("libgdk_pixbuf-2.0.so.0: cannot open shared object file")

    monkeypatch.setattr(mines_digits, "_library", missing)
    mines_digits._expected.cache_clear()
    yield
    mines_digits._expected.cache_clear()


@pytest.mark.usefixtures("no_library")
def test_an_icon_that_cannot_be_drawn_is_unknown() -> None:
    """Without the library; without the file."""
    with pytest.raises(UnknownLook, match=r"1mines\.svg cannot be drawn without gdk-pixbuf"):
        mines_digits.drawn_icon("default/1mines", 20)


def test_an_icon_that_no_theme_has_is_unknown() -> None:
    """The message says what may be missing."""
    with pytest.raises(UnknownLook, match=r"nothing\.svg cannot be drawn; is librsvg2-common"):
        mines_digits.drawn_icon("default/nothing", 20)


@pytest.mark.usefixtures("no_library")
def test_colours_carry_the_numbers() -> None:
    """Where colours tell them, shapes are not asked for; where they do not, nothing is guessed."""
    for theme in COLOURED:
        assert text(read_sight(window(f"{theme}_running"))) == RUNNING
        assert text(read_sight(window(f"{theme}_lost"))) == LOST


@pytest.mark.usefixtures("no_library")
@pytest.mark.parametrize("ground", ["cursor", "empty"])
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5, 7, 8])  # the saved board has no 6
def test_no_shape_is_guessed(number: int, ground: str) -> None:
    """A dark digit where no colour tells its number is refused, and not taken for a mark."""
    board = RUNNING.replace("\n", "")
    row, column = divmod(board.index(str(number)), 30)
    frame = inked_on(window("bgcolors_running"), (column, row), ground)
    with pytest.raises(UnknownLook, match=f"column {column}, row {row}"):
        read_sight(frame)


@pytest.mark.parametrize("side", [20, 21, 26, 33, 44, 57])
def test_digits_differ_and_other_shapes_are_none(side: int) -> None:
    """Each digit is itself at any size, also a little off; a blot and a bar are no digits."""
    drawn = mines_digits._expected(side, side + 1)
    assert drawn is not None, "gdk-pixbuf or the theme is missing"
    off = np.clip(drawn + np.random.default_rng(side).uniform(-0.015, 0.015, drawn.shape), 0, 1)
    assert mines_digits.match(off, width=side, height=side + 1).tolist() == [*range(1, 9)]
    others = np.zeros((2, drawn.shape[1]))
    others[0, 40:60], others[1, 4::10] = 1.0, 1.0
    assert mines_digits.match(others, width=side, height=side + 1).tolist() == [0, 0]
