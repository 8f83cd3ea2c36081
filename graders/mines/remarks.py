"""What a reader of a verdict on GAM 2 would ask: how games ended, what went wrong, how hard it was.

Remarks decide nothing.
"""

from collections.abc import Callable, Iterator
from fractions import Fraction
from math import prod

from graders.errors import Contradiction, NotJudged, Undecided, Unreadable
from graders.faults import note
from graders.mines.case import Case
from graders.mines.clicks import named
from graders.mines.engine import Knowledge
from graders.mines.film import Game
from graders.mines.reasons import GUESS, Guess
from graders.mines.replay import Click
from graders.mines.rules import Cell
from graders.mines.table import Row

Difficulty = Callable[[frozenset[Cell], Cell], str]
"""Says in a sentence how hard a layout of mines is, once a first cell is revealed."""


def remarks(case: Case, difficulty: Difficulty | None) -> tuple[str, ...]:
    """A sentence on how each game ended, on its guesses, and on how hard it was.

    Args:
        case: The case.
        difficulty: Asked about each game whose mines are known.
    """
    said: list[str] = []
    try:
        for game in case.film.games:
            said += [
                *_ending(case, game),
                *_guesses(case, game),
                *_hardness(case, game, difficulty),
            ]
    # Remarks are an extra: whatever odd files make them impossible must not cost the verdict.
    except Exception as error:
        if not isinstance(error, NotJudged):
            said.append(f"There is no more to say of the games: {note(error, 'remarks')}.")
    return tuple(said)


def _ending(case: Case, game: Game) -> Iterator[str]:
    revealed, here = len(game.numbers), f"Game {game.number}"
    end = case.end_of(game)
    if end == "won":
        yield f"{here} was won: all {revealed} cells without a mine were revealed."
    elif end == "open":
        yield f"{here} was left with {revealed} cells revealed."
    else:
        yield f"{here} was lost with {revealed} cells revealed: {_loss(case, game)}."


def _loss(case: Case, game: Game) -> str:
    """What lost a game: a misread board, a wrong inference, a misclick or bad luck."""
    click = case.fatal(game)
    if click is None:
        return "no click on a cell tells why"
    if click.cell in game.numbers:
        return f"a click on the number at {named(click.cell)}, which had a wrong flag next to it"
    row = _row_of(case, click)
    where = f"a click on {named(click.cell)}"
    if row is None:
        return f"misclick, {where} that no row tells of{_told(_odds(case, click))}"
    index, claimed = row
    if claimed.cell is not None and claimed.cell != click.cell:
        return f"misclick, {where} that was meant for {named(claimed.cell)}"
    fault = next((j for j in case.reasons[0] if j.index == index and j.fault), None)
    if fault:
        return f"{fault.fault}, {where}: {fault.why}"
    odds = _odds(case, click)
    if GUESS.search(claimed.reason):
        return f"{_kind(odds)} guess, {where}{_told(odds)}"
    return f"{where} without a reason{_told(odds)}"


def _row_of(case: Case, click: Click) -> tuple[int, Row] | None:
    """The row that claims a click, with its index; None if there is none that can be read."""
    try:
        pairs = zip(case.rows, case.made, strict=True)
        return next(((i, row) for i, (row, made) in enumerate(pairs) if made is click), None)
    except Unreadable:
        return None


def _odds(case: Case, click: Click) -> tuple[Fraction, Fraction] | None:
    """The exact chances of a click and of the best cell to be safe, by all that was in sight."""
    knowledge = Knowledge()
    try:
        knowledge.learn(case.film.seen_before(click))
        danger = knowledge.danger(click.cell)
        best = 1 - min(knowledge.dangers().values())
    except (Undecided, Contradiction):
        return None
    return 1 - danger, best


def _told(odds: tuple[Fraction, Fraction] | None) -> str:
    if odds is None:
        return ""
    safe, best = map(_percent, odds)
    return f", which was safe with {safe}; the best cell was with {best}"


def _kind(odds: tuple[Fraction, Fraction] | None) -> str:
    """Whether bad luck is to blame for a guess that lost."""
    if odds is None or 0 < odds[0] <= odds[1] < 1:
        return "unlucky"
    return "hopeless" if odds[0] == 0 else "needless"


def _guesses(case: Case, game: Game) -> Iterator[str]:
    """How many of the guesses of a game were forced, and what it took to survive these."""
    try:
        guesses = [guess for guess in case.reasons[1] if guess.game == game.number]
    except Unreadable:
        return
    if not guesses:
        return
    forced: list[Guess] = [guess for guess in guesses if guess.forced]
    chance = prod((guess.best for guess in forced), start=Fraction(1))
    told = f"; the best cells at these were all safe with {_percent(chance)}" if forced else ""
    some = "1 guess" if len(guesses) == 1 else f"{len(guesses)} guesses"
    of_them = f"{len(forced)} of them forced, as no cell was certain" if forced else "none forced"
    yield f"Game {game.number} had {some}, {of_them}{told}."


def _hardness(case: Case, game: Game, difficulty: Difficulty | None) -> Iterator[str]:
    if difficulty is None or case.seed is None:
        return
    mines = case.layouts[game.number - 1]
    first = min(game.opened.values(), default=None)
    if mines is not None and first is not None:
        click = next(click for click in game.clicks if click.turn == first)
        said = difficulty(mines, click.cell).strip().rstrip(".")
        yield f"Game {game.number}: {said}."


def _percent(chance: Fraction) -> str:
    return f"{float(chance):.1%}"
