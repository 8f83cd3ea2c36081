"""GAM 11: letters read by their shapes from the game's own pictures."""

import random
from collections.abc import Sequence

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray

from games.anagramarama import layout
from games.anagramarama.picture import Painter, View, letter_goals
from games.anagramarama.rules import Game, Verdict
from graders.anagramarama.pixels import GUESS_TOP, TRAY_TOP, read_tray
from graders.errors import NotShown

SHIFTS = ("abcdefghi", "jklmnopqr", "stuvwxyza", "zyxwvutsr", "qponmlkji", "hgfedcbaz")


@pytest.fixture(scope="module")
def painter() -> Painter:
    """Draws the game's pictures."""
    pygame.font.init()
    return Painter()


def pictured(
    painter: Painter, root: str, *, typed: Sequence[str] = (), verdict: Verdict | None = None
) -> tuple[NDArray[np.uint8], Game]:
    """A picture of a round at rest, and the round."""
    game = Game(words=[root], root=root, chance=random.Random(3), record=lambda *_: None)
    for letter in typed:
        game.round.type(letter)
    game.round.verdict = verdict
    sheet = pygame.Surface(layout.PICTURE, 0, 32)
    painter.draw(sheet, game, View(seconds=300, page=0, letters=letter_goals(game.round)))
    return np.ascontiguousarray(pygame.surfarray.array3d(sheet).swapaxes(0, 1)), game


@pytest.mark.parametrize("root", SHIFTS)
def test_every_letter_in_every_tray(painter: Painter, root: str) -> None:
    """All 26 letters, on every colour that the ground has under the tray."""
    picture, game = pictured(painter, root)
    shown = tuple(root[number] for number in game.round.tray if number is not None)
    assert read_tray(picture, TRAY_TOP) == shown
    assert read_tray(picture, GUESS_TOP) == ("",) * 9
    picture, _ = pictured(painter, root, typed=root)
    assert read_tray(picture, TRAY_TOP) == ("",) * 9
    assert read_tray(picture, GUESS_TOP) == tuple(root)


@pytest.mark.parametrize("verdict", [None, *Verdict])
def test_a_verdicts_colours_are_no_letters(painter: Painter, verdict: Verdict | None) -> None:
    """The frame round the guess is dark, and lies outside the slots."""
    picture, game = pictured(painter, "contrasts", typed="cat", verdict=verdict)
    assert read_tray(picture, GUESS_TOP) == ("c", "a", "t", "", "", "", "", "", "")
    left = tuple("" if n is None else game.round.letters[n] for n in game.round.tray)
    assert read_tray(picture, TRAY_TOP) == left


def test_no_tray(painter: Painter) -> None:
    """Another size, letters on their way, noise."""
    picture, game = pictured(painter, "contrasts")
    with pytest.raises(NotShown, match="799 x 600 pixels"):
        read_tray(picture[:, 1:], TRAY_TOP)
    goals = {number: (x + 9, y) for number, (x, y) in letter_goals(game.round).items()}
    sheet = pygame.Surface(layout.PICTURE, 0, 32)
    painter.draw(sheet, game, View(seconds=300, page=0, letters=goals))
    with pytest.raises(NotShown, match="slot 1 is no letter"):
        read_tray(pygame.surfarray.array3d(sheet).swapaxes(0, 1), TRAY_TOP)
    noise = np.random.default_rng(1).integers(0, 256, picture.shape, dtype=np.uint8)
    with pytest.raises(NotShown, match="is no letter"):
        read_tray(noise, TRAY_TOP)
    assert read_tray(np.full_like(picture, 255), TRAY_TOP) == ("",) * 9
