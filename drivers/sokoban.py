"""Hands and eyes for the Sokoban of `games/`: boards are read from pixels, moves are keys."""

import itertools
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from drivers.errors import UnknownLook
from drivers.screen import Frame
from drivers.vision import Colour, block_means, bounding_box, differs, nearest
from drivers.window import GameWindow
from solvers.sokoban import State

BOARD_TOP, BOARD_BOTTOM = 64, 536
"""The board is between these rows of the window; above and below are texts."""

BACKGROUND: Colour = (0x14, 0x17, 0x1F)
PALETTE: dict[str, Colour] = {
    "outside": BACKGROUND,
    "wall": (0x7D, 0x84, 0x8F),
    "floor": (0xD8, 0xCC, 0xB4),
    "goal": (0xD0, 0x34, 0x2C),
    "box": (0x9A, 0x62, 0x30),
    "box_on_goal": (0x2F, 0x9E, 0x4F),
    "player": (0x2F, 0x62, 0xC9),
}
TOLERANCE = 40.0
"""Euclidean distance in RGB. The closest two of the palette, wall and box, are 106 apart."""

SMALLEST_CELL, LARGEST_CELL = 9, 64
"""Pixels. At 8 (boards of 88 columns and more) a wall's joints hide its grey."""

KEYS = {"L": "Left", "U": "Up", "R": "Right", "D": "Down"}

# where the ring of a player on a goal shows: diagonal points at 0.39 of a cell from the centre
RING = tuple((0.276 * dx, 0.276 * dy) for dx in (-1, 1) for dy in (-1, 1))


@dataclass(frozen=True, slots=True)
class Grid:
    """Where the cells are: window coordinates of the board's corner, and its measures.

    Attributes:
        left: x of the left edge, pixels.
        top: y of the top edge, pixels.
        cell: Side of a cell, pixels.
        rows: Cells downwards.
        columns: Cells across.
    """

    left: int
    top: int
    cell: int
    rows: int
    columns: int

    def point(self, row: int, column: int, dx: float = 0.0, dy: float = 0.0) -> tuple[int, int]:
        """(x, y) of one point in a cell; `dx`, `dy` from its centre, in cells."""
        x = self.left + int((column + 0.5 + dx) * self.cell)
        return x, self.top + int((row + 0.5 + dy) * self.cell)

    def points(self, dx: float = 0.0, dy: float = 0.0) -> list[tuple[int, int]]:
        """The same point in every cell, row by row."""
        cells = itertools.product(range(self.rows), range(self.columns))
        return [self.point(row, column, dx, dy) for row, column in cells]


class SokobanDriver:
    """One running Sokoban. `observe` reads the board, `act` makes one step."""

    def __init__(self, window: GameWindow) -> None:
        """Play in `window`, which must have the focus."""
        self._window = window
        self._grid: Grid | None = None
        self._last: State | None = None

    def observe(self) -> State:
        """Read the whole board once it stands still.

        Raises:
            UnknownLook: the picture shows no board, or a cell that has no name.
        """
        frame = self._window.wait_still()
        self._grid = self._window.read(frame, find_grid)
        self._last = self._window.read(frame, self._read)
        return self._last

    def act(self, move: str) -> State:
        """Press the arrow key of `move` (one of LURD) and wait for the board to change.

        Returns:
            The board as the picture shows it then.

        Raises:
            WaitTimedOut: nothing changed, as when the step was into a wall.
            UnknownLook: the board cannot be read any more.
        """
        before = self._last

        def changed(frame: Frame) -> State | None:
            state = self._read(frame)
            return state if state != before else None

        self._window.press(KEYS[move])
        what = f"the board to change after {KEYS[move]}"
        self._last = self._window.wait_to_read(changed, what=what)
        return self._last

    def next_level(self) -> State:
        """After a solved level go on to the next, and read it.

        Raises:
            WaitTimedOut: the picture did not change: there is no next level.
        """
        window, solved = self._window, self._window.capture()
        window.press("n")
        window.wait_until(
            lambda frame: bool(
                (frame[BOARD_TOP:BOARD_BOTTOM] != solved[BOARD_TOP:BOARD_BOTTOM]).any()
            ),
            what="the next level to appear",
        )
        return self.observe()

    def shoot(self, path: Path) -> None:
        """Save what the window shows, once it stands still."""
        self._window.save(path)

    def _read(self, frame: Frame) -> State:
        assert self._grid is not None, "observe() comes first"
        return read_board(frame, self._grid)


def find_grid(frame: Frame) -> Grid:
    """Find the cells in a frame (800x600) by what is drawn, not by what the level should be.

    The board is the box around everything that is not background; a cell's side divides both its
    sides, and is the largest one for which every cell has a known centre and is wall to its corners
    or not at all.

    Raises:
        UnknownLook: there is no such grid.
    """
    board = bounding_box(differs(frame[BOARD_TOP:BOARD_BOTTOM], BACKGROUND, by=12))
    if board is None:
        raise UnknownLook("the board area is empty")
    left, top, width, height = board
    for cell in range(LARGEST_CELL, SMALLEST_CELL - 1, -1):
        if width % cell == 0 and height % cell == 0:
            grid = Grid(left, top + BOARD_TOP, cell, height // cell, width // cell)
            if _fits(frame, grid):
                return grid
    raise UnknownLook(
        f"the {width}x{height} board at ({left}, {top + BOARD_TOP}) has no grid of cells"
    )


def read_board(frame: Frame, grid: Grid) -> State:
    """Read every cell's content from the colour of its middle ninth.

    Raises:
        UnknownLook: a cell has an unknown colour, or there is not exactly one player.
    """
    names = nearest(_centres(frame, grid), PALETTE, within=TOLERANCE)
    cells = list(itertools.product(range(grid.rows), range(grid.columns)))
    unknown = [cell for cell, name in zip(cells, names, strict=True) if name is None]
    if unknown:
        raise UnknownLook(f"the cell at row {unknown[0][0]}, column {unknown[0][1]} has no name")

    def where(*wanted: str) -> set[tuple[int, int]]:
        return {cell for cell, name in zip(cells, names, strict=True) if name in wanted}

    players = where("player")
    if len(players) != 1:
        raise UnknownLook(f"{len(players)} players are to be seen")
    goals = where("goal", "box_on_goal")
    if _ringed(frame, grid, *players):
        goals |= players
    return State(
        walls=frozenset(where("wall")),
        goals=frozenset(goals),
        boxes=frozenset(where("box", "box_on_goal")),
        player=next(iter(players)),
        height=grid.rows,
        width=grid.columns,
    )


def _centres(frame: Frame, grid: Grid) -> NDArray[np.float64]:
    return block_means(frame, grid.points(), side=max(1, grid.cell // 9))


def _ringed(frame: Frame, grid: Grid, player: tuple[int, int]) -> bool:
    around = [grid.point(*player, dx, dy) for dx, dy in RING]
    names = nearest(block_means(frame, around, side=1), PALETTE, within=2 * TOLERANCE)
    return names.count("goal") >= 3


def _fits(frame: Frame, grid: Grid) -> bool:
    centres = nearest(_centres(frame, grid), PALETTE, within=TOLERANCE)
    if None in centres:
        return False
    inset = 0.46
    for dx, dy in itertools.product((-inset, inset), repeat=2):
        corners = block_means(frame, grid.points(dx, dy), side=1)
        grey = (corners.max(axis=1) - corners.min(axis=1) <= 24) & (corners.mean(axis=1) > 50)
        if any(is_grey != (name == "wall") for is_grey, name in zip(grey, centres, strict=True)):
            return False
    return True
