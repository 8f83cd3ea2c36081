"""What a verdict says of the evidence itself: where it is broken, and what X was not asked."""

from pathlib import Path

from graders.case import Evidence
from graders.files import quoted
from graders.verdict import Check

UNBROKEN = "witness_is_unbroken"
_TOLD, _KINDS = 3, 10


def broken(case: Evidence, proof: tuple[Check, ...]) -> tuple[str, ...]:
    """Where the record of a play is broken: a line, a picture, a file of the game; the first few.

    Args:
        case: What was graded.
        proof: All proofs, which have looked at what they needed.
    """
    chain = [check.reason for check in proof if check.name == UNBROKEN and check.met is False]
    witness = case.witness
    if witness is None:
        return tuple(chain)
    pictures = (f"frames/{name}" for name in dict.fromkeys(f.name for f in witness.frames))
    written = (f"game/{name}" for name in dict.fromkeys(o.name for o in witness.opened))
    gone = (
        f"{quoted(name)} is missing"
        for name in (*pictures, *written)
        if not _is_file(witness.folder / name)
    )
    places = dict.fromkeys((*chain, *gone, *witness.lost))
    return tuple(places)[:_TOLD]


def not_let_through(case: Evidence) -> tuple[str, ...]:
    """A sentence on what the player asked of X in vain; many programs do without any intent."""
    refused = case.witness.refused if case.witness else {}
    if not refused:
        return ()
    kinds = sorted(refused.items(), key=lambda kind: (-kind[1], kind[0]))
    told = ", ".join(f"{count} {quoted(name)[1:-1]}" for name, count in kinds[:_KINDS])
    more = f", and {len(kinds) - _KINDS} other kinds" if len(kinds) > _KINDS else ""
    return (f"Of what the player asked of the X server this was not let through: {told}{more}.",)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False
