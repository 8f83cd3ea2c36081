"""Hands and eyes for the original Anagramarama, as far as it can be played: seven letters.

It acts when a key is released, and puts letters back with its next tick, up to 100 ms after Return
or Escape; what is typed before that is lost. It says little: a word that it takes turns white among
the answers, and the letters of a word that it refuses stay. So the effect of every key is waited
for. What Tesseract takes the letters for is checked by typing them.
"""

import time
from collections import Counter
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

from drivers.anagramarama.driver import CAUTIOUS_PACE_S, LATE_S, Entry
from drivers.anagramarama.look import Verdict
from drivers.anagramarama.original_look import (
    GUESS_TOP,
    LETTERS,
    TRAY_TOP,
    Row,
    filled,
    read_letters,
    read_rows,
    read_score,
    read_seconds,
)
from drivers.errors import BadAct, WaitTimedOut
from drivers.screen import Frame
from drivers.window import GameWindow
from solvers.anagramarama import State

SETTLED_S: Final = 0.3
"""What the game does about a key it has done by then; its ticks are 0.1 s apart."""

DRAWN_S: Final = 0.05
"""Half a tick: what a tick changes is drawn at once, and the next one may change more."""

PATIENCES_S: Final = (0.3, 0.6, 1.2)
"""How long to wait for a letter to move, before it is believed not to be there."""

BY_FREQUENCY: Final = "esiarntolcdugpmhbyfvkwzxjq"


class OriginalDriver:
    """One window of the original; to be used as the driver of our game is.

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
        self._rows: list[Row] = []
        self._ends = 0.0
        self._score = 0
        self._found = set[str]()
        self._rejected = set[str]()
        self._acts = 0
        self._acted_s = 0.0

    def observe(self) -> None:
        """Read clock and answers, and the letters: those are typed, and taken back.

        Raises:
            UnknownLook: they cannot be read.
            WaitTimedOut: there is no round.
        """
        self._window.wait_to_read(letters_lie_ready, what="seven letters")
        frame = self._window.wait_still()
        self._ends = time.monotonic() + self._window.read(frame, read_seconds)
        self._take_in(frame)
        self._window.hold_focus()
        for patience_s in PATIENCES_S:
            letters = self._tried(self._window.read(frame, read_letters), patience_s)
            self._wipe()
            if self._spelled(letters):
                self._letters = "".join(sorted(letters))
                self._wipe()
                return
            self._wipe()
        why = f"the letters seem to be {letters!r}, and typing them shows others"
        raise self._window.unknown(why, frame)

    def state(self) -> State:
        """What a solver needs of what was seen last."""
        return State(
            letters=self._letters,
            found=frozenset(self._found),
            rejected=frozenset(self._rejected),
            score=self._score,
            accepted=len(self._found),
            seconds_left=0.0 if self.over else max(0.0, self._ends - time.monotonic()),
            answers=len(self._rows),
            pace_s=self._acted_s / self._acts if self._acts else CAUTIOUS_PACE_S,
        )

    def act(self, word: str) -> Entry | None:
        """Enter a word: type it, see it, submit it, and see what becomes of it.

        Args:
            word: letters that the round has.

        Returns:
            What was seen; None if the letters did not arrive, or the round is over.

        Raises:
            BadAct: the round has not all of these letters; nothing was typed.
            WaitTimedOut: letters did not go back for a long time.
            UnknownLook: the score cannot be read.
        """
        if not word or not Counter(word) <= Counter(self._letters):
            raise BadAct(f"{word!r} cannot be laid with the letters {self._letters!r}")
        started, before = time.monotonic(), self._rows
        self._window.hold_focus()
        entry = None
        if self._spelled(word):
            entry = self._submitted(word, before)
        else:
            self._wipe()
            self._take_in(self._window.capture())
            self.divergences += not self.over
        self._acts += 1
        self._acted_s += time.monotonic() - started
        return entry

    def shoot(self, path: Path) -> None:
        """Save what the window shows, once it stands still."""
        self._window.save(path)

    def review(self) -> tuple[frozenset[str], frozenset[str]]:
        """The words found, if the lengths of the white rows are theirs; and no others.

        Raises:
            UnknownLook: they are not.
        """
        frame = self._window.wait_still()
        white = Counter(row.length for row in read_rows(frame) if row.found)
        if white != Counter(map(len, self._found)):
            why = f"the found answers have the lengths {sorted(white.elements())}"
            raise self._window.unknown(why, frame)
        return frozenset(self._found), frozenset()

    def _submitted(self, word: str, before: list[Row]) -> Entry:
        """Submit what stands in the guess."""
        self._window.press("Return")
        when = datetime.now(UTC)
        verdict = Verdict.REJECTED
        with suppress(WaitTimedOut):
            self._window.wait_until(
                letters_lie_ready, what="letters to go back", timeout_s=SETTLED_S
            )
            verdict = Verdict.DUPLICATE  # or accepted, if a row turns white
        if verdict is Verdict.REJECTED:
            self._wipe()
        self._take_in(self._window.wait_still(still_s=DRAWN_S))
        new = Counter(r.length for r in self._rows if r.found)
        new -= Counter(r.length for r in before if r.found)
        if new:
            verdict = Verdict.ACCEPTED
            points = len(word)
            self._found.add(word)
            if all(row.found for row in self._rows):
                points += sum(map(len, self._found))
            expected = self._score + points
            self._score = self._window.read(self._window.capture(), read_score)
            diverged = list(new.elements()) != [len(word)] or self._score != expected
        else:
            diverged = (verdict is Verdict.DUPLICATE) != (word in self._found)
            (self._found if word in self._found else self._rejected).add(word)
        self.divergences += diverged
        return Entry(word, verdict, self._score, when, diverged)

    def _spelled(self, word: str) -> bool:
        """Type letters, each when the one before has moved; whether all of them did."""
        return all(self._moved(letter, n, LATE_S) for n, letter in enumerate(word, 1))

    def _moved(self, letter: str, wanted: int, patience_s: float) -> bool:
        """Type a letter; whether there are as many as wanted in the guess then."""
        guess = [True] * wanted + [False] * (LETTERS - wanted)

        def seen(frame: Frame) -> bool:
            return (
                filled(frame, GUESS_TOP) == guess
                and sum(filled(frame, TRAY_TOP)) == LETTERS - wanted
            )

        self._window.press(letter)
        try:
            self._window.wait_until(seen, what=f"{letter!r} to move", timeout_s=patience_s)
        except WaitTimedOut:
            return False
        return True

    def _tried(self, letters: str, patience_s: float) -> str:
        """The letters that move if typed: first those of a reading, then any."""
        known = ""
        for letter in letters + 3 * BY_FREQUENCY:
            if len(known) < LETTERS and self._moved(letter, len(known) + 1, patience_s):
                known += letter
        return known

    def _wipe(self) -> None:
        """Send the guess's letters back, and wait until they are there."""
        self._window.press_until("Escape", letters_lie_ready, what="an empty guess", again_s=LATE_S)

    def _take_in(self, frame: Frame) -> None:
        self._rows = read_rows(frame)
        told = any(row.told and not row.found for row in self._rows)
        self.over = told or all(row.found for row in self._rows)


def letters_lie_ready(frame: Frame) -> bool:
    """Whether all seven letters are in the tray, and none in the guess."""
    return all(filled(frame, TRAY_TOP)) and not any(filled(frame, GUESS_TOP))
