"""What our players of quadrapassel hand in: a row and a picture of each piece, and an account."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from drivers.quadrapassel.sight import Placement
from drivers.screen import Frame

COLUMNS = (
    *("step", "piece_type", "rotation", "target_col", "lines_cleared", "board_height", "holes"),
    *("action_keys", "screenshot_file"),
)

COMPARED = 5
LEAST_CHANGE = 5.0
"""Mean difference, in grey levels, of each of the first pictures to the one before. The contract
wants more on average. A piece that has just come in may lie where the one before lay on the last
picture; below that place four blocks that fell, four that are gone and four that fall differ, each
from black by 85 or more."""

LEAST_CONTRAST = 45.0
"""Standard deviation, in grey levels, of the last picture. The contract wants more than 40, which
fifteen blocks on black do not have."""


@dataclass(frozen=True, slots=True)
class Placed:
    """One piece: what became of it, and how the field looked afterwards."""

    placement: Placement
    height: int
    holes: int


class Claim:
    """`game_log.csv`, a row for each piece, and `summary.md`."""

    def __init__(self, results: Path) -> None:
        """Begin the table of pieces in the folder `results`."""
        self.pieces: list[Placed] = []
        self.final_board = results / "final_board.png"
        self._results = results
        self._picture: Frame | None = None
        self._append(COLUMNS)

    @property
    def next_picture(self) -> Path:
        """The picture of the next piece."""
        return self._results / f"board_step_{len(self.pieces) + 1:04d}.png"

    def is_news(self, picture: Frame) -> bool:
        """Whether a picture differs enough from the one before to be the next."""
        if self._picture is None or len(self.pieces) >= COMPARED:
            return True
        return float(np.abs(picture.astype(int) - self._picture).mean()) > LEAST_CHANGE

    @property
    def is_plain(self) -> bool:
        """Whether the last picture has too little on it to be the final one."""
        return self._picture is None or float(self._picture.std()) <= LEAST_CONTRAST

    def add(self, placement: Placement, shown: Frame) -> None:
        """Tell of a piece as it was seen, and photographed in `next_picture`, which shows that."""
        self._picture = shown
        picture, rows = self.next_picture.name, placement.sight.rows
        piece = Placed(placement, height_of(rows), holes_in(rows))
        self.pieces.append(piece)
        where = (placement.piece, placement.rotation, placement.left, placement.lines)
        after = (piece.height, piece.holes, " ".join(placement.keys), picture)
        self._append((len(self.pieces), *where, *after))

    def finish(self, *, score: int, level: int, surprises: int) -> None:
        """Write the account of the play.

        Args:
            score: as the window shows it at the end.
            level: the same.
            surprises: pictures that showed something else than the rules had said.
        """
        pieces = self.pieces
        summary = SUMMARY.format(
            pieces=len(pieces),
            lines=sum(piece.placement.lines for piece in pieces),
            score=score,
            level=level,
            combo=longest_combo(pieces),
            highest=max((piece.height for piece in pieces), default=0),
            holes=pieces[-1].holes if pieces else 0,
            surprises=surprises,
            plot=plot(pieces),
        )
        (self._results / "summary.md").write_text(summary)

    def _append(self, row: Sequence[object]) -> None:
        with (self._results / "game_log.csv").open("a", newline="") as file:
            csv.writer(file).writerow(row)


def height_of(rows: Sequence[int]) -> int:
    """Rows from the floor to the highest block that lies; `rows` are bits, from the top."""
    return max((len(rows) - y for y, row in enumerate(rows) if row), default=0)


def holes_in(rows: Sequence[int]) -> int:
    """Empty cells with a block anywhere above them in their column."""
    covered = holes = 0
    for row in rows:
        holes += (covered & ~row).bit_count()
        covered |= row
    return holes


def longest_combo(pieces: Sequence[Placed]) -> int:
    """The most pieces in a row that each cleared something."""
    longest = run = 0
    for piece in pieces:
        run = run + 1 if piece.placement.lines else 0
        longest = max(longest, run)
    return longest


def plot(pieces: Sequence[Placed]) -> str:
    """Height (bars) and cleared lines (digits below) over the pieces, ten rows of text."""
    highest = max((piece.height for piece in pieces), default=0)
    rows = []
    for level in range(highest, 0, -1):
        bars = "".join("█" if piece.height >= level else " " for piece in pieces)
        rows.append(f"{level:>3} │{bars}")
    cleared = "".join(str(piece.placement.lines or " ") for piece in pieces)
    return "\n".join([*rows, f"    └{'─' * len(pieces)}", f"     {cleared}"])


SUMMARY = """# Quadrapassel: {pieces} pieces, {lines} lines

- Pieces placed: {pieces}
- Lines cleared: {lines}
- Score: {score}
- Level: {level}
- Longest combo: {combo} pieces in a row that each cleared lines
- Highest stack: {highest} rows; holes at the end: {holes}
- Pictures that showed something else than the rules had said: {surprises}

Height of the stack after each piece, and below it the lines that the piece cleared:

```
{plot}
```

Strategy: every place that the falling piece can reach is tried, with every place that the next
piece, which the game shows, can reach then. The heuristic is P. Dellacherie's evaluation: landing
height, cells of the piece that vanish, row and column transitions, holes, and wells. It is the
weighted sum for both pieces and for the field they leave that decides. Nothing is replayed blindly:
a piece is turned, looked at, moved, looked at and dropped, as two rotations of S look alike and
turn into different columns, and so do two of Z.
"""
