"""GAM 2's proofs about clicks: each claimed one was made, and each reason given for one is true."""

from contextlib import suppress

from graders.checks import Findings
from graders.errors import NotJudged, Unreadable
from graders.files import quoted
from graders.mines.case import BOARD, Case
from graders.mines.pixels import UNREAD
from graders.mines.rules import Cell
from graders.mines.table import CLICKS
from graders.proofs import made_up

REVEALING_KEYS = {"space", "KP_Space"}
"""Keys with which cells can be revealed that no click tells of."""


def clicks_were_made(case: Case) -> Findings:
    """Each row is a press and release of that button at that place, in the order of the rows.

    And the final board is what the clicks revealed. Catches tables made up afterwards, clicks made
    up by a program, cells that are named wrongly, boards drawn on the screen over the game's own.
    """
    witness, rows = case.record(), case.claims()
    for row, click in zip(rows, case.made, strict=True):
        here = f"step {row.step}"
        if click is None:
            yield f"{here}: in that turn no {row.action} click was made at {row.x},{row.y}"
        elif row.cell is not None and row.cell != click.cell:
            yield f"{here}: {row.x},{row.y} is {named(click.cell)}, not {named(row.cell)}"
    with suppress(Unreadable):  # that there is no board on the picture is told elsewhere
        yield from _unopened(case)
    if keys := sum(act.press and act.keysym in REVEALING_KEYS for act in witness.acts):
        yield f"a key that reveals cells was pressed {keys} times"
    yield from made_up(witness)
    made = len(case.film.clicks)
    return f"the {len(rows)} rows of {CLICKS} are among the {made} clicks made on cells, in order"


def _unopened(case: Case) -> Findings:
    """Numbers of the final picture that no click opened, by the rules of the game."""
    game = case.final_game
    if game is None:
        return ""
    played, numbers = case.replays[game.number - 1], case.final.numbers
    hidden, late = numbers.keys() - case.openings(game).keys(), set[Cell]()
    if played and played.fatal:
        late = numbers.keys() - played.opened
    elif not played and (lost := case.film.loss(game)):
        late = numbers.keys() - lost.numbers.keys() - lost.showing(UNREAD)
    if late:
        where = named(min(late))
        yield f"{len(late)} cells of {BOARD}, such as {where}, were revealed after a mine went off"
    elif hidden:
        yield f"{len(hidden)} cells of {BOARD}, such as {named(min(hidden))}, no click revealed"
    return ""


def reasons_follow(case: Case) -> Findings:
    """Each reason is true of the board as it stood: the number was there, the conclusion follows.

    What a cell's own click told does not count, nor do flags: only numbers, and the count of mines.
    Catches guesses that are passed off as reasoning, and numbers painted on the screen for it.
    """
    case.record()
    rows = case.claims()
    judgements, _ = case.reasons
    faulty = [j for j in judgements if j.fault]
    undecided = [j for j in faulty if j.fault == "undecided"]
    if undecided and undecided == faulty:
        told = f"{len(undecided)} reasons take too long to be followed"
        raise NotJudged(f"{told}, such as that of step {rows[undecided[0].index].step}")
    for judgement in faulty:
        row = rows[judgement.index]
        here = f"step {row.step}, {named(judgement.cell)}, {quoted(row.reason)}"
        yield f"{here}: {judgement.fault}, {judgement.why}"
    for game in case.film.games:
        if changed := case.film.changed(game):
            told = f"the number at {named(changed[0])} was another one for a while"
            yield f"game {game.number}: {told}; {len(changed)} in all changed"
    if not judgements:
        yield "no click that was made has a reason"
    return f"{len(judgements)} reasons follow from the numbers that were in sight"


def named(cell: Cell) -> str:
    """A cell for a sentence."""
    return f"column {cell[0]}, row {cell[1]}"
