"""A round of our Anagramarama on a display of its own, and what its log says."""

import csv
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from pathlib import Path

from benchmarks.stage import launched
from drivers.dictionaries import SYSTEM, word_lines
from drivers.errors import WaitTimedOut
from drivers.screen import Screen
from drivers.window import GameWindow
from solvers.anagramarama import Lexicon, words_in
from suites.test_gam_11 import program

SUBMITTED = ("accepted", "duplicate", "rejected")
LOG = "play.csv"
LOST_AFTER_S = 15.0


@dataclass(frozen=True, slots=True)
class Row:
    """A line of the game's log.

    Attributes:
        when: Seconds since 1970.
        word: What was submitted, if it is about a word.
        verdict: What became of it, or what else happened.
        score: The points after it.
    """

    when: float
    word: str
    verdict: str
    score: int


@dataclass(frozen=True, slots=True)
class Table:
    """A running round.

    Attributes:
        root: Its letters as a word.
        window: Of the game.
        log: What the game writes.
    """

    root: str
    window: GameWindow
    log: Path

    def rows(self) -> list[Row]:
        """What the game has written so far."""
        with self.log.open(encoding="utf-8", newline="") as file:
            return [
                Row(
                    when=datetime.fromisoformat(line["time"]).timestamp(),
                    word=line["word"],
                    verdict=line["verdict"],
                    score=int(line["score"]),
                )
                for line in csv.DictReader(file)
            ]

    def submitted(self) -> list[Row]:
        """The words that the game has judged."""
        return [row for row in self.rows() if row.verdict in SUBMITTED]

    def judged(self, many: int) -> list[Row]:
        """The words that the game has judged, once there are so many or no more are coming."""
        with suppress(WaitTimedOut):  # some were lost
            self.window.wait_until(
                lambda _: len(self.submitted()) >= many,
                what=f"{many} words to be judged",
                timeout_s=LOST_AFTER_S,
            )
        return self.submitted()

    def type(self, words: Sequence[str]) -> None:
        """Type words, each with Return, without looking."""
        for word in words:
            for letter in word:
                self.window.press(letter)
            self.window.press("Return")


@contextmanager
def started(root: str, *, screen: Screen, folder: Path) -> Iterator[Table]:
    """A round on this root; what it needs and writes goes into a new folder in `folder`."""
    place = Path(tempfile.mkdtemp(prefix=f"{root}-", dir=folder))
    workspace, output = place / "workspace", place / "game"
    (workspace / "exec").mkdir(parents=True)
    output.mkdir()
    (workspace / "exec" / "seed.txt").write_text(f"{root.upper()}\n")
    game = program(workspace, output)
    with launched(game, screen=screen, seed=1, folder=output) as (_, window):
        window.focus()
        window.park()
        window.wait_until(lambda frame: bool(frame.any()), what="the first picture")
        (log,) = output.glob("*.csv")
        yield Table(root, window, log)


@cache
def known_words() -> frozenset[str]:
    """The words that the game takes."""
    return words_in(line for path in SYSTEM for line in word_lines(path))


@cache
def lexicon() -> Lexicon:
    """The same, as the solver takes them."""
    return Lexicon(known_words())


def answers(root: str) -> list[str]:
    """The words of a round in the order of its picture: by length, then by the alphabet."""
    return sorted((word.text for word in lexicon().sub_words(root)), key=lambda w: (len(w), w))
