"""``python -m graders`` grades any folder, and says in one line why it cannot."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from graders.audit import Audit
from graders.verdict import Verdict
from tests.forgeries.sokoban.forging import SEED
from tests.forgeries.workshop import HONEST, Workshop

ROOT = Path(__file__).parents[2]


def run(*arguments: object) -> "subprocess.CompletedProcess[str]":
    """Run the command line as a user would."""
    command = [sys.executable, "-m", "graders", *map(str, arguments)]
    own = {k: v for k, v in os.environ.items() if not k.startswith("PLAYPROOF_JUDGE")}
    return subprocess.run(command, cwd=ROOT, env=own, capture_output=True, text=True, check=False)


def test_prints_the_whole_verdict(workshop: Workshop) -> None:
    """With witness, seed and judge everything is judged; the status is 0."""
    item = workshop.item(HONEST)
    options = ("--witness", item / "witness", "--game-seed", SEED, "--judge", "1")
    done = run(5, item / "workspace", *options)
    verdict = Verdict.from_json(done.stdout)
    assert (done.returncode, done.stderr) == (0, "")
    assert verdict == workshop.verdict(HONEST)


def test_prints_a_verdict_on_an_empty_folder(tmp_path: Path) -> None:
    """An unsolved verdict is a verdict: status 0."""
    done = run(5, tmp_path, "--judge", "absent")
    verdict = Verdict.from_json(done.stdout)
    assert (done.returncode, verdict.outcome, verdict.overall_score) == (0, "unsolved", 0.05)
    assert json.loads(done.stdout)["proven_score"] == verdict.proven_score


def test_a_transcript_is_told(tmp_path: Path) -> None:
    """What the player says of itself, from wherever; it decides nothing in this contract."""
    transcript = tmp_path / "session.jsonl"
    transcript.write_text('{"type": "tool_use", "name": "screenshot", "input": {}}\n$ gdb -p 7\n')
    (tmp_path / "workspace").mkdir()
    done = run(5, tmp_path / "workspace", "--transcript", transcript)
    told, suspicion = Verdict.from_json(done.stdout).remarks
    assert told.startswith("'session.jsonl' (Anthropic) tells of 0 acts and 1 looks;")
    assert suspicion == "'session.jsonl' has 'gdb' in calls (line 2)."


@pytest.mark.parametrize(
    ("arguments", "what"),
    [
        ((5,), "WORKSPACE"),
        ((7, "."), "7"),
        (("five", "."), "five"),
        ((5, "/no/such/folder"), "/no/such/folder is not a folder"),
        ((5, ".", "--witness", "/no/such/folder"), "/no/such/folder is not a folder"),
        ((5, ".", "--game-seed", "x"), "--game-seed"),
        ((5, ".", "--judge", "2"), "expected absent, vlm or 0 to 1"),
        ((5, ".", "--judge", "nan"), "expected absent, vlm or 0 to 1"),
        ((5, ".", "--judge", "vlm"), "set PLAYPROOF_JUDGE_URL, PLAYPROOF_JUDGE_MODEL, PLAYPROOF_"),
        ((5, ".", "--audit", "1"), "expected CALLS,SHOTS"),
        ((5, ".", "--transcript", "/no/such/file"), "/no/such/file is not a file"),
        ((5, ".", "--transcript", "."), ". is not a file"),
        ((3, ".", "--audit", "9,9"), "task 3 asks for no audit: leave out --audit"),
        ((5, ".", "--audit", "9,9"), "task 5 asks for no audit: leave out --audit"),
        (
            (11, ".", "--audit", "9,9"),
            "task 11 asks for no audit: leave out --audit",
        ),
        ((2, ".", "--judge", "1"), "task 2 asks for no judge: leave out --judge"),
    ],
)
def test_bad_arguments_are_told_in_one_line(arguments: tuple[object, ...], what: str) -> None:
    """One line on stderr with what is wrong, nothing on stdout, status 2."""
    done = run(*arguments)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert what in done.stderr


def test_what_a_contract_asks_for_is_taken(tmp_path: Path) -> None:
    """Counts by that of GAM 2; that there is no judge needs no contract's leave."""
    done = run(2, tmp_path, "--audit", "120,80", "--judge", "absent")
    assert Verdict.from_json(done.stdout).subscores["audit_screenshots"] == 80
    assert (done.returncode, done.stderr) == (0, "")


def test_a_broken_harness_is_told_in_one_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody is graded, and nothing is printed that looks like a verdict."""
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    done = run(11, tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert "tesseract, which reads the pictures' text, does not run" in done.stderr


def test_a_mistake_is_told_with_its_traceback(tmp_path: Path) -> None:
    """Here one over a report that is no object; the verdict stands beside it, on stdout."""
    (tmp_path / "results").mkdir()
    (tmp_path / "results" / "report.json").write_text("5")
    done = run(11, tmp_path)
    assert Verdict.from_json(done.stdout).subscores["report_keys_ok"] == 0
    assert done.stderr.startswith("report_keys_ok broke:\nTraceback (most recent call last)")
    assert "score_match_correct broke" in done.stderr


def test_audit_is_two_counts() -> None:
    """The form that contracts with a transcript will need."""
    assert Audit.parse("120,80") == Audit(calls=120, shots=80)
