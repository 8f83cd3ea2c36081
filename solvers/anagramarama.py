"""Anagramarama solver in one file: Python 3.11, standard library only.

``decide(state, lexicon)`` says which word to type next, or that it is time to stop.

*Which words there are.* Every letter has a prime number, and every word is filed under the product
of its letters' primes, which words of the same letters share and no others. What can be laid with
nine letters has a product that divides theirs. There are 512 divisors at most; looking each of them
up finds all words.

*Which comes next.* A word is worth its length, and the contract wants five points or more for each
accepted word. So the longest words come first: that is the most points in any time, and the
average falls as late as it can. Where it would fall below five, only finding every word helps, for
then the game doubles the points. So shorter words are typed only if all of them are known and there
is time, twice over, for all of them.
"""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain
from math import prod
from typing import Final

SHORTEST: Final = 3
LONGEST: Final = 9
ROOT_LENGTHS: Final = range(7, LONGEST + 1)
"""Letters of a root: nine by the contract, seven in the original game."""

LEAST_A_WORD: Final = 5
MOST_A_WORD: Final = 30
"""The band of the contract: points for each accepted word."""

SAFETY: Final = 2.0
RESERVE_S: Final = 5.0
"""To type all words is begun only if there is time for it so many times, and so many seconds."""

_WORD = re.compile(rf"[a-z]{{{SHORTEST},{LONGEST}}}")
_LETTERS = "esiarnotlcdugpmhbyfvkwzxjq"
"""By how often words have them: the small primes go to the first, so that products stay small."""
_SIEVED = [n for n in range(2, 102) if all(n % i for i in range(2, n))]
_PRIMES: Final = dict(zip(_LETTERS, _SIEVED, strict=True))


@dataclass(frozen=True, slots=True)
class Word:
    """A word of the language.

    Attributes:
        text: 3 to 9 letters a to z.
    """

    text: str

    @property
    def length(self) -> int:
        """Letters."""
        return len(self.text)

    @property
    def worth(self) -> int:
        """Points for it."""
        return len(self.text)


@dataclass(frozen=True, slots=True)
class State:
    """What a player sees of a round, and what came of it so far.

    Attributes:
        letters: The round's letters in any order, 7 to 9 of a to z, typed ones included.
        found: Words that were accepted in this round.
        rejected: Words that were refused in this round.
        score: The points shown, of all rounds.
        accepted: Words accepted in all rounds.
        seconds_left: What the clock shows; 0 when the round is over.
        answers: How many words the round has, None if that is not shown.
        pace_s: Seconds that the entry of a word takes.
    """

    letters: str
    found: frozenset[str]
    rejected: frozenset[str]
    score: int
    accepted: int
    seconds_left: float
    answers: int | None
    pace_s: float


def normalise(text: str) -> str:
    """The root word that a file says.

    Args:
        text: The word, blanks and line ends around it, in any case.

    Returns:
        The word in lower case.

    Raises:
        ValueError: There is no word of 7 to 9 letters a to z; the message says what there is.
    """
    word = text.strip()
    if not word:
        raise ValueError("the root is empty")
    if not (word.isascii() and word.isalpha()):
        raise ValueError(f"the root {word[:40]!r} has something else than letters a to z")
    if len(word) not in ROOT_LENGTHS:
        raise ValueError(f"the root {word[:40]!r} has {len(word)} letters, not 7 to 9")
    return word.lower()


# --------------------------------------------------------------------------------------
# Words
# --------------------------------------------------------------------------------------


def words_in(lines: Iterable[str]) -> frozenset[str]:
    """The words of a word list that the game takes.

    Args:
        lines: One word a line, line ends or not.

    Returns:
        The lines of 3 to 9 letters a to z: no names, no apostrophes, no accents.
    """
    return frozenset(filter(_WORD.fullmatch, (line.rstrip("\r\n") for line in lines)))


class Lexicon:
    """Words, filed so that those of any root are found at once."""

    def __init__(self, words: Iterable[str]) -> None:
        """File words, each of 3 to 9 letters a to z.

        Raises:
            ValueError: Something is no such word.
        """
        ordered = sorted(set(words), key=lambda text: (-len(text), text))
        filed = defaultdict[int, list[int]](list)
        for place, text in enumerate(ordered):
            if not _WORD.fullmatch(text):
                raise ValueError(f"{text[:40]!r} is no word of 3 to 9 letters a to z")
            filed[prod(map(_PRIMES.__getitem__, text))].append(place)
        self._words = tuple(map(Word, ordered))
        self._filed = dict(filed)

    def sub_words(self, letters: str) -> tuple[Word, ...]:
        """All words that can be laid with letters, each used once at most.

        Args:
            letters: 7 to 9 letters a to z in any order.

        Returns:
            The words, the longest first, equally long ones by the alphabet.

        Raises:
            ValueError: There are more or fewer letters, or others.
        """
        divisors = [1]
        for letter, many in Counter(normalise(letters)).items():
            powers = [_PRIMES[letter] ** i for i in range(1, many + 1)]
            divisors += [divisor * power for power in powers for divisor in divisors]
        places = chain.from_iterable(filter(None, map(self._filed.get, divisors)))
        return tuple(map(self._words.__getitem__, sorted(places)))


def sub_words(root: str, words: Iterable[str]) -> tuple[Word, ...]:
    """All of some words that can be laid with the letters of a root; see `Lexicon.sub_words`."""
    return Lexicon(words).sub_words(root)


# --------------------------------------------------------------------------------------
# Decisions
# --------------------------------------------------------------------------------------


def in_band(score: int, accepted: int) -> bool:
    """Whether a score is what the contract expects of so many accepted words."""
    return LEAST_A_WORD * accepted <= score <= MOST_A_WORD * accepted


def plan(state: State, lexicon: Lexicon) -> tuple[str, ...]:
    """The words to type from here on, in this order, if every one of them is accepted.

    The score never falls below five points a word, unless it is there already or every word of the
    round is going to be found. A later plan may go on where this one stops, if less time was spent
    than had to be feared.

    Args:
        state: The round as it is seen.
        lexicon: The words that the game is thought to know.

    Returns:
        The words, none of them found or rejected before; none at all when the round is over.
    """
    if state.seconds_left <= 0:
        return ()
    tried = state.found | state.rejected
    left = [word for word in lexicon.sub_words(state.letters) if word.text not in tried]
    score, accepted = state.score, state.accepted
    if _can_all_be_found(state, len(left)) or score < LEAST_A_WORD * accepted:
        return tuple(word.text for word in left)
    chosen = []
    for word in left:
        score, accepted = score + word.worth, accepted + 1
        if score < LEAST_A_WORD * accepted:
            break
        chosen.append(word.text)
    return tuple(chosen)


def decide(state: State, lexicon: Lexicon) -> str | None:
    """The next word to type.

    Args:
        state: The round as it is seen.
        lexicon: The words that the game is thought to know.

    Returns:
        The word; None to stop: all are found, the time is over, or a word more would cost the band.
    """
    return next(iter(plan(state, lexicon)), None)


def _can_all_be_found(state: State, left: int) -> bool:
    """Whether the words left to try are those that the round still wants, and time suffices.

    Other numbers mean that the game's list is another one; then nobody knows whether all its words
    are among ours.
    """
    if state.answers is None or state.answers - len(state.found) != left:
        return False
    return SAFETY * state.pace_s * left + RESERVE_S <= state.seconds_left
