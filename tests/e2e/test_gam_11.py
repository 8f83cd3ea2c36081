"""GAM 11 from the command line to the report: our Anagramarama, played with real keys."""

import csv
import json
import signal
from contextlib import suppress
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
from PIL import Image
from Xlib import X

from drivers.anagramarama.look import read_found
from drivers.errors import UnknownLook
from tests.e2e.runs import (
    GAM_11,
    INVALID_WITHIN_S,
    Run,
    Underway,
    assert_grades_alike,
    assert_solved,
    left_behind,
    play,
    play_interrupted,
)

SUITE = GAM_11
FILES = {
    *("seed_normalized.txt", "candidates.csv", "entered.csv", "report.json", "diff.txt"),
    *(f"view_anagram_{when}.png" for when in ("initial", "midgame", "final")),
}
NOTHING_DONE = 0.133
"""What the contract gives for the four questions that only a judge could answer."""


def table(path: Path) -> list[dict[str, str]]:
    """The rows of a CSV."""
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def report(run: Run) -> dict[str, Any]:
    """The player's report."""
    path = run.item() / "workspace" / "results" / "report.json"
    told: dict[str, Any] = json.loads(path.read_text())
    return told


def proof(run: Run) -> dict[str, object]:
    """Which proofs were met."""
    return {check["name"]: check["met"] for check in run.verdict()["proof"]}


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Seed 1 played by the reference player; the game's process stood still for a while."""
    return play_interrupted(SUITE, tmp_path_factory.mktemp("anagramarama"), the_game)


@pytest.mark.xdist_group("anagramarama")
class TestReference:
    """The reference player's run of seed 1: that its game was stopped meanwhile confused nobody."""

    def test_is_solved_at_the_ceiling(self, played: Run) -> None:
        """Solved, 0.867 of 0.867, every criterion and proof met but the one for a vision model."""
        assert_solved(played, score=0.867, unmet=["pictures_recognised"])

    def test_delivers_what_the_game_logged(self, played: Run) -> None:
        """All eight files; the words, verdicts and points are those of the game's own log."""
        results = played.item() / "workspace" / "results"
        assert {path.name for path in results.iterdir()} == FILES
        log = table(played.item() / "witness" / "game" / "play.csv")
        accepted = [row["word"] for row in log if row["verdict"] == "accepted"]
        entered = table(results / "entered.csv")
        assert [row["word"] for row in entered if row["accepted"] == "yes"] == accepted
        candidates = table(results / "candidates.csv")  # another dictionary may have more of them
        known = {row["word"] for row in candidates if row["in_system_dict"] == "True"}
        assert known == set(accepted)
        ends = [row["verdict"] for row in log if row["verdict"] != "quit"]  # if it was asked to end
        assert ends[-1] == "bonus"
        assert report(played)["ocr_score_value"] == 2 * sum(map(len, accepted))
        assert report(played)["entered_accepted"] == len(accepted)
        assert "from what was typed: 0." in (results / "diff.txt").read_text()

    def test_witness_saw_pictures_of_the_words(self, played: Run) -> None:
        """Among its pictures is one for nearly every count of words found.

        A picture stands for a hundredth of a second, and a busy machine may look too late.
        """
        counts = set[int]()
        for path in (played.item() / "witness" / "frames").iterdir():
            with Image.open(path) as image, suppress(UnknownLook):  # a window not drawn yet
                counts.add(read_found(np.asarray(image))[0])
        accepted = report(played)["entered_accepted"]
        assert counts <= set(range(accepted + 1))
        assert {0, accepted} <= counts
        assert len(counts) >= 0.9 * accepted

    def test_grades_alike_again_and_alone(self, played: Run, tmp_path: Path) -> None:
        """`--regrade` and `python -m graders` give the same verdict, without playing."""
        assert_grades_alike(played, tmp_path)


class TestControls:
    """Players that show that the grader is not free."""

    def test_null_scores_nothing(self, tmp_path: Path) -> None:
        """Doing nothing is unsolved, with what nobody judged."""
        run = play(SUITE, tmp_path, "--game-seed", "1", "--player", "null", "--video", "off")
        assert run.status == 1
        assert run.verdict()["outcome"] == "unsolved"
        assert run.verdict()["overall_score"] == NOTHING_DONE

    def test_random_is_unsolved(self, tmp_path: Path) -> None:
        """Letters by lot, with honest paperwork, are unsolved: long words do not come so."""
        run = play(SUITE, tmp_path, "--game-seed", "1", "--player", "random", "--video", "off")
        assert run.status == 1
        verdict = run.verdict()
        assert verdict["outcome"] == "unsolved"
        unmet = {check["name"] for check in verdict["criteria"] if check["met"] is False}
        assert {"long_words_entered", "longest_words_entered"} <= unmet
        assert set(proof(run).values()) == {True}


def the_game(line: list[str]) -> bool:
    """Whether a command line is the game's own, not that of what it is shut in by."""
    return any(part.endswith("games/anagramarama") for part in line) and "--" not in line


def test_a_keyboard_that_is_taken_away_is_taken_back(underway: Underway) -> None:
    """Whoever takes the focus amid words costs keys and time, and no truth."""
    with underway.screen() as screen:
        for _ in range(20):
            screen.display.set_input_focus(X.NONE, X.RevertToNone, X.CurrentTime)
            screen.display.sync()
            psutil.wait_procs([psutil.Process(underway.process.pid)], timeout=0.05)
    run = underway.finish(within_s=150)
    assert run.verdict()["outcome"] == "solved", run.output
    assert set(proof(run).values()) == {True}


def test_a_killed_game_is_invalid(underway: Underway) -> None:
    """The reason is the game's death, it comes within seconds, and nothing stays."""
    underway.child(the_game).send_signal(signal.SIGKILL)
    run = underway.finish(within_s=INVALID_WITHIN_S)
    assert run.verdict()["outcome"] == "invalid"
    assert "GameDied" in run.verdict()["reason"]
    assert left_behind(underway.runs) == []


@pytest.mark.parametrize(
    ("program", "status", "words"),
    [
        pytest.param("no-such-program", 4, "there is no such program", id="missing"),
        pytest.param("/bin/true", 1, "ended before it showed a window", id="no game"),
    ],
)
def test_another_program_has_to_be_one(
    tmp_path: Path, program: str, status: int, words: str
) -> None:
    """What `--game-binary` names has to exist, and to show a window: one clear error else."""
    run = play(SUITE, tmp_path, "--game-seed", "1", "--game-binary", program, "--video", "off")
    assert run.status == status
    assert words in run.output
