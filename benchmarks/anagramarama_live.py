"""How fast and how completely rounds of our Anagramarama are played, and how fast words can go in.

Each round is played as GAM 11's reference player plays it, without the witness and without saving
pictures: decide, type, wait for the picture's verdict. Everything that the driver took from the
picture is held against the game's log afterwards. *Ours* is the CPU time of the player's process;
the rest of the seconds it waits for the game. *Unseen* are the same words typed without looking.
Wall clock: other work on the machine counts.
"""

import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.anagramarama_table import SUBMITTED, Row, Table, answers, started
from benchmarks.stage import own_screen
from drivers.anagramarama.driver import AnagramaramaDriver, Entry
from suites.test_gam_11 import think


@dataclass(frozen=True, slots=True)
class Played:
    """One round.

    Attributes:
        root: Its letters as a word.
        answers: Words that it has.
        entered: Words typed.
        accepted: Words accepted, by the game's log.
        doubled: Whether the game doubled the points.
        score: The points in the end, by the game's log.
        lost: Words typed that the log has otherwise, or not at all.
        misread: Words, verdicts or points as seen in the picture that the log has otherwise.
        divergences: Pictures that showed something else than the rules had said.
        wall_s: Seconds from the first decision to the last verdict seen.
        cpu_s: CPU seconds of the player's process in that time.
    """

    root: str
    answers: int
    entered: int
    accepted: int
    doubled: bool
    score: int
    lost: int
    misread: int
    divergences: int
    wall_s: float
    cpu_s: float


def played(table: Table) -> Played:
    """Play a round to its end."""
    driver = AnagramaramaDriver(table.window)
    driver.observe()
    typed, seen = list[str](), list[Entry | None]()
    wall, cpu = time.perf_counter(), time.process_time()
    while (word := think(driver.state())) is not None:
        typed.append(word)
        seen.append(driver.act(word))
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    judged = table.judged(len(typed))
    rows = table.rows()
    return Played(
        root=table.root,
        answers=len(answers(table.root)),
        entered=len(typed),
        accepted=sum(row.verdict == "accepted" for row in judged),
        doubled=rows[-1].verdict == "bonus",
        score=rows[-1].score,
        lost=differing(typed, [row.word for row in judged]),
        misread=differing(
            [entry and (entry.word, entry.verdict.value, entry.score) for entry in seen],
            shown(rows),
        ),
        divergences=driver.divergences,
        wall_s=wall,
        cpu_s=cpu,
    )


def shown(rows: Sequence[Row]) -> list[tuple[str, str, int]]:
    """Word, verdict and points that the picture had to show for each word of a log.

    The word that is the last to be found shows the points doubled.
    """
    due = [(row.word, row.verdict, row.score) for row in rows if row.verdict in SUBMITTED]
    if due and rows[-1].verdict == "bonus":
        due[-1] = (*due[-1][:2], rows[-1].score)
    return due


def differing(ours: Sequence[object], theirs: Sequence[object]) -> int:
    """Places at which two lists differ; what only one of them has counts."""
    pairs = zip(ours, theirs, strict=False)
    return sum(a != b for a, b in pairs) + abs(len(ours) - len(theirs))


def unseen(table: Table) -> dict[str, Any]:
    """Type all words of a round as fast as keys go, and count what the game did not take."""
    words = answers(table.root)[::-1]
    began = time.perf_counter()
    table.type(words)
    sent = time.perf_counter() - began
    judged = table.judged(len(words))
    took = time.perf_counter() - began
    return {
        "root": table.root,
        "words": len(words),
        "lost": differing(words, [row.word for row in judged]),
        "sent_per_s": round(len(words) / sent),
        "taken_per_s": round(len(words) / took),
    }


def measure(roots: Sequence[str], folder: Path) -> tuple[list[Played], dict[str, Any]]:
    """Play a round on each root with open eyes; then type the last one's words without looking."""
    rounds = []
    with own_screen() as screen:
        for root in roots:
            with started(root, screen=screen, folder=folder) as table:
                rounds.append(played(table))
        with started(roots[-1], screen=screen, folder=folder) as table:
            return rounds, unseen(table)


def summary(rounds: Sequence[Played]) -> dict[str, Any]:
    """The figures of some rounds."""
    wall = sum(game.wall_s for game in rounds)
    return {
        "rounds": len(rounds),
        "answers": sum(game.answers for game in rounds),
        "entered_share": round(
            sum(game.accepted for game in rounds) / sum(game.answers for game in rounds), 4
        ),
        "complete_rounds": sum(game.accepted == game.answers for game in rounds),
        "doubled_rounds": sum(game.doubled for game in rounds),
        "lost_words": sum(game.lost for game in rounds),
        "misread": sum(game.misread for game in rounds),
        "divergences": sum(game.divergences for game in rounds),
        "words_per_s": round(sum(game.entered for game in rounds) / wall, 1),
        "seconds_a_round": round(statistics.median(game.wall_s for game in rounds), 2),
        "longest_round_s": round(max(game.wall_s for game in rounds), 2),
        "our_share": round(sum(game.cpu_s for game in rounds) / wall, 3),
    }
