"""GAM 5 from the command line to the report."""

import html
import json
import re
import signal
import subprocess
from pathlib import Path
from urllib.parse import unquote
from xml.etree import ElementTree

import psutil
import pytest

from tests.e2e.runs import (
    GAM_5,
    INVALID_WITHIN_S,
    Run,
    Underway,
    assert_grades_alike,
    assert_solved,
    clean_environment,
    left_behind,
    play,
)

SUITE = GAM_5


@pytest.mark.xdist_group("reference")
class TestReference:
    """The reference player's run of seed 1."""

    def test_is_solved_at_the_ceiling(self, reference_run: Run) -> None:
        """Solved, 0.60 of 0.60, every criterion and proof met but the one for a vision model."""
        assert_solved(reference_run, score=0.60, unmet=["board_recognised"])

    def test_completes_all_three_levels(self, reference_run: Run) -> None:
        """The game itself wrote three results, the hard one with 100 pushes or more."""
        results = [
            json.loads((reference_run.item() / f"witness/game/level_{n}_result.json").read_text())
            for n in (1, 2, 3)
        ]
        assert [result["solved"] for result in results] == [True, True, True]
        assert results[2]["pushes"] >= 100

    def test_witness_saw_a_picture_for_each_act(self, reference_run: Run) -> None:
        """Every key press names the frame that was on screen, and each of those frames is there."""
        events = (reference_run.item() / "witness/events.jsonl").read_text().splitlines()
        presses = [e for e in map(json.loads, events) if e["kind"] == "key" and e["press"]]
        rows = [
            len(path.read_text().splitlines()) - 1
            for path in (reference_run.item() / "witness/game").glob("*_moves.csv")
        ]
        next_level = len(rows) - 1
        assert len(presses) == sum(rows) + next_level
        frames = reference_run.item() / "witness/frames"
        assert [press for press in presses if not (frames / press["frame"]).is_file()] == []

    def test_folder_is_complete_by_itself(self, reference_run: Run) -> None:
        """Every file of the design is there, and every link in the report leads to one."""
        for name in ("game.log", "player.log", "manifest.json", "witness/recording.mp4"):
            assert (reference_run.item() / name).is_file()
        blob = re.search(
            r'data-jsonblob="([^"]*)"', (reference_run.folder / "report.html").read_text()
        )
        assert blob is not None
        (row,) = json.loads(html.unescape(blob[1]))["tests"].values()
        links = set(re.findall(r'(?:href|src)="([^"]*)"', json.dumps(row).replace('\\"', '"')))
        assert len(links) > 40
        assert [link for link in links if not (reference_run.folder / unquote(link)).exists()] == []
        assert [link for link in links if not link.startswith(f"{SUITE.task}/seed-1/")] == []

    def test_says_so_in_terminal_and_junit(self, reference_run: Run) -> None:
        """The outcome and score stand in the terminal's lines and in JUnit's properties."""
        assert re.search(rf"solved +0\.60 / 0\.60 +{SUITE.task}/seed-1", reference_run.output)
        tree = ElementTree.parse(reference_run.folder / "junit.xml")  # noqa: S314  (our own file)
        properties = {p.get("name"): p.get("value") for p in tree.iter("property")}
        assert (properties["outcome"], properties["overall_score"]) == ("solved", "0.6")

    def test_grades_alike_again_and_alone(self, reference_run: Run, tmp_path: Path) -> None:
        """`--regrade` and `python -m graders` give the same verdict, without playing."""
        assert_grades_alike(reference_run, tmp_path)

    def test_film_is_kept_on_failure_only(self, tmp_path: Path) -> None:
        """With `retain-on-failure` a solved item's film is gone, and the seal still holds."""
        run = play(SUITE, tmp_path / "one", "--game-seed", "2", "--video", "retain-on-failure")
        assert run.verdict(2)["outcome"] == "solved"
        assert not (run.item(2) / "witness/recording.mp4").exists()
        assert play(SUITE, tmp_path / "two", "--regrade", str(run.folder)).status == 0

    def test_changed_evidence_is_not_graded(self, reference_run: Run, tmp_path: Path) -> None:
        """A file changed after the seal makes the regraded item worth nothing, by name."""
        copied = tmp_path / "copy"
        subprocess.run(["cp", "-r", str(reference_run.folder), str(copied)], check=True)
        (copied / SUITE.task / "seed-1/workspace/results/summary.md").write_text("better")
        again = play(SUITE, tmp_path / "runs", "--regrade", str(copied))
        assert again.status == 1
        verdict = again.verdict()
        assert (verdict["outcome"], verdict["overall_score"]) == ("unsolved", 0.0)
        assert verdict["reason"].startswith("evidence broken: 'workspace/results/summary.md' was")

    def test_nothing_to_grade_is_an_error(self, reference_run: Run, tmp_path: Path) -> None:
        """A run without a play of the suite's task is refused, not passed over."""
        (tmp_path / "run").mkdir()
        (tmp_path / "run" / "run.json").write_text("{}")
        again = play(SUITE, tmp_path / "runs", "--regrade", str(tmp_path / "run"))
        assert again.status != 0
        assert "no play of this task" in again.output


class TestControls:
    """Players that show that the grader is not free."""

    def test_null_scores_nothing(self, tmp_path: Path) -> None:
        """Doing nothing is unsolved with at most 0.05."""
        run = play(SUITE, tmp_path, "--game-seed", "1", "--player", "null", "--video", "off")
        assert run.status == 1
        assert run.verdict()["outcome"] == "unsolved"
        assert run.verdict()["overall_score"] <= 0.05
        assert not (run.item() / "witness/recording.mp4").exists()

    def test_random_is_unsolved_on_every_worker(self, tmp_path: Path) -> None:
        """A random walk with honest paperwork is unsolved; two workers share one report."""
        run = play(SUITE, tmp_path, "--game-seed", "1,2", "--player", "random", "-n", "2")
        assert run.status == 1
        for seed in (1, 2):
            assert run.verdict(seed)["outcome"] == "unsolved"
            assert run.verdict(seed)["overall_score"] < 0.60
        assert f"{SUITE.task}/seed-2/" in (run.folder / "report.html").read_text()


class TestDisturbed:
    """What breaks mid-run is the harness's trouble: invalid, soon, and nothing stays."""

    @pytest.mark.parametrize(
        ("victim", "word"),
        [
            ("sokoban_game.py", "GameDied"),
            ("Xvfb", "DisplayLost"),
            ("suites.players.own_process", "PlayerDied"),
        ],
    )
    def test_is_invalid(self, underway: Underway, victim: str, word: str) -> None:
        """A killed game, display or player gives `invalid` with the reason within 10 s."""
        programs = underway.child(
            lambda line: (
                any(victim in part for part in line) and line[0] not in ("bwrap", "setpriv")
            )
        )
        programs.send_signal(signal.SIGKILL)
        run = underway.finish(within_s=INVALID_WITHIN_S)
        assert run.status == 1, run.output
        assert run.verdict()["outcome"] == "invalid"
        assert run.verdict()["overall_score"] is None
        assert word in run.verdict()["reason"]
        assert left_behind(underway.runs) == []

    @pytest.mark.parametrize("underway", [(), ("-n", "2")], indirect=True, ids=["alone", "workers"])
    def test_interrupted_run_cleans_up(self, underway: Underway) -> None:
        """SIGTERM to pytest ends game and display too, and leaves a verdict; also with workers."""
        underway.process.send_signal(signal.SIGTERM)
        run = underway.finish(within_s=INVALID_WITHIN_S)
        assert run.verdict()["outcome"] == "invalid"
        assert left_behind(underway.runs) == []

    @pytest.mark.parametrize("underway", [("-n", "1")], indirect=True)
    def test_item_of_a_killed_worker_is_invalid(self, underway: Underway) -> None:
        """A worker that dies leaves no verdict of its own; the run says that it is invalid."""
        worker = psutil.Process(underway.process.pid).children()[0]
        worker.kill()
        run = underway.finish(within_s=60)
        assert run.status == 1, run.output
        assert run.verdict()["outcome"] == "invalid"
        listed = json.loads((run.folder / "run.json").read_text())["items"]
        assert [item["outcome"] for item in listed] == ["invalid"]


class TestClosedGame:
    """Closing the game is the player's own doing: no way out of a lost game."""

    def test_is_unsolved(self, underway: Underway) -> None:
        """A key that quits the game ends the play, which is graded and says so."""
        underway.press("Escape")
        run = underway.finish(within_s=2 * INVALID_WITHIN_S)
        assert run.status == 1, run.output
        verdict = run.verdict()
        assert verdict["outcome"] == "unsolved"
        assert verdict["note"] == "the game was closed from its own window"
        assert verdict["overall_score"] < 0.60
        assert left_behind(underway.runs) == []


class TestBadInput:
    """One clear error that names the next step."""

    def test_missing_xvfb_is_named(self, tmp_path: Path) -> None:
        """Without Xvfb the item is invalid, and the reason says which package to install."""
        folder = tmp_path / "bin"
        folder.mkdir()
        environment = clean_environment() | {"PATH": str(folder)}
        run = play(SUITE, tmp_path, "--game-seed", "1", environment=environment)
        assert run.verdict()["outcome"] == "invalid"
        assert "apt install xvfb" in run.verdict()["reason"]

    @pytest.mark.parametrize(
        ("option", "value", "word"),
        [
            ("--game-seed", "seven", "neither a number nor a range"),
            ("--game-seed", "9-2", "must rise"),
            ("--judge", "vlm", "set PLAYPROOF_JUDGE_URL"),
            ("--regrade", "no/such/run", "not a run folder"),
            ("--headed", "--video=off", "names none"),
            ("--player", "nobody", "no program 'nobody'"),
        ],
    )
    def test_bad_option(self, tmp_path: Path, option: str, value: str, word: str) -> None:
        """A wrong option ends the run before anything is played."""
        run = play(SUITE, tmp_path, option, value)
        assert run.status == 4
        assert word in run.output
