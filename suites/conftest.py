"""The chain that ends in a verdict: screen, witness, game, play, verdict.

Whatever fails before there is a verdict is the harness's failure: pytest reports an error, and
`verdict.json` says `invalid` with the reason. Only an unmet check of a graded play fails the test.
"""

import uuid
from collections.abc import Generator, Iterator
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from drivers.errors import HarnessError, NoDisplay
from drivers.freeze import Freezer
from drivers.launch import Game
from drivers.rest import arrangement, restore
from drivers.sandbox import best_sandbox
from drivers.screen import Screen, display_name
from drivers.selftest import check_input
from drivers.witness import FILM, Witness
from graders.judging.judge import Judge
from graders.truth import seed_file
from graders.verdict import Verdict
from graders.workspace import seal
from suites import players
from suites.finished import Play, played_before, with_changes, with_failure
from suites.folders import (
    ItemFolder,
    fresh_workspace,
    item_folder,
    items_without_verdict,
    seeds_played,
    write_whole,
)
from suites.judges import judge_named
from suites.leaks import LeakCheck
from suites.player_options import budget_of, conditions_of, outsider_of
from suites.seating import gate_before, seat_of
from suites.settings import ITEM_PROPERTY, SETTINGS, Settings
from suites.stage import Stage
from suites.task import Task
from suites.versions import versions

AROUND_A_PLAY_S = 900.0
"""For launching, grading and cleaning up; the budget itself is kept by `players.run`.

The files that are slowest to grade take a minute, and a busy machine may need ten times as long: a
player that could have this time run out would have a lost play called invalid.
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


@pytest.fixture
def settings(pytestconfig: pytest.Config) -> Settings:
    """What the command line asks for."""
    return pytestconfig.stash[SETTINGS]


@pytest.fixture
def task(request: pytest.FixtureRequest, settings: Settings) -> Task:
    """The task of this module, which plays its own game unless it has a fixture that says else."""
    if settings.game_binary is not None:
        raise HarnessError("--game-binary: this suite plays its own game only; leave it out")
    found: Task = request.module.TASK
    return found


@pytest.fixture
def truth_seed(task: Task, game_seed: int) -> int | None:
    """The seed the game really plays by: None where it cannot be made to."""
    return None if task.seeded_by_device and not best_sandbox().seeds else game_seed


@pytest.fixture
def folder(
    request: pytest.FixtureRequest, task: Task, game_seed: int, settings: Settings
) -> Iterator[ItemFolder]:
    """The item's folder. If no verdict was reached by the end, an `invalid` one is written.

    Meanwhile it is a link: a player can read in /proc/self/mountinfo where its folders come from,
    and that path must not tell the seed.
    """
    folder = item_folder(settings.run_folder, task.id, game_seed)
    playing = folder.root.with_name(f".playing-{uuid.uuid4().hex}")
    playing.mkdir(parents=True)
    folder.root.symlink_to(playing.name)
    yield folder
    if not folder.verdict.exists():
        verdict = Verdict.invalid(
            task=task.id,
            seed=game_seed,
            player=settings.player,
            reason=request.node.stash.get(TROUBLE, "the run was interrupted"),
        )
        write_whole(folder.verdict, verdict.to_json())
    folder.root.unlink()
    playing.rename(folder.root)


@pytest.fixture
def workspace(folder: ItemFolder, task: Task, game_seed: int) -> Path:
    """What the player is given, laid out for this seed."""
    workspace = fresh_workspace(folder, task.id, results=task.results)
    task.provision(workspace, game_seed)
    return workspace


@pytest.fixture(scope="session")
def screen(request: pytest.FixtureRequest, pytestconfig: pytest.Config) -> Iterator[Screen]:
    """The display to play on: pytest-xvfb's own, or with --headed the user's."""
    if not pytestconfig.stash[SETTINGS].headed and request.getfixturevalue("xvfb") is None:
        raise NoDisplay(
            "Xvfb, which draws the screen to play on, is not installed "
            "(Debian: apt install xvfb xauth); or play on your own desktop with --headed"
        )
    screen = Screen(display_name())
    yield screen
    screen.close()


@pytest.fixture
def leaks(screen: Screen, settings: Settings) -> Iterator[LeakCheck]:
    """A display whose input works, and a check that the run leaves nothing on it."""
    check_input(screen)
    leaks = LeakCheck(screen, mark=uuid.uuid4().hex, shared=settings.headed)
    yield leaks
    leaks.check()


@pytest.fixture
def witness(
    folder: ItemFolder, screen: Screen, leaks: LeakCheck, settings: Settings, truth_seed: int | None
) -> Iterator[Witness]:
    """The record of what happens, begun before the game is."""
    witness = Witness(
        folder.witness.resolve(),
        display=screen.name,
        video=settings.video != "off",
        mark=leaks.mark,
    )
    try:
        witness.open(screen=screen, sandbox=best_sandbox(), seeded=truth_seed is not None)
        yield witness
    finally:
        witness.close("torn down")


@pytest.fixture
def game(
    task: Task,
    folder: ItemFolder,
    workspace: Path,
    screen: Screen,
    leaks: LeakCheck,
    witness: Witness,
    game_seed: int,
) -> Iterator[Game]:
    """The game, seeded, in its sandbox, on screen and watched."""
    with Game(
        task.program(workspace.resolve(), witness.game_output),
        screen=screen,
        sandbox=best_sandbox(),
        seed=seed_file(game_seed),
        output=witness.game_output,
        log=folder.game_log,
        mark=leaks.mark,
    ) as game:
        witness.watch(game)
        yield game


@pytest.fixture
def play(
    request: pytest.FixtureRequest, folder: ItemFolder, settings: Settings, task: Task
) -> Play:
    """The player has played, the game is gone, the evidence is sealed."""
    if settings.regrade is not None:
        return played_before(settings.regrade, folder)
    witness: Witness = request.getfixturevalue("witness")
    game: Game = request.getfixturevalue("game")
    leaks: LeakCheck = request.getfixturevalue("leaks")
    screen: Screen = request.getfixturevalue("screen")
    budget_s = budget_of(settings.manner, task.budget_s)
    before = arrangement(screen)
    with ExitStack() as room:
        gate = room.enter_context(gate_before(screen, settings, mark=leaks.mark))
        stage = Stage(
            game=game, witness=witness, gate=gate, outsider=outsider_of(settings) is not None
        )
        seat = room.enter_context(
            seat_of(
                settings,
                suite=request.module.__name__,
                budget_s=budget_s,
                screen=screen,
                game=game,
                workspace=folder.workspace,
                game_output=witness.game_output,
                mark=leaks.mark,
                gate=gate,
            )
        )
        if settings.manner.freeze:
            room.enter_context(Freezer(game, screen=screen, witness=witness))
        played = players.run(
            seat,
            log=folder.player_log,
            budget_s=budget_s,
            stage_is_over=stage.is_over,
        )
    if gate is not None:
        witness.note_refused(gate.refused)
    witness.close(played.cut_short or "the player has finished")
    stage.settle()
    game.close()
    if not settings.headed:  # a user's own desktop is not ours to put in order
        restore(screen, before)
    leaks.check()
    film_lost = "the recording was lost" if witness.film_is_lost else ""
    timing = {
        "play_s": round(played.seconds, 3),
        "actions": witness.actions,
        "screenshots": witness.captures,
        "frames": witness.frames,
    }
    finished = Play(
        seed=request.getfixturevalue("truth_seed"),
        player=settings.player,
        note="; ".join(filter(None, (played.cut_short, film_lost))),
        failure=played.failure or stage.failure,
        conditions=conditions_of(settings, budget_s=budget_s),
        timing=timing,
        versions=versions(task.packages),
    )
    folder.play.write_text(finished.to_json())
    seal(folder.root, folder.manifest)
    return finished


@pytest.fixture
def judge(settings: Settings) -> Judge | None:
    """Who answers the rubric's questions, if anybody does."""
    return judge_named(settings.judge)


@pytest.fixture
def verdict(
    folder: ItemFolder, play: Play, task: Task, settings: Settings, judge: Judge | None
) -> Verdict:
    """The graded play, written to `verdict.json`."""
    graded = task.grade(folder.workspace, witness=folder.witness, seed=play.seed, judge=judge)
    verdict = replace(
        with_changes(with_failure(graded, play.failure), play.changed),
        seed=play.seed,
        player=play.player,
        note=play.note,
        conditions=play.conditions,
        timing=play.timing,
        versions=play.versions,
    )
    if settings.video == "retain-on-failure" and verdict.outcome == "solved":
        (folder.witness / FILM).unlink(missing_ok=True)
        seal(folder.root, folder.manifest)
    write_whole(folder.verdict, verdict.to_json())
    return verdict
