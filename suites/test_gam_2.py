"""GAM 2, gnome-mines: the Big board (30x16, 99 mines), read, reasoned out and clicked.

The game is Debian's own, started at Big; what it reads as randomness is the seed's, so that the
grader knows where every mine is and the player does not. After a loss the player may press Play
Again, three times at most. It delivers every click with the number that forced it, the final board
and an account of the play; the grader holds them against the clicks that the X server got, the
pictures it showed, and the mines that the seed laid.
"""

import csv
import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from drivers.launch import Program
from drivers.mines.driver import MinesDriver, Sent, Sight
from graders.mines import grader
from graders.mines.rules import HEIGHT, MINES, WIDTH, around, numbers_on
from graders.verdict import Verdict
from solvers import mines as solver
from solvers.mines import FLAG, HIDDEN, Cell, Move, State
from suites.task import Desk, Task

TITLE = "Mines"
GAMES = 4
"""The first and three restarts."""

SETTINGS = {
    "theme": "'bgcolors'",
    "use-question-marks": "false",
    "use-autoflag": "false",
    "use-animations": "false",
    "window-width": "1900",
    "window-height": "1000",
}
"""Colours carry the numbers, and the board is larger than the 1024x600 that the contract asks."""

SOLVER_SECONDS = 2.0
COLUMNS = ("step", "action", "x", "y", "reason", "column", "row", "game", "chance")


def provision(workspace: Path, seed: int) -> None:
    """Nothing to lay out: the seed lies in what the game reads as randomness."""


def program(workspace: Path, game_output: Path) -> Program:
    """The game as a user would start it."""
    return Program(
        argv=("/usr/games/gnome-mines", "--big"),
        title=TITLE,
        settings={"org/gnome/Mines": SETTINGS},
    )


def think(state: State) -> Sequence[Move]:
    """The reference player's decision: what is proven, else the best guess."""
    moves = solver.decide(state, seconds=SOLVER_SECONDS)
    return floods_last(moves, state) if len(moves) > 1 else moves


def floods_last(moves: Sequence[Move], state: State) -> Sequence[Move]:
    """Flags and cells that touch a mine first: those are numbers, and open nothing but themselves.

    A zero opens all around it, and what is open needs no reason any more: it waits for its turn.
    """
    flags = [move for move in moves if move.action == "right"]
    mines = {(move.column, move.row) for move in flags}
    mines |= {divmod(i, state.width)[::-1] for i, code in enumerate(state.cells) if code == FLAG}
    opened = [move for move in moves if move.action == "left"]
    numbers = [move for move in opened if around((move.column, move.row)) & mines]
    return [*flags, *(numbers or opened)]


def wander(state: State, *, chance: random.Random) -> Sequence[Move]:
    """The random player's decision: a hidden cell, drawn by lot."""
    hidden = [i for i, code in enumerate(state.cells) if code == HIDDEN]
    row, column = divmod(chance.choice(hidden), state.width)
    return [Move("left", column, row, "guess", None, 1 - state.mines / len(hidden))]


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """One game of a play: the moves made, and how the board looked at the end."""

    moves: Sequence[Move]
    end: Sight


class Clicks:
    """`clicks.csv`: a row for each click that was sent, written as the play goes on."""

    def __init__(self, path: Path) -> None:
        """Begin the file."""
        self._path = path
        self._steps = 0
        self._append([COLUMNS])

    def write(self, sent: Sequence[Sent], *, game: int) -> None:
        """Add the clicks that are not there yet."""
        rows = []
        for step, click in enumerate(sent[self._steps :], self._steps + 1):
            move = click.move
            where = (click.x, click.y, move.reason, move.column, move.row)
            rows.append((step, move.action, *where, game, f"{move.chance:.4f}"))
        self._append(rows)
        self._steps = len(sent)

    def _append(self, rows: Sequence[Sequence[object]]) -> None:
        with self._path.open("a", newline="") as file:
            csv.writer(file).writerows(rows)


def play(desk: Desk, *, decide: Callable[[State], Sequence[Move]]) -> None:
    """Game after game until one is won or the restarts are used up; then deliver."""
    driver = MinesDriver(desk.window)
    clicks = Clicks(desk.results / "clicks.csv")
    sight, games = driver.observe(), list[Played]()
    while not sight.won and len(games) < GAMES:
        sight = driver.play_again() if games else sight
        log = partial(clicks.write, driver.sent, game=len(games) + 1)
        games.append(play_game(driver, sight, decide=decide, log=log))
        sight = games[-1].end
    if sight.won:
        sight = driver.dismiss_score()
    driver.shoot(desk.results / "final_board.png")
    (desk.results / "summary.md").write_text(summary(games, sight))


def play_game(
    driver: MinesDriver,
    sight: Sight,
    *,
    decide: Callable[[State], Sequence[Move]],
    log: Callable[[], None],
) -> Played:
    """Look, decide, click, look again, until the board is cleared or a mine was hit."""
    made: list[Move] = []
    while not (sight.won or sight.lost):
        moves = decide(sight.state())
        sight = driver.act(moves)
        log()
        made += moves
    return Played(moves=made, end=sight)


def summary(games: Sequence[Played], final: Sight) -> str:
    """The account of a play, told from its moves."""
    return SUMMARY.format(
        revealed=sum(code >= 0 for code in final.cells),
        flagged=sum(code == FLAG for code in final.cells),
        hits=sum(game.end.lost for game in games),
        restarts=len(games) - 1,
        games="\n\n".join(f"Game {n}: {account(game)}" for n, game in enumerate(games, 1)),
    )


def account(game: Played) -> str:
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


def difficulty(mines: frozenset[Cell], first: Cell) -> str:
    """How hard a board is: our solver plays it, knowing no more than any player."""
    shown, numbers, odds = dict[Cell, int](), numbers_on(mines), list[float]()
    moves: Sequence[Move] = [Move("left", *first, "guess", None, 1.0)]
    while moves:
        for move in moves:
            cell = (move.column, move.row)
            if move.action == "right":
                shown[cell] = FLAG
            elif cell in mines:
                return _hard(odds, f"and lost by that of ({move.column}, {move.row})")
            else:
                _open(cell, numbers, shown)
        cells = tuple(shown.get((c, r), HIDDEN) for r in range(HEIGHT) for c in range(WIDTH))
        moves = solver.decide(State(WIDTH, HEIGHT, MINES, cells), seconds=SOLVER_SECONDS)
        odds += [move.chance for move in moves if move.reason == "guess"]
    return _hard(odds, "and won")


def _open(cell: Cell, numbers: dict[Cell, int], shown: dict[Cell, int]) -> None:
    waiting = [cell]
    while waiting:
        cell = waiting.pop()
        if shown.get(cell, HIDDEN) < 0:
            shown[cell] = numbers[cell]
            waiting += [] if numbers[cell] else around(cell)


def _hard(odds: Sequence[float], end: str) -> str:
    chance = 1.0
    for each in odds:
        chance *= each
    told = ", ".join(f"{each:.0%}" for each in odds)
    count = "1 guess" if len(odds) == 1 else f"{len(odds)} guesses"
    guesses = f"{count} ({told}; {chance:.0%} to win)" if odds else "no guess"
    return f"our solver, playing the same board, needed {guesses} {end}"


TASK = Task(
    id="GAM_task_2_mines_visual",
    title="gnome-mines, Big",
    budget_s=1500.0,
    provision=provision,
    program=program,
    players={
        "reference": partial(play, decide=think),
        "random": partial(play, decide=partial(wander, chance=random.Random(2))),
    },
    grade=partial(grader.grade, difficulty=difficulty),
    seeded_by_device=True,
    results="",
    packages=("gnome-mines", "libglib2.0-0", "libgtk-3-0", "librsvg2-common"),
)


def test_gam_2(verdict: Verdict) -> None:
    """A Big board cleared, every deliverable there, and all of it proven."""
    verdict.raise_unmet()
