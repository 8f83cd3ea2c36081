"""What lies and what falls in quadrapassel, by the rules alone."""

import pytest

from drivers.quadrapassel.look import Preview
from drivers.quadrapassel.model import (
    LOOKS,
    SHAPES,
    Board,
    Falling,
    Piece,
    fallen_by_one,
    find_falling,
    landed,
    rotations_of,
    without,
)
from drivers.quadrapassel.sight import PROOF_FALLS, Falls, Renewal, Sight, Watch
from solvers.quadrapassel import SHAPES as SOLVERS

EMPTY_ROW = ".........."


def board(*lowest: str) -> Board:
    """A field of 20 rows, empty but for the lowest."""
    return (EMPTY_ROW,) * (20 - len(lowest)) + lowest


def drawn(lying: Board, falling: Falling) -> Board:
    """A field with a piece over it, as it is seen."""
    rows = [list(row) for row in lying]
    for x, y in falling.cells:
        if y >= 0:
            rows[y][x] = falling.piece
    return tuple("".join(row) for row in rows)


def test_shapes_are_those_the_solver_knows() -> None:
    """Written twice, they are the same."""
    assert {p: tuple(map(set, r)) for p, r in SHAPES.items()} == {
        p: tuple(map(set, r)) for p, r in SOLVERS.items()
    }


def test_only_s_and_z_leave_their_rotation_open() -> None:
    """I and O look the same in several rotations too, but then do the same."""
    alike = {piece: [rotations_of(piece, look) for look in LOOKS[piece]] for piece in LOOKS}
    assert alike["S"] == alike["Z"] == [(0, 2), (1, 3), (0, 2), (1, 3)]
    assert alike["I"] == [(0,), (1,), (0,), (1,)]
    assert alike["O"] == [(0,)] * 4
    assert alike["T"] == alike["L"] == alike["J"] == [(0,), (1,), (2,), (3,)]


@pytest.mark.parametrize("piece", SHAPES)
def test_a_falling_piece_is_found_in_every_rotation(piece: Piece) -> None:
    """Anywhere over a stack, touching it or not."""
    lying = board("TTT....TTT", "LLLL.LLLLL")
    for shape in LOOKS[piece]:
        for left, top in ((0, 0), (10 - shape.width, 5), (3, 18 - shape.height)):
            falling = Falling(piece, rotations_of(piece, shape), left, top)
            assert find_falling(drawn(lying, falling), lying) == falling


def test_a_piece_that_stands_out_of_the_field_is_found() -> None:
    """An S that was turned before it fell shows three of its cells."""
    lying = board("LLLL.LLLLL")
    falling = Falling("S", (1, 3), left=4, top=-1)
    seen = drawn(lying, falling)
    assert sum(row.count("S") for row in seen) == 3
    assert find_falling(seen, lying) == falling


@pytest.mark.parametrize(
    "rows",
    [
        pytest.param((EMPTY_ROW, EMPTY_ROW), id="nothing falls"),
        pytest.param(("TTT.......", ".T......S."), id="a cell too many"),
        pytest.param(("TTT.......", "..........", "TTT......."), id="no piece's form"),
        pytest.param(("LL........", "TT........"), id="two colours"),
        pytest.param(("?.........", "TTT.......", ".T........"), id="a cell without a name"),
        pytest.param(("..........", ".TTT......", ".........."), id="three cells below the edge"),
    ],
)
def test_anything_else_is_no_falling_piece(rows: tuple[str, ...]) -> None:
    """It is refused, whatever it is."""
    lying = board()
    assert find_falling(rows + lying[len(rows) :], lying) is None


def test_a_missing_cell_of_the_stack_is_no_falling_piece() -> None:
    """Even when four others are there."""
    falling = Falling("T", (0,), left=3, top=0)
    seen = drawn(board("LLLL.LLLL."), falling)
    assert find_falling(seen, board("LLLL.LLLLL")) is None


def test_landing_clears_full_rows() -> None:
    """An upright I falls into a well: two rows go, two stay, and all above sinks by two."""
    lying = board("T.........", "LLLL.LLLL.", "LLLL.LLLLL", "ZZZZ.ZZZZZ", "SSSS.S.SSS")
    after, lines = landed(lying, Falling("I", (1,), left=4, top=0))
    assert lines == 2
    assert after == board("T.........", "LLLLILLLL.", "SSSSIS.SSS")


def test_landing_stops_on_the_first_cell_below() -> None:
    """A T lies on what is highest under it."""
    after, lines = landed(board("...L......"), Falling("T", (0,), left=2, top=3))
    assert (after, lines) == (board("..TTT.....", "...T......", "...L......"), 0)


def test_a_fall_tells_what_falls() -> None:
    """Also beside a piece of the same colour, and when the cells overlap."""
    lying = board("SS.SS.....", "S..SS.....")
    for shape in dict.fromkeys(LOOKS["S"]):
        before = Falling("S", rotations_of("S", shape), 4, 14)
        after = Falling("S", rotations_of("S", shape), 4, 15)
        found = fallen_by_one(drawn(lying, before), drawn(lying, after))
        assert found == after
        assert without(drawn(lying, after), after) == lying


def test_other_changes_are_no_fall() -> None:
    """A step aside, a turn, two rows at once, a piece that comes in."""
    lying = board("LLLL.LLLLL")
    first = Falling("T", (0,), 4, 4)
    others = (Falling("T", (0,), 5, 4), Falling("T", (1,), 4, 4), Falling("T", (0,), 4, 6))
    for other in others:
        assert fallen_by_one(drawn(lying, first), drawn(lying, other)) is None
    assert fallen_by_one(lying, drawn(lying, first)) is None


def test_watch_is_sure_after_some_falls() -> None:
    """Not before, and from the beginning again when what lies has changed."""
    lying, other = board("LLLL.LLLLL"), board("TTTT.TTTTT")
    falls = [Falling("Z", (0, 2), 3, top) for top in range(12)]
    watch = Watch()
    seen = [watch.see(drawn(lying, fall)) for fall in falls[:PROOF_FALLS]]
    assert seen == [None] * PROOF_FALLS
    assert watch.see(drawn(lying, falls[PROOF_FALLS])) == (lying, falls[PROOF_FALLS])
    answers = [watch.see(drawn(other, fall)) for fall in falls[PROOF_FALLS + 1 :]]
    assert answers[:PROOF_FALLS] == [None] * PROOF_FALLS
    assert answers[PROOF_FALLS] == (other, falls[2 * PROOF_FALLS + 1])


def test_falls_are_counted_until_the_piece_turns() -> None:
    """From the first look on: what fell before it does not count."""
    falls = Falls()
    assert [falls.see(Falling("T", (0,), 3, top)) for top in (4, 4, 5, 7)] == [0, 0, 1, 3]
    assert falls.see(Falling("T", (1,), 3, 8)) == 0
    assert falls.see(Falling("T", (1,), 3, 9)) == 1


def test_a_preview_is_new_when_it_shrinks_or_looks_other() -> None:
    """The same piece once more is told by its growing again, and nothing by nothing."""
    small, large = Preview("T", (0,), 60), Preview("T", (0,), 100)
    renewal = Renewal(large)
    assert [renewal.see(p) for p in (large, None, large, small, large)] == [False] * 3 + [True] * 2
    assert not Renewal(small).see(large)
    assert Renewal(small).see(Preview("T", (1,), 80))
    assert Renewal(small).see(Preview("I", (0,), 80))
    assert Renewal(None).see(large)


def test_state_says_what_is_seen() -> None:
    """Rows as bits, the box by the rotation, the preview as far as it is known."""
    sight = Sight(
        board("T.........", "LLLL.LLLLL"), Falling("S", (1, 3), 4, 0), next=None, over=False
    )
    state = sight.state()
    assert (state.width, state.height) == (10, 20)
    assert state.rows == (0,) * 18 + (0b0000000001, 0b1111101111)
    assert (state.piece, state.rotation, state.x, state.y) == ("S", 1, 3, 0)
    assert (state.next_piece, state.next_rotation) == (None, None)
