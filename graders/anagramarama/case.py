"""One workspace of GAM 11 beside its witness and its truth: what is claimed."""

import json
import re
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from graders.anagramarama.log import Round, read_log
from graders.anagramarama.ocr import text_on
from graders.anagramarama.program import started
from graders.anagramarama.truth import root_word
from graders.anagramarama.words import Dictionary, installed, spelled_from
from graders.case import RESULTS, Evidence
from graders.errors import NotJudged, Unreadable
from graders.files import quoted
from graders.table import Table
from graders.workspace import Workspace

HOME = Path(__file__).parents[2] / "workspace" / "GAM" / "task_11_anagramarama_word_grid"
ROOT, CANDIDATES, ENTERED, REPORT, DIFF = (
    f"{RESULTS}/{name}"
    for name in ("seed_normalized.txt", "candidates.csv", "entered.csv", "report.json", "diff.txt")
)
INITIAL, MIDGAME, FINAL = SHOTS = tuple(
    f"{RESULTS}/view_anagram_{when}.png" for when in ("initial", "midgame", "final")
)
ROWS = 100_000  # of a table; no root has a thousand sub-words, and nobody types so much in a round
LETTERS = 1000  # of a root that words are spelled from
_SCORE = re.compile(r"score[^0-9]{0,15}(\d{1,4})", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Entry:
    """A row of entered.csv that counts.

    Attributes:
        word: As it stands there.
        accepted: Whether it says yes.
    """

    word: str
    accepted: bool


class Case(Evidence):
    """Everything that criteria and proofs look at, read once and only when asked for."""

    def __init__(
        self,
        files: Workspace,
        *,
        witness: Path | None,
        seed: int | None,
        transcript: Path | None = None,
    ) -> None:
        super().__init__(files, home=HOME, witness=witness, seed=seed, transcript=transcript)
        self._texts: dict[str, str] = {}
        self._no_texts: dict[str, str] = {}

    @cached_property
    def root(self) -> str:
        """The claimed root in lower case, without the blanks around it; "" if there is none."""
        try:
            root = self.files.text(ROOT, strict=True, marked=True).strip().lower()
        except Unreadable:
            return ""
        return root if len(root) <= LETTERS else ""

    @cached_property
    def candidates(self) -> Table:
        """The claimed candidates as text; a file that is no table has no rows."""
        return Table.read(self.files, CANDIDATES, most=ROWS, strict=True)

    @cached_property
    def entered(self) -> Table:
        """The claimed words as text; a file that is no table has no rows."""
        return Table.read(self.files, ENTERED, most=ROWS, strict=True)

    @cached_property
    def candidate_words(self) -> dict[str, bool]:
        """Different candidates of 3 to 9 letters, and whether the claimed root spells each.

        As the contract counts them: a table without its columns has none.
        """
        words: dict[str, bool] = {}
        if not set(self.words("candidates_csv_columns")) <= set(self.candidates.header):
            return words
        for row in self.candidates.rows:
            word = row.get("word", "").lower()
            if word not in words and word.isalpha() and 3 <= len(word) <= 9:
                words[word] = spelled_from(word, self.root)
        return words

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The rows of entered.csv that count.

        As the contract counts them: different words, said to be accepted or not, that the claimed
        root spells and that are candidates, if there are any.
        """
        known = {word for word, fits in self.candidate_words.items() if fits}
        found: dict[str, Entry] = {}
        for row in self.entered.rows:
            word, accepted = row.get("word", "").lower(), row.get("accepted", "").lower()
            if word in found or not word.isalpha() or accepted not in ("yes", "no"):
                continue
            if spelled_from(word, self.root) and (not known or word in known):
                found[word] = Entry(row["word"], accepted == "yes")
        return tuple(found.values())

    @cached_property
    def report(self) -> object:
        """Whatever report.json holds.

        Raises:
            Unreadable: It is missing, or no JSON.
        """
        try:
            return json.loads(self.files.text(REPORT, strict=True, marked=True))
        except (ValueError, RecursionError) as error:
            raise Unreadable(f"{REPORT} is not JSON: {quoted(error, 80)}") from error

    @cached_property
    def dictionary(self) -> Dictionary:
        """The system's words.

        Raises:
            NotJudged: They are not installed here.
        """
        try:
            return installed()
        except Unreadable as error:
            raise NotJudged(f"the system's word lists: {error}") from error

    @cached_property
    def truth(self) -> str:
        """The root that the seed stands for.

        Raises:
            NotJudged: The seed is not known, or the word lists are not installed.
        """
        return root_word(self.known_seed(), self.dictionary)

    @cached_property
    def round(self) -> Round:
        """What the game itself logged of its first round.

        Raises:
            NotJudged: There is no witness.
            Unreadable: There is no such log, or the game was not started as it should be.
        """
        witness = self.record()
        return Round.of(read_log(witness.folder / "game" / started(witness).log))

    def text_on(self, name: str) -> str:
        """What can be read on a picture of the workspace.

        Raises:
            Unreadable: It is none, or too large to be read.
        """
        if name in self._no_texts:  # it may have taken a minute to find that out
            raise Unreadable(self._no_texts[name])
        if name not in self._texts:
            data = self.files.whole(name)
            try:
                self._texts[name] = text_on(data)
            except Unreadable as error:
                self._no_texts[name] = f"{quoted(name, 80)}: {error}"
                raise Unreadable(self._no_texts[name]) from error
        return self._texts[name]

    def score_on(self, name: str) -> int | None:
        """The score that can be read on a picture as the contract reads it; None if none can.

        Raises:
            Unreadable: As for :meth:`text_on`.
        """
        found = _SCORE.search(self.text_on(name))
        return int(found[1]) if found and int(found[1]) > 0 else None
