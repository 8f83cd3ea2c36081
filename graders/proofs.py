"""A proof that is the same for every game."""

from graders.case import Evidence
from graders.checks import Findings


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
