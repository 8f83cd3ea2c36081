"""Quadrapassel solver in one file: Python 3.11, standard library only.

``decide(state)`` says where the falling piece goes, so that the game lasts as long as it can.

Every place that the falling piece can reach, and every place that the next piece can reach then, is
tried; nothing is left out, so for these two pieces the search is exact. A pair of places is worth
what P. Dellacherie's evaluation says of both pieces and of the board they leave (weights: see
`DELLACHERIE`). Points are not looked at: a game that lasts scores more than one that gambles.

The rules are those of quadrapassel 40: a piece turns about its box and is never kicked, comes in
any rotation, and locks as soon as a row's fall finds no room. Keys are sent in this order: a step
down where a piece could not turn else, turns, columns, the hard drop. Meanwhile the piece may fall
(`slack`); every place offered is reached however those falls and the keys interleave.

A board is one integer here, a bit for each cell, so that a feature is a few operations on all cells
at once: bit ``row * stride + column + 1`` with rows counted from the floor. The stride is the width
plus one; the spare bit 0 of a row is the wall between it and the row below, set only where a
feature needs it.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import Final, Literal

Piece = Literal["L", "J", "T", "S", "Z", "I", "O"]
"""The game's seven pieces, in the order of its own numbers 0 to 6."""

Cells = tuple[tuple[int, int], ...]
"""Four cells (x, y) in a box of 4 x 4, y down."""

SHAPES: Final[Mapping[Piece, tuple[Cells, Cells, Cells, Cells]]] = {
    "L": (
        ((0, 1), (1, 1), (2, 1), (0, 2)),
        ((1, 0), (1, 1), (1, 2), (2, 2)),
        ((2, 0), (0, 1), (1, 1), (2, 1)),
        ((0, 0), (1, 0), (1, 1), (1, 2)),
    ),
    "J": (
        ((0, 1), (1, 1), (2, 1), (2, 2)),
        ((1, 0), (2, 0), (1, 1), (1, 2)),
        ((0, 0), (0, 1), (1, 1), (2, 1)),
        ((1, 0), (1, 1), (0, 2), (1, 2)),
    ),
    "T": (
        ((0, 1), (1, 1), (2, 1), (1, 2)),
        ((1, 0), (1, 1), (2, 1), (1, 2)),
        ((1, 0), (0, 1), (1, 1), (2, 1)),
        ((1, 0), (0, 1), (1, 1), (1, 2)),
    ),
    "S": (
        ((1, 1), (2, 1), (0, 2), (1, 2)),
        ((1, 0), (1, 1), (2, 1), (2, 2)),
        ((1, 0), (2, 0), (0, 1), (1, 1)),
        ((0, 0), (0, 1), (1, 1), (1, 2)),
    ),
    "Z": (
        ((0, 1), (1, 1), (1, 2), (2, 2)),
        ((2, 0), (1, 1), (2, 1), (1, 2)),
        ((0, 0), (1, 0), (1, 1), (2, 1)),
        ((1, 0), (0, 1), (1, 1), (0, 2)),
    ),
    "I": (
        ((0, 1), (1, 1), (2, 1), (3, 1)),
        ((1, 0), (1, 1), (1, 2), (1, 3)),
        ((0, 1), (1, 1), (2, 1), (3, 1)),
        ((1, 0), (1, 1), (1, 2), (1, 3)),
    ),
    "O": (
        ((1, 1), (2, 1), (1, 2), (2, 2)),
        ((1, 1), (2, 1), (1, 2), (2, 2)),
        ((1, 1), (2, 1), (1, 2), (2, 2)),
        ((1, 1), (2, 1), (1, 2), (2, 2)),
    ),
}
"""Cells of each piece in its four rotations; the rotate key goes to the next (quadrapassel 40)."""


@dataclass(frozen=True, slots=True)
class State:
    """What a player sees of a game.

    Attributes:
        width: Columns.
        height: Rows.
        rows: The cells that lie, row 0 at the top; bit x of a row is column x.
        piece: The falling piece.
        rotation: Its rotation, 0 to 3.
        x: Column of its box's left edge; -1 when the box stands out of the field.
        y: Row of its box's upper edge; -1 when the box stands out of the field.
        next_piece: The piece of the preview, None if it is not known.
        next_rotation: The rotation it will come in, None if it is not known.
    """

    width: int
    height: int
    rows: tuple[int, ...]
    piece: Piece
    rotation: int
    x: int
    y: int
    next_piece: Piece | None = None
    next_rotation: int | None = None


@dataclass(frozen=True, slots=True)
class Move:
    """The keys for one piece, in this order, and what they come to.

    Attributes:
        turns: Presses of the rotate key; each goes to the next rotation (counter-clockwise).
        shift: Columns to the right after the turns; negative to the left.
        rotation: The rotation it lands in.
        x: Column of its box's left edge where it lands.
        y: Row of its box's upper edge where it lands.
        lines: Rows that it clears.
        score: Worth of the move (see `decide`); higher is better.
        down: Presses of the down key before the first turn, 0 or 1; they come before all else.
    """

    turns: int
    shift: int
    rotation: int
    x: int
    y: int
    lines: int
    score: float
    down: int = 0


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each feature counts; a place is worth the sum (definitions: see `Field`)."""

    landing_height: float
    eroded_cells: float
    row_transitions: float
    column_transitions: float
    holes: float
    wells: float
    hole_depth: float = 0.0
    rows_with_holes: float = 0.0
    diversity: float = 0.0


DELLACHERIE = Weights(-1, 1, -1, -1, -4, -1)
"""P. Dellacherie, 2003, published by C. P. Fahey (https://www.colinfahey.com/tetris/tetris.html)."""


def spawn(piece: Piece, rotation: int, width: int = 10) -> tuple[int, int]:
    """Where a piece's box appears.

    Args:
        piece: The piece.
        rotation: Its rotation, 0 to 3.
        width: Columns of the field.

    Returns:
        (x, y) of the box: the cells are centred, rounded to the left, and the upmost are in row 0.
    """
    cells = SHAPES[piece][rotation]
    left = min(x for x, _ in cells)
    wide = max(x for x, _ in cells) - left + 1
    return (width - wide) // 2 - left, -min(y for _, y in cells)


# --------------------------------------------------------------------------------------
# Shapes and fields as integers
# --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Shape:
    """A piece in one rotation, in a field of a certain stride.

    Attributes:
        cells: Its cells as a board, the lowest in row 0, the leftmost at bit 0.
        bits: The number of each bit of `cells`.
        left: Box column of its leftmost cells.
        low: Box row of its lowest cells.
        height: Rows it covers.
        columns: The columns that its leftmost cells can be in: bit column + 1.
    """

    cells: int
    bits: tuple[int, int, int, int]
    left: int
    low: int
    height: int
    columns: int


@cache
def _shapes(piece: Piece, width: int) -> tuple[_Shape, ...]:
    """The four rotations of a piece in a field of so many columns."""
    found = []
    for cells in SHAPES[piece]:
        left, right = min(x for x, _ in cells), max(x for x, _ in cells)
        low = max(y for _, y in cells)
        a, b, c, d = sorted((low - y) * (width + 1) + x - left for x, y in cells)
        found.append(
            _Shape(
                cells=1 << a | 1 << b | 1 << c | 1 << d,
                bits=(a, b, c, d),
                left=left,
                low=low,
                height=low - min(y for _, y in cells) + 1,
                columns=(2 << width - right + left) - 2,
            )
        )
    return tuple(found)


class Field:
    """An empty field of one size: masks, and the features of boards in it.

    The definitions are those of Thiery and Scherrer ("Building controllers for Tetris", ICGA
    Journal 2009), on the board with its full rows removed. Every feature takes the board and its
    `top`, the number of rows up to the highest cell, above which all is empty.
    """

    def __init__(self, width: int, height: int) -> None:
        stride = width + 1
        self.width, self.height, self.stride = width, height, stride
        self.row = (2 << width) - 2
        rows = range(height + 1)
        self.all = [(1 << r * stride) - 1 for r in rows]
        self.walls = [sum(1 << i * stride for i in range(r + 1)) for r in rows]
        self.cells = [sum(self.row << i * stride for i in range(r)) for r in rows]
        # a row is full when adding its lowest cell once more carries out of it
        self.lowest = [sum(2 << (r + i) * stride for i in range(4)) for r in rows]
        self.carries = [sum(1 << (r + i + 1) * stride for i in range(4)) for r in rows]
        self.column = [sum(2 << i * stride + x for i in range(height)) for x in range(width)]

    def board(self, rows: tuple[int, ...]) -> int:
        """A board from rows as `State` has them."""
        board = 0
        for row in rows:
            board = board << self.stride | row << 1
        return board

    def rows(self, board: int) -> tuple[int, ...]:
        """Rows as `State` has them from a board."""
        stride, row = self.stride, self.row
        return tuple((board >> r * stride & row) >> 1 for r in reversed(range(self.height)))

    def top(self, board: int) -> int:
        """Rows up to the highest cell."""
        return (board.bit_length() + self.width) // self.stride

    def row_transitions(self, board: int, top: int) -> int:
        """Changes between filled and empty along every row; the side walls are filled."""
        walled = board | self.walls[top]
        changes = (walled ^ walled >> 1) & self.all[top]
        return changes.bit_count() + 2 * (self.height - top)

    def column_transitions(self, board: int) -> int:
        """Changes between filled and empty along every column, from the filled floor up."""
        return (board ^ (board << self.stride | self.row)).bit_count()

    def covered(self, board: int, top: int) -> int:
        """The empty cells with a filled one somewhere above: the holes."""
        step = self.stride
        below = board >> step
        for _ in range((top - 2).bit_length()):
            below |= below >> step
            step *= 2
        return below & ~board

    def wells(self, board: int, top: int) -> int:
        """Depths of wells, cumulative.

        A well cell is empty and has filled cells or walls at its left and right. It counts once,
        and once more for every empty cell in a row beneath it: 1 + 2 + ... + d for depth d.
        """
        walled = board | self.walls[top]
        found = 0
        wells = walled << 1 & walled >> 1 & ~walled
        while wells:
            found += wells.bit_count()
            wells = wells >> self.stride & ~board
        return found

    def hole_depth(self, board: int, holes: int) -> int:
        """Filled cells in a row directly above each hole, summed."""
        found = 0
        above = holes << self.stride & board
        while above:
            found += above.bit_count()
            above = above << self.stride & board
        return found

    def rows_with_holes(self, holes: int, top: int) -> int:
        """Rows that have a hole."""
        return ((holes + self.cells[top]) & self.walls[top]).bit_count()

    def diversity(self, board: int, top: int) -> int:
        """How many of -2 ... 2 occur as the difference between heights of neighbouring columns."""
        solid = board | self.covered(board, top)
        heights = [(solid & column).bit_count() for column in self.column]
        steps = {b - a for a, b in pairwise(heights)}
        return sum(-2 <= step <= 2 for step in steps)

    def worth(self, board: int, weights: Weights) -> float:
        """The part of an evaluation that depends on the board alone."""
        top = self.top(board)
        holes = self.covered(board, top)
        worth = (
            weights.row_transitions * self.row_transitions(board, top)
            + weights.column_transitions * self.column_transitions(board)
            + weights.holes * holes.bit_count()
            + weights.wells * self.wells(board, top)
        )
        if holes and weights.rows_with_holes:
            worth += weights.hole_depth * self.hole_depth(board, holes)
            worth += weights.rows_with_holes * self.rows_with_holes(holes, top)
        if weights.diversity:
            worth += weights.diversity * self.diversity(board, top)
        return worth

    def cleared(self, board: int, carries: int, cells: int) -> tuple[int, int, int]:
        """Remove full rows.

        Args:
            board: A board with full rows.
            carries: The bit above each full row.
            cells: The cells of the piece that filled them.

        Returns:
            The board without them, how many there were, and how many of the piece's cells were
            in them.
        """
        stride, lines, gone = self.stride, carries.bit_count(), 0
        while carries:
            end = carries.bit_length() - 1  # from the top, so that rows below keep their place
            carries ^= 1 << end
            low = end - stride
            gone += (cells >> low & self.row).bit_count()
            board = board >> end << low | board & (1 << low) - 1
        return board, lines, gone


@cache
def _field(width: int, height: int) -> Field:
    return Field(width, height)


# --------------------------------------------------------------------------------------
# Where a piece can go
# --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Piece:
    """A falling piece: its rotations, the one it is in, its box, and how it may be moved.

    Attributes:
        shapes: Its four rotations.
        rotation: The one it is in.
        x: Column of its box.
        y: Row of its box.
        slack: Rows it may fall while keys are sent.
        down: Whether the down key may be pressed first.
    """

    shapes: tuple[_Shape, ...]
    rotation: int
    x: int
    y: int
    slack: int
    down: bool


@dataclass(frozen=True, slots=True)
class _Reach:
    """The columns that a piece can be moved to in one rotation, one row's worth of them.

    Attributes:
        turns: Presses of the rotate key before.
        down: Presses of the down key before those.
        shape: The piece in that rotation.
        start: Where its leftmost cells are before it is moved sideways.
        columns: Where its leftmost cells can get: bit column + 1.
        level: Row from the floor that its lowest cells are in before it falls.
    """

    turns: int
    down: int
    shape: _Shape
    start: int
    columns: int
    level: int


def _free(field: Field, board: int, shape: _Shape, y: int, slack: int) -> int:
    """The columns in which a shape has room in rows y to y + slack of its box.

    A cell in the row above the field, -1, is looked up by the game in the bottom row, one column
    to the left; what it finds in the first column is never free (quadrapassel 40; later versions
    are different there).
    """
    level = field.height - 1 - y - shape.low
    if level < slack:
        return 0
    lowest = level - slack
    window = board >> lowest * field.stride
    if level + shape.height > field.height:
        above = (board << 1 | 2) & field.row
        window |= above << (field.height - lowest) * field.stride
    if not window:
        return shape.columns
    taken = 0
    for _ in range(slack + 1):
        for bit in shape.bits:
            taken |= window >> bit
        window >>= field.stride
    return shape.columns & ~taken


def _reaches(field: Field, board: int, piece: _Piece, done: dict[int, int]) -> Iterator[_Reach]:
    """Every cell set that the piece can land in, each once, with few keys.

    A place counts as reachable when the piece has room in each rotation and column on the way, in
    its row and in the next `slack` rows: then no fall between two keys makes a difference.
    """
    for down in range(1 + (piece.down and piece.y < 0)):
        y = piece.y + down
        for turns in range(4):
            shape = piece.shapes[(piece.rotation + turns) % 4]
            start = piece.x + shape.left
            free = _free(field, board, shape, y, piece.slack)
            if start < 0 or not free >> start & 2:
                break
            columns = free
            if free != shape.columns:
                columns, before = 2 << start, 0
                while columns != before:
                    before = columns
                    columns |= (columns << 1 | columns >> 1) & free
            fresh = columns & ~done.get(shape.cells, 0)
            if fresh:
                done[shape.cells] = done.get(shape.cells, 0) | fresh
                level = field.height - 1 - y - shape.low
                yield _Reach(turns, down, shape, start, fresh, level)


_Place = tuple[_Reach, int, int, int, int, float]
"""A way to land: the reach, the column of the leftmost cells, the row from the floor of the lowest
cells, the board afterwards, the rows cleared, and what the evaluation says of the piece itself."""


def _places(
    field: Field, board: int, piece: _Piece, weights: Weights, done: dict[int, int]
) -> Iterator[_Place]:
    """Every place that a piece can be dropped to, except those that stand out of the field.

    Args:
        field: The field.
        board: What lies in it.
        piece: The piece.
        weights: Of the piece's own features: its landing height, which is the height of its middle
            (from 1 at the floor, rows not yet cleared), and its eroded cells, which are the rows
            cleared times those of its cells that went with them.
        done: Columns that need no second look, by the cells of a shape; it is added to.
    """
    stride = field.stride
    for reach in _reaches(field, board, piece, done):
        shape, columns = reach.shape, reach.columns
        a, b, c, d = shape.bits
        blocked = (board >> a | board >> b | board >> c | board >> d) & field.all[reach.level]
        highest = field.height - shape.height
        middle = (shape.height + 1) / 2
        while columns:
            bit = columns & -columns
            columns ^= bit
            column = bit.bit_length() - 2
            # the highest cell in the way decides; without one it is the floor
            level = ((blocked & field.column[column]).bit_length() + field.width) // stride
            if level > highest:
                continue
            cells = shape.cells << level * stride + column + 1
            after = board | cells
            merit = weights.landing_height * (level + middle)
            lines = 0
            if carries := after + field.lowest[level] & field.carries[level]:
                after, lines, gone = field.cleared(after, carries, cells)
                merit += weights.eroded_cells * lines * gone
            yield reach, column, level, after, lines, merit


# --------------------------------------------------------------------------------------
# The decision
# --------------------------------------------------------------------------------------

_RISK = 1e6
"""What each row of slack costs that a place lacks: more than any evaluation, less than a game."""
_LOST = 1e9
"""What it costs when the next piece finds no place."""


def _outlook(field: Field, board: int, piece: _Piece | None, weights: Weights) -> float:
    """What a board is worth when a piece comes that is known, or None."""
    if piece is None:
        return field.worth(board, weights)
    for slack in range(piece.slack, -1, -1):
        worths = [
            merit + field.worth(after, weights)
            for _, _, _, after, _, merit in _places(
                field, board, replace(piece, slack=slack), weights, {}
            )
        ]
        if worths:
            return max(worths) - _RISK * (piece.slack - slack)
    return field.worth(board, weights) - _LOST


def decide(
    state: State, *, slack: int = 2, down: bool = True, weights: Weights = DELLACHERIE
) -> Move | None:
    """Where the falling piece goes.

    Args:
        state: The game as it is seen.
        slack: Rows that this piece, and the next one, may fall while keys are sent. A place that
            could be missed by so many falls is chosen only when there is no other.
        down: Whether the down key may be pressed once before the first turn. A piece whose box
            stands out of the field (y = -1) often cannot turn there, and a game in which it never
            can is lost within some hundred lines.
        weights: Of the evaluation.

    Returns:
        The move with the highest score: the evaluation of this piece's place, the next one's, and
        the board after both; less a million for each row of slack that a place lacks, and less a
        thousand million when the next piece finds no place. Of equal scores the one with the fewest
        keys. None when the piece overlaps what lies, or fits only by standing out of the field: the
        game is over.

    Raises:
        ValueError: The rows are not `height` in number, or wider than `width`.
    """
    if len(state.rows) != state.height or any(row >> state.width for row in state.rows):
        raise ValueError(f"rows {state.rows} (expected {state.height} of {state.width} bits)")
    field = _field(state.width, state.height)
    board = field.board(state.rows)
    follower = None
    if state.next_piece is not None:
        turned = state.next_rotation or 0
        x, y = spawn(state.next_piece, turned, state.width)
        shapes = _shapes(state.next_piece, state.width)
        follower = _Piece(shapes, turned, x, y, slack, down)
    best, fewest = None, 0
    done: dict[int, int] = {}
    for rows in range(slack, -1, -1):
        shapes = _shapes(state.piece, state.width)
        falling = _Piece(shapes, state.rotation, state.x, state.y, rows, down)
        for reach, column, level, after, lines, merit in _places(
            field, board, falling, weights, done
        ):
            score = merit + _outlook(field, after, follower, weights) - _RISK * (slack - rows)
            shift = column - reach.start
            keys = reach.turns + abs(shift) + reach.down
            if best is None or (score, -keys) > (best.score, -fewest):
                fewest = keys
                best = Move(
                    turns=reach.turns,
                    shift=shift,
                    rotation=(state.rotation + reach.turns) % 4,
                    x=state.x + shift,
                    y=state.height - 1 - level - reach.shape.low,
                    lines=lines,
                    score=score,
                    down=reach.down,
                )
        if best is not None and best.score > -_RISK / 2:
            break
    return best
