"""What an audit of a play reports: how often the player acted and looked, and what it ran."""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Self

from graders.errors import BadOption
from graders.files import quoted
from graders.transcripts import Transcript


@dataclass(frozen=True, slots=True)
class Audit:
    """Counts of one play, for the contracts whose arithmetic asks for them.

    Attributes:
        calls: How often the player acted.
        shots: How often it looked at the screen.
        matches: What it ran of the things that a contract bans, as the contract writes them.
        places: Where each match stands, for a sentence; empty where nobody knows.
    """

    calls: int
    shots: int
    matches: tuple[str, ...] = ()
    places: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``CALLS,SHOTS``.

        Raises:
            BadOption: The text is not two whole numbers from 0.
        """
        calls, comma, shots = text.partition(",")
        if not (comma and calls.isdecimal() and shots.isdecimal()):
            raise BadOption(f"expected CALLS,SHOTS such as 120,80, not {text!r}")
        return cls(int(calls), int(shots))


def audited(
    counted: Audit | None,
    *,
    given: Iterable[Transcript],
    found: Iterable[Transcript],
    banned: Sequence[str],
) -> Audit | None:
    """What is to be held against a player, or for it.

    The record's counts win over every transcript's. Without a record those of a transcript stand
    that somebody but the player gave to the grader; one that lay in the player's own folder is
    believed where it speaks against the player, never where it speaks for it.

    Args:
        counted: What the record counted; None without one.
        given: Transcripts that the user named.
        found: Transcripts that the player left.
        banned: What the contract bans.

    Returns:
        None where nobody counted and nothing banned was run.
    """
    given, found = [*given], [*found]
    lines = [(words, where) for words in banned for where in _places(words, [*given, *found])]
    matches = tuple(dict.fromkeys(words for words, _ in lines))
    if counted is None and not (given or matches):
        return None
    counts = counted or claimed(given or found)
    return Audit(counts.calls, counts.shots, matches, tuple(where for _, where in lines[:_PLACES]))


_PLACES = 3


def claimed(transcripts: Iterable[Transcript]) -> Audit:
    """What transcripts say; every call counts as an act, as for the contracts' own graders."""
    transcripts = [*transcripts]
    return Audit(
        calls=sum(len(transcript.commands) for transcript in transcripts),
        shots=sum(transcript.looks for transcript in transcripts),
    )


def _places(words: str, transcripts: Iterable[Transcript]) -> list[str]:
    """Where these words were run."""
    return [f"line {line} of {t.name}" for t in transcripts for line in t.naming(words)]


_SUSPECT = re.compile(
    r"\bLD_(?:PRELOAD|AUDIT)\b|\b(?:gdb|lldb|strace|ltrace|ptrace|scanmem|faketime)\b"
    r"|/proc/\w{1,20}/(?:mem|maps|environ|fd)\b"
    r"|\b(?:gsettings|dconf) (?:get|set|read|write|dump|load|reset|list-recursively)\b"
)
"""What looks into a program, or changes one, and has no place in a play."""


def remarks_on(
    transcripts: Iterable[Transcript], counted: Audit | None, *, libraries: Sequence[str]
) -> Iterator[str]:
    """What a reader would want to know of a player's transcripts; it decides nothing.

    Args:
        transcripts: All there are.
        counted: What the record counted; None without one.
        libraries: Those that the contract does not want imported.
    """
    imports = "|".join(map(re.escape, libraries))
    wanted = re.compile(rf"\b(?:import|from|install) (?:{imports})\b" if imports else r"(?!)")
    for transcript in transcripts:
        if transcript.acts or transcript.looks:
            yield _beside(transcript, counted)
        if transcript.cut:
            yield f"{transcript.name} is longer than what is read of it."
        for name, lines in _suspicions(transcript, wanted).items():
            where = ", ".join(map(str, lines[:_PLACES])) + (" ..." if len(lines) > _PLACES else "")
            yield f"{transcript.name} has {quoted(name)} in calls (line {where})."


_NAMES = 5


def _beside(transcript: Transcript, counted: Audit | None) -> str:
    """What a transcript claims, beside what was counted."""
    acts, looks = transcript.acts, transcript.looks
    told = f"{transcript.name} ({transcript.format}) tells of {acts} acts and {looks} looks"
    if counted is None:
        return f"{told}; there is no record to hold it against."
    more = ", and it claims more" if acts > counted.calls or looks > counted.shots else ""
    return f"{told}; the record has {counted.calls} and {counted.shots}, which count{more}."


def _suspicions(transcript: Transcript, wanted: re.Pattern[str]) -> dict[str, list[int]]:
    """The lines of what looks suspicious, by how it is written, the first few kinds of it."""
    lines: dict[str, list[int]] = {}
    for command in transcript.commands:
        for pattern in (_SUSPECT, wanted):
            for found in islice(pattern.finditer(command.plain), _NAMES):
                if found[0] in lines or len(lines) < _NAMES:
                    lines.setdefault(found[0], []).append(command.line)
    return {name: [*dict.fromkeys(where)] for name, where in lines.items()}
