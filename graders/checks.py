"""How one check comes about: a generator that yields what is wrong and returns what is right."""

from collections.abc import Generator, Iterator
from itertools import islice

from graders.errors import NotJudged, Unreadable
from graders.faults import LOG, note
from graders.verdict import Check

Findings = Generator[str, None, str]
"""Yields a phrase for each thing that is wrong; returns one sentence for when nothing is."""

_TOLD, _COUNTED = 3, 1000


def judged(name: str, findings: Findings, evidence: tuple[str, ...]) -> Check:
    """Run a check to its end.

    A file that cannot be read is one more thing that is wrong: the player owes readable files. A
    check that breaks down over them is unmet, and the traceback is kept. What was found wrong
    stands, even if the rest cannot be judged.

    Args:
        name: The check's name.
        findings: The check.
        evidence: Paths of what it looks at, relative to the item folder.

    Raises:
        GradingFailed: The harness or the machine is to blame.
    """
    sentence: list[str] = []
    wrong: list[str] = []
    try:
        wrong.extend(islice(_complaints(findings, sentence), _COUNTED))
    except NotJudged as error:
        if not wrong:
            return Check(name=name, met=None, reason=f"not judged: {error}", evidence=evidence)
    # Players write what checks look at, and nobody foresees all that can come of it. Whatever it is
    # (memory and recursion included), it costs this one check and not the whole verdict.
    except Exception as error:
        reason = f"could not be graded: {note(error, name)}"
        return Check(name=name, met=False, reason=reason, evidence=(LOG, *evidence))
    if wrong:
        told = "; ".join(wrong[:_TOLD])
        more = f"; and {len(wrong) - _TOLD} more" if len(wrong) > _TOLD else ""
        return Check(name=name, met=False, reason=told + more, evidence=evidence)
    return Check(name=name, met=True, reason="".join(sentence), evidence=evidence)


def _complaints(findings: Findings, sentence: list[str]) -> Iterator[str]:
    """What is wrong; puts the sentence for when nothing is into the list."""
    try:
        sentence.append((yield from findings))
    except Unreadable as error:
        yield str(error)
