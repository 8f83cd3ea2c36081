"""How surely our Anagramarama is read: whole pictures against what the game's log and keys imply.

A player that knows the words does all there is to do in a round, by lot: finds words, repeats them,
submits nonsense, types half a word, takes letters back, mixes, turns pages, and in the end presses
SOLVE. After each act the picture is read whole, once it stands, and each thing that was read is
held against what has to be there: the words found, verdicts and points by the game's own log, the
letters by the keys that were sent. With `by_contract` the points are read a second time, as the
contract's grader does.
"""

import math
import random
import re
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from pathlib import Path
from typing import Any

from benchmarks.anagramarama_table import Table, answers, started
from benchmarks.stage import own_screen
from drivers.anagramarama.look import Sight, read_sight
from drivers.errors import UnknownLook
from drivers.png import write_png
from drivers.screen import Frame
from graders.anagramarama.ocr import text_on

ROUND_S = 300.0
STILL_S = 0.2
SOLVE = (631, 20)
CLOCK_WITHIN_S = 1
ACTS: dict[str, int] = {
    "find": 8,
    "repeat": 2,
    "nonsense": 3,
    "letters": 3,
    "BackSpace": 1,
    "Escape": 1,
    "space": 2,
    "Next": 2,
    "Prior": 1,
}
"""What is done, and how often."""

SCORE_BY_CONTRACT = re.compile(r"score[^0-9]{0,15}(\d{1,4})", re.IGNORECASE)


@dataclass
class Figures:
    """What came of it.

    Attributes:
        by_contract: Whether the points are read as the contract's grader does, too.
        frames: Pictures read.
        values: Things compared in them.
        errors: What was read wrong: where, what, what should be there.
        refused: Pictures that were not read, and why.
        acts: How often each thing was done.
        contract_frames: Pictures whose points were read in the contract's way.
        contract_errors: Where that came to something else.
    """

    by_contract: bool = False
    frames: int = 0
    values: int = 0
    errors: list[str] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    acts: Counter[str] = field(default_factory=Counter)
    contract_frames: int = 0
    contract_errors: list[str] = field(default_factory=list)

    def compare(self, where: str, read: dict[str, object], due: dict[str, object]) -> None:
        """Hold what was read of one picture against what had to be there."""
        self.frames += 1
        self.values += len(due)
        self.errors += [
            f"{where}, {what}: {read[what]!r}, not {due[what]!r}"
            for what in due
            if read[what] != due[what]
        ]

    def as_json(self) -> dict[str, Any]:
        """For the report."""
        return {
            "frames": self.frames,
            "values": self.values,
            "errors": self.errors,
            "refused": self.refused,
            "acts": dict(self.acts),
            "contract_frames": self.contract_frames,
            "contract_errors": self.contract_errors,
        }


class Player:
    """Does things by lot in one round, and knows what the picture has to show."""

    def __init__(self, table: Table, figures: Figures, chance: random.Random) -> None:
        """Look at the round as it begins, page by page."""
        self.table, self.figures, self.chance = table, figures, chance
        self.answers = answers(table.root)
        self.found: set[str] = set()
        self.guess = ""
        self.verdict: str | None = None
        self.score = 0
        self.over = False
        self.looked = 0.0
        (self.began,) = [row.when for row in table.rows() if row.verdict == "start"]
        self.pages = self._pages()

    def _pages(self) -> list[list[str]]:
        """The words of each page."""
        sizes = [len(self._sight("page").shown.hidden)]
        pages = self._sight("page").shown.pages
        for _ in range(1, pages):
            self.table.window.press("Next")
            sizes.append(len(self._sight("page").shown.hidden))
        ends = [0, *accumulate(sizes)]
        if ends[-1] != len(self.answers):
            self.figures.errors.append(
                f"{self.table.root}, pages: {sizes} boxes, not {len(self.answers)}"
            )
        return [self.answers[first:end] for first, end in pairwise(ends)]

    def do(self, act: str) -> None:
        """Do one thing, and read what it looks like then."""
        last = None
        if act in ("find", "repeat", "nonsense"):
            last = self._word(act)
        else:
            self._key(act)
        self.figures.acts[act] += 1
        self.look(f"{self.table.root}, {act}", last)

    def solve(self) -> None:
        """End the round by SOLVE, and read all its pages."""
        self.table.window.click(*SOLVE)
        self.table.window.park()
        self.over, self.guess, self.verdict = True, "", None
        self.figures.acts["solve"] += 1
        self.look(f"{self.table.root}, solved")
        for _ in self.pages:
            self.table.window.press("Prior")
        for _ in self.pages:
            self.look(f"{self.table.root}, solved")
            self.table.window.press("Next")

    def _word(self, act: str) -> str | None:
        """Submit a word that is new, known or none; return it if its page has to be shown."""
        word = self._chosen(act)
        if word is None:
            return None
        if self.guess:
            self.table.window.press("Escape")
        judged = len(self.table.submitted()) + 1
        self.table.type([word])
        row = self.table.judged(judged)[-1]
        if row.word != word:
            self.figures.errors.append(f"{self.table.root}: {word} was typed, {row.word} judged")
        self.guess, self.verdict, self.score = "", row.verdict, row.score
        if row.verdict == "rejected":
            self.guess = row.word
        elif row.verdict == "accepted":
            self.found.add(row.word)
            return row.word
        return None

    def _chosen(self, act: str) -> str | None:
        new = [word for word in self.answers if word not in self.found]
        match act:
            case "find" if len(new) > 1:
                return self.chance.choice(new)
            case "repeat" if self.found:
                return self.chance.choice(sorted(self.found))
            case "nonsense":
                length = self.chance.randint(1, len(self.table.root))
                word = "".join(self.chance.sample(self.table.root, length))
                return None if word in self.answers else word
        return None

    def _key(self, act: str) -> None:
        keys = [act]
        if act == "letters":
            keys = [self.chance.choice(self.table.root + "qz") for _ in range(4)]
        for key in keys:
            self.table.window.press(key)
        if act == "BackSpace":
            self.guess = self.guess[:-1]
        elif act == "Escape":
            self.guess = ""
        for letter in keys if act == "letters" else ():
            if self.guess.count(letter) < self.table.root.count(letter):
                self.guess += letter
        if act not in ("Next", "Prior"):
            self.verdict = None

    def look(self, where: str, last: str | None = None) -> None:
        """Read the picture, and compare everything; `last` is a word that must be in it."""
        try:
            sight = self._sight(where)
        except UnknownLook as exc:
            self.figures.refused.append(f"{where}: {exc}")
            return
        shown, now = sight.shown, sight.numbers
        page = self.pages[shown.page - 1] if shown.page <= len(self.pages) else []
        left = tuple(word for word in page if word not in self.found)
        read: dict[str, object] = {
            "letters": sight.letters,
            "tray": sorted(sight.tray),
            "guess": sight.guess,
            "verdict": sight.verdict and sight.verdict.value,
            "score": now.score,
            "found": now.found,
            "answers": now.answers,
            "level": now.level,
            "found words": shown.found,
            "missed words": shown.revealed,
            "hidden words": shown.hidden,
            "pages": shown.pages,
            "last word": last is None or last in shown.found,
            "clock": self.over or abs(now.seconds - self._clock()) <= CLOCK_WITHIN_S,
        }
        due: dict[str, object] = {
            "letters": "".join(sorted(self.table.root)),
            "tray": sorted((Counter(self.table.root) - Counter(self.guess)).elements()),
            "guess": self.guess,
            "verdict": self.verdict,
            "score": self.score,
            "found": len(self.found),
            "answers": len(self.answers),
            "level": 1,
            "found words": tuple(word for word in page if word in self.found),
            "missed words": left if self.over else (),
            "hidden words": () if self.over else tuple(map(len, left)),
            "pages": len(self.pages),
            "last word": True,
            "clock": True,
        }
        self.figures.compare(where, read, due)

    def _clock(self) -> int:
        return math.ceil(ROUND_S - (self.looked - self.began))

    def _sight(self, where: str) -> Sight:
        frame = self.table.window.wait_still(still_s=STILL_S)
        self.looked = time.time()
        if self.figures.by_contract and self.score:
            self._by_contract(frame, where)
        return read_sight(frame)

    def _by_contract(self, frame: Frame, where: str) -> None:
        path = self.table.log.with_suffix(".png")
        write_png(path, frame)
        match = SCORE_BY_CONTRACT.search(text_on(path.read_bytes()))
        self.figures.contract_frames += 1
        if match is None or int(match[1]) != self.score:
            seen = match and match[0]
            self.figures.contract_errors.append(f"{where}: {seen!r}, not {self.score}")


def measure(*, frames: int, roots: Sequence[str], by_contract: bool, folder: Path) -> Figures:
    """Play in turn on each root until about so many pictures were read in all."""
    figures, chance = Figures(by_contract=by_contract), random.Random(1)
    names, weights = list(ACTS), list(ACTS.values())
    with own_screen() as screen:
        for number, root in enumerate(roots, start=1):
            with started(root, screen=screen, folder=folder) as table:
                player = Player(table, figures, chance)
                while figures.frames < frames * number / len(roots):
                    player.do(chance.choices(names, weights)[0])
                player.solve()
    return figures
