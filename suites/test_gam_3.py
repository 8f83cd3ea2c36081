"""GAM 3, quadrapassel: 120 pieces, each looked at, weighed, turned, moved, dropped and looked at.

The game is Debian's own; what it reads as randomness is the seed's, so that the grader knows every
piece that comes and the player only the next. The player reads the field from pixels and plays in a
closed loop. It delivers a row and a picture of each piece, and the grader holds them against the
keys that the X server got, the pictures it showed, the pieces that the seed brings, and the rules.
"""

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

from drivers.launch import Program
from drivers.quadrapassel.driver import QuadrapasselDriver
from drivers.quadrapassel.shot import STANDS_WITHIN_S
from graders.quadrapassel import grader
from graders.verdict import Verdict
from solvers import quadrapassel as solver
from solvers.quadrapassel import Move, State
from suites.deliverables.quadrapassel import COMPARED, Claim
from suites.task import Desk, Task

TITLE = "Quadrapassel"
PIECES = 120
CHANGES_WITHIN_S = 8.0
"""A piece falls nine rows meanwhile, below where the one before may have been photographed."""

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
are told from each other most surely, also while cleared rows fade over them."""


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


def play(desk: Desk, *, decide: Callable[[State], Move | None]) -> None:
    """Piece after piece: decide on what is seen, place it, look again; then deliver.

    A field that is nearly empty in the end shows nothing: some more pieces are placed then.
    """
    driver = QuadrapasselDriver(desk.window)
    sight, claim = driver.start(), Claim(desk.results)
    desk.window.wait_still()  # the witness sees the empty field too: a first piece is soon dropped
    while not sight.over and (len(claim.pieces) < PIECES or claim.is_plain):
        move = decide(sight.state())
        placement = driver.act(move) if move else None
        if placement is not None:
            if placement.sight.over and placement.keys[-1:] != ("space",):
                break  # the game was over before the piece was dropped: nobody placed it
            wait_s = CHANGES_WITHIN_S if len(claim.pieces) < COMPARED else STANDS_WITHIN_S
            picture = driver.shoot(claim.next_picture, wanted=claim.is_news, within_s=wait_s)
            claim.add(placement, picture)
        sight = driver.observe()  # the next piece may have fallen some rows by now
    driver.shoot(claim.final_board)
    shown = driver.read_numbers()
    claim.finish(score=shown.score, level=shown.level, surprises=driver.divergences)


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
    pictures=tuple(f"results/{n}.png" for n in ("board_step_0001", "board_step_*", "final_board")),
    seeded_by_device=True,
    packages=("quadrapassel", "libglib2.0-0", "libgtk-3-0", "libclutter-1.0-0"),
)


def test_gam_3(verdict: Verdict) -> None:
    """120 pieces or more placed in a closed loop, every deliverable there, and all of it proven."""
    verdict.raise_unmet()
