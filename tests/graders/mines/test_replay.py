"""Games replayed from their clicks alone."""

from graders.mines.replay import Click, openings, replay
from graders.mines.rules import Cell, lay_mines, numbers_on
from graders.truth import GlibRandom

MINES = lay_mines(GlibRandom(7), (3, 3))
NUMBERS = numbers_on(MINES)
ZERO = (3, 3)
MINE = min(MINES)
LEFT, RIGHT = 1, 3


def clicks(*made: tuple[int, Cell]) -> list[Click]:
    """Clicks of buttons on cells, in order."""
    return [
        Click(turn, button, 0, 0, cell, marks=button == RIGHT)
        for turn, (button, cell) in enumerate(made)
    ]


def opened(*made: tuple[int, Cell]) -> dict[Cell, int]:
    """When each cell may have been opened, all numbers being known."""
    return openings(clicks(*made), NUMBERS)


def region() -> set[Cell]:
    """What a click on ZERO opens, found another way: layer by layer."""
    found = {ZERO}
    while True:
        more = {
            (c + dx, r + dy)
            for c, r in found
            if NUMBERS[c, r] == 0
            for dx in (-1, 0, 1)
            for dy in (-1, 0, 1)
            if (c + dx, r + dy) in NUMBERS
        }
        if more <= found:
            return found
        found |= more


EDGE = min(cell for cell in NUMBERS if cell not in region() and NUMBERS[cell])


def test_a_zero_opens_all_around() -> None:
    """The first click reveals its whole region at once, and nothing else."""
    assert opened((LEFT, ZERO)) == dict.fromkeys(region(), 0)
    result = replay(clicks((LEFT, ZERO)), MINES)
    assert result.opened == region()
    assert not result.cleared


def test_a_click_that_was_sent_again_opens_at_its_first_turn() -> None:
    """No number is known later than it may have been; flags are no hindrance, as they may be gone.

    A click on an open number that needs none is no chord.
    """
    again = opened((LEFT, ZERO), (RIGHT, EDGE), (LEFT, EDGE), (LEFT, EDGE), (LEFT, ZERO))
    assert again == dict.fromkeys(region(), 0) | {EDGE: 2}


def test_flags_protect_where_mines_are_known() -> None:
    """A left click on a flag does nothing; a flood opens a flag that is wrong."""
    assert replay(clicks((RIGHT, EDGE), (LEFT, EDGE)), MINES).opened == frozenset()
    assert replay(clicks((RIGHT, MINE), (LEFT, MINE)), MINES).fatal is None
    twice = clicks((RIGHT, EDGE), (RIGHT, EDGE), (LEFT, EDGE))
    assert replay(twice, MINES).opened == {EDGE}
    beside = max(region())
    assert beside in replay(clicks((RIGHT, beside), (LEFT, ZERO)), MINES).opened


def test_a_number_with_its_flags_opens_the_rest() -> None:
    """A click on a revealed number whose mines are all flagged reveals its other neighbours."""
    number = min(c for c, n in NUMBERS.items() if n == 1 and 0 < c[0] < 29 and 0 < c[1] < 15)
    near = {(number[0] + dx, number[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {number}
    (mine,) = near & MINES
    before = clicks((LEFT, number), (LEFT, number))
    assert replay(before, MINES).opened == {number}
    made = clicks((LEFT, number), (LEFT, number), (RIGHT, mine), (LEFT, number))
    assert replay(made, MINES).opened >= near - {mine}
    assert openings(made, NUMBERS).keys() >= near - {mine}
    wrong = min(near - {mine})
    lost = clicks((LEFT, number), (RIGHT, wrong), (LEFT, number))
    assert replay(lost, MINES).fatal is lost[2]


def test_a_mine_ends_the_game() -> None:
    """Nothing is opened after it."""
    made = clicks((LEFT, ZERO), (LEFT, MINE), (LEFT, EDGE))
    result = replay(made, MINES)
    assert result.fatal is made[1]
    assert result.opened == region()


def test_clicks_that_reveal_nothing() -> None:
    """A click with Control held is a flag's; a middle button does nothing."""
    for click in (Click(0, LEFT, 0, 0, ZERO, marks=True), Click(0, 2, 0, 0, ZERO)):
        assert replay([click], MINES).opened == frozenset()
        assert openings([click], NUMBERS) == {}


def test_cells_that_were_never_seen_stay_hidden() -> None:
    """A number that no picture ever showed is opened by no click."""
    seen = {cell: number for cell, number in NUMBERS.items() if cell in region()}
    assert openings(clicks((LEFT, (29, 0)), (LEFT, ZERO)), seen) == dict.fromkeys(region(), 1)


def test_a_cleared_board_takes_no_more_clicks() -> None:
    """The game is over when it is won."""
    result = replay(clicks(*[(LEFT, cell) for cell in NUMBERS], (LEFT, MINE)), MINES)
    assert result.cleared
    assert result.fatal is None
