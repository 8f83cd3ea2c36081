"""Start a whole run in a pytest of its own, as a user does: real Xvfb, real game, real keys."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from drivers.input import Hands
from drivers.screen import Screen

ROOT = Path(__file__).parents[2]
TASK = "GAM_task_5_sokoban_solver"
RUN_MARK = "PLAYPROOF_TEST_RUN"
"""In the environment of every program of a run that is not shut in."""


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run of the suite."""

    status: int
    output: str
    folder: Path

    def item(self, seed: int = 1) -> Path:
        """The folder of one item."""
        return self.folder / TASK / f"seed-{seed}"

    def verdict(self, seed: int = 1) -> dict[str, Any]:
        """What `verdict.json` says."""
        verdict: dict[str, Any] = json.loads((self.item(seed) / "verdict.json").read_text())
        return verdict


def arguments(runs: Path, *extra: str) -> list[str]:
    """The command line of a run that keeps its results under `runs`."""
    suite = str(ROOT / "suites" / "test_gam_5.py")
    return [sys.executable, "-m", "pytest", suite, "--runs-dir", str(runs), *extra]


def clean_environment() -> dict[str, str]:
    """As a user's shell: without the display of the pytest that runs these tests."""
    ours = ("DISPLAY", "XAUTHORITY")
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return {name: value for name, value in kept.items() if not name.startswith("PYTEST")}


def play(runs: Path, *extra: str, environment: dict[str, str] | None = None) -> Run:
    """Run the suite to its end."""
    done = subprocess.run(
        arguments(runs, *extra),
        cwd=ROOT,
        env=environment or clean_environment(),
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    return Run(done.returncode, done.stdout + done.stderr, (runs / "latest").resolve())


@dataclass(frozen=True, slots=True)
class Underway:
    """A run that is being played, for doing something to it."""

    process: subprocess.Popen[str]
    runs: Path

    @property
    def events(self) -> list[dict[str, Any]]:
        """What the witness has written so far."""
        lines = (self.runs / "latest" / TASK / "seed-1" / "witness" / "events.jsonl").read_text()
        return [json.loads(line) for line in lines.splitlines() if line.endswith("}")]

    def child(self, matches: Callable[[list[str]], bool]) -> psutil.Process:
        """The descendant whose command line `matches`."""
        below = psutil.Process(self.process.pid).children(recursive=True)
        return next(child for child in below if matches(child.cmdline()))

    def wait_until_keys_arrive(self) -> None:
        """Return once the player has pressed its first keys."""
        log = self.runs / "latest" / TASK / "seed-1" / "witness" / "events.jsonl"
        for _ in range(600):
            if log.exists() and sum(event["kind"] == "key" for event in self.events) > 10:
                return
            assert self.process.poll() is None, "the run ended before it was disturbed"
            psutil.wait_procs([psutil.Process(self.process.pid)], timeout=0.05)
        pytest.fail("no keys arrived within 30 s")

    def press(self, key: str) -> None:
        """Press a key on the run's display, as somebody beside the player would."""
        start = next(event for event in self.events if event["kind"] == "start")
        below = psutil.Process(self.process.pid).children(recursive=True)
        cookies = (child.environ().get("XAUTHORITY") for child in below)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XAUTHORITY", next(filter(None, cookies)))
            screen = Screen(start["display"])
        Hands(screen).press(key)
        screen.close()

    def finish(self, *, within_s: float) -> Run:
        """Wait for the run to end by itself."""
        output, _ = self.process.communicate(timeout=within_s)
        return Run(self.process.returncode, output, (self.runs / "latest").resolve())
