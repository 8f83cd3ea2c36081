"""GAM 2, gnome-mines: the Big board (30x16, 99 mines), read, reasoned out and clicked.

The game is Debian's own, started at Big; what it reads as randomness is the seed's, so that the
grader knows where every mine is and the player does not. After a loss the player may press Play
Again, three times at most. It delivers every click with the number that forced it, the final board
and an account of the play; the grader holds them against the clicks that the X server got, the
pictures it showed, and the mines that the seed laid.
"""

import random
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from drivers.launch import Program
from drivers.mines.driver import MinesDriver
from graders.judging.judge import Judge
from graders.mines import grader
from graders.verdict import Verdict
from solvers import mines as solver
from solvers.mines import FLAG, HIDDEN, Move, State
from suites.deliverables.mines import Claim
from suites.mines_simulation import difficulty
from suites.task import Desk, Task

TITLE = "Mines"
GAMES = 4
"""The first and three restarts."""

SETTINGS = {
    "theme": "'bgcolors'",
    "use-question-marks": "false",
    "use-autoflag": "false",
    "use-animations": "false",
    "window-width": "1900",
    "window-height": "1000",
}
"""Colours carry the numbers, and the board is larger than the 1024x600 that the contract asks."""

SOLVER_SECONDS = 2.0


def provision(workspace: Path, seed: int) -> None:
    """Nothing to lay out: the seed lies in what the game reads as randomness."""


def program(workspace: Path, game_output: Path) -> Program:
    """The game as a user would start it."""
    return Program(
        argv=("/usr/games/gnome-mines", "--big"),
        title=TITLE,
        settings={"org/gnome/Mines": SETTINGS},
    )


def grade(
    workspace: Path,
    *,
    witness: Path | None = None,
    seed: int | None = None,
    judge: Judge | None = None,
) -> Verdict:
    """The verdict; the contract asks no judge, and remarks say how hard the layouts were."""
    return grader.grade(workspace, witness=witness, seed=seed, difficulty=difficulty)


def think(state: State) -> Sequence[Move]:
    """The reference player's decision: what is proven, else the best guess."""
    moves = solver.decide(state, seconds=SOLVER_SECONDS)
    return floods_last(moves, state) if len(moves) > 1 else moves


def floods_last(moves: Sequence[Move], state: State) -> Sequence[Move]:
    """Flags and cells that touch a mine first: those are numbers, and open nothing but themselves.

    A zero opens all around it, and what is open needs no reason any more: it waits for its turn.
    """
    flags = [move for move in moves if move.action == "right"]
    mines = {(move.column, move.row) for move in flags}
    mines |= {divmod(i, state.width)[::-1] for i, code in enumerate(state.cells) if code == FLAG}
    size = (state.width, state.height)
    opened = [move for move in moves if move.action == "left"]
    numbers = [move for move in opened if solver.around((move.column, move.row), *size) & mines]
    return [*flags, *(numbers or opened)]


def wander(state: State, *, chance: random.Random) -> Sequence[Move]:
    """The random player's decision: a hidden cell, drawn by lot."""
    hidden = [i for i, code in enumerate(state.cells) if code == HIDDEN]
    row, column = divmod(chance.choice(hidden), state.width)
    return [Move("left", column, row, "guess", None, 1 - state.mines / len(hidden))]


def play(desk: Desk, *, decide: Callable[[State], Sequence[Move]]) -> None:
    """Look, decide, click, look again; game after game until one is won; then deliver."""
    driver, claim = MinesDriver(desk.window), Claim(desk.results)
    sight = driver.observe()
    while not sight.won and len(claim.games) < GAMES:
        sight = driver.play_again() if claim.games else sight
        claim.begin_game(sight)
        while not (sight.won or sight.lost):
            moves = decide(sight.state())
            sight = driver.act(moves)
            claim.add(moves, sent=driver.sent, sight=sight)
    if sight.won:
        sight = driver.dismiss_score()
    driver.shoot(claim.final_board)
    claim.finish(sight)


TASK = Task(
    id="GAM_task_2_mines_visual",
    title="gnome-mines, Big",
    budget_s=1500.0,
    provision=provision,
    program=program,
    players={
        "reference": partial(play, decide=think),
        "random": partial(play, decide=partial(wander, chance=random.Random(2))),
    },
    grade=grade,
    pictures=("final_board.png",),
    seeded_by_device=True,
    results="",
    packages=("gnome-mines", "libglib2.0-0", "libgtk-3-0", "librsvg2-common"),
)


def test_gam_2(verdict: Verdict) -> None:
    """A Big board cleared, every deliverable there, and all of it proven."""
    verdict.raise_unmet()
