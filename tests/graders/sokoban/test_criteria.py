"""Criteria that look into hostile or unusual files of honest players."""

import shutil
import time
from pathlib import Path

import pytest
from PIL import Image

from graders.checks import judged
from graders.sokoban import grader as sokoban
from graders.sokoban import logs
from graders.sokoban.accounts import _letters
from graders.sokoban.case import Case
from graders.sokoban.criteria import CRITERIA, LEAST_DIFFERENCE
from graders.sokoban.score import SUBSCORES
from graders.verdict import Check
from graders.workspace import Workspace
from tests.forgeries.forging import bomb
from tests.forgeries.sokoban.evidence import save
from tests.forgeries.workshop import HONEST, Workshop


@pytest.fixture
def item(workshop: Workshop, tmp_path: Path) -> Path:
    """An honest item folder of one's own."""
    shutil.copytree(workshop.item(HONEST), tmp_path / "item")
    return tmp_path / "item"


def criterion(item: Path, name: str) -> Check:
    """One criterion on a play that was witnessed."""
    return criterion_of(Case(Workspace(item / "workspace"), witness=item / "witness", seed=7), name)


def criterion_of(case: Case, name: str) -> Check:
    """One criterion on a case."""
    find, _ = CRITERIA[name]
    return judged(name, find(case), ())


def test_ends_on_a_whole_screen_are_compared_in_the_window(item: Path) -> None:
    """What surrounds the window does not make a solved level look as if nothing had moved."""
    for path in sorted((item / "workspace/results").glob("level_*_[if]*.png")):
        with Image.open(path) as picture:
            save(picture.copy(), path, whole_screen=True)
    case = Case(Workspace(item / "workspace"), witness=item / "witness", seed=7)
    assert max(case.end_differences.values()) < LEAST_DIFFERENCE  # the contract's own figures
    assert SUBSCORES["initial_final_pixel_diff"](case) < 1
    verdict = sokoban.grade(item / "workspace", witness=item / "witness", seed=7)
    assert {c.name: c.reason for c in verdict.unmet} == {}


def test_equal_ends_on_a_whole_screen_are_refused(item: Path) -> None:
    """A screen that changed around a window that did not is no play."""
    results = item / "workspace/results"
    with Image.open(results / "level_1_final.png") as final:
        save(final.copy(), results / "level_1_initial.png", whole_screen=True)
    check = criterion(item, "ends_differ")
    assert (check.met, check.reason) == (False, "level 1 differs by 0.00 grey levels")


def test_final_that_is_a_line_is_graded(item: Path) -> None:
    """Contrast is taken from it, as by the contract; it cannot be compared."""
    bomb(item / "workspace/results/level_2_final.png", 72_000_000, 1)
    scores = sokoban.grade(item / "workspace", witness=item / "witness", seed=7).subscores
    assert scores["initial_final_pixel_diff"] == 0
    assert "cannot be resized" in criterion(item, "ends_differ").reason


def test_rows_of_a_log_are_counted_up_to_a_limit(
    item: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is read beyond as many rows as the solution or the limit has, and once only."""
    log = item / "workspace/results/level_1_moves.csv"
    log.write_bytes(log.read_bytes() + b"1,2\n" * 100_000 + b"\xff\xff")
    monkeypatch.setattr(logs, "LOG_ROWS", 50)
    case = Case(Workspace(item / "workspace"), witness=None, seed=None)
    assert criterion_of(case, "moves_logged").met
    assert SUBSCORES["moves_csv_present"](case) == SUBSCORES["moves_csv_consistent"](case) == 1
    monkeypatch.delattr(Workspace, "rows")
    assert SUBSCORES["moves_csv_present"](case) == SUBSCORES["moves_csv_consistent"](case) == 1
    assert criterion_of(case, "moves_logged").met


def test_deep_sums_are_graded(item: Path) -> None:
    """However near to the parser's limit a program is, score and criteria give one answer."""
    solver = item / "workspace/results/solver.py"
    honest, answers = solver.read_text(), set()
    for count in range(2600, 3000, 2):  # the limit lies between; where depends on the caller
        solver.write_text(honest + "# not pysokoban\nZ = 1" + "+1" * count + "\n")
        case = Case(Workspace(item / "workspace"), witness=None, seed=None)
        parses = SUBSCORES["solver_parses"](case) == 1
        for name in ("solver_written", "no_forbidden_imports"):
            assert criterion_of(case, name).met is parses
        answers.add(parses)
    assert answers == {True, False}


def test_long_helpers_are_not_parsed(item: Path) -> None:
    """Megabytes of tokens that mention no library take no time."""
    for number in range(3):
        (item / f"workspace/results/helper_{number}.py").write_text("a\n" * 1_000_000)
    began = time.process_time()
    assert criterion(item, "no_forbidden_imports").met
    assert time.process_time() - began < 2


@pytest.mark.parametrize(
    "source",
    [
        "# pysokoban would have been quicker\n",
        '"""Written without\npysokoban, or any other library."""\n',
        '"""pysokoban. That is what I did not use."""\n',
        "\ufeff# no pysokoban here\n",
        "sokoban_solver = 3\nprint(sokoban_solver)\n",
    ],
)
def test_mention_is_no_import(item: Path, source: str) -> None:
    """A program may speak of a library, and name its own things as it likes."""
    (item / "workspace/results/helper.py").write_text(source)
    check = criterion(item, "no_forbidden_imports")
    assert check.met, check.reason


def test_programs_that_mention_libraries_are_parsed_up_to_a_total(item: Path) -> None:
    """Many short files cost no more than a long one."""
    for number in range(3):
        path = item / f"workspace/results/helper_{number}.py"
        path.write_text("# no pysokoban\n" + "a\n" * 40_000)
    assert "is too long to be looked through" in criterion(item, "no_forbidden_imports").reason


def test_levels_without_end_are_not_followed(item: Path) -> None:
    """A claim of 1500 levels is refused as one, and no log of theirs is read."""
    results = item / "workspace/results"
    for number in range(4, 1500):
        (results / f"level_{number}_result.json").write_text("{}")
        (results / f"level_{number}_moves.csv").symlink_to("/dev/zero")
    verdict = sokoban.grade(item / "workspace", witness=item / "witness", seed=7)
    reasons = {check.name: check.reason for check in verdict.unmet}
    for name in ("accounts_agree", "game_wrote_the_log", "solution_solves_level"):
        assert reasons[name] == "1498 levels are claimed; the game has a few"


def test_a_long_log_is_read_in_one_go() -> None:
    """Each key once, whatever is taken back."""
    rows = [["step"], *([["1", "0.1", "Left"]] * 200_000), *([["2", "0.2", "undo"]] * 199_999)]
    begin = time.process_time()
    assert _letters(rows) == "L"
    assert time.process_time() - begin < 5
