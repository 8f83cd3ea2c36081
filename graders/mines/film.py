"""The games of one run of GAM 2, as they were on screen, and the clicks that made them.

Pictures are read where somebody acted, and between two acts only where it matters. The record is
not exact to the moment: the picture named at an act can be an earlier or a later one.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property

from graders.errors import Unreadable
from graders.mines.pixels import FLAG, HIDDEN, Board, Grid, read_board
from graders.mines.replay import Click, openings
from graders.mines.rules import Cell
from graders.witness import Witness
from graders.witness_events import Frame

LOOKS = 6000  # pictures read of one run, at most; an honest play needs one or two for each click
ACTS = 200_000  # of one run; 130 a second for 25 minutes
LEFT, RIGHT = 1, 3
_LATE = 3  # pictures that a press may be before or behind its time in the record
CONTROL = frozenset({"Control_L", "Control_R"})


@dataclass
class Game:
    """One game: from an untouched board to its end, or to the next game.

    Attributes:
        number: Which of the run's, from 1.
        looks: Indices of the pictures that were read and show it, in order.
        numbers: All that was revealed in it.
        lost: The board with the mine that went off, if there is a picture of it.
        won: Whether a cleared board was seen.
        clicks: The clicks made in it, in order.
        first_open: For each revealed cell the first of the looks that shows it so.
        last_hidden: For each cell that was seen hidden or flagged the last of the looks that does.
    """

    number: int
    looks: list[int] = field(default_factory=list)
    numbers: dict[Cell, int] = field(default_factory=dict)
    lost: Board | None = None
    won: bool = False
    clicks: tuple[Click, ...] = ()
    first_open: dict[Cell, int] = field(default_factory=dict)
    last_hidden: dict[Cell, int] = field(default_factory=dict)

    @cached_property
    def opened(self) -> dict[Cell, int]:
        """When each cell may have been opened, see :func:`~graders.mines.replay.openings`.

        To be asked for when all pictures have been taken and the clicks are known.
        """
        return openings(self.clicks, self.numbers)

    @property
    def apparently_fatal(self) -> Click | None:
        """The click after which nothing was opened any more, on a cell that never was."""
        last = max(self.opened.values(), default=-1)
        late = (click for click in self.clicks if click.turn > last and click.reveals)
        return next((click for click in late if click.cell not in self.numbers), None)

    def known_before(self, click: Click) -> frozenset[Cell]:
        """Cells that may have been open when a click was decided, nothing that its own cell told.

        Not later than at the click; and if its cell was open long before, as pictures show, not
        later than that. Nothing that a later picture still shows hidden: the record writes a
        picture before it takes the next, so the second one after a press is surely a later one.
        """
        cell, turn, frame = click.cell, click.turn, click.frame
        own = self.opened.get(cell, turn)
        seen_open = self.first_open.get(cell, frame)
        if own < turn and seen_open < frame - _LATE:
            first = next((c for c in self.clicks if c.turn >= own and c.frame >= seen_open), click)
            turn, frame = min(turn, max(own, first.turn)), min(frame, first.frame)
        return frozenset(
            other
            for other, opener in self.opened.items()
            if opener < turn and opener != own and self.last_hidden.get(other, -1) < frame + 2
        )

    def goes_on(self, board: Board) -> bool:
        """Whether a later board can be one of this game: nothing is ever hidden again."""
        return not any(board.code(cell) in (HIDDEN, FLAG) for cell in self.numbers)

    def take(self, index: int, board: Board) -> None:
        """Add a picture."""
        self.looks.append(index)
        for cell in board.numbers.keys() - self.numbers.keys():
            self.first_open[cell] = index
        self.last_hidden |= dict.fromkeys(board.showing(HIDDEN, FLAG), index)
        self.numbers |= board.numbers
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
        except Unreadable:
            return None
        self._grid = board.grid
        return board

    @cached_property
    def games(self) -> tuple[Game, ...]:
        """The games in which something was revealed, in order, with their clicks.

        Raises:
            Unreadable: As for :meth:`board`, or there are more than ``ACTS`` acts.
        """
        if len(self.witness.acts) > ACTS:
            raise Unreadable(f"{len(self.witness.acts)} acts are too many to be gone through")
        games = [Game(1)]
        for index in self._acted_on():
            board = self.board(index)
            if board is None:
                continue
            if not games[-1].goes_on(board):
                self._see_the_end(games[-1], index)
                games.append(Game(len(games) + 1))
            games[-1].take(index, board)
        begun = [game for game in games if game.numbers]
        self._share_out(begun)
        return tuple(begun)

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

    def _share_out(self, games: list[Game]) -> None:
        """Give each game its clicks.

        A game begins after an act that is no click on a cell (a button beside the board or over it,
        or a key): the one nearest to where the pictures change, as the record is not exact there.
        """
        acts = list(self._acts())
        besides = [turn for turn, (_, click) in enumerate(acts) if click is None]
        start = 0
        for game in games:
            end = len(acts)
            if game is not games[-1]:
                later = (i for i in range(start, len(acts)) if acts[i][0] > game.looks[-1])
                change = next(later, len(acts))
                place = bisect_left(besides, change - 1)
                near = [turn for turn in besides[max(0, place - 1) : place + 1] if turn >= start]
                end = 1 + min(near, key=lambda turn: abs(turn + 1 - change), default=change - 1)
                end = max(start, end)
            clicks = (click for _, click in acts[start:end] if click is not None)
            game.clicks = tuple(replace(click, game=game.number) for click in clicks)
            start = end

    def _acts(self) -> Iterator[tuple[int, Click | None]]:
        """Each act with the index of the picture at it, and the click if it is one on a cell."""
        down: dict[int, tuple[int, int, int]] = {}
        control = 0
        turn = 0
        index = 0
        for act in self.witness.acts:
            index = self._index.get(act.frame, index)
            if act.button is None:
                control += (1 if act.press else -1) if act.keysym in CONTROL else 0
                if act.press:
                    yield index, None
                continue
            if act.press:
                down[act.button] = act.x, act.y, index
                continue
            x, y, at = down.pop(act.button, (-1, -1, index))
            cell = self._cell(at, x, y)
            if cell is None or cell != self._cell(at, act.x, act.y):
                yield at, None
                continue
            marks = act.button == RIGHT or (act.button == LEFT and control > 0)
            yield at, Click(turn, act.button, x, y, cell, at, 0, marks)
            turn += 1

    def _cell(self, index: int, x: int, y: int) -> Cell | None:
        """The cell at a place of the screen, by the grid on a picture or on one before it."""
        if not self.witness.frames:
            return None
        board = self.board(index)
        grid = board.grid if board else self._grid
        left, top, _, _ = self.witness.frames[index].rect
        return grid.cell_at(x - left, y - top) if grid else None

    @cached_property
    def clicks(self) -> tuple[Click, ...]:
        """Every click on a cell in the games in which something was revealed, in order."""
        return tuple(click for game in self.games for click in game.clicks)

    def game(self, number: int) -> Game:
        """A game by its number."""
        return self.games[number - 1]

    def loss(self, game: Game) -> Board | None:
        """The first of all pictures of a game, acted on or not, on which a mine has gone off.

        Raises:
            Unreadable: As for :meth:`board`.
        """
        shown = (self.board(index) for index in range(game.looks[0], game.looks[-1] + 1))
        return next((board for board in shown if board and board.lost), None)

    def changed(self, game: Game) -> list[Cell]:
        """Cells that show one number on one picture of a game and another on another.

        No game does that, but something put over it can. Told of the pictures read so far.
        """
        shown = (self._boards.get(i) for i in range(game.looks[0], game.looks[-1] + 1))
        numbers = (board.numbers.items() for board in shown if board)
        return sorted({cell for each in numbers for cell, _ in each - game.numbers.items()})

    def seen_before(self, click: Click) -> dict[Cell, int]:
        """The numbers that a player could know before a click.

        What clicks before it may have opened, and what the last picture shows on which its cell
        had not answered yet. Nothing is among it that the click itself told.
        """
        game = self.game(click.game)
        seen = {cell: game.numbers[cell] for cell in game.known_before(click)}
        board = self._before(click, game)
        return seen | (board.numbers if board else {})

    def _before(self, click: Click, game: Game) -> Board | None:
        """The last board of its game, before a click or just behind, that has no answer to it yet.

        Numbers only ever appear, so the pictures can be halved between those that do and do not.
        """
        unanswered = (HIDDEN,) if click.marks else (HIDDEN, FLAG)
        first = max((g.looks[-1] + 1 for g in self.games if g.number < game.number), default=0)
        after = min(click.frame + _LATE, game.looks[-1]) + 1
        found: Board | None = None
        while first < after:
            middle = (first + after) // 2
            board, place = self._legible(middle, first)
            if board is None:
                first = middle + 1
            elif board.code(click.cell) in unanswered:
                found, first = board, middle + 1
            else:
                after = place
        return found

    def _legible(self, index: int, first: int) -> tuple[Board | None, int]:
        """The board on a picture or on the last one before it that shows one, and its index."""
        while index >= first:
            if (board := self.board(index)) is not None:
                return board, index
            index -= 1
        return None, index
