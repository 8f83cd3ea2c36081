"""Reading our Anagramarama from the game's own drawing."""

from collections import Counter
from itertools import islice
from random import Random

import numpy as np
import pytest

from drivers.anagramarama.answers import Answers, read_answers
from drivers.anagramarama.look import (
    Numbers,
    read_letters,
    read_numbers,
    read_seconds,
    read_sight,
    read_verdict,
)
from drivers.errors import UnknownLook
from drivers.ocr import read_text
from games.anagramarama import layout
from games.anagramarama.rules import Ending, Game
from tests.games.boards import a_game, drawn, enter, pages, score_in, states

ALL = ["art", "rat", "rats", "star", "starter"]


def answers(game: Game, page: int) -> Answers:
    """What a page shows, as the game knows it; pages from 0."""
    played = game.round
    places = layout.places([len(word) for word in played.answers])
    words = [w for w, place in zip(played.answers, places, strict=True) if place.page == page]
    missed = [word for word in words if word not in played.found]
    return Answers(
        found=tuple(word for word in words if word in played.found),
        revealed=tuple(missed) if played.ending else (),
        hidden=() if played.ending else tuple(map(len, missed)),
        page=page + 1,
        pages=pages(played),
    )


@pytest.mark.parametrize("seed", range(4))
def test_every_state_is_read_exactly(seed: int) -> None:
    """Roots, scores, verdicts, guesses, ends and pages by lot: all that is read is as it is."""
    chance, kinds = Random(seed), Counter[object]()
    for game in islice(states(seed), 20):
        played, seconds = game.round, chance.randrange(301)
        for page in range(pages(played)):
            sight = read_sight(drawn(game, seconds=seconds, page=page))
            assert sight.numbers == Numbers(
                score=game.total,
                seconds=seconds,
                found=len(played.found),
                answers=len(played.answers),
                level=game.level,
            )
            assert sight.guess == played.word
            assert sight.tray == "".join(played.letters[n] for n in played.tray if n is not None)
            assert sight.letters == "".join(sorted(played.root))
            assert (sight.verdict and sight.verdict.value) == (
                played.verdict and played.verdict.value
            )
            assert sight.shown == answers(game, page)
        kinds[played.verdict] += 1
        kinds[played.ending] += 1
    assert len(kinds) >= 6, "the lot does not show everything"


def test_every_letter_is_told_from_the_others() -> None:
    """Each of the 26, in the tray, in the guess under each verdict, and small among the answers."""
    for start in range(0, 26, 9):
        root = "".join(chr(ord("a") + (start + n) % 26) for n in range(9))
        game = a_game(root, [root])
        assert read_letters(drawn(game))[0] == "".join(
            game.round.letters[n] or "" for n in order(game)
        )
        enter(game, root[::-1])
        assert read_letters(drawn(game)) == ("", root[::-1])
        enter(game, root)
        assert read_answers(drawn(game)).found == (root,)


def order(game: Game) -> list[int]:
    """The numbers of the letters in the tray."""
    return [number for number in game.round.tray if number is not None]


def test_every_score_and_time_is_read() -> None:
    """Scores of one to four digits, and the clock of a whole round."""
    game = a_game("starter", ALL)
    for score in (*range(200), *range(200, 10_000, 37), 7474, 1111, 9999):
        game.carried = score
        assert read_numbers(drawn(game, seconds=score % 301)).score == score
        assert read_seconds(drawn(game, seconds=score % 301)) == score % 301


def test_the_contract_reads_the_same_score() -> None:
    """Tesseract on the whole picture, as the contract reads it."""
    game = a_game("starter", ALL)
    enter(game, "starter", "rats")
    assert score_in(read_text(drawn(game))) == 11


def test_letters_on_their_way_are_not_guessed_at() -> None:
    """A letter beside its slot makes the trays unreadable rather than wrong."""
    game = a_game("starter", ALL)
    frame = drawn(game).copy()
    tray = frame[108:192, 42:686]
    tray[:, 77:217] = np.roll(tray[:, 77:217], 23, axis=1)
    with pytest.raises(UnknownLook, match="7 to 9 letters"):
        read_letters(frame)


@pytest.mark.parametrize(
    ("spoil", "words"),
    [
        pytest.param((slice(78, 106), slice(290, 340)), "score", id="score"),
        pytest.param((slice(200, 306), slice(42, 686)), "letters|colours", id="guess"),
        pytest.param((slice(338, 600), slice(30, 800)), "no boxes", id="answers"),
        pytest.param((slice(340, 352), slice(44, 56)), "an answer reads", id="answer"),
    ],
)
def test_what_has_no_name_is_refused(spoil: tuple[slice, slice], words: str) -> None:
    """A picture with something else on it is refused with what could not be read."""
    frame = drawn(a_game("starter", ALL)).copy()
    frame[spoil] = (90, 0, 90)
    with pytest.raises(UnknownLook, match=words):
        read_sight(frame)


def test_another_size_is_refused() -> None:
    """A window that was resized is not read as if it had not been."""
    frame = drawn(a_game("starter", ALL))[:500]
    for read in (read_verdict, read_letters, read_answers, read_numbers):
        with pytest.raises(UnknownLook, match="800x500 pixels"):
            read(frame)


def test_the_end_shows_by_clock_counter_or_answers() -> None:
    """All found, no time left, missed words told: each means that the round is over."""
    game = a_game("starter", ALL)
    assert not read_sight(drawn(game)).over
    assert read_sight(drawn(game, seconds=0)).over
    enter(game, *ALL)
    assert read_sight(drawn(game)).over
    game = a_game("starter", ALL)
    game.end(Ending.SOLVED)
    sight = read_sight(drawn(game))
    assert sight.over
    assert sight.shown.revealed == tuple(ALL)
