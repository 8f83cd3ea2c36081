"""The options about players: read, held against each other, told in the verdict."""

import importlib
import re
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, cast

import pytest

from drivers.sandbox import Sandbox, uid_for
from suites.folders import GIVEN, REPOSITORY
from suites.players import admission, terms
from suites.players.admission import admitted
from suites.players.options import Manner, budget_of, read_manner
from suites.players.terms import conditions_of, terms_of
from suites.settings import Settings

PLAIN = Manner(
    budget_s=None,
    bind=(),
    variables=(),
    network=False,
    unsandboxed=False,
    freeze=False,
    here="/",
)


@dataclass(frozen=True)
class Invocation:
    """Where pytest was started."""

    dir: Path


class Options:
    """What `pytest.Config` knows of the command line."""

    def __init__(self, here: Path, **given: Any) -> None:
        self.invocation_params = Invocation(here)
        self._given = given

    def getoption(self, name: str) -> Any:
        """The option's value; None if it was not given."""
        return self._given.get(name.removeprefix("--").replace("-", "_"))


def manner(here: Path, **given: Any) -> Manner:
    """The options as read."""
    flags = dict.fromkeys(("player_network", "unsandboxed_player", "freeze"), False)
    return read_manner(cast("pytest.Config", Options(here, **flags | given)))


def test_a_script_that_no_player_sees_is_told(tmp_path: Path) -> None:
    """Its interpreter would not find it, and the play be lost; unsandboxed it is found."""
    script = tmp_path / "main.py"
    script.write_text("")
    with pytest.raises(pytest.UsageError, match=f"does not see {script}; add --player-bind"):
        admitted(f"python3 {script}", PLAIN, runs=tmp_path / "runs")
    open_door = replace(PLAIN, unsandboxed=True)
    assert admitted(f"python3 {script}", open_door, runs=tmp_path / "runs") is not None


def test_options_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each has its place; without any the task's own time holds, in real time, shut in."""
    monkeypatch.setenv("KEY", "secret")
    assert manner(tmp_path) == replace(PLAIN, here=str(tmp_path))
    given = manner(
        tmp_path,
        budget="90.5",
        player_bind=[Path("a"), Path("/b")],
        player_env=["KEY"],
        player_network=True,
        unsandboxed_player=True,
        freeze=True,
    )
    assert given == Manner(
        budget_s=90.5,
        bind=("a", "/b"),
        variables=("KEY",),
        network=True,
        unsandboxed=True,
        freeze=True,
        here=str(tmp_path),
    )
    assert (budget_of(given, 1500.0), budget_of(PLAIN, 1500.0)) == (90.5, 1500.0)


@pytest.mark.parametrize("budget", ["0", "-1", "nan", "inf", "soon", "1e9", ""])
def test_what_is_no_budget_is_refused(tmp_path: Path, budget: str) -> None:
    """Seconds, more than none and at most a week."""
    with pytest.raises(pytest.UsageError, match="expected seconds"):
        manner(tmp_path, budget=budget)


@pytest.mark.parametrize(
    ("name", "said"),
    [("NO_SUCH_VARIABLE", "there is no such variable"), ("PLAYPROOF_JUDGE_KEY", "harness's own")],
)
def test_variables_that_no_player_gets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, said: str
) -> None:
    """One that is not there, and ours: who has the judge's key could ask it beforehand."""
    monkeypatch.setenv("PLAYPROOF_JUDGE_KEY", "secret")
    with pytest.raises(pytest.UsageError, match=said):
        manner(tmp_path, player_env=[name])


@pytest.mark.parametrize(
    "changed", [{"network": True}, {"unsandboxed": True}, {"variables": ("KEY",)}]
)
def test_our_own_players_take_no_liberties(tmp_path: Path, changed: dict[str, Any]) -> None:
    """What is allowed to a player of the user's own is none of ours."""
    admitted("random", replace(PLAIN, freeze=True), runs=tmp_path)
    with pytest.raises(pytest.UsageError, match="not 'random'"):
        admitted("random", replace(PLAIN, **changed), runs=tmp_path)


def test_runs_are_bound_to_nobody(tmp_path: Path) -> None:
    """An earlier run tells what a seed looks like."""
    for folder in (tmp_path, tmp_path / "runs"):
        folder.mkdir(exist_ok=True)
        with pytest.raises(pytest.UsageError, match="no player may see"):
            admitted("true", replace(PLAIN, bind=(str(folder),)), runs=tmp_path / "runs")


@pytest.mark.parametrize("sandbox", [Sandbox.PROOT, Sandbox.NONE])
def test_without_namespaces_only_what_is_accepted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, sandbox: Sandbox
) -> None:
    """It is refused with the next step, or plays as it is; under proot nothing can be frozen."""
    monkeypatch.setattr(admission, "best_sandbox", lambda: sandbox)
    with pytest.raises(pytest.UsageError, match=r"cannot be shut in .* --unsandboxed-player"):
        admitted("true", PLAIN, runs=tmp_path)
    admitted("true", replace(PLAIN, unsandboxed=True), runs=tmp_path)
    frozen = replace(PLAIN, freeze=True, unsandboxed=True)
    if sandbox is Sandbox.PROOT:
        with pytest.raises(pytest.UsageError, match="--freeze"):
            admitted("true", frozen, runs=tmp_path)
    else:
        admitted("true", frozen, runs=tmp_path)


def test_a_folder_that_the_player_may_not_read(tmp_path: Path) -> None:
    """As another user it could not even start; that is told before anything is made."""
    agent = tmp_path / "agent"
    agent.mkdir(mode=0o700)
    if uid_for(0) is None:
        pytest.skip("only root can make it another user")
    with pytest.raises(pytest.UsageError, match=f"may not read {agent}"):
        admitted("true", replace(PLAIN, bind=(str(agent),)), runs=tmp_path / "runs")
    agent.chmod(0o755)
    admitted("true", replace(PLAIN, bind=(str(agent),)), runs=tmp_path / "runs")


@pytest.mark.parametrize(
    ("player", "changed", "told"),
    [
        ("true", {}, (True, False, "real time")),
        ("true", {"network": True, "freeze": True}, (True, True, "frozen")),
        ("true", {"unsandboxed": True}, (False, True, "real time")),
        ("reference", {"freeze": True}, (True, False, "frozen")),
    ],
)
def test_the_verdict_tells_the_conditions(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    player: str,
    changed: dict[str, Any],
    told: tuple[bool, bool, str],
) -> None:
    """Who is not shut in has the network, whatever was asked for; values of variables stay out."""
    monkeypatch.setattr(terms, "best_sandbox", lambda: Sandbox.BWRAP)
    monkeypatch.setenv("KEY", "secret")
    manner = replace(PLAIN, variables=() if player == "reference" else ("KEY",), **changed)
    settings = Settings(
        run_folder=tmp_path / "runs",
        seeds=(1,),
        player=player,
        manner=manner,
        outsider=admitted(player, replace(manner, unsandboxed=player == "true"), runs=tmp_path),
        judge="off",
        video="off",
        regrade=None,
        headed=False,
    )
    agreed = terms_of(replace(settings, manner=replace(manner, budget_s=12.0)), task_s=1500.0)
    conditions = conditions_of(settings, agreed)
    assert (conditions["sandboxed"], conditions["network"], conditions["track"]) == told
    assert (conditions["command"], conditions["budget_s"]) == (player, 12.0)
    assert "secret" not in str(conditions)
    assert (agreed.shut_in, agreed.network) == told[:2]
    assert agreed.variables == ({} if player == "reference" else {"KEY": "secret"})


@pytest.mark.parametrize("suite", sorted((REPOSITORY / "suites").glob("test_gam_*.py")))
def test_a_prompt_tells_the_tasks_own_time(suite: Path) -> None:
    """What a player is told is what it is given."""
    task = importlib.import_module(f"suites.{suite.stem}").TASK
    prompt = (GIVEN / task.id.removeprefix("GAM_") / "prompt.md").read_text()
    (minutes,) = re.findall(r"time budget of (\d+) minutes", prompt)
    assert int(minutes) * 60 == task.budget_s
    assert "$DEADLINE" in prompt
    assert "{workspace}/" in prompt
