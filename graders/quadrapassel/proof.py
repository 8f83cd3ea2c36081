"""GAM 3's proofs: the player's claim held against the witness, the truth and the rules."""

from graders.checks import Findings
from graders.errors import NotJudged
from graders.files import quoted
from graders.process import modified
from graders.proofs import (
    COULD_NOT_KEEP_UP,
    files_are_the_players_own,
    left_open,
    made_up,
    witness_is_unbroken,
)
from graders.quadrapassel.boards import (
    boards_follow,
    final_is_the_end,
    game_was_standard,
    numbers_agree,
    pieces_equal_truth,
)
from graders.quadrapassel.case import FINAL, Case
from graders.quadrapassel.field import DROP
from graders.quadrapassel.summary import summary_agrees

PROGRAM = "quadrapassel"


def game_is_unmodified(case: Case) -> Findings:
    """The process is quadrapassel from the system's folders, and nothing else is in it.

    Catches preloaded and injected libraries, other programs, changed randomness.
    """
    yield from modified(case.record(), PROGRAM)
    return f"{PROGRAM} ran as installed"


def keys_were_pressed(case: Case) -> Findings:
    """The keys of all rows, in order, are those of the keyboard that went to the game.

    From its start to the last row nothing else went to it: no other key, no click, nothing that a
    program made up; and each row's keys can have led its piece to where it landed. Catches made-up
    keys, pieces played by other means, a paused game.
    """
    witness, film = case.record(), case.film
    if film.early:
        yield f"keys that went to the game before a click had started it: {len(film.early)}"
    claimed = [(number, key) for number, row in enumerate(case.rows, 1) for key in row.keys]
    for (number, key), act in zip(claimed, film.keys, strict=False):
        if act.keysym != key:
            yield f"row {number} says {key}, the key pressed was {quoted(act.keysym)}"
            break
    if len(film.keys) < len(claimed):
        yield f"rows have {len(claimed)} keys, {len(film.keys)} went to the game"
    clicks = [before for before, _ in film.clicks if 0 < before < len(claimed)]
    if clicks:
        yield f"the game's window was clicked, the first time after {clicks[0]} keys"
    yield from made_up(witness)
    for number, turn in enumerate(case.play.turns, 1):
        if turn.row.keys.count(DROP) != 1 or turn.row.keys[-1] != DROP:
            yield f"row {number} has not one {DROP} as its last key"
        elif not turn.reached:
            yield f"row {number}: its keys do not lead the piece to where it is said to land"
    return f"{len(claimed)} keys went to the game, and lead every piece to where it landed"


def steps_were_shown(case: Case) -> Findings:
    """Each row's picture was on screen after its keys and before the next row's.

    Catches drawn pictures, pictures of other plays, in another order, or named twice.
    """
    case.record()
    named: dict[str, int] = {}
    missed: list[str] = []
    for number, (row, index) in enumerate(zip(case.rows, case.film.frames, strict=True), 1):
        first = named.setdefault(row.picture, number)
        if first != number:
            yield f"row {number} has the same picture as row {first}"
        elif number - 1 in case.film.missed:
            missed.append(f"row {number}")
        elif index is None:
            yield f"row {number}: its picture was not on screen then"
    unclaimed = sorted(set(case.step_pictures) - named.keys())
    if unclaimed:
        some = quoted(unclaimed[0], 80)
        yield f"pictures that belong to no row: {len(unclaimed)}, such as {some}"
    yield from left_open(missed, of=len(case.rows))
    return f"{len(named)} pictures were on screen, each in its turn"


def final_was_shown(case: Case) -> Findings:
    """The final picture was on screen after the last row's keys, and shows where the rows end.

    Catches drawn pictures, and pictures of other moments or other plays.
    """
    witness, shot = case.record(), case.shot(FINAL)
    yield from final_is_the_end(case)
    index = case.film.find(shot, range(len(witness.frames) - 1, case.film.last - 1, -1))
    if index is None and witness.may_lack(case.film.last, len(witness.frames)):
        raise NotJudged(f"{COULD_NOT_KEEP_UP} after the last row's keys")
    if index is None:
        yield f"{FINAL} was not on screen after the last row's keys"
        return ""
    return f"{FINAL} is frame {witness.frames[index].name}, where the rows end"


PROOFS = {
    "files_are_the_players_own": (files_are_the_players_own, ("*",)),
    "witness_is_unbroken": (witness_is_unbroken, ()),
    "game_is_unmodified": (game_is_unmodified, ()),
    "pieces_equal_truth": (pieces_equal_truth, ("game_log.csv",)),
    "boards_follow": (boards_follow, ("game_log.csv", "board_step_*.png")),
    "keys_were_pressed": (keys_were_pressed, ("game_log.csv",)),
    "steps_were_shown": (steps_were_shown, ("game_log.csv", "board_step_*.png")),
    "final_was_shown": (final_was_shown, ("final_board.png",)),
    "numbers_agree": (numbers_agree, ("game_log.csv",)),
    "game_was_standard": (game_was_standard, ()),
    "summary_agrees": (summary_agrees, ("summary.md",)),
}
"""Each proof, and the deliverables it looks at."""
