"""GAM 3 from the command line to the report: the real quadrapassel, played with real keys."""

import csv
from pathlib import Path

import pytest

from tests.e2e.runs import (
    GAM_3,
    Run,
    Underway,
    assert_death_is_invalid,
    assert_grades_alike,
    assert_solved,
    play,
    play_interrupted,
)

SUITE = GAM_3
PIECES = 120


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Seed 1 played by the reference player; the game's process stood still for a while."""
    folder = tmp_path_factory.mktemp("quadrapassel")
    return play_interrupted(SUITE, folder, lambda line: line[0].endswith("quadrapassel"))


@pytest.mark.xdist_group("quadrapassel")
class TestReference:
    """The reference player's run of seed 1: that its game was stopped meanwhile confused nobody."""

    def test_is_solved_at_the_ceiling(self, played: Run) -> None:
        """Solved, 0.60 of 0.60, every criterion and proof met but the one for a vision model."""
        assert_solved(played, score=0.60, unmet=["board_recognised"])

    def test_delivers_a_row_and_a_picture_of_each_piece(self, played: Run) -> None:
        """120 rows in the contract's columns, each with a picture of its own, and a story."""
        results = played.item() / "workspace" / "results"
        with (results / "game_log.csv").open() as file:
            rows = list(csv.DictReader(file))
        assert len(rows) == PIECES
        assert sum(int(row["lines_cleared"]) for row in rows) >= 10
        assert all(row["action_keys"].split()[-1] == "space" for row in rows)
        assert len({row["screenshot_file"] for row in rows}) == PIECES
        assert all((results / row["screenshot_file"]).is_file() for row in rows)
        lines = sum(int(row["lines_cleared"]) for row in rows)
        story = (results / "summary.md").read_text()
        assert f"{PIECES} pieces, {lines} lines" in story
        assert "something else than the rules had said: 0" in story

    def test_grades_alike_again_and_alone(self, played: Run, tmp_path: Path) -> None:
        """`--regrade` and `python -m graders` give the same verdict, without playing."""
        assert_grades_alike(played, tmp_path)


class TestControls:
    """Players that show that the grader is not free."""

    def test_null_scores_nothing(self, tmp_path: Path) -> None:
        """Doing nothing is unsolved with at most 0.05."""
        run = play(SUITE, tmp_path, "--game-seed", "1", "--player", "null", "--video", "off")
        assert run.status == 1
        assert run.verdict()["outcome"] == "unsolved"
        assert run.verdict()["overall_score"] <= 0.05

    def test_random_is_unsolved(self, tmp_path: Path) -> None:
        """Pieces dropped by lot, with honest paperwork, are unsolved: the game is soon over."""
        run = play(SUITE, tmp_path, "--game-seed", "1", "--player", "random", "--video", "off")
        assert run.status == 1
        verdict = run.verdict()
        assert verdict["outcome"] == "unsolved"
        unmet = {check["name"] for check in verdict["criteria"] if check["met"] is False}
        assert {"pieces_logged", "lines_cleared"} & unmet
        proof = {check["name"]: check["met"] for check in verdict["proof"]}
        assert proof["pieces_equal_truth"] is True
        assert proof["keys_were_pressed"] is True


def test_a_killed_game_is_invalid(underway: Underway) -> None:
    """The reason is the game's death, it comes within seconds, and nothing stays."""
    assert_death_is_invalid(underway, "quadrapassel")
