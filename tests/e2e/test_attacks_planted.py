"""A player that leaves traps for whoever reads, shows, imports or grades again what it left."""

import json
import re
import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.e2e.runs import GAM_5, ROOT, Run, clean_environment, left_behind, play
from tests.live import assert_nothing_is_live

pytestmark = pytest.mark.xdist_group("planted")

AGENTS = Path(__file__).parent / "agents"
SECRET = "open-sesame"  # noqa: S105  (nobody's)
UNPACKED = 64 << 20
"""Bytes; of each bomb it is more."""
WORDS = ("; touch marker", "$(touch marker)", "`touch marker` > marker", "<b onclick=alert(2)>")


@dataclass(frozen=True, kw_only=True)
class Trapped:
    """A run that was played by the planter.

    Attributes:
        run: The run.
        again: The same, graded again.
        marker: What code of the player's makes where nobody may run it.
    """

    run: Run
    again: Run
    marker: Path

    @property
    def reasons(self) -> dict[str, str]:
        """Each check that is not met, with its reason."""
        verdict = self.run.verdict()
        checks = verdict["criteria"] + verdict["proof"]
        return {check["name"]: check["reason"] for check in checks if check["met"] is False}


@pytest.fixture(scope="module")
def trapped(tmp_path_factory: pytest.TempPathFactory) -> Trapped:
    """The planter plays; then its run is graded again."""
    folder = tmp_path_factory.mktemp("trapped")
    agent, marker = folder / "agent", folder / "marker"
    agent.mkdir()
    shutil.copy(AGENTS / "attack_planter.py", agent)
    words = " ".join(f"'{word}'" for word in WORDS)
    command = f"python3 {agent}/attack_planter.py {marker} {words}"
    shell = clean_environment() | {"SECRET": SECRET}
    options = ("--game-seed", "1", "--video", "off", "--player-bind", str(agent))
    run = play(GAM_5, folder / "runs", *options, "--player", command, environment=shell)
    again = play(GAM_5, folder / "again", "--regrade", str(run.folder), environment=shell)
    return Trapped(run=run, again=again, marker=marker)


def test_it_is_unsolved_for_what_it_is(trapped: Trapped) -> None:
    """The harness does not fail; each kind of trap is named."""
    verdict = trapped.run.verdict()
    assert verdict["outcome"] == "unsolved", verdict["reason"]
    said = (trapped.run.item() / "player.log").read_text().splitlines()
    assert said[:4] == list(WORDS)  # no trap failed to be laid, and no shell saw the command
    reasons = trapped.reasons
    assert reasons["player_ended_well"].startswith("the player ended with status 3: ")
    assert "is a link" in reasons["files_are_the_players_own"]
    assert "not a regular file" in reasons["solver_written"]
    assert "not a regular file" in reasons["histories_compared"]
    assert "900000000 pixels" in reasons["final_was_shown"]
    assert "level_1_initial.png': no picture of a known kind" in reasons["initial_was_shown"]
    assert "level_2_moves.csv' is not what the game wrote" in reasons["game_wrote_the_log"]
    assert "recursion" in reasons["accounts_agree"]
    assert {"solution_solves_level", "keys_were_delivered", "game_wrote_the_log"} <= set(reasons)


def test_nothing_it_left_goes_on(trapped: Trapped) -> None:
    """What it started is gone, so that nothing is written after the seal."""
    assert left_behind(trapped.run.folder.parent) == []
    assert trapped.again.verdict() == trapped.run.verdict()
    assert (trapped.again.item() / "workspace/still_here.txt").exists()


def test_its_code_is_never_run(trapped: Trapped) -> None:
    """Not by playing or grading, nor by pytest and graders set loose on what it left."""
    workspace = trapped.run.item() / "workspace"
    assert (workspace / "conftest.py").exists()
    for command in (
        ["pytest", "-c", str(ROOT / "pyproject.toml"), "--no-xvfb", str(trapped.run.folder)],
        ["graders", "5", str(workspace), "--witness", str(trapped.run.item() / "witness")],
    ):
        subprocess.run(
            [sys.executable, "-m", *command],
            cwd=ROOT,
            env=clean_environment(),
            capture_output=True,
            timeout=120,
            check=False,
        )
    assert not trapped.marker.exists()


def test_its_files_are_copied_as_they_are(trapped: Trapped) -> None:
    """Holes stay holes: grading again takes no more room than the play. No program is root's."""
    for run in (trapped.run, trapped.again):
        assert not (run.item() / "workspace/results/set_uid").stat().st_mode & 0o7000
        blocks = (path.lstat().st_blocks for path in run.folder.rglob("*"))
        assert 512 * sum(blocks) < UNPACKED  # so no zip is
    hole = (trapped.again.item() / "workspace/hole_0").stat()
    assert (hole.st_size, hole.st_blocks) == (256 << 20, 0)


def test_no_link_of_its_own_tells_a_secret(trapped: Trapped) -> None:
    """The harness's environment is in no reason, on no page, in no log."""
    for run in (trapped.run, trapped.again):
        assert SECRET not in run.output
        for path in run.folder.rglob("*"):
            if path.is_file() and not path.is_symlink() and path.stat().st_blocks:
                assert SECRET.encode() not in path.read_bytes(), path


def test_the_terminal_shows_plain_text(trapped: Trapped) -> None:
    """No escape sequence, nothing that turns text round, nothing that makes a line look new."""
    for run in (trapped.run, trapped.again):
        odd = {c for c in run.output if not c.isprintable()}
        assert odd == {"\n"}
        assert not re.search(r"^solved", run.output, re.MULTILINE)
        verdict = run.verdict()
        checks = verdict["criteria"] + verdict["proof"]
        said = [verdict["reason"], verdict["note"], *verdict["remarks"]]
        said += [check["reason"] for check in checks]
        assert [text for text in said if not text.isprintable()] == []


def test_nothing_in_the_report_is_live(trapped: Trapped) -> None:
    """Whatever pytest-html puts into its page holds no script; links stay within the run."""
    for run in (trapped.run, trapped.again):
        page = (run.folder / "report.html").read_text()
        texts = assert_nothing_is_live(page, script="alert(")
        assert any("alert(1)" in text for text in texts)
        if run is trapped.run:
            assert any("alert(2)" in text for text in texts)  # of the command line


def test_other_results_can_be_read(trapped: Trapped) -> None:
    """JUnit's file is XML, and the run's facts are JSON."""
    for run in (trapped.run, trapped.again):
        junit = ElementTree.parse(run.folder / "junit.xml").getroot()  # noqa: S314  (our own)
        assert junit.find(".//property[@name='outcome']").get("value") == "unsolved"  # type: ignore[union-attr]
        (item,) = json.loads((run.folder / "run.json").read_text())["items"]
        assert item["outcome"] == "unsolved"
