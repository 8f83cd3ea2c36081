"""What the clicks of one game opened, one after the other, by the rules of gnome-mines.

A fast player does not wait for the record, and the record may miss a picture that stood for a
moment. But it has every click, the clicks of a device have one order, and sooner or later every
number is seen: so which numbers were open before a click is known without a picture of it.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graders.mines_rules import HEIGHT, MINES, WIDTH, Cell, around


@dataclass(frozen=True, slots=True)
class Click:
    """A button that went down and up on one cell.

    Attributes:
        turn: Its place among all clicks of the run, from 0.
        button: 1 left, 3 right.
        x: Where it went down, in root-window pixels.
        y: The same.
        cell: On which cell that is.
        frame: Index of the picture that the record names for it, of about that moment.
        game: Number of its game, from 1; 0 before games are told apart.
        marks: Whether it set or took a flag, rather than to reveal: a right click, or a left one
            with Control held.
        covered: Whether the board was covered, so that the game did not take the click.
    """

    turn: int
    button: int
    x: int
    y: int
    cell: Cell
    frame: int = 0
    game: int = 0
    marks: bool = False
    covered: bool = False


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of the clicks of one game.

    Attributes:
        opened: For each revealed cell the turn of the click that opened it.
        flags: The flags that stand at the end; those that the game itself sets are not among them.
        fatal: The click that hit a mine, None if none did.
    """

    opened: Mapping[Cell, int]
    flags: frozenset[Cell]
    fatal: Click | None

    @property
    def cleared(self) -> bool:
        """Whether every cell without a mine was opened."""
        return len(self.opened) == WIDTH * HEIGHT - MINES

    def open_before(self, click: Click) -> frozenset[Cell]:
        """The cells that were open before a click, and before its own cell was."""
        turn = min(click.turn, self.opened.get(click.cell, click.turn))
        return frozenset(cell for cell, opener in self.opened.items() if opener < turn)


def replay(clicks: Sequence[Click], numbers: Mapping[Cell, int], *, all_known: bool) -> Replay:
    """Apply the clicks of one game to an untouched board.

    Args:
        clicks: They, in order.
        numbers: What cells without a mine show.
        all_known: Whether cells that are not among the numbers are mines. If not, these are only
            the numbers that were seen, and a click on another cell ended the game, as a left click
            on a hidden cell opens it or ends the game; unless the game went on after it, since
            then the game cannot have taken that click.
    """
    opened: dict[Cell, int] = {}
    flags: set[Cell] = set()
    fatal: Click | None = None
    for click in clicks:
        if click.covered or len(opened) == WIDTH * HEIGHT - MINES:
            continue
        if click.marks:
            flags ^= {click.cell} - opened.keys()
            continue
        for cell in _reached(click, opened, flags, numbers):
            if cell not in numbers:
                fatal = click
                break
            for freed in _flood(cell, opened, numbers):
                opened[freed] = click.turn
                flags.discard(freed)
                fatal = None
        if fatal and all_known:
            break
    return Replay(opened, frozenset(flags), fatal)


def _reached(
    click: Click, opened: Mapping[Cell, int], flags: set[Cell], numbers: Mapping[Cell, int]
) -> Iterator[Cell]:
    """The hidden cells that a left click reveals: its own, or those around a satisfied number."""
    if click.button != 1:
        return
    if click.cell not in opened:
        yield from {click.cell} - flags
    elif len(around(click.cell) & flags) == numbers[click.cell]:
        yield from sorted(around(click.cell) - flags - opened.keys())


def _flood(cell: Cell, opened: Mapping[Cell, int], numbers: Mapping[Cell, int]) -> set[Cell]:
    """A cell and all that opens with it."""
    freed: set[Cell] = set()
    waiting = [cell]
    while waiting:
        here = waiting.pop()
        if here in freed or here in opened or here not in numbers:
            continue
        freed.add(here)
        if numbers[here] == 0:
            waiting += around(here)
    return freed
