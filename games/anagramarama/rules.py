"""The rules: one round on one root, and the rounds of one sitting. No clock, no picture."""

import enum
from collections.abc import Callable, Sequence
from contextlib import suppress
from random import Random

from games.anagramarama import words as wordlist
from games.anagramarama.errors import GameError

Record = Callable[[str, str, int], None]
"""Is told a word, what became of it, and the total after that."""


class Verdict(enum.Enum):
    """What became of a guess."""

    ACCEPTED = "accepted"
    DUPLICATE = "duplicate"
    REJECTED = "rejected"


class Ending(enum.Enum):
    """Why a round is over."""

    ALL_FOUND = "bonus"
    TIME = "timeout"
    SOLVED = "solved"


class Round:
    """One root being played.

    A letter is known by its number, since a root may have it twice. `tray` has a slot for each, and
    None where its letter is part of the guess.

    Args:
        root: The word whose letters are given.
        answers: Every word they make, in the order of the picture.
        chance: Where the order of the letters comes from.
    """

    def __init__(self, *, root: str, answers: Sequence[str], chance: Random) -> None:
        self.root, self.answers = root, tuple(answers)
        self.letters = root
        self.tray: list[int | None] = list(range(len(root)))
        self.guess: list[int] = []
        self.found: set[str] = set()
        self.verdict: Verdict | None = None
        self.ending: Ending | None = None
        self._chance = chance
        self._mix()

    @property
    def word(self) -> str:
        """The guess."""
        return "".join(self.letters[number] for number in self.guess)

    @property
    def points(self) -> int:
        """What the words found so far are worth: a point a letter."""
        return sum(map(len, self.found))

    @property
    def found_full(self) -> bool:
        """Whether a word of all letters was found: the total then outlives the round."""
        return any(len(word) == len(self.root) for word in self.found)

    def type(self, letter: str) -> None:
        """Move the first such letter of the tray to the guess; without one nothing happens."""
        self.verdict = None
        for index, number in enumerate(self.tray):
            if number is not None and self.letters[number] == letter:
                self.take(index)
                return

    def take(self, index: int) -> None:
        """Move the letter in a slot of the tray to the end of the guess."""
        self.verdict = None
        number = self.tray[index] if index < len(self.tray) else None
        if number is not None:
            self.tray[index] = None
            self.guess.append(number)

    def give_back(self, index: int) -> None:
        """Move a letter of the guess to the first free slot; those behind it close up."""
        self.verdict = None
        if -len(self.guess) <= index < len(self.guess):
            self.tray[self.tray.index(None)] = self.guess.pop(index)

    def clear(self) -> None:
        """Move the whole guess back to the tray."""
        while self.guess:
            self.give_back(0)
        self.verdict = None

    def shuffle(self) -> None:
        """Mix the letters in the tray; the guess stays."""
        self.verdict = None
        self._mix()

    def submit(self) -> Verdict | None:
        """Judge the guess; None if there is none."""
        word = self.word
        if not word:
            return None
        if word in self.found:
            verdict = Verdict.DUPLICATE
        elif word in self.answers:
            self.found.add(word)
            verdict = Verdict.ACCEPTED
        else:
            verdict = Verdict.REJECTED
        if verdict is not Verdict.REJECTED:
            self.clear()
        self.verdict = verdict
        return verdict

    def end(self, ending: Ending) -> None:
        """End the round: letters go back, and nothing can be played any more."""
        shown = self.verdict if ending is Ending.ALL_FOUND else None
        self.clear()
        self.ending, self.verdict = ending, shown

    def _mix(self) -> None:
        """Mix the tray into an order that looks different and does not give the root away."""
        looks = self._looks()
        for _ in range(20):  # of a few equal letters there may be no other order
            self._chance.shuffle(self.tray)
            if self._looks() not in (looks, list(self.root)):
                return

    def _looks(self) -> list[str]:
        return ["" if number is None else self.letters[number] for number in self.tray]


class Game:
    """The rounds of one sitting: total, level, and the words that are accepted.

    Args:
        words: Every word, without repetition.
        root: The first round's root; None draws one.
        chance: Where roots and the order of letters come from.
        record: Is told everything that counts, before anybody can see it.
    """

    def __init__(
        self, *, words: Sequence[str], root: str | None, chance: Random, record: Record
    ) -> None:
        self._words, self._chance, self._record = words, chance, record
        self.carried, self.bonus, self.level = 0, 0, 1
        self.round = self._deal(root or wordlist.draw_root(words, length=None, chance=chance))

    @property
    def total(self) -> int:
        """The score: what was carried in, the round's points, and its bonus."""
        return self.carried + self.round.points + self.bonus

    def submit(self) -> None:
        """Judge the guess; all found doubles the round's points and ends it."""
        word = self.round.word
        verdict = self.round.submit()
        if verdict is None:
            return
        self._record(word, verdict.value, self.total)
        if len(self.round.found) == len(self.round.answers):
            self.bonus = self.round.points
            self.end(Ending.ALL_FOUND)

    def end(self, ending: Ending) -> None:
        """End the round."""
        self.round.end(ending)
        self._record("", ending.value, self.total)

    def new(self) -> None:
        """Begin a round on another root; the total stays only after a word of all letters.

        Where the words have no other root of that length, the same is played again.
        """
        kept, root = self.round.found_full, self.round.root
        others = [word for word in self._words if word != root]
        with suppress(GameError):
            root = wordlist.draw_root(others, length=len(root), chance=self._chance)
        self.carried = self.total if kept else 0
        self.level = self.level + 1 if kept else 1
        self.bonus = 0
        self._record("", "new", self.carried)
        self.round = self._deal(root)

    def _deal(self, root: str) -> Round:
        answers = wordlist.answers(root, self._words)
        if not answers:
            raise GameError(f"no word in {root!r} (expected a root with words in it)")
        self._record(root, "start", self.carried)
        return Round(root=root, answers=answers, chance=self._chance)
