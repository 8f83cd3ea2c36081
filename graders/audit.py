"""What a transcript audit reports: how often a player acted and looked."""

from dataclasses import dataclass
from typing import Self


@dataclass(frozen=True, slots=True)
class Audit:
    """Counts of one play, for the contracts whose arithmetic asks for them.

    Attributes:
        calls: How often the player acted.
        shots: How often it looked at the screen.
        matches: What it ran of the things that a contract bans, as the contract writes them.
    """

    calls: int
    shots: int
    matches: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read ``CALLS,SHOTS``.

        Raises:
            ValueError: The text is not two whole numbers from 0.
        """
        calls, comma, shots = text.partition(",")
        if not (comma and calls.isdecimal() and shots.isdecimal()):
            raise ValueError(f"expected CALLS,SHOTS such as 120,80, not {text!r}")
        return cls(int(calls), int(shots))
