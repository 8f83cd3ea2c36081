"""What pytest is told of the items of a run, a seed each; a plugin (`addopts`).

Outside a run of suites none of it has anything to do.
"""

from collections.abc import Generator

import pytest

from graders.verdict import Verdict
from suites.folders import items_without_verdict, seeds_played, write_whole
from suites.players.options import budget_of
from suites.settings import ITEM_PROPERTY, SETTINGS
from suites.task import Task

AROUND_A_PLAY_S = 900.0
"""For launching, grading and cleaning up; the budget itself is kept by `players.run`.

Grading has a limit of its own (`suites/apart.py`), well below this one: a player that could have
this time run out would have a lost play called invalid.
"""

TROUBLE = pytest.StashKey[str]()
"""Why an item has no verdict, for the one that is written instead."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """One item per seed; when grading again, per seed that was played."""
    settings = metafunc.config.stash.get(SETTINGS, None)
    if "game_seed" not in metafunc.fixturenames or settings is None:
        return
    seeds = settings.seeds
    if settings.regrade is not None:
        seeds = seeds_played(settings.regrade, metafunc.module.TASK.id)
    metafunc.parametrize("game_seed", seeds, ids=[f"seed-{seed}" for seed in seeds])


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tell the report which folder belongs to which test; give a play its task's time.

    Raises:
        pytest.UsageError: there is nothing to grade again.
    """
    settings = items[0].config.stash.get(SETTINGS, None) if items else None
    if settings is not None and settings.regrade is not None:
        plays = (i for i in items if isinstance(i, pytest.Function) and hasattr(i, "callspec"))
        if not any(isinstance(play.callspec.params.get("game_seed"), int) for play in plays):
            raise pytest.UsageError(f"--regrade {settings.regrade}: it holds no play of this task")
    for item in items:
        if not isinstance(item, pytest.Function) or "game_seed" not in item.fixturenames:
            continue
        if hasattr(item, "callspec"):  # --collect-only draws no seeds
            seed = item.callspec.params["game_seed"]
            task: Task = item.module.TASK
            item.user_properties.append((ITEM_PROPERTY, f"{task.id}/seed-{seed}"))
            manner = None if settings is None else settings.manner
            budget_s = budget_of(manner, task.budget_s)
            item.add_marker(pytest.mark.timeout(budget_s + AROUND_A_PLAY_S))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Remember what broke, while the fixtures that write the verdict are still standing."""
    report = yield
    if call.excinfo is not None and call.when == "setup":
        item.stash[TROUBLE] = f"{call.excinfo.typename}: {call.excinfo.value}"
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """An item whose worker died has no verdict yet: say that it is invalid, for the report."""
    settings = session.config.stash.get(SETTINGS, None)
    if settings is None or hasattr(session.config, "workerinput"):
        return
    for task, seed, folder in items_without_verdict(settings.run_folder):
        verdict = Verdict.invalid(
            task=task,
            seed=seed,
            player=settings.player,
            reason="the process that played it died",
        )
        write_whole(folder.verdict, verdict.to_json())
