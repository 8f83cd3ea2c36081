"""Anagramarama without a display: words, roots, the rules of a round and of a sitting."""

from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from games.anagramarama import words
from games.anagramarama.errors import GameError
from games.anagramarama.rules import Ending, Game, Round, Verdict
from tests.games.boards import LISTS, a_game, enter

LIST = ["art", "arts", "rat", "rats", "star", "tsar", "starter", "tart", "startle", "latter"]


# --- Words and roots ----------------------------------------------------------------------------


def test_a_word_is_a_line_of_three_to_nine_small_letters(tmp_path: Path) -> None:
    """Names, apostrophes, accents, blanks and other lengths are none; lists are put together."""
    first, second = tmp_path / "first", tmp_path / "second"
    first.write_text("cat\nCat\nat\ncat's\ncafé\n dog\ntwo words\nnineletrs\ntenletters\ncat\n")
    second.write_bytes(b"\xef\xbb\xbfbee\r\ncaf\xe9\r\nant")
    assert words.read_words([first]) == ["cat", "nineletrs"]
    assert words.read_words([first, second]) == ["ant", "bee", "cat", "nineletrs"]


def test_answers_are_spelt_with_each_letter_once() -> None:
    """By length, then alphabet; what needs a letter twice that is there once is none."""
    assert words.answers("starter", LIST) == [
        *("art", "rat", "arts", "rats", "star", "tart", "tsar", "starter"),
    ]
    assert words.answers("startle", ["latter", "all", "stall", "startle"]) == ["latter", "startle"]
    assert words.answers("letters", ["zoo"]) == []


@pytest.mark.parametrize("text", ["contrasts", "  CONTRASTS \n", "\ufeffConTrasts\r\n\n"])
def test_a_root_is_read_whatever_its_case(tmp_path: Path, text: str) -> None:
    """Blanks round it and capitals do not matter."""
    path = tmp_path / "seed.txt"
    path.write_text(text)
    assert words.read_root(path) == "contrasts"


@pytest.mark.parametrize(
    "text", ["", "short", "tenletters", "contrast5", "two words", "façades", "x" * 900]
)
def test_what_is_no_root_is_refused(tmp_path: Path, text: str) -> None:
    """Other lengths, other letters and two words; the message stays one short line."""
    path = tmp_path / "seed.txt"
    path.write_text(text)
    with pytest.raises(GameError, match="no root word") as caught:
        words.read_root(path)
    said = str(caught.value)
    assert said.startswith(f"{path}: ")
    assert "(expected 7 to 9 letters a-z)" in said
    assert "\n" not in said
    assert len(said) < len(str(path)) + 80


def sparse(path: Path) -> None:
    """A file that seems larger than any list of words."""
    with path.open("wb") as file:
        file.truncate(words.MOST_BYTES + 1)


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (lambda path: None, "No such file or directory"),
        (Path.mkdir, "no plain file"),
        (lambda path: path.symlink_to("/dev/zero"), "no plain file"),
        (lambda path: path.write_bytes(b"cat\0dog\n"), "no text"),
        (lambda path: path.write_text("Anna\nBob\n"), "no words"),
        (lambda path: path.write_text(""), "no words"),
        (sparse, "larger than"),
    ],
    ids=("missing", "folder", "device", "binary", "names only", "empty", "giant"),
)
def test_a_bad_list_is_refused(tmp_path: Path, make: Callable[[Path], object], said: str) -> None:
    """One line: which file, what is wrong, what was expected."""
    path = tmp_path / "list"
    make(path)
    with pytest.raises(GameError) as caught:
        words.read_words([path])
    assert str(caught.value).startswith(f"{path}: {said}")
    assert "(expected " in str(caught.value)


def test_the_packages_lists_are_enough() -> None:
    """Debian's two lists: both spellings, no names, roots of each length by lot and by seed."""
    accepted = words.read_words(LISTS)
    assert {"colour", "color", "contrasts"} <= set(accepted)
    assert not {"london", "anna"} & set(accepted)
    for length in (7, 8, 9):
        root = words.draw_root(accepted, length=length, chance=Random(4))
        assert len(root) == length
        assert len(words.answers(root, accepted)) >= words.FEWEST_ANSWERS
        assert root == words.draw_root(accepted, length=length, chance=Random(4))


def test_without_a_root_in_the_words_there_is_no_game() -> None:
    """A list of short words, and one whose long word hides too little."""
    with pytest.raises(GameError, match="no root in the words"):
        words.draw_root(LIST[:6], length=None, chance=Random(1))
    with pytest.raises(GameError, match="no root in the words"):
        words.draw_root(["startle", "art", "rat"], length=7, chance=Random(1))


# --- A round ------------------------------------------------------------------------------------


def a_round(seed: int = 1) -> Round:
    """A round on `starter`: two t and two r."""
    return Round(root="starter", answers=words.answers("starter", LIST), chance=Random(seed))


def tray(played: Round) -> str:
    """The letters in the tray's slots, a dot for a free one."""
    return "".join("." if slot is None else played.letters[slot] for slot in played.tray)


def test_letters_are_dealt_in_another_order() -> None:
    """Every letter of the root is there, and not as the root has them; a seed deals alike."""
    for seed in range(200):
        dealt = tray(a_round(seed))
        assert sorted(dealt) == sorted("starter")
        assert dealt != "starter"
    assert tray(a_round(7)) == tray(a_round(7))


def test_typing_takes_the_first_such_letter() -> None:
    """A letter goes from its first slot to the end of the guess; one not there does nothing."""
    played = a_round()
    before = tray(played)
    played.type("t")
    assert played.word == "t"
    assert tray(played) == before.replace("t", ".", 1)
    played.type("t")
    played.type("t")
    played.type("z")
    assert played.word == "tt"
    assert tray(played) == before.replace("t", ".")


def test_letters_go_back_to_the_first_free_slots() -> None:
    """Backspace the last, a click any, and the rest of the guess closes up; Escape all of them."""
    played = a_round()
    before = tray(played)
    played.take(5)
    played.take(2)
    played.take(6)
    assert played.word == before[5] + before[2] + before[6]
    played.give_back(-1)
    assert tray(played) == before[:2] + before[6] + before[3:5] + ".."
    played.give_back(0)
    assert played.word == before[2]
    assert tray(played) == before[:2] + before[6] + before[3:5] + before[5] + "."
    played.clear()
    assert played.word == ""
    assert sorted(tray(played)) == sorted(before)
    now = tray(played)
    played.give_back(-1)
    played.give_back(0)
    played.clear()
    assert tray(played) == now
    played.take(7)
    played.take(0)
    played.take(0)
    assert len(played.word) == 1


def test_shuffle_mixes_the_tray_and_leaves_the_guess() -> None:
    """The tray always looks another way afterwards; its letters and the guess are the same."""
    played = a_round()
    played.type("a")
    for _ in range(50):
        before = tray(played)
        played.shuffle()
        assert tray(played) != before
        assert sorted(tray(played)) == sorted(before)
        assert played.word == "a"


def submitted(played: Round, word: str) -> Verdict | None:
    """What a round says to a word."""
    for letter in word:
        played.type(letter)
    assert played.word == word
    return played.submit()


def test_three_verdicts() -> None:
    """Accepted and duplicate words go back to the tray, rejected ones stay; nothing is deducted."""
    played = a_round()
    assert submitted(played, "rats") is Verdict.ACCEPTED
    assert (played.word, played.points, played.found) == ("", 4, {"rats"})
    assert submitted(played, "rats") is Verdict.DUPLICATE
    assert (played.word, played.points) == ("", 4)
    for wrong in ("tars", "at", "a"):
        assert submitted(played, wrong) is Verdict.REJECTED
        assert (played.word, played.points) == (wrong, 4)
        played.clear()
    assert submitted(played, "starter") is Verdict.ACCEPTED
    assert played.points == 11
    assert played.found_full


def test_an_empty_guess_is_not_judged() -> None:
    """Return with nothing spelt changes nothing, not even the sign of the last verdict."""
    played = a_round()
    assert played.submit() is None
    assert submitted(played, "art") is Verdict.ACCEPTED
    assert played.submit() is None
    assert played.verdict is Verdict.ACCEPTED


@pytest.mark.parametrize(
    "act",
    [
        lambda played: played.type("s"),
        lambda played: played.type("z"),
        lambda played: played.take(0),
        lambda played: played.give_back(-1),
        Round.clear,
        Round.shuffle,
    ],
    ids=("letter", "no such letter", "click", "backspace", "clear", "shuffle"),
)
def test_a_sign_stays_until_the_next_act(act: Callable[[Round], object]) -> None:
    """Any act at letters takes the verdict's sign away."""
    for word in ("art", "tar"):
        played = a_round()
        submitted(played, word)
        assert played.verdict is not None
        act(played)
        assert played.verdict is None


# --- A sitting ----------------------------------------------------------------------------------


def recorded(root: str | None, accepted: list[str]) -> tuple[Game, list[tuple[str, str, int]]]:
    """A game and the rows that it recorded."""
    rows = list[tuple[str, str, int]]()

    def record(word: str, verdict: str, score: int) -> None:
        rows.append((word, verdict, score))

    return Game(words=accepted, root=root, chance=Random(3), record=record), rows


def test_all_found_doubles_the_round() -> None:
    """Words count their length; after the last the round's points count once more."""
    game, rows = recorded("starter", ["art", "rat", "rats", "starter"])
    enter(game, "starter", "rats", "rats", "tra", "rat", "art")
    assert rows == [
        ("starter", "start", 0),
        ("starter", "accepted", 7),
        ("rats", "accepted", 11),
        ("rats", "duplicate", 11),
        ("tra", "rejected", 11),
        ("rat", "accepted", 14),
        ("art", "accepted", 17),
        ("", "bonus", 34),
    ]
    assert game.total == 34
    assert (game.round.ending, game.round.verdict) == (Ending.ALL_FOUND, Verdict.ACCEPTED)


@pytest.mark.parametrize("ending", [Ending.TIME, Ending.SOLVED])
def test_an_ended_round_takes_its_letters_back(ending: Ending) -> None:
    """Time and Solve give no bonus, empty the guess and show no sign."""
    game, rows = recorded("starter", LIST)
    enter(game, "rats", "tra")
    game.end(ending)
    assert rows[-1] == ("", ending.value, 4)
    assert (game.round.word, game.round.verdict, game.total) == ("", None, 4)


FIRST = ["starter", "art", "rat", "arts", "rats", "star", "tsar"]
OTHER = ["parsnip", "nip", "pin", "spin", "snip", "pair", "pairs"]


def test_new_keeps_the_total_after_a_full_word_only() -> None:
    """Another root of the same length; level and total go on together, or begin again."""
    game, rows = recorded("starter", sorted(FIRST + OTHER))
    enter(game, "rats", "starter")
    game.new()
    assert (game.round.root, game.total, game.level) == ("parsnip", 11, 2)
    assert rows[-2:] == [("", "new", 11), ("parsnip", "start", 11)]
    enter(game, "spin", "parsnip")
    assert game.total == 22
    game.new()
    assert (game.round.root, game.total, game.level) == ("starter", 22, 3)
    enter(game, "rats")
    game.new()
    assert (game.round.root, game.total, game.level) == ("parsnip", 0, 1)
    assert rows[-2:] == [("", "new", 0), ("parsnip", "start", 0)]


def test_a_bonus_is_carried_once() -> None:
    """The doubled points of a finished round go into the next, which has no bonus of its own."""
    game, _ = recorded("starter", sorted(["starter", "art", *OTHER]))
    enter(game, "starter", "art")
    assert game.total == 20
    game.new()
    assert game.total == 20
    enter(game, "pin")
    assert game.total == 23


def test_the_only_root_is_played_again() -> None:
    """A list with one root has no other for NEW."""
    game, _ = recorded("starter", FIRST)
    game.new()
    assert game.round.root == "starter"
    assert game.round.found == set()


def test_a_full_word_need_not_be_the_root() -> None:
    """Any anagram of the root is a word of all letters."""
    game = a_game("parsley", sorted(["parsley", "players", "replays", *FIRST]))
    enter(game, "replays")
    game.new()
    assert game.total == 7


def test_a_root_without_words_is_refused() -> None:
    """The game says which root, and what it expected."""
    with pytest.raises(GameError, match=r"no word in 'zzzzzzz' \(expected "):
        a_game("zzzzzzz", LIST)
