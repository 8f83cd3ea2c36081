"""`--judge vlm` from the command lines, with a model on this machine."""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from graders.workspace import seal
from suites.finished import Play
from suites.folders import ItemFolder, item_folder
from tests.forgeries.sokoban.forging import SEED
from tests.forgeries.sokoban.game import SOKOBAN
from tests.forgeries.workshop import HONEST, Workshop, workshop_in
from tests.graders.fake_endpoint import Endpoint, honest

ROOT = Path(__file__).parents[2]
TASK = "GAM_task_5_sokoban_solver"
KEY = "sk-nobody-may-read-this"


@pytest.fixture(scope="module")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    """Honest evidence of GAM 5, made without a display."""
    workshop = workshop_in(tmp_path_factory.getbasetemp(), SOKOBAN)
    yield workshop
    workshop.close()


@pytest.fixture
def endpoint() -> Iterator[Endpoint]:
    """A model that sees everything that it is asked for, at 0.9."""
    with Endpoint(honest).running() as endpoint:
        yield endpoint


def run(*arguments: object, endpoint: Endpoint, cache: Path) -> "subprocess.CompletedProcess[str]":
    """Run a module of Python's with a judge in the environment."""
    own = {
        **os.environ,
        "PLAYPROOF_JUDGE_URL": endpoint.url,
        "PLAYPROOF_JUDGE_MODEL": "eye-2",
        "PLAYPROOF_JUDGE_KEY": KEY,
        "PLAYPROOF_JUDGE_CACHE": str(cache),
    }
    return subprocess.run(
        [sys.executable, "-m", *map(str, arguments)],
        cwd=ROOT,
        env=own,
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_any_folder_is_judged(workshop: Workshop, endpoint: Endpoint, tmp_path: Path) -> None:
    """``python -m graders``: the contract's score with a judge, out of 1.00."""
    workspace = workshop.item(HONEST) / "workspace"
    done = run("graders", 5, workspace, "--judge", "vlm", endpoint=endpoint, cache=tmp_path)
    assert done.stderr == ""
    verdict = json.loads(done.stdout)
    # 0.6 and 0.1 whole; of nine items worth 0.3 together six whole and three rated 0.9
    assert verdict["overall_score"] == pytest.approx(0.99)
    assert (verdict["ceiling"], verdict["judge"]) == (1.0, "vlm eye-2")
    assert verdict["judging"]["votes"] == "3 of 3"
    assert len(endpoint.requests) == 3


def finished_run(workshop: Workshop, runs: Path) -> Path:
    """A run folder with one finished play of GAM 5."""
    run_folder = runs / "finished"
    item: ItemFolder = item_folder(run_folder, TASK, SEED)
    shutil.copytree(workshop.item(HONEST), item.root, symlinks=True)
    item.verdict.unlink(missing_ok=True)
    verdict = workshop.verdict(HONEST)
    play = Play(
        seed=verdict.seed,
        player=verdict.player,
        note="",
        failure="",
        conditions={},
        timing={},
        versions={},
    )
    item.play.write_text(play.to_json())
    seal(item.root, item.manifest)
    item.verdict.write_text(verdict.to_json())
    (run_folder / "run.json").write_text("{}")
    return run_folder


def test_a_finished_run_is_judged_afterwards(
    workshop: Workshop, endpoint: Endpoint, tmp_path: Path
) -> None:
    """`--regrade RUN --judge vlm`: verdict, report and terminal say so, and nothing has the key."""
    before = finished_run(workshop, tmp_path)
    suite = ("pytest", "suites/test_gam_5.py", "--no-xvfb", "-p", "no:cacheprovider")
    options = ("--regrade", before, "--runs-dir", tmp_path / "runs", "--judge", "vlm")
    done = run(*suite, *options, endpoint=endpoint, cache=tmp_path / "votes")
    assert done.returncode == 0, done.stdout
    assert "solved   0.99 / 1.00" in done.stdout
    after = tmp_path / "runs" / "latest"
    verdict = json.loads((after / TASK / f"seed-{SEED}" / "verdict.json").read_text())
    assert verdict["judging"]["ratings"]["vlm_board_visible"] == 0.9
    assert "vlm eye-2" in (after / "report.html").read_text()
    kept = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert [path for path in kept if KEY.encode() in path.read_bytes()] == []
    assert KEY not in done.stdout + done.stderr
    again = run(*suite, *options, endpoint=endpoint, cache=tmp_path / "votes")
    assert again.returncode == 0
    assert len(endpoint.requests) == 3, "votes are remembered"
