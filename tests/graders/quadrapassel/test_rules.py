"""The grader's own rules of quadrapassel, against games that the real program played."""

from collections import Counter

import pytest

from graders.quadrapassel.rules import PIECES, piece_sequence

SEEN = {
    1: "J0 T3 S O O Z L2 O T0 O O J3 L3 T2 O T0 S O T1 I Z L2 Z L1",
    2: "O Z J2 O S Z I S L2 Z T2 T1 S T0 J0 S Z S L0 T1 T1 T3 T0 T1",
    3: "O S O I J1 S I Z O T3 L3 O I O S T3 T0 L2 O O Z T3 L3 T0",
}
"""The first pieces on screen with quadrapassel 40.2 (Debian), by seed; with the rotation where the
picture tells it."""


@pytest.mark.parametrize("seed", SEEN)
def test_pieces_are_those_that_came(seed: int) -> None:
    """Of three games that were played, every piece in its order."""
    seen = SEEN[seed].split()
    sequence = piece_sequence(seed, len(seen))
    assert [p + str(r) if p in "LJT" else p for p, r in sequence] == seen


def test_a_longer_sequence_begins_as_a_shorter() -> None:
    """How far one looks ahead changes nothing."""
    assert piece_sequence(1, 200)[:60] == piece_sequence(1, 60)


def test_pieces_and_rotations_are_as_likely() -> None:
    """Each of the 28 arrivals comes about as often as any other."""
    counts = Counter(piece_sequence(7, 28_000))
    assert set(counts) == {(piece, rotation) for piece in PIECES for rotation in range(4)}
    assert min(counts.values()) > 850
    assert max(counts.values()) < 1150
