"""What every task must keep to, found by looking into `suites/`: a new game needs no edit here."""

import importlib
import json
import re
from pathlib import Path

import pytest

from suites.folders import GIVEN, ItemFolder, fresh_workspace
from suites.task import Task

NOTHING = 0.133
"""GAM 11's contract gives an empty folder so much, half a point for each of four questions that no
judge answered; GAM 2's gives 0.1, for importing no solver, others 0.05."""

SUITES = sorted(path.stem for path in Path("suites").resolve().glob("test_gam_*.py"))


@pytest.fixture(params=SUITES)
def task(request: pytest.FixtureRequest) -> Task:
    """Each suite's task in turn."""
    found: Task = importlib.import_module(f"suites.{request.param}").TASK
    return found


def test_there_is_a_suite() -> None:
    """The list that the tests below run over is not empty."""
    assert SUITES


def test_id_names_suite_and_folder(task: Task) -> None:
    """The id's number is the module's, and the id's folder has prompt, inputs and thresholds."""
    number = re.fullmatch(r"GAM_task_(\d+)_\w+", task.id)
    assert number is not None
    assert f"test_gam_{number[1]}" in SUITES
    given = GIVEN / task.id.removeprefix("GAM_")
    assert (given / "prompt.md").read_text().strip()
    assert (given / "exec").is_dir()
    assert isinstance(json.loads((given / "gt" / "expected.json").read_text()), dict)


def test_has_reference_and_control_players(task: Task) -> None:
    """A reference player shows that it can be solved, a random one that it is not free."""
    assert {"reference", "random"} <= set(task.players)
    assert "null" not in task.players


def test_names_pictures_to_show(task: Task) -> None:
    """A reader of the report sees how a play went: patterns of pictures among the deliverables."""
    assert task.pictures
    assert all(Path(name).parent == Path(task.results) for name in task.pictures)
    assert all(name.endswith(".png") for name in task.pictures)


def test_empty_workspace_is_worth_nothing(task: Task, tmp_path: Path) -> None:
    """An empty workspace is unsolved and scores next to nothing, with or without a seed."""
    for seed in (None, 1):
        verdict = task.grade(tmp_path, seed=seed)
        assert verdict.outcome == "unsolved"
        assert verdict.overall_score is not None
        assert verdict.overall_score <= NOTHING
        assert verdict.task == task.id


def test_untouched_workspace_is_worth_nothing(task: Task, tmp_path: Path) -> None:
    """What is given earns nothing by itself, and thresholds are not among it."""
    folder = ItemFolder(tmp_path)
    workspace = fresh_workspace(folder, task.id, results=task.results)
    task.provision(workspace, 1)
    verdict = task.grade(workspace, seed=1)
    assert verdict.outcome == "unsolved"
    assert verdict.overall_score is not None
    assert verdict.overall_score <= NOTHING
    assert not list(workspace.rglob("expected.json"))


def test_seed_alone_decides_the_workspace(task: Task, tmp_path: Path) -> None:
    """The same seed lays out the same files twice."""
    layouts = []
    for name in ("one", "two"):
        workspace = fresh_workspace(ItemFolder(tmp_path / name), task.id, results=task.results)
        task.provision(workspace, 7)
        files = sorted(path for path in workspace.rglob("*") if path.is_file())
        layouts.append({p.relative_to(workspace): p.read_bytes() for p in files})
    assert layouts[0] == layouts[1]


def test_verdict_shows_its_reasons(task: Task, tmp_path: Path) -> None:
    """Every criterion and proof has a name and a reason, and names are not used twice."""
    verdict = task.grade(tmp_path)
    checks = (*verdict.criteria, *verdict.proof)
    assert all(re.fullmatch(r"[a-z][a-z_0-9]*", check.name) and check.reason for check in checks)
    assert len({check.name for check in checks}) == len(checks)
