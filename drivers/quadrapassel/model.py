"""What lies in quadrapassel's field and what falls through it: pieces, landing, cleared rows.

Cells are (column, row), row 0 at the top. The pieces are those of quadrapassel 40, which come in
any of four rotations; the rotate key goes from one to the next and turns a piece about its box.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Final, Literal, NamedTuple

Piece = Literal["L", "J", "T", "S", "Z", "I", "O"]

Cell = tuple[int, int]

Board = tuple[str, ...]
"""A field, row by row from the top: the letter of each cell's piece, or EMPTY."""

EMPTY: Final = "."

_PICTURES: Final[dict[Piece, tuple[str, str, str, str]]] = {
    "L": ("... ### #..", ".#. .#. .##", "..# ### ...", "##. .#. .#."),
    "J": ("... ### ..#", ".## .#. .#.", "#.. ### ...", ".#. .#. ##."),
    "T": ("... ### .#.", ".#. .## .#.", ".#. ### ...", ".#. ##. .#."),
    "S": ("... .## ##.", ".#. .## ..#", ".## ##. ...", "#.. ##. .#."),
    "Z": ("... ##. .##", "..# .## .#.", "##. .## ...", ".#. ##. #.."),
    "I": ("... ####", ".#. .#. .#. .#.", "... ####", ".#. .#. .#. .#."),
    "O": (".... .## .##", ".... .## .##", ".... .## .##", ".... .## .##"),
}


def _cells(picture: str) -> tuple[Cell, ...]:
    rows = enumerate(picture.split())
    return tuple((x, y) for y, row in rows for x, mark in enumerate(row) if mark == "#")


SHAPES: Final = {
    piece: tuple(_cells(picture) for picture in pictures) for piece, pictures in _PICTURES.items()
}
"""The four rotations of each piece, as cells of its box of 4 x 4."""


class Shape(NamedTuple):
    """Four cells wherever they are, moved into the corner (0, 0)."""

    cells: frozenset[Cell]
    width: int
    height: int


PIECES: Final[dict[str, Piece]] = {piece: piece for piece in SHAPES}
"""A piece by its letter on a Board."""


def shape_of(cells: Iterable[Cell]) -> Shape:
    """The shape that some cells form."""
    cells = frozenset(cells)
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    moved = frozenset((x - left, y - top) for x, y in cells)
    return Shape(moved, 1 + max(x for x, _ in moved), 1 + max(y for _, y in moved))


LOOKS: Final = {
    piece: tuple(shape_of(cells) for cells in rotations) for piece, rotations in SHAPES.items()
}
"""What each rotation looks like. S, Z and I look the same in two, O in all four."""


def corner(piece: Piece, rotation: int) -> Cell:
    """The least column and the least row of a rotation in its box."""
    cells = SHAPES[piece][rotation]
    return min(x for x, _ in cells), min(y for _, y in cells)


def rotations_of(piece: Piece, shape: Shape) -> tuple[int, ...]:
    """The rotations that differ in what they do, among those that look like `shape`.

    Two for S and Z, whose boxes then lie differently, so that a turn tells them apart; one for the
    others; none if the piece never looks so.
    """
    alike = tuple(r for r, look in enumerate(LOOKS[piece]) if look == shape)
    return alike if piece in "SZ" else alike[:1]


@dataclass(frozen=True, slots=True)
class Falling:
    """A piece that falls.

    Attributes:
        piece: Its letter.
        rotations: Those it may be in, by all that was seen; the first is as good as any.
        left: Its leftmost column.
        top: Its topmost row; may be -1 or -2, when it was turned at the upper edge.
    """

    piece: Piece
    rotations: tuple[int, ...]
    left: int
    top: int

    @property
    def shape(self) -> Shape:
        """What it looks like."""
        return LOOKS[self.piece][self.rotations[0]]

    @property
    def cells(self) -> frozenset[Cell]:
        """Where it is."""
        return frozenset((self.left + x, self.top + y) for x, y in self.shape.cells)

    @property
    def box(self) -> Cell:
        """Where the corner of its box is, if it is in the first of its rotations."""
        x, y = corner(self.piece, self.rotations[0])
        return self.left - x, self.top - y

    def turned(self, rotation: int, turns: int) -> "Falling":
        """Where it is after some turns, if it is in that rotation."""
        after = (rotation + turns) % 4
        x0, y0 = corner(self.piece, rotation)
        x1, y1 = corner(self.piece, after)
        return Falling(self.piece, (after,), self.left - x0 + x1, self.top - y0 + y1)

    def known_as(self, known: "Falling | None") -> "Falling":
        """This with what was known of its rotation, if it has not turned since."""
        if known and (known.piece, known.shape) == (self.piece, self.shape):
            return replace(self, rotations=known.rotations)
        return self


def find_falling(seen: Board, board: Board) -> Falling | None:
    """The one piece in `seen` besides all that lies according to `board`; None if it is not so.

    A piece whose upper cells are above the field is found by the others.
    """
    more: list[tuple[int, int, str]] = []
    for y, (row, lying) in enumerate(zip(seen, board, strict=True)):
        if row != lying:
            for x, (mark, old) in enumerate(zip(row, lying, strict=True)):
                if mark != old:
                    if old != EMPTY or len(more) == 4:
                        return None
                    more.append((x, y, mark))
    marks = {mark for _, _, mark in more}
    piece = PIECES.get(marks.pop()) if len(marks) == 1 else None
    if piece is None:
        return None
    cells = frozenset((x, y) for x, y, _ in more)
    return _whole(piece, cells) if len(cells) == 4 else _peeping(piece, cells, len(board[0]))


def _whole(piece: Piece, cells: frozenset[Cell]) -> Falling | None:
    rotations = rotations_of(piece, shape_of(cells))
    if not rotations:
        return None
    return Falling(piece, rotations, min(x for x, _ in cells), min(y for _, y in cells))


def _peeping(piece: Piece, cells: frozenset[Cell], width: int) -> Falling | None:
    for shape in dict.fromkeys(LOOKS[piece]):
        for left in range(width - shape.width + 1):
            for top in range(1 - shape.height, 0):
                falling = Falling(piece, rotations_of(piece, shape), left, top)
                if frozenset(cell for cell in falling.cells if cell[1] >= 0) == cells:
                    return falling
    return None


def landed(board: Board, falling: Falling) -> tuple[Board, int]:
    """The board after the piece has dropped straight down, and how many rows it cleared."""
    cells = falling.cells
    while all(_is_free(board, (x, y + 1)) for x, y in cells):
        cells = frozenset((x, y + 1) for x, y in cells)
    rows = [list(row) for row in board]
    for x, y in cells:
        if y >= 0:
            rows[y][x] = falling.piece
    kept = ["".join(row) for row in rows if EMPTY in row]
    lines = len(rows) - len(kept)
    return (EMPTY * len(board[0]),) * lines + tuple(kept), lines


def became(falling: Falling, before: Board, after: Board) -> tuple[Falling, int]:
    """Where a piece lies, and how many rows it cleared, told from what lay and what lies alone.

    If it cannot be found, it is said to be where it fell.
    """
    lay = find_falling(after, before)
    if lay is not None:
        return lay, 0
    filled = [sum(len(row) - row.count(EMPTY) for row in board) for board in (before, after)]
    return falling, max(0, filled[0] + len(falling.cells) - filled[1]) // len(before[0])


def _is_free(board: Board, cell: Cell) -> bool:
    x, y = cell
    return y < len(board) and (y < 0 or board[y][x] == EMPTY)


def fallen_by_one(before: Board, after: Board) -> Falling | None:
    """The piece whose fall by one row is all that distinguishes two fields, or None.

    Tells what falls from what lies when nothing else is known of a game.
    """
    fresh = [
        (x, y, mark)
        for y, (new, old) in enumerate(zip(after, before, strict=True))
        for x, (mark, was) in enumerate(zip(new, old, strict=True))
        if mark not in (EMPTY, was)
    ]
    piece = PIECES.get(fresh[0][2]) if fresh else None
    if piece is None:
        return None
    for shape in dict.fromkeys(LOOKS[piece]):
        for x, y in shape.cells:  # one of them is the first fresh one
            left, top = fresh[0][0] - x, fresh[0][1] - y
            falling = Falling(piece, rotations_of(piece, shape), left, top)
            if _explains(before, after, falling):
                return falling
    return None


def without(board: Board, falling: Falling) -> Board:
    """A field without the piece that falls."""
    cells = falling.cells
    return tuple(
        "".join(EMPTY if (x, y) in cells else mark for x, mark in enumerate(row))
        for y, row in enumerate(board)
    )


def _explains(before: Board, after: Board, falling: Falling) -> bool:
    height, width = len(after), len(after[0])
    now = falling.cells
    if not all(0 <= x < width and 1 <= y < height for x, y in now):
        return False
    if any(after[y][x] != falling.piece for x, y in now):
        return False
    was = Falling(falling.piece, falling.rotations, falling.left, falling.top - 1)
    if any(before[y][x] != falling.piece for x, y in was.cells):
        return False
    return without(before, was) == without(after, falling)
