"""GAM 11's truth: which root a seed stands for."""

from graders.anagramarama.words import Dictionary, sub_words
from graders.errors import NotJudged
from graders.truth import GlibRandom

LENGTH = 9
_ANSWERS = range(60, 301)
_LONG, _LONG_ENOUGH = 5, 12
_LONGEST, _LONGEST_ENOUGH = 7, 3
"""So many sub-words of so many letters: quotas can be met, and all of it typed in time."""


def root_word(seed: int, dictionary: Dictionary) -> str:
    """The root of a game seed.

    Drawn among the nine-letter words of the first list, again and again until it has 60 to 300
    sub-words in both lists, 12 of them with five letters or more, three with seven or more.

    Args:
        seed: The game seed of the item.
        dictionary: The system's words.

    Raises:
        NotJudged: No word is such a root.
    """
    roots = sorted(word for word in dictionary.american if len(word) == LENGTH)
    source = GlibRandom(seed)
    while roots:
        root = roots[source.below(len(roots))]
        if is_root(root, dictionary):
            return root
        roots.remove(root)
    raise NotJudged("the system's word lists: no word of the list is such a root")


def is_root(word: str, dictionary: Dictionary) -> bool:
    """Whether a word of nine letters has enough sub-words, and not too many."""
    lengths = [len(sub_word) for sub_word in sub_words(word, dictionary.words)]
    longer = sum(length >= _LONG for length in lengths)
    longest = sum(length >= _LONGEST for length in lengths)
    return len(lengths) in _ANSWERS and longer >= _LONG_ENOUGH and longest >= _LONGEST_ENOUGH
