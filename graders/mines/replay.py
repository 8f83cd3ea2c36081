"""What the clicks of one game opened, one after the other, by the rules of gnome-mines.

A fast player does not wait for the record, and the record may miss a picture that stood for a
moment. But it has every click, the clicks of a device have one order, and sooner or later every
number is seen: so which numbers were open before a click is known without a picture of it.

The game does not take every click: not those on a paused board, for one, and then players click
again. So where it matters that nothing is held against them, a click is granted all it may have
done (:func:`openings`); where mines are known, what it must have done is told (:func:`replay`).
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from graders.mines.rules import HEIGHT, MINES, WIDTH, Cell, around, numbers_on

LEFT = 1


@dataclass(frozen=True, slots=True)
class Click:
    """A button that went down and up on one cell.

    Attributes:
        turn: Its place among all clicks of the run, from 0.
        button: 1 left, 3 right.
        x: Where it went down, in root-window pixels.
        y: The same.
        cell: On which cell that is.
        frame: Index of the last picture that the record had before it had the press.
        game: Number of its game, from 1; 0 before games are told apart.
        marks: Whether it set or took a flag, rather than to reveal: a right click, or a left one
            with Control held.
    """

    turn: int
    button: int
    x: int
    y: int
    cell: Cell
    frame: int = 0
    game: int = 0
    marks: bool = False

    @property
    def reveals(self) -> bool:
        """Whether it reveals what it can."""
        return self.button == LEFT and not self.marks


def openings(clicks: Sequence[Click], numbers: Mapping[Cell, int]) -> dict[Cell, int]:
    """The earliest turn at which each number may have been opened.

    A left click opens its cell, whatever flag may stand there, and all that opens with it; and of
    the cells around it those that no other click explains, as it may have been one on a number.

    Args:
        clicks: The clicks of one game, in order.
        numbers: All numbers that were ever seen in it.
    """
    plain = _opened(clicks, numbers, chorded=frozenset())
    return _opened(clicks, numbers, chorded=frozenset(numbers.keys() - plain.keys()))


def _opened(
    clicks: Sequence[Click], numbers: Mapping[Cell, int], *, chorded: frozenset[Cell]
) -> dict[Cell, int]:
    opened: dict[Cell, int] = {}
    for click in clicks:
        if not click.reveals:
            continue
        for cell in (click.cell, *(around(click.cell) & chorded)):
            opened |= dict.fromkeys(_flood(cell, opened, numbers), click.turn)
    return opened


@dataclass(frozen=True, slots=True)
class Replay:
    """What came of the clicks of one game, all of them taken.

    Attributes:
        opened: The revealed cells.
        fatal: The click that hit a mine, None if none did.
    """

    opened: frozenset[Cell]
    fatal: Click | None

    @property
    def cleared(self) -> bool:
        """Whether every cell without a mine was opened."""
        return len(self.opened) == WIDTH * HEIGHT - MINES


def replay(clicks: Sequence[Click], mines: frozenset[Cell]) -> Replay:
    """Apply the clicks of one game to an untouched board, until a mine goes off or it is cleared.

    Args:
        clicks: They, in order.
        mines: Where the mines are.
    """
    numbers = numbers_on(mines)
    opened: dict[Cell, int] = {}
    flags: set[Cell] = set()
    for click in clicks:
        if click.marks:
            flags ^= {click.cell} - opened.keys()
            continue
        for cell in _reached(click, opened, flags, numbers):
            if cell in mines:
                return Replay(frozenset(opened), click)
            freed = _flood(cell, opened, numbers)
            opened |= dict.fromkeys(freed, click.turn)
            flags -= freed
        if len(opened) == len(numbers):
            break
    return Replay(frozenset(opened), None)


def _reached(
    click: Click, opened: Mapping[Cell, int], flags: set[Cell], numbers: Mapping[Cell, int]
) -> Iterator[Cell]:
    """The hidden cells that a left click reveals: its own, or those around a satisfied number."""
    if not click.reveals:
        return
    if click.cell not in opened:
        yield from {click.cell} - flags
    elif len(around(click.cell) & flags) == numbers[click.cell]:
        yield from sorted(around(click.cell) - flags - opened.keys())


def _flood(cell: Cell, opened: Mapping[Cell, int], numbers: Mapping[Cell, int]) -> set[Cell]:
    """A cell and all that opens with it, as far as it is not open yet."""
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
