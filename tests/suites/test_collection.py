"""How suites are offered on the command line."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from suites.folders import REPOSITORY

SUITES = sorted(path.stem for path in (REPOSITORY / "suites").glob("test_gam_*.py"))


def pytest_run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in the repository, without a display."""
    return subprocess.run(
        [sys.executable, "-m", "pytest", "--no-xvfb", "-p", "no:cacheprovider", *arguments],
        cwd=REPOSITORY,
        env={k: v for k, v in os.environ.items() if not k.startswith("PLAYPROOF_JUDGE")},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )


def test_suites_can_be_listed(tmp_path: Path) -> None:
    """Collecting alone names each suite, plays nothing and makes no run folder."""
    runs = tmp_path / "runs"
    listed = pytest_run("suites", "--collect-only", "-q", "--runs-dir", str(runs))
    assert listed.returncode == 0, listed.stdout + listed.stderr
    for suite in SUITES:
        assert f"{suite}.py::" in listed.stdout
    assert not runs.exists()


def test_options_are_under_one_heading() -> None:
    """`pytest --help` groups what is ours."""
    text = pytest_run("--help").stdout
    heading = text.index("playproof: beat desktop games")
    ours = text[heading:].split("\n\n")[0]
    for option in ("--game-seed", "--player", "--judge", "--video", "--runs-dir", "--regrade"):
        assert option in ours
    assert "--headed" in ours
    for option in ("--player-bind", "--player-network", "--player-env", "--budget", "--freeze"):
        assert option in ours


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--game-seed", "9-1"], "'9-1' must rise"),
        (["--judge", "vlm"], "--judge vlm: set PLAYPROOF_JUDGE_URL, PLAYPROOF_JUDGE_MODEL"),
        (["--regrade", "no/such/run"], "not a run folder"),
        (["--player", "nobody"], "there is no program 'nobody'"),
        (["--player", ""], "--player is empty"),
    ],
)
def test_a_wrong_option_is_one_line(arguments: list[str], said: str, tmp_path: Path) -> None:
    """A slip on the command line is a usage error, before anything is made."""
    runs = tmp_path / "runs"
    answer = pytest_run(f"suites/{SUITES[0]}.py", *arguments, "--runs-dir", str(runs))
    assert answer.returncode == pytest.ExitCode.USAGE_ERROR
    assert said in answer.stderr
    assert "Traceback" not in answer.stderr
    assert not runs.exists()
