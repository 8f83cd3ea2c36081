"""A game of Mines without a game: our solver plays a layout that the seed has told the grader.

It says how hard a board was, for a verdict's remarks. No player ever runs it.
"""

from collections.abc import Mapping, Sequence

from graders.mines.rules import HEIGHT, MINES, WIDTH, around, numbers_on
from solvers.mines import FLAG, HIDDEN, Cell, Move, State, decide

SOLVER_SECONDS = 2.0


def difficulty(mines: frozenset[Cell], first: Cell) -> str:
    """How hard a board is: our solver plays it, knowing no more than any player.

    Args:
        mines: (column, row) of each mine.
        first: The cell that was revealed first.

    Returns:
        Which guesses it needed, and how the game ended.
    """
    shown, numbers, odds = dict[Cell, int](), numbers_on(mines), list[float]()
    moves: Sequence[Move] = [Move("left", *first, "guess", None, 1.0)]
    while moves:
        for move in moves:
            cell = (move.column, move.row)
            if move.action == "right":
                shown[cell] = FLAG
            elif cell in mines:
                return _told(odds, f"and lost by that of ({move.column}, {move.row})")
            else:
                _open(cell, numbers, shown)
        cells = tuple(shown.get((c, r), HIDDEN) for r in range(HEIGHT) for c in range(WIDTH))
        moves = decide(State(WIDTH, HEIGHT, MINES, cells), seconds=SOLVER_SECONDS)
        odds += [move.chance for move in moves if move.reason == "guess"]
    return _told(odds, "and won")


def _open(cell: Cell, numbers: Mapping[Cell, int], shown: dict[Cell, int]) -> None:
    waiting = [cell]
    while waiting:
        cell = waiting.pop()
        if shown.get(cell, HIDDEN) < 0:
            shown[cell] = numbers[cell]
            waiting += [] if numbers[cell] else around(cell)


def _told(odds: Sequence[float], end: str) -> str:
    chance = 1.0
    for each in odds:
        chance *= each
    told = ", ".join(f"{each:.0%}" for each in odds)
    count = "1 guess" if len(odds) == 1 else f"{len(odds)} guesses"
    guesses = f"{count} ({told}; {chance:.0%} to win)" if odds else "no guess"
    return f"our solver, playing the same board, needed {guesses} {end}"
