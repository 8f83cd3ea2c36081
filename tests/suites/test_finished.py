"""What `--regrade` takes of a finished run, and what it refuses."""

import json
import os
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from drivers.errors import HarnessError, WitnessBroken
from graders.verdict import Check, Verdict
from graders.workspace import seal
from suites.finished import Play, heed_a_late_witness, played_before, with_changes, with_failure
from suites.folders import ItemFolder, item_folder

TASK = "GAM_task_0_toy"
PLAY = Play(
    seed=3,
    player="sh -c 'exit 1'",
    note="the player ended with status 1: no output",
    failure="the player ended with status 1: no output",
    conditions={"network": False, "bound_folders": ["/agent"], "budget_s": 1.5},
    timing={"play_s": 8.125},
    versions={"python": "3.11"},
    pictures=("results/step_*.png",),
)
HOLE = 200 << 20
GRADED = Verdict(
    task=TASK,
    seed=PLAY.seed,
    outcome="solved",
    reason="1 of 1 checks met",
    overall_score=0.6,
    ceiling=0.6,
    judge="off",
    subscores={},
    caps=(),
    criteria=(Check(name="all_is_well", met=True, reason="it is"),),
    proof=(),
    player=PLAY.player,
    note=PLAY.note,
    conditions=PLAY.conditions,
    timing=PLAY.timing,
    versions=PLAY.versions,
)


@pytest.fixture
def finished(tmp_path: Path) -> ItemFolder:
    """An item whose player crashed, and left a pipe, a hole and a link."""
    item = item_folder(tmp_path / "run", TASK, 3)
    results = item.workspace / "results"
    results.mkdir(parents=True)
    (results / "summary.md").write_text("mine")
    os.mkfifo(results / "pipe")
    (results / "hole").touch()
    os.truncate(results / "hole", HOLE)
    (results / "link").symlink_to("/etc/passwd")
    (results / os.fsdecode(b"\xff")).write_text("no UTF-8")
    item.play.write_text(PLAY.to_json())
    seal(item.root, item.manifest)
    item.verdict.write_text(with_failure(GRADED, PLAY.failure).to_json())
    return item


@pytest.fixture
def again(tmp_path: Path) -> ItemFolder:
    """Where it is graded again."""
    item = item_folder(tmp_path / "again", TASK, 3)
    item.root.mkdir(parents=True)
    return item


def test_everything_is_copied_as_it_is(finished: ItemFolder, again: ItemFolder) -> None:
    """A pipe stays a pipe, a hole takes no room, and the verdict is made anew."""
    assert played_before(finished.root.parents[1], again) == PLAY
    results = again.workspace / "results"
    assert (results / "pipe").is_fifo()
    hole = (results / "hole").stat()
    assert (hole.st_size, hole.st_blocks) == (HOLE, 0)
    assert (results / "link").readlink() == Path("/etc/passwd")
    assert not again.verdict.exists()
    assert finished.verdict.exists()


def edited(path: Path, change: Callable[[dict[str, Any]], object]) -> None:
    """Change a JSON file as somebody with an editor would."""
    value = json.loads(path.read_text())
    change(value)
    path.write_text(json.dumps(value))


def changes(finished: ItemFolder, again: ItemFolder) -> tuple[str, ...]:
    """What was changed, when it is graded again."""
    return played_before(finished.root.parents[1], again).changed


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"seed": 4}, "the seed in verdict.json changed"),
        ({"player": "reference"}, "the player in verdict.json changed"),
        ({"proof": [], "note": ""}, "the note, failure in verdict.json changed"),
        ({"conditions": {"network": False}}, "the conditions in verdict.json changed"),
        ({"timing": {}, "versions": {}}, "the timing, versions in verdict.json changed"),
    ],
)
def test_an_edited_verdict_is_told(
    finished: ItemFolder, again: ItemFolder, told: dict[str, object], said: str
) -> None:
    """What is taken over from the play was sealed, so the verdict cannot tell it otherwise."""
    edited(finished.verdict, lambda verdict: verdict.update(told))
    play = played_before(finished.root.parents[1], again)
    assert play == replace(PLAY, changed=(said,))


def test_an_edited_score_has_no_effect(finished: ItemFolder, again: ItemFolder) -> None:
    """Outcome and score are not taken over: they are found anew."""
    lie = {"outcome": "solved", "overall_score": 1.0, "reason": "all is well"}
    edited(finished.verdict, lambda verdict: verdict.update(lie))
    assert played_before(finished.root.parents[1], again) == PLAY


def test_edited_evidence_is_told(finished: ItemFolder, again: ItemFolder) -> None:
    """A file with other content, one more, one less, and the facts of the play."""
    results = finished.workspace / "results"
    (results / "summary.md").write_text("ours")
    (results / "later").touch()
    (results / "link").unlink()
    finished.play.write_text(replace(PLAY, failure="").to_json())
    assert {*changes(finished, again)} == {
        "'workspace/results/summary.md' was changed",
        "'workspace/results/later' was added",
        "'workspace/results/link' was removed",
        "'play.json' was changed",
        "the failure in verdict.json changed",
    }


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda m: m["files"]["play.json"].update(sha256="0" * 64), "'play.json' was changed"),
        (lambda m: m["files"].pop("workspace/results/pipe"), "pipe' was added"),
        (lambda m: m["files"].update(ghost={}), "'ghost' was removed"),
        (dict.clear, "'manifest.json' is not a manifest"),
    ],
)
def test_an_edited_manifest_is_told(
    finished: ItemFolder, again: ItemFolder, change: Callable[[dict[str, Any]], object], said: str
) -> None:
    """A hash that fits no file, a file left out, one too many, a manifest that is none."""
    edited(finished.manifest, change)
    (found,) = changes(finished, again)
    assert said in found


@pytest.mark.parametrize("gone", ["manifest.json", "play.json"])
def test_what_is_gone_is_told(finished: ItemFolder, again: ItemFolder, gone: str) -> None:
    """The play is as the verdict tells it, and it is told that something is missing."""
    (finished.root / gone).unlink()
    play = played_before(finished.root.parents[1], again)
    assert replace(play, changed=(), pictures=PLAY.pictures) == PLAY
    assert gone in play.changed[0]


def test_changed_evidence_is_worth_nothing() -> None:
    """It is unsolved for that reason, whatever it was before, and names the first places."""
    changed = [f"'{number}' was added" for number in range(7)]
    verdict = with_changes(with_failure(GRADED, "it crashed"), changed)
    assert (verdict.outcome, verdict.overall_score) == ("unsolved", 0.0)
    assert verdict.reason == (
        "evidence broken: '0' was added; '1' was added; '2' was added; '3' was added; '4' was "
        "added; and 2 more after it was sealed; "
        "2 of 3 checks not met: evidence_is_as_sealed, player_ended_well"
    )
    assert verdict.broken[:2] == (
        "'0' was added after it was sealed",
        "'1' was added after it was sealed",
    )
    assert verdict.proven_score == 0.0
    assert with_changes(GRADED, ()) is GRADED


def test_where_a_record_is_broken_is_told_also_of_a_player_that_failed() -> None:
    """Each reason stands beside the other."""
    check = Check(name="witness_is_unbroken", met=False, reason="line 3 is no event")
    broken = replace(
        GRADED,
        proof=(check,),
        outcome="unsolved",
        reason="evidence broken: line 3 is no event; 1 of 2 checks not met: witness_is_unbroken",
    )
    assert with_failure(broken, "it crashed").reason == (
        "evidence broken: line 3 is no event; "
        "2 of 3 checks not met: player_ended_well, witness_is_unbroken"
    )


def test_a_play_that_tells_nothing_is_refused(finished: ItemFolder, again: ItemFolder) -> None:
    """Sealed, but no play: as of a run by other means."""
    finished.play.write_text("{}")
    finished.verdict.rename(finished.root.parent / "verdict.json")
    seal(finished.root, finished.manifest)
    (finished.root.parent / "verdict.json").rename(finished.verdict)
    with pytest.raises(HarnessError, match=r"tells of no play"):
        played_before(finished.root.parents[1], again)


def test_a_late_witness_is_no_failure_of_our_own_players() -> None:
    """Too many pictures that it may have missed: the harness failed; nothing else is refused so."""
    heed_a_late_witness(GRADED)
    wrong = Check(name="shown", met=False, reason="not on screen; the witness could not keep up")
    heed_a_late_witness(replace(GRADED, proof=(wrong,)))
    late = replace(wrong, reason="the witness could not keep up at 30 of 120 pictures, too many")
    with pytest.raises(WitnessBroken, match="30 of 120"):
        heed_a_late_witness(replace(GRADED, proof=(late,)))
