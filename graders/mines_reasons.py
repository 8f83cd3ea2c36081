"""GAM 2's reasons held against the board as it stood: does each follow from what was to be seen?"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from graders.mines_engine import ContradictionError, Knowledge, UndecidedError
from graders.mines_film import Click, Film
from graders.mines_pixels import FLAG, HIDDEN, Board
from graders.mines_rules import Cell, around

REASON = re.compile(r"(safe|flag)-by-(\d|count)\b")
"""What a reason has to name: one number next to the cell, or the count of all mines."""

SOME_REASON = re.compile(r"(safe|flag)-by")
"""What the contract counts as one."""

GUESS = re.compile(r"\bguess", re.IGNORECASE)
GUESSES = 200  # whose odds are worked out
BUTTON_OF = {"safe": 1, "flag": 3}

Fault = Literal["", "misread", "wrong inference", "undecided"]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What a reason was worth.

    Attributes:
        index: Of the row, from 0.
        game: Number of the game.
        cell: The cell that was clicked.
        fault: What is wrong with the reason; "" for a good one and for a guess.
        why: That in words.
    """

    index: int
    game: int
    cell: Cell
    fault: Fault
    why: str


@dataclass(frozen=True, slots=True)
class Guess:
    """A click that the player calls a guess, before which something was revealed.

    Attributes:
        index: Of the row, from 0.
        game: Number of the game.
        cell: The cell that was clicked.
        safe: The exact chance that it was no mine.
        best: The same for the best cell to choose.
    """

    index: int
    game: int
    cell: Cell
    safe: Fraction
    best: Fraction

    @property
    def forced(self) -> bool:
        """Whether no cell was certain to be safe."""
        return self.best < 1


def stood(film: Film, click: Click) -> Board | None:
    """The board that a click was decided on, None if there is no picture of it."""
    codes = (HIDDEN, FLAG) if click.button == BUTTON_OF["safe"] else (HIDDEN,)
    return film.before(click, codes=codes)


def judge_reasons(
    film: Film, claims: Sequence[tuple[str, Click | None]]
) -> tuple[tuple[Judgement, ...], tuple[Guess, ...]]:
    """Every claimed reason and every guess, in the order in which the board grew.

    Args:
        film: The games.
        claims: For each row its reason and the click that it is about, None if nobody made that.
    """
    boards = []
    for index, (reason, click) in enumerate(claims):
        wanted = SOME_REASON.search(reason) or GUESS.search(reason)
        game = film.game_at(click.frame) if click and wanted else None
        if click is None or game is None:
            continue
        board = stood(film, click)
        size = len(board.numbers) if board else 0
        boards.append((game.number, size, index, click, board))
    judgements: list[Judgement] = []
    guesses: list[Guess] = []
    known: dict[int, Knowledge] = {}
    for game_number, _, index, click, board in sorted(boards, key=lambda entry: entry[:3]):
        knowledge = known.setdefault(game_number, Knowledge())
        reason = claims[index][0]
        if SOME_REASON.search(reason):
            fault, why = _fault(reason, click, board, knowledge)
            judgements.append(Judgement(index, game_number, click.cell, fault, why))
        elif board and board.numbers and len(guesses) < GUESSES:
            guesses += _guess(index, game_number, click.cell, board, knowledge)
    return tuple(judgements), tuple(guesses)


def _fault(
    reason: str, click: Click, board: Board | None, knowledge: Knowledge
) -> tuple[Fault, str]:
    named = REASON.search(reason)
    if named is None:
        return "wrong inference", "it names no number"
    kind, number = named.groups()
    if click.button != BUTTON_OF[kind]:
        return "wrong inference", f"the cell was {'flagged' if kind == 'safe' else 'revealed'}"
    if board is None:
        return "wrong inference", f"the cell was never seen {_state(kind)}"
    shown = {board.code(cell) for cell in around(click.cell)}
    if number != "count" and int(number) not in shown:
        return "misread", f"no {number} was to be seen next to it"
    try:
        knowledge.learn(board.numbers)
        mine = knowledge.is_mine(click.cell)
    except UndecidedError as error:
        return "undecided", str(error)
    except ContradictionError as error:
        return "wrong inference", str(error)
    if mine is (kind == "flag"):
        return "", ""
    truth = {True: "it must be a mine", False: "it cannot be a mine", None: "it may be either"}
    return "wrong inference", f"by the numbers in sight {truth[mine]}"


def _state(kind: str) -> str:
    return "hidden" if kind == "safe" else "without a flag"


def _guess(
    index: int, game: int, cell: Cell, board: Board, knowledge: Knowledge
) -> Iterator[Guess]:
    """The odds of a guess, if they can be worked out."""
    try:
        knowledge.learn(board.numbers)
        dangers = knowledge.dangers()
    except (UndecidedError, ContradictionError):
        return
    if cell in dangers:
        yield Guess(index, game, cell, 1 - dangers[cell], 1 - min(dangers.values()))
