"""The rules of quadrapassel 40, written for the graders alone: which pieces a seed brings."""

from collections.abc import Iterator
from itertools import islice

from graders.truth import GlibRandom

WIDTH, HEIGHT = 10, 20
"""Columns and rows of the field."""

PIECES = "LJTSZIO"
"""The pieces in the order of the game's own numbers 0 to 6."""

ROTATIONS = 4

Arrival = tuple[str, int]
"""A piece as it comes in: its letter, and its rotation from 0 to 3."""


def piece_sequence(seed: int, count: int) -> tuple[Arrival, ...]:
    """The first pieces of the first game of a process of that seed.

    They do not depend on how one plays, as long as the settings `show-shadow` and
    `pick-difficult-blocks` are off and no row is filled at the start: nothing else in the program
    draws then.

    Args:
        seed: The game seed of the item.
        count: How many pieces, the one in the preview included.
    """
    numbers = GlibRandom(seed)
    _open_window(numbers)
    return tuple(islice(_first_game(numbers), count))


def _open_window(numbers: GlibRandom) -> None:
    """Draw what the program draws before anyone plays: it fills the field for show.

    Each row leaves one column free; each other cell takes a number (is it filled?) and a colour.
    """
    for _ in range(HEIGHT):
        numbers.below(WIDTH)
        for _ in range(WIDTH - 1):
            numbers.below(10)
            numbers.below(len(PIECES))
    _pick(numbers)


def _first_game(numbers: GlibRandom) -> Iterator[Arrival]:
    """The pieces that come in, one after the other, without end."""
    for _ in range(HEIGHT):  # a free column for each row, even if none is filled
        numbers.below(WIDTH)
    _pick(numbers)  # thrown away
    while True:
        yield _pick(numbers)


def _pick(numbers: GlibRandom) -> Arrival:
    """The rotation is drawn first: C leaves the order to the compiler (Debian's amd64 builds)."""
    rotation = numbers.below(ROTATIONS)
    return PIECES[numbers.below(len(PIECES))], rotation
