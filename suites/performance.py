"""Perform a play on a stage that is set, clear the stage, and put away what the play has left."""

from contextlib import ExitStack
from dataclasses import dataclass

from drivers.errors import DisplayLost
from drivers.freeze import Freezer
from drivers.launch import Game
from drivers.rest import arrangement, restore
from drivers.screen import Screen
from drivers.witness import Witness
from graders.workspace import seal
from suites.finished import Play
from suites.folders import ItemFolder
from suites.leaks import LeakCheck
from suites.players.run import Played, run
from suites.players.seat import Place
from suites.players.seating import gate_before, seat_of
from suites.players.terms import Terms, conditions_of
from suites.settings import Settings
from suites.stage import Stage
from suites.task import Task
from suites.versions import versions


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """All that a play needs, each in its place.

    Attributes:
        task: What is played.
        suite: The module it is from.
        settings: What the command line asks for.
        folder: The item's.
        screen: The display.
        leaks: What was there before.
        witness: The record, which is on.
        game: The running game.
    """

    task: Task
    suite: str
    settings: Settings
    folder: ItemFolder
    screen: Screen
    leaks: LeakCheck
    witness: Witness
    game: Game


@dataclass(frozen=True, slots=True, kw_only=True)
class Performed:
    """A play that is over, its stage cleared.

    Attributes:
        played: How the player fared.
        failure: What the player did that makes the play unsolved whatever it delivered, or "".
    """

    played: Played
    failure: str


def perform(scene: Scene, terms: Terms) -> Performed:
    """Let the player play, end game and record, and see that nothing is left of them.

    Raises:
        HarnessError: the play means nothing, or something was left.
    """
    before = arrangement(scene.screen)
    stage, played = _play(scene, terms)
    if stage.gate is not None:
        scene.witness.note_refused(stage.gate.refused)
    scene.witness.close(played.cut_short or "the player has finished")
    stage.settle()
    scene.game.close()
    if not scene.settings.headed:  # a user's own desktop is not ours to put in order
        try:
            restore(scene.screen, before)
        except DisplayLost as exc:
            stage.blame(exc)
    scene.leaks.check()
    return Performed(played=played, failure=played.failure or stage.failure)


def _play(scene: Scene, terms: Terms) -> tuple[Stage, Played]:
    settings, witness, mark = scene.settings, scene.witness, scene.leaks.mark
    place = Place(
        display=scene.screen.name,
        workspace=scene.folder.workspace,
        game_output=witness.game_output,
        mark=mark,
    )
    with ExitStack() as room:
        gate = room.enter_context(gate_before(scene.screen, settings, terms, mark=mark))
        stage = Stage(
            game=scene.game,
            witness=witness,
            gate=gate,
            outsider=settings.outsider is not None,
            shut_in=terms.shut_in,
        )
        seat = room.enter_context(
            seat_of(
                settings,
                terms,
                suite=scene.suite,
                place=place,
                screen=scene.screen,
                game=scene.game,
                gate=gate,
            )
        )
        if settings.manner.freeze:
            room.enter_context(Freezer(scene.game, screen=scene.screen, witness=witness))
        log = scene.folder.player_log
        return stage, run(seat, log=log, budget_s=terms.budget_s, stage_is_over=stage.is_over)


def finish(scene: Scene, performed: Performed, terms: Terms, *, seed: int | None) -> Play:
    """Write down what there is to know of the play, and seal it with all that it has left.

    Args:
        scene: The play's.
        performed: How it went.
        terms: On what terms it was played.
        seed: The seed the game really played by, None if it was unseeded.
    """
    witness, played = scene.witness, performed.played
    film_lost = "the recording was lost" if witness.film_is_lost else ""
    finished = Play(
        seed=seed,
        player=scene.settings.player,
        note="; ".join(filter(None, (played.cut_short, film_lost))),
        failure=performed.failure,
        conditions=conditions_of(scene.settings, terms),
        timing={
            "play_s": round(played.seconds, 3),
            "actions": witness.actions,
            "screenshots": witness.captures,
            "frames": witness.frames,
        },
        versions=versions(scene.task.packages),
        pictures=scene.task.pictures,
    )
    scene.folder.play.write_text(finished.to_json())
    seal(scene.folder.root, scene.folder.manifest)
    return finished
