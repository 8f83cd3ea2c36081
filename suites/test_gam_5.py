"""GAM 5, Sokoban: three levels, read from the screen, solved, and walked with real arrow keys.

The game is `games/sokoban.py`, started with all three levels; a seed turns and mirrors each of
them, so that a memorised solution is worth nothing. The player reads the board from pixels only.
The grader replays the moves by rules of its own, and holds them against the keys that the X server
delivered and the pictures it showed.
"""

import random
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from drivers.launch import Program
from drivers.sokoban import SokobanDriver
from graders.sokoban import grader
from graders.sokoban.truth import level_text
from graders.verdict import Verdict
from solvers import sokoban as solver
from solvers.sokoban import MOVES, State, step
from suites.deliverables.sokoban import Claim
from suites.task import Desk, Task

TITLE = "Sokoban"
LEVELS = (1, 2, 3)
SOLVER_SECONDS = 120.0
RANDOM_MOVES = 60
STILL_S = 0.005
"""Each picture stands still so long before the next key, so that the witness sees every one."""

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
        steps = {move: after for move in MOVES if (after := step(board, move)) is not None}
        if not steps:
            break
        move = chance.choice(sorted(steps))
        board = steps[move]
        moves += move
    return Plan(moves, f"a random walk of {len(moves)} moves")


def play(desk: Desk, *, decide: Callable[[State], Plan]) -> None:
    """Level after level: read the board, decide, walk with open eyes, deliver the evidence."""
    driver, window = SokobanDriver(desk.window), desk.window
    claim = Claim(desk.results, game_output=desk.game_output, window=window, title=TITLE)
    board = driver.observe()
    for level in LEVELS:
        plan = decide(board)
        if not plan.moves:
            claim.give_up(level, how=plan.how)
            break
        claim.begin_level(level, board=board, how=plan.how)
        driver.shoot(claim.picture("initial"))
        board = walk(desk, driver, board, plan, decide=decide, claim=claim)
        driver.shoot(claim.picture("final"))
        claim.end_level(board)
        if board.boxes != board.goals or level == LEVELS[-1]:
            break
        board = driver.next_level()
    claim.finish()


def walk(
    desk: Desk,
    driver: SokobanDriver,
    board: State,
    plan: Plan,
    *,
    decide: Callable[[State], Plan],
    claim: Claim,
) -> State:
    """Walk to a plan's end, each step seen before the next; a surprise makes it decide anew."""
    pictures = {int(len(plan.moves) * part) for part in STEP_PICTURES} - {0}
    for count, move in enumerate(plan.moves, start=1):
        expected, board = step(board, move), driver.act(move)
        desk.window.wait_still(still_s=STILL_S)
        claim.add(move, as_expected=board == expected)
        if board != expected:
            return walk(desk, driver, board, decide(board), decide=decide, claim=claim)
        if count in pictures:
            driver.shoot(claim.step_picture)
    return board


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
    pictures=tuple(
        f"results/level_{n}_{moment}.png"
        for n in LEVELS
        for moment in ("initial", "step_*", "final")
    ),
    seeded_by_device=False,
    packages=("pygame-ce",),
)


def test_gam_5(verdict: Verdict) -> None:
    """All three levels solved, every deliverable there, and all of it proven."""
    verdict.raise_unmet()
