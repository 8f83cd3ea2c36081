"""The forgeries of GAM 2, as one value."""

from pathlib import Path

from graders import checks, process, proofs, witness_events
from graders.audit import Audit
from graders.errors import Unreadable
from graders.mines import clicks as mines_clicks
from graders.mines import grader as mines
from graders.mines import reasons as mines_reasons
from graders.mines.case import Case
from graders.mines.contract import LIMITS
from graders.mines.criteria import CRITERIA
from graders.mines.proof import PROOFS
from graders.mines.score import SUBSCORES
from graders.verdict import Verdict
from graders.witness import Witness
from graders.workspace import Workspace
from tests.forgeries.forging import Forgery
from tests.forgeries.mines.catalogue import FORGERIES
from tests.forgeries.mines.evidence import SEED, build, copy
from tests.forgeries.mines.forging import USUAL
from tests.forgeries.mutants import Parts
from tests.forgeries.workshop import Game


def case_of(item: Path) -> Case:
    """What a check is asked about."""
    return Case(Workspace(item / "workspace"), witness=item / "witness", seed=SEED)


PARTS = Parts(
    module=mines,
    subscores=SUBSCORES,
    limits=LIMITS,
    checks=CRITERIA | PROOFS,
    case=case_of,
    besides={},
    helpers=(
        ("clicks_were_made", proofs.made_up),
        ("witness_is_unbroken", witness_events.follow),
        ("files_are_the_players_own", Workspace.borrowed),
        ("clicks_logged", checks._complaints),
        ("clicks_were_made", mines_clicks._unopened),
        ("reasons_follow", mines_reasons._fault),
        ("game_is_unmodified", process.modified),
        ("game_is_unmodified", process.made_otherwise),
        ("game_is_unmodified", process.meanwhile),
    ),
)


def counted(item: Path) -> Audit | None:
    """What the witness counted; None without a witness."""
    try:
        return Witness.read(item / "witness").audit()
    except Unreadable:
        return None


def grade(item: Path, forgery: Forgery, witnessed: bool) -> Verdict:
    """The verdict on an item folder; without a witness by its workspace and an audit alone."""
    if witnessed:
        return mines.grade(
            item / "workspace", witness=item / "witness", seed=SEED, audit=forgery.audit
        )
    return mines.grade(item / "workspace", audit=forgery.audit or counted(item))


MINES = Game(
    name="mines",
    build=build,
    copy=copy,
    forgeries=FORGERIES,
    grade=grade,
    parts=PARTS,
    usual=USUAL,
)
