"""The forgeries of GAM 5, as one value."""

from pathlib import Path

from graders import checks, process, proofs, witness_events
from graders.judging import judge
from graders.judging.judge import fixed
from graders.sokoban import accounts as sokoban_accounts
from graders.sokoban import grader as sokoban
from graders.sokoban import program as sokoban_program
from graders.sokoban.case import Case
from graders.sokoban.contract import LIMITS
from graders.sokoban.criteria import CRITERIA
from graders.sokoban.proof import PROOFS
from graders.sokoban.score import SUBSCORES
from graders.verdict import Verdict
from graders.workspace import Workspace
from tests.forgeries.forging import Forgery
from tests.forgeries.mutants import Parts
from tests.forgeries.sokoban.catalogue import FORGERIES
from tests.forgeries.sokoban.evidence import build
from tests.forgeries.sokoban.forging import SEED
from tests.forgeries.workshop import Game

PARTS = Parts(
    module=sokoban,
    subscores=SUBSCORES,
    limits=LIMITS,
    checks=CRITERIA | PROOFS,
    case=lambda item: Case(Workspace(item / "workspace"), witness=item / "witness", seed=SEED),
    besides={"board_recognised": judge.board_recognised},
    helpers=(
        ("keys_were_delivered", proofs.made_up),
        ("accounts_agree", sokoban_accounts._log_faults),
        ("game_is_unmodified", sokoban_program.other_game),
        ("game_is_unmodified", process.python_modified),
        ("game_is_unmodified", process.made_otherwise),
        ("game_is_unmodified", process.meanwhile),
        ("witness_is_unbroken", witness_events.follow),
        ("files_are_the_players_own", Workspace.foreign),
        ("solver_written", checks._complaints),
    ),
)


def grade(item: Path, forgery: Forgery, witnessed: bool) -> Verdict:
    """The verdict on an item folder; without a witness by its workspace alone."""
    return sokoban.grade(
        item / "workspace",
        witness=item / "witness" if witnessed else None,
        seed=SEED if witnessed else None,
        judge=None if forgery.judge is None else fixed(forgery.judge),
    )


SOKOBAN = Game(
    name="sokoban",
    build=lambda item: build(item, seed=SEED),
    forgeries=FORGERIES,
    grade=grade,
    parts=PARTS,
)
