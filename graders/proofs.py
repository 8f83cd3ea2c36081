"""Proofs, and parts of proofs, that are the same for every game."""

from collections import Counter
from collections.abc import Iterator

from graders.case import Evidence
from graders.checks import Findings
from graders.files import quoted
from graders.witness import Witness


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
