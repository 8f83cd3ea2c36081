"""What the rules make of claimed rows, and how pictures are held against that."""

import pytest

from graders.quadrapassel.boards import unlike
from graders.quadrapassel.field import NOTHING, Rows
from graders.quadrapassel.play import Play, Row


def row(
    piece: str, rotation: int, left: int, keys: str = "space", *, lines: int = 0, step: int = 1
) -> Row:
    """A row that claims little."""
    return Row(
        step=step,
        piece=piece,
        rotation=rotation,
        left=left,
        lines=lines,
        height=0,
        holes=0,
        keys=tuple(keys.split()),
        picture="results/board_step_0001.png",
        shown={},
    )


def rows(*lowest: str) -> Rows:
    """A field with some rows at its foot."""
    return NOTHING[len(lowest) :] + lowest


TETRIS = [
    row("O", 0, 0, "Left Left Left Left space"),
    row("O", 0, 2, "Left Left space"),
    row("O", 0, 4),
    row("O", 0, 6, "Right Right space"),
    row("O", 0, 8, "Right Right Right Right space"),
]
"""Five squares side by side clear two rows at once."""


def test_follows_the_rules() -> None:
    """Fields, lines, level and score, row by row."""
    play = Play(TETRIS, [None] * 5, None)
    assert [turn.lines for turn in play.turns] == [0, 0, 0, 0, 2]
    assert play.turns[2].landing.field == rows("OOOOOO....", "OOOOOO....")
    assert play.field == NOTHING
    assert play.score == 100 + 10_000
    assert all(turn.possible and turn.reached for turn in play.turns)


def test_level_counts_after_the_lines() -> None:
    """The tenth line is worth as much as level 2 gives."""
    play = Play(TETRIS * 5, [None] * 25, None)
    assert play.lines == 10
    assert [play.turns[index].level for index in (18, 19, 24)] == [1, 1, 2]
    assert play.score == 4 * 10_100 + 2 * 10_100


def test_keys_that_lead_elsewhere() -> None:
    """A piece cannot have got to where its keys do not lead, though it finds place there."""
    play = Play([row("O", 0, 0, "Left space")], [None], None)
    assert play.turns[0].possible
    assert not play.turns[0].reached


def test_truth_tells_the_first_rotation() -> None:
    """Without a turn a piece lands in the rotation in which it came."""
    claimed = row("T", 2, 4, "Right space")
    assert Play([claimed], [None], [("T", 2)]).turns[0].reached
    assert not Play([claimed], [None], [("T", 0)]).turns[0].reached
    assert Play([claimed], [None], None).turns[0].reached


def test_picture_decides_under_an_overhang() -> None:
    """A Z that fell beside an overhang may have been moved under it: then the picture says so."""
    claims = [row("J", 0, 5, "Right Right space"), row("Z", 0, 3, "Left Right space")]
    under = rows("...ZZJJJ..", "....ZZ.J..")
    dropped = rows("...ZZ.....", "....ZZ....", ".....JJJ..", ".......J..")
    assert Play(claims, [None, under], None).field == under
    assert Play(claims, [None, dropped], None).field == dropped
    assert Play(claims, [None, None], None).field == dropped
    straight = [claims[0], row("Z", 0, 3, "space")]  # nothing but a drop: it was never beside
    assert Play(straight, [None, under], None).field == dropped


@pytest.mark.parametrize(
    ("seen", "fault"),
    [
        ({0: "....OO....", 1: "....OO...."}, ""),
        ({5: "....OO....", 6: "....OO...."}, ""),
        ({}, "shows no falling O"),
        ({0: "...ZZ.....", 1: "....ZZ...."}, "shows no falling O"),
        ({0: "....OO....", 1: "....O....."}, "shows no falling O"),
        ({0: "....OO....", 1: "....OO....", 3: "..?......."}, "covered or in motion: 1"),
        ({0: "....OO....", 1: "....OO....", 19: ".LL......."}, "lacks what should lie"),
        ({0: "....OO....", 1: "....OO....", 19: "JLL......."}, "lacks what should lie"),
        ({0: "....OO....", 1: "....OO....", 19: "LLLL......"}, "shows no falling O"),
    ],
)
def test_unlike(seen: dict[int, str], fault: str) -> None:
    """A picture shows what lies and one piece that falls, and nothing else."""
    field = rows("LLL.......")
    shown = tuple(seen.get(y, field[y]) for y in range(20))
    found = [*unlike(shown, field, {"O"})]
    assert len(found) == bool(fault)
    assert fault in "".join(found)


def test_game_that_is_over() -> None:
    """Then nothing falls, and words may cover two rows."""
    field = rows(*["LLL......."] * 19)
    shown = (*field[:9], "LS??S.....", "LLL?......", *field[11:])
    assert [*unlike(shown, field, {"O"}, over=True)] == []
    assert [*unlike(shown, field, {"O"})] != []
    covered = (*field[:12], "LS??S.....", *field[13:])
    assert [*unlike(covered, field, {"O"}, over=True)] != []


def test_game_that_is_over_with_a_piece_that_nobody_dropped() -> None:
    """What came last may lie where it came: it is on the picture and in no row."""
    field = rows(*["LLL......."] * 15)
    top = ("....OO....", "....OO....")
    shown = (*top, *field[2:9], "LS??S.....", "LLL?......", *field[11:])
    assert [*unlike(shown, field, {"O"}, over=True)] == []
    assert [*unlike(shown, field, {"T"}, over=True)] != []
    assert [*unlike(shown, field, {"O"})] != []
