"""What every game's grader is asked about: a workspace, the record of its run, the seed."""

import json
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

from graders.errors import GradingFailed, NotJudged, Unreadable
from graders.files import quoted, text_of_ours
from graders.transcripts import FILE_BYTES, Transcript, read_transcript, readable
from graders.witness import Witness
from graders.workspace import Workspace

RESULTS = "results"
"""Where deliverables lie, unless a contract wants them elsewhere."""

TRANSCRIPTS = ("chat.jsonl", "transcript.jsonl")
"""What agents call the account of their own calls, in the workspace or among the deliverables."""

PLAYER_LOG = "player.log"
"""What the player printed; it lies beside the record."""

_EVIDENCE = 20  # files named for one check


class Evidence:
    """What criteria and proofs look at; a game's own case adds what only that game has.

    Attributes:
        files: The player's workspace.
        witness: The harness's record; None when there is none that can be read.
        witness_fault: Why it cannot be read, "" otherwise.
        seed: The game seed; None when not known.
        given: The transcript that the user named, and what can be read of it; empty without one.
    """

    def __init__(
        self,
        files: Workspace,
        *,
        home: Path,
        witness: Path | None,
        seed: int | None,
        transcript: Path | None,
    ) -> None:
        """Read the record and the contract's thresholds.

        Args:
            files: The player's workspace.
            home: The task's folder in the repository, never the player's copy.
            witness: The folder of the record.
            seed: The game seed.
            transcript: What the player says that it did, from elsewhere than its workspace.
        """
        self.files = files
        self.witness: Witness | None = None
        self.witness_fault = ""
        try:
            self.witness = Witness.read(witness) if witness else None
        except Unreadable as error:
            self.witness_fault = str(error)
        self.seed = seed
        self._log = witness.parent / PLAYER_LOG if witness else None
        self.given: tuple[Transcript, ...] = ()
        if transcript is not None:
            told = readable(transcript, name=quoted(transcript.name, 80))
            self.given = (told,) if told else ()
        self._expected: dict[str, Any] = json.loads(text_of_ours(home / "gt" / "expected.json"))

    @cached_property
    def transcripts(self) -> tuple[Transcript, ...]:
        """What the player left of what it says that it did, in its workspace or printed."""
        names = [f"{folder}{name}" for folder in ("", f"{RESULTS}/") for name in TRANSCRIPTS]
        told = [self._left(name) for name in names if self.files.exists(name)]
        if self._log is not None:
            told.append(readable(self._log, name=PLAYER_LOG))
        return tuple(filter(None, told))

    def _left(self, name: str) -> Transcript | None:
        try:
            data = self.files.data(name, limit=FILE_BYTES)
        except Unreadable:
            return None  # nobody owes a transcript
        return read_transcript(data, name=f"workspace/{name}")

    def least(self, threshold: str) -> int:
        """One of the contract's numbers."""
        return int(self._asked(threshold))

    def words(self, threshold: str) -> list[str]:
        """One of the contract's lists of words."""
        return [str(word) for word in self._asked(threshold)]

    def _asked(self, threshold: str) -> Any:
        try:
            return self._expected[threshold]
        except KeyError as error:
            raise GradingFailed(f"expected.json, a file of the harness, lacks {error}") from error

    @property
    def libraries(self) -> list[str]:
        """Solver libraries that the contract names, if it does."""
        return [str(word) for word in self._expected.get("forbidden_imports", ())]

    def unmentioned(self, name: str, threshold: str) -> list[str]:
        """The key words that a text lacks, in the language in which it lacks fewest.

        Args:
            name: The text.
            threshold: What the contract's lists of words are called, without the language.

        Raises:
            Unreadable: There is no such text.
        """
        text = self.files.text(name).lower()
        tongues = (self.words(f"{threshold}_{tongue}") for tongue in ("en", "zh"))
        return min(([word for word in words if word not in text] for words in tongues), key=len)

    def record(self) -> Witness:
        """The witness.

        Raises:
            NotJudged: There is none that can be read.
        """
        if self.witness is None:
            raise NotJudged(self.witness_fault or "there is no witness")
        return self.witness

    def known_seed(self) -> int:
        """The game seed.

        Raises:
            NotJudged: It is not known.
        """
        if self.seed is None:
            raise NotJudged("the seed is not known")
        return self.seed

    def foreign(self) -> Iterator[str]:
        """Which deliverables are no plain files of their own, one phrase each.

        Raises:
            Unreadable: There are too many.
        """
        return self.files.foreign(RESULTS)

    def looked_at(self, patterns: tuple[str, ...]) -> tuple[str, ...]:
        """Deliverables for people to look at, relative to the workspace; no odd names."""
        names = {name for pattern in patterns for name in self.files.names(RESULTS, pattern)}
        return tuple(name for name in sorted(names) if name.isprintable())[:_EVIDENCE]
