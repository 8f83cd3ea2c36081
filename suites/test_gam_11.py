"""GAM 11, Anagramarama: all words that hide in nine letters, typed within five minutes.

The game is `games/anagramarama/`, our own; the seed chooses the root. The player reads letters,
clock, score and verdicts from pixels and enters the words of the system's dictionaries, the longest
first, each after the verdict on the one before. The grader holds the words against the keys that
the X server got, the game's log, the pictures it showed, the dictionaries, and the rules.

Who has the original can have that played: `--game-binary anagramarama`.
"""

import csv
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path

import pytest

from drivers.anagramarama.driver import Entry
from drivers.anagramarama.either import Driver, driver_of, score_on
from drivers.dictionaries import SYSTEM, aspell_lines, word_lines
from drivers.launch import Program
from graders.anagramarama import grader
from graders.anagramarama.truth import root_word
from graders.anagramarama.words import installed
from graders.verdict import Verdict
from solvers import anagramarama as solver
from solvers.anagramarama import Lexicon, State
from suites import anagramarama_original as in_the_original
from suites.settings import Settings
from suites.task import Desk, Task

GAME = Path(__file__).parents[1] / "games" / "anagramarama"
STAND_S = 0.01
"""Each picture stands so long before the next key, so that the witness sees every one."""

MIDGAME_AFTER = 20
RANDOM_WORDS = 40
SHOTS = ("view_anagram_initial.png", "view_anagram_midgame.png", "view_anagram_final.png")
INITIAL, MIDGAME, FINAL = SHOTS
SHORT = range(3, 5)
"""Letters of the words that the random player knows."""


def provision(workspace: Path, seed: int) -> None:
    """Write down the seed's root, in a way that has to be normalised."""
    root = root_word(seed, installed())
    (workspace / "exec" / "seed.txt").write_text(f"  {root.upper()} \n")


def program(workspace: Path, game_output: Path) -> Program:
    """The game as a user would start it; it logs where only its own sandbox may write."""
    lists = (part for path in SYSTEM for part in ("--words", str(path)))
    return Program(
        argv=(
            *(sys.executable, str(GAME)),
            *("--seed-file", str(workspace / "exec" / "seed.txt")),
            *lists,
            *("--seconds", "300"),
            *("--log", str(game_output / "play.csv")),
            *("--seed", "11"),
        ),
        title="Anagramarama",
    )


@cache
def lexicon() -> Lexicon:
    """The words that the game accepts."""
    return Lexicon(solver.words_in(line for path in SYSTEM for line in word_lines(path)))


def think(state: State) -> str | None:
    """The reference player's decision: the longest word that is left, as long as it pays."""
    if len(state.letters) < solver.LONGEST:
        return in_the_original.think(state, lexicon())
    return solver.decide(state, lexicon())


def wander(state: State, *, chance: random.Random) -> str | None:
    """The random player's decision: letters drawn by lot, every third time a short word."""
    if len(state.found) + len(state.rejected) >= RANDOM_WORDS:
        return None
    short = [word.text for word in lexicon().sub_words(state.letters) if word.length in SHORT]
    if chance.randrange(3) == 0:
        return chance.choice(short)
    return "".join(chance.sample(state.letters, chance.randint(3, len(state.letters))))


class Account:
    """What the player tells: its tables, written as the play goes on, and the sum of it."""

    def __init__(self, results: Path, root: str) -> None:
        """Write down the root and its words, the longest first, and begin with those entered.

        Words of aspell's that the system's lists lack are candidates too; the game refuses them.
        """
        self.root, self.entries = root, list[Entry]()
        self._results = results
        known = {word.text: True for word in lexicon().sub_words(root)}
        further = Lexicon(solver.words_in(aspell_lines("en") or ())).sub_words(root)
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

    def finish(self, *, score: int, end: str, manner: str, surprises: int) -> None:
        """Write report and comparison.

        Args:
            score: on the final picture.
            end: why nothing more was entered.
            manner: how words were chosen.
            surprises: pictures, and words among the answers, that were not as they had to be.
        """
        covered, known = self.covered, [word for word, known in self.candidates.items() if known]
        all_said = len(covered) == len(known) and len(self.root) == solver.LONGEST
        report = {
            "seed": self.root,
            "candidates_total": len(self.candidates),
            "entered_total": len(self.entries),
            "entered_accepted": len(covered),
            "max_word_len": max((len(entry.word) for entry in self.entries), default=0),
            "screenshots": list(SHOTS),
            "ocr_score_value": score,
            "score_match": solver.in_band(score, len(covered)),
        }
        (self._results / "report.json").write_text(json.dumps(report, indent=1) + "\n")
        comparison = DIFF.format(
            *(self.root, len(covered), len(known), len(self.entries) - len(covered), score, end),
            surprises=surprises,
            manner="" if all_said else manner,
            lengths="\n".join(share(n, known, covered) for n in range(solver.LONGEST, 2, -1)),
            words="\n".join(f"{'covered' if w in covered else 'missed'}: {w}" for w in known),
        )
        (self._results / "diff.txt").write_text(comparison)

    def _write(self, name: str, *rows: Sequence[object]) -> None:
        with (self._results / name).open("a", newline="") as file:
            csv.writer(file).writerows(rows)


def share(length: int, known: Sequence[str], covered: set[str]) -> str:
    """How many words of a length were covered and missed."""
    words = [word for word in known if len(word) == length]
    missed = sum(word not in covered for word in words)
    return f"- {length} letters: {len(words) - missed} of {len(words)} covered, {missed} missed"


def play(desk: Desk, *, decide: Callable[[State], str | None], manner: str) -> None:
    """Look, and enter word after word as decided on what is seen; then deliver."""
    given = (desk.results.parent / "exec" / "seed.txt").read_text()
    driver = driver_of(desk.window)
    driver.observe()
    root = solver.normalise(given or in_the_original.root_of(driver.state(), lexicon()))
    account = Account(desk.results, root)
    driver.shoot(desk.results / INITIAL)
    midgame = desk.results / MIDGAME
    while Counter((state := driver.state()).letters) == Counter(root):
        if state.score and len(account.entries) >= MIDGAME_AFTER and not midgame.exists():
            driver.shoot(midgame)
        word = decide(state)
        if word is None:
            break
        entry = driver.act(word)
        driver.linger(STAND_S)
        if entry is not None:
            account.add(entry)
    driver.shoot(desk.results / FINAL)
    shown, _ = driver.review()
    account.finish(
        score=score_on(desk.results / FINAL),
        end=how_it_ended(driver),
        manner=manner if len(root) == solver.LONGEST else in_the_original.NOTE,
        surprises=driver.divergences + len(shown ^ account.covered),
    )


def how_it_ended(driver: Driver) -> str:
    """Why nothing more was entered, as it shows on the picture."""
    state = driver.state()
    if len(state.found) == state.answers:
        return "The game counted all words as found, doubled their points and ended the round."
    return "The round was over before." if driver.over else "The player left it at that."


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

TASK = Task(
    id="GAM_task_11_anagramarama_word_grid",
    title="Anagramarama",
    budget_s=5400.0,
    provision=provision,
    program=program,
    players={
        "reference": partial(play, decide=think, manner=LONGEST_FIRST),
        "random": partial(play, decide=partial(wander, chance=random.Random(11)), manner=BY_LOT),
    },
    grade=grader.grade,
    seeded_by_device=False,
    packages=("pygame-ce", "wamerican", "wbritish", "tesseract-ocr"),
)


@pytest.fixture
def task(settings: Settings) -> Task:
    """This task, in the program that `--game-binary` names if it names one."""
    binary = settings.game_binary
    return TASK if binary is None else in_the_original.in_its_place(TASK, binary)


def test_gam_11(verdict: Verdict) -> None:
    """All words found, every deliverable there, and all of it proven."""
    verdict.raise_unmet()
