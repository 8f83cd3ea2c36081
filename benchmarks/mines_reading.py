"""How surely Mines is read: every cell of real pictures against what the seed says it must be.

    python -m benchmarks.mines_reading [--cells 100000] [--games 100] [--clicks 5000]
                                       [--theme classic] [--json FILE]

The real gnome-mines is played seeded, four games a process, in every theme (or the one that is
named) and in window sizes from the smallest without scrollbars to the whole screen, with first
clicks anywhere. Where the mines are is computed from the seed and the first click; what each cell
has to show follows from that and from the clicks sent. Pictures are compared cell by cell:
untouched, half played, with right and wrong flags and question marks, under the pointer, under the
keyboard's cursor, paused, lost, won, and below the score dialog. Two more figures come from the
same run: in how many games the whole board, which a lost or won game shows, was the computed one;
and how many of so many clicks, sent as fast as they go, the game did not take.
"""

import argparse
import json
import random
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

import psutil

from benchmarks.machine import machine
from benchmarks.mines_open import ALL_CELLS, THEMES, Figures, Player
from benchmarks.stage import launched, own_screen
from drivers.errors import UnknownLook, WaitTimedOut
from drivers.input import RIGHT, Hands
from drivers.launch import Program
from drivers.mines.driver import FLAG, HIDDEN, Grid, MinesDriver, Sight
from drivers.mines.look import read_sight
from drivers.screen import Frame
from drivers.window import GameWindow
from graders.truth import GlibRandom

SIZES = (
    *((810, 400), (1910, 1024), (905, 777), (1033, 560)),
    *((1900, 1000), (1245, 702), (1480, 1010), (1610, 850), (847, 455)),
)
"""Configured widths and heights; the first is as narrow as the board fits, the second the screen's
(the window is 10 wider and 56 higher)."""

GAMES_EACH = 4
LOST_AFTER_S = 10.0

EIGHT, CORNER = 35426, (3, 3)
"""A seed whose first game has every number, 0 to 8, if it begins at that cell."""


@contextmanager
def running(
    *, seed: int, theme: str, size: tuple[int, int], questions: bool = False
) -> Iterator[tuple[GameWindow, Hands, psutil.Process]]:
    """A seeded game on a display of its own: its window, hands for it, and its process."""
    settings = {
        "theme": f"'{theme}'",
        "use-question-marks": str(questions).lower(),
        "window-width": str(size[0]),
        "window-height": str(size[1]),
    }
    program = Program(
        argv=("/usr/games/gnome-mines", "--big"),
        title="Mines",
        settings={"org/gnome/Mines": settings},
    )
    with (
        tempfile.TemporaryDirectory(prefix="playproof-bench-") as name,
        own_screen() as screen,
        launched(program, screen=screen, seed=seed, folder=Path(name)) as (game, window),
    ):
        window.focus()
        processes = [psutil.Process(pid) for pid in game.pids()]
        yield window, Hands(screen), next(p for p in processes if p.name() == "gnome-mines")


def lost_clicks(clicks: int) -> dict[str, Any]:
    """Mark and unmark all cells of an untouched board, as fast as clicks go; count what is lost."""
    lost = sent = 0
    sending = waiting = 0.0
    with running(seed=0, theme="bgcolors", size=SIZES[4]) as (window, *_):
        driver = MinesDriver(window)
        sight = driver.observe()
        while sent < clicks:
            wanted = HIDDEN if sight.cells[0] == FLAG else FLAG
            started = time.perf_counter()
            for cell in ALL_CELLS:
                window.click(*sight.grid.centre(cell), button=RIGHT)
            window.park()
            clicked = time.perf_counter()
            sight = settled(window, driver, sight.grid, wanted=wanted)
            sending += clicked - started
            waiting += time.perf_counter() - clicked
            sent += len(ALL_CELLS)
            lost += sum(code != wanted for code in sight.cells)
    return {
        "clicks": sent,
        "lost": lost,
        "sent_per_s": round(sent / sending),
        "taken_per_s": round(sent / (sending + waiting)),
    }


def settled(window: GameWindow, driver: MinesDriver, grid: Grid, *, wanted: int) -> Sight:
    """The board once every cell is `wanted`, or, when that does not come, as it stands."""

    def seen(frame: Frame) -> Sight | None:
        try:
            sight = read_sight(frame, grid)
        except UnknownLook:
            return None  # half drawn
        return sight if set(sight.cells) == {wanted} else None

    try:
        return window.wait_until(seen, what="all clicks to be taken", timeout_s=LOST_AFTER_S)
    except WaitTimedOut:
        return driver.observe()


def measure(
    *, cells: int, games: int, themes: Sequence[str] = THEMES, figures: Figures | None = None
) -> Figures:
    """Play process after process until so many cells and so many games have been compared."""
    figures = Figures() if figures is None else figures
    for item in count():
        seed = EIGHT if item < len(themes) else item
        theme = themes[item % len(themes)]
        size = SIZES[item // len(themes) % len(SIZES)]
        questions = item % 5 == 4
        numbers = GlibRandom(seed)
        with running(seed=seed, theme=theme, size=size, questions=questions) as (
            window,
            hands,
            process,
        ):
            player = Player(
                window,
                hands,
                process,
                figures,
                theme=theme,
                where=f"seed {seed}, {theme}, {size[0]}x{size[1]}",
                chance=random.Random(seed),
            )
            for number in range(1, GAMES_EACH + 1):
                win = number == 1 + item % GAMES_EACH
                player.game(
                    numbers,
                    number=number,
                    win=win,
                    questions=questions,
                    first=CORNER if seed == EIGHT and number == 1 else None,
                )
                if figures.cells >= cells and len(figures.layouts) >= games:
                    return figures
    raise AssertionError("unreachable")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--cells", type=int, default=100_000, help="compare at least so many")
    parser.add_argument("--games", type=int, default=100, help="compare so many whole boards")
    parser.add_argument("--clicks", type=int, default=5000, help="send so many in a flood")
    parser.add_argument("--theme", choices=THEMES, help="play in this theme only")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    options = parser.parse_args()
    started = time.perf_counter()
    figures: dict[str, Any] = {
        "machine": machine(),
        **measure(
            cells=options.cells,
            games=options.games,
            themes=(options.theme,) if options.theme else THEMES,
        ).as_json(),
        "flood": lost_clicks(options.clicks),
    }
    figures["seconds"] = round(time.perf_counter() - started, 1)
    print(json.dumps(figures, indent=1))
    if options.json:
        options.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
