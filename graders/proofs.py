"""Proofs, and parts of proofs, that are the same for every game."""

from collections import Counter
from collections.abc import Iterator, Sequence

from graders.case import Evidence
from graders.checks import Findings
from graders.errors import NotJudged
from graders.files import quoted
from graders.witness import Witness

COULD_NOT_KEEP_UP = "the witness could not keep up"

OPEN_OF = 10
"""One picture of so many may stay unseen for that reason, or one alone."""


def files_are_the_players_own(case: Evidence) -> Findings:
    """No deliverable is a link to anything, a second name of another file, or a special file.

    Catches deliverables borrowed from elsewhere, such as the harness's own frames.
    """
    yield from case.foreign()
    return "the deliverables are plain files of their own"


def witness_is_unbroken(case: Evidence) -> Findings:
    """The record is numbered without gaps and each line carries the hash of the line before it.

    Catches events dropped, added, changed or swapped after they were recorded.
    """
    if case.witness_fault:
        yield case.witness_fault
        return ""
    witness = case.record()
    yield from witness.breaks
    return f"the record's chain holds from start to end, over {len(witness.frames)} frames"


def made_up(witness: Witness) -> Iterator[str]:
    """Keys and clicks that went to the game, or may have, and that no device made; a phrase each.

    The X server tells of an event that a program made up. One that it does not tell so, and that no
    keyboard or mouse made at that time, is made up all the same. Of keys that come very fast RECORD
    leaves deliveries out, so a press that was not delivered is none of this proof's business; nor
    is what a program sent to windows of others.
    """
    devices = Counter(witness.pressed)
    for told in witness.delivered:
        here = f"{quoted(told.press.what)} at {told.press.server_ms} ms"
        if told.synthetic:
            yield f"{here} was made up by a program"
        elif devices[told.press] < 1:
            yield f"{here} was pressed on no device"
        devices[told.press] -= 1
    if sent := witness.sent_to_the_game:
        yield f"{len(sent)} input events were sent to the game's window by a program"


def left_open(missed: Sequence[str], *, of: int) -> Iterator[str]:
    """What is wrong if pictures were not seen that may have stood while the witness was late.

    A few are no failure of the player's: they stay open. Many are one, since a player can bring
    it about by flooding the X server, and must not be believed for it.

    Args:
        missed: Those pictures, in words.
        of: How many pictures there are in all.

    Raises:
        NotJudged: There are few of them.
    """
    told = f"{COULD_NOT_KEEP_UP} at {len(missed)} of {of} pictures"
    if len(missed) > max(1, of // OPEN_OF):
        yield f"{told}, too many to be believed; play on a machine that is less busy"
    elif missed:
        raise NotJudged(f"{told}, such as that of {missed[0]}")
