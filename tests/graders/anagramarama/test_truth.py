"""GAM 11: the system's words, the words in a root, the root of a seed."""

from pathlib import Path

import pytest

from graders.anagramarama import words as anagramarama_words
from graders.anagramarama.truth import is_root, root_word
from graders.anagramarama.words import Dictionary, installed, spelled_from, sub_words, words_of
from graders.errors import NotJudged, Unreadable


def test_what_is_a_word() -> None:
    """3 to 9 small letters as they stand: no names, genitives, accents, blanks, short or long."""
    lines = ["cat", "Cat", "cat's", "caté", "ca", "contrasts", "contrasted", " cat", "dog\r", ""]
    assert words_of(lines) == {"cat", "contrasts"}


def test_words_in_a_root() -> None:
    """Each letter as often as the root has it; by length, then by alphabet."""
    words = frozenset(
        ["torn", "cat", "tact", "toast", "cats", "tort", "carat", "contrasts", "roots"]
    )
    found = ("cat", "cats", "tact", "torn", "tort", "toast", "contrasts")
    assert sub_words("contrasts", words) == found
    assert spelled_from("", "cat")
    assert not spelled_from("tattoo", "contrasts")


def test_the_systems_lists() -> None:
    """British spellings are accepted; roots come from the American list alone."""
    words = installed()
    assert {"color", "center"} <= words.american
    assert "colour" in words.words - words.american
    assert not {"paris", "can't", "xi"} & words.words


def test_a_list_that_is_not_installed(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """It is said which."""
    monkeypatch.setattr(anagramarama_words, "BRITISH", tmp_path / "british-english")
    with pytest.raises(Unreadable, match="british-english' is missing"):
        installed.__wrapped__()


@pytest.mark.parametrize(
    ("seed", "root"), [(1, "tortillas"), (3, "steadying"), (8, "sprockets"), (11, "weakening")]
)
def test_the_root_of_a_seed(seed: int, root: str) -> None:
    """Drawn once and for ever: runs that were kept are graded again."""
    assert root_word(seed, installed()) == root


def test_roots_are_worth_playing() -> None:
    """60 to 300 words, 12 of five letters and more, three of seven and more."""
    for seed in range(1, 40):
        lengths = [*map(len, sub_words(root_word(seed, installed()), installed().words))]
        assert 60 <= len(lengths) <= 300
        assert sum(length >= 5 for length in lengths) >= 12
        assert sum(length >= 7 for length in lengths) >= 3


def test_a_word_with_too_few_words_is_no_root() -> None:
    """And without any root there is an end to it."""
    words = frozenset({"contrasts", "cat"})
    assert not is_root("contrasts", Dictionary(words, words))
    with pytest.raises(NotJudged, match="no word of the list"):
        root_word(1, Dictionary(words, words))
