"""One sitting at the game: what keys and clicks do, the clock, the page that is turned to."""

import math
from random import Random

import pygame

from games.anagramarama import layout
from games.anagramarama.keyboard import Act, Click, Press
from games.anagramarama.motion import Motion
from games.anagramarama.picture import View, letter_goals
from games.anagramarama.rules import Ending, Game, Round, Verdict

RETURNS = (pygame.K_RETURN, pygame.K_KP_ENTER)
PAGES = {pygame.K_PAGEUP: -1, pygame.K_PAGEDOWN: 1}


class Session:
    """A game with a clock. Times are seconds of a clock that never goes back.

    Args:
        game: The game, its first round dealt.
        seconds: How long a round lasts.
        chance: Where letters fly in from.
        now: The time: the first round begins.
    """

    def __init__(self, game: Game, *, seconds: int, chance: Random, now: float) -> None:
        self.game, self._seconds, self._chance = game, seconds, chance
        self._motion = Motion()
        self._begin(now)

    def do(self, act: Act, *, at: tuple[float, float], now: float) -> bool:
        """Do what a key or click asks.

        Args:
            act: What the user did.
            at: Where on the picture in pixels, of a click.
            now: The time.

        Returns:
            False if the user is done with the game.
        """
        if isinstance(act, Click):
            if layout.QUIT.holds(*at):
                return False
            if layout.NEW.holds(*at):
                self.game.new()
                self._begin(now)
                return True
            self._click(at)
        elif isinstance(act, Press):
            self._press(act.key)
        else:
            self._turn(-act.steps)
        self._settle(now)
        return True

    def tick(self, now: float) -> None:
        """Let time pass: a round that has none left ends."""
        if self.game.round.ending is None and now >= self._ends:
            self.game.end(Ending.TIME)
            self._settle(now)

    def view(self, now: float) -> View:
        """Return what the picture shows besides the game."""
        left = self._left if self._left is not None else self._ends - now
        return View(
            seconds=min(self._seconds, max(0, math.ceil(left))),
            page=self._page,
            letters=self._motion.places(now),
        )

    def rest(self, now: float) -> float:
        """Return for how many seconds the picture stays as it is: 0 while letters move."""
        if self._motion.moving(now):
            return 0.0
        if self._left is not None:
            return math.inf
        return max(0.001, (self._ends - now) - (math.ceil(self._ends - now) - 1))

    def _begin(self, now: float) -> None:
        self._ends = now + self._seconds
        self._left: float | None = None  # what was left when the round ended
        self._page = 0
        self._motion.fly_in(letter_goals(self.game.round), now=now, chance=self._chance)

    def _settle(self, now: float) -> None:
        """After any act: letters set out for where they belong, an ended round stops the clock."""
        self._motion.slide(letter_goals(self.game.round), now=now)
        if self.game.round.ending and self._left is None:
            self._left = self._ends - now

    def _press(self, key: int) -> None:
        played = self.game.round
        if key in PAGES:
            self._turn(PAGES[key])
        elif played.ending:
            return
        elif key in RETURNS:
            self._submit()
        elif key == pygame.K_BACKSPACE:
            played.give_back(-1)
        elif key == pygame.K_ESCAPE:
            played.clear()
        elif key == pygame.K_SPACE:
            played.shuffle()
        elif pygame.K_a <= key <= pygame.K_z:
            played.type(chr(key))

    def _click(self, at: tuple[float, float]) -> None:
        played = self.game.round
        if layout.PAGE_BACK.holds(*at):
            self._turn(-1)
        elif layout.PAGE_NEXT.holds(*at):
            self._turn(1)
        elif played.ending:
            return
        elif layout.SOLVE.holds(*at):
            self.game.end(Ending.SOLVED)
        elif layout.SHUFFLE.holds(*at):
            played.shuffle()
        elif layout.TICK.holds(*at):
            self._submit()
        elif layout.CROSS.holds(*at):
            played.clear()
        else:
            self._click_letter(played, at)

    def _click_letter(self, played: Round, at: tuple[float, float]) -> None:
        for index in range(len(played.letters)):
            if layout.slot(layout.TRAY, index, len(played.letters)).holds(*at):
                played.take(index)
            elif layout.slot(layout.GUESS, index, len(played.letters)).holds(*at):
                played.give_back(index)

    def _submit(self) -> None:
        """Judge the guess, and turn to the page where a new word stands."""
        played, word = self.game.round, self.game.round.word
        self.game.submit()
        if played.verdict is Verdict.ACCEPTED:
            self._page = self._places()[played.answers.index(word)].page

    def _turn(self, pages: int) -> None:
        last = self._places()[-1].page
        self._page = min(last, max(0, self._page + pages))

    def _places(self) -> list[layout.Place]:
        return layout.places([len(word) for word in self.game.round.answers])
