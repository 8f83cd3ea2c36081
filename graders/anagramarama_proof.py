"""GAM 11's proofs: the player's claim held against the witness, the truth and the rules."""

from graders.anagramarama_case import Case
from graders.case import RESULTS
from graders.checks import Findings
from graders.proofs import witness_is_unbroken


def files_are_the_players_own(case: Case) -> Findings:
    """No deliverable is a link to anything, a second name of another file, or a special file.

    Catches deliverables borrowed from elsewhere, such as the harness's own frames.
    """
    yield from case.files.foreign(RESULTS)
    return "the deliverables are plain files of their own"


PROOFS = {
    "files_are_the_players_own": (files_are_the_players_own, ("*",)),
    "witness_is_unbroken": (witness_is_unbroken, ()),
}
"""Each proof, and the deliverables it looks at."""
