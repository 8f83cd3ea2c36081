"""What our players of gnome-mines hand in: every click with its reason, and an account of it."""

import csv
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from drivers.mines.driver import Sent, Sight
from solvers.mines import FLAG, Move

COLUMNS = ("step", "action", "x", "y", "reason", "column", "row", "game", "chance")


@dataclass(slots=True, kw_only=True)
class Game:
    """One game of a play: the moves made, and how the board looked last."""

    end: Sight
    moves: list[Move] = field(default_factory=list)


class Claim:
    """`clicks.csv`, a row for each click that was sent, and `summary.md`."""

    def __init__(self, results: Path) -> None:
        """Begin the table of clicks in the folder `results`."""
        self.games: list[Game] = []
        self.final_board = results / "final_board.png"
        self._clicks = results / "clicks.csv"
        self._summary = results / "summary.md"
        self._steps = 0
        self._append([COLUMNS])

    def begin_game(self, sight: Sight) -> None:
        """Tell of a new game, which looks so."""
        self.games.append(Game(end=sight))

    def add(self, moves: Sequence[Move], *, sent: Sequence[Sent], sight: Sight) -> None:
        """Tell of moves made in the game.

        Args:
            moves: The moves.
            sent: All clicks of the play so far; those that are not there yet are written.
            sight: The board after them.
        """
        game = self.games[-1]
        game.moves += moves
        game.end = sight
        rows = []
        for step, click in enumerate(sent[self._steps :], self._steps + 1):
            move = click.move
            where = (click.x, click.y, move.reason, move.column, move.row)
            rows.append((step, move.action, *where, len(self.games), f"{move.chance:.4f}"))
        self._append(rows)
        self._steps = len(sent)

    def finish(self, final: Sight) -> None:
        """Write the account of the play, which ended with this board."""
        games = enumerate(self.games, 1)
        summary = SUMMARY.format(
            revealed=sum(code >= 0 for code in final.cells),
            flagged=sum(code == FLAG for code in final.cells),
            hits=sum(game.end.lost for game in self.games),
            restarts=len(self.games) - 1,
            games="\n\n".join(f"Game {n}: {account(game)}" for n, game in games),
        )
        self._summary.write_text(summary)

    def _append(self, rows: Sequence[Sequence[object]]) -> None:
        with self._clicks.open("a", newline="") as file:
            csv.writer(file).writerows(rows)


def account(game: Game) -> str:
    """One game in a paragraph: how it ended, what was hardest, what was guessed at which odds."""
    proven = [move for move in game.moves if move.because]
    told = [f"{'won' if game.end.won else 'a mine was hit'} after {len(game.moves)} clicks."]
    if proven:
        hardest = max(proven, key=lambda move: len(move.because))
        numbers = ", ".join(f"({c}, {r})" for c, r in hardest.because)
        told.append(
            f"{len(proven)} were forced. The hardest: {hardest.reason} at ({hardest.column}, "
            f"{hardest.row}), from the numbers at {numbers} together."
        )
    guesses = [move for move in game.moves if move.reason == "guess"]
    odds = ", ".join(f"({m.column}, {m.row}) at {m.chance:.0%}" for m in guesses)
    told.append(f"Guesses, with the chance of each to be safe: {odds}.")
    return " ".join(told)


SUMMARY = """# gnome-mines, Big: {revealed} revealed, {flagged} flagged

- Revealed cells: {revealed} of 381
- Flagged mines: {flagged} of 99
- Mines hit: {hits}
- Restarts: {restarts} of 3

{games}

Cells are (column, row) from the top left corner, from 0. The player saw the board as pixels only.
Each number is a constraint: so many mines among the hidden cells around it. One constraint may
settle its cells by itself; two that overlap are subtracted from each other, which is what the
1-2-1 and 1-1 patterns along an edge come to; and where that is not enough, all arrangements of
mines that agree with every connected number, and with the 99 mines on the whole board, are
counted. A cell that is a mine in all of them is flagged, one that is a mine in none is opened.
Only when there is neither is a cell guessed: the one from which winning is most likely.
"""
