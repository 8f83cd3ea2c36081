"""One finished item as the report sees it."""

import os
import subprocess
from pathlib import Path

import pytest

from report.items import read_item
from tests.report.conftest import MakeItem

PNG = b"not really"


@pytest.mark.parametrize(
    ("score", "ceiling", "text"),
    [
        (0.6, 0.6, "0.60 / 0.60"),
        (0.0499, 1.0, "0.05 / 1.00"),
        (None, 0.0, "–"),
        (0, 1, "0.00 / 1.00"),
    ],
)
def test_the_score_stands_beside_its_ceiling(
    make_item: MakeItem, score: float | None, ceiling: float, text: str
) -> None:
    """Two digits each; a dash when nothing was graded."""
    assert make_item(overall_score=score, ceiling=ceiling).score == text


def test_initial_middle_and_final_pictures_are_chosen(make_item: MakeItem) -> None:
    """For each level its first, the middle one of its steps, and its last."""
    names = ["level_1_initial", "level_1_step_0003", "level_1_step_0006", "level_1_step_0009"]
    names += ["level_1_final", "level_2_initial", "level_2_final", "level_3_final", "other"]
    item = make_item(files={f"workspace/results/{name}.png": PNG for name in names})
    assert [path.stem for path in item.pictures()] == [
        "level_1_initial",
        "level_1_step_0006",
        "level_1_final",
        "level_2_initial",
        "level_2_final",
    ]


def test_a_flood_of_pictures_is_cut(make_item: MakeItem) -> None:
    """Ten thousand levels are neither shown nor looked through for each other."""
    names = [f"level_{n}_{kind}" for n in range(300) for kind in ("initial", "step_1", "final")]
    names += [f"final_{n}" for n in range(300)]
    item = make_item(files={f"workspace/results/{name}.png": PNG for name in names})
    shown = [path.stem for path in item.pictures()]
    assert shown[:3] == ["level_0_initial", "level_0_step_1", "level_0_final"]
    assert len(shown) == 80
    assert sum(name.endswith("_initial") for name in shown) == 20


def test_a_game_without_levels_shows_its_first_a_middle_and_its_final_board(
    make_item: MakeItem,
) -> None:
    """Of hundreds of steps three pictures tell how it went."""
    names = [f"board_step_{n:04d}" for n in range(1, 121)] + ["final_board"]
    item = make_item(files={f"workspace/results/{name}.png": PNG for name in names})
    shown = [path.stem for path in item.pictures()]
    assert shown == ["board_step_0001", "board_step_0061", "final_board"]


def test_views_of_a_round_are_shown_in_its_order(make_item: MakeItem) -> None:
    """As the round went, whatever the alphabet says."""
    names = [f"view_anagram_{moment}" for moment in ("final", "initial", "midgame")]
    item = make_item(files={f"workspace/results/{name}.png": PNG for name in names})
    shown = [path.stem.removeprefix("view_anagram_") for path in item.pictures()]
    assert shown == ["initial", "midgame", "final"]


def test_a_final_picture_at_the_workspaces_root_is_shown(make_item: MakeItem) -> None:
    """A contract without levels has one final picture, beside what was given."""
    item = make_item(files={f"workspace/{name}.png": PNG for name in ("final_board", "other")})
    assert [path.stem for path in item.pictures()] == ["final_board"]


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
