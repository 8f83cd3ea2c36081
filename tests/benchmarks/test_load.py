"""What the load benchmark makes of its looks, and that it finds what a run leaves behind."""

import os
import subprocess
from pathlib import Path

import pytest

from benchmarks import load
from benchmarks.load import MARK, ends, left
from drivers import processes


def test_looks_before_all_is_warm_do_not_count() -> None:
    """Of twenty looks the first two are left out; then quarters of four."""
    assert ends([0, 0, *[10] * 4, *[20] * 9, *[30] * 5]) == (10, 30)


def test_a_rise_shows() -> None:
    """Memory that grows steadily has a higher end than beginning."""
    first, last = ends(list(range(100)))
    assert (first, last) == (20.5, 88.5)


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
