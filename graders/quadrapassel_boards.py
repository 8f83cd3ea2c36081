"""GAM 3's proofs about boards: pieces, fields and numbers are what the rules make of each other."""

from collections.abc import Iterator
from itertools import islice

from graders.checks import Findings, NotJudgedError
from graders.files import Unreadable
from graders.quadrapassel_case import FINAL, Case
from graders.quadrapassel_field import NOTHING, Rows, falling_in, height, holes, is_piece
from graders.quadrapassel_numbers import Digits
from graders.quadrapassel_pixels import UNREAD, Shot
from graders.quadrapassel_play import Turn
from graders.quadrapassel_rules import PIECES


def pieces_equal_truth(case: Case) -> Findings:
    """The pieces are those that the seed brings, in their order.

    Catches accounts of other plays, and settings that change which pieces come.
    """
    if case.seed is None:
        raise NotJudgedError("the seed is not known")
    for number, (row, (piece, _)) in enumerate(zip(case.rows, case.truth, strict=False), 1):
        if row.piece != piece:
            yield f"row {number} has the piece {row.piece}, seed {case.seed} brings {piece}"
    return f"all {len(case.rows)} pieces are those of seed {case.seed}"


def boards_follow(case: Case) -> Findings:
    """Each picture shows what its row makes of the field before, and the next row's piece.

    The field begins empty, and is led on by the rules from what rows claim; what they say of lines,
    height and holes is held against it. Catches made-up rows, left-out pieces, edited pictures,
    pictures of other moments, fields that were not empty at the start.
    """
    pieces = [row.piece for row in case.rows[1:]]
    pieces.append(case.truth[-1][0] if case.seed is not None else "")
    for number, (turn, following) in enumerate(zip(case.play.turns, pieces, strict=True), 1):
        for fault in (*_claims(turn, number), *_picture(case, turn, following)):
            yield f"row {number}: {fault}"
    return f"{len(case.rows)} pictures show the fields that the rows make by the rules"


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


def _picture(case: Case, turn: Turn, following: str) -> Iterator[str]:
    """What its picture shows that cannot be."""
    try:
        shot = case.shot(turn.row.picture)
    except Unreadable as error:
        yield str(error)
        return
    yield from unlike(shot.field, turn.landing.field, following)


def unlike(seen: Rows, field: Rows, piece: str) -> Iterator[str]:
    """How what is seen differs from a field over which a piece falls, a phrase or none.

    Args:
        seen: What is on a picture.
        field: What should lie.
        piece: Which piece should fall, "" for any.
    """
    unread = sum(row.count(UNREAD) for row in seen)
    falling = falling_in(seen, field)
    if unread:
        yield f"{unread} cells are covered or move on the picture"
    elif falling is None:
        yield "the picture lacks what should lie there"
    else:
        marks = {seen[y][x] for x, y in falling}
        wanted = piece or "".join(marks)
        if marks != {wanted} or wanted not in PIECES or not is_piece(falling, wanted):
            yield f"besides what should lie, the picture shows no falling {wanted or 'piece'}"


def game_was_standard(case: Case) -> Findings:
    """The game began with an empty field, no shadow under the piece, and was never seen paused.

    Catches other settings: rows filled at the start, a shadow, another size of the field.
    """
    case.record()
    start = case.film.start
    if start is None:
        yield "there is no picture of a game before the first key"
    else:
        for fault in unlike(start.field, NOTHING, case.rows[0].piece):
            yield f"before the first key: {fault}"
        yield from _stopped(start)
    idle = [
        number
        for number in range(1, len(case.rows) + 1)
        if not all(panel.playing for panel in islice(case.film.panels(number - 1), 1))
    ]
    if idle:
        yield f"no game was running at {len(idle)} rows, such as row {idle[0]}"
    return "the game began with an empty field and was running at every row"


def _stopped(start: Shot) -> Iterator[str]:
    if start.panel is None or not start.panel.playing:
        yield "before the first key no game was running"


def numbers_agree(case: Case) -> Findings:
    """Score, lines and level in the window are what the rules make of the rows.

    Catches other starting levels, lines that were never cleared, and pictures of other plays.
    """
    case.record()
    digits, seen = Digits(), 0
    start = case.film.start
    if start and start.panel:
        for fault in digits.disagreements(start.panel, (0, 0, 1)):
            yield f"before the first key: {fault}"
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
    for fault in unlike(case.shot(FINAL).field, case.play.field, ""):
        yield f"{FINAL} is not where the rows end: {fault}"
