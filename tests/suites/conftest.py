"""Players from outside, each in its own sandbox, as a run seats them."""

import sys
import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from drivers import processes
from drivers.limits import Limits
from suites.players import outsider_seat
from suites.players.kind import Outsider
from suites.players.outsider_seat import outsiders_seat
from suites.players.run import Played, run
from suites.players.seat import Place
from suites.players.terms import Terms

DISPLAY = ":7"
SEED = 4711


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """The folders of one item, and what to start a player with.

    Attributes:
        item: The item's folder, a link as in a run.
        agent: The folder of the player's own code.
        mark: The stage's.
    """

    item: Path
    agent: Path
    mark: str

    @property
    def workspace(self) -> Path:
        """What the player is given."""
        return self.item / "workspace"

    @property
    def game_output(self) -> Path:
        """What the game writes."""
        return self.item / "witness" / "game"

    @property
    def log(self) -> Path:
        """What the player printed."""
        return self.item / "player.log"

    def run(
        self,
        script: str,
        *arguments: str,
        budget_s: float = 60,
        network: bool = False,
        shut_in: bool = True,
        stage_is_over: Callable[[float], str] = lambda _: "",
    ) -> Played:
        """Run a Python script as the player, on the terms given."""
        (self.agent / "player.py").write_text(script)
        folders = (self.agent, *dict.fromkeys(map(Path, (sys.prefix, sys.base_prefix))))
        argv = (sys.executable, str(self.agent / "player.py"), *arguments)
        with outsiders_seat(
            Outsider(argv=argv, python="", folders=folders, path=()),
            terms=Terms(shut_in=shut_in, network=network, variables={}, budget_s=budget_s),
            place=Place(
                display=DISPLAY,
                workspace=self.workspace,
                game_output=self.game_output,
                mark=self.mark,
            ),
            gate=None,
        ) as seat:
            return run(seat, log=self.log, budget_s=budget_s, stage_is_over=stage_is_over)

    def said(self) -> list[str]:
        """The lines that the player printed."""
        return self.log.read_text().splitlines()


@pytest.fixture
def stage(tmp_path: Path) -> Iterator[Stage]:
    """An item laid out for a play; whatever a player leaves is ended."""
    playing = tmp_path / "run/task/.playing-0"
    (playing / "workspace/exec").mkdir(parents=True)
    (playing / "workspace/results").mkdir()
    (playing / "workspace/exec/rules.md").write_text("rules")
    (playing / "workspace/prompt.md").write_text("Deliver into {workspace}/results, $HOME {x}.\n")
    (playing / "witness/game").mkdir(parents=True)
    (playing / "witness/game/log").write_text("of the game")
    item = playing.with_name(f"seed-{SEED}")
    item.symlink_to(playing.name)
    agent = tmp_path / "agent"
    agent.mkdir()
    mark = uuid.uuid4().hex
    yield Stage(item=item, agent=agent, mark=mark)
    for left in (mark, f"{mark}-player"):
        processes.end(processes.marked(left), grace_s=0.5)


@pytest.fixture
def limits(monkeypatch: pytest.MonkeyPatch) -> Callable[[Limits], None]:
    """Sets other limits than the usual ones."""
    return lambda limits: monkeypatch.setattr(outsider_seat, "LIMITS", limits)
