"""A plain player of the Big board, and the game as it answers: for synthetic evidence.

The player knows two things about numbers: one number may settle the cells around it, and one whose
cells all belong to another's leaves the rest to that other. Where neither helps it guesses.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from graders.mines.rules import HEIGHT, MINES, WIDTH, Cell, around, lay_mines, numbers_on
from graders.truth import GlibRandom

CELLS = tuple((column, row) for row in range(HEIGHT) for column in range(WIDTH))
OPENING = (3, 3)


@dataclass(frozen=True, slots=True)
class Step:
    """A click: what for, where, and why."""

    action: str
    cell: Cell
    reason: str


@dataclass
class Field:
    """One game's board.

    Attributes:
        numbers: The process's stream of numbers.
        mines: Where the mines are; none before the first cell is revealed.
        revealed: The revealed cells and their numbers.
        flags: The flagged cells.
        exploded: The mine that was revealed.
        truth: What each cell without a mine says, once mines are laid.
    """

    numbers: GlibRandom
    mines: frozenset[Cell] = frozenset()
    revealed: dict[Cell, int] = field(default_factory=dict)
    flags: set[Cell] = field(default_factory=set)
    exploded: Cell | None = None
    truth: dict[Cell, int] = field(default_factory=dict)

    @property
    def won(self) -> bool:
        """Whether all cells without a mine are revealed."""
        return len(self.revealed) == WIDTH * HEIGHT - MINES

    def step(self, step: Step) -> None:
        """Take a click."""
        if step.action == "right":
            self.flags ^= {step.cell}
            return
        if not self.mines:
            self.mines = lay_mines(self.numbers, step.cell)
            self.truth = numbers_on(self.mines)
        if step.cell in self.mines:
            self.exploded = step.cell
            return
        waiting = [step.cell]
        while waiting:
            cell = waiting.pop()
            if cell not in self.revealed:
                self.revealed[cell] = self.truth[cell]
                self.flags.discard(cell)
                waiting += [] if self.truth[cell] else around(cell)
        if self.won:
            self.flags = set(self.mines)

    def tiles(self) -> dict[Cell, str]:
        """The look of each cell that is not hidden."""
        looks = {cell: str(number) for cell, number in self.revealed.items()}
        looks |= dict.fromkeys(self.flags, "flag")
        if self.exploded:
            looks |= dict.fromkeys(self.flags - self.mines, "wrong")
            looks |= dict.fromkeys(self.mines - self.flags, "mine")
            looks[self.exploded] = "exploded"
        return looks


def deduced(field: Field) -> Iterator[Step]:
    """What the picture settles: flags first, then cells to reveal, each told once."""
    open_cells: dict[Cell, tuple[frozenset[Cell], int]] = {}
    for cell, number in field.revealed.items():
        hidden = around(cell) - field.revealed.keys()
        if left := hidden - field.flags:
            open_cells[cell] = (frozenset(left), number - len(hidden & field.flags))
    found: dict[Cell, Step] = {}

    def settle(cells: frozenset[Cell], mines: int, number: int) -> None:
        if mines == 0:
            told = {c: Step("left", c, f"safe-by-{number} constraint") for c in cells}
        elif mines == len(cells):
            told = {c: Step("right", c, f"flag-by-{number} constraint") for c in cells}
        else:
            return
        found.update({c: step for c, step in told.items() if c not in found})

    for cell, (left, mines) in open_cells.items():
        settle(left, mines, field.revealed[cell])
    for cell, (left, mines) in open_cells.items():
        for column in range(cell[0] - 2, cell[0] + 3):
            for row in range(cell[1] - 2, cell[1] + 3):
                inner, fewer = open_cells.get((column, row), (frozenset(), 0))
                if inner and inner < left:
                    settle(left - inner, mines - fewer, field.revealed[cell])
    if not found and len(field.flags) == MINES:
        rest = frozenset(CELLS) - field.revealed.keys() - field.flags
        found = {c: Step("left", c, "safe-by-count constraint") for c in rest}
    yield from sorted(found.values(), key=lambda step: (step.action == "left", step.cell))


def guess(field: Field, *, mined: bool | None = None) -> Step:
    """The last hidden cell that touches no number, the last of all where none is left.

    Args:
        field: The board.
        mined: Whether the cell is to be a mine; None leaves it to luck.
    """
    hidden = [c for c in CELLS if c not in field.revealed and c not in field.flags]
    if mined is not None and field.mines:
        hidden = [cell for cell in hidden if (cell in field.mines) is mined]
    aside = [c for c in hidden if not around(c) & field.revealed.keys()]
    return Step("left", (aside or hidden)[-1], "guess")


def rounds(field: Field, *, luck: bool | None = None) -> Iterator[list[Step]]:
    """What the player clicks from each picture, until the game has ended.

    The field must have taken a round's clicks before the next is asked for.

    Args:
        field: The board.
        luck: True for a player all of whose guesses are good, False for one who guesses at once,
            and badly; None leaves it to luck.
    """
    yield [Step("left", OPENING, "guess")]
    while not (field.won or field.exploded):
        steps = list(deduced(field)) if luck is not False else []
        yield steps or [guess(field, mined=None if luck is None else not luck)]
