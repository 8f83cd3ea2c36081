"""Takes the pictures in ``pictures/`` from the real game; asked for once, not by any test.

``python -m tests.forgeries.mines.capture`` starts gnome-mines on a display of its own, plays until
every look was seen, cuts the looks out, and compares windows put together from them with those of
the game.
"""

import subprocess
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from PIL import Image

from drivers.launch import Game, Program
from drivers.sandbox import best_sandbox
from drivers.screen import Screen
from drivers.window import GameWindow
from graders.mines.rules import Cell, lay_mines, numbers_on
from graders.truth import GlibRandom, seed_file
from tests.forgeries.mines.looks import (
    BOARD,
    LOOKS,
    PITCH,
    SIDE,
    SIDES,
    TILES,
    Pixels,
    centre,
    look,
    window,
)

SEED = 2
FIRST = (3, 3)
SMALL = (362, 107)
"""Where the first tile of the small board has its middle, (x, y) in window pixels."""

SETTINGS = {"theme": "'bgcolors'", "use-question-marks": "false", "use-animations": "false"}
SETTINGS |= {"window-width": "1420", "window-height": "644"}  # tiles of 38 pixels, all alike


@contextmanager
def display() -> Iterator[Screen]:
    """A display of one's own."""
    command = ["Xvfb", "-displayfd", "1", "-screen", "0", "1920x1080x24", "-noreset"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as server:
        assert server.stdout
        try:
            yield Screen(":" + server.stdout.readline().decode().strip())
        finally:
            server.terminate()


class Photographer:
    """Plays one game and keeps pictures of its window."""

    def __init__(self, screen: Screen, game: Game, folder: Path) -> None:
        assert game.window
        self._screen = screen
        self._main = game.window.id
        self._window = GameWindow(screen, game.window.id, lost_frames=folder)
        self._window.focus()
        self._window.wait_still(still_s=0.3)  # the board moves once more after it appeared
        self.taken: dict[str, Pixels] = {}

    def click(self, *cells: Cell, button: int = 1) -> None:
        """Click on cells."""
        for cell in cells:
            self._window.click(*centre(cell), button=button)

    def click_at(self, x: int, y: int) -> None:
        """Click on a place in the window."""
        self._window.click(x, y)

    def key(self, name: str) -> None:
        """Press a key, in a dialog where there is one."""
        for other in self._screen.windows():
            if other.id != self._main:
                self._screen.focus(other.id)
        self._window.press(name)

    def take(self, name: str, *, park: bool = True, windows: int = 1, after: str = "") -> None:
        """Take a picture once nothing moves, after another picture, with so many windows."""
        if park:
            self._window.park()
        before = self.taken.get(after)

        def ready(now: Pixels) -> bool:
            changed = before is None or bool((now != before)[450:].any())
            return changed and len(self._screen.windows()) == windows

        self._window.wait_until(ready, what=name, timeout_s=20.0)
        self.taken[name] = self._window.wait_still(still_s=0.3)


def played(screen: Screen, folder: Path, *options: str) -> tuple[Game, Program]:
    """A game that is not started yet."""
    program = Program(
        argv=("/usr/games/gnome-mines", *options),
        title="Mines",
        settings={"org/gnome/Mines": SETTINGS},
    )
    game = Game(
        program,
        screen=screen,
        sandbox=best_sandbox(),
        seed=seed_file(SEED),
        output=folder,
        log=folder / "log",
        mark="capture",
    )
    return game, program


def play_big(screen: Screen, folder: Path) -> dict[str, Pixels]:
    """A game lost, and the same board won."""
    mines = lay_mines(GlibRandom(SEED), FIRST)
    numbers = numbers_on(mines)
    safe = sorted(numbers, key=lambda cell: (cell != FIRST, cell))
    with played(screen, folder, "--big")[0] as game:
        photos = Photographer(screen, game, folder)
        photos.take("fresh")
        photos.click(FIRST)
        photos.take("playing", after="fresh")
        flagged, wrong = sorted(mines)[5], next(c for c in safe if c[0] > 20 and numbers[c])
        photos.click(flagged, wrong, button=3)
        photos.take("flag pointed at", park=False, after="playing")
        photos.take("flags")
        photos.key("Pause")
        photos.take("paused", after="flags")
        photos.key("Pause")
        photos.take("resumed", after="paused")
        boom = sorted(mines)[-9]
        photos.click(boom)
        photos.take("lost", after="resumed")
    with played(screen, folder, "--big")[0] as game:
        won = Photographer(screen, game, folder)
        won.click(safe[0])
        won.click(*sorted(mines), button=3)
        won.click(*safe[1:])
        won.take("dialog", windows=2)
        won.key("Escape")
        won.take("won", after="dialog")
    with played(screen, folder, "--big")[0] as game:
        point = Photographer(screen, game, folder)
        point.click((9, 9), (9, 9), button=3)
        point.take("before", park=False)
        point.click((9, 15), (9, 15), button=3)
        point.take("pointed at", park=False, after="before")
    return photos.taken | won.taken | point.taken


def play_small(screen: Screen, folder: Path) -> Pixels:
    """A game of the small board (8 x 8, 10 mines), won."""
    numbers, first, mines = GlibRandom(SEED), (3, 3), set[Cell]()
    near = {(column, row) for column in (2, 3, 4) for row in (2, 3, 4)}
    while len(mines) < 10:
        cell = numbers.below(8), numbers.below(8)
        mines |= {cell} - near
    with played(screen, folder, "--small")[0] as game:
        photos = Photographer(screen, game, folder)
        photos.click_at(SMALL[0] + 76 * 3, SMALL[1] + 76 * 3)
        photos.take("before")
        for column, row in sorted({divmod(n, 8) for n in range(64)} - mines - {first}):
            photos.click_at(SMALL[0] + 76 * column, SMALL[1] + 76 * row)
        photos.take("dialog", windows=2)
        photos.key("Escape")
        photos.take("small", after="dialog")
    return photos.taken["small"]


def cut(pixels: Pixels, cell: Cell) -> Pixels:
    """The tile of a cell."""
    x, y = BOARD[0] + cell[0] * PITCH, BOARD[1] + cell[1] * PITCH
    return pixels[y : y + PITCH, x : x + PITCH]


def save(name: str, pixels: Pixels | Sequence[Pixels]) -> None:
    """Write a picture, or several side by side."""
    whole = pixels if isinstance(pixels, np.ndarray) else np.concatenate(pixels, axis=1)
    Image.fromarray(whole).save(LOOKS / f"{name}.webp", lossless=True, quality=100, method=6)


def main() -> None:
    """Play, cut, save and compare."""
    LOOKS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, display() as screen:
        taken = play_big(screen, Path(folder))
        taken["small"] = play_small(screen, Path(folder))
        screen.close()
    mines = lay_mines(GlibRandom(SEED), FIRST)
    numbers = numbers_on(mines)
    lost = taken["lost"]
    shown = {str(number): cut(taken["won"], cell) for cell, number in numbers.items()}
    flagged, boom = sorted(mines)[5], sorted(mines)[-9]
    wrong = next(c for c in sorted(numbers) if c[0] > 20 and numbers[c])
    shown |= {"hidden": cut(taken["fresh"], (0, 0)), "flag": cut(taken["won"], flagged)}
    shown |= {"pointed at": cut(taken["pointed at"], (9, 15))}
    shown |= {"flag pointed at": cut(taken["flag pointed at"], wrong)}
    shown |= {"mine": cut(lost, sorted(mines)[6]), "exploded": cut(lost, boom)}
    shown |= {"wrong": cut(lost, wrong)}
    save("tiles", [shown[name] for name in TILES])
    save("sides", [taken[name][:, SIDE:] for name in SIDES])
    x, y, width, height = BOARD
    blank = taken["fresh"].copy()
    blank[y : y + height, x : x + width] = blank[y - 4, x]
    save("window", blank)
    save("paused", taken["paused"][y : y + height, x : x + width])
    save("small", taken["small"])
    covered = (taken["dialog"] != taken["won"])[:, :SIDE].any(axis=2)
    rows, columns = np.flatnonzero(covered.any(axis=1)), np.flatnonzero(covered.any(axis=0))
    print("the dialog lies on", columns[[0, -1]], rows[[0, -1]])
    save("dialog", taken["dialog"][rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1])
    look.cache_clear()
    won = {cell: str(number) for cell, number in numbers.items()} | dict.fromkeys(mines, "flag")
    for name, together in {
        "won": window(won, "won"),
        "fresh": window({}, "fresh"),
        "paused": window({}, "paused", over="paused"),
        "dialog": window(won, "won", over="dialog"),
    }.items():
        different = (together != taken[name])[y : y + height, x : x + width].any(axis=2).sum()
        print(f"{name}: {different} pixels of the board differ")
    for path in sorted(LOOKS.iterdir()):
        print(path.name, path.stat().st_size)


if __name__ == "__main__":
    main()
