"""GAM 2's games replayed: at which click each cell was revealed, by the rules of gnome-mines.

The witness may miss a picture that stood for a moment, but no click, and the clicks of a device
have one order. So what was to be seen at a click is not taken from the picture that the record
names there: it is what the clicks before it had revealed, each number as a picture shows it later.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol

from graders.mines_rules import Cell, around

LEFT, RIGHT = 1, 3
"""The X server's numbers of the buttons."""


class Press(Protocol):
    """A button that went down and up on one cell."""

    @property
    def button(self) -> int:
        """LEFT, RIGHT, or another, which does nothing."""

    @property
    def cell(self) -> Cell:
        """The cell."""

    @property
    def frame(self) -> int:
        """Index of the last picture that the witness had when the press was recorded."""


class Seen(Protocol):
    """What the pictures tell of a game."""

    @property
    def number(self) -> int:
        """Which of the run's games it is, from 1."""

    @property
    def numbers(self) -> Mapping[Cell, int]:
        """All that was ever revealed in it."""

    @property
    def exploded(self) -> Cell | None:
        """The mine that went off, None if none did."""

    @property
    def ends(self) -> int:
        """Index of the last picture that shows it."""


@dataclass
class Replay:
    """One game as its clicks made it.

    Attributes:
        number: Which of the run's games it is, from 1.
        revealed: For each cell the position of the click that revealed it, or set off its mine.
        first: The cell that was revealed first, None if no click revealed any.
    """

    number: int
    revealed: dict[Cell, int] = field(default_factory=dict)
    first: Cell | None = None

    def seen_before(self, position: int, cell: Cell) -> frozenset[Cell]:
        """The cells that were revealed before a click, and before the cell it was about."""
        position = min(position, self.revealed.get(cell, position))
        return frozenset(c for c, when in self.revealed.items() if when < position)


class _Board:
    """The board of one game while its clicks are gone through."""

    def __init__(self, game: Seen) -> None:
        self.game = game
        self.replay = Replay(game.number)
        self.over = False
        self._flags: set[Cell] = set()

    def click(self, position: int, press: Press) -> None:
        """Do what the game does with a click."""
        cell, revealed = press.cell, self.replay.revealed
        if press.button == RIGHT and cell not in revealed:
            self._flags ^= {cell}
        elif press.button == LEFT and cell in self.game.numbers and cell in revealed:
            flags = self._flags & around(cell)
            if len(flags) == self.game.numbers[cell]:
                self._reveal(position, around(cell) - flags)
        elif press.button == LEFT and cell not in self._flags:
            self._reveal(position, [cell])

    def _reveal(self, position: int, cells: Iterable[Cell]) -> None:
        revealed = self.replay.revealed
        waiting = [cell for cell in cells if cell not in revealed]
        while waiting:
            cell = waiting.pop()
            number = self.game.numbers.get(cell)
            if cell in revealed or (number is None and cell != self.game.exploded):
                continue
            revealed[cell] = position
            self._flags.discard(cell)
            self.over = self.over or number is None
            if self.replay.first is None:
                self.replay.first = cell
            if number == 0:
                waiting += around(cell)


def replay(
    games: Sequence[Seen], acts: Sequence[Press | None]
) -> tuple[tuple[Replay, ...], tuple[int | None, ...]]:
    """Go through all acts of a run.

    A game that was lost goes on to the next with the first act beside the cells (Play Again, or a
    key); one that was given up, with the first click that was made after its last picture.

    Args:
        games: The games in order.
        acts: Every act in order: a click on one cell, None for any other.

    Returns:
        The games as the clicks made them, and for each act the number of the game that it was made
        in, None when it did nothing there or there was none.
    """
    boards = [_Board(game) for game in games]
    current, restarted = 0, False
    numbers: list[int | None] = []
    for position, press in enumerate(acts):
        if current >= len(boards):
            numbers.append(None)
            continue
        board = boards[current]
        if press is None:
            restarted = board.over
            numbers.append(None)
            continue
        left = not board.over and press.frame > board.game.ends
        if (restarted or left) and current + 1 < len(boards):
            current, restarted = current + 1, False
            board = boards[current]
        if board.over:
            numbers.append(None)
            continue
        board.click(position, press)
        numbers.append(board.game.number)
    return tuple(board.replay for board in boards), tuple(numbers)
