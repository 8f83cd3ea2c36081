"""What may be believed of quadrapassel while rows that were cleared still bounce, by the looks."""

import pytest

from drivers.quadrapassel.ahead import MARGIN, ROOM, Ahead
from drivers.quadrapassel.look import UNKNOWN, Button, Look, Preview
from drivers.quadrapassel.model import EMPTY, LOOKS, Board, Falling, Piece, landed, rotations_of

WIDTH = 10
DROPPED = Falling("T", (0,), 6, 0)
ANNOUNCED = Preview("J", (1,), 100)
SPAWNED = Falling("J", (1,), 4, 0)
"""Two cells wide, so in the columns 4 and 5."""


def board(*lowest: str) -> Board:
    """A field of 20 rows, empty but for the lowest."""
    return (EMPTY * WIDTH,) * (20 - len(lowest)) + lowest


BEFORE = board("ZZ........", "LLLLLL...L", "LLLLLLL.LL")
"""DROPPED clears two rows of it: 15 rows above the stack are relied on, as the margin is two."""
AFTER = board("ZZ........")


def seen(falling: Falling, still: int = 15) -> Look:
    """A look at a piece over a field that cannot be read from the row `still` on."""
    rows = [[EMPTY] * WIDTH for _ in range(still)] + [[UNKNOWN] * WIDTH for _ in range(20 - still)]
    for x, y in falling.cells:
        if 0 <= y < still:
            rows[y][x] = falling.piece
    return Look(tuple("".join(row) for row in rows), ANNOUNCED, Button.PAUSE)


def after_a_clear(*, most: int = 4) -> Ahead:
    """Two rows have just been cleared."""
    ahead = Ahead(most)
    assert landed(BEFORE, DROPPED) == (AFTER, 2)
    ahead.drop(AFTER, 2)
    return ahead


def arrived(ahead: Ahead, look: Look) -> Falling | None:
    """Whether the announced piece has come, by what is seen."""
    return ahead.arrived(look, dropped=DROPPED, announced=ANNOUNCED)


def test_the_announced_piece_is_believed_above_what_moves() -> None:
    """It owes a proof from then on, and is followed through the rows that stand still."""
    ahead = after_a_clear()
    assert arrived(ahead, seen(SPAWNED)) == SPAWNED
    assert ahead.owed == 1
    lower = Falling("J", (1,), 7, 12)
    assert ahead.falling(seen(lower), AFTER) == lower
    assert ahead.falling(seen(Falling("J", (1,), 7, 13)), AFTER) is None, "cut by the limit"
    assert ahead.owed == 1


def test_the_rows_that_are_relied_on_end_above_the_stack() -> None:
    """By the margin: what moves was no higher than the stack before the drop, piece and all."""
    assert MARGIN == 2
    for still, believed in ((15, True), (14, False)):
        look = seen(SPAWNED, still)
        assert (arrived(after_a_clear(), look) is not None) is believed


@pytest.mark.parametrize(
    "falling",
    [
        pytest.param(Falling("L", (1,), 4, 0), id="another piece"),
        pytest.param(Falling("J", (0,), 4, 0), id="in another rotation"),
        pytest.param(Falling("J", (1,), 5, 0), id="elsewhere"),
        pytest.param(Falling("J", (1,), 4, 16 - MARGIN - ROOM), id="soon among what moves"),
    ],
)
def test_what_is_not_as_announced_has_to_wait(falling: Falling) -> None:
    """For a whole picture; nothing more is owed."""
    ahead = after_a_clear()
    assert arrived(ahead, seen(falling)) is None
    assert ahead.owed == 0


@pytest.mark.parametrize("piece", LOOKS)
def test_pieces_are_expected_where_they_come_in(piece: Piece) -> None:
    """Three columns wide at 3, two at 4, four at 3, one at 4."""
    for shape, left in zip(LOOKS[piece], _LEFTS.get(piece, (3, 4, 3, 4)), strict=True):
        ahead = after_a_clear()
        come = Falling(piece, rotations_of(piece, shape), left, 0)
        announced = Preview(piece, rotations_of(piece, shape), 90)
        assert ahead.arrived(seen(come), dropped=DROPPED, announced=announced) == come


_LEFTS = {"I": (3, 4, 3, 4), "O": (4, 4, 4, 4)}


def test_the_dropped_piece_is_not_taken_for_the_next() -> None:
    """One that came in alike and was dropped where it was; higher up it has to be another."""
    for top, believed in ((0, False), (1, True)):
        ahead = after_a_clear()
        dropped = Falling("J", (1,), 4, top)
        came = ahead.arrived(seen(SPAWNED), dropped=dropped, announced=ANNOUNCED)
        assert (came is not None) is believed


def test_nothing_is_believed_beyond_what_may_be_owed() -> None:
    """Two pieces at most, here; none at all unless the driver is told to look ahead."""
    ahead = after_a_clear(most=2)
    for owed in (1, 2, 2):
        arrived(ahead, seen(SPAWNED))
        assert ahead.owed == owed
        ahead.drop(board("TTT.......", "ZZ........"), 0)
    assert arrived(after_a_clear(most=0), seen(SPAWNED)) is None


def test_a_piece_that_clears_nothing_is_not_left_ahead_of() -> None:
    """Its field stands at once: a whole picture tells."""
    ahead = Ahead(4)
    ahead.drop(board("TTT......."), 0)
    assert arrived(ahead, seen(SPAWNED)) is None


def test_rows_that_moved_are_not_relied_on_before_a_whole_picture() -> None:
    """A flat stack may still bounce from where it was when it was high."""
    ahead = Ahead(4)
    high = board(*["ZZ........"] * 8)
    ahead.drop(high, 2)
    assert arrived(ahead, seen(SPAWNED, 8)) == SPAWNED
    ahead.drop(AFTER, 7)
    assert arrived(ahead, seen(SPAWNED, 7)) is None
    assert arrived(ahead, seen(SPAWNED, 8)) == SPAWNED


def test_a_whole_picture_settles_everything() -> None:
    """After it nothing is told by the upper rows alone."""
    ahead = after_a_clear()
    arrived(ahead, seen(SPAWNED))
    whole = Look((*seen(SPAWNED).field[:15], *AFTER[15:]), ANNOUNCED, Button.PAUSE)
    assert ahead.falling(whole, AFTER) == SPAWNED
    assert ahead.owed == 0
    assert ahead.falling(seen(SPAWNED), AFTER) is None
