"""What `--regrade` takes of a finished run, and what it refuses."""

import json
import os
import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from drivers.errors import HarnessError
from graders.verdict import Check, Verdict
from graders.workspace import seal
from suites.finished import Play, played_before, with_failure
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
)
HOLE = 200 << 20


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
    check = Check(name="all_is_well", met=True, reason="it is")
    graded = Verdict(
        task=TASK,
        seed=PLAY.seed,
        outcome="solved",
        reason="",
        overall_score=0.6,
        ceiling=0.6,
        judge="off",
        subscores={},
        caps=(),
        criteria=(check,),
        proof=(),
        player=PLAY.player,
        note=PLAY.note,
        conditions=PLAY.conditions,
        timing=PLAY.timing,
        versions=PLAY.versions,
    )
    item.verdict.write_text(with_failure(graded, PLAY.failure).to_json())
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


def refused(finished: ItemFolder, again: ItemFolder) -> str:
    """Why it is not graded."""
    with pytest.raises(HarnessError) as raised:
        played_before(finished.root.parents[1], again)
    return str(raised.value)


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ({"seed": 4}, "its seed differ"),
        ({"player": "reference"}, "its player differ"),
        ({"proof": [], "note": ""}, "its note, failure differ"),
        ({"conditions": {"network": False}}, "its conditions differ"),
        ({"timing": {}, "versions": {}}, "its timing, versions differ"),
    ],
)
def test_an_edited_verdict_is_refused(
    finished: ItemFolder, again: ItemFolder, told: dict[str, object], said: str
) -> None:
    """What is taken over from the play was sealed, so the verdict cannot tell it otherwise."""
    edited(finished.verdict, lambda verdict: verdict.update(told))
    assert said in refused(finished, again)


def test_an_edited_play_is_refused(finished: ItemFolder, again: ItemFolder) -> None:
    """Nor can the sealed file, without the seal."""
    finished.play.write_text(replace(PLAY, failure="").to_json())
    assert "'play.json' was changed" in refused(finished, again)


def test_an_edited_manifest_is_refused(finished: ItemFolder, again: ItemFolder) -> None:
    """A hash that fits no file, a file left out, a manifest that is none or gone."""
    whole = finished.manifest.read_text()
    for change, said in (
        (lambda m: m["files"]["play.json"].update(sha256="0" * 64), "'play.json' was changed"),
        (lambda m: m["files"].pop("workspace/results/pipe"), "pipe' was added"),
        (lambda m: m["files"].update(ghost={}), "'ghost' was removed"),
    ):
        edited(finished.manifest, change)
        assert said in refused(finished, again)
        shutil.rmtree(again.root)
        again.root.mkdir()
        finished.manifest.write_text(whole)


def test_a_play_that_tells_nothing_is_refused(finished: ItemFolder, again: ItemFolder) -> None:
    """Sealed, but no play: as of a run by other means."""
    finished.play.write_text("{}")
    seal(finished.root, finished.manifest)
    edited(finished.manifest, lambda m: m["files"].pop("verdict.json"))
    assert "tells of no play" in refused(finished, again)
