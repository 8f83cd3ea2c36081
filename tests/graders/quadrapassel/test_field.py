"""The grader's rules of quadrapassel 40, against what the game is known to do."""

import pytest

from graders.quadrapassel.field import (
    LOOKS,
    NOTHING,
    SHAPES,
    Pose,
    arrival,
    at_origin,
    dropped,
    falling_in,
    fits,
    height,
    holes,
    is_piece,
    landed,
    led_to,
    level_at,
    score_of,
)
from graders.quadrapassel.rules import HEIGHT


def field(*lowest: str) -> tuple[str, ...]:
    """A field with some rows at its foot."""
    return NOTHING[len(lowest) :] + lowest


@pytest.mark.parametrize(
    ("piece", "rotation", "cells"),
    [
        ("L", 3, {(0, 0), (1, 0), (1, 1), (1, 2)}),
        ("J", 3, {(1, 0), (1, 1), (0, 2), (1, 2)}),
        ("T", 1, {(1, 0), (1, 1), (2, 1), (1, 2)}),
        ("S", 2, {(1, 0), (2, 0), (0, 1), (1, 1)}),
        ("Z", 3, {(1, 0), (0, 1), (1, 1), (0, 2)}),
        ("I", 2, {(0, 1), (1, 1), (2, 1), (3, 1)}),
        ("I", 3, {(1, 0), (1, 1), (1, 2), (1, 3)}),
        ("O", 1, {(1, 1), (2, 1), (1, 2), (2, 2)}),
    ],
)
def test_shapes(piece: str, rotation: int, cells: set[tuple[int, int]]) -> None:
    """Cells of the box as the program's own table has them."""
    assert SHAPES[piece][rotation] == cells


def test_pieces_that_look_alike() -> None:
    """S, Z and I have two looks, O has one, the others four."""
    assert {piece: len(set(looks)) for piece, looks in LOOKS.items()} == {
        "L": 4,
        "J": 4,
        "T": 4,
        "S": 2,
        "Z": 2,
        "I": 2,
        "O": 1,
    }


@pytest.mark.parametrize(
    ("piece", "rotation", "box"),
    [
        ("L", 0, (3, -1)),
        ("J", 1, (3, 0)),
        ("T", 2, (3, 0)),
        ("Z", 3, (4, 0)),
        ("I", 0, (3, -1)),
        ("I", 1, (3, 0)),
        ("O", 2, (3, -1)),
    ],
)
def test_arrivals(piece: str, rotation: int, box: tuple[int, int]) -> None:
    """Where the boxes of new pieces are, as measured in the real game."""
    pose = arrival(piece, rotation)
    assert (pose.x, pose.y) == box


def test_row_above_the_field_is_the_foot_of_the_column_to_the_left() -> None:
    """A turn at the upper edge is refused when that cell of the lowest row is taken."""
    turned = arrival("T", 0).moved(turns=1)  # its upper cell is at column 4, row -1
    assert fits(NOTHING, turned)
    assert fits(field("....J....."), turned)
    assert not fits(field("...J......"), turned)


def test_row_above_column_0_is_taken() -> None:
    """What lies in memory before the field is never free."""
    assert not fits(NOTHING, Pose("I", 1, -1, -1))
    assert fits(NOTHING, Pose("I", 1, 0, -1))


def test_turns_at_the_wall_are_refused() -> None:
    """Nothing is pushed aside: an upright I in column 0 does not turn."""
    keys = [*["Left"] * 9, "Up", "space"]
    led = led_to(NOTHING, [arrival("I", 1)], keys)
    assert {(pose.left, pose.rotation % 2) for pose in led} == {(0, 1)}


def test_keys_lead_to_one_place_in_an_open_field() -> None:
    """A piece turned and moved lands where it should, whenever it fell meanwhile."""
    led = led_to(NOTHING, [arrival("L", 0)], ["Up", "Right", "Right", "space"])
    assert {frozenset(pose.cells) for pose in led} == {
        frozenset({(6, 17), (6, 18), (6, 19), (7, 19)})
    }


def test_keys_may_lead_under_an_overhang() -> None:
    """A piece that fell beside an overhang may be moved under it, or not have fallen yet."""
    overhang = field("LLL.......", "..........", "..........")
    led = led_to(overhang, [arrival("O", 0)], ["Left"] * 4 + ["space"])
    lowest = {max(y for _, y in pose.cells) for pose in led if pose.left == 0}
    assert lowest == {16, HEIGHT - 1}


def test_unknown_keys_do_nothing() -> None:
    """Only keys of the game count."""
    starts = [arrival("J", 2)]
    assert led_to(NOTHING, starts, ["Return", "space"]) == led_to(NOTHING, starts, ["space"])


def test_drop() -> None:
    """A piece lands on what lies."""
    pose = dropped(field(".J........"), "T", 0, 0)
    assert pose is not None
    assert pose.cells == {(0, 17), (1, 17), (2, 17), (1, 18)}


@pytest.mark.parametrize(("rotation", "left"), [(0, 7), (1, 10), (0, 9)])
def test_no_place_beyond_the_walls(rotation: int, left: int) -> None:
    """I lies four columns wide."""
    assert dropped(NOTHING, "I", rotation, left) is None


def test_no_place_above_the_field() -> None:
    """A piece that would stick out at the top has no place."""
    assert dropped(field(*["J........."] * 19), "I", 1, 0) is None
    assert dropped(field(*["J........."] * 16), "I", 1, 0) is not None


def test_cleared_rows_go_and_the_rest_comes_down() -> None:
    """Two rows with one between that is not full: nothing falls by itself."""
    before = field("ZZ........", "ZZZZZZZZZ.", "J.JJJJJJJ.", "SSSSSSSSS.")
    pose = dropped(before, "I", 1, 9)
    assert pose is not None
    landing = landed(before, pose)
    assert (landing.lines, landing.bottom) == (2, True)
    assert landing.field == field("ZZ.......I", "J.JJJJJJJI")


def test_scores() -> None:
    """40, 100, 300, 1200 by the level after the lines; 10,000 more with the lowest row."""
    before = field("SSSSSSSSS.", "SSSSSSSS..")
    pose = dropped(before, "I", 1, 9)
    assert pose is not None
    one = landed(before, pose)
    assert (one.lines, one.bottom) == (1, False)
    assert score_of(one, 3) == 120
    pose = dropped(field(*["SSSSSSSSS."] * 4), "I", 1, 9)
    assert pose is not None
    assert score_of(landed(field(*["SSSSSSSSS."] * 4), pose), 2) == 22_400
    assert [level_at(lines) for lines in (0, 9, 10, 46)] == [1, 1, 2, 5]


def test_height_and_holes() -> None:
    """The height to the highest block, empty cells under any block."""
    assert (height(NOTHING), holes(NOTHING)) == (0, 0)
    some = field("..S.......", "..SS......", "...S.L....", "L.........")
    assert (height(some), holes(some)) == (4, 4)


def test_what_falls_is_told_from_what_lies() -> None:
    """Only more than lies, never less or other."""
    lying = field("LLL.......")
    seen = ("...OO.....", "...OO.....", *lying[2:])
    found = falling_in(seen, lying)
    assert found == frozenset({(3, 0), (4, 0), (3, 1), (4, 1)})
    assert is_piece(found, "O")
    assert not is_piece(found, "S")
    assert falling_in(field("JLL......."), lying) is None
    assert at_origin({(3, 4), (4, 4)}) == {(0, 0), (1, 0)}
