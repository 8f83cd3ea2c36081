"""What the command line asks for, read once and handed to every worker."""

import random
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Literal, Self

import pytest

from suites.players.kind import Outsider
from suites.players.options import Manner

MAX_SEEDS = 10_000

DRAWN_SEEDS = range(10**14, 10**15)
"""Those of 15 digits, exact in JSON everywhere.

What a seed lays out is public: of a small one, a player can try all until one fits what it sees.
"""

SETTINGS = pytest.StashKey["Settings"]()
"""Where the root conftest keeps what it read."""

ITEM_PROPERTY = "item"
"""User property of every test of a suite: its item's folder, relative to the run folder."""

Video = Literal["on", "off", "retain-on-failure"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """One run of the suites.

    Attributes:
        run_folder: Where everything this run leaves is written.
        seeds: One item per task is played for each.
        player: Who plays; when grading again, who did is in each item's old verdict.
        manner: How.
        outsider: What `player` was read as, once and for all; None for one of our own.
        judge: `off`, or `vlm` for the vision model that the environment names.
        video: Whether recordings are made, and kept when the outcome is `solved`.
        regrade: A finished run to grade again instead of playing, or None.
        headed: Play on the user's own display.
        game_binary: A program to play in the place of a suite's own game, where it knows how.
    """

    run_folder: Path
    seeds: tuple[int, ...]
    player: str
    manner: Manner
    outsider: Outsider | None
    judge: str
    video: Video
    regrade: Path | None
    headed: bool
    game_binary: Path | None = None

    def told(self) -> dict[str, Any]:
        """What `run.json` tells of it: plain values."""
        flat = asdict(self)
        del flat["outsider"]  # follows from the others
        flat["seeds"] = list(self.seeds)
        flat["run_folder"] = str(self.run_folder)
        for name in ("regrade", "game_binary"):
            flat[name] = str(flat[name]) if flat[name] else None
        return flat

    def to_worker(self) -> dict[str, Any]:
        """Plain values, as pytest-xdist can carry to a worker."""
        return self.told() | {"outsider": self.outsider and self.outsider.to_plain()}

    @classmethod
    def from_worker(cls, flat: Mapping[str, Any]) -> Self:
        """What `to_worker` made: workers must not draw seeds or stamps of their own."""
        values = dict(flat)
        values["seeds"] = tuple(values["seeds"])
        values["run_folder"] = Path(values["run_folder"])
        manner, outsider = values["manner"], values["outsider"]
        lists = {name: tuple(manner[name]) for name in ("bind", "variables")}
        values["manner"] = Manner(**manner | lists)
        values["outsider"] = None if outsider is None else Outsider.from_plain(outsider)
        for name in ("regrade", "game_binary"):
            values[name] = Path(values[name]) if values[name] else None
        return cls(**values)


def parse_seeds(text: str | None) -> tuple[int, ...]:
    """Read `--game-seed`: a number, a list `3,5`, a range `1-20`, or a mixture; None draws one.

    Raises:
        pytest.UsageError: it is none of these.
    """
    if text is None:
        return (random.SystemRandom().choice(DRAWN_SEEDS),)
    seeds: list[int] = []
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,18})(?:\s*-\s*(\d{1,18}))?\s*", part)
        if match is None:
            raise pytest.UsageError(
                f"--game-seed {text!r}: {part!r} is neither a number nor a range; try 7 or 1-20"
            )
        first, last = int(match[1]), int(match[2] or match[1])
        if last < first or last - first >= MAX_SEEDS:
            raise pytest.UsageError(
                f"--game-seed {text!r}: {part!r} must rise, over at most {MAX_SEEDS} seeds"
            )
        seeds.extend(range(first, last + 1))
    return tuple(dict.fromkeys(seeds))
