"""GAM 3's proofs about boards: pieces, fields and numbers are what the rules make of each other."""

from collections.abc import Iterator
from itertools import islice

from graders.checks import Findings
from graders.errors import Unreadable
from graders.quadrapassel.case import FINAL, Case
from graders.quadrapassel.field import (
    NOTHING,
    Rows,
    arrival,
    falling_in,
    fits,
    height,
    holes,
    is_piece,
)
from graders.quadrapassel.numbers import Digits
from graders.quadrapassel.pixels import UNREAD, Shot
from graders.quadrapassel.play import Turn
from graders.quadrapassel.rules import PIECES, ROTATIONS

WORDS = 9, 11
"""Rows of the field that the words of a game that is over stand in."""


def pieces_equal_truth(case: Case) -> Findings:
    """The pieces are those that the seed brings, in their order.

    Catches accounts of other plays, and settings that change which pieces come.
    """
    seed = case.known_seed()
    for number, (row, (piece, _)) in enumerate(zip(case.rows, case.truth, strict=False), 1):
        if row.piece != piece:
            yield f"row {number} has the piece {row.piece}, seed {seed} brings {piece}"
    return f"all {len(case.rows)} pieces are those of seed {seed}"


def boards_follow(case: Case) -> Findings:
    """Each picture shows what its row makes of the field before, and the next row's piece.

    The field begins empty, and is led on by the rules from what rows claim; what they say of lines,
    height and holes is held against it. Catches made-up rows, left-out pieces, edited pictures,
    pictures of other moments, fields that were not empty at the start.
    """
    following = [*({row.piece} for row in case.rows[1:]), _next_pieces(case)]
    ends = [False] * (len(case.rows) - 1) + [_may_be_over(case)]
    for number, turn in enumerate(case.play.turns, 1):
        faults = _picture(case, turn, following[number - 1], over=ends[number - 1])
        for fault in (*_claims(turn, number), *faults):
            yield f"row {number}: {fault}"
    return f"{len(case.rows)} pictures show the fields that the rows make by the rules"


def _next_pieces(case: Case) -> set[str]:
    """The pieces that may come after the last row's."""
    return {case.truth[-1][0]} if case.seed is not None else set(PIECES)


def _may_be_over(case: Case) -> bool:
    """Whether the piece after the last row's may have found its place taken."""
    if case.seed is not None:
        coming = [case.truth[-1]]
    else:
        coming = [(piece, rotation) for piece in PIECES for rotation in range(ROTATIONS)]
    return not all(fits(case.play.field, arrival(*piece)) for piece in coming)


def _claims(turn: Turn, number: int) -> Iterator[str]:
    """What a row says that cannot be."""
    row, landing = turn.row, turn.landing
    if row.step != number:
        yield f"it is called step {row.step}"
    if not turn.possible:
        yield f"{row.piece} in rotation {row.rotation} finds no place at column {row.left}"
    for name, claimed, found in (
        ("lines", row.lines, landing.lines),
        ("height", row.height, height(landing.field)),
        ("holes", row.holes, holes(landing.field)),
    ):
        if claimed != found:
            yield f"it says {name} {claimed}, the rules say {found}"


def _picture(case: Case, turn: Turn, following: set[str], *, over: bool) -> Iterator[str]:
    """What its picture shows that cannot be."""
    try:
        shot = case.shot(turn.row.picture)
    except Unreadable as error:
        yield str(error)
        return
    yield from unlike(shot.field, turn.landing.field, following, over=over)


def unlike(seen: Rows, field: Rows, pieces: set[str], *, over: bool = False) -> Iterator[str]:
    """How what is seen differs from a field over which a piece falls, a phrase or none.

    Args:
        seen: What is on a picture.
        field: What should lie.
        pieces: Of which one should fall.
        over: Whether the game may be over: then words stand across the middle, and nothing falls,
            or what came last lies where it came and was dropped by nobody.
    """
    words = slice(*WORDS)
    bared = (*seen[: words.start], *field[words], *seen[words.stop :])
    if not over or (bared != field and any(_no_piece_over(bared, field, pieces))):
        yield from _no_piece_over(seen, field, pieces)


def _no_piece_over(seen: Rows, field: Rows, pieces: set[str]) -> Iterator[str]:
    """How what is seen differs from a field with one of these pieces over it, a phrase or none."""
    unread = sum(row.count(UNREAD) for row in seen)
    falling = falling_in(seen, field)
    if unread:
        yield f"cells of the picture that are covered or in motion: {unread}"
    elif falling is None:
        yield "the picture lacks what should lie there"
    else:
        marks = {seen[y][x] for x, y in falling}
        if len(marks) != 1 or not marks <= pieces or not is_piece(falling, *marks):
            wanted = " or ".join(sorted(pieces))
            yield f"besides what should lie, the picture shows no falling {wanted}"


def game_was_standard(case: Case) -> Findings:
    """The game began with an empty field, no shadow under the piece, and was never seen paused.

    Catches other settings: rows filled at the start, a shadow, another size of the field.
    """
    case.record()
    start = _start(case)
    if start is None:
        yield "there is no picture of a game before the first drop"
    else:
        for fault in _odd_at_start(case, start):
            yield f"before the first drop: {fault}"
    running = len(case.rows) - _may_be_over(case)
    idle = [
        number
        for number in range(1, running + 1)
        if not all(panel.playing for panel in islice(case.film.panels(number - 1), 1))
    ]
    if idle:
        yield f"no game was running at row {idle[0]}, nor at {len(idle) - 1} others"
    if not all(panel.playing for panel in case.film.still):
        yield "the game was paused between its first key and the last row"
    return "the game began with an empty field and was running at every row"


def _start(case: Case) -> Shot | None:
    """The picture before the first drop that is most like the start of a game."""
    return min(case.film.starts, key=lambda shot: len(_odd_at_start(case, shot)), default=None)


def _odd_at_start(case: Case, shot: Shot) -> list[str]:
    """What on a picture is not as at the start of a game."""
    faults = [*unlike(shot.field, NOTHING, {case.rows[0].piece})]
    if shot.panel is None or not shot.panel.playing:
        faults.append("no game was running")
    return faults


def numbers_agree(case: Case) -> Findings:
    """Score, lines and level in the window are what the rules make of the rows.

    Catches other starting levels, lines that were never cleared, and pictures of other plays.
    """
    case.record()
    digits, seen = Digits(), 0
    start = _start(case)
    if start and start.panel:
        for fault in digits.disagreements(start.panel, (0, 0, 1)):
            yield f"before the first drop: {fault}"
    for index, turn in enumerate(case.play.turns):
        numbers = {"score": turn.score, "lines": turn.lines, "level": turn.level}
        for name, claimed in turn.row.shown.items():
            if claimed != numbers[name]:
                yield f"row {index + 1} says {name} {claimed}, the rules say {numbers[name]}"
        faults: list[str] = []
        for panel in case.film.panels(index):
            faults = digits.disagreements(panel, (turn.score, turn.lines, turn.level))
            if not faults:
                seen += 1
                break
        yield from (f"row {index + 1}: {fault}" for fault in faults)
    if not seen:
        yield "no picture of the rows was on screen, with numbers beside it"
    return f"score, lines and level agree at {seen} rows, to {case.play.score} in the end"


def final_is_the_end(case: Case) -> Iterator[str]:
    """How the final picture differs from where the rows end, a phrase or none."""
    seen, over = case.shot(FINAL).field, _may_be_over(case)
    for fault in unlike(seen, case.play.field, set(PIECES), over=over):
        yield f"{FINAL} is not where the rows end: {fault}"
