"""Whose fault it is when grading breaks, and what is kept of it."""

import errno
import logging
import os
from contextlib import suppress
from pathlib import Path

import pytest

from graders import case, faults
from graders.errors import (
    GraderError,
    GradingFailed,
    NotJudged,
    NotShown,
    Unreadable,
)
from graders.faults import check_machine, kept_in, note
from graders.files import entries_below, read, text_of_ours
from graders.pictures import decode
from graders.workspace import Workspace

KEY = "sk-nobody-may-read-this"


def fail(error: Exception) -> None:
    """Raise it."""
    raise error


def caught(error: Exception) -> Exception:
    """An error with a traceback."""
    try:
        fail(error)
    except Exception as found:
        return found
    pytest.fail("it was raised")


def test_a_mistake_is_kept_with_its_place(caplog: pytest.LogCaptureFixture) -> None:
    """The traceback, the message, and what broke."""
    assert note(caught(KeyError("solved")), "solver_lines") == "KeyError"
    (record,) = caplog.records
    told = record.getMessage()
    assert told.startswith("solver_lines broke:\nTraceback")
    assert told.endswith("KeyError: 'solved'\n")
    assert f'File "{__file__}"' in told
    assert record.levelno == logging.ERROR


@pytest.mark.parametrize("kind", [Unreadable, NotShown, NotJudged])
def test_what_graders_raise_for_a_reason_is_no_mistake(
    caplog: pytest.LogCaptureFixture, kind: type[GraderError]
) -> None:
    """Players owe files, and nothing of ours is broken if they are missing."""
    assert note(caught(kind("a.png is missing")), "final_was_shown") == kind.__name__
    assert caplog.records == []


def test_nobody_passes_over_a_failure_of_ours() -> None:
    """It ends the grading, wherever it comes from."""
    with pytest.raises(GradingFailed, match="no reader"):
        note(caught(GradingFailed("no reader")), "final_shot_score_ocr")


def test_a_log_moves_no_cursor_and_has_an_end(caplog: pytest.LogCaptureFixture) -> None:
    """Whatever a player has made an exception say, and whatever must not be known."""
    hostile = "\x1b[2J\udc80 \u202e" + "x" * 100_000 + f"\n{KEY}"
    note(caught(ValueError(hostile)), "a", secret=KEY)
    told = caplog.records[0].getMessage()
    assert len(told) < 10_000
    assert all(line.isprintable() for line in told.split("\n"))
    assert told.endswith("xxx'\n(secret)\n")
    note(caught(RecursionError("\x1b[2J\udc80")), "b")
    assert all(line.isprintable() for line in caplog.records[1].getMessage().split("\n"))


def test_a_log_is_there_if_anything_broke(tmp_path: Path) -> None:
    """One file for what broke within the block, also if that ends with an exception."""
    with kept_in(tmp_path / "none.log"):
        note(caught(Unreadable("a.png is missing")), "a")
    assert not (tmp_path / "none.log").exists()
    with suppress(GradingFailed), kept_in(tmp_path / "two.log"):
        note(caught(KeyError(1)), "first")
        note(caught(TypeError(2)), "second")
        fail(GradingFailed())
    note(caught(KeyError(3)), "third")
    told = (tmp_path / "two.log").read_text()
    assert told.count("Traceback") == 2
    assert told.index("first broke") < told.index("second broke")


def test_memory_that_a_picture_wants_is_its_own_fault(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is enough for an honest one; where there is not, no player is to blame."""
    check_machine(MemoryError())
    note(caught(MemoryError()), "board_nontrivial")
    monkeypatch.setattr(faults, "MEMORY_BYTES", 1 << 62)
    with pytest.raises(GradingFailed, match="no memory left"):
        note(caught(MemoryError()), "board_nontrivial")


def test_a_picture_without_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """The same where what Pillow raises is a player's unreadable picture."""

    def starved(*arguments: object, **options: object) -> None:
        raise MemoryError

    monkeypatch.setattr("PIL.Image.open", starved)
    with pytest.raises(Unreadable, match="no picture"):
        decode(b"any")
    monkeypatch.setattr(faults, "MEMORY_BYTES", 1 << 62)
    with pytest.raises(GradingFailed, match="no memory left"):
        decode(b"any")


@pytest.mark.parametrize("number", [errno.EMFILE, errno.ENFILE])
def test_too_many_open_files_are_no_players(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, number: int
) -> None:
    """A file that cannot be opened for that is not unreadable, a folder is not empty."""
    (tmp_path / "a").write_text("there")

    def refuse(*arguments: object) -> None:
        raise OSError(number, "Too many open files")

    monkeypatch.setattr(os, "open", refuse)
    monkeypatch.setattr(os, "scandir", refuse)
    for look in (
        lambda: read(tmp_path / "a", 10),
        lambda: Workspace(tmp_path).names("", "*"),
        lambda: list(entries_below(tmp_path, "")),
    ):
        with pytest.raises(GradingFailed, match="no file can be opened any more: Too many"):
            look()


def test_other_files_that_cannot_be_read_are_the_players(tmp_path: Path) -> None:
    """Nobody gets an invalid play by a link to what cannot be read."""
    (tmp_path / "link").symlink_to("/proc/self/mem")
    with pytest.raises(Unreadable, match="cannot be read"):
        read(tmp_path / "link", 10)


def test_files_of_the_harness_are_no_players(tmp_path: Path) -> None:
    """Without the contract's own numbers nobody can be graded."""
    with pytest.raises(GradingFailed, match=r"expected\.json, a file of the harness, cannot be"):
        text_of_ours(tmp_path / "expected.json")
    (tmp_path / "gt").mkdir()
    (tmp_path / "gt" / "expected.json").write_text("{}")
    evidence = case.Evidence(
        Workspace(tmp_path), home=tmp_path, witness=None, seed=None, transcript=None
    )
    with pytest.raises(GradingFailed, match="lacks 'min_candidates'"):
        evidence.least("min_candidates")
