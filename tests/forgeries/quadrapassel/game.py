"""The forgeries of GAM 3, as one value."""

from pathlib import Path

from graders import checks, process, proofs, witness_events
from graders.judging import judge
from graders.judging.judge import fixed
from graders.quadrapassel import boards as quadrapassel_boards
from graders.quadrapassel import grader as quadrapassel
from graders.quadrapassel.case import Case
from graders.quadrapassel.contract import LIMITS
from graders.quadrapassel.criteria import CRITERIA
from graders.quadrapassel.proof import PROOFS
from graders.quadrapassel.score import SUBSCORES
from graders.verdict import Verdict
from graders.workspace import Workspace
from tests.forgeries.forging import Forgery
from tests.forgeries.mutants import Parts
from tests.forgeries.quadrapassel.catalogue import FORGERIES
from tests.forgeries.quadrapassel.evidence import SEED, build, copy
from tests.forgeries.workshop import Game

PARTS = Parts(
    module=quadrapassel,
    subscores=SUBSCORES,
    limits=LIMITS,
    checks=CRITERIA | PROOFS,
    case=lambda item: Case(Workspace(item / "workspace"), witness=item / "witness", seed=SEED),
    besides={"board_recognised": judge.board_recognised},
    helpers=(
        ("keys_were_pressed", proofs.made_up),
        ("boards_follow", quadrapassel_boards._claims),
        ("boards_follow", quadrapassel_boards._picture),
        ("boards_follow", quadrapassel_boards.unlike),
        ("final_was_shown", quadrapassel_boards.final_is_the_end),
        ("files_are_the_players_own", Workspace.foreign),
        ("game_is_unmodified", process.modified),
        ("game_is_unmodified", process.made_otherwise),
        ("game_is_unmodified", process.meanwhile),
        ("final_pictured", checks._complaints),
        ("witness_is_unbroken", witness_events.follow),
    ),
)


def grade(item: Path, forgery: Forgery, witnessed: bool) -> Verdict:
    """The verdict on an item folder; without a witness by its workspace alone."""
    return quadrapassel.grade(
        item / "workspace",
        witness=item / "witness" if witnessed else None,
        seed=SEED if witnessed else None,
        judge=None if forgery.judge is None else fixed(forgery.judge),
    )


QUADRAPASSEL = Game(
    name="quadrapassel",
    build=build,
    copy=copy,
    forgeries=FORGERIES,
    grade=grade,
    parts=PARTS,
)
