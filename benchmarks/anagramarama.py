"""Anagramarama: words found, read and typed, beside packages for tries on the same words.

    python -m benchmarks.anagramarama [--roots 500] [--rounds 20] [--frames 200] [--by-contract]
                                      [--words-only] [--quick] [--json FILE] [--peer FOLDER]

*Words*: CPU time to find all sub-words of a root, ours beside every package that `--peer` has (pip
install --no-deps --target FOLDER dawg2 marisa-trie pygtrie), and beside two ways that need none.
All find the same words, or the figures say so. *Rounds*: the real game on the roots of game seeds 1
and up, and on the root that has the most words of all: the share of all words that were entered
within the round's 300 seconds, words a second, words lost on the way. *Reading*: pictures read
whole after acts of all kinds, against the game's own log; with `--by-contract` the points also as
the contract's grader reads them, by tesseract.
"""

import argparse
import importlib.util
import json
import sys
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from importlib.metadata import version
from pathlib import Path
from typing import Any

from benchmarks import anagramarama_live, anagramarama_reading
from benchmarks.anagramarama_table import known_words
from benchmarks.anagramarama_words import BUILDERS, PEERS, drawn, largest, measure
from benchmarks.machine import machine
from graders.anagramarama.truth import root_word
from graders.anagramarama.words import installed

READ_SEEDS = (1, 2, 3)
"""Game seeds whose roots are read."""

SHORTER_ROOTS = ("vintage", "strangle")
"""Roots of seven and eight letters, which the game takes too: read, not played."""


def enumerators() -> list[str]:
    """Those whose package is there."""
    missing = {name for name, module in PEERS.items() if importlib.util.find_spec(module) is None}
    return [name for name in BUILDERS if name not in missing]


def words(roots: int) -> dict[str, Any]:
    """The figures of finding words, said and returned."""
    figures = measure(enumerators(), known_words(), drawn(known_words(), roots))
    print(f"{figures['roots']} roots of nine letters, {figures['answers_median']} words each")
    for name, each in figures["enumerators"].items():
        print(
            f"  {name}: {each['median_us']} us a root, slowest {each['slowest_us']}; "
            f"{each['times_ours']} times ours; built in {each['build_s']} s; "
            f"other words on {each['other_words']} roots",
            flush=True,
        )
    for name in PEERS.keys() - figures["enumerators"].keys():
        print(f"  {name}: not given (--help says how to get it)")
    return {**figures, "versions": {name: version(name) for name in PEERS if name in enumerators()}}


def seeds_roots(seeds: Iterable[int]) -> list[str]:
    """The roots of game seeds."""
    dictionary = installed()
    return [root_word(seed, dictionary) for seed in seeds]


def rounds(roots: Sequence[str], folder: Path) -> dict[str, Any]:
    """The figures of playing, said and returned."""
    played, unseen = anagramarama_live.measure(roots, folder)
    figures = {**anagramarama_live.summary(played), "unseen": unseen}
    print(json.dumps({"rounds": figures}, indent=1), flush=True)
    return {**figures, "each": [asdict(game) for game in played]}


def reading(
    frames: int, roots: Sequence[str], folder: Path, *, by_contract: bool
) -> dict[str, Any]:
    """The figures of reading, said and returned."""
    figures = anagramarama_reading.measure(
        frames=frames, roots=roots, by_contract=by_contract, folder=folder
    ).as_json()
    print(json.dumps({"reading": figures}, indent=1), flush=True)
    return figures


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the benchmark; exit status 2 if `--peer` holds no peer."""
    options = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    options.add_argument("--roots", type=int, default=500, help="to find words of (default 500)")
    options.add_argument("--rounds", type=int, default=20, help="to play (default 20, and one)")
    options.add_argument("--frames", type=int, default=200, help="to read (default 200)")
    options.add_argument("--by-contract", action="store_true", help="read points by tesseract too")
    options.add_argument("--words-only", action="store_true", help="only find words: no display")
    options.add_argument("--quick", action="store_true", help="10 roots, 1 round, 15 frames")
    options.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    options.add_argument("--peer", metavar="FOLDER", help="a folder that has the packages")
    chosen = options.parse_args(arguments)
    if chosen.peer:
        sys.path.append(chosen.peer)
        if not PEERS.keys() & set(enumerators()):
            print(f"none of {', '.join(PEERS)} is in {chosen.peer}")
            return 2
    if chosen.quick:
        chosen.roots, chosen.rounds, chosen.frames = 10, 1, 15
    document: dict[str, Any] = {"machine": machine(), "words": words(chosen.roots)}
    if not chosen.words_only:
        played, read = seeds_roots(range(1, chosen.rounds + 1)), list(SHORTER_ROOTS)
        if not chosen.quick:
            played, read = [*played, largest(known_words())], [*seeds_roots(READ_SEEDS), *read]
        with tempfile.TemporaryDirectory(prefix="playproof-bench-") as name:
            document["rounds"] = rounds(played, Path(name))
            document["reading"] = reading(
                chosen.frames, read, Path(name), by_contract=chosen.by_contract
            )
    if chosen.json:
        chosen.json.write_text(json.dumps(document, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
