"""GAM 5, Sokoban: three levels, read from the screen, solved, and walked with real arrow keys.

The game is `games/sokoban.py`, started with all three levels; a seed turns and mirrors each of
them, so that a memorised solution is worth nothing. The player reads the board from pixels only.
The grader replays the moves by rules of its own, and holds them against the keys that the X server
delivered and the pictures it showed.
"""

import json
import random
import shutil
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from drivers.launch import Program
from drivers.sokoban import SokobanDriver
from graders.sokoban import grader
from graders.truth import level_text
from graders.verdict import Verdict
from solvers import sokoban as solver
from solvers.sokoban import MOVES, State
from suites.task import Desk, Task

TITLE = "Sokoban"
LEVELS = (1, 2, 3)
SOLVER_SECONDS = 120.0
RANDOM_MOVES = 60
STAND_S = 0.005
"""Each picture stands so long before the next key, so that the witness sees every one."""

STEP_PICTURES = (0.25, 0.5, 0.75)
"""How far into a level its step screenshots are taken."""


def provision(workspace: Path, seed: int) -> None:
    """Lay each level out in the symmetry that the seed chooses."""
    for level in LEVELS:
        path = workspace / "exec" / "levels" / f"level_{level}.sok"
        path.write_text(level_text(path.read_text(), seed, level))


def program(workspace: Path, game_output: Path) -> Program:
    """The game as a user would start it; it logs where only its own sandbox may write."""
    levels = [str(workspace / "exec" / "levels" / f"level_{level}.sok") for level in LEVELS]
    return Program(
        argv=(
            sys.executable,
            str(workspace / "exec" / "sokoban_game.py"),
            *("--level", *levels),
            *("--log", str(game_output / "level_{level}_moves.csv")),
            *("--result", str(game_output / "level_{level}_result.json")),
            *("--title", TITLE),
        ),
        title=TITLE,
    )


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player has decided to do from one board on, and how it came to that."""

    moves: str
    how: str


def think(board: State) -> Plan:
    """The reference player's decision: search."""
    result = solver.solve(board, seconds=SOLVER_SECONDS)
    return Plan(
        result.moves,
        f"{result.status}: {len(result.moves)} moves, {result.pushes} pushes, "
        f"{result.nodes} nodes expanded in {result.seconds:.2f} s",
    )


def wander(board: State, *, chance: random.Random) -> Plan:
    """The random player's decision: legal steps, drawn by lot."""
    moves = ""
    for _ in range(RANDOM_MOVES):
        steps = {move: after for move in MOVES if (after := stepped(board, move)) is not None}
        if not steps:
            break
        move = chance.choice(sorted(steps))
        board = steps[move]
        moves += move
    return Plan(moves, f"a random walk of {len(moves)} moves")


def stepped(board: State, move: str) -> State | None:
    """The board after one step as the rules have it; None if the step is blocked."""
    down, right = MOVES[move]
    row, column = board.player
    ahead, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
    if ahead in board.walls:
        return None
    boxes = board.boxes
    if ahead in boxes:
        if beyond in boxes or beyond in board.walls:
            return None
        boxes = boxes - {ahead} | {beyond}
    return State(board.walls, board.goals, boxes, ahead, board.height, board.width)


def play(desk: Desk, *, decide: Callable[[State], Plan]) -> None:
    """Level after level: read the board, decide, walk with open eyes, deliver the evidence."""
    driver = SokobanDriver(desk.window)
    rect = desk.window.rect
    window_line = f"window {desk.window.id:#010x} {TITLE!r} {rect.width}x{rect.height}\n"
    (desk.results / "window_ids.log").write_text(window_line)
    shutil.copy(solver.__file__, desk.results / "solver.py")
    paragraphs = []
    board = driver.observe()
    for level in LEVELS:
        plan = decide(board)
        if not plan.moves:
            paragraphs.append(f"Level {level} was given up: {plan.how}.")
            break
        driver.shoot(desk.results / f"level_{level}_initial.png")
        walk = Walk(driver, decide, desk.results, level)
        solved = walk.follow(plan, board)
        driver.shoot(desk.results / f"level_{level}_final.png")
        deliver(desk, level=level, walked=walk.walked)
        with (desk.results / "window_ids.log").open("a") as log:
            log.write(f"level {level} {window_line}")
        paragraphs.append(
            f"Level {level} ({board.width}x{board.height}, {len(board.boxes)} boxes): "
            f"{'solved' if solved else 'not solved'}. {plan.how}; {walk.surprises} surprises."
        )
        if not solved or level == LEVELS[-1]:
            break
        board = driver.next_level()
    (desk.results / "summary.md").write_text(SUMMARY.format(levels="\n\n".join(paragraphs)))


class Walk:
    """One level's walk: each step is seen before the next, and a surprise makes it decide anew."""

    def __init__(
        self, driver: SokobanDriver, decide: Callable[[State], Plan], results: Path, level: int
    ) -> None:
        """Walk `level`, saving step pictures in `results`."""
        self._driver = driver
        self._decide = decide
        self._results = results
        self._level = level
        self.walked = ""
        self.surprises = 0

    def follow(self, plan: Plan, board: State) -> bool:
        """Walk `plan` from `board` to its end; say whether the board is then solved."""
        pictures = {int(len(plan.moves) * part) for part in STEP_PICTURES} - {0}
        for count, move in enumerate(plan.moves, start=1):
            expected, board = stepped(board, move), self._driver.act(move)
            self._driver.linger(STAND_S)
            self.walked += move
            if board != expected:
                self.surprises += 1
                return self.follow(self._decide(board), board)
            if count in pictures:
                name = f"level_{self._level}_step_{len(self.walked):04d}.png"
                self._driver.shoot(self._results / name)
        return board.boxes == board.goals


def deliver(desk: Desk, *, level: int, walked: str) -> None:
    """Write the solution, copy what the game wrote, and compare the two."""
    name, results = f"level_{level}", desk.results
    (results / f"{name}_solution.txt").write_text(f"{walked}\n# moves={len(walked)}\n")
    for written in (f"{name}_moves.csv", f"{name}_result.json"):
        if (desk.game_output / written).exists():
            shutil.copy(desk.game_output / written, results / written)
    result = results / f"{name}_result.json"
    history = json.loads(result.read_text())["history"] if result.exists() else ""
    verify = {
        "solver_solution": walked,
        "game_history": history,
        "match": walked == history,
        "extra_moves": len(history) - len(walked),
    }
    (results / f"{name}_verify.json").write_text(json.dumps(verify, indent=1) + "\n")


SUMMARY = """# Sokoban, level by level

{levels}

The player saw the board as pixels only. To solve a level it searches over pushes, not steps:
positions that differ only in where the player stands within its reach are one. Sokoban has few good
pushes and many fatal ones, so what makes such a search fit is what it refuses to look at (squares
from which no goal can be reached, boxes that block each other for good) and the order in which it
looks at the rest (fewest pushes still to make, by a matching of boxes to goals). `solver.py` beside
this file is that search.
"""

TASK = Task(
    id="GAM_task_5_sokoban_solver",
    title="Sokoban",
    budget_s=1500.0,
    provision=provision,
    program=program,
    players={
        "reference": partial(play, decide=think),
        "random": partial(play, decide=partial(wander, chance=random.Random(5))),
    },
    grade=grader.grade,
    seeded_by_device=False,
    packages=("pygame-ce",),
)


def test_gam_5(verdict: Verdict) -> None:
    """All three levels solved, every deliverable there, and all of it proven."""
    verdict.raise_unmet()
