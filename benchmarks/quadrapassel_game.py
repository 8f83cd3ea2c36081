"""Quadrapassel 40.2 without its window, and plays of it; the rules are apart from the solver's.

Cells lie in one list in the game's own order, column by column, so that its habit of looking for
the row above the field at the foot of the column before is here too.
"""

import random
import statistics
import time
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Literal

from solvers.quadrapassel import SHAPES, Move, Piece, State, spawn

WIDTH, HEIGHT = 10, 20
PIECES: tuple[Piece, ...] = ("L", "J", "T", "S", "Z", "I", "O")

Key = Literal["down", "turn", "left", "right", "drop"]
Keys = list[Key]


class Game:
    """Quadrapassel 40.2 without its window.

    Attributes:
        rows: Rows of the field.
        cells: Whether a cell is filled, in the game's own order: index column * rows + row.
        piece: The falling piece.
        rotation: Its rotation.
        x: Column of its box.
        y: Row of its box, from the top.
        following: Type and rotation of the next piece.
        lines: Rows cleared.
        landed: Pieces landed.
        over: Whether a new piece found its place taken.
        last: Rotation and box (x, y) of the piece that landed last.
    """

    def __init__(self, *, seed: int, rows: int = HEIGHT) -> None:
        self._draw = random.Random(seed)
        self.rows = rows
        self.cells = [False] * (WIDTH * rows)
        self.lines = self.landed = 0
        self.over = False
        self.last = (0, 0, 0)
        self.following = self._pick()
        self._next()

    def _pick(self) -> tuple[Piece, int]:
        rotation = self._draw.randrange(4)
        return PIECES[self._draw.randrange(7)], rotation

    def _next(self) -> None:
        self.piece, self.rotation = self.following
        self.following = self._pick()
        self.x, self.y = spawn(self.piece, self.rotation, WIDTH)
        self.over = not self.fits(self.x, self.y, self.rotation)

    def fits(self, x: int, y: int, rotation: int) -> bool:
        """Whether the game would let the falling piece be there."""
        for dx, dy in SHAPES[self.piece][rotation]:
            column, row = x + dx, y + dy
            if not 0 <= column < WIDTH or row >= self.rows:
                return False
            index = column * self.rows + row  # no test for rows above the field: the game's fault
            if index < 0 or self.cells[index]:
                return False
        return True

    def press(self, key: Key) -> bool:
        """Press a key; whether it did anything."""
        if key == "drop":
            while self.fall():
                pass
            return True
        if key == "down":
            return self.fits(self.x, self.y + 1, self.rotation) and self.fall()
        x = self.x + {"turn": 0, "left": -1, "right": 1}[key]
        rotation = (self.rotation + (key == "turn")) % 4
        if not self.fits(x, self.y, rotation):
            return False
        self.x, self.rotation = x, rotation
        return True

    def fall(self) -> bool:
        """Fall by a row, or land; whether it fell."""
        if self.fits(self.x, self.y + 1, self.rotation):
            self.y += 1
            return True
        for dx, dy in SHAPES[self.piece][self.rotation]:
            self.cells[(self.x + dx) * self.rows + self.y + dy] = True
        self.last = (self.rotation, self.x, self.y)
        self.landed += 1
        self._clear()
        self._next()
        return False

    def _clear(self) -> None:
        columns = [self.cells[x * self.rows : (x + 1) * self.rows] for x in range(WIDTH)]
        kept = [row for row in zip(*columns, strict=True) if not all(row)]
        full = self.rows - len(kept)
        if full:
            self.lines += full
            kept = [(False,) * WIDTH] * full + kept
            self.cells = [row[x] for x in range(WIDTH) for row in kept]

    def state(self) -> State:
        """What a player sees."""
        rows = tuple(
            sum(self.cells[x * self.rows + y] << x for x in range(WIDTH)) for y in range(self.rows)
        )
        place = (self.rotation, self.x, self.y)
        return State(WIDTH, self.rows, rows, self.piece, *place, *self.following)

    def height(self) -> int:
        """Rows from the floor to the highest cell."""
        filled = [i % self.rows for i, cell in enumerate(self.cells) if cell]
        return self.rows - min(filled, default=self.rows)


def keys_of(move: Move) -> Keys:
    """The keys of a move."""
    sideways: Key = "left" if move.shift < 0 else "right"
    counts: tuple[tuple[Key, int], ...] = (
        ("down", move.down),
        ("turn", move.turns),
        (sideways, abs(move.shift)),
        ("drop", 1),
    )
    return [key for key, times in counts for _ in range(times)]


Player = Callable[[State], Sequence[Move]]
"""Given what it sees, the moves it would make, the best first."""


@dataclass(frozen=True, slots=True)
class Play:
    """One game by one player.

    Attributes:
        game: Its number, which is its seed.
        pieces: Pieces landed.
        lines: Rows cleared.
        lost: Whether it ended before its pieces were used up.
        missed: Pieces that did not land where the player wanted them.
        height: Rows from the floor to the highest cell after a piece, mean.
        highest: The same, most.
        cpu_ms: CPU milliseconds of each decision.
    """

    game: int
    pieces: int
    lines: int
    lost: bool
    missed: int
    height: float
    highest: int
    cpu_ms: tuple[float, ...]


def reaches(game: Game, move: Move) -> bool:
    """Whether every key of a move would do something now."""
    trial = copy(game)
    return all(trial.press(key) for key in keys_of(move)[:-1])


def land(game: Game, player: Player, *, falls: int, luck: random.Random) -> tuple[bool, float]:
    """Play one piece with open eyes: after a key that did nothing the player is asked again.

    Args:
        game: The game; its falling piece lands.
        player: Who plays.
        falls: Rows that the piece falls by itself before it is dropped, at random moments.
        luck: When.

    Returns:
        Whether it landed where the player wanted it first, and the player's CPU milliseconds.
    """
    number, wanted, spent = game.landed, (-1, -1), 0.0
    for asked in range(4):
        state = game.state()
        started = time.process_time()
        moves = player(state) if asked < 3 else ()
        spent += 1000 * (time.process_time() - started)
        move = next((m for m in moves if reaches(game, m)), None)
        keys: Keys = ["drop"] if move is None else keys_of(move)
        if not asked and move is not None:
            wanted = (move.rotation, move.x)
        moments = [luck.randrange(len(keys)) for _ in range(falls)]
        for i, key in enumerate(keys):
            for _ in range(moments.count(i)):
                falls -= 1
                if not game.fall():
                    return game.last[:2] == wanted, spent
            if not game.press(key):
                break
        if game.landed > number:
            break
    return game.last[:2] == wanted, spent


def play(player: Player, *, seed: int, rows: int, pieces: int, falls: int) -> Play:
    """Play one game to its end."""
    game, luck = Game(seed=seed, rows=rows), random.Random(seed)
    missed, heights, spent = 0, [], []
    while not game.over and game.landed < pieces:
        hit, cpu_ms = land(game, player, falls=falls, luck=luck)
        missed += not hit
        spent.append(cpu_ms)
        heights.append(game.height())
    return Play(
        game=seed,
        pieces=game.landed,
        lines=game.lines,
        lost=game.over,
        missed=missed,
        height=statistics.fmean(heights),
        highest=max(heights),
        cpu_ms=tuple(spent),
    )
