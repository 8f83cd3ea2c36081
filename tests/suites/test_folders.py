"""The files a run leaves."""

from pathlib import Path

import pytest

from suites import folders
from suites.folders import fresh_workspace, item_folder, new_run_folder, seeds_played

TASKS = sorted(f"GAM_{path.name}" for path in folders.GIVEN.iterdir())


def test_runs_within_a_second_are_apart(tmp_path: Path) -> None:
    """Run folders made at once are all there, and `latest` is the last of them."""
    runs = tmp_path / "some" / "runs"
    made = [new_run_folder(runs) for _ in range(5)]
    assert len(set(made)) == 5
    assert all(folder.is_dir() and folder.parent == runs for folder in made)
    assert (runs / "latest").resolve() == made[-1]
    assert not (runs / "latest").readlink().is_absolute(), "the folder can be moved"


def test_latest_moves_on_from_a_run_that_is_gone(tmp_path: Path) -> None:
    """A dangling `latest` is replaced."""
    (tmp_path / "latest").symlink_to("20200101T000000Z")
    made = new_run_folder(tmp_path)
    assert (tmp_path / "latest").resolve() == made


def test_a_folder_called_latest_is_left_alone(tmp_path: Path) -> None:
    """What is no link was made by somebody, and stays."""
    (tmp_path / "latest").mkdir()
    (tmp_path / "latest" / "notes.txt").write_text("mine")
    new_run_folder(tmp_path)
    assert (tmp_path / "latest" / "notes.txt").read_text() == "mine"


def test_an_unwritable_place_is_a_usage_error(tmp_path: Path) -> None:
    """A place where nothing can be made is named, with the reason."""
    (tmp_path / "file").write_text("")
    with pytest.raises(pytest.UsageError, match=r"--runs-dir .*file/runs.*Not a directory"):
        new_run_folder(tmp_path / "file" / "runs")


@pytest.mark.parametrize("task", TASKS)
def test_a_workspace_holds_what_is_given_only(tmp_path: Path, task: str) -> None:
    """Prompt, inputs and an empty results folder: never what the grader expects, and no links."""
    folder = item_folder(tmp_path, task, 7)
    workspace = fresh_workspace(folder, task, results="results")
    assert workspace == folder.workspace == tmp_path / task / "seed-7" / "workspace"
    assert {path.name for path in workspace.iterdir()} == {"exec", "prompt.md", "results"}
    assert list((workspace / "results").iterdir()) == []
    everything = list(workspace.rglob("*"))
    assert not [path for path in everything if path.name in ("gt", "expected.json")]
    assert not [path for path in everything if path.is_symlink()]


def test_deliverables_may_go_to_the_workspace_itself(tmp_path: Path) -> None:
    """A contract that asks for files at the workspace's root gets no folder for them."""
    folder = item_folder(tmp_path, TASKS[0], 7)
    workspace = fresh_workspace(folder, TASKS[0], results="")
    assert {path.name for path in workspace.iterdir()} == {"exec", "prompt.md"}


def test_a_second_workspace_in_its_place_is_refused(tmp_path: Path) -> None:
    """Nothing of an earlier play can be mistaken for this one's."""
    folder = item_folder(tmp_path, TASKS[0], 1)
    fresh_workspace(folder, TASKS[0], results="results")
    with pytest.raises(FileExistsError):
        fresh_workspace(folder, TASKS[0], results="results")


def test_seeds_of_a_run_are_found_again(tmp_path: Path) -> None:
    """The seeds that a run played, ascending; other tasks and other files do not count."""
    for name in ("seed-10", "seed-9", "seed-x", "notes"):
        (tmp_path / "GAM_a" / name).mkdir(parents=True)
    (tmp_path / "GAM_b" / "seed-3").mkdir(parents=True)
    assert seeds_played(tmp_path, "GAM_a") == (9, 10)
    assert seeds_played(tmp_path, "GAM_c") == ()


def test_names_of_an_items_files(tmp_path: Path) -> None:
    """Nothing of the harness's lies where the player writes."""
    folder = item_folder(tmp_path, "GAM_x", 3)
    ours = (folder.witness, folder.game_log, folder.player_log, folder.verdict, folder.manifest)
    for path in ours:
        assert path.is_relative_to(folder.root)
        assert not path.is_relative_to(folder.workspace)
