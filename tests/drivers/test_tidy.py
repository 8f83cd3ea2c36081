"""What a player left beyond its limits is taken away, and nothing else."""

import os
from dataclasses import replace
from pathlib import Path

import pytest

from drivers.limits import Limits
from drivers.tidy import AT_ONCE, prune

AMPLE = Limits(
    processes=1,
    threads=1,
    memory=1,
    disk=1,
    file=1,
    files=1000,
    depth=3,
    path=1000,
    open_files=1,
    scratch=1,
    scratch_files=1,
    output=1,
)


def names(folder: Path) -> set[str]:
    """All there is in a folder, by its path from there."""
    return {str(path.relative_to(folder)) for path in folder.rglob("*")}


def put(folder: Path, *paths: str) -> set[str]:
    """Make files, and the folders they lie in."""
    for path in paths:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text("x")
    return names(folder)


def test_what_keeps_to_its_limits_stays(tmp_path: Path) -> None:
    """To the last file."""
    there = put(tmp_path, "a", "b/c", "b/d/e/f")
    prune(tmp_path, replace(AMPLE, files=len(there)))
    assert names(tmp_path) == there


def test_what_lies_too_deep_goes(tmp_path: Path) -> None:
    """As a whole; what is above it stays."""
    put(tmp_path, "a", "b/c/d/e/f/g/h", "b/c/x")
    prune(tmp_path, AMPLE)
    assert names(tmp_path) == {"a", "b", "b/c", "b/c/d", "b/c/d/e", "b/c/x"}


def test_a_path_that_is_too_long_goes(tmp_path: Path) -> None:
    """Counted in bytes from the folder on."""
    put(tmp_path, "é" * 10, "é" * 11)
    prune(tmp_path, replace(AMPLE, path=20))
    assert names(tmp_path) == {"é" * 10}


def test_of_too_many_names_the_deepest_go(tmp_path: Path) -> None:
    """More than are removed at once."""
    put(tmp_path, "report", *(f"deep/{n}" for n in range(3 * AT_ONCE)))
    prune(tmp_path, replace(AMPLE, files=7))
    left = names(tmp_path)
    assert len(left) == 7
    assert {"report", "deep"} <= left


def test_deeper_than_python_can_go(tmp_path: Path) -> None:
    """Folders nested by the thousand, more than a path may be long."""
    here = os.open(tmp_path, os.O_RDONLY)
    for _ in range(3000):
        os.mkdir("d", dir_fd=here)
        inner = os.open("d", os.O_RDONLY, dir_fd=here)
        os.close(here)
        here = inner
    os.close(here)
    prune(tmp_path, AMPLE)
    assert names(tmp_path) == {"d", "d/d", "d/d/d", "d/d/d/d"}


def test_a_folder_that_lets_nobody_in_goes_as_well(tmp_path: Path) -> None:
    """Its permissions are no protection."""
    put(tmp_path, "a/b/c/d/e/f")
    (tmp_path / "a/b/c/d/e").chmod(0)
    prune(tmp_path, AMPLE)
    assert names(tmp_path) == {"a", "a/b", "a/b/c", "a/b/c/d"}


@pytest.mark.parametrize("target", ["file", "folder"])
def test_what_a_link_leads_to_is_left_alone(tmp_path: Path, target: str) -> None:
    """Links are names like others; only they go."""
    outside, inside = tmp_path / "outside", tmp_path / "inside"
    put(outside, "file", "folder/x/y/z/w/v")
    kept = names(outside)
    (inside / "a/b/c/d").mkdir(parents=True)
    (inside / "near").symlink_to(outside / target)
    (inside / "a/b/c/d/far").symlink_to(outside / target)
    prune(inside, AMPLE)
    assert names(outside) == kept
    assert {entry.name for entry in os.scandir(inside)} == {"a", "near"}
    assert not (inside / "a/b/c/d/far").is_symlink()
