"""Where the mines of the games of one run of GAM 2 were, from the seed and what was revealed."""

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy

from graders.mines.film import Game
from graders.mines.pixels import EXPLODED, FLAG, HIDDEN, MINE, WRONG_FLAG, Board
from graders.mines.rules import Cell, lay_mines, numbers_on
from graders.truth import GlibRandom


def layouts(seed: int, games: Sequence[Game]) -> tuple[frozenset[Cell] | None, ...]:
    """The mines of each game, as one stream of numbers lays them.

    Which cell was revealed first decides where none lie: one that was clicked, if the record shows
    it, else any that shows 0. Where no first cell explains all numbers that were seen the board is
    not the seed's, and neither it nor the games after it have a layout.

    Args:
        seed: The game seed.
        games: The games of the process in order.
    """
    found: list[frozenset[Cell] | None] = []
    stream = GlibRandom(seed)
    for game in games:
        for first in _firsts(game):
            after = deepcopy(stream)
            mines = lay_mines(after, first)
            if not wrong_numbers(game.numbers, mines):
                found.append(mines)
                stream = after
                break
        else:
            break
    return (*found, *[None] * (len(games) - len(found)))


def _firsts(game: Game) -> Iterator[Cell]:
    """Cells that may have been revealed first, the likeliest first."""
    blank = {cell for cell, number in game.numbers.items() if number == 0}
    clicked = [click.cell for click in game.clicks if not click.marks]
    tried = [cell for cell in dict.fromkeys(clicked) if cell in blank]
    yield from tried
    yield from sorted(blank.difference(tried))


def wrong_numbers(numbers: Mapping[Cell, int], mines: frozenset[Cell]) -> list[Cell]:
    """Revealed cells that say otherwise than they must with these mines."""
    right = numbers_on(mines)
    return [cell for cell, number in numbers.items() if right.get(cell) != number]


def wrong_cells(board: Board, mines: frozenset[Cell]) -> list[Cell]:
    """Cells of a board that cannot look so with these mines.

    Numbers have to be right and flags stand on mines. After a loss every mine is shown or flagged,
    and a flag that is wrong is shown as such.
    """
    wrong = wrong_numbers(board.numbers, mines)
    wrong += board.showing(FLAG, MINE, EXPLODED) - mines
    wrong += board.showing(WRONG_FLAG) & mines
    if board.lost:
        wrong += mines & board.showing(HIDDEN)
    return wrong
