"""Pieces placed while cleared rows still bounce and fade: what stands still, and what is owed.

When rows are cleared quadrapassel goes on at once. The next piece falls while the blocks that are
left bounce into their places and the cleared ones grow and fade over them, for up to 0.7 s. What
moves so was no higher before than the stack: above that the falling piece is seen as ever. What
lies is known by the rules; the first whole picture that shows it proves every piece since the last.
"""

from typing import Final

from drivers.quadrapassel.look import Look, Preview
from drivers.quadrapassel.model import EMPTY, Board, Falling, find_falling

MARGIN: Final = 2
"""Rows above the stack that are not relied on. A cleared block grows to twice its size, by half a
cell to each side; a block never bounces higher than where it was."""

ROOM: Final = 3
"""Rows that a new piece must have below it before the ones that may move: it turns about its box,
which takes it two rows down at most, and falls meanwhile."""


class Ahead:
    """What is owed to a game whose stack could not be seen since some pieces.

    Attributes:
        owed: Pieces that were dropped and that no picture has shown to lie where they should.
    """

    def __init__(self, most: int) -> None:
        """Nothing is owed.

        Args:
            most: How much ever may be; 0 to see every piece lie before the next is touched.
        """
        self.owed = 0
        self._most = most
        self._still = 0

    def settle(self) -> None:
        """The whole field was seen, as expected or not: nothing is owed any more."""
        self.owed = 0

    def drop(self, after: Board, lines: int) -> None:
        """A piece is dropped, which leaves `after` and clears so many rows."""
        highest = next((y for y, row in enumerate(after) if row.strip(EMPTY)), len(after)) - lines
        still = highest - MARGIN
        if self.owed:
            self._still = min(self._still, still)
        else:
            self._still = still if lines else 0

    def falling(self, look: Look, board: Board) -> Falling | None:
        """The piece that falls if `board` lies.

        Told by the whole field, which settles what is owed; or if something is, by the rows that
        stand still.
        """
        now = look.falling(board)
        if now is not None:
            self.settle()
        elif self.owed:
            now = _above(look.field, self._still)
        return now

    def arrived(self, look: Look, *, dropped: Falling, announced: Preview | None) -> Falling | None:
        """The next piece, seen before the field that it falls over; then one more piece is owed.

        Args:
            look: what is seen, with a preview that has changed since the drop.
            dropped: the piece as it was before that.
            announced: what the preview showed then.

        Returns:
            The piece, if beyond doubt: the announced one, where pieces come in, and with room below
            it; else None, and the whole field has to tell.
        """
        now = _above(look.field, self._still)
        if now is None or announced is None or self.owed >= self._most:
            return None
        if (now.piece, now.rotations) != (announced.piece, announced.rotations):
            return None
        if now.left != (len(look.field[0]) - now.shape.width) // 2:
            return None
        same = (now.piece, now.shape, now.left) == (dropped.piece, dropped.shape, dropped.left)
        if same and now.top >= dropped.top:
            return None  # it may be the dropped one yet
        if now.top + now.shape.height + ROOM > self._still:
            return None
        self.owed += 1
        return now


def _above(field: Board, still: int) -> Falling | None:
    """The piece in the rows above `still`, if all of it is there and nothing else."""
    if still <= ROOM:
        return None
    upper = field[:still]
    return find_falling(upper, (EMPTY * len(field[0]),) * still)
