"""The main loop of Anagramarama by a clock of the test's own: when pictures are drawn."""

from random import Random

import numpy as np
import pygame
import pytest

from games.anagramarama import layout, program
from games.anagramarama.keyboard import Click, Press
from games.anagramarama.picture import letter_goals
from games.anagramarama.rules import Ending
from games.anagramarama.session import Session
from tests.games.boards import a_game, drawn


class Clock:
    """A clock that goes on by `step` seconds whenever it is read, as a busy machine's does."""

    def __init__(self, step: float) -> None:
        self.seconds, self._step = 0.0, step

    def now(self) -> float:
        """Seconds since the beginning."""
        self.seconds += self._step
        return self.seconds


class Wall:
    """Where pictures are shown; the last one is kept."""

    def show(self, picture: pygame.Surface) -> None:
        """Show a picture."""
        self.last = np.frombuffer(pygame.image.tobytes(picture, "RGB"), np.uint8)


class NoKeys:
    """A keyboard that nobody touches."""

    def acts(self, events: object) -> list[object]:
        """Nothing was done."""
        return []


@pytest.mark.parametrize("step", [0.001 * n for n in range(1, 25)])
def test_what_moves_comes_to_its_end(monkeypatch: pytest.MonkeyPatch, step: float) -> None:
    """However long a picture takes, the last one drawn has every letter in its slot."""
    clock, wall = Clock(step), Wall()
    game = a_game("contrasts", ["contrasts"])
    session = Session(game, seconds=300, chance=Random(1), now=clock.now())
    solve = (layout.SOLVE.x + 5.0, layout.SOLVE.y + 5.0)
    session.do(Press(pygame.K_c), at=(0, 0), now=clock.now())
    session.do(Press(pygame.K_o), at=(0, 0), now=clock.now())
    # after SOLVE the clock stands: nothing but letters that slide asks for a picture
    session.do(Click(0, 0), at=solve, now=clock.now())
    assert game.round.ending is Ending.SOLVED

    def waited(seconds: float, _: object) -> list[pygame.Event]:
        clock.seconds += seconds
        return [pygame.Event(pygame.QUIT)] if seconds > 60 else []

    monkeypatch.setattr(program, "Keyboard", NoKeys)
    monkeypatch.setattr(program, "await_events", waited)
    program.run(session, wall, clock)  # type: ignore[arg-type]
    assert session.view(clock.seconds).letters == letter_goals(game.round)
    seconds = session.view(clock.seconds).seconds
    assert (wall.last == drawn(game, seconds=seconds).reshape(-1)).all()
