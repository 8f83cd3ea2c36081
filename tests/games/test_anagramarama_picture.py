"""The picture of Anagramarama, as drivers, graders and text recognition read it."""

from itertools import islice

import numpy as np
import pytest
from numpy.typing import NDArray

from games.anagramarama import layout, words
from games.anagramarama.layout import Box, Colour
from games.anagramarama.rules import Ending, Game
from tests.games import boards
from tests.games.boards import LISTS, a_game, drawn, enter

LIST = ["art", "rat", "rats", "star", "starter"]


def part(picture: NDArray[np.uint8], box: Box) -> NDArray[np.int64]:
    """The pixels of a box."""
    return picture[box.y : box.y + box.h, box.x : box.x + box.w].astype(int)


def ground(picture: NDArray[np.uint8], box: Box) -> Colour:
    """The commonest colour of a box."""
    colours, counts = np.unique(part(picture, box).reshape(-1, 3), axis=0, return_counts=True)
    red, green, blue = map(int, colours[counts.argmax()])
    return red, green, blue


def inked(picture: NDArray[np.uint8], box: Box) -> bool:
    """Whether there is a letter in a box: pixels as dark as ink."""
    return bool((part(picture, box).max(axis=2) < 60).any())


def cells(game: Game) -> list[tuple[str, int, list[Box]]]:
    """Each answer with its page and boxes, edges left out."""
    answers = game.round.answers
    return [
        (
            word,
            place.page,
            [Box(place.x + 18 * i + 1, place.y + 1, 14, 14) for i in range(len(word))],
        )
        for word, place in zip(answers, layout.places([len(w) for w in answers]), strict=True)
    ]


def test_letters_stand_in_their_slots() -> None:
    """A slot is inked if its letter is there, in both trays, for roots of 7 to 9 letters."""
    for root in ("starter", "contests", "contrasts"):
        game = a_game(root, [root])
        game.round.take(0)
        game.round.take(len(root) - 1)
        game.round.take(3)
        picture = drawn(game)
        for index in range(len(root)):
            given, spelt = (
                layout.slot(tray, index, len(root)) for tray in (layout.TRAY, layout.GUESS)
            )
            inside = Box(spelt.x, spelt.y + layout.EDGE, spelt.w, spelt.h - 2 * layout.EDGE)
            assert inked(picture, given._replace(y=given.y + 1, h=82)) == (
                game.round.tray[index] is not None
            )
            assert inked(picture, inside) == (index < 3)


@pytest.mark.parametrize("letter", "abcdefghijklmnopqrstuvwxyz")
def test_a_letter_keeps_to_its_slot(letter: str) -> None:
    """Every letter is narrower than its slot and lower than the tray, borders with signs too."""
    game = a_game(letter * 9, [letter * 9])
    for _ in range(5):
        game.round.take(game.round.tray.index(next(n for n in game.round.tray if n is not None)))
    picture = drawn(game)
    for index in range(5):
        box = layout.slot(layout.GUESS, index, 9)
        dark = part(picture, box).max(axis=2) < 200
        dark[[0, -1]] = False  # the tray's own border
        rows, columns = np.flatnonzero(dark.any(axis=1)), np.flatnonzero(dark.any(axis=0))
        assert layout.EDGE < rows[0] < rows[-1] < box.h - 1 - layout.EDGE
        assert 2 < columns[0] < columns[-1] < box.w - 3


@pytest.mark.parametrize(
    ("entered", "fill", "edge"),
    [
        ((), layout.TRAY_GROUND, layout.TRAY_EDGE),
        (("rats",), layout.ACCEPTED, layout.ACCEPTED_EDGE),
        (("rats", "rats"), layout.DUPLICATE, layout.DUPLICATE_EDGE),
        (("rats", "tar"), layout.REJECTED, layout.REJECTED_EDGE),
    ],
    ids=("none", "accepted", "duplicate", "rejected"),
)
def test_the_guess_tray_shows_the_verdict(
    entered: tuple[str, ...], fill: Colour, edge: Colour
) -> None:
    """Ground and border have the verdict's colours, all the way round."""
    game = a_game("starter", LIST)
    enter(game, *entered)
    picture, width = drawn(game), layout.EDGE if entered else 1
    assert ground(picture, layout.GUESS) == fill
    tray = part(picture, layout.GUESS)
    for side in (tray[:width], tray[-width:], tray[:, :width], tray[:, -width:]):
        assert (side == edge).all()


def test_answers_are_boxes_that_fill() -> None:
    """White with letters once found; lavender and empty before, with letters after the end."""
    game = a_game("contrasts", words.read_words(LISTS))
    found = {"contrasts", "cat", "cost", "roast"}
    enter(game, *sorted(found))
    for ended in (False, True):
        if ended:
            game.end(Ending.SOLVED)
        for page in range(boards.pages(game.round)):
            picture = drawn(game, page=page)
            for word, on, boxes in cells(game):
                for box in boxes if on == page else ():
                    assert ground(picture, box) == (
                        layout.FOUND if word in found else layout.HIDDEN
                    )
                    assert inked(picture, box) == (ended or word in found)


def test_answers_stand_in_columns() -> None:
    """Thirteen rows, columns as wide as their longest word, a new page before the right edge."""
    assert layout.places([3, 4]) == [(0, 42, 338), (0, 42, 357)]
    places = layout.places([3] * 14 + [4] * 12 + [5] * 100)
    assert places[13] == (0, 42 + 3 * 18 + 9, 338)
    assert places[26] == (0, 42 + 3 * 18 + 9 + 4 * 18 + 9, 338)
    assert max(place.page for place in places) == 1
    assert {place.x for place in places if place.page == 1} >= {42}
    assert places[12].y == 338 + 12 * 19


@pytest.mark.parametrize("seed", range(5))
def test_no_answer_leaves_the_picture(seed: int) -> None:
    """Whatever the root: every box is inside the picture, and no two are at one place."""
    for game in islice(boards.states(seed), 10):
        seen = set[tuple[int, Box]]()
        for _, page, boxes in cells(game):
            for box in boxes:
                assert 42 <= box.x <= 788 - 15
                assert 338 <= box.y <= 600 - 16
                assert (page, box) not in seen
                seen.add((page, box))


def test_equal_states_give_equal_pictures() -> None:
    """How a state came about leaves no trace in the pixels; each part of it can be seen."""
    game, same = a_game("starter", LIST), a_game("starter", LIST)
    enter(game, "rats")
    enter(same, "rats", "tar")
    same.round.clear()
    game.round.clear()
    same.round.tray[:] = game.round.tray
    first = drawn(game)
    assert (first == drawn(same)).all()
    assert (first != drawn(game, seconds=299)).any()
    same.carried = 1
    assert (first != drawn(same)).any()
    same.carried, same.level = 0, 2
    assert (first != drawn(same)).any()


def test_a_picture_is_lively_and_has_its_numbers_on_a_plain_ground() -> None:
    """The grey levels' spread is far above 25 whatever is shown; the plate is ink on paper only."""
    for game in islice(boards.states(3), 8):
        picture = drawn(game)
        grey = np.average(picture, axis=2, weights=(0.299, 0.587, 0.114))
        assert grey.std() > 35
        plate, ink = np.array(layout.PLATE), np.array(layout.INK)
        shares = (part(picture, layout.STATUS)[1:-1, 6:-6] - ink) / (plate - ink)
        assert np.ptp(shares, axis=2).max() < 0.02


def test_numbers_do_not_touch() -> None:
    """The longest numbers that can come still leave a gap before the next caption."""
    game = a_game("starter", LIST)
    game.carried, game.level = 99_999, 99
    game.round.answers = tuple(f"{n}" for n in range(999))
    game.round.found = set(game.round.answers)
    game.carried = 99_999 - game.round.points
    picture = drawn(game, seconds=5999)
    dark = (part(picture, layout.STATUS).max(axis=2) < 200).any(axis=0)
    for x in (layout.TIME_X, layout.FOUND_X, layout.LEVEL_X):
        assert not dark[x - layout.STATUS.x - 8 : x - layout.STATUS.x - 1].any()
    assert not dark[-8:-4].any()


@pytest.mark.parametrize("seed", [1, 2])
def test_text_recognition_reads_the_score(seed: int) -> None:
    """Whole picture, nothing prepared: the contract's expression finds the right number."""
    for game in islice(boards.states(seed), 6):
        text = boards.recognised(drawn(game, page=boards.pages(game.round) - 1))
        assert boards.score_in(text) == game.total, game.round.root
        assert all(word in text.lower() for word in ("time", "found", "letters", "level"))
