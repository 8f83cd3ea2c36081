"""Votes of a vision model that were cast before, so that grading again costs nothing."""

import hashlib
import json
import os
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from graders.errors import Unreadable
from graders.files import read
from graders.judging.judge import is_rating
from graders.judging.sheet import (
    ABSENT,
    BLANK,
    FOREIGN,
    FORM,
    INSTRUCTIONS,
    SHOWN,
    TOLD,
    VERSION,
)
from graders.pictures import Picture, fingerprint

_BYTES = 1 << 20  # of a file of votes; fifty times what there is to say


@dataclass(frozen=True, slots=True, kw_only=True)
class Vote:
    """One answer of a model to a whole sheet.

    Attributes:
        ratings: A number in [0, 1] for each item of the sheet, our own questions included.
        tokens: How many were read and written, as the endpoint counts; 0 where it does not say.
        seconds: How long it took.
    """

    ratings: Mapping[str, float]
    tokens: tuple[int, int]
    seconds: float


@dataclass(frozen=True, slots=True)
class Memory:
    """A folder of votes, a file for each set of pictures, rubric and model.

    A file that is missing, unreadable or not as it has to be holds no vote.
    """

    folder: Path

    def recall(self, key: str, rubric: Collection[str]) -> list[Vote]:
        """The votes that were cast; none where one of them is not about this rubric."""
        try:
            told = json.loads(read(self.folder / f"{key}.json", _BYTES))
            votes = [
                Vote(
                    ratings=dict(vote["ratings"]),
                    tokens=(int(vote["tokens"][0]), int(vote["tokens"][1])),
                    seconds=float(vote["seconds"]),
                )
                for vote in told["votes"]
            ]
        except (Unreadable, ValueError, TypeError, LookupError, RecursionError, OverflowError):
            return []
        wanted = {*rubric, *(f"{BLANK}{item}" for item in rubric), SHOWN, ABSENT, FOREIGN, TOLD}
        sound = (
            v.ratings.keys() == wanted and all(map(is_rating, v.ratings.values())) for v in votes
        )
        return votes if all(sound) else []

    def keep(self, key: str, votes: Sequence[Vote]) -> None:
        """Write votes down, whole or not at all; a folder that refuses only costs time."""
        part = self.folder / f".{key}.{os.getpid()}"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            part.write_text(json.dumps({"votes": [asdict(vote) for vote in votes]}) + "\n")
            part.replace(self.folder / f"{key}.json")
        except OSError:
            with suppress(OSError):
                part.unlink(missing_ok=True)


def key_of(pictures: Sequence[Picture], rubric: Mapping[str, str], *, model: str, url: str) -> str:
    """What votes are remembered by: everything that they depend on but the lots drawn."""
    asked = [VERSION, INSTRUCTIONS, FORM, model, url, dict(rubric)]
    shown = [[*picture.shape, fingerprint(picture)] for picture in pictures]
    return hashlib.sha256(json.dumps([asked, shown]).encode()).hexdigest()
