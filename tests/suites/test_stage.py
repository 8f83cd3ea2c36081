"""Whose doing it is when a play cannot go on."""

from dataclasses import dataclass
from typing import cast

import pytest

from drivers.errors import DisplayLost, GameDied, HarnessError, RecordFull, WindowLost
from drivers.launch import Game
from drivers.witness import Witness
from suites import stage
from suites.stage import MOST_FRAMES_BYTES, Stage


@dataclass
class Running:
    """A game that runs, or was killed."""

    was_killed: bool = False

    def ended(self, *, within_s: float) -> bool:
        """It does not end by itself."""
        return within_s < 0

    def check(self) -> None:
        """Nothing is wrong, unless it was killed."""
        if self.was_killed:
            raise GameDied("the game ended")


@dataclass
class Recording:
    """A record of so many bytes of pictures."""

    frames_bytes: int = 0
    lost: bool = False
    dark: bool = False

    def check(self) -> None:
        """The window is gone, or the display, if it is."""
        if self.lost:
            raise WindowLost("the window is gone")
        if self.dark:
            raise DisplayLost("the display is gone")


def on_stage(
    record: Recording, *, outsider: bool, shut_in: bool = True, killed: bool = False
) -> Stage:
    """A play with a record, and a game that runs or was killed."""
    game, witness = cast("Game", Running(was_killed=killed)), cast("Witness", record)
    return Stage(game=game, witness=witness, gate=None, outsider=outsider, shut_in=shut_in)


def test_a_play_goes_on() -> None:
    """Also with as many pictures as are kept."""
    assert on_stage(Recording(frames_bytes=MOST_FRAMES_BYTES), outsider=True).is_over(0.0) == ""


def test_who_fills_the_record_has_failed() -> None:
    """A player from outside cannot fill the disk by making the game change its picture."""
    play = on_stage(Recording(frames_bytes=MOST_FRAMES_BYTES + 1), outsider=True)
    assert play.is_over(0.0) == "the pictures of the game took more than 2 GiB"
    assert play.failure == "the pictures of the game took more than 2 GiB"


@pytest.mark.parametrize(
    ("record", "cause"),
    [
        (Recording(frames_bytes=MOST_FRAMES_BYTES + 1), RecordFull),
        (Recording(lost=True), WindowLost),
    ],
)
def test_of_our_own_players_it_is_the_harness(
    monkeypatch: pytest.MonkeyPatch, record: Recording, cause: type[HarnessError]
) -> None:
    """They do no such thing, so something else is wrong."""
    monkeypatch.setattr(stage, "WINDOW_CLOSES_FIRST_S", 0.0)
    with pytest.raises(cause):
        on_stage(record, outsider=False).is_over(0.0)


def test_a_lost_window_is_an_outsiders_doing(monkeypatch: pytest.MonkeyPatch) -> None:
    """Unsolved, with the reason."""
    monkeypatch.setattr(stage, "WINDOW_CLOSES_FIRST_S", 0.0)
    assert on_stage(Recording(lost=True), outsider=True).is_over(0.0) == "the window is gone"


BROKEN = pytest.mark.parametrize(
    ("record", "killed", "reason"),
    [
        pytest.param(Recording(), True, "the game ended", id="game"),
        pytest.param(Recording(dark=True), False, "the display is gone", id="display"),
    ],
)


@BROKEN
def test_who_is_shut_in_can_kill_nothing(record: Recording, killed: bool, reason: str) -> None:
    """So the harness has failed."""
    with pytest.raises(HarnessError, match=reason):
        on_stage(record, outsider=True, killed=killed).is_over(0.0)


@BROKEN
def test_who_is_not_answers_for_it(record: Recording, killed: bool, reason: str) -> None:
    """Unsolved: it can find game and display by itself."""
    play = on_stage(record, outsider=True, shut_in=False, killed=killed)
    assert play.is_over(0.0) == reason
    assert play.failure == reason
    with pytest.raises(HarnessError, match=reason):
        on_stage(record, outsider=False, shut_in=False, killed=killed).is_over(0.0)
