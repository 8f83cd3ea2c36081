"""The driver of the original Anagramarama, on a stand-in that does what was measured there.

The stand-in is no picture of the original: own letters, same places, colours and timing. One look
is one tick of the game's timer; letters go back with the tick after the key that sends them.
"""

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from drivers.anagramarama.either import driver_of
from drivers.anagramarama.glyphs import font
from drivers.anagramarama.look import Verdict
from drivers.anagramarama.original import OriginalDriver
from drivers.anagramarama.original_look import (
    GUESS_TOP,
    TRAY_TOP,
    Row,
    filled,
    read_letters,
    read_rows,
    read_score,
    read_seconds,
)
from drivers.errors import BadAct, UnknownLook, WaitTimedOut
from drivers.screen import Frame, Rect
from drivers.window import GameWindow

T = TypeVar("T")

WORDS = ("art", "rat", "tar", "rats", "star", "start", "starter")
GROUND, PALE, WHITE, BLACK = (150, 220, 140), (235, 245, 230), (255, 255, 255), (0, 0, 0)
HIDDEN = (217, 220, 255)


class StandIn(GameWindow):
    """A window that plays by itself.

    Attributes:
        tray: The letters of the tray, "" where one is in the guess.
        guess: Those of the guess.
        keys: What was pressed.
        deaf: How many of the next keys have no effect.
        over: Whether the missed words are told.
    """

    def __init__(self, root: str, lost_frames: Path) -> None:
        self.lost_frames = lost_frames
        self.patience_s = 0.0
        self.tray, self.guess = list(root), ""
        self.keys: list[str] = []
        self.deaf = 0
        self.over = False
        self.found: list[str] = []
        self._due: list[Callable[[], None]] = []

    @property
    def rect(self) -> Rect:
        """It stays where it is."""
        return Rect(0, 0, 800, 600)

    @property
    def score(self) -> int:
        """A point a letter, all of them twice when all are found."""
        points = sum(map(len, self.found))
        return 2 * points if len(self.found) == len(WORDS) else points

    def press(self, key: str) -> None:
        """Obey, except that letters go back later."""
        self.keys.append(key)
        if self.deaf:
            self.deaf -= 1
        elif key == "Escape":
            self._due.append(self._back)
        elif key == "Return":
            self._submit()
        elif key in self.tray and not self.over:
            self.tray[self.tray.index(key)] = ""
            self.guess += key

    def _submit(self) -> None:
        if self.guess in WORDS:
            if self.guess not in self.found:
                self.found.append(self.guess)
            self._due.append(self._back)

    def _back(self) -> None:
        for letter in self.guess:
            self.tray[self.tray.index("")] = letter
        self.guess = ""

    def wait_until(self, seen: Callable[[Frame], T | None], *, what: str, **manner: object) -> T:
        """Show a picture, and one more with each tick."""
        for _ in range(4):
            if answer := seen(self.capture()):
                return answer
            self.tick()
        raise WaitTimedOut(what)

    def tick(self) -> None:
        """Letters go back."""
        while self._due:
            self._due.pop()()

    def wait_still(self, **_: object) -> Frame:
        """Everything stands still after a tick."""
        self.tick()
        return self.capture()

    def focus(self) -> None:
        """Keys arrive anyway."""

    def capture(self) -> Frame:
        """The picture of the moment."""
        image = Image.new("RGB", (800, 600), GROUND)
        pen = ImageDraw.Draw(image)
        pen.rectangle((41, 104, 686, 204), PALE, BLACK)
        pen.rectangle((41, 240, 686, 341), WHITE, BLACK)
        for top, letters in ((TRAY_TOP, self.tray), (GUESS_TOP, list(self.guess))):
            for slot, letter in enumerate(letters):
                where = (120 + 82 * slot, top + 60)
                pen.text(where, letter, BLACK, font=font(64), anchor="ms")
        for top, text in ((38, "04:59"), (69, str(self.score))):
            pen.rectangle((679, top, 791, top + 29), PALE, BLACK)
            pen.text((690, top + 2), text, BLACK, font=number())
        x = 70
        for column in (WORDS[:4], WORDS[4:]):
            for row, word in enumerate(column):
                self._draw(pen, word, x, 380 + 19 * row)
            x += 18 * len(column[-1]) + 9
        return np.array(image)

    def _draw(self, pen: ImageDraw.ImageDraw, word: str, x: int, y: int) -> None:
        known = word in self.found
        for number, letter in enumerate(word):
            left = x + 18 * number
            pen.rectangle((left, y, left + 15, y + 15), BLACK)
            pen.rectangle((left + 1, y + 1, left + 15, y + 15), WHITE if known else HIDDEN)
            if known or self.over:
                pen.text((left + 3, y), letter, BLACK, font=font(13))


def number() -> ImageFont.FreeTypeFont:
    """The font of clock and score."""
    return font(24)


@pytest.fixture
def window(tmp_path: Path) -> StandIn:
    """A round on `starter`."""
    return StandIn("tresart", tmp_path / "lost")


@pytest.fixture
def driver(window: StandIn) -> OriginalDriver:
    """The driver of that window, which has looked once."""
    driver = driver_of(window)
    assert isinstance(driver, OriginalDriver)
    driver.observe()
    window.keys.clear()
    return driver


def test_the_picture_is_read(window: StandIn) -> None:
    """Slots, answers, clock and score are what the stand-in shows."""
    window.found, window.guess, window.tray[0] = ["star", "start"], "t", ""
    frame = window.capture()
    assert filled(frame, TRAY_TOP) == [False] + 6 * [True]
    assert filled(frame, GUESS_TOP) == [True] + 6 * [False]
    rows = {(row.length, row.found, row.told) for row in read_rows(frame)}
    assert len(read_rows(frame)) == len(WORDS)
    assert rows == {(3, False, False), (4, False, False), (4, True, True), (5, True, True)} | {
        (7, False, False)
    }
    assert (read_seconds(frame), read_score(frame)) == (299, 9)


def test_missed_words_are_told_in_the_end(window: StandIn) -> None:
    """Letters on boxes that did not turn white are those of missed words."""
    window.found, window.over = ["art"], True
    assert Row(length=3, found=True, told=True) in read_rows(window.capture())
    assert Row(length=7, found=False, told=True) in read_rows(window.capture())


def test_letters_are_found_whatever_they_seem(window: StandIn) -> None:
    """Typing shows which letters there are, even if none was read right."""
    driver = OriginalDriver(window)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("drivers.anagramarama.original.read_letters", lambda _: "xlmno")
        driver.observe()
    assert driver.state().letters == "aerrstt"
    assert window.guess == ""
    assert set(read_letters(window.capture())) & set("aerst")


def test_words_are_entered_as_the_original_takes_them(
    window: StandIn, driver: OriginalDriver
) -> None:
    """Accepted, refused, found before: as the stand-in has it, and no letter lost."""
    seen = [driver.act(word) for word in ("start", "tart", "rats", "rats")]
    assert [(e.word, e.verdict, e.score) for e in seen if e is not None] == [
        ("start", Verdict.ACCEPTED, 5),
        ("tart", Verdict.REJECTED, 5),
        ("rats", Verdict.ACCEPTED, 9),
        ("rats", Verdict.DUPLICATE, 9),
    ]
    assert window.found == ["start", "rats"]
    assert driver.divergences == 0
    state = driver.state()
    assert state.found == {"start", "rats"}
    assert state.rejected == {"tart"}
    assert state.answers == len(WORDS)
    assert driver.review() == (frozenset({"start", "rats"}), frozenset())


def test_all_found_doubles_and_is_the_end(window: StandIn, driver: OriginalDriver) -> None:
    """After the last word the score is twice the sum, and nothing is left to do."""
    entries = [driver.act(word) for word in WORDS]
    assert entries[-1] is not None
    assert entries[-1].score == 2 * sum(map(len, WORDS))
    assert driver.over
    assert driver.divergences == 0
    assert driver.state().seconds_left == 0.0


def test_a_lost_letter_is_no_entry(window: StandIn, driver: OriginalDriver) -> None:
    """Return is not pressed after a word of which a letter is missing."""
    window.deaf = 1
    assert driver.act("rats") is None
    assert "Return" not in window.keys
    assert driver.divergences == 1
    entry = driver.act("rats")
    assert entry is not None
    assert entry.accepted


def test_a_solved_round_is_over(window: StandIn, driver: OriginalDriver) -> None:
    """Told answers mean the end, and that no letter moves any more is no divergence."""
    window.over = True
    assert driver.act("rats") is None
    assert driver.over
    assert driver.divergences == 0


def test_rows_that_others_turned_white_are_not_ours(
    window: StandIn, driver: OriginalDriver
) -> None:
    """If the white rows have other lengths than the words entered, that is said."""
    driver.act("rats")
    window.found.append("start")
    with pytest.raises(UnknownLook, match=r"lengths \[4, 5\]") as unknown:
        driver.review()
    assert unknown.value.frame is not None
    with Image.open(unknown.value.frame) as image:
        np.testing.assert_array_equal(np.asarray(image), window.capture())


def test_letters_that_the_round_has_not_are_not_typed(
    window: StandIn, driver: OriginalDriver
) -> None:
    """A word that cannot be laid is the caller's mistake."""
    with pytest.raises(BadAct, match="cannot be laid"):
        driver.act("stars")
    assert window.keys == []
