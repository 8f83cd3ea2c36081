"""GAM 11, Anagramarama: all words that hide in nine letters, typed within five minutes.

The game is `games/anagramarama/`, our own; the seed chooses the root. The player reads letters,
clock, score and verdicts from pixels and enters the words of the system's dictionaries, the longest
first, each after the verdict on the one before. The grader holds the words against the keys that
the X server got, the game's log, the pictures it showed, the dictionaries, and the rules.
"""

import csv
import json
import random
import sys
from collections import Counter
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path

from drivers.anagramarama import AnagramaramaDriver, Entry
from drivers.anagramarama_eyes import score_on
from drivers.dictionaries import SYSTEM, aspell_lines, word_lines
from drivers.launch import Program
from graders import anagramarama as grader
from graders.anagramarama_truth import root_word
from graders.anagramarama_words import installed
from graders.verdict import Verdict
from solvers import anagramarama as solver
from solvers.anagramarama import Lexicon, State
from suites.task import Desk, Task

GAME = Path(__file__).parents[1] / "games" / "anagramarama"
TITLE = "Anagramarama"
SECONDS = 300
STAND_S = 0.005
"""Each picture stands so long before the next key, so that the witness sees every one."""

MIDGAME_AFTER = 20
RANDOM_WORDS = 40
SHOTS = ("view_anagram_initial.png", "view_anagram_midgame.png", "view_anagram_final.png")
INITIAL, MIDGAME, FINAL = SHOTS
TOLD_SINGLY = 5
"""Letters from which on the comparison tells every word."""


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
            *("--seconds", str(SECONDS)),
            *("--log", str(game_output / "play.csv")),
            *("--seed", "11"),
        ),
        title=TITLE,
    )


@cache
def lexicon() -> Lexicon:
    """The words that the game accepts."""
    return Lexicon(solver.words_in(line for path in SYSTEM for line in word_lines(path)))


def think(state: State) -> str | None:
    """The reference player's decision: the longest word that is left, as long as it pays."""
    return solver.decide(state, lexicon())


def wander(state: State, *, chance: random.Random) -> str | None:
    """The random player's decision: letters drawn by lot, every third time a short word."""
    if len(state.found) + len(state.rejected) >= RANDOM_WORDS:
        return None
    short = [word.text for word in lexicon().sub_words(state.letters) if word.length < TOLD_SINGLY]
    if chance.randrange(3) == 0:
        return chance.choice(short)
    return "".join(chance.sample(state.letters, chance.randint(3, len(state.letters))))


class Log:
    """`entered.csv`: a row for each word, written as the play goes on."""

    def __init__(self, results: Path) -> None:
        """Begin the file."""
        self._path = results / "entered.csv"
        self.entries: list[Entry] = []
        self._append(("ts_iso", "word", "accepted"))

    def write(self, entry: Entry) -> None:
        """Add a word with what the picture said to it."""
        self.entries.append(entry)
        self._append((entry.when.isoformat(), entry.word, "yes" if entry.accepted else "no"))

    def _append(self, row: Sequence[object]) -> None:
        with self._path.open("a", newline="") as file:
            csv.writer(file).writerow(row)


def play(desk: Desk, *, decide: Callable[[State], str | None]) -> None:
    """Look, and enter word after word as decided on what is seen; then deliver."""
    root = solver.normalise((desk.results.parent / "exec" / "seed.txt").read_text())
    (desk.results / "seed_normalized.txt").write_text(f"{root}\n")
    candidates = Candidates(root)
    candidates.write(desk.results / "candidates.csv")
    driver, log = AnagramaramaDriver(desk.window), Log(desk.results)
    driver.observe()
    driver.shoot(desk.results / INITIAL)
    midgame = desk.results / MIDGAME
    while Counter((state := driver.state()).letters) == Counter(root):
        if state.score and len(log.entries) >= MIDGAME_AFTER and not midgame.exists():
            driver.shoot(midgame)
        word = decide(state)
        if word is None:
            break
        entry = driver.act(word)
        driver.linger(STAND_S)
        if entry is not None:
            log.write(entry)
    driver.shoot(desk.results / FINAL)
    score = score_on(desk.results / FINAL)
    deliver(desk.results, candidates, log.entries, score=score, end=how_it_ended(driver))


class Candidates:
    """The words that the root spells: those of the system's lists, and those of aspell besides."""

    def __init__(self, root: str) -> None:
        """Look them up, the longest first."""
        self.root = root
        self.known = [word.text for word in lexicon().sub_words(root)]
        more = Lexicon(solver.words_in(aspell_lines("en") or ())).sub_words(root)
        self.further = [word.text for word in more if word.text not in self.known]

    def write(self, path: Path) -> None:
        """Write the table."""
        with path.open("w", newline="") as file:
            rows = csv.writer(file)
            rows.writerow(("word", "length", "in_system_dict", "subset_ok"))
            rows.writerows((word, len(word), True, True) for word in self.known)
            rows.writerows((word, len(word), False, True) for word in self.further)


def how_it_ended(driver: AnagramaramaDriver) -> str:
    """Why nothing more was entered, as it shows on the picture."""
    state = driver.state()
    if len(state.found) == state.answers:
        return "The game counted all words as found, doubled their points and ended the round."
    if driver.over:
        return "The round ended before: its time was up, or somebody had it solved."
    return "The player left it at that: a shorter word more would cost the five points a word."


def deliver(
    results: Path, candidates: Candidates, entries: Sequence[Entry], *, score: int, end: str
) -> None:
    """Report and comparison, told from what was entered."""
    accepted = [entry.word for entry in entries if entry.accepted]
    report = {
        "seed": candidates.root,
        "candidates_total": len(candidates.known) + len(candidates.further),
        "entered_total": len(entries),
        "entered_accepted": len(accepted),
        "max_word_len": max((len(entry.word) for entry in entries), default=0),
        "screenshots": list(SHOTS),
        "ocr_score_value": score,
        "score_match": solver.in_band(score, len(accepted)),
    }
    (results / "report.json").write_text(json.dumps(report, indent=1) + "\n")
    known, covered = candidates.known, set(accepted)
    told = (word for word in known if len(word) >= TOLD_SINGLY)
    lines = [f"{'covered' if word in covered else 'missed'}: {word}" for word in told]
    (results / "diff.txt").write_text(
        DIFF.format(
            root=candidates.root,
            known=len(known),
            covered=len(covered),
            refused=len(entries) - len(accepted),
            score=score,
            end=end,
            why=WHY if len(covered) < len(known) else "",
            words="\n".join(lines),
            lengths="\n".join(share(n, known, covered) for n in range(solver.LONGEST, 2, -1)),
            further=FURTHER.format(len(candidates.further)) if candidates.further else "",
        )
    )


def share(length: int, known: Sequence[str], covered: set[str]) -> str:
    """How many words of a length were covered and missed."""
    words = [word for word in known if len(word) == length]
    missed = sum(word not in covered for word in words)
    return f"- {length} letters: {len(words) - missed} of {len(words)} covered, {missed} missed"


DIFF = """Anagramarama, root {root}: {covered} of {known} words covered, {refused} entries refused.
Score {score}. {end}
{why}
Words of five letters and more, by their value:

{words}

By length:

{lengths}
{further}"""

WHY = """
A word is worth its length, so the longest come first, and words equally long by the alphabet.
What was missed is missing because the play ended before its turn came.
"""

FURTHER = """
Not entered: {} further candidates that aspell knows and the system's word lists do not; the game
takes its words from those lists.
"""

TASK = Task(
    id="GAM_task_11_anagramarama_word_grid",
    title="Anagramarama",
    budget_s=5400.0,
    provision=provision,
    program=program,
    players={
        "reference": partial(play, decide=think),
        "random": partial(play, decide=partial(wander, chance=random.Random(11))),
    },
    grade=grader.grade,
    seeded_by_device=False,
    packages=("pygame-ce", "wamerican", "wbritish", "tesseract-ocr"),
)


def test_gam_11(verdict: Verdict) -> None:
    """All words found, every deliverable there, and all of it proven."""
    verdict.raise_unmet()
