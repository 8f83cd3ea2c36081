"""The benchmark of playing speed measures what it says."""

import os
from pathlib import Path

import pytest

from benchmarks.playing import by_xtest, closed_loop, open_loop, table


def test_counts_in_the_games_own_log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys sent without waiting are all accepted, and so are keys sent one picture at a time."""
    monkeypatch.setenv("DISPLAY", os.environ.get("DISPLAY", ""))  # the benchmark starts its own
    with table(tmp_path) as at:
        seen = closed_loop(at, 10)
        flood = open_loop(at, by_xtest(at), 50)
        assert at.accepted() == 20 + 100
    assert seen["sent"] == 20
    assert (flood["sent"], flood["accepted"], flood["lost"]) == (100, 100, 0)
    assert flood["keys_per_s"] > seen["keys_per_s"] > 0


def test_lost_keys_are_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys that never reach the game are reported as lost."""
    monkeypatch.setenv("DISPLAY", os.environ.get("DISPLAY", ""))
    monkeypatch.setattr("benchmarks.playing.LOST_AFTER_S", 0.2)
    with table(tmp_path) as at:
        figures = open_loop(at, lambda keys, pairs: None, 5)
    assert (figures["sent"], figures["accepted"], figures["lost"]) == (10, 0, 10)
