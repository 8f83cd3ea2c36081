"""A real game on a display of its own, as benchmarks play it: nobody keeps a record."""

import os
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from pyvirtualdisplay.display import Display

from drivers.launch import Game, Program
from drivers.sandbox import best_sandbox
from drivers.screen import Screen
from drivers.window import GameWindow
from graders.truth import seed_file


@contextmanager
def own_screen() -> Iterator[Screen]:
    """A display that is there for the benchmark alone."""
    with (
        Display(backend="xvfb", size=(1920, 1080), color_depth=24, extra_args=["-noreset"]),
        closing(Screen(os.environ["DISPLAY"])) as screen,
    ):
        yield screen


@contextmanager
def launched(
    program: Program, *, screen: Screen, seed: int | None, folder: Path
) -> Iterator[tuple[Game, GameWindow]]:
    """A game that has been started, and its window.

    Args:
        program: The game.
        screen: Where.
        seed: The game seed, if any.
        folder: What the game may write, its log, and what was last seen when a wait times out.
    """
    game = Game(
        program,
        screen=screen,
        sandbox=best_sandbox(),
        seed=None if seed is None else seed_file(seed),
        output=folder,
        log=folder / "game.log",
        mark="benchmark",
    )
    with game:
        assert game.window is not None
        with closing(GameWindow(screen, game.window.id, lost_frames=folder)) as window:
            yield game, window
