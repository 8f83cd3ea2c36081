"""The forgeries of GAM 11, as one value."""

from pathlib import Path

from graders import checks, process, proofs, witness_events
from graders.anagramarama import criteria as anagramarama_criteria
from graders.anagramarama import grader as anagramarama
from graders.anagramarama import hands as anagramarama_hands
from graders.anagramarama import play as anagramarama_play
from graders.anagramarama import program as anagramarama_program
from graders.anagramarama.case import Case
from graders.anagramarama.contract import LIMITS
from graders.anagramarama.criteria import CRITERIA
from graders.anagramarama.proof import PROOFS
from graders.anagramarama.score import SUBSCORES
from graders.judging.judge import fixed
from graders.verdict import Verdict
from graders.workspace import Workspace
from tests.forgeries.anagramarama.catalogue import FORGERIES
from tests.forgeries.anagramarama.evidence import SEED, build
from tests.forgeries.forging import Forgery
from tests.forgeries.mutants import Parts
from tests.forgeries.workshop import Game

PARTS = Parts(
    module=anagramarama,
    subscores=SUBSCORES,
    limits=LIMITS,
    checks=CRITERIA | PROOFS,
    case=lambda item: Case(Workspace(item / "workspace"), witness=item / "witness", seed=SEED),
    besides={"pictures_recognised": anagramarama_criteria.pictures_recognised},
    helpers=(
        ("words_were_typed", proofs.made_up),
        ("words_were_typed", anagramarama_hands.misplaced),
        ("words_were_typed", anagramarama_play._rows),
        ("game_is_unmodified", anagramarama_program.other_game),
        ("game_is_unmodified", process.python_modified),
        ("game_is_unmodified", process.made_otherwise),
        ("game_is_unmodified", process.meanwhile),
        ("files_are_the_players_own", Workspace.foreign),
        ("final_pictured", checks._complaints),
        ("witness_is_unbroken", witness_events.follow),
    ),
)


def grade(item: Path, forgery: Forgery, witnessed: bool) -> Verdict:
    """The verdict on an item folder; without a witness by its workspace alone."""
    return anagramarama.grade(
        item / "workspace",
        witness=item / "witness" if witnessed else None,
        seed=SEED if witnessed else None,
        judge=None if forgery.judge is None else fixed(forgery.judge),
    )


ANAGRAMARAMA = Game(
    name="anagramarama",
    build=build,
    forgeries=FORGERIES,
    grade=grade,
    parts=PARTS,
)
