"""GAM 2's files of honest players in unusual forms, and of others in odd ones."""

import shutil
import time
from pathlib import Path
from types import SimpleNamespace

import pytest

from graders.audit import Audit
from graders.checks import judged
from graders.errors import Unreadable
from graders.mines import grader as mines
from graders.mines.case import Case
from graders.mines.criteria import CRITERIA
from graders.mines.replay import Click
from graders.mines.score import SUBSCORES
from graders.mines.table import CLICKS
from graders.verdict import Check
from graders.workspace import Workspace
from tests.forgeries.mines.game import MINES
from tests.forgeries.workshop import HONEST, workshop_in

HEADER = "step,action,x,y,reason\n"


@pytest.fixture
def honest(tmp_path_factory: pytest.TempPathFactory, tmp_path: Path) -> Path:
    """The workspace of an honest play, to be changed."""
    item = workshop_in(tmp_path_factory.getbasetemp(), MINES).item(HONEST)
    shutil.copytree(item / "workspace", tmp_path / "workspace")
    return tmp_path / "workspace"


def case_of(workspace: Path, audit: Audit | None = None) -> Case:
    """A workspace without a witness."""
    return Case(Workspace(workspace), witness=None, seed=None, audit=audit)


def criterion(name: str, case: Case) -> Check:
    """One criterion on a case."""
    return judged(name, CRITERIA[name][0](case), ())


def table(folder: Path, text: str) -> Case:
    """A workspace with nothing but a table of clicks."""
    (folder / CLICKS).write_text(text, encoding="utf-8")
    return case_of(folder)


def test_honest_files_meet_all_criteria(honest: Path) -> None:
    """Without an audit the one about looking is not judged; the score is capped as without one."""
    verdict = mines.grade(honest)
    assert {c.name: c.met for c in verdict.criteria if not c.met} == {"screens_looked_at": None}
    assert (verdict.overall_score, verdict.ceiling) == (0.6, 0.6)
    audited = mines.grade(honest, audit=Audit(100, 30))
    assert all(c.met for c in audited.criteria)
    assert (audited.overall_score, audited.ceiling) == (1.0, 1.0)
    assert {proof.met for proof in audited.proof} == {True, None}


def test_rows_are_read(tmp_path: Path) -> None:
    """A byte order mark, blanks, columns in another order, whole numbers with a decimal zero."""
    text = "\ufeffaction,step,reason,y,x,game,row,column\n\nleft, 1 ,guess,-2, 30.0 ,2,5,29\n"
    (row,) = table(tmp_path, text).rows
    assert (row.step, row.action, row.x, row.y, row.reason) == ("1", "left", 30, -2, "guess")
    assert (row.cell, row.game) == ((29, 5), 2)
    (plain,) = table(tmp_path, HEADER + "a b,right,1,2,\n").rows
    assert (plain.step, plain.cell, plain.game, plain.reason) == ("'a b'", None, None, "")
    assert table(tmp_path, HEADER).rows == ()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no column step, action, x, y, reason"),
        ("step,action,x,y\n1,left,1,2\n", "no column reason"),
        (HEADER + "1,middle,1,2,\n", "action 'middle'"),
        (HEADER + "1,LEFT,1,2,\n", "action 'LEFT'"),
        (HEADER + "1,left,,2,\n", "does not say where"),
        (HEADER + "1,left\n", "does not say where"),
        (HEADER + "1,left,1.5,2,\n", "x is '1.5'"),
        (HEADER + "1,left,1,٣,\n", "y is "),
        (HEADER + "1,left,1,9999999,\n", "y is "),
        ("step,action,x,y,reason,column,row\n1,left,1,2,,30,0\n", "column 30, row 0"),
    ],
)
def test_rows_that_are_none(tmp_path: Path, text: str, why: str) -> None:
    """What is wrong is said, with the row."""
    with pytest.raises(Unreadable, match=why):
        _ = table(tmp_path, text).rows


def test_a_table_without_end_costs_no_time(tmp_path: Path) -> None:
    """Rows beyond any play's are not read, and the criterion says so."""
    case = table(tmp_path, HEADER + "1,left,1,2,guess\n" * 1_000_000)
    began = time.process_time()
    assert SUBSCORES["clicks_count"](case) == 1
    check = criterion("clicks_logged", case)
    assert (check.met, check.reason) == (
        False,
        "clicks.csv has more than 100000 rows; no play needs them",
    )
    assert time.process_time() - began < 4


def test_rows_of_a_game_that_was_not_played_cost_no_time(tmp_path: Path) -> None:
    """However often their place was clicked in the games that were."""
    rows = "".join(f"{n},left,9,9,guess,3,3,9\n" for n in range(50_000))
    mixed = "1,left,9,9,guess,3,3,1\n2,left,9,9,guess,3,3,\n3,left,9,9,guess,3,3,2\n"
    case = table(tmp_path, f"{HEADER.strip()},column,row,game\n{rows}{mixed}")
    clicks = [Click(n, 1, 9, 9, (3, 3), game=1 + n // 3000) for n in range(6000)]
    case.__dict__["film"] = SimpleNamespace(clicks=clicks)
    begin = time.process_time()
    made = case.made
    assert time.process_time() - begin < 20
    assert not any(made[:50_000])
    assert [click and click.turn for click in made[50_000:]] == [2999, 5998, 5999]


def test_reasons_have_to_name_a_number(tmp_path: Path) -> None:
    """The contract counts any; the criterion those that name a number or the count."""
    words = ["safe-by-3 constraint", "flag-by-count constraint", "safe-by constraint", "guess"]
    rows = [f"{n},left,1,2,{words[n % 4]}\n" for n in range(300)]
    case = table(tmp_path, HEADER + "".join(rows))
    assert SUBSCORES["reasoned_actions"](case) == 1
    assert SUBSCORES["reason_diversity"](case) == 1
    assert criterion("moves_reasoned", case).met
    few = table(tmp_path, HEADER + "".join(rows[:297]))
    assert SUBSCORES["reasoned_actions"](few) == 1
    assert "149 clicks have a reason" in criterion("moves_reasoned", few).reason


@pytest.mark.parametrize(
    ("name", "text", "why"),
    [
        ("run.sh", "gnome-mines --solve\n", "'run.sh' has gnome-mines --solve in it"),
        ("x.py", "open('/dev/shm/mines')\n", "'x.py' has /dev/shm/mines in it"),
    ],
)
def test_programs_are_looked_through(honest: Path, name: str, text: str, why: str) -> None:
    """What the contract bans is found in any script."""
    (honest / name).write_text(text)
    check = criterion("no_solver_called", case_of(honest))
    assert (check.met, check.reason) == (False, why)


def test_what_an_audit_says_counts(honest: Path) -> None:
    """Looks are counted, and what the player ran is looked at."""
    few = criterion("screens_looked_at", case_of(honest, Audit(100, 29)))
    assert (few.met, few.reason) == (
        False,
        "the player looked at the screen 29 times, 30 are asked for",
    )
    assert criterion("screens_looked_at", case_of(honest, Audit(100, 30))).met
    ran = criterion("no_solver_called", case_of(honest, Audit(9, 9, ("dconf read",))))
    assert (ran.met, ran.reason) == (False, "the player ran 'dconf read'")


def test_a_contracts_count_is_no_sub_score_of_nothing(tmp_path: Path) -> None:
    """Without a picture there is no count of its parts; the sub-scores are there and 0."""
    scores = mines.grade(tmp_path).subscores
    assert "revealed_cells_raw" not in scores
    assert {k for k in SUBSCORES if scores[k]} == {"no_solver_imports"}
