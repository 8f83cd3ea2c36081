"""GAM 3, quadrapassel: 120 pieces, each looked at, weighed, turned, moved, dropped and looked at.

The game is Debian's own; what it reads as randomness is the seed's, so that the grader knows every
piece that comes and the player only the next. The player reads the field from pixels and plays in a
closed loop. It delivers a row and a picture of each piece, and the grader holds them against the
keys that the X server got, the pictures it showed, the pieces that the seed brings, and the rules.
"""

import csv
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from drivers.launch import Program
from drivers.quadrapassel.driver import QuadrapasselDriver
from drivers.quadrapassel.sight import Placement, Sight
from graders.quadrapassel import grader
from graders.verdict import Verdict
from solvers import quadrapassel as solver
from solvers.quadrapassel import Move, State
from suites.task import Desk, Task

TITLE = "Quadrapassel"
PIECES = 120

SETTINGS = {
    "theme": "'plain'",
    "sound": "false",
    "show-shadow": "false",
    "pick-difficult-blocks": "false",
    "do-preview": "true",
    "starting-level": "1",
    "line-fill-height": "0",
    "window-width": "720",
    "window-height": "1000",
}
"""A shadow and difficult pieces would draw from the stream that the pieces come from. Plain blocks
differ most from the ground and from each other: the contract asks for contrast, and for change."""

COLUMNS = (
    *("step", "piece_type", "rotation", "target_col", "lines_cleared", "board_height", "holes"),
    *("action_keys", "screenshot_file"),
)


def provision(workspace: Path, seed: int) -> None:
    """Nothing to lay out: the seed lies in what the game reads as randomness."""


def program(workspace: Path, game_output: Path) -> Program:
    """The game as a user would start it."""
    return Program(
        argv=("/usr/games/quadrapassel",),
        title=TITLE,
        settings={"org/gnome/Quadrapassel": SETTINGS},
    )


def think(state: State) -> Move | None:
    """The reference player's decision: the best of all places for this piece and the next."""
    return solver.decide(state)


def wander(state: State, *, chance: random.Random) -> Move | None:
    """The random player's decision: turns and columns drawn by lot, as far as they are possible."""
    best = solver.decide(state)
    if best is None:
        return None
    turns, shift = chance.randrange(4), chance.randint(-2, 2)
    return Move(
        turns=turns,
        shift=shift,
        rotation=(state.rotation + turns) % 4,
        x=state.x + shift,
        y=best.y,
        lines=0,
        score=0.0,
    )


@dataclass(frozen=True, slots=True)
class Placed:
    """One piece: what became of it, and how the field looked afterwards."""

    placement: Placement
    height: int
    holes: int


def height_of(sight: Sight) -> int:
    """Rows from the floor to the highest block that lies."""
    return max((len(sight.rows) - y for y, row in enumerate(sight.rows) if row), default=0)


def holes_in(sight: Sight) -> int:
    """Empty cells with a block anywhere above them in their column."""
    covered = holes = 0
    for row in sight.rows:
        holes += (covered & ~row).bit_count()
        covered |= row
    return holes


class Log:
    """`game_log.csv`: a row for each piece, written as the play goes on."""

    def __init__(self, results: Path) -> None:
        """Begin the file."""
        self._path = results / "game_log.csv"
        self.pieces: list[Placed] = []
        self._append(COLUMNS)

    @property
    def picture(self) -> str:
        """The name of the next piece's picture."""
        return f"board_step_{len(self.pieces) + 1:04d}.png"

    def write(self, placement: Placement) -> None:
        """Add a piece as it was seen."""
        picture = self.picture
        piece = Placed(placement, height_of(placement.sight), holes_in(placement.sight))
        self.pieces.append(piece)
        where = (placement.piece, placement.rotation, placement.left, placement.lines)
        after = (piece.height, piece.holes, " ".join(placement.keys), picture)
        self._append((len(self.pieces), *where, *after))

    def _append(self, row: Sequence[object]) -> None:
        with self._path.open("a", newline="") as file:
            csv.writer(file).writerow(row)


def play(desk: Desk, *, decide: Callable[[State], Move | None]) -> None:
    """Piece after piece: decide on what is seen, place it, look again; then deliver."""
    driver = QuadrapasselDriver(desk.window)
    sight, log = driver.start(), Log(desk.results)
    desk.window.wait_stable()  # the witness sees the empty field too: a first piece is soon dropped
    while not sight.over and len(log.pieces) < PIECES:
        move = decide(sight.state())
        placement = driver.act(move) if move else None
        if placement is None:
            sight = driver.observe()
            continue
        sight = placement.sight
        if sight.over and placement.keys[-1:] != ("space",):
            break  # the game was over before the piece was dropped: nobody placed it
        driver.shoot(desk.results / log.picture)
        log.write(placement)
    driver.shoot(desk.results / "final_board.png")
    numbers = driver.read_numbers()
    (desk.results / "summary.md").write_text(
        summary(log.pieces, score=numbers.score, level=numbers.level, surprises=driver.divergences)
    )


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


def summary(pieces: Sequence[Placed], *, score: int, level: int, surprises: int) -> str:
    """The account of a play, told from its pieces."""
    return SUMMARY.format(
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
a piece is turned, looked at, moved, looked at and dropped, as two rotations of S, Z and I look
alike and stand one column apart.
"""

TASK = Task(
    id="GAM_task_3_quadrapassel_autoplay",
    title="quadrapassel",
    budget_s=1500.0,
    provision=provision,
    program=program,
    players={
        "reference": partial(play, decide=think),
        "random": partial(play, decide=partial(wander, chance=random.Random(3))),
    },
    grade=grader.grade,
    seeded_by_device=True,
    packages=("quadrapassel", "libglib2.0-0", "libgtk-3-0", "libclutter-1.0-0"),
)


def test_gam_3(verdict: Verdict) -> None:
    """120 pieces placed in a closed loop, every deliverable there, and all of it proven."""
    verdict.raise_unmet()
