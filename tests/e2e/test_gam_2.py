"""GAM 2 from the command line to the report: the real gnome-mines, won by real clicks."""

import csv
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image
from Xlib import X

from tests.e2e.runs import (
    GAM_2,
    Run,
    Underway,
    assert_death_is_invalid,
    assert_grades_alike,
    assert_solved,
    left_behind,
    play,
)

SUITE = GAM_2


@pytest.fixture(scope="module")
def won(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Seed 1 played by the reference player."""
    return play(SUITE, tmp_path_factory.mktemp("mines"), "--game-seed", "1")


@pytest.mark.xdist_group("mines")
class TestReference:
    """The reference player's run of seed 1."""

    def test_is_solved_in_full(self, won: Run) -> None:
        """Solved, 1.00 of 1.00, every criterion and every proof met."""
        assert_solved(won, score=1.0)

    def test_delivers_what_the_contract_asks(self, won: Run) -> None:
        """At the workspace's root: clicks by the hundred, a large picture of the board, a story."""
        workspace = won.item() / "workspace"
        assert not (workspace / "results").exists()
        with (workspace / "clicks.csv").open() as file:
            rows = list(csv.DictReader(file))
        assert list(rows[0])[:7] == ["step", "action", "x", "y", "reason", "column", "row"]
        assert len(rows) >= 260
        assert sum(row["action"] == "right" for row in rows) >= 95
        assert sum("-by-" in row["reason"] for row in rows) >= 150
        with Image.open(workspace / "final_board.png") as board:
            assert board.width > 1024
            assert board.height > 600
        story = (workspace / "summary.md").read_text()
        assert "381 revealed, 99 flagged" in story
        assert "The hardest: " in story

    def test_tells_how_hard_the_board_was(self, won: Run) -> None:
        """Remarks say how each game ended, and what our solver makes of the same board."""
        remarks = " ".join(won.verdict()["remarks"])
        assert "won" in remarks
        assert "our solver, playing the same board" in remarks
        assert won.verdict()["remarks"][0] in (won.folder / "report.html").read_text()

    def test_looks_are_counted(self, won: Run) -> None:
        """The player's captures are counted where they were made, at the X server."""
        assert won.verdict()["timing"]["screenshots"] >= 30

    def test_grades_alike_again_and_alone(self, won: Run, tmp_path: Path) -> None:
        """`--regrade` and `python -m graders` give the same verdict, without playing."""
        assert_grades_alike(won, tmp_path)


class TestControls:
    """Players that show that the grader is not free."""

    def test_null_scores_nothing(self, tmp_path: Path) -> None:
        """Doing nothing is unsolved, with the 0.10 that the contract gives an empty folder."""
        run = play(SUITE, tmp_path, "--game-seed", "1", "--player", "null", "--video", "off")
        assert run.status == 1
        assert run.verdict()["outcome"] == "unsolved"
        assert run.verdict()["overall_score"] == pytest.approx(0.10)

    def test_random_is_unsolved(self, tmp_path: Path) -> None:
        """Four games of cells drawn by lot, with honest paperwork, are unsolved."""
        run = play(SUITE, tmp_path, "--game-seed", "1", "--player", "random", "--video", "off")
        assert run.status == 1
        verdict = run.verdict()
        assert verdict["outcome"] == "unsolved"
        assert verdict["overall_score"] <= 0.50
        proof = {check["name"]: check["met"] for check in verdict["proof"]}
        assert proof["restarts_are_few"] is True
        assert proof["clicks_were_made"] is True
        assert proof["board_equals_truth"] is True


def lose_focus(run: Underway) -> None:
    """Give the keyboard to nobody: the game pauses itself."""
    with run.screen() as screen:
        screen.display.set_input_focus(X.PointerRoot, X.RevertToNone, X.CurrentTime)
        screen.display.sync()


def pause(run: Underway) -> None:
    """Somebody presses Pause."""
    run.press("Pause")


def resize(run: Underway) -> None:
    """Somebody makes the window smaller: every cell is somewhere else then."""
    window = next(event for event in run.events if event["kind"] == "window")["window"]
    with run.screen() as screen:
        screen.display.create_resource_object("window", window).configure(width=1500, height=900)
        screen.display.sync()


@pytest.mark.parametrize("disturb", [lose_focus, pause, resize])
def test_a_disturbed_game_is_solved_or_invalid(
    underway: Underway, disturb: Callable[[Underway], None]
) -> None:
    """Neither a lost focus nor a pause nor a new size hangs a play or counts against the player."""
    disturb(underway)
    run = underway.finish(within_s=90)
    assert run.verdict()["outcome"] in ("solved", "invalid"), run.output
    assert left_behind(underway.runs) == []


def test_a_killed_game_is_invalid(underway: Underway) -> None:
    """The reason is the game's death, it comes within seconds, and nothing stays."""
    assert_death_is_invalid(underway, "gnome-mines")
