"""Games replayed from their clicks alone."""

from graders.mines_replay import Click, Replay, replay
from graders.mines_rules import Cell, lay_mines, numbers_on
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


def played(*made: tuple[int, Cell]) -> Replay:
    """The replay of a game whose numbers are all known."""
    return replay(clicks(*made), NUMBERS, all_known=True)


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
    opened = played((LEFT, ZERO)).opened
    assert set(opened) == region()
    assert set(opened.values()) == {0}


def test_what_was_open_before_a_click_is_what_clicks_before_it_opened() -> None:
    """Not what it opened itself, nor what came with its own cell."""
    made = clicks((LEFT, ZERO), (LEFT, EDGE), (LEFT, EDGE), (LEFT, ZERO))
    result = replay(made, NUMBERS, all_known=True)
    assert result.open_before(made[0]) == frozenset()
    assert result.open_before(made[1]) == region()
    assert result.open_before(made[2]) == region()
    assert result.open_before(made[3]) == frozenset()


def test_flags_protect_and_a_flood_sweeps_them_away() -> None:
    """A left click on a flag does nothing; a flood opens a flag that is wrong."""
    protected = played((RIGHT, EDGE), (LEFT, EDGE))
    assert not protected.opened
    assert protected.flags == {EDGE}
    assert played((RIGHT, EDGE), (RIGHT, EDGE), (LEFT, EDGE)).opened == {EDGE: 2}
    beside = max(region())
    swept = played((RIGHT, beside), (LEFT, ZERO))
    assert swept.opened[beside] == 1
    assert not swept.flags


def test_a_number_with_its_flags_opens_the_rest() -> None:
    """A click on a revealed number whose mines are all flagged reveals its other neighbours."""
    number = min(c for c, n in NUMBERS.items() if n == 1 and 0 < c[0] < 29 and 0 < c[1] < 15)
    near = {(number[0] + dx, number[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {number}
    (mine,) = near & MINES
    made = [(LEFT, number), (LEFT, number), (RIGHT, mine), (LEFT, number)]
    opened = played(*made).opened
    assert opened[number] == 0
    assert {opened[cell] for cell in near - {mine}} == {3}
    assert mine not in opened
    wrong = min(near - {mine})
    assert played((LEFT, number), (RIGHT, wrong), (LEFT, number)).fatal is not None


def test_a_mine_ends_the_game() -> None:
    """Nothing is opened after it; where numbers may be missing, a game that went on did not end."""
    made = clicks((LEFT, ZERO), (LEFT, MINE), (LEFT, EDGE))
    certain = replay(made, NUMBERS, all_known=True)
    assert certain.fatal is made[1]
    assert EDGE not in certain.opened
    seen = replay(made, NUMBERS, all_known=False)
    assert seen.fatal is None
    assert EDGE in seen.opened
    assert replay(made[:2], NUMBERS, all_known=False).fatal is made[1]


def test_clicks_that_reveal_nothing() -> None:
    """A click with Control held is a flag's; a covered board takes none; other buttons none."""
    control = Click(0, LEFT, 0, 0, ZERO, marks=True)
    covered = Click(0, LEFT, 0, 0, ZERO, covered=True)
    middle = Click(0, 2, 0, 0, ZERO)
    for click in (control, covered, middle):
        result = replay([click], NUMBERS, all_known=True)
        assert not result.opened
        assert result.flags == ({ZERO} if click is control else set())


def test_a_cleared_board_takes_no_more_clicks() -> None:
    """The game is over when it is won."""
    made = [(LEFT, cell) for cell in NUMBERS] + [(LEFT, MINE)]
    result = played(*made)
    assert result.opened.keys() == NUMBERS.keys()
    assert result.cleared
    assert result.fatal is None
