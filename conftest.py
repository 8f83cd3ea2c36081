"""The run folder and the report. Knows no game; options and fixtures are in suites/."""

import os
import re
import shutil
import signal
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from drivers import processes
from report.plugin import ReportPlugin
from suites.folders import new_run_folder
from suites.judges import judge_named
from suites.players.admission import admitted
from suites.players.options import read_manner
from suites.settings import ITEM_PROPERTY, SETTINGS, Settings, parse_seeds
from suites.versions import environment

ROOT = Path(__file__).parent


@pytest.hookimpl(optionalhook=True)
def pytest_xvfb_disable(config: pytest.Config) -> bool:
    """No virtual display for a headed run."""
    return bool(config.getoption("--headed"))


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """If suites are run, make the run folder (controller only) and point the reports into it."""
    if not _plays(config):
        return
    # a plain SIGTERM would skip every teardown and leave the display behind
    signal.signal(signal.SIGTERM, partial(_interrupted, config))
    worker = getattr(config, "workerinput", None)
    if worker is not None:
        config.stash[SETTINGS] = Settings.from_worker(worker["playproof"])
        return
    settings = _settings(config)
    config.stash[SETTINGS] = settings
    config.option.htmlpath = config.option.htmlpath or str(settings.run_folder / "report.html")
    config.option.xmlpath = config.option.xmlpath or str(settings.run_folder / "junit.xml")
    config.option.css = [*(config.option.css or []), str(ROOT / "report" / "style.css")]
    facts = {
        "arguments": list(config.invocation_params.args),
        **settings.told(),
        "environment": environment(settings),
    }
    plugin = ReportPlugin(settings.run_folder, facts=facts, item_property=ITEM_PROPERTY)
    config.pluginmanager.register(plugin, "playproof")


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Workers write into the controller's run folder, and play its seeds."""
    if SETTINGS in node.config.stash:
        node.workerinput["playproof"] = node.config.stash[SETTINGS].to_worker()


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Versions, seed, sandbox and where the results go."""
    settings = config.stash.get(SETTINGS, None)
    if settings is None or hasattr(config, "workerinput"):
        return []
    facts = environment(settings) | {"Results": str(settings.run_folder)}
    return [f"{name.lower()}: {value}" for name, value in facts.items()]


def _interrupted(config: pytest.Config, signum: int, frame: FrameType | None) -> None:
    """End as Ctrl-C does; xdist would give its workers no chance to clean up."""
    if config.pluginmanager.has_plugin("dsession"):
        processes.interrupt_children()
    signal.default_int_handler(signum, frame)


def _plays(config: pytest.Config) -> bool:
    if config.option.collectonly or config.option.help:
        return False
    paths, suites = _paths(config), ROOT / "suites"
    return any(path == suites or suites in path.parents or path in suites.parents for path in paths)


def _paths(config: pytest.Config) -> list[Path]:
    here = config.invocation_params.dir
    return [(here / argument.split("::")[0]).resolve() for argument in config.args]


def _check_regraded(run: Path, paths: Sequence[Path]) -> None:
    """See that a run holds a play of one of the suites that are named.

    Raises:
        pytest.UsageError: it holds none, or is no run.
    """
    if not (run / "run.json").is_file():
        raise pytest.UsageError(f"--regrade {run}: not a run folder (it has no run.json)")
    named = [match[1] for path in paths if (match := re.fullmatch(r"test_gam_(\d+)", path.stem))]
    if len(named) == len(paths) and not any(
        any(run.glob(f"GAM_task_{number}_*/seed-*")) for number in named
    ):
        played = ", ".join(sorted(path.name for path in run.glob("GAM_task_*"))) or "nothing"
        raise pytest.UsageError(f"--regrade {run}: it holds no play of this task, but {played}")


def _settings(config: pytest.Config) -> Settings:
    judge_named(config.getoption("--judge"))  # what is missing is told before anything is played
    regrade: Path | None = config.getoption("--regrade")
    if regrade is not None:
        regrade = regrade.resolve()  # before `runs/latest` moves on to the new run
        _check_regraded(regrade, _paths(config))
        if config.getoption("--game-seed") or config.getoption("--player"):
            raise pytest.UsageError("--regrade takes seeds and players as they were played")
    if config.getoption("--headed") and not os.environ.get("DISPLAY"):
        raise pytest.UsageError("--headed plays on your display, and $DISPLAY names none")
    player = config.getoption("--player")
    if player is not None and not player.strip():
        # of an unset variable, mostly; the reference's score would be taken for that agent's
        raise pytest.UsageError("--player is empty: name a player, or leave the option out")
    player, manner = player or "reference", read_manner(config)
    seeds = parse_seeds(config.getoption("--game-seed"))
    game_binary = _game_binary(config.getoption("--game-binary"))
    runs: Path = config.getoption("--runs-dir")
    outsider = admitted(player, manner, runs=runs) if regrade is None else None
    return Settings(
        run_folder=new_run_folder(runs),
        seeds=seeds,
        player=player,
        manner=manner,
        outsider=outsider,
        judge=config.getoption("--judge"),
        video=config.getoption("--video"),
        regrade=regrade,
        headed=config.getoption("--headed"),
        game_binary=game_binary,
    )


def _game_binary(name: str | None) -> Path | None:
    if name is None:
        return None
    found = shutil.which(name)
    if found is None:
        raise pytest.UsageError(f"--game-binary {name}: there is no such program")
    return Path(found).resolve()
