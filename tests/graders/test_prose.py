"""Figures beside words, as people write them."""

import time

import pytest

from graders.prose import lines_of, told


@pytest.mark.parametrize(
    "text",
    [
        "Score: 58240",
        "**Final score**: 58,240 points",
        "| Score | 58'240 |",
        "120 pieces, score 58240.",
        "It came to 58240 as a score",
    ],
)
def test_told(text: str) -> None:
    """Before the word or behind it, with or without something between thousands."""
    assert told(lines_of(text), "score", 58240)


@pytest.mark.parametrize(
    "text",
    ["Score: 5824", "Score:\n58240", "score 100, later 58240", "58240", "score 58240.5", "58,24,0"],
)
def test_not_told(text: str) -> None:
    """Another figure, another line, another figure nearer, no word, no whole number."""
    assert not told(lines_of(text), "score", 58240)


def test_long_texts_are_cut() -> None:
    """A line's first thousand characters, a text's first two thousand lines."""
    assert [len(line) for line in lines_of("x" * 5000)] == [1000]
    assert len(lines_of("x\n" * 5000)) == 2000


@pytest.mark.parametrize(
    ("text", "hits"),
    [
        ("no mine was hit", 0),
        ("without a hit", 0),
        ("a hit", 1),
        ("hit once, and 3 restarts", 1),
        ("踩到一个雷", 1),
        ("never hit one", 0),
    ],
)
def test_small_figures_in_words(text: str, hits: int) -> None:
    """Nearest before the word or behind it."""
    assert told(lines_of(text), r"\bhit|踩", hits)


def test_a_word_a_thousand_times_on_each_line() -> None:
    """Takes no longer than to read it."""
    lines, begin = lines_of(("踩" * 1000 + "\n") * 2000), time.process_time()
    assert not told(lines, "踩", 0)
    assert time.process_time() - begin < 20
