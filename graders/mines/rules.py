"""The rules of gnome-mines 40 to 50, written for the graders alone."""

from functools import cache

from graders.truth import GlibRandom

WIDTH, HEIGHT, MINES = 30, 16, 99
"""The preset called Big: columns, rows, mines."""

Cell = tuple[int, int]
"""(column, row), both from 0, row 0 at the top."""


@cache
def around(cell: Cell) -> frozenset[Cell]:
    """The up to eight neighbours of a cell of the Big board."""
    column, row = cell
    return frozenset(
        (c, r)
        for c in range(max(column - 1, 0), min(column + 2, WIDTH))
        for r in range(max(row - 1, 0), min(row + 2, HEIGHT))
        if (c, r) != cell
    )


def lay_mines(numbers: GlibRandom, first: Cell) -> frozenset[Cell]:
    """Where the mines of the next game of a process are, once its first cell is revealed.

    Columns and rows are drawn in turn; a cell that is taken, first or next to the first is drawn
    for nothing (``minefield.vala``, ``place_mines``). The program draws nothing else.

    Args:
        numbers: The program's stream; it stands where the game before left it.
        first: The first cell revealed.
    """
    free = around(first) | {first}
    mines: set[Cell] = set()
    while len(mines) < MINES:
        cell = numbers.below(WIDTH), numbers.below(HEIGHT)
        if cell not in free:
            mines.add(cell)
    return frozenset(mines)


def numbers_on(mines: frozenset[Cell]) -> dict[Cell, int]:
    """What each cell without a mine shows when it is revealed: the mines around it."""
    cells = ((c, r) for r in range(HEIGHT) for c in range(WIDTH))
    return {cell: len(around(cell) & mines) for cell in cells if cell not in mines}
