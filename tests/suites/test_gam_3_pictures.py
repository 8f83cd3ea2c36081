"""What our player of quadrapassel photographs, held against what the contract wants of pictures.

The window is simulated: fields are painted a pixel a cell, in the colours that the suite sets; a
piece falls a row whenever a picture is not the wanted one. The real game: tests/e2e/test_gam_3.py.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from types import SimpleNamespace
from typing import cast

import numpy as np
import pytest

from drivers.quadrapassel.look import PALETTE, Preview
from drivers.quadrapassel.model import EMPTY, PIECES, Board, Falling, corner, landed, rotations_of
from drivers.quadrapassel.sight import Placement, Sight
from drivers.screen import Frame
from graders.pictures import difference, spread
from graders.quadrapassel.rules import piece_sequence
from solvers.quadrapassel import Move, spawn
from suites import test_gam_3
from suites.task import Desk

THEME = test_gam_3.SETTINGS["theme"].strip("'")
COLOURS = {name[0]: np.array(c, np.uint8) for name, c in PALETTE.items() if name.endswith(THEME)}
FALLS_EVERY_S = 0.88


def arrival(piece: str, rotation: int) -> Falling:
    """A piece as it comes in, and as much of its rotation as can be seen."""
    name = PIECES[piece]
    (x, y), (dx, dy) = spawn(name, rotation), corner(name, rotation)
    falling = Falling(name, (rotation,), x + dx, y + dy)
    return replace(falling, rotations=rotations_of(name, falling.shape))


@dataclass
class Window:
    """A driver of a game that is simulated, and the pictures that it was asked for."""

    seed: int
    divergences = 0

    def __post_init__(self) -> None:
        """Nothing lies, and the seed's first piece comes in."""
        self.coming = iter(piece_sequence(self.seed, 200))
        self.pictures: dict[str, Frame] = {}
        self.sight = self._next((EMPTY * 10,) * 20, next(self.coming), next(self.coming))

    def start(self) -> Sight:
        """The game runs."""
        return self.sight

    def observe(self) -> Sight:
        """The field, and the piece wherever it has fallen to."""
        return self.sight

    def act(self, move: Move) -> Placement:
        """The piece lies where the move wants it, at once."""
        assert self.sight.falling is not None
        piece, rotation = self.sight.falling.piece, move.rotation
        left = move.x + corner(piece, rotation)[0]
        board, lines = landed(self.sight.board, Falling(piece, (rotation,), left, 0))
        self.sight = self._next(board, self.following, next(self.coming))
        return Placement(piece, rotation, left, ("space",), lines, self.sight)

    def shoot(
        self,
        path: Path,
        *,
        wanted: Callable[[Frame], bool] = lambda _: True,
        within_s: float = 0.0,
    ) -> Frame:
        """A picture, later if another is wanted."""
        for _ in range(int(within_s / FALLS_EVERY_S)):
            if wanted(self._painted()):
                break
            assert self.sight.falling is not None
            fallen = replace(self.sight.falling, top=self.sight.falling.top + 1)
            self.sight = replace(self.sight, falling=fallen)
        self.pictures[path.name] = self._painted()
        return self.pictures[path.name]

    def read_numbers(self) -> SimpleNamespace:
        """Of no interest here."""
        return SimpleNamespace(score=0, level=1)

    def _next(self, board: Board, now: tuple[str, int], following: tuple[str, int]) -> Sight:
        self.following, shown = following, arrival(*following)
        preview = Preview(shown.piece, shown.rotations, 100)
        return Sight(board, arrival(*now), preview, over=False)

    def _painted(self) -> Frame:
        picture = np.zeros((20, 10, 3), np.uint8)
        for y, row in enumerate(self.sight.board):
            for x, mark in enumerate(row):
                if mark != EMPTY:
                    picture[y, x] = COLOURS[mark]
        assert self.sight.falling is not None
        for x, y in self.sight.falling.cells:
            picture[y, x] = COLOURS[self.sight.falling.piece]
        return picture


@pytest.fixture
def photographed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> Callable[..., dict[str, Frame]]:
    """Plays the pieces of a seed as the reference player does: the pictures by their names."""

    def played(seed: int, *, pieces: int) -> dict[str, Frame]:
        window = Window(seed)
        monkeypatch.setattr(test_gam_3, "PIECES", pieces)
        monkeypatch.setattr(test_gam_3, "QuadrapasselDriver", lambda _: window)
        desk = SimpleNamespace(window=SimpleNamespace(wait_still=dict), results=tmp_path)
        test_gam_3.play(cast("Desk", desk), decide=test_gam_3.think)
        return window.pictures

    return played


def test_the_first_pictures_differ_in_every_seed(
    photographed: Callable[..., dict[str, Frame]],
) -> None:
    """By more than the 5 grey levels that the contract wants of the first five on average.

    Photographed as soon as they come in, pieces of one seed in twenty lie too much upon each other.
    """
    for seed in range(1, 201):
        shown = photographed(seed, pieces=5)
        first = [shown[f"board_step_{number:04d}.png"] for number in range(1, 6)]
        assert np.mean([difference(*pair) for pair in pairwise(first)]) > 5, seed


@pytest.mark.parametrize("seed", [1, 41, 59, 80])
def test_the_last_picture_has_contrast(
    photographed: Callable[..., dict[str, Frame]], seed: int
) -> None:
    """More than the 40 grey levels that the contract wants: 41, 59 and 80 are nearly empty."""
    shown = photographed(seed, pieces=120)
    assert spread(shown["final_board.png"]) > 40
    assert 121 <= len(shown) <= 130
