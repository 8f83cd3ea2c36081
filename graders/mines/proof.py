"""GAM 2's proofs: the player's claim held against the witness, the truth and the rules."""

from graders.checks import Findings
from graders.errors import Contradiction
from graders.mines.case import BOARD, SUMMARY, Case
from graders.mines.clicks import clicks_were_made, named, reasons_follow
from graders.mines.engine import Knowledge
from graders.mines.pixels import EXPLODED, FLAG, HIDDEN, MINE
from graders.mines.replay import Click
from graders.mines.rules import MINES, around
from graders.mines.summary import summary_agrees
from graders.mines.table import CLICKS
from graders.mines.truth import wrong_cells, wrong_numbers
from graders.process import modified
from graders.proofs import files_are_the_players_own, witness_is_unbroken

PROGRAM, ARGUMENTS = "gnome-mines", ("--big",)


def game_is_unmodified(case: Case) -> Findings:
    """The process is gnome-mines --big from the system's folders, and nothing else is in it.

    Catches preloaded and injected libraries, other programs, other boards, changed randomness.
    """
    yield from modified(case.record(), PROGRAM, *ARGUMENTS)
    return f"{PROGRAM} {' '.join(ARGUMENTS)} ran as installed"


def restarts_are_few(case: Case) -> Findings:
    """At most three games were given up or lost before the last one."""
    games, most = len(case.film.games), int(case.least("max_restarts"))
    if not games:
        yield "no game was seen in which something was revealed"
    if games - 1 > most:
        yield f"{games} games were played, {games - 1} restarts; {most} are allowed"
    return f"{games} games were played, {most + 1} are allowed"


def board_equals_truth(case: Case) -> Findings:
    """Every revealed number, flag and hidden cell is what the seed's mines make of it.

    The boards of all games, and that of the final picture. Catches boards of other seeds, drawn
    boards, boards that somebody made easier.
    """
    case.record()
    seed = case.known_seed()
    for game, laid in zip(case.film.games, case.layouts, strict=True):
        if laid is None:
            yield f"game {game.number} is not what seed {seed} makes of any first click"
        elif game.lost and (wrong := wrong_cells(game.lost, laid)):
            yield f"game {game.number}: {len(wrong)} cells, such as {named(min(wrong))}, are wrong"
    pictured = case.final_game
    mines = case.layouts[pictured.number - 1] if pictured else None
    if mines is None:
        yield f"the board on {BOARD} belongs to no game of seed {seed}"
    elif wrong := wrong_cells(case.final, mines):
        shown = ", ".join(named(cell) for cell in sorted(wrong)[:3])
        yield f"{len(wrong)} cells on {BOARD} are not as seed {seed} has them: {shown}"
    return f"{len(case.film.games)} boards and the final picture are those of seed {seed}"


def board_obeys_rules(case: Case) -> Findings:
    """Every number on the final picture equals the mines around it, and there are 99 in all.

    Catches drawn boards, and flags put on numbers.
    """
    board = case.final
    left = board.showing(HIDDEN, FLAG, MINE, EXPLODED)
    flags = len(board.showing(FLAG))
    if board.cleared:
        wrong = wrong_numbers(board.numbers, left)
        if wrong:
            cell = min(wrong)
            around_it = len(around(cell) & left)
            told = f"{board.code(cell)} at {named(cell)} has {around_it} mines around it"
            yield f"{len(wrong)} numbers are wrong, such as {told}"
        if len(left) != MINES:
            yield f"{len(left)} cells are left, there are {MINES} mines"
    else:
        knowledge = Knowledge()
        try:
            knowledge.learn(board.numbers)
            knowledge.dangers()
        except Contradiction as error:
            yield f"no layout of mines explains the board: {error}"
        if flags > MINES:
            yield f"{flags} flags stand on the board, there are {MINES} mines"
    return f"{len(board.numbers)} numbers agree with the {len(left)} cells that are left"


def final_was_shown(case: Case) -> Findings:
    """The final picture is a part of a picture of the game after the last claimed click.

    Catches drawn pictures, pictures of other games, pictures taken too early.
    """
    witness, final = case.record(), case.final
    picture, last = final.grid.cut(case.files.picture(BOARD)), case.last_claimed
    if last and not _answered(case, last):
        yield f"the last claimed click, at {named(last.cell)}, has no answer on {BOARD}"
    for index in range(len(witness.frames) - 1, last.frame - 1 if last else -1, -1):
        board = case.film.board(index)
        if board is None or board.codes != final.codes or board.grid.size != final.grid.size:
            continue
        if (board.grid.cut(witness.picture(witness.frames[index])) == picture).all():
            return f"the board on {BOARD} is that of frame {witness.frames[index].name}"
    yield f"the board on {BOARD} was not on screen after the last claimed click"
    return ""


def _answered(case: Case, click: Click) -> bool:
    """Whether the final picture shows what the last claimed click made of its game."""
    game, final = case.final_game, case.final
    if game is None or game.number != click.game:
        return game is None or game.number > click.game
    if click.marks:
        row = next(r for r, made in zip(case.rows, case.made, strict=True) if made is click)
        return final.cleared or final.code(click.cell) == FLAG or "flag-by" not in row.reason
    opened = {cell for cell, turn in game.opened.items() if turn <= click.turn}
    return not final.showing(HIDDEN, FLAG) & opened


PROOFS = {
    "files_are_the_players_own": (files_are_the_players_own, (CLICKS, BOARD, SUMMARY)),
    "witness_is_unbroken": (witness_is_unbroken, ()),
    "game_is_unmodified": (game_is_unmodified, ()),
    "restarts_are_few": (restarts_are_few, ()),
    "board_equals_truth": (board_equals_truth, (BOARD,)),
    "board_obeys_rules": (board_obeys_rules, (BOARD,)),
    "clicks_were_made": (clicks_were_made, (CLICKS,)),
    "reasons_follow": (reasons_follow, (CLICKS,)),
    "final_was_shown": (final_was_shown, (BOARD,)),
    "summary_agrees": (summary_agrees, (SUMMARY, BOARD)),
}
"""Each proof, and the deliverables it looks at."""
