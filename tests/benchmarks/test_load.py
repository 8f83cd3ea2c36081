"""What the load benchmark makes of its looks, and that it finds what a run leaves behind."""

import os
import subprocess
from pathlib import Path

import pytest

from benchmarks import load
from benchmarks.load import MARK, MEBIBYTE, Worker, ends, grew, left
from drivers import processes


def test_looks_before_all_is_warm_do_not_count() -> None:
    """Of twenty looks the first two are left out; then quarters of four."""
    assert ends([0, 0, *[10] * 4, *[20] * 9, *[30] * 5]) == (10, 30)


def test_a_rise_shows() -> None:
    """Memory that grows steadily has a higher end than beginning."""
    first, last = ends(list(range(100)))
    assert (first, last) == (20.5, 88.5)


def test_what_grew_is_named() -> None:
    """Two workers of 50 items each: one stays as it is, one keeps a MiB and a file for each."""
    steady = Worker(memory=[100 * MEBIBYTE] * 100, descriptors=[19] * 100)
    leaky = Worker(memory=[n * MEBIBYTE // 2 for n in range(100)], descriptors=list(range(100)))
    assert grew([steady, steady], runs=100) == []
    memory, descriptors = grew([steady, leaky], runs=100)
    assert memory == "memory: 1.01 MiB an item"
    assert descriptors == "descriptors: from 20.5 to 88.5"


def test_what_a_run_left_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A process with its mark, a file among its temporary ones; not pytest's own folder."""
    monkeypatch.setattr(load, "ENDS_WITHIN_S", 0.0)
    monkeypatch.setattr(load, "STAGE_MARK", "PLAYPROOF_NO_STAGE")  # other tests have stages
    (tmp_path / "tmp" / "pytest-of-me").mkdir(parents=True)
    (tmp_path / "tmp" / "forgotten").touch()
    leftover = subprocess.Popen(["tail", "-f", "/dev/null"], env={**os.environ, MARK: "mine"})
    try:
        found = left("mine", tmp_path, load.displays())
    finally:
        processes.end_popen(leftover)
    assert f"tail {leftover.pid}" in found
    assert str(tmp_path / "tmp" / "forgotten") in found
    assert not any("pytest-of-me" in name for name in found)
