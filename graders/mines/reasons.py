"""GAM 2's reasons held against the board as it stood: does each follow from what could be seen?"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Literal

from graders.errors import Contradiction, Undecided, Unreadable
from graders.mines.engine import Knowledge
from graders.mines.film import Film
from graders.mines.replay import Click
from graders.mines.rules import Cell, around

REASON = re.compile(r"(safe|flag)-by-(\d|count)\b")
"""What a reason has to name: one number next to the cell, or the count of all mines."""

SOME_REASON = re.compile(r"(safe|flag)-by")
"""What the contract counts as one."""

GUESS = re.compile(r"\bguess", re.IGNORECASE)
REASONS = 5000  # of one table; the cells of four games are 1920
GUESSES = 200  # whose odds are worked out

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


def judge_reasons(
    film: Film, claims: Sequence[tuple[str, Click | None]]
) -> tuple[tuple[Judgement, ...], tuple[Guess, ...]]:
    """Every claimed reason and every guess, in the order in which the board grew.

    Args:
        film: The games.
        claims: For each row its reason and the click that it is about, None if nobody made that.

    Raises:
        Unreadable: There are more than ``REASONS`` of them.
    """
    if sum(bool(click) for _, click in claims) > REASONS:
        raise Unreadable(f"more than {REASONS} clicks would have to be judged")
    boards = []
    for index, (reason, click) in enumerate(claims):
        wanted = SOME_REASON.search(reason) or GUESS.search(reason)
        if click and wanted:
            seen = film.seen_before(click)
            boards.append((click.game, len(seen), index, click, seen))
    judgements: list[Judgement] = []
    guesses: list[Guess] = []
    known: dict[int, Knowledge] = {}
    for _, _, index, click, seen in sorted(boards, key=lambda entry: entry[:3]):
        knowledge = known.setdefault(click.game, Knowledge())
        if not knowledge.is_part_of(seen):  # it must not know what this click could not
            knowledge = Knowledge()
        reason = claims[index][0]
        if SOME_REASON.search(reason):
            fault, why = _fault(reason, click, seen, knowledge)
            judgements.append(Judgement(index, click.game, click.cell, fault, why))
        elif seen and len(guesses) < GUESSES:
            guesses += _guess(index, click, seen, knowledge)
    return tuple(judgements), tuple(guesses)


def _fault(
    reason: str, click: Click, seen: Mapping[Cell, int], knowledge: Knowledge
) -> tuple[Fault, str]:
    named = REASON.search(reason)
    if named is None:
        return "wrong inference", "it names no number"
    kind, number = named.groups()
    if click.marks is (kind == "safe"):
        return "wrong inference", f"the cell was {'flagged' if click.marks else 'revealed'}"
    shown = {seen.get(cell) for cell in around(click.cell)}
    if number != "count" and int(number) not in shown:
        return "misread", f"no {number} was to be seen next to it"
    try:
        knowledge.learn(seen)
        mine = knowledge.is_mine(click.cell)
    except Undecided as error:
        return "undecided", str(error)
    except Contradiction as error:
        return "wrong inference", str(error)
    if mine is (kind == "flag"):
        return "", ""
    truth = {True: "it must be a mine", False: "it cannot be a mine", None: "it may be either"}
    return "wrong inference", f"by the numbers in sight {truth[mine]}"


def _guess(
    index: int, click: Click, seen: Mapping[Cell, int], knowledge: Knowledge
) -> Iterator[Guess]:
    """The odds of a guess, if they can be worked out."""
    try:
        knowledge.learn(seen)
        dangers = knowledge.dangers()
    except (Undecided, Contradiction):
        return
    if click.cell in dangers:
        safe, best = 1 - dangers[click.cell], 1 - min(dangers.values())
        yield Guess(index, click.game, click.cell, safe, best)
