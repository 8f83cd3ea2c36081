"""The games of one run of GAM 2, as they were on screen, and the clicks that made them.

Pictures are read where somebody acted, and between two acts only where it matters: between two
acts the board has one thing to answer to.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

from graders.files import Unreadable
from graders.mines_pixels import FLAG, HIDDEN, Board, Grid, NoBoardError, read_board
from graders.mines_rules import Cell
from graders.witness import Frame, Witness

LOOKS = 6000  # pictures read of one run, at most; an honest play needs one or two for each click


@dataclass(frozen=True, slots=True)
class Click:
    """A button that went down and up on one cell.

    Attributes:
        button: 1 left, 3 right.
        x: Where it went down, in root-window pixels.
        y: The same.
        cell: On which cell that is.
        frame: Index of the picture on screen as the press was taken in; it may show the effect.
    """

    button: int
    x: int
    y: int
    cell: Cell
    frame: int


@dataclass
class Game:
    """One game: from an untouched board to its end, or to the next game.

    Attributes:
        number: Which of the run's, from 1.
        looks: Indices of the pictures that were read and show it, in order.
        numbers: All that was revealed in it.
        lost: The board with the mine that went off, None if none did.
        last: The last board read.
    """

    number: int
    looks: list[int] = field(default_factory=list)
    numbers: dict[Cell, int] = field(default_factory=dict)
    lost: Board | None = None
    last: Board | None = None
    won: bool = False

    @property
    def end(self) -> Literal["won", "lost", "open"]:
        """How it ended; ``open`` if it was left."""
        return "lost" if self.lost else "won" if self.won else "open"

    def goes_on(self, board: Board) -> bool:
        """Whether a later board can be one of this game: nothing is ever hidden again."""
        return not any(board.code(cell) in (HIDDEN, FLAG) for cell in self.numbers)

    def take(self, index: int, board: Board) -> None:
        """Add a picture."""
        self.looks.append(index)
        self.numbers |= board.numbers
        self.last = board
        self.won = self.won or board.cleared
        if board.lost and self.lost is None:
            self.lost = board


class Film:
    """Reads the witness's pictures, each once."""

    def __init__(self, witness: Witness) -> None:
        self.witness = witness
        self._index = {frame.name: i for i, frame in enumerate(witness.frames)}
        self._boards: dict[int, Board | None] = {}
        self._grid: Grid | None = None

    def board(self, index: int) -> Board | None:
        """The board on a picture; None when it is covered, or the picture cannot be read.

        Raises:
            Unreadable: More than ``LOOKS`` pictures had to be read.
        """
        if index not in self._boards:
            if len(self._boards) >= LOOKS:
                raise Unreadable(f"more than {LOOKS} pictures would have to be read")
            self._boards[index] = self._read(self.witness.frames[index])
        return self._boards[index]

    def _read(self, frame: Frame) -> Board | None:
        try:
            board = read_board(self.witness.picture(frame), self._grid)
        except (Unreadable, NoBoardError):
            return None
        self._grid = board.grid
        return board

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """The games in which something was revealed, in order.

        Raises:
            Unreadable: As for :meth:`board`.
        """
        games = [Game(1)]
        for index in self._acted_on():
            board = self.board(index)
            if board is None:
                continue
            if not games[-1].goes_on(board):
                self._see_the_end(games[-1], index)
                games.append(Game(len(games) + 1))
            games[-1].take(index, board)
        return tuple(game for game in games if game.numbers)

    def _acted_on(self) -> list[int]:
        """Indices of the pictures on screen at each act, and of the last one."""
        names = {act.frame for act in self.witness.acts if act.frame in self._index}
        last = len(self.witness.frames) - 1
        return sorted({self._index[name] for name in names} | ({last} if last >= 0 else set()))

    def _see_the_end(self, game: Game, after: int) -> None:
        """Look at a game's last pictures: whoever restarts at once leaves no act to look at."""
        for index in range(after - 1, game.looks[-1], -1):
            board = self.board(index)
            if board is not None and game.goes_on(board):
                game.take(index, board)
                return

    def game_at(self, index: int) -> Game | None:
        """The game that a picture belongs to."""
        for game in self.games:
            if index <= game.looks[-1]:
                return game
        return self.games[-1] if self.games else None

    @cached_property
    def clicks(self) -> tuple[Click, ...]:
        """Every button that went down and up on one cell, in order."""
        return tuple(self._clicks())

    def _clicks(self) -> Iterator[Click]:
        down: dict[int, tuple[int, int, str]] = {}
        for act in self.witness.acts:
            if act.button is None:
                continue
            if act.press:
                down[act.button] = act.x, act.y, act.frame
                continue
            x, y, name = down.pop(act.button, (0, 0, ""))
            if name not in self._index:
                continue
            index = self._index[name]
            cell = self._cell(index, x, y)
            if cell is not None and cell == self._cell(index, act.x, act.y):
                yield Click(act.button, x, y, cell, index)

    def _cell(self, index: int, x: int, y: int) -> Cell | None:
        board = self.board(index)
        left, top, _, _ = self.witness.frames[index].rect
        return None if board is None else board.grid.cell_at(x - left, y - top)

    def before(self, click: Click, *, codes: tuple[int, ...]) -> Board | None:
        """The last board, at a click or before it in its game, that shows its cell as given.

        Numbers only ever appear, so that board holds all that the player could know and nothing
        that the click itself told. The pictures are halved between those that do and do not.

        Args:
            click: The click.
            codes: What its cell has to show.

        Returns:
            None if there is no such board.
        """
        game = self.game_at(click.frame)
        if game is None:
            return None
        earlier = [g.looks[-1] for g in self.games if g.number < game.number]
        first, after = max(earlier, default=-1) + 1, click.frame + 1
        found: Board | None = None
        for index in (click.frame, click.frame - 1, click.frame - 2):
            board = self.board(index) if index >= first else None
            if board is not None and board.code(click.cell) in codes:
                return board
            after = index
        while first < after:
            middle = (first + after) // 2
            board, place = self._legible(middle, first)
            if board is not None and board.code(click.cell) in codes:
                found, first = board, middle + 1
            elif board is not None:
                after = place
            else:
                first = middle + 1
        return found

    def _legible(self, index: int, first: int) -> tuple[Board | None, int]:
        """The board on a picture or on the last one before it that shows one, and its index."""
        while index >= first:
            if (board := self.board(index)) is not None:
                return board, index
            index -= 1
        return None, index
