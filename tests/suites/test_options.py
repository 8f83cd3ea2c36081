"""What pytest itself does with our options and with what players leave: it runs none of it."""

from pathlib import Path

import pytest

from suites.folders import ItemFolder
from tests.suites.test_collection import pytest_run

TRAP = "open({!r}, 'w').close()\n"


def test_a_players_folder_is_no_folder_of_tests(tmp_path: Path) -> None:
    """Whatever option names it, before or after the suite, its conftest is not loaded."""
    sprung = tmp_path / "sprung"
    agent = tmp_path / "agent"
    (agent / "tests").mkdir(parents=True)
    for place in (tmp_path, agent, agent / "tests"):
        (place / "conftest.py").write_text(TRAP.format(str(sprung)))
    (agent / "run").write_text("")
    bound = ("--player-bind", str(agent))
    for arguments in (
        ("suites", *bound, "--player", str(agent / "run")),
        (*bound, "--player", str(agent / "run"), "suites"),
        ("suites", "--runs-dir", str(agent), "--regrade", str(agent)),
    ):
        done = pytest_run("--collect-only", "-q", *arguments)
        assert done.returncode == 0, done.stdout + done.stderr
        assert not sprung.exists(), arguments


def test_a_run_of_another_task_is_not_graded_again(tmp_path: Path) -> None:
    """It is said before a run folder is made, to which `runs/latest` would point."""
    run, runs = tmp_path / "run", tmp_path / "runs"
    (run / "GAM_task_5_sokoban_solver" / "seed-1").mkdir(parents=True)
    (run / "run.json").write_text("{}")
    done = pytest_run("suites/test_gam_3.py", "--regrade", str(run), "--runs-dir", str(runs))
    assert done.returncode == pytest.ExitCode.USAGE_ERROR
    assert "it holds no play of this task, but GAM_task_5_sokoban_solver" in done.stderr
    assert not runs.exists()


def test_a_workspace_is_never_collected(tmp_path: Path) -> None:
    """In the folder of all runs pytest finds no test of a player, and loads nothing."""
    sprung = tmp_path / "sprung"
    item = ItemFolder(tmp_path / "runs" / "1" / "task" / "seed-1")
    for folder in (item.workspace / "results" / "tests", item.witness):
        folder.mkdir(parents=True)
    for name in ("conftest.py", "test_it.py", "__init__.py"):
        for place in (item.workspace, item.workspace / "results" / "tests"):
            (place / name).write_text(TRAP.format(str(sprung)))
    done = pytest_run("-c", "pyproject.toml", "--collect-only", "-q", str(tmp_path / "runs"))
    assert "no tests collected" in done.stdout, done.stdout + done.stderr
    assert not sprung.exists()
