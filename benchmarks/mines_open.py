"""A player of the real gnome-mines with open cards, who holds each picture against them."""

import random
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import psutil

from benchmarks.mines_model import EXPLODED, FLAG, MINE, Board
from drivers.errors import UnknownLook, WaitTimedOut
from drivers.input import LEFT, RIGHT, Hands
from drivers.mines.driver import Cell, MinesDriver, Sight
from drivers.mines.look import read_sight
from drivers.screen import Frame
from drivers.window import GameWindow
from graders.mines.rules import HEIGHT, WIDTH, lay_mines
from graders.truth import GlibRandom

THEMES = ("bgcolors", "classic", "default")
ALL_CELLS = tuple(product(range(WIDTH), range(HEIGHT)))


@dataclass(slots=True)
class Figures:
    """What was counted.

    Attributes:
        pictures: read and compared, by kind.
        looks: cells compared, by theme and code.
        errors: cells that were read as something else, described.
        refused: pictures that the reader would not read, described; not those of a cursor on a bare
            cell among numbers, where a hidden cell and a 0 look the same.
        layouts: whether a game's whole board was the computed one, by number in its process.
    """

    pictures: Counter[str] = field(default_factory=Counter)
    looks: Counter[tuple[str, int]] = field(default_factory=Counter)
    errors: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    layouts: list[tuple[int, bool]] = field(default_factory=list)

    @property
    def cells(self) -> int:
        """Cells compared."""
        return sum(self.looks.values())

    def as_json(self) -> dict[str, Any]:
        """For printing."""
        numbers = sorted({number for number, _ in self.layouts})
        return {
            "cells": self.cells,
            "errors": len(self.errors),
            "refused": len(self.refused),
            "trouble": self.refused[:10] + self.errors[:10],
            "pictures": dict(self.pictures),
            "cells_by_look": {
                theme: {str(c): n for (t, c), n in sorted(self.looks.items()) if t == theme}
                for theme in THEMES
            },
            "layouts": len(self.layouts),
            "layouts_equal": sum(equal for _, equal in self.layouts),
            "layouts_by_game_of_process": {
                str(number): [
                    sum(equal for n, equal in self.layouts if n == number),
                    sum(n == number for n, _ in self.layouts),
                ]
                for number in numbers
            },
        }


class Player:
    """Plays at random with open cards, and holds each picture against them."""

    def __init__(
        self,
        window: GameWindow,
        hands: Hands,
        process: psutil.Process,
        figures: Figures,
        *,
        theme: str,
        where: str,
        chance: random.Random,
    ) -> None:
        """Play in `window`, which `process` draws; `where` describes the setting in an error."""
        self._window = window
        self._hands = hands
        self._process = process
        self._figures = figures
        self._theme = theme
        self._where = where
        self._chance = chance
        self._driver = MinesDriver(window)
        self._grid = self._driver.observe().grid
        self.board = Board(frozenset())

    def game(
        self,
        numbers: GlibRandom,
        *,
        number: int,
        win: bool,
        questions: bool,
        first: Cell | None = None,
    ) -> None:
        """One game, from the untouched board to the end, and on to the next untouched board.

        Args:
            numbers: the process's random numbers, where the game before left them.
            number: of the game in its process, from 1.
            win: whether to reveal everything in the end, or a mine.
            questions: whether the game makes question marks of flags that are marked again.
            first: the cell to begin with; one is drawn by lot otherwise.
        """
        first = first or self._chance.choice(ALL_CELLS)
        self.board = Board(lay_mines(numbers, first))
        self.look("untouched")
        self.reveal([first])
        self.look("first click")
        for _ in range(3):
            high = [c for c in self.board.safe() if self.board.numbers[c] >= 6]  # they are rare
            self.reveal(high + self.some(self.board.safe() - set(high), 40))
            self.mark(self.some(self.board.unmarked() & self.board.mines, 20))
            wrong = self.some(self.board.unmarked() - self.board.mines, 0 if win else 2)
            self.mark(wrong)
            if questions:
                doubted = wrong[:1] + self.some(self.board.flagged() & self.board.mines, 2)
                self.mark(doubted)
            self.look("half played")
            self.hover()
        self.pause()
        self.cursor()
        if win:
            self.finish()
        else:
            self.explode()
        seen = self.look("won" if win else "lost")
        if seen is not None and not self.board.doubted():
            shown = {cell for cell in ALL_CELLS if seen.at(cell) in (FLAG, MINE, EXPLODED)}
            self._figures.layouts.append((number, shown == self.board.mines))
        self._driver.play_again()

    def look(
        self, kind: str, *, hovered: Cell | None = None, cursor: Cell | None = None
    ) -> Sight | None:
        """Read the picture that stands still now, and compare."""
        figures, where = self._figures, f"{self._where}, {kind}"
        figures.pictures[kind] += 1
        try:
            sight = read_sight(self.still(), self._grid)
        except UnknownLook as unknown:
            if cursor is not None and self.board.is_lone(cursor):
                figures.pictures["cursor on a lone bare cell, refused"] += 1
                return None
            figures.refused.append(f"{where}: {unknown}")
            return None
        if (sight.hovered, sight.cursor, sight.cover) != (hovered, cursor, ""):
            figures.errors.append(
                f"{where}: hovered {sight.hovered} for {hovered}, "
                f"cursor {sight.cursor} for {cursor}, cover {sight.cover!r}"
            )
        if sight.cells:
            for cell in ALL_CELLS:
                wanted, got = self.board.code(cell), sight.at(cell)
                figures.looks[self._theme, wanted] += 1
                if got != wanted:
                    figures.errors.append(f"{where}: {cell} is {wanted}, was read as {got}")
        return sight

    def still(self) -> Frame:
        """The picture once it stands still and the game has nothing left to do.

        A game that waits for its turn on a busy machine lets its picture stand still as well.
        """
        while True:
            asleep = self._process.status() == psutil.STATUS_SLEEPING
            frame = self._window.wait_still()
            if asleep and self._process.status() == psutil.STATUS_SLEEPING:
                return frame

    def some(self, cells: set[Cell] | frozenset[Cell], most: int) -> list[Cell]:
        """At most so many of these cells, drawn by lot."""
        return self._chance.sample(sorted(cells), min(most, len(cells)))

    def reveal(self, cells: Sequence[Cell]) -> None:
        """Left clicks, anywhere in the cells; not where an earlier one of them opens the cell.

        A click on a number opens what is around it when enough flags are, and here some are wrong.
        """
        needed = []
        for cell in cells:
            if cell not in self.board.revealed:
                needed.append(cell)
                self.board.reveal(cell)
        self.click(needed, LEFT)

    def mark(self, cells: Sequence[Cell]) -> None:
        """Right clicks, anywhere in the cells."""
        self.click(cells, RIGHT)
        for cell in cells:
            self.board.mark(cell)

    def click(self, cells: Sequence[Cell], button: int) -> None:
        """Click, park, and wait until all these cells look otherwise, however that is read."""
        boxes = [self._grid.box(cell) for cell in cells]
        before = self._window.capture()
        for left, top, right, bottom in boxes:
            x, y = self._chance.randrange(left, right), self._chance.randrange(top, bottom)
            self._window.click(x, y, button=button)
        self._window.park()
        self.wait_for_change(before, boxes)

    def wait_for_change(self, before: Frame, boxes: Sequence[tuple[int, int, int, int]]) -> None:
        """Wait until the picture has changed in each of these places."""

        def changed(frame: Frame) -> bool:
            return all(
                (frame[top:bottom, left:right] != before[top:bottom, left:right]).any()
                for left, top, right, bottom in boxes
            )

        self._window.wait_until(changed, what="the clicked cells to change", timeout_s=20.0)

    def hover(self) -> None:
        """Look at the board with the pointer over a hidden or marked cell, and over a number."""
        rect = self._window.rect
        for shown in (False, True):
            cells = {cell for cell in ALL_CELLS if (self.board.code(cell) >= 0) == shown}
            for cell in self.some(cells, 1):
                before, (x, y) = self._window.capture(), self._grid.centre(cell)
                self._hands.move(rect.x + x, rect.y + y)
                if not shown:
                    self.wait_for_change(before, [self._grid.box(cell)])
                self.look("hovered", hovered=None if shown else cell)
                before = self._window.capture()
                self._window.park()
                if not shown:
                    self.wait_for_change(before, [self._grid.box(cell)])

    def pause(self) -> None:
        """Pause, look, go on."""
        corner = self._grid.rows[0], self._grid.columns[1]  # between two cells
        shown = self._window.capture()[corner].tolist()
        for paused in (True, False):
            self._window.press("Pause")
            self._window.wait_until(
                lambda frame, paused=paused: (frame[corner].tolist() != shown) == paused,  # type: ignore[misc]
                what="the overlay to come or go",
            )
            if paused:
                self._figures.pictures["paused"] += 1
                sight = read_sight(self.still())
                if (sight.cover, sight.cells, sight.grid) != ("paused", (), self._grid):
                    self._figures.errors.append(f"{self._where}: paused is {sight.cover!r}")

    def cursor(self) -> None:
        """Look at the board with the keyboard's cursor on three cells; a click hides it again."""
        cell = self.some(self.board.safe(), 1)
        self.reveal(cell)
        for key, step in (("Right", 0), ("Down", 1), ("Down", 1)):
            before = self._window.capture()
            at = cell[0][0], (cell[0][1] + step) % HEIGHT
            cell = [at]
            self._window.press(key)
            self.wait_for_change(before, [self._grid.box(at)])
            self.look("cursor", cursor=at)

    def explode(self) -> None:
        """Click on a mine, and wait until all others that have no mark are shown.

        The clicked cell alone looks otherwise already when the pointer lights it up; on a busy
        machine that picture stands still before the game takes the click.
        """
        hidden = self.board.unmarked() & self.board.mines
        cell = self.some(hidden, 1)
        before = self._window.capture()
        self.click(cell, LEFT)
        self.wait_for_change(before, [self._grid.box(mine) for mine in hidden])
        self.board.exploded = cell[0]

    def finish(self) -> None:
        """Reveal all that is left, look at the score dialog and close it."""
        for cell in sorted(self.board.safe()):
            self._window.click(*self._grid.centre(cell))
            self.board.reveal(cell)
        self._window.park()
        for cell in self.board.mines & self.board.unmarked():
            self.board.marks[cell] = FLAG  # the game sets them; question marks stay
        self._figures.pictures["dialog"] += 1

        def covered(frame: Frame) -> bool:
            try:
                return read_sight(frame, self._grid).cover == "dialog"
            except UnknownLook:
                return False

        try:
            self._window.wait_until(covered, what="the score dialog", timeout_s=20.0)
        except WaitTimedOut as missing:
            self._figures.errors.append(f"{self._where}: {missing}")
        self._driver.dismiss_score()
