"""Hands and eyes for gnome-mines: boards are read from pixels, moves are clicks of the mouse.

Looks are in `drivers.mines.look`; see there, and in the modules it is made of, what the reading
rests on.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

from drivers.errors import UnknownLook, WaitTimedOut
from drivers.input import LEFT, RIGHT
from drivers.mines.codes import EXPLODED, FLAG, HIDDEN, MINE, QUESTION, WRONG_FLAG
from drivers.mines.grid import Cell, Grid, find_grid
from drivers.mines.look import Sight, play_again_button, read_sight, strange_cells
from drivers.png import write_png
from drivers.screen import Frame
from drivers.window import GameWindow
from solvers.mines import Move

__all__ = [
    "EXPLODED",
    "FLAG",
    "HIDDEN",
    "MINE",
    "QUESTION",
    "WRONG_FLAG",
    "Cell",
    "Grid",
    "MinesDriver",
    "Sight",
    "find_grid",
    "read_sight",
]

ANSWER_S = 3.0
"""The game answers 300 clicks in 0.3 s; after so long a click was not taken."""

DOUBLE_CLICK_S = 0.45
"""Two clicks on one tile within 0.4 s are a double click; gnome-mines 48 swallows the second."""

TRIES = 3
"""So often a click is sent that is not taken, as when the game was paused by a lost focus."""


@dataclass(frozen=True, slots=True)
class Sent:
    """A click that was sent: the move it was for, and where on the screen, in root pixels."""

    move: Move
    x: int
    y: int


class MinesDriver:
    """One running gnome-mines with a Big board. `observe` reads it, `act` clicks."""

    def __init__(self, window: GameWindow) -> None:
        """Play in `window`, which must have the focus: without it the game pauses."""
        self._window = window
        self._grid: Grid | None = None
        self._last: Sight | None = None
        self._frame: Frame | None = None
        self.sent: list[Sent] = []
        """Every click on a cell, in order; one that the game did not take is there twice."""

    def observe(self) -> Sight:
        """Park the pointer, and read the whole board once it stands still.

        Raises:
            UnknownLook: the picture shows no board, or a cell that has no name; it is saved.
        """
        self._window.park()
        with self._kept():
            self._wait_for(lambda sight: sight.hovered is None, what="a board to be seen")
            self._last = self._read(self._window.wait_still())
            return self._last

    def act(self, moves: Sequence[Move]) -> Sight:
        """Click on all these cells, and wait until each shows what the click did to it.

        All are clicked from the last picture, so each has to be right whatever the others show.

        Returns:
            The board then. When the game is won or lost not every cell need have answered; after a
            win the score dialog may cover the board already.

        Raises:
            WaitTimedOut: a cell does not answer.
            UnknownLook: the board cannot be read.
        """
        before = self._last
        if before is None or self._is_resized():
            before = self.observe()
        pending = list(moves)
        with self._kept():
            if not before.cells:
                before = self._awake()
            for attempt in range(TRIES):
                if attempt:
                    pending = _unanswered(pending, before, self._awake())
                self._last = self._click(pending, before)
                if self._last.lost:
                    self._last = self._read(self._window.wait_still())
                if self._last.lost or self._last.won:
                    return self._last
                pending = _unanswered(pending, before, self._last)
                if not pending:
                    return self._last
        raise self._no_answer(pending)

    def point(self, cell: Cell) -> tuple[int, int]:
        """Where a click on the cell goes: (x, y) on the screen, in root pixels.

        Raises:
            UnknownLook: there is no board to be seen.
        """
        rect, (x, y) = self._window.rect, self._known_grid().centre(cell)
        return rect.x + x, rect.y + y

    def play_again(self) -> Sight:
        """After the end of a game, click on the button Play Again; return the untouched board.

        Raises:
            UnknownLook: there is no such button; the picture is saved.
            WaitTimedOut: no untouched board came.
        """
        frame, grid = self._window.wait_still(), self._known_grid()
        button = self._window.read(frame, lambda frame: play_again_button(frame, grid))
        self._window.click(*button)
        self._window.park()
        with self._kept():
            self._last = self._wait_for(
                lambda sight: set(sight.cells) == {HIDDEN}, what="an untouched board"
            )
            return self._last

    def dismiss_score(self) -> Sight:
        """After a win close the score dialog, by Escape; return the whole board.

        The dialog comes a moment after the last cell, and not at all when ten games were faster.

        Raises:
            WaitTimedOut: the board did not come to light.
        """
        self._window.park()
        with self._kept():
            try:
                self._wait_for(
                    lambda sight: sight.cover == "dialog", what="the score dialog", timeout_s=1.5
                )
            except WaitTimedOut:
                return self._look()
            self._window.press("Escape")
            self._last = self._wait_for(lambda sight: bool(sight.cells), what="the whole board")
            return self._last

    def shoot(self, path: Path) -> None:
        """Save the board, and nothing around it, once the picture stands still."""
        self._window.park()
        frame = self._window.wait_still()
        x, y, width, height = self._known_grid().rect
        write_png(path, frame[y : y + height, x : x + width])

    def _known_grid(self) -> Grid:
        if self._grid is None:
            self.observe()
        assert self._grid is not None, "observe() finds it or raises"
        return self._grid

    def _is_resized(self) -> bool:
        rect = self._window.rect
        return self._frame is None or self._frame.shape[:2] != (rect.height, rect.width)

    def _look(self) -> Sight:
        return self._read(self._window.capture())

    def _read(self, frame: Frame) -> Sight:
        """Read a picture; where the cells are is looked for again when it does not fit any more."""
        self._frame = frame
        if self._grid is not None:
            try:
                return read_sight(frame, self._grid)
            except UnknownLook as unknown:
                with suppress(UnknownLook):
                    grid = find_grid(frame)
                    if grid != self._grid:
                        self._grid = grid
                        return read_sight(frame, grid)
                raise unknown from None
        self._grid = find_grid(frame)
        return read_sight(frame, self._grid)

    def _wait_for(
        self,
        good: Callable[[Sight], bool],
        *,
        what: str,
        timeout_s: float | None = None,
        worth: Callable[[Frame], bool] = lambda _: True,
        drawn: bool = False,
    ) -> Sight:
        """Look until a board of that kind is seen.

        Pictures that are not `worth` it are not read; the rest is as for `GameWindow.wait_to_read`.
        """

        def seen(frame: Frame) -> Sight | None:
            if not worth(frame):
                return None
            sight = self._read(frame)
            return sight if good(sight) else None

        return self._window.wait_to_read(seen, what=what, timeout_s=timeout_s, drawn=drawn)

    def _click(self, moves: list[Move], before: Sight) -> Sight:
        """Click, park, and wait until all is answered, the game is over or paused.

        Returns:
            What was seen last, if that did not happen in time as well.
        """
        grid = self._known_grid()
        for move in moves:
            button = LEFT if move.action == "left" else RIGHT
            x, y = self._window.click(*grid.centre((move.column, move.row)), button=button)
            self.sent.append(Sent(move, x, y))
        self._window.park()
        last = before

        def settled(sight: Sight) -> bool:
            nonlocal last
            last = sight
            over = sight.lost or sight.won
            return over or sight.cover == "paused" or not _unanswered(moves, before, sight)

        lines = [_middle_line(grid, move) for move in _unanswered(moves, before, before)]
        old = self._frame

        def changed(frame: Frame) -> bool:
            if not lines or old is None or old.shape != frame.shape:
                return True
            return any((frame[line] != old[line]).any() for line in lines)

        what = "the clicked cells to answer"
        with suppress(WaitTimedOut):
            self._wait_for(settled, what=what, timeout_s=ANSWER_S, worth=changed, drawn=True)
        return last

    def _awake(self) -> Sight:
        """Uncover a covered board; return what is seen when no click is on its way any more."""
        self._window.focus()
        self._window.wait_still(still_s=DOUBLE_CLICK_S)
        sight = self._wait_for(lambda sight: sight.cover != "dialog", what="no other window")
        if sight.cover == "paused":
            self._window.press("Pause")  # it was not the lost focus, but somebody
        return self._wait_for(lambda sight: bool(sight.cells), what="the whole board")

    def _no_answer(self, moves: list[Move]) -> WaitTimedOut:
        cells = ", ".join(f"column {move.column} row {move.row}" for move in moves[:3])
        path = self._window.keep(self._window.capture(), "unanswered")
        return WaitTimedOut(
            f"{len(moves)} clicks were not taken, {TRIES} times each ({cells}); see {path}",
            frame=path,
        )

    @contextmanager
    def _kept(self) -> Iterator[None]:
        """Keep the picture if the block cannot read it: the window, and the first such cell."""
        try:
            yield
        except UnknownLook as unknown:
            frame = self._window.capture() if self._frame is None else self._frame
            if self._grid is not None:
                for cell in strange_cells(frame, self._grid)[:1]:
                    left, top, right, bottom = self._grid.box(cell)
                    self._window.keep(frame[top:bottom, left:right], "unknown_cell")
            if unknown.frame is not None:
                raise
            raise self._window.unknown(str(unknown), frame) from None


def _middle_line(grid: Grid, move: Move) -> tuple[int, slice]:
    """Pixels that no answer to the click leaves as they are."""
    left, top, right, bottom = grid.box((move.column, move.row))
    return (top + bottom) // 2, slice(left, right)


def _unanswered(moves: list[Move], before: Sight, now: Sight) -> list[Move]:
    """The moves whose clicks have not shown their effects yet."""

    def has_answered(move: Move) -> bool:
        was, code = (sight.at((move.column, move.row)) for sight in (before, now))
        if move.action == "right":
            return was >= 0 or code != was  # a number takes no flag
        return was == FLAG or code >= 0 or code == EXPLODED  # a flag protects from a click

    if not now.cells:
        return moves
    return [move for move in moves if not has_answered(move)]
