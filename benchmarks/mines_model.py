"""What each cell of a Mines board has to show, from the mines and the clicks so far."""

from graders.mines.rules import Cell, around, numbers_on

HIDDEN, FLAG, MINE, EXPLODED, WRONG_FLAG, QUESTION = -1, -2, -3, -4, -5, -6
"""Codes of what is no number, as `drivers.mines` has them; defined again: it is the judge."""


class Board:
    """A board with open cards."""

    def __init__(self, mines: frozenset[Cell]) -> None:
        """Lay it out; nothing is revealed."""
        self.mines = mines
        self.numbers = numbers_on(mines)
        self.revealed: set[Cell] = set()
        self.marks: dict[Cell, int] = {}
        self.exploded: Cell | None = None

    def reveal(self, cell: Cell) -> None:
        """Left click on a cell without a mine: what is around a 0 opens too, flags or not."""
        reach = [cell]
        while reach:
            cell = reach.pop()
            if cell not in self.revealed:
                self.revealed.add(cell)
                self.marks.pop(cell, None)
                reach += around(cell) if self.numbers[cell] == 0 else ()

    def mark(self, cell: Cell) -> None:
        """Right click on a hidden cell: a flag; on a flag: a question mark (if those are on)."""
        self.marks[cell] = QUESTION if cell in self.marks else FLAG

    def code(self, cell: Cell) -> int:
        """What the cell shows."""
        if cell in self.revealed:
            return self.numbers[cell]
        mark = self.marks.get(cell)
        if self.exploded is not None and mark != QUESTION:
            if cell in self.mines and mark is None:
                return EXPLODED if cell == self.exploded else MINE
            if mark == FLAG and cell not in self.mines:
                return WRONG_FLAG
        return HIDDEN if mark is None else mark

    def is_lone(self, cell: Cell) -> bool:
        """Whether a cell that shows nothing is among numbers only."""
        return self.code(cell) in (0, HIDDEN) and all(self.code(c) > 0 for c in around(cell))

    def safe(self) -> set[Cell]:
        """Cells without a mine and without a mark that are still hidden."""
        return set(self.numbers) - self.revealed - set(self.marks)

    def unmarked(self) -> set[Cell]:
        """Hidden cells without a mark."""
        return (set(self.numbers) | self.mines) - self.revealed - set(self.marks)

    def flagged(self) -> set[Cell]:
        """Cells with a flag."""
        return {cell for cell, mark in self.marks.items() if mark == FLAG}

    def doubted(self) -> set[Cell]:
        """Cells with a question mark."""
        return {cell for cell, mark in self.marks.items() if mark == QUESTION}
