"""What keys, clicks and time do in Anagramarama: no display, and the test says what time it is."""

import math
from random import Random

import pygame
import pytest

from games.anagramarama import layout, motion, words
from games.anagramarama.keyboard import Click, Press, Roll
from games.anagramarama.layout import Box
from games.anagramarama.picture import letter_goals
from games.anagramarama.rules import Ending, Verdict
from games.anagramarama.session import Session
from tests.games.boards import LISTS, a_game

LIST = ["art", "rat", "rats", "star", "starter"]


class Sitting:
    """A session and its hands. It begins at second 1000 and lasts 300."""

    def __init__(self, accepted: list[str] = LIST, root: str = "starter") -> None:
        self.game = a_game(root, accepted)
        self.session = Session(self.game, seconds=300, chance=Random(1), now=1000.0)
        self.now = 1001.0

    def key(self, *keys: int) -> None:
        """Press keys."""
        for key in keys:
            assert self.session.do(Press(key), at=(0, 0), now=self.now)

    def word(self, word: str) -> None:
        """Type a word and Return."""
        self.key(*map(ord, word), pygame.K_RETURN)

    def click(self, box: Box) -> bool:
        """Click the middle of a box; whether the game goes on."""
        at = (box.x + box.w / 2, box.y + box.h / 2)
        return self.session.do(Click(0, 0), at=at, now=self.now)

    @property
    def clock(self) -> int:
        """The seconds that the clock shows."""
        return self.session.view(self.now).seconds


def test_keys_play() -> None:
    """Letters, both Returns, Backspace, Escape, Space; what is no key of the game does nothing."""
    sitting = Sitting()
    played = sitting.game.round
    sitting.key(*map(ord, "starz!1"), pygame.K_F5, pygame.K_UP, pygame.K_LSHIFT)
    assert played.word == "star"
    sitting.key(pygame.K_BACKSPACE)
    assert played.word == "sta"
    sitting.key(ord("r"), pygame.K_KP_ENTER)
    assert (sitting.game.total, played.verdict) == (4, Verdict.ACCEPTED)
    sitting.key(ord("a"))
    before = list(played.tray)
    sitting.key(pygame.K_SPACE)
    assert played.tray != before
    assert played.word == "a"
    sitting.key(pygame.K_ESCAPE)
    assert played.word == ""


def test_clicks_play() -> None:
    """Letters both ways, tick, cross, shuffle; a click beside everything does nothing."""
    sitting = Sitting()
    played = sitting.game.round
    for letter in "rats":
        index = next(
            i for i, n in enumerate(played.tray) if n is not None and played.letters[n] == letter
        )
        sitting.click(layout.slot(layout.TRAY, index, 7))
    assert played.word == "rats"
    sitting.click(layout.slot(layout.GUESS, 1, 7))
    assert played.word == "rts"
    sitting.click(layout.CROSS)
    assert played.word == ""
    sitting.key(*map(ord, "rats"))
    sitting.click(layout.TICK)
    assert sitting.game.total == 4
    before = list(played.tray)
    sitting.click(layout.SHUFFLE)
    assert played.tray != before
    sitting.click(Box(300, 500, 2, 2))
    sitting.click(layout.slot(layout.GUESS, 6, 7))
    assert played.word == ""


def test_places_to_click_do_not_overlap() -> None:
    """One click is one thing, and all of them are on the picture."""
    boxes = [layout.SOLVE, layout.NEW, layout.QUIT, layout.SHUFFLE, layout.TICK, layout.CROSS]
    boxes += [layout.PAGE_BACK, layout.PAGE_NEXT, layout.TRAY, layout.GUESS, layout.PAGE_NUMBER]
    rects = [pygame.Rect(box) for box in boxes]
    assert all(len(rect.collidelistall(rects)) == 1 for rect in rects)
    assert all(pygame.Rect(0, 0, 800, 600).contains(rect) for rect in rects)
    for letters in (7, 8, 9):
        for tray in (layout.TRAY, layout.GUESS):
            slots = [pygame.Rect(layout.slot(tray, i, letters)) for i in range(letters)]
            assert all(pygame.Rect(tray).contains(slot) for slot in slots)
            assert all(len(slot.collidelistall(slots)) == 1 for slot in slots)


def test_the_clock_shows_the_second_that_runs() -> None:
    """05:00 for the first second, 00:00 only when the time is up: then the round is over."""
    sitting = Sitting()
    seen = {}
    for now in (1000.0, 1000.99, 1001.0, 1059.5, 1299.0, 1299.99):
        sitting.now = now
        sitting.session.tick(now)
        seen[now] = sitting.clock
    assert seen == {1000.0: 300, 1000.99: 300, 1001.0: 299, 1059.5: 241, 1299.0: 1, 1299.99: 1}
    assert sitting.game.round.ending is None
    sitting.now = 1300.0
    sitting.session.tick(1300.0)
    assert sitting.clock == 0
    assert sitting.game.round.ending is Ending.TIME


def test_an_ended_round_is_dead_and_its_clock_stands() -> None:
    """After Solve nothing can be played; pages still turn, NEW begins again with a full clock."""
    sitting = Sitting()
    sitting.word("rat")
    sitting.key(*map(ord, "sta"))
    sitting.now = 1100.5
    sitting.click(layout.SOLVE)
    assert sitting.game.round.ending is Ending.SOLVED
    sitting.now = 1500.0
    sitting.session.tick(1500.0)
    assert (sitting.clock, sitting.game.round.ending) == (200, Ending.SOLVED)
    tray = list(sitting.game.round.tray)
    sitting.word("art")
    sitting.key(pygame.K_SPACE, pygame.K_a, pygame.K_BACKSPACE)
    for box in (layout.SHUFFLE, layout.TICK, layout.SOLVE, layout.slot(layout.TRAY, 3, 7)):
        sitting.click(box)
    assert (sitting.game.round.tray, sitting.game.total) == (tray, 3)
    sitting.click(layout.NEW)
    assert (sitting.clock, sitting.game.total) == (300, 0)
    again: Ending | None = sitting.game.round.ending
    assert again is None


def test_the_clock_stands_when_all_are_found() -> None:
    """The last word ends the round at once, with the seconds that were left."""
    sitting = Sitting()
    sitting.now = 1030.2
    for word in ("art", "rat", "rats", "star", "starter"):
        sitting.word(word)
    sitting.now = 1099.0
    assert sitting.game.round.ending is Ending.ALL_FOUND
    assert sitting.clock == 270
    assert sitting.game.total == 2 * 21


def test_quit_is_the_end() -> None:
    """QUIT says so; Escape does not."""
    sitting = Sitting()
    sitting.key(pygame.K_ESCAPE)
    assert not sitting.click(layout.QUIT)


def test_pages_turn() -> None:
    """Arrows, PageUp, PageDown and the wheel turn within bounds, and keep a verdict's sign."""
    accepted = words.read_words(LISTS)
    sitting = Sitting(accepted, "contrasts")
    last = layout.places([len(word) for word in sitting.game.round.answers])[-1].page
    assert last >= 1

    def page() -> int:
        return sitting.session.view(sitting.now).page

    assert page() == 0
    sitting.word("contrasts")
    assert page() == last
    sitting.key(pygame.K_PAGEUP)
    assert page() == last - 1
    assert sitting.game.round.verdict is Verdict.ACCEPTED
    for _ in range(9):
        sitting.click(layout.PAGE_BACK)
    assert page() == 0
    sitting.click(layout.PAGE_NEXT)
    assert page() == 1
    sitting.session.do(Roll(1), at=(0, 0), now=sitting.now)
    assert page() == 0
    sitting.session.do(Roll(-1), at=(0, 0), now=sitting.now)
    assert page() == 1
    sitting.word("cat")
    assert page() == 0
    for _ in range(9):
        sitting.key(pygame.K_PAGEDOWN)
    assert page() == last


def test_an_act_ends_what_moves() -> None:
    """Letters fly in, slide, and stand where they belong as soon as anything is done."""
    sitting = Sitting()
    session, played = sitting.session, sitting.game.round
    sitting.now = 1000.1
    flying = session.view(1000.1).letters
    assert all(flying[number] != goal for number, goal in letter_goals(played).items())
    sitting.key(pygame.K_F5)
    assert session.view(1000.1).letters == letter_goals(played)
    before = letter_goals(played)
    sitting.key(pygame.K_a)
    (moved,) = played.guess
    shown = session.view(1000.1).letters
    assert shown[moved] == before[moved]
    assert session.view(1000.1 + motion.SLIDE_S).letters == letter_goals(played)
    halfway = session.view(1000.1 + motion.SLIDE_S / 2).letters
    assert before[moved][1] < halfway[moved][1] < letter_goals(played)[moved][1]
    sitting.key(pygame.K_t)
    assert session.view(1000.1).letters[moved] == letter_goals(played)[moved]


@pytest.mark.parametrize("new", [False, True])
def test_letters_fly_in_below_the_numbers(new: bool) -> None:
    """In the first round and the next: at no time does a letter hide title or numbers."""
    sitting = Sitting()
    if new:
        sitting.now = 1000.0
        sitting.click(layout.NEW)
    flying = sitting.session.view(1000.0 + motion.FLY_IN_S / 2).letters
    assert all(flying[number] != goal for number, goal in letter_goals(sitting.game.round).items())
    for step in range(50):
        letters = sitting.session.view(1000.0 + step / 100).letters
        assert all(y - layout.SLOT_H / 2 >= layout.TRAY.y for _, y in letters.values())
    assert sitting.session.view(1000.0 + motion.FLY_IN_S).letters == letter_goals(
        sitting.game.round
    )


def test_a_picture_is_due_when_something_moves() -> None:
    """No rest while letters move, then until the clock's next second, and for ever at the end."""
    sitting = Sitting()
    assert sitting.session.rest(1000.1) == 0
    assert sitting.session.rest(1002.25) == pytest.approx(0.75)
    sitting.click(layout.SOLVE)
    assert sitting.session.rest(1020.0) == math.inf
