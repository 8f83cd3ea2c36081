"""GAM 11, Anagramarama: all words that hide in nine letters, typed within five minutes.

The game is `games/anagramarama/`, our own; the seed chooses the root. The player reads letters,
clock, score and verdicts from pixels and enters the words of the system's dictionaries, the longest
first, each after the verdict on the one before. The grader holds the words against the keys that
the X server got, the game's log, the pictures it showed, the dictionaries, and the rules.

Who has the original can have that played: `--game-binary anagramarama`.
"""

import random
import sys
from collections import Counter
from collections.abc import Callable
from functools import cache, partial
from pathlib import Path

import pytest

from drivers.anagramarama.either import driver_of
from drivers.dictionaries import SYSTEM, word_lines
from drivers.launch import Program
from graders.anagramarama import grader
from graders.anagramarama.truth import root_word
from graders.anagramarama.words import installed
from graders.verdict import Verdict
from solvers import anagramarama as solver
from solvers.anagramarama import Lexicon, State
from suites import anagramarama_original as in_the_original
from suites.deliverables.anagramarama import BY_LOT, LONGEST_FIRST, SHOTS, Claim
from suites.settings import Settings
from suites.task import Desk, Task

GAME = Path(__file__).parents[1] / "games" / "anagramarama"
STILL_S = 0.01
"""Each picture stands still so long before the next key, so that the witness sees every one."""

MIDGAME_AFTER = 20
RANDOM_WORDS = 40
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


def play(desk: Desk, *, decide: Callable[[State], str | None], manner: str) -> None:
    """Look, and enter word after word as decided on what is seen; then deliver."""
    given = (desk.results.parent / "exec" / "seed.txt").read_text()
    driver = driver_of(desk.window)
    driver.observe()
    root = solver.normalise(given or in_the_original.root_of(driver.state(), lexicon()))
    claim = Claim(desk.results, root, lexicon())
    driver.shoot(claim.initial)
    while Counter((state := driver.state()).letters) == Counter(root):
        if state.score and len(claim.entries) >= MIDGAME_AFTER and not claim.midgame.exists():
            driver.shoot(claim.midgame)
        word = decide(state)
        if word is None:
            break
        entry = driver.act(word)
        desk.window.wait_still(still_s=STILL_S)
        if entry is not None:
            claim.add(entry)
    driver.shoot(claim.final)
    claim.finish(driver, manner if len(root) == solver.LONGEST else in_the_original.NOTE)


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
    pictures=tuple(f"results/{name}" for name in SHOTS),
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
