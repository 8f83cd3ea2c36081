"""Games replayed from their clicks alone."""

from dataclasses import dataclass

from graders.mines_replay import LEFT, RIGHT, Replay, replay
from graders.mines_rules import Cell, lay_mines, numbers_on
from graders.truth import GlibRandom


@dataclass(frozen=True)
class Click:
    """A click, as the record has it."""

    button: int
    cell: Cell
    frame: int = 0


@dataclass(frozen=True)
class Seen:
    """A game, as the pictures have it."""

    number: int
    numbers: dict[Cell, int]
    exploded: Cell | None = None
    ends: int = 10


MINES = lay_mines(GlibRandom(7), (3, 3))
NUMBERS = numbers_on(MINES)
ZERO = (3, 3)
MINE = min(MINES)


def one(game: Seen, *acts: Click | None) -> Replay:
    """The replay of one game."""
    (played,), _ = replay([game], acts)
    return played


def opened() -> set[Cell]:
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


def test_a_zero_opens_all_around() -> None:
    """The first click reveals its whole region at once, and nothing else."""
    played = one(Seen(1, NUMBERS), Click(LEFT, ZERO))
    assert set(played.revealed) == opened()
    assert set(played.revealed.values()) == {0}
    assert played.first == ZERO


def test_what_was_seen_before_a_click_is_what_clicks_before_it_opened() -> None:
    """Not what it opened itself, nor what came with its own cell."""
    region = opened()
    edge = min(cell for cell in NUMBERS if cell not in region and NUMBERS[cell])
    played = one(Seen(1, NUMBERS), Click(LEFT, ZERO), Click(LEFT, edge), Click(LEFT, edge))
    assert played.seen_before(0, ZERO) == frozenset()
    assert played.seen_before(1, edge) == region
    assert played.seen_before(2, edge) == region
    assert played.seen_before(2, ZERO) == frozenset()


def test_flags_protect_and_a_flood_sweeps_them_away() -> None:
    """A left click on a flag does nothing; a flood opens a flag that is wrong."""
    number = min(cell for cell in NUMBERS if cell not in opened() and NUMBERS[cell])
    protected = one(Seen(1, NUMBERS), Click(RIGHT, number), Click(LEFT, number))
    assert protected.revealed == {}
    twice = (Click(RIGHT, number), Click(RIGHT, number), Click(LEFT, number))
    assert one(Seen(1, NUMBERS), *twice).revealed == {number: 2}
    beside = max(opened())
    assert one(Seen(1, NUMBERS), Click(RIGHT, beside), Click(LEFT, ZERO)).revealed[beside] == 1


def test_a_number_with_its_flags_opens_the_rest() -> None:
    """A click on a revealed number whose mines are all flagged reveals its other neighbours."""
    number = min(c for c, n in NUMBERS.items() if n == 1 and 0 < c[0] < 29 and 0 < c[1] < 15)
    near = {(number[0] + dx, number[1] + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)} - {number}
    (mine,) = near & MINES
    clicks = [Click(LEFT, number), Click(LEFT, number), Click(RIGHT, mine), Click(LEFT, number)]
    played = one(Seen(1, NUMBERS), *clicks)
    assert played.revealed[number] == 0
    assert {played.revealed[cell] for cell in near - {mine}} == {3}
    assert mine not in played.revealed


def test_a_lost_game_ends_until_somebody_acts_elsewhere() -> None:
    """Clicks on a lost board do nothing; the next game begins after a button or key beside it."""
    lost, next_one = Seen(1, NUMBERS, exploded=MINE), Seen(2, NUMBERS)
    acts = [Click(LEFT, ZERO), Click(LEFT, MINE), Click(LEFT, (9, 9)), None, Click(LEFT, ZERO)]
    (first, second), numbers = replay([lost, next_one], acts)
    assert numbers == (1, 1, None, None, 2)
    assert first.revealed[MINE] == 1
    assert set(second.revealed.values()) == {4}


def test_a_game_that_was_given_up_ends_with_its_last_picture() -> None:
    """Starting over without a loss shows in pictures only."""
    games = [Seen(1, NUMBERS, ends=5), Seen(2, NUMBERS, ends=9)]
    acts = [Click(LEFT, ZERO, 1), None, Click(RIGHT, MINE, 5), None, Click(LEFT, ZERO, 6)]
    (first, second), numbers = replay(games, acts)
    assert numbers == (1, None, 1, None, 2)
    assert set(first.revealed.values()) == {0}
    assert set(second.revealed.values()) == {4}


def test_a_click_that_the_game_did_not_take_reveals_nothing_unknown() -> None:
    """A cell that no picture ever showed revealed stays hidden, whatever was clicked."""
    few = {cell: number for cell, number in NUMBERS.items() if cell != (29, 15)}
    assert one(Seen(1, few), Click(LEFT, (29, 15))).revealed == {}
    assert replay([], [Click(LEFT, ZERO)]) == ((), (None,))
