"""One finished item as the report sees it."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from report.items import read_item
from tests.report.conftest import MakeItem

PNG = b"not really"


@pytest.mark.parametrize(
    ("proven", "contract", "ceiling", "text"),
    [
        (0.6, 0.6, 0.6, "0.60 / 0.60"),
        (0.0499, 0.0499, 1.0, "0.05 / 1.00"),
        (None, None, 0.0, "–"),
        (0, 0, 1, "0.00 / 1.00"),
        (0.0, 1.0, 1.0, "0.00 / 1.00 (contract 1.00)"),
    ],
)
def test_the_score_stands_beside_its_ceiling(
    make_item: MakeItem, proven: float | None, contract: float | None, ceiling: float, text: str
) -> None:
    """Two digits each, the contract's if it is another; a dash when nothing was graded."""
    item = make_item(proven_score=proven, overall_score=contract, ceiling=ceiling)
    assert item.score == text


def played(*patterns: str) -> bytes:
    """A `play.json` whose task names these pictures."""
    return json.dumps({"pictures": patterns}).encode()


def test_the_middle_picture_of_each_pattern_is_shown(make_item: MakeItem) -> None:
    """In the patterns' order, each picture once; a pattern that none fits shows nothing."""
    names = [f"step_{n:04d}" for n in range(1, 121)] + ["end", "begin", "other"]
    files = {f"workspace/results/{name}.png": PNG for name in names}
    patterns = ("begin.png", "step_0001.png", "step_*.png", "none_*.png", "end.png", "e*.png")
    item = make_item(files=files | {"play.json": played(*(f"results/{p}" for p in patterns))})
    assert [path.stem for path in item.pictures()] == ["begin", "step_0001", "step_0061", "end"]


def test_a_picture_at_the_workspaces_root_is_shown(make_item: MakeItem) -> None:
    """A pattern is relative to the workspace."""
    files = {f"workspace/{name}.png": PNG for name in ("final_board", "other")}
    item = make_item(files=files | {"play.json": played("final_board.png")})
    assert [path.stem for path in item.pictures()] == ["final_board"]


@pytest.mark.parametrize(
    "text", [None, b"{", b"[]", b"7", b'{"pictures": 7}', b'{"pictures": []}', b"{}", b"\xff"]
)
def test_without_patterns_some_of_all_are_shown(make_item: MakeItem, text: bytes | None) -> None:
    """As they were written, from the first to the last: old runs name no pictures."""
    names = [f"workspace/results/{name}.png" for name in "hgfedcbazyx"]
    files = dict.fromkeys(names, PNG) | {"workspace/notes.txt": b""}
    item = make_item(files=files if text is None else files | {"play.json": text})
    for second, name in enumerate(names):
        os.utime(item.folder / name, (second, second))
    assert "".join(path.stem for path in item.pictures()) == "hfdbzx"


def test_few_pictures_are_all_shown(make_item: MakeItem) -> None:
    """None is left out without need, none is shown twice."""
    item = make_item(files={f"workspace/{name}.png": PNG for name in "ab"})
    assert sorted(path.stem for path in item.pictures()) == ["a", "b"]
    assert make_item(name="GAM_task_0_toy/seed-8").pictures() == []


def test_a_flood_of_pictures_is_cut(make_item: MakeItem) -> None:
    """Thousands of pictures, or of patterns in a run from elsewhere, make no endless report."""
    files = {f"workspace/results/{n}.png": PNG for n in range(300)}
    assert len(make_item(files=files).pictures()) == 6
    files |= {"play.json": played(*(f"results/{n}.png" for n in range(300)))}
    assert len(make_item(files=files).pictures()) == 80


@pytest.mark.parametrize(
    "pattern", ["../../*.png", "/*.png", "", "**", "results/../../../*.png", "["]
)
def test_no_pattern_leads_out_of_the_workspace(
    make_item: MakeItem, tmp_path: Path, pattern: str
) -> None:
    """Whatever a run from elsewhere names."""
    (tmp_path / "secret.png").write_bytes(b"secret")
    item = make_item(files={"workspace/mine.png": PNG, "play.json": played(pattern)})
    assert {path.name for path in item.pictures()} <= {"mine.png"}


def test_no_picture_leads_out_of_the_item(make_item: MakeItem, tmp_path: Path) -> None:
    """Neither a link to a picture elsewhere nor a folder that is a link is shown."""
    (tmp_path / "secret").mkdir()
    (tmp_path / "secret" / "level_1_initial.png").write_bytes(b"secret")
    item = make_item(files={"workspace/results/level_1_final.png": PNG})
    (item.folder / "workspace/results/level_1_initial.png").symlink_to(
        tmp_path / "secret" / "level_1_initial.png"
    )
    assert [path.name for path in item.pictures()] == ["level_1_final.png"]
    other = make_item(name="GAM_task_0_toy/seed-8", files={"workspace/exec/x": b""})
    (other.folder / "workspace/results").symlink_to(tmp_path / "secret")
    assert other.pictures() == []


def test_folders_nested_without_end_end(
    make_item: MakeItem, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a run that was not played here: what lies too deep for any path is left out."""
    item = make_item(files={"workspace/deep/1.txt": b"1"})
    with monkeypatch.context() as patch:
        patch.chdir(item.folder / "workspace/deep")
        for _ in range(3000):
            Path("d").mkdir()
            os.chdir("d")
        Path("2.txt").touch()
    assert [path.name for path in item.artifacts()] == ["verdict.json", "1.txt"]
    subprocess.run(["rm", "-rf", str(item.folder / "workspace/deep")], check=True)


def test_artifacts_are_the_items_own_regular_files(make_item: MakeItem, tmp_path: Path) -> None:
    """Every file but the witness's single frames; nothing behind a link."""
    item = make_item(
        files={
            "workspace/results/moves.csv": b"1",
            "workspace/frames/mine.png": PNG,
            "witness/frames/000001.png": PNG,
            "witness/events.jsonl": b"{}",
        }
    )
    (item.folder / "workspace/passwd").symlink_to("/etc/passwd")
    (item.folder / "workspace/up").symlink_to(tmp_path, target_is_directory=True)
    assert [path.relative_to(item.folder).as_posix() for path in item.artifacts()] == [
        "verdict.json",
        "witness/events.jsonl",
        "workspace/frames/mine.png",
        "workspace/results/moves.csv",
    ]


@pytest.mark.parametrize("text", [None, "", "{", b"\xff\xfe"])
def test_without_a_verdict_there_is_no_item(tmp_path: Path, text: str | bytes | None) -> None:
    """A folder without a verdict, or with half of one, is none yet."""
    folder = tmp_path / "GAM_task_0_toy" / "seed-7"
    folder.mkdir(parents=True)
    if text is not None:
        (folder / "verdict.json").write_bytes(text.encode() if isinstance(text, str) else text)
    assert read_item(tmp_path, "GAM_task_0_toy/seed-7") is None
    assert read_item(tmp_path, "") is None
