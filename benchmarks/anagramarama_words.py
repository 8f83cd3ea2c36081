"""How long it takes to find all sub-words of a root: ours beside packages for tries, same words.

Every enumerator is given the same words and the same roots, one after the other for each root, the
order turning, so that a busy moment hits all of them. Times are of the process's CPU, the fastest
of some tries. Ours sorts what it finds, the others do not. What each finds is held against the
others' afterwards.
"""

import gc
import importlib
import random
import statistics
import time
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any

from solvers.anagramarama import LONGEST, SHORTEST, Lexicon, Word

Enumerator = Callable[[str], Sequence[str | Word]]
"""Given a root, the words that can be laid with its letters."""

TRIES = 3
"""Times that a root is looked up by each; the fastest counts."""


def ours(words: Collection[str]) -> Enumerator:
    """Divisors of a product of primes."""
    return Lexicon(words).sub_words


def by_prefix(has_prefix: Callable[[str], bool], has_word: Callable[[str], bool]) -> Enumerator:
    """A walk along prefixes, as one writes it for a package that can look prefixes up."""

    def enumerate_words(root: str) -> list[str]:
        left, found = Counter(root), list[str]()

        def walk(prefix: str) -> None:
            for letter in left:
                if left[letter] and has_prefix(longer := prefix + letter):
                    left[letter] -= 1
                    if len(longer) >= SHORTEST and has_word(longer):
                        found.append(longer)
                    walk(longer)
                    left[letter] += 1

        walk("")
        return found

    return enumerate_words


def dawg2(words: Collection[str]) -> Enumerator:
    """A graph of words in C++, by the package dawg2."""
    graph: Any = importlib.import_module("dawg").CompletionDAWG(sorted(words))
    return by_prefix(graph.has_keys_with_prefix, graph.__contains__)


def marisa(words: Collection[str]) -> Enumerator:
    """A succinct trie in C++, by the package marisa-trie; it has no look-up of a prefix alone."""
    trie: Any = importlib.import_module("marisa_trie").Trie(words)

    def has_prefix(prefix: str) -> bool:
        return next(trie.iterkeys(prefix), None) is not None

    return by_prefix(has_prefix, trie.__contains__)


def pygtrie(words: Collection[str]) -> Enumerator:
    """A trie in Python, by the package pygtrie."""
    trie: Any = importlib.import_module("pygtrie").CharTrie.fromkeys(words, True)
    return by_prefix(lambda prefix: bool(trie.has_node(prefix)), trie.has_key)


def nested(words: Collection[str]) -> Enumerator:
    """A trie of dictionaries in dictionaries, as one writes it without a package."""
    top: dict[str, Any] = {}
    for word in words:
        node = top
        for letter in word:
            node = node.setdefault(letter, {})
        node[""] = word

    def enumerate_words(root: str) -> list[str]:
        left, found = Counter(root), list[str]()

        def walk(node: dict[str, Any]) -> None:
            if "" in node:
                found.append(node[""])
            for letter in left:
                if left[letter] and letter in node:
                    left[letter] -= 1
                    walk(node[letter])
                    left[letter] += 1

        walk(top)
        return found

    return enumerate_words


def counting(words: Collection[str]) -> Enumerator:
    """No index: the letters of every word are counted, as the contract's grader does."""

    def enumerate_words(root: str) -> list[str]:
        bag = Counter(root)
        return [word for word in words if Counter(word) <= bag]

    return enumerate_words


BUILDERS: dict[str, Callable[[Collection[str]], Enumerator]] = {
    "ours": ours,
    "dawg2": dawg2,
    "marisa-trie": marisa,
    "pygtrie": pygtrie,
    "nested dictionaries": nested,
    "counting letters": counting,
}
PEERS = {"dawg2": "dawg", "marisa-trie": "marisa_trie", "pygtrie": "pygtrie"}
"""Packages that are not ours, and the module by which each is there."""

SLOW = {"counting letters": 20}
"""Of slow ones, roots they are given at most."""


def drawn(words: Collection[str], count: int) -> list[str]:
    """So many roots, the same ones each time, drawn from the words of nine letters."""
    roots = sorted(word for word in words if len(word) == LONGEST)
    return random.Random(1).sample(roots, min(count, len(roots)))


def built(
    names: Sequence[str], words: Collection[str]
) -> tuple[dict[str, Enumerator], list[float]]:
    """The enumerators of these names, and the CPU seconds that it took to build each."""
    enumerators, seconds = {}, []
    for name in names:
        started = time.process_time()
        enumerators[name] = BUILDERS[name](words)
        seconds.append(time.process_time() - started)
    return enumerators, seconds


def measure(names: Sequence[str], words: Collection[str], roots: Sequence[str]) -> dict[str, Any]:
    """Look roots up by every enumerator.

    Args:
        names: Of the enumerators; "ours" is one of them.
        words: What they are built from.
        roots: What they are asked.

    Returns:
        For each enumerator its figures: microseconds a root, how many times ours that is on the
        same root, and on how many roots it found other words than ours.
    """
    enumerators, build_s = built(names, words)
    took: dict[str, list[float]] = {name: [] for name in names}
    others = Counter[str]()
    answers = []
    for number, root in enumerate(roots):
        turn = number % len(names)
        found = {}
        for name in (*names[turn:], *names[:turn]):
            if number >= SLOW.get(name, len(roots)):
                continue
            microseconds, found[name] = timed(enumerators[name], root)
            took[name].append(microseconds)
        others.update(name for name, words_found in found.items() if words_found != found["ours"])
        answers.append(len(found["ours"]))
    return {
        "words": len(words),
        "roots": len(roots),
        "answers_median": statistics.median(answers),
        "answers_most": max(answers),
        "enumerators": {
            name: {
                "build_s": round(seconds, 3),
                "roots": len(took[name]),
                "median_us": round(statistics.median(took[name]), 1),
                "slowest_us": round(max(took[name]), 1),
                "times_ours": round(
                    statistics.median(
                        theirs / us for theirs, us in zip(took[name], took["ours"], strict=False)
                    ),
                    2,
                ),
                "other_words": others[name],
            }
            for name, seconds in zip(names, build_s, strict=True)
        },
    }


def timed(enumerator: Enumerator, root: str) -> tuple[float, list[str]]:
    """CPU microseconds of a look-up, and its words in the order of the alphabet."""
    fastest = float("inf")
    found: Sequence[str | Word] = ()
    gc.disable()  # a collection would hit whoever's turn it is
    try:
        for _ in range(TRIES):
            started = time.process_time_ns()
            found = enumerator(root)
            fastest = min(fastest, (time.process_time_ns() - started) / 1000)
    finally:
        gc.enable()
    return fastest, sorted(word.text if isinstance(word, Word) else word for word in found)


def largest(words: Collection[str]) -> str:
    """The word of nine letters that has the most sub-words, the first of the alphabet."""
    lexicon = Lexicon(words)
    roots = sorted(word for word in words if len(word) == LONGEST)
    return max(roots, key=lambda root: len(lexicon.sub_words(root)))
