"""The log that GAM 11's game wrote while it was played: one line for each thing that counts."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Self

from graders.errors import Unreadable
from graders.files import quoted, read

HEADER = ["time", "word", "verdict", "score"]
SUBMITTED = ("accepted", "duplicate", "rejected")
ENDED = ("bonus", "timeout", "solved")
LEFT = ("new", "quit")
LOG_BYTES = 8 << 20


@dataclass(frozen=True, slots=True)
class Line:
    """A line of the log.

    Attributes:
        time: When, with its zone.
        word: The root, the word submitted, or "".
        verdict: What happened.
        score: The total afterwards.
    """

    time: datetime
    word: str
    verdict: str
    score: int


@dataclass(frozen=True, slots=True)
class Round:
    """The first round of a log.

    Attributes:
        start: Its first line.
        submissions: The lines of submitted words.
        end: The line that says how it ended; None if it was left, or the log ends before.
        closed: Whether nothing more can have been submitted in it.
    """

    start: Line
    submissions: tuple[Line, ...]
    end: Line | None
    closed: bool

    @property
    def accepted(self) -> list[str]:
        """The words that scored, in order."""
        return [line.word for line in self.submissions if line.verdict == "accepted"]

    @property
    def lines(self) -> tuple[Line, ...]:
        """All of its lines."""
        return (self.start, *self.submissions, *((self.end,) if self.end else ()))

    @property
    def score(self) -> int:
        """The total at its end."""
        return self.lines[-1].score

    @classmethod
    def of(cls, lines: Sequence[Line]) -> Self:
        """The first round of some lines.

        Raises:
            Unreadable: They are not in an order in which a game writes them.
        """
        if not lines or lines[0].verdict != "start":
            raise Unreadable("the game's log does not begin with a start")
        rest, submissions = list(lines[1:]), list[Line]()
        while rest and rest[0].verdict in SUBMITTED:
            submissions.append(rest.pop(0))
        end = rest.pop(0) if rest and rest[0].verdict in ENDED else None
        if rest and rest[0].verdict not in LEFT:
            raise Unreadable(f"the game's log goes on with {quoted(rest[0].verdict)}")
        return cls(lines[0], tuple(submissions), end, closed=bool(end or rest))


def read_log(path: Path) -> tuple[Line, ...]:
    """All lines of a log.

    Raises:
        Unreadable: There is none, or a line is not as the game writes it.
    """
    data = read(path, LOG_BYTES + 1)
    if len(data) > LOG_BYTES:
        raise Unreadable(f"the game's log is longer than {LOG_BYTES >> 20} MiB")
    try:
        header, *rows = csv.reader(io.StringIO(data.decode()))
        if header != HEADER:
            raise Unreadable(f"the game's log does not begin with {','.join(HEADER)}")
        return tuple(_line(row) for row in rows)
    except (ValueError, csv.Error) as error:
        raise Unreadable(f"the game's log is none: {quoted(error, 80)}") from error


def _line(row: Sequence[str]) -> Line:
    time, word, verdict, score = row
    when = datetime.fromisoformat(time)
    if when.tzinfo is None:
        raise ValueError(f"no zone in {time}")
    if verdict not in ("start", *SUBMITTED, *ENDED, *LEFT):
        raise ValueError(f"no such verdict: {verdict}")
    return Line(when, word, verdict, int(score))
