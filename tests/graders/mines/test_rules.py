"""The grader's own rules of gnome-mines, against boards that the real game laid."""

from collections import Counter

from graders.mines.rules import HEIGHT, MINES, WIDTH, around, lay_mines, numbers_on
from graders.truth import GlibRandom


def test_numbers_below_a_bound_are_all_as_likely() -> None:
    """A range that is no power of two is drawn without favour."""
    numbers = GlibRandom(1)
    counts = Counter(numbers.below(30) for _ in range(30_000))
    assert sorted(counts) == list(range(30))
    assert max(counts.values()) - min(counts.values()) < 300


def test_first_click_and_its_neighbours_are_free() -> None:
    """Whatever is clicked first, it opens a zero."""
    for first in ((0, 0), (29, 15), (3, 3), (15, 8)):
        mines = lay_mines(GlibRandom(7), first)
        assert len(mines) == MINES
        assert not mines & (around(first) | {first})
        assert numbers_on(mines)[first] == 0


def test_second_game_goes_on_with_the_stream() -> None:
    """Two games of one process are two boards."""
    numbers = GlibRandom(7)
    assert lay_mines(numbers, (3, 3)) != lay_mines(numbers, (3, 3))


def test_numbers_count_the_mines_around() -> None:
    """Every cell without a mine has a number, and the numbers add up to the borders of mines."""
    mines = lay_mines(GlibRandom(3), (3, 3))
    numbers = numbers_on(mines)
    assert len(numbers) == WIDTH * HEIGHT - MINES
    assert sum(numbers.values()) == sum(len(around(m) - mines) for m in mines)
