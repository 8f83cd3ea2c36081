"""Start a whole run in a pytest of its own, as a user does: real Xvfb, real game, real keys."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil
import pytest

from drivers import processes
from drivers.input import Hands
from drivers.screen import Screen

ROOT = Path(__file__).parents[2]
RUN_MARK = "PLAYPROOF_TEST_RUN"
"""In the environment of every program of a run that is not shut in."""


INVALID_WITHIN_S = 10.0
"""From a disturbance to the end of the whole run."""


@dataclass(frozen=True, slots=True)
class Suite:
    """One module of `suites/`, and the id of its task."""

    module: str
    task: str


GAM_2 = Suite("test_gam_2.py", "GAM_task_2_mines_visual")
GAM_3 = Suite("test_gam_3.py", "GAM_task_3_quadrapassel_autoplay")
GAM_5 = Suite("test_gam_5.py", "GAM_task_5_sokoban_solver")
GAM_11 = Suite("test_gam_11.py", "GAM_task_11_anagramarama_word_grid")


@dataclass(frozen=True, slots=True)
class Run:
    """A finished run of a suite."""

    suite: Suite
    status: int
    output: str
    folder: Path

    def item(self, seed: int = 1) -> Path:
        """The folder of one item."""
        return self.folder / self.suite.task / f"seed-{seed}"

    def verdict(self, seed: int = 1) -> dict[str, Any]:
        """What `verdict.json` says."""
        verdict: dict[str, Any] = json.loads((self.item(seed) / "verdict.json").read_text())
        return verdict


def arguments(suite: Suite, runs: Path, *extra: str) -> list[str]:
    """The command line of a run that keeps its results under `runs`."""
    module = str(ROOT / "suites" / suite.module)
    return [sys.executable, "-m", "pytest", module, "--runs-dir", str(runs), *extra]


def clean_environment() -> dict[str, str]:
    """As a user's shell: without the display of the pytest that runs these tests."""
    ours = ("DISPLAY", "XAUTHORITY")
    kept = {name: value for name, value in os.environ.items() if name not in ours}
    return {name: value for name, value in kept.items() if not name.startswith("PYTEST")}


def play(suite: Suite, runs: Path, *extra: str, environment: dict[str, str] | None = None) -> Run:
    """Run a suite to its end."""
    done = subprocess.run(
        arguments(suite, runs, *extra),
        cwd=ROOT,
        env=environment or clean_environment(),
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    return Run(suite, done.returncode, done.stdout + done.stderr, (runs / "latest").resolve())


@dataclass(frozen=True, slots=True)
class Underway:
    """A run that is being played, for doing something to it."""

    suite: Suite
    process: subprocess.Popen[str]
    runs: Path

    @property
    def log(self) -> Path:
        """The witness's record."""
        return self.runs / "latest" / self.suite.task / "seed-1" / "witness" / "events.jsonl"

    @property
    def events(self) -> list[dict[str, Any]]:
        """What the witness has written so far."""
        lines = self.log.read_text().splitlines()
        return [json.loads(line) for line in lines if line.endswith("}")]

    def child(self, matches: Callable[[list[str]], bool]) -> psutil.Process:
        """The descendant whose command line `matches`."""
        below = psutil.Process(self.process.pid).children(recursive=True)
        return next(child for child in below if matches(child.cmdline()))

    def wait_until_input_arrives(self) -> None:
        """Return once the player has pressed its first keys or buttons."""
        for _ in range(600):
            if self.log.exists() and sum(e["kind"] in ("key", "button") for e in self.events) > 10:
                return
            assert self.process.poll() is None, "the run ended before it was disturbed"
            psutil.wait_procs([psutil.Process(self.process.pid)], timeout=0.05)
        pytest.fail("no input arrived within 30 s")

    @contextmanager
    def screen(self) -> Iterator[Screen]:
        """The run's display, as somebody beside the player would use it."""
        start = next(event for event in self.events if event["kind"] == "start")
        below = psutil.Process(self.process.pid).children(recursive=True)
        cookies = (child.environ().get("XAUTHORITY") for child in below)
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("XAUTHORITY", next(filter(None, cookies)))
            screen = Screen(start["display"])
        yield screen
        screen.close()

    def press(self, key: str) -> None:
        """Press a key on the run's display."""
        with self.screen() as screen:
            Hands(screen).press(key)

    def finish(self, *, within_s: float) -> Run:
        """Wait for the run to end by itself."""
        output, _ = self.process.communicate(timeout=within_s)
        return Run(self.suite, self.process.returncode, output, (self.runs / "latest").resolve())


@contextmanager
def begun(suite: Suite, runs: Path, *options: str) -> Iterator[Underway]:
    """A run of seed 1 whose player has pressed its first keys; nothing outlives the block."""
    process = subprocess.Popen(
        arguments(suite, runs, "--game-seed", "1", *options),
        cwd=ROOT,
        env=clean_environment() | {RUN_MARK: str(runs), "TMPDIR": str(runs)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    )
    try:
        underway = Underway(suite, process, runs)
        underway.wait_until_input_arrives()
        yield underway
    finally:
        if process.poll() is None:
            os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        # a worker that was killed could not end its display
        processes.end([p for p in psutil.process_iter() if _carries(p, str(runs))])


def play_interrupted(suite: Suite, runs: Path, is_game: Callable[[list[str]], bool]) -> Run:
    """Run a suite to its end, while its game stands still once, for a second and a half."""
    with begun(suite, runs) as underway:
        game = underway.child(is_game)
        game.send_signal(signal.SIGSTOP)
        with pytest.raises(subprocess.TimeoutExpired):
            underway.process.wait(timeout=1.5)
        game.send_signal(signal.SIGCONT)
        return underway.finish(within_s=150)


def left_behind(runs: Path) -> list[str]:
    """Programs alive that were started by a run under `runs`: its folder or its mark says so."""
    lines = []
    for process in psutil.process_iter():
        try:
            line, environment = process.cmdline(), process.environ()
            if process.status() == psutil.STATUS_ZOMBIE:
                continue
        except (psutil.NoSuchProcess, psutil.AccessDenied):
            continue
        if environment.get(RUN_MARK) == str(runs) or any(str(runs) in part for part in line):
            lines.append(" ".join(line))
    return lines


def assert_solved(run: Run, *, score: float, unmet: Sequence[str] = ()) -> None:
    """Hold a run of seed 1 against the best that can be reached.

    Args:
        run: The run.
        score: The contract's highest score without a judge.
        unmet: The criteria that only a judge could meet; all else has to be met.
    """
    assert run.status == 0, run.output
    verdict = run.verdict()
    assert (verdict["outcome"], verdict["overall_score"]) == ("solved", score)
    assert verdict["ceiling"] == score
    checks = verdict["criteria"] + verdict["proof"]
    assert [check["name"] for check in checks if check["met"] is not True] == list(unmet)


def assert_grades_alike(run: Run, runs: Path) -> None:
    """Hold `--regrade` and `python -m graders` against the verdict of a solved play of seed 1.

    Args:
        run: The play.
        runs: An empty folder, for the run that grades it again.
    """
    again = play(run.suite, runs, "--regrade", str(run.folder))
    assert again.status == 0, again.output
    assert again.verdict() == run.verdict()
    number = run.suite.task.split("_")[2]
    workspace, witness = run.item() / "workspace", run.item() / "witness"
    command = [sys.executable, "-m", "graders", number, str(workspace)]
    alone = subprocess.run(
        [*command, "--witness", str(witness), "--game-seed", "1"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    )
    for key in ("outcome", "overall_score", "subscores", "criteria", "proof"):
        assert json.loads(alone.stdout)[key] == run.verdict()[key], key


def assert_death_is_invalid(underway: Underway, program: str) -> None:
    """Kill the game: the reason is its death, it comes within seconds, and nothing stays."""
    underway.child(lambda line: line[0].endswith(program)).send_signal(signal.SIGKILL)
    run = underway.finish(within_s=INVALID_WITHIN_S)
    assert run.verdict()["outcome"] == "invalid"
    assert "GameDied" in run.verdict()["reason"]
    assert left_behind(underway.runs) == []


def _carries(process: psutil.Process, mark: str) -> bool:
    try:
        return bool(process.environ().get(RUN_MARK) == mark)
    except (psutil.NoSuchProcess, psutil.AccessDenied):
        return False
