"""The benchmark of finding sub-words: everyone finds the same, and mistakes are counted."""

import random
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from benchmarks import anagramarama_words
from benchmarks.anagramarama_words import BUILDERS, PEERS, drawn, largest, measure, timed
from solvers.anagramarama import Word

WITHOUT_PACKAGES = [name for name in BUILDERS if name not in PEERS]

PACKAGES = """
class Words:
    def __init__(self, words=()):
        self.words = set(words)
        self.prefixes = {word[:i] for word in words for i in range(len(word) + 1)}
    @classmethod
    def fromkeys(cls, words, value): return cls(words)
    def __contains__(self, word): return word in self.words
    has_key = __contains__
    def iterkeys(self, prefix): return iter([prefix] if prefix in self.prefixes else [])
    def has_keys_with_prefix(self, prefix): return prefix in self.prefixes
    def has_node(self, prefix): return 2 * (prefix in self.prefixes)
CompletionDAWG = Trie = CharTrie = Words
"""
"""What stands in for the packages: the methods that are called, with their meanings."""


@pytest.fixture
def words() -> set[str]:
    """Two hundred strings over few letters, so that many fit together, ten of nine letters."""
    chance = random.Random(3)
    lengths = [9] * 10 + [chance.randint(3, 8) for _ in range(190)]
    return {"".join(chance.choices("aelnrst", k=length)) for length in lengths}


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Modules of the packages' names."""
    monkeypatch.syspath_prepend(str(tmp_path))
    for module in PEERS.values():
        (tmp_path / f"{module}.py").write_text(PACKAGES)
        monkeypatch.delitem(sys.modules, module, raising=False)
    yield
    for module in PEERS.values():
        sys.modules.pop(module, None)


@pytest.mark.usefixtures("packages")
@pytest.mark.parametrize("name", BUILDERS)
def test_all_find_what_counting_letters_finds(name: str, words: set[str]) -> None:
    """No word is missing, none is there twice, whatever the root; letters are not used up."""
    enumerate_words = BUILDERS[name](words)
    for root in ("lanternas", "resettler", "aaaaaaaaa"):
        found = [word.text if isinstance(word, Word) else word for word in enumerate_words(root)]
        assert sorted(found) == sorted(w for w in words if Counter(w) <= Counter(root))
    assert len(enumerate_words("lanternas")) > 20


@pytest.mark.usefixtures("packages")
def test_figures(words: set[str]) -> None:
    """Every enumerator has been asked every root, but for slow ones; ours is ours once."""
    roots = drawn(words, 10)
    figures = measure(list(BUILDERS), words, roots * 3)
    assert (figures["words"], figures["roots"]) == (len(words), 30)
    assert 1 <= figures["answers_median"] <= figures["answers_most"]
    for name, each in figures["enumerators"].items():
        assert each["roots"] == (20 if name == "counting letters" else 30)
        assert 0 < each["median_us"] <= each["slowest_us"]
        assert each["other_words"] == 0
    assert figures["enumerators"]["ours"]["times_ours"] == 1.0
    assert figures["enumerators"]["counting letters"]["times_ours"] > 1.0


def test_other_words_are_counted(words: set[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """An enumerator that never finds words of four letters, or tells one twice, is found out."""
    nested = BUILDERS["nested dictionaries"]
    lossy = lambda given: nested({word for word in given if len(word) != 4})  # noqa: E731
    twice = lambda given: lambda root: [*nested(given)(root), root]  # noqa: E731
    monkeypatch.setitem(anagramarama_words.BUILDERS, "lossy", lossy)
    monkeypatch.setitem(anagramarama_words.BUILDERS, "twice", twice)
    names = ["ours", "nested dictionaries", "lossy", "twice"]
    figures = measure(names, words, drawn(words, 5))["enumerators"]
    assert figures["nested dictionaries"]["other_words"] == 0
    assert figures["lossy"]["other_words"] > 0
    assert figures["twice"]["other_words"] == 5


def test_roots_are_the_same_each_time(words: set[str]) -> None:
    """Words of nine letters, as many as there are at most."""
    roots = drawn(words, 8)
    assert roots == drawn(words, 8)
    assert len(set(roots)) == 8
    assert {len(root) for root in roots} == {9}
    assert len(drawn(words, 100)) == sum(len(word) == 9 for word in words)


def test_the_largest_root(words: set[str]) -> None:
    """No other word of nine letters has more sub-words."""
    sizes = {
        root: sum(Counter(word) <= Counter(root) for word in words)
        for root in words
        if len(root) == 9
    }
    assert sizes[largest(words)] == max(sizes.values())


def test_the_fastest_of_some_tries_counts() -> None:
    """The same root is asked three times; words come back by the alphabet."""
    asked = []

    def enumerate_words(root: str) -> list[str | Word]:
        asked.append(root)
        return ["b", Word("c"), "a"]

    microseconds, found = timed(enumerate_words, "root")
    assert asked == ["root"] * 3
    assert found == ["a", "b", "c"]
    assert microseconds >= 0
