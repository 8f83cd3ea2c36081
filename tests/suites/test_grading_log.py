"""What breaks while a play is graded: told beside its verdict, or the harness's own failure."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.forgeries.sokoban.forging import SEED
from tests.forgeries.sokoban.game import SOKOBAN
from tests.forgeries.workshop import Workshop, workshop_in
from tests.suites.test_judging import ROOT, TASK, finished_run

BROKEN = """
import sys

if "suites.apart" in sys.orig_argv:  # where plays are graded
    from graders.errors import GradingFailed
    from graders.sokoban.score import SUBSCORES

    def broken(case):
        raise {}

    SUBSCORES["solver_lines"] = broken
"""


@pytest.fixture
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    """Honest evidence of GAM 5, made without a display."""
    workshop = workshop_in(tmp_path_factory.getbasetemp(), SOKOBAN)
    yield workshop
    workshop.close()


def graded(run: Path, to: Path, *, broken: str = "") -> tuple[Path, dict[str, Any], str]:
    """Grade a run again, one sub-score raising what is written: item, verdict, output."""
    to.mkdir()
    if broken:
        (to / "sitecustomize.py").write_text(BROKEN.format(broken))
    command = (sys.executable, "-m", "pytest", "suites/test_gam_5.py", "--no-xvfb")
    options = ("-p", "no:cacheprovider", "--regrade", str(run), "--runs-dir", str(to))
    done = subprocess.run(
        [*command, *options],
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": f"{ROOT}{os.pathsep}{to}"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    item = (to / "latest").resolve() / TASK / f"seed-{SEED}"
    return item, json.loads((item / "verdict.json").read_text()), done.stdout


def test_a_mistake_of_ours_is_kept_and_never_sealed(workshop: Workshop, tmp_path: Path) -> None:
    """Its traceback is beside the verdict, linked from the report, and gone when it is mended."""
    run = finished_run(workshop, tmp_path)
    item, verdict, _ = graded(run, tmp_path / "broken", broken='KeyError("oops")')
    assert verdict["subscores"]["solver_lines"] == 0
    told = (item / "grading.log").read_text()
    assert told.startswith("solver_lines broke:\nTraceback")
    assert told.endswith("KeyError: 'oops'\n")
    assert "grading.log" not in (item / "manifest.json").read_text()
    report = (item.parents[1] / "report.html").read_text()
    assert f"{TASK}/seed-{SEED}/grading.log" in report
    item, verdict, output = graded(item.parents[1], tmp_path / "mended")
    assert (verdict["outcome"], verdict["subscores"]["solver_lines"]) == ("solved", 1), output
    assert not (item / "grading.log").exists()


def test_a_failure_of_ours_is_invalid(workshop: Workshop, tmp_path: Path) -> None:
    """No player is graded by a harness that has failed."""
    run = finished_run(workshop, tmp_path)
    item, verdict, output = graded(run, tmp_path / "failed", broken='GradingFailed("no reader")')
    assert (verdict["outcome"], verdict["reason"]) == ("invalid", "GradingFailed: no reader"), (
        output
    )
    assert not (item / "grading.log").exists()
