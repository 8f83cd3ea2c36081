"""What a verdict says of the evidence itself: where it is broken, and what X was not asked."""

import hashlib
from collections.abc import Iterator
from itertools import islice

from graders.case import Evidence
from graders.errors import Unreadable
from graders.files import quoted
from graders.verdict import Check
from graders.witness import Witness, changed
from graders.witness_events import Frame

UNBROKEN = "witness_is_unbroken"
_TOLD, _KINDS = 3, 10


def broken(case: Evidence, proof: tuple[Check, ...]) -> tuple[str, ...]:
    """Where the record of a play is broken: a line, a picture, a file of the game; the first few.

    Args:
        case: What was graded.
        proof: All proofs, which have looked at what they needed.
    """
    chain = [check.reason for check in proof if check.name == UNBROKEN and check.met is False]
    places = (*chain, *islice(_files(case.witness), _TOLD)) if case.witness else chain
    return tuple(dict.fromkeys(places))[:_TOLD]


def _files(witness: Witness) -> Iterator[str]:
    """What is wrong with the files of the record: all pictures are looked at, used or not."""
    for frame in {frame.name: frame for frame in witness.frames}.values():
        if fault := _missing(witness, f"frames/{frame.name}") or _fault(witness, frame):
            yield fault
    for name in dict.fromkeys(opened.name for opened in witness.opened):
        if fault := _missing(witness, f"game/{name}"):
            yield fault


def _fault(witness: Witness, frame: Frame) -> str:
    """Why a picture's file is not the one that was recorded; "" if it is."""
    kept = witness.kept.get(frame.name)
    try:
        # A hash of the file takes a hundredth of the time that its pixels take to unpack.
        if kept and hashlib.sha256(witness.file(frame)).hexdigest() != kept:
            return changed(frame)
        if not kept and frame.name not in witness.intact | witness.lost.keys():
            witness.picture(frame)
    except Unreadable as error:
        return str(error)
    return witness.lost.get(frame.name, "")


def _missing(witness: Witness, name: str) -> str:
    try:
        there = (witness.folder / name).is_file()
    except (OSError, ValueError):
        there = False
    return "" if there else f"{quoted(name)} is missing"


def not_let_through(case: Evidence) -> tuple[str, ...]:
    """A sentence on what the player asked of X in vain; many programs do without any intent."""
    refused = case.witness.refused if case.witness else {}
    if not refused:
        return ()
    kinds = sorted(refused.items(), key=lambda kind: (-kind[1], kind[0]))
    told = ", ".join(f"{count} {quoted(name)[1:-1]}" for name, count in kinds[:_KINDS])
    more = f", and {len(kinds) - _KINDS} other kinds" if len(kinds) > _KINDS else ""
    return (f"Of what the player asked of the X server this was not let through: {told}{more}.",)
