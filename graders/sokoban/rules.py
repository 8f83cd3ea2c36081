"""The rules of Sokoban, and what GAM 5's game makes of the keys it gets. Independent of the game.

Cells are (row, column), 0-based, rows downwards, in the bounding box of the level.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Self

from graders.errors import GradingFailed

Cell = tuple[int, int]

STEPS = {"L": (0, -1), "U": (-1, 0), "R": (0, 1), "D": (1, 0)}
LETTERS = {"Left": "L", "Up": "U", "Right": "R", "Down": "D"}
UNDO, RESTART, NEXT, QUIT = {"u", "BackSpace"}, {"r"}, {"n", "Return"}, {"Escape"}


@dataclass(frozen=True, slots=True)
class Board:
    """A position: what is where. Two boards are equal when nothing differs, walls included."""

    walls: frozenset[Cell]
    goals: frozenset[Cell]
    boxes: frozenset[Cell]
    player: Cell

    @classmethod
    def parse(cls, rows: Sequence[str]) -> Self:
        """Read plain XSokoban rows; lines without a wall (titles, comments) are passed over.

        Raises:
            GradingFailed: There is not exactly one player.
        """
        rows = [row for row in rows if "#" in row and not set(row) - set("#@+$*. -_")]
        margin = min((len(row) - len(row.lstrip()) for row in rows), default=0)
        cells = {(r, c): tile for r, row in enumerate(rows) for c, tile in enumerate(row[margin:])}

        def where(tiles: str) -> frozenset[Cell]:
            return frozenset(cell for cell, tile in cells.items() if tile in tiles)

        players = where("@+")
        if len(players) != 1:
            raise GradingFailed(f"expected one player, found {len(players)}")
        return cls(where("#"), where(".+*"), where("$*"), *players)

    @property
    def solved(self) -> bool:
        """Whether every box stands on a goal."""
        return self.boxes == self.goals

    @property
    def on_goal(self) -> int:
        """How many boxes stand on goals."""
        return len(self.boxes & self.goals)

    @property
    def off_goal(self) -> int:
        """How many do not."""
        return len(self.boxes - self.goals)

    def step(self, letter: str) -> "Board | None":
        """The board after walking or pushing one cell; None when something is in the way."""
        down, right = STEPS[letter]
        ahead = (self.player[0] + down, self.player[1] + right)
        if ahead in self.walls:
            return None
        if ahead not in self.boxes:
            return replace(self, player=ahead)
        beyond = (ahead[0] + down, ahead[1] + right)
        if beyond in self.walls or beyond in self.boxes:
            return None
        return replace(self, player=ahead, boxes=self.boxes - {ahead} | {beyond})


class Level:
    """One level while it is played: the boards that stand, and a row for every accepted key."""

    def __init__(self, start: Board) -> None:
        self._boards = [start]
        self.seen = {start}
        """Every board that stood at some time."""
        self._letters: list[str] = []
        self.log: list[tuple[str, int, int, int, int]] = []
        """Rows of the game's log: key, player's row and column, pushed (0, 1), boxes on goal."""

    @property
    def board(self) -> Board:
        """The board now."""
        return self._boards[-1]

    @property
    def history(self) -> str:
        """The moves that stand, as LURD letters."""
        return "".join(self._letters)

    @property
    def pushes(self) -> int:
        """How many of the moves that stand pushed a box."""
        return sum(a.boxes != b.boxes for a, b in pairwise(self._boards))

    def key(self, name: str) -> bool:
        """Do what the log calls Left ... Down, undo or restart; whether it was possible."""
        before = self.board
        if name in LETTERS:
            after = before.step(LETTERS[name])
            if after is None:
                return False
            self._boards.append(after)
            self._letters.append(LETTERS[name])
        elif name in ("undo", "restart"):
            if not self._letters:
                return False
            keep = len(self._letters) - 1 if name == "undo" else 0
            del self._boards[keep + 1 :], self._letters[keep:]
        else:
            return False
        self.seen.add(self.board)
        pushed = name in LETTERS and self.board.boxes != before.boxes
        self.log.append((name, *self.board.player, int(pushed), self.board.on_goal))
        return True


def replay(start: Board, letters: str) -> Level | None:
    """Play LURD letters; None as soon as one of them is no possible step."""
    level = Level(start)
    for letter in letters:
        names = [name for name, short in LETTERS.items() if short == letter]
        if not names or not level.key(names[0]):
            return None
    return level


def session(starts: Sequence[Board], keysyms: Iterable[str]) -> list[Level]:
    """What the game makes of the keys its window got.

    A solved level takes nothing but "next level"; an unsolved one does not take that.

    Args:
        starts: The boards of the levels, in the order of the command line.
        keysyms: X names of the keys pressed, in order.

    Returns:
        The levels that were entered, the last one as it stood at the end.
    """
    levels = [Level(starts[0])]
    for keysym in keysyms:
        here = levels[-1]
        if keysym in QUIT:
            break
        if here.board.solved:
            if keysym in NEXT and len(levels) < len(starts):
                levels.append(Level(starts[len(levels)]))
        elif keysym in LETTERS:
            here.key(keysym)
        elif keysym in UNDO:
            here.key("undo")
        elif keysym in RESTART:
            here.key("restart")
    return levels
