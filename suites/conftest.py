"""The chain that ends in a verdict: screen, witness, game, play, verdict.

Whatever fails before there is a verdict is the harness's failure: pytest reports an error, and
`verdict.json` says `invalid` with the reason. Only an unmet check of a graded play fails the test.
"""

import uuid
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from drivers.errors import HarnessError, NoDisplay
from drivers.launch import Game
from drivers.sandbox import best_sandbox
from drivers.screen import Screen, display_name
from drivers.selftest import check_input
from drivers.witness import FILM, Witness
from graders.judging.judge import Judge
from graders.truth import seed_file
from graders.verdict import Verdict
from graders.workspace import seal
from suites.apart import graded
from suites.finished import Play, heed_a_late_witness, played_before, with_changes, with_failure
from suites.folders import ItemFolder, fresh_workspace, item_folder, write_whole
from suites.items import TROUBLE
from suites.judges import judge_named
from suites.leaks import LeakCheck
from suites.performance import Scene, finish, perform
from suites.players.terms import terms_of
from suites.settings import SETTINGS, Settings
from suites.task import Task


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
    scene = Scene(
        task=task,
        suite=request.module.__name__,
        settings=settings,
        folder=folder,
        screen=request.getfixturevalue("screen"),
        leaks=request.getfixturevalue("leaks"),
        witness=request.getfixturevalue("witness"),
        game=request.getfixturevalue("game"),
    )
    terms = terms_of(settings, task_s=task.budget_s)
    performed = perform(scene, terms)
    return finish(scene, performed, terms, seed=request.getfixturevalue("truth_seed"))


@pytest.fixture
def judge(settings: Settings) -> Judge | None:
    """Who answers the rubric's questions, if anybody does."""
    return judge_named(settings.judge)


@pytest.fixture
def verdict(
    folder: ItemFolder, play: Play, task: Task, settings: Settings, judge: Judge | None
) -> Verdict:
    """The graded play, written to `verdict.json`; what broke meanwhile, to `grading.log`.

    Neither is sealed: both are made anew when the play is graded again.
    """
    found = graded(task, play, folder, judge=judge)
    if settings.outsider is None:
        heed_a_late_witness(found)
    verdict = replace(
        with_changes(with_failure(found, play.failure), play.changed),
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
