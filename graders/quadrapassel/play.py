"""What the rules make of a claimed play, piece by piece."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from graders.quadrapassel.field import (
    LOOKS,
    NOTHING,
    Landing,
    Pose,
    Rows,
    arrival,
    at_origin,
    dropped,
    falling_in,
    landed,
    led_to,
    level_at,
    score_of,
)
from graders.quadrapassel.rules import ROTATIONS, Arrival


@dataclass(frozen=True, slots=True)
class Row:
    """A claimed piece.

    Attributes:
        step: Its number as the player has it.
        piece: Its letter.
        rotation: In which it landed.
        left: The leftmost column that it took.
        lines: Rows that it cleared.
        height: Of the field afterwards.
        holes: In the field afterwards.
        keys: What was pressed for it.
        picture: Name of the picture afterwards, in the workspace.
        shown: Score, level and lines afterwards, as far as the player tells them.
    """

    step: int
    piece: str
    rotation: int
    left: int
    lines: int
    height: int
    holes: int
    keys: tuple[str, ...]
    picture: str
    shown: Mapping[str, int]


@dataclass(frozen=True, slots=True)
class Turn:
    """One piece by the rules.

    Attributes:
        row: What is claimed of it.
        landing: What became of the field.
        possible: Whether the piece can land where it is claimed at all.
        reached: Whether its keys can have led it there.
        lines: Cleared in the game so far.
        level: Afterwards.
        score: Afterwards.
    """

    row: Row
    landing: Landing
    possible: bool
    reached: bool
    lines: int
    level: int
    score: int


class Play:
    """The turns of a game that began with an empty field at level 1.

    Where a piece landed is what its row says: rotation and column. Usually only one row of the
    field is left to it then. Under an overhang it may be another than where it drops straight down:
    if its keys can have led it there, the picture decides.
    """

    def __init__(
        self,
        rows: Sequence[Row],
        shown: Sequence[Rows | None],
        truth: Sequence[Arrival] | None,
    ) -> None:
        """Follow the rules.

        Args:
            rows: The claimed pieces.
            shown: The field on each row's picture; None where there is none.
            truth: How each piece came in, if that is known.
        """
        self._rows, self._shown, self._truth = rows, shown, truth

    @cached_property
    def turns(self) -> tuple[Turn, ...]:
        """All of them, in order."""
        turns = []
        field, lines, score = NOTHING, 0, 0
        for index, row in enumerate(self._rows):
            led = [
                pose
                for pose in led_to(field, self._starts(index), row.keys)
                if pose.left == row.left and at_origin(pose.cells) == LOOKS[row.piece][row.rotation]
            ]
            straight = dropped(field, row.piece, row.rotation, row.left)
            landing = self._landing(field, straight, led, self._shown[index])
            lines += landing.lines
            level = level_at(lines)
            score += score_of(landing, level)
            possible = bool(straight or led)
            turns.append(Turn(row, landing, possible, bool(led), lines, level, score))
            field = landing.field
        return tuple(turns)

    @property
    def field(self) -> Rows:
        """What lies at the end."""
        return self.turns[-1].landing.field

    @property
    def lines(self) -> int:
        """Cleared altogether."""
        return self.turns[-1].lines

    @property
    def score(self) -> int:
        """At the end."""
        return self.turns[-1].score

    def _starts(self, index: int) -> list[Pose]:
        """How the piece of a row may have come in."""
        piece = self._rows[index].piece
        if self._truth is not None and self._truth[index][0] == piece:
            return [arrival(*self._truth[index])]
        return [arrival(piece, rotation) for rotation in range(ROTATIONS)]

    def _landing(
        self, field: Rows, straight: Pose | None, led: Sequence[Pose], shown: Rows | None
    ) -> Landing:
        poses = [*([straight] if straight else []), *led]
        landings = [landed(field, pose) for pose in poses]
        for landing in landings:
            if shown and falling_in(shown, landing.field) is not None:
                return landing
        return landings[0] if landings else Landing(field, 0, bottom=False)
