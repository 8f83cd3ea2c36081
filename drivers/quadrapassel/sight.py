"""What a driver of quadrapassel tells: the game as it is seen, and what became of a piece."""

from dataclasses import dataclass
from typing import Final

from drivers.errors import UnknownLook
from drivers.quadrapassel.look import Preview
from drivers.quadrapassel.model import EMPTY, Board, Falling, fallen_by_one, without
from solvers.quadrapassel import State

PROOF_FALLS: Final = 3
"""What a piece shows while it falls so many rows is sure. A key had no effect if none is seen by
then: one fall may have been before the key, one beside it."""


@dataclass(frozen=True, slots=True)
class Sight:
    """What is known of a game from its pictures.

    Attributes:
        board: What lies, row by row from the top: the letter of each cell's piece, or EMPTY.
        falling: The piece that falls; None when the game is over.
        next: The piece of the preview, None if none is shown.
        over: Whether the game is over.
    """

    board: Board
    falling: Falling | None
    next: Preview | None
    over: bool

    @property
    def rows(self) -> tuple[int, ...]:
        """What lies as bits: row 0 at the top, bit x is column x."""
        return tuple(
            sum(1 << x for x, mark in enumerate(row) if mark != EMPTY) for row in self.board
        )

    def state(self) -> State:
        """What a solver needs of it.

        S and Z look the same in two rotations. Until a turn has told, the first of them is given.

        Raises:
            UnknownLook: no piece falls.
        """
        if self.falling is None:
            raise UnknownLook("no piece falls: the game is over, start() begins another one")
        x, y = self.falling.box
        return State(
            width=len(self.board[0]),
            height=len(self.board),
            rows=self.rows,
            piece=self.falling.piece,
            rotation=self.falling.rotations[0],
            x=x,
            y=y,
            next_piece=self.next.piece if self.next else None,
            next_rotation=self.next.rotations[0] if self.next else None,
        )


def ended(board: Board) -> Sight:
    """A game that is over, with what lies then."""
    return Sight(board, falling=None, next=None, over=True)


@dataclass(frozen=True, slots=True)
class Placement:
    """A piece that was placed, as it was seen.

    Attributes:
        piece: Its letter.
        rotation: The one it landed in; of two that look the same the lower, unless a turn told.
        left: Its leftmost column.
        keys: What was pressed for it, in order, as X names the keys.
        lines: Rows cleared.
        sight: The game afterwards.
        diverged: Whether the picture showed something else than the rules had said.
    """

    piece: str
    rotation: int
    left: int
    keys: tuple[str, ...]
    lines: int
    sight: Sight
    diverged: bool = False


class Watch:
    """Finds out what falls and what lies when nothing is known of a game: by what moves."""

    def __init__(self) -> None:
        """Nothing is seen yet.

        A single fall may deceive: blocks that bounce after rows were cleared move as well. The
        longest that they seem to stand elsewhere is 0.15 s, less than PROOF_FALLS take.
        """
        self._last: Board | None = None
        self._lying: Board | None = None
        self._count = 0

    def see(self, field: Board) -> tuple[Board, Falling] | None:
        """Take in the next look; answers what lies and what falls once that is sure."""
        last, self._last = self._last, field
        if last is None or field == last:
            return None
        falling = fallen_by_one(last, field)
        lying = without(field, falling) if falling else None
        self._count = self._count + 1 if lying == self._lying else 1
        self._lying = lying
        if falling is None or lying is None or self._count < PROOF_FALLS:
            return None
        return lying, falling


class Falls:
    """Counts the rows that one piece falls without changing otherwise."""

    def __init__(self) -> None:
        """Begin to count with the first look."""
        self._last: Falling | None = None
        self._count = 0

    def see(self, now: Falling) -> int:
        """Take in where it is now; answers how far it fell since it last turned."""
        last, self._last = self._last, now
        same = last and (now.piece, now.shape) == (last.piece, last.shape)
        self._count = self._count + now.top - last.top if last and same else 0
        return self._count


class Renewal:
    """Tells when the preview shows another piece, which may look like the one before."""

    def __init__(self, shown: Preview | None) -> None:
        """Begin with what it shows now; if that is nothing, whatever comes is new."""
        self._last = shown
        self._renewed = shown is None

    def see(self, now: Preview | None) -> bool:
        """Take in the next look; answers whether any of them was of another piece.

        A piece grows when it comes: if it is smaller than before, it has come anew.
        """
        last = self._last
        if now is not None and last is not None:
            looks_other = (now.piece, now.rotations) != (last.piece, last.rotations)
            self._renewed |= looks_other or now.extent < last.extent
        self._last = now or last
        return self._renewed
