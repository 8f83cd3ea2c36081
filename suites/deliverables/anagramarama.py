"""What our players of Anagramarama hand in: candidates, words entered, a report, a comparison."""

import csv
import json
from collections.abc import Sequence
from pathlib import Path

from drivers.anagramarama.driver import Entry
from drivers.anagramarama.either import Driver, score_on
from drivers.dictionaries import aspell_lines
from solvers.anagramarama import LONGEST, Lexicon, in_band, words_in

SHOTS = ("view_anagram_initial.png", "view_anagram_midgame.png", "view_anagram_final.png")


class Claim:
    """Tables, written as the play goes on, and in the end `report.json` and `diff.txt`."""

    def __init__(self, results: Path, root: str, lexicon: Lexicon) -> None:
        """Write down the root and its words, the longest first, and begin with those entered.

        Words of aspell's that the system's lists lack are candidates too; the game refuses them.

        Args:
            results: the folder for all of it.
            root: the letters as a word, normalised.
            lexicon: the words that the game accepts.
        """
        self.root, self.entries = root, list[Entry]()
        self.initial, self.midgame, self.final = (results / name for name in SHOTS)
        self._results = results
        known = {word.text: True for word in lexicon.sub_words(root)}
        further = Lexicon(words_in(aspell_lines("en") or ())).sub_words(root)
        words = {word.text: False for word in further} | known
        self.candidates = dict(sorted(words.items(), key=lambda item: -len(item[0])))
        (results / "seed_normalized.txt").write_text(f"{root}\n")
        rows = ((word, len(word), known, True) for word, known in self.candidates.items())
        self._write("candidates.csv", ("word", "length", "in_system_dict", "subset_ok"), *rows)
        self._write("entered.csv", ("ts_iso", "word", "accepted"))

    def add(self, entry: Entry) -> None:
        """Tell of a word, with what the picture said to it."""
        self.entries.append(entry)
        told = (entry.when.isoformat(), entry.word, "yes" if entry.accepted else "no")
        self._write("entered.csv", told)

    @property
    def covered(self) -> set[str]:
        """The words that were accepted."""
        return {entry.word for entry in self.entries if entry.accepted}

    def finish(self, driver: Driver, manner: str) -> None:
        """Write report and comparison, once the final picture is taken.

        Args:
            driver: at the round's end; it looks through the answers once more.
            manner: how words were chosen.
        """
        shown, _ = driver.review()
        score, surprises = score_on(self.final), driver.divergences + len(shown ^ self.covered)
        end = how_it_ended(driver)
        covered, known = self.covered, [word for word, known in self.candidates.items() if known]
        all_said = len(covered) == len(known) and len(self.root) == LONGEST
        report = {
            "seed": self.root,
            "candidates_total": len(self.candidates),
            "entered_total": len(self.entries),
            "entered_accepted": len(covered),
            "max_word_len": max((len(entry.word) for entry in self.entries), default=0),
            "screenshots": list(SHOTS),
            "ocr_score_value": score,
            "score_match": in_band(score, len(covered)),
        }
        (self._results / "report.json").write_text(json.dumps(report, indent=1) + "\n")
        comparison = DIFF.format(
            *(self.root, len(covered), len(known), len(self.entries) - len(covered), score, end),
            surprises=surprises,
            manner="" if all_said else manner,
            lengths="\n".join(share(n, known, covered) for n in range(LONGEST, 2, -1)),
            words="\n".join(f"{'covered' if w in covered else 'missed'}: {w}" for w in known),
        )
        (self._results / "diff.txt").write_text(comparison)

    def _write(self, name: str, *rows: Sequence[object]) -> None:
        with (self._results / name).open("a", newline="") as file:
            csv.writer(file).writerows(rows)


def how_it_ended(driver: Driver) -> str:
    """Why nothing more was entered, as it shows on the picture."""
    state = driver.state()
    if len(state.found) == state.answers:
        return "The game counted all words as found, doubled their points and ended the round."
    return "The round was over before." if driver.over else "The player left it at that."


def share(length: int, known: Sequence[str], covered: set[str]) -> str:
    """How many words of a length were covered and missed."""
    words = [word for word in known if len(word) == length]
    missed = sum(word not in covered for word in words)
    return f"- {length} letters: {len(words) - missed} of {len(words)} covered, {missed} missed"


DIFF = """Anagramarama, root {}: {} of {} words covered, {} entries refused.
Score {}. {}
Pictures that showed something else than followed from what was typed: {surprises}.
{manner}
By length:

{lengths}

By value, which is a point a letter:

{words}
"""

LONGEST_FIRST = """
The longest words were entered first, of equally long ones the first by the alphabet. What was
missed is missing because its turn did not come, in time or without the average of five points a
word being lost.
"""

BY_LOT = """
Letters were drawn by lot. What was missed is missing because it was not drawn.
"""
