"""The field of quadrapassel 40 by its rules, written for the graders alone.

Cells are (column, row) from 0 at the upper left. A field is its rows from the top, a character a
cell: the letter of the piece that it came with, or ``EMPTY``.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from graders.quadrapassel.rules import HEIGHT, PIECES, ROTATIONS, WIDTH

Cell = tuple[int, int]
Rows = tuple[str, ...]

EMPTY = "."
NOTHING: Rows = (EMPTY * WIDTH,) * HEIGHT

_FIRST = {
    "L": "... ### #..",
    "J": "... ### ..#",
    "T": "... ### .#.",
    "S": "... .## ##.",
    "Z": "... ##. .##",
}
"""Rotation 0 in a box of 3 x 3, row by row. Each turn goes about the middle of that box."""

_OTHERS = {
    "I": (".... ####", ".#.. .#.. .#.. .#..", ".... ####", ".#.. .#.. .#.. .#.."),
    "O": (".... .##. .##.",) * ROTATIONS,
}
"""Pieces that do not turn so."""

LINE_SCORES = (0, 40, 100, 300, 1200)
BOTTOM_SCORE = 10_000
"""For clearing the lowest row, whatever else was cleared; all are multiplied by the level."""

LINES_A_LEVEL = 10


def _cells(picture: str) -> frozenset[Cell]:
    rows = enumerate(picture.split())
    return frozenset((x, y) for y, row in rows for x, mark in enumerate(row) if mark == "#")


def _turns(picture: str) -> tuple[frozenset[Cell], ...]:
    turns = [_cells(picture)]
    while len(turns) < ROTATIONS:  # counter-clockwise
        turns.append(frozenset((y, 2 - x) for x, y in turns[-1]))
    return tuple(turns)


SHAPES = {
    **{piece: _turns(picture) for piece, picture in _FIRST.items()},
    **{piece: tuple(map(_cells, pictures)) for piece, pictures in _OTHERS.items()},
}
"""The cells of each piece in its box, for each rotation."""


def at_origin(cells: Iterable[Cell]) -> frozenset[Cell]:
    """The same cells, moved so that the least column and the least row are 0."""
    cells = tuple(cells)
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return frozenset((x - left, y - top) for x, y in cells)


LOOKS = {
    piece: tuple(at_origin(cells) for cells in rotations) for piece, rotations in SHAPES.items()
}
"""What each rotation looks like. S, Z and I look the same in two of them, O in all four."""


@dataclass(frozen=True, slots=True)
class Pose:
    """A piece somewhere: its rotation, and where the corner of its box is."""

    piece: str
    rotation: int
    x: int
    y: int

    @property
    def cells(self) -> frozenset[Cell]:
        """The cells that it covers; some may be above the field."""
        return frozenset((self.x + x, self.y + y) for x, y in SHAPES[self.piece][self.rotation])

    @property
    def left(self) -> int:
        """The least column that it covers."""
        return self.x + min(x for x, _ in SHAPES[self.piece][self.rotation])

    def moved(self, *, turns: int = 0, right: int = 0, down: int = 0) -> "Pose":
        """The same piece after a step; whether it fits there is another question."""
        rotation = (self.rotation + turns) % ROTATIONS
        return Pose(self.piece, rotation, self.x + right, self.y + down)


def arrival(piece: str, rotation: int) -> Pose:
    """Where a piece comes in: in the middle, its upper row the field's first."""
    cells = SHAPES[piece][rotation]
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    width = max(x for x, _ in cells) - left + 1
    return Pose(piece, rotation, (WIDTH - width) // 2 - left, -top)


def _kept(x: int, y: int) -> Cell:
    """Where the game keeps a cell.

    It does so column by column, and takes the row above the field for the one that would be there
    in memory: at the foot of the column to the left.
    """
    return (x, y) if y >= 0 else (x - 1, y + HEIGHT)


def fits(field: Rows, pose: Pose) -> bool:
    """Whether a piece may be somewhere."""
    for dx, dy in SHAPES[pose.piece][pose.rotation]:  # not pose.cells: this is asked most often
        x, y = pose.x + dx, pose.y + dy
        if not 0 <= x < WIDTH or y >= HEIGHT:
            return False
        column, row = _kept(x, y)
        if column < 0 or field[row][column] != EMPTY:
            return False
    return True


def _lowered(field: Rows, starts: Iterable[Pose]) -> set[Pose]:
    """Some poses, and all to which a piece may fall from there."""
    poses: set[Pose] = set()
    for start in starts:
        pose = start
        while pose not in poses and fits(field, pose):
            poses.add(pose)
            pose = pose.moved(down=1)
    return poses


STEPS = {"Up": {"turns": 1}, "Left": {"right": -1}, "Right": {"right": 1}, "Down": {"down": 1}}
DROP = "space"


def led_to(field: Rows, starts: Iterable[Pose], keys: Iterable[str]) -> frozenset[Pose]:
    """Where a piece may land that was given some keys, whenever it fell by itself in between.

    Args:
        field: What lies.
        starts: Where the piece may have come in.
        keys: What was pressed: those of ``STEPS`` and ``DROP``; others do nothing.
    """
    poses = _lowered(field, starts)
    for key in keys:
        step = STEPS.get(key)
        if step is not None:
            moved = [(pose, pose.moved(**step)) for pose in poses]
            poses = _lowered(field, (m if fits(field, m) else pose for pose, m in moved))
    return frozenset(pose for pose in poses if not fits(field, pose.moved(down=1)))


def dropped(field: Rows, piece: str, rotation: int, left: int) -> Pose | None:
    """Where a piece lands that falls straight from above the field; None if it cannot."""
    cells = SHAPES[piece][rotation]
    x, y = left - min(x for x, _ in cells), -1 - max(y for _, y in cells)
    if x + min(x for x, _ in cells) < 0 or x + max(x for x, _ in cells) >= WIDTH:
        return None
    pose = Pose(piece, rotation, x, y)
    while not _lies(field, pose.moved(down=1)):
        pose = pose.moved(down=1)
    return pose if min(y for _, y in pose.cells) >= 0 else None


def _lies(field: Rows, pose: Pose) -> bool:
    return any(y >= HEIGHT or (y >= 0 and field[y][x] != EMPTY) for x, y in pose.cells)


@dataclass(frozen=True, slots=True)
class Landing:
    """What became of a field when a piece landed.

    Attributes:
        field: Afterwards.
        lines: Rows that were cleared.
        bottom: Whether the lowest row was among them.
    """

    field: Rows
    lines: int
    bottom: bool


def landed(field: Rows, pose: Pose) -> Landing:
    """Let a piece lie where it is, and clear the rows that are full."""
    rows = [list(row) for row in field]
    for x, y in pose.cells:
        column, row = _kept(x, y)
        rows[row][column] = pose.piece
    kept = tuple("".join(row) for row in rows if EMPTY in row)
    lines = HEIGHT - len(kept)
    return Landing(NOTHING[:lines] + kept, lines, EMPTY not in rows[-1])


def height(field: Rows) -> int:
    """Rows from the lowest to the highest that has anything in it."""
    return next((HEIGHT - y for y, row in enumerate(field) if row != NOTHING[0]), 0)


def holes(field: Rows) -> int:
    """Empty cells with something above them in their column."""
    columns = ("".join(column).lstrip(EMPTY) for column in zip(*field, strict=True))
    return sum(column.count(EMPTY) for column in columns)


def level_at(lines: int) -> int:
    """The level after so many lines, in a game that began at level 1."""
    return 1 + lines // LINES_A_LEVEL


def score_of(landing: Landing, level: int) -> int:
    """What a landing is worth; the level is that after its lines are counted."""
    return level * (LINE_SCORES[landing.lines] + BOTTOM_SCORE * landing.bottom)


def falling_in(seen: Rows, field: Rows) -> frozenset[Cell] | None:
    """The cells by which a picture of a field has more in it than lies there.

    None if something that lies is not in the picture as it should be.
    """
    more = set()
    for y, (row, lying) in enumerate(zip(seen, field, strict=True)):
        if row == lying:
            continue
        for x, (mark, old) in enumerate(zip(row, lying, strict=True)):
            if mark == old:
                continue
            if old != EMPTY:
                return None
            more.add((x, y))
    return frozenset(more)


def is_piece(cells: frozenset[Cell], piece: str) -> bool:
    """Whether some cells are one piece."""
    return len(cells) == 4 and at_origin(cells) in LOOKS[piece]


assert set(SHAPES) == set(PIECES)
