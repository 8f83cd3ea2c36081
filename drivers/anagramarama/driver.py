"""Hands and eyes for our Anagramarama: letters, clock, score and verdicts are read from pixels.

A word and Return are typed in one go. The game takes all keys before it draws again, so the next
picture with a verdict is the answer: for an accepted word one on which the counter of found words
has moved on, as the tray may still be green from the word before; for others any, as theirs is
wiped away before the next word. What the picture shows is compared with what follows from the word.
"""

import time
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from drivers.anagramarama.answers import Answers, read_answers
from drivers.anagramarama.look import (
    Numbers,
    Sight,
    Verdict,
    read_found,
    read_letters,
    read_numbers,
    read_seconds,
    read_sight,
    read_verdict,
)
from drivers.errors import BadAct, UnknownLook, WaitTimedOut
from drivers.screen import Frame
from drivers.window import GameWindow
from solvers.anagramarama import State

CAUTIOUS_PACE_S: Final = 0.5
"""Seconds that a word is thought to take before one was typed."""

LATE_S: Final = 1.0
"""A game that runs answers in a few hundredths of a second."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A word that was entered, as it was seen.

    Attributes:
        word: The letters that were submitted.
        verdict: What the game's picture said to it.
        score: Points shown then.
        when: When Return was pressed, UTC.
        diverged: Whether the picture showed something else than follows from the word.
    """

    word: str
    verdict: Verdict
    score: int
    when: datetime
    diverged: bool

    @property
    def accepted(self) -> bool:
        """Whether it is a word that was not found before."""
        return self.verdict is Verdict.ACCEPTED


@dataclass(frozen=True, slots=True)
class _Answer:
    """A picture that answers to a word, and what it says."""

    frame: Frame
    verdict: Verdict


class AnagramaramaDriver:
    """One window of our Anagramarama. `observe` looks, `act` enters a word.

    Attributes:
        divergences: How often the picture showed something else than followed from what was done.
        over: Whether the round is over, as far as was seen.
    """

    def __init__(self, window: GameWindow) -> None:
        """Play in `window`."""
        self.divergences = 0
        self.over = False
        self._window = window
        self._letters = ""
        self._numbers: Numbers | None = None
        self._untidy = False
        self._found = set[str]()
        self._rejected = set[str]()
        self._accepted = 0
        self._acts = 0
        self._acted_s = 0.0

    def observe(self) -> Sight:
        """Read the whole picture once all letters are in their slots.

        Raises:
            UnknownLook: it shows something that cannot be read.
        """
        self._window.wait_still()
        sight = self._window.wait_to_read(read_sight, what="all letters in their slots")
        self._found.update(sight.shown.found)
        if sight.letters != self._letters or len(self._found) > sight.numbers.found:
            self._letters = sight.letters  # the first round, or somebody began another
            self._found = set(sight.shown.found)
            self._rejected.clear()
            self.over = False
        self._untidy = bool(sight.guess) or sight.verdict is not None
        self._take_in(sight.numbers)
        self.over = self.over or sight.over
        return sight

    def state(self) -> State:
        """What a solver needs of what was seen last."""
        numbers = self._known()
        return State(
            letters=self._letters,
            found=frozenset(self._found),
            rejected=frozenset(self._rejected),
            score=numbers.score,
            accepted=self._accepted,
            seconds_left=0.0 if self.over else float(numbers.seconds),
            answers=numbers.answers,
            pace_s=self._acted_s / self._acts if self._acts else CAUTIOUS_PACE_S,
        )

    def act(self, word: str) -> Entry | None:
        """Enter a word: wipe away what is left of the last guess, type, and see the verdict.

        Args:
            word: letters that the round has.

        Returns:
            What was seen of it; None if nothing was: the round is over, or keys went astray.
            `state` then says how things stand.

        Raises:
            BadAct: the round has not all of these letters; nothing was typed.
            WaitTimedOut: the game showed nothing for a long time.
            UnknownLook: it shows something that cannot be read.
        """
        started = time.monotonic()
        before = self._known()
        if not word or not Counter(word) <= Counter(self._letters):
            raise BadAct(f"{word!r} cannot be laid with the letters {self._letters!r}")
        self._window.hold_focus()
        if self._untidy:
            self._wipe()
        for key in (*word, "Return"):
            self._window.press(key)
        when = datetime.now(UTC)
        answer = self._answer(before)
        is_late = answer is None
        answer = answer or self._late_answer(word, before)
        entry = self._entry(word, before, answer, when) if answer else None
        if entry:
            self._note(entry)
        if is_late or (entry and entry.diverged):
            self.observe()
            self.divergences += entry.diverged if entry else not self.over
        self._acts += 1
        self._acted_s += time.monotonic() - started
        return entry

    def shoot(self, path: Path) -> None:
        """Save what the window shows, once it stands still."""
        self._window.save(path)

    def review(self) -> tuple[frozenset[str], frozenset[str]]:
        """Turn to each page of the answers: words found, and words told at the round's end."""
        shown = self._window.wait_to_read(read_answers, what="a page of answers")
        found, revealed = set[str](), set[str]()
        for page in range(1, shown.pages + 1):
            while shown.page != page:
                shown = self._turn(shown.page, "Next" if shown.page < page else "Prior")
            found.update(shown.found)
            revealed.update(shown.revealed)
        self.over = self.over or bool(revealed)
        return frozenset(found), frozenset(revealed)

    def _answer(self, before: Numbers) -> _Answer | None:
        """The picture with the verdict on what was just typed; None if there is none in time."""
        late = time.monotonic() + LATE_S

        def seen(frame: Frame) -> list[_Answer | None]:
            with suppress(UnknownLook):
                verdict = read_verdict(frame)
                if verdict is Verdict.ACCEPTED and read_found(frame)[0] == before.found:
                    verdict = None  # the tray is green from the word before
                if verdict is not None:
                    return [_Answer(frame, verdict)]
                if read_seconds(frame) == 0:
                    return [None]
            return [None] if time.monotonic() > late else []

        return self._window.wait_until(seen, what="a verdict", timeout_s=2 * LATE_S)[0]

    def _late_answer(self, word: str, before: Numbers) -> _Answer | None:
        """Find out why there is no verdict: a letter more shows whether keys arrive.

        Returns:
            The answer, if the game only stood still; None if the round is over, or letters stand
            in the guess: then Return, or more, went elsewhere.
        """
        self._window.hold_focus()
        self._window.press(word[0])

        def seen(frame: Frame) -> list[_Answer | None]:
            with suppress(UnknownLook):
                sight = read_sight(frame)
                if sight.numbers.found == before.found + 1:
                    return [_Answer(frame, Verdict.ACCEPTED)]
                if sight.verdict in (Verdict.DUPLICATE, Verdict.REJECTED):
                    return [_Answer(frame, sight.verdict)]
                if sight.guess or sight.over:
                    return [None]
            return []

        what, answer = f"an answer to {word!r}", None
        try:
            answer = self._window.wait_until(seen, what=what, timeout_s=2 * LATE_S)[0]
        except WaitTimedOut:
            if self.review()[1]:  # a page with no word missing does not show that it is over
                return None
            answer = self._window.wait_until(seen, what=what)[0]
        if answer is None and not self.over:
            self._wipe()  # with this key the game has taken all those before it
            frame = self._window.capture()
            if self._window.read(frame, read_found)[0] == before.found + 1:
                answer = _Answer(frame, Verdict.ACCEPTED)
        return answer

    def _entry(self, word: str, before: Numbers, answer: _Answer, when: datetime) -> Entry:
        """What the picture says became of a word; if it does not follow, look at it again."""
        entry = self._seen(word, before, answer, when)
        if entry.diverged:
            again = _Answer(self._window.wait_still(), answer.verdict)
            entry = self._seen(word, before, again, when)
        return entry

    def _seen(self, word: str, before: Numbers, answer: _Answer, when: datetime) -> Entry:
        numbers = self._window.read(answer.frame, read_numbers)
        points, submitted = 0, word
        match answer.verdict:
            case Verdict.ACCEPTED:
                submitted = self._newly_found(word, answer.frame)
                points = len(word)
                if numbers.found == numbers.answers:  # all of them count once more
                    points += sum(map(len, self._found | {word}))
            case Verdict.REJECTED:
                submitted = self._window.wait_to_read(read_letters, what="a refused guess")[1]
            case Verdict.DUPLICATE:
                pass  # its letters are back in the tray: nothing shows what they were
        is_new = answer.verdict is Verdict.ACCEPTED
        follows = numbers.score == before.score + points and numbers.found == before.found + is_new
        self._take_in(numbers)
        return Entry(
            word=submitted,
            verdict=answer.verdict,
            score=numbers.score,
            when=when,
            diverged=submitted != word or not follows,
        )

    def _newly_found(self, word: str, frame: Frame) -> str:
        """The accepted word as it stands among the answers."""
        new = set(self._window.read(frame, read_answers).found) - self._found
        if word in new:
            return word
        new |= self.review()[0] - self._found
        if len(new) != 1:
            why = f"the answers have {len(new)} new words after {word!r}"
            raise self._window.unknown(why, frame)
        return new.pop()

    def _note(self, entry: Entry) -> None:
        """Keep what is known of the round now."""
        if entry.verdict is Verdict.REJECTED:
            self._rejected.add(entry.word)
        else:
            self._found.add(entry.word)
        self._accepted += entry.accepted
        self._untidy = not entry.accepted

    def _take_in(self, numbers: Numbers) -> None:
        self._numbers = numbers
        self.over = self.over or numbers.seconds == 0 or numbers.found == numbers.answers

    def _known(self) -> Numbers:
        if self._numbers is None:
            return self.observe().numbers
        return self._numbers

    def _wipe(self) -> None:
        """Send the guess's letters back, and wait until its tray says nothing."""

        def wiped(frame: Frame) -> bool:
            return read_verdict(frame) is None and not read_letters(frame)[1]

        self._window.press_until("Escape", wiped, what="an empty guess", again_s=LATE_S)
        self._untidy = False

    def _turn(self, page: int, key: str) -> Answers:
        """Turn from a page of the answers to another."""
        self._window.press(key)

        def turned(frame: Frame) -> Answers | None:
            shown = read_answers(frame)
            return shown if shown.page != page else None

        return self._window.wait_to_read(turned, what="another page of answers")
