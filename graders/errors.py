"""Everything that graders raise for a reason, one tree.

```
GraderError
├── Unreadable               a file is missing, is no such file, or goes beyond the limits
│   └── NotShown             a picture shows no board, field or tray of the game
├── NotJudged                what the player does not owe is missing: the check stays open
│   └── Undecided            a question that would take too long to answer
├── Contradiction            what was seen contradicts itself
├── JudgeFailed              a judge was asked and failed, which costs no player anything
│   └── NotBelieved          it answered, and wrongly where the right answer is known
├── BadOption                what a user asks for makes no sense (a ValueError)
└── GradingFailed            the outcome is `invalid`: never counted against a player
    └── NoReader             nothing here reads text on pictures
```

Whatever else is raised is a mistake of ours or a file that nobody foresaw: it costs the one check
or sub-score in which it is raised, and its traceback is kept (`graders/faults.py`).
"""

from collections.abc import Mapping
from typing import Any

Details = Mapping[str, Any]
"""What a verdict tells of a judging besides the ratings, as JSON has it: votes, cost, time."""


class GraderError(Exception):
    """A grader cannot go on here, and the message says why."""


class Unreadable(GraderError):
    """A file is missing, is no such file, or goes beyond the limits; the message says which."""


class NotShown(Unreadable):
    """A picture shows no board, field or tray of the game; the message says what it shows."""


class NotJudged(GraderError):
    """Something that the player does not owe is missing (a witness, a seed, a judge): its name."""


class Undecided(NotJudged):
    """A question would take too long to answer."""


class Contradiction(GraderError):
    """What was seen contradicts itself: nothing explains it."""


class JudgeFailed(GraderError):
    """A judge was asked and failed: no answer in time, nonsense, a refusal.

    Attributes:
        details: What the verdict tells of it.
    """

    how, told = "failed", "the judge failed"

    def __init__(self, reason: str, details: Details | None = None) -> None:
        """Say why; ``details`` as in :class:`graders.judging.judge.Opinion`."""
        super().__init__(reason)
        self.details = details or {}


class NotBelieved(JudgeFailed):
    """A judge answered, and wrongly where the right answer is known."""

    how, told = "not believed", "the judge is not believed"


class BadOption(GraderError, ValueError):
    """What a user asks for makes no sense: a number, counts, the judge's variables."""


class GradingFailed(GraderError):
    """The harness or the machine failed: what was delivered has not been graded."""


class NoReader(GradingFailed):
    """Tesseract is not there, or does not read; the message says what to install."""
