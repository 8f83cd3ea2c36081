"""What numbers imply, held against every layout there is and against fixed positions."""

from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from graders.errors import Contradiction, Undecided
from graders.mines import engine as mines_engine
from graders.mines.engine import Knowledge
from graders.mines.rules import Cell, around, lay_mines, numbers_on
from graders.truth import GlibRandom


def opened(mines: frozenset[Cell], first: Cell) -> dict[Cell, int]:
    """What a first click opens."""
    numbers, seen, waiting = numbers_on(mines), dict[Cell, int](), [first]
    while waiting:
        cell = waiting.pop()
        if cell not in seen:
            seen[cell] = numbers[cell]
            waiting += around(cell) if not numbers[cell] else ()
    return seen


def by_listing(numbers: dict[Cell, int]) -> dict[Cell, Fraction]:
    """The chance of a mine on each cell next to a number, by trying every set of cells."""
    rim = sorted({near for cell in numbers for near in around(cell)} - numbers.keys())
    outside = 480 - len(numbers) - len(rim)
    total, mined = 0, dict.fromkeys(rim, 0)
    for size in range(len(rim) + 1):
        for chosen in combinations(rim, size):
            if all(len(around(c) & set(chosen)) == n for c, n in numbers.items()):
                weight = comb(outside, 99 - size)
                total += weight
                for cell in chosen:
                    mined[cell] += weight
    return {cell: Fraction(weight, total) for cell, weight in mined.items()}


@pytest.mark.parametrize(
    "numbers",
    [
        {(0, 0): 1},
        {(0, 0): 1, (2, 0): 2},
        {(0, 0): 1, (1, 0): 1, (2, 0): 1},
        {(0, 0): 1, (1, 0): 2, (2, 0): 1},
        {(10, 8): 3, (12, 8): 2},
        {(0, 0): 0, (1, 0): 0, (0, 1): 1, (1, 1): 1, (2, 0): 1, (2, 1): 2},
    ],
    ids=str,
)
def test_chances_are_those_of_all_layouts(numbers: dict[Cell, int]) -> None:
    """Exactly, cell by cell; and what is proven is what has no other layout."""
    knowledge, listed = Knowledge(), by_listing(numbers)
    knowledge.learn(numbers)
    dangers = knowledge.dangers()
    assert {cell: dangers[cell] for cell in listed} == listed
    for cell, chance in listed.items():
        assert knowledge.danger(cell) == chance
        assert knowledge.is_mine(cell) is (None if 0 < chance < 1 else chance == 1)


def test_the_chances_add_up_to_all_mines() -> None:
    """Over all hidden cells of a real opening, to 99 exactly."""
    for seed in range(5):
        seen = opened(lay_mines(GlibRandom(seed), (3, 3)), (3, 3))
        knowledge = Knowledge()
        knowledge.learn(seen)
        dangers = knowledge.dangers()
        assert len(dangers) == 480 - len(seen)
        assert sum(dangers.values()) == 99


def test_what_is_proven_is_true_and_play_goes_on() -> None:
    """Revealing what is proven, board after board: never a mine, never a flag on none."""
    proven = 0
    for seed in range(10, 16):
        mines = lay_mines(GlibRandom(seed), (3, 3))
        numbers, knowledge, seen = numbers_on(mines), Knowledge(), opened(mines, (3, 3))
        while True:
            knowledge.learn(seen)
            rim = {near for cell in seen for near in around(cell)} - seen.keys()
            said = {cell: knowledge.is_mine(cell) for cell in rim}
            assert all(mine is None or mine == (cell in mines) for cell, mine in said.items())
            safe = [cell for cell, mine in said.items() if mine is False]
            proven += len(safe)
            if not safe:
                break
            seen |= {cell: numbers[cell] for cell in safe}
    assert proven > 300


@pytest.mark.parametrize("inside", [0, 1, 2])
def test_the_count_of_all_mines_decides(inside: int) -> None:
    """Cells that no number sees are safe when no mine is left for them, and mines when all are."""
    corner = {(29, 15), (28, 15), (29, 14), (28, 14), (29, 13), (28, 13)}
    rim = {(27, 12), (28, 12), (29, 12), (27, 13), (27, 14), (27, 15)}
    inner = sorted({(29, 15), (29, 14)})
    elsewhere = [(c, r) for r in range(10) for c in range(0, 30, 2)]
    mines = frozenset([*rim, *inner[:inside], *elsewhere[: 99 - len(rim) - inside]])
    hidden = corner | rim
    knowledge = Knowledge()
    knowledge.learn({cell: n for cell, n in numbers_on(mines).items() if cell not in hidden})
    said = {knowledge.is_mine(cell) for cell in inner}
    dangers = knowledge.dangers()
    assert sum(dangers[cell] for cell in hidden) == len(rim) + inside
    for cell in hidden:
        assert knowledge.is_mine(cell) is (None if 0 < dangers[cell] < 1 else dangers[cell] == 1)
    assert said == ({False} if inside == 0 else {None})


def test_a_lone_cell_is_decided_by_the_count() -> None:
    """A cell walled in by mines, which no number sees, is one exactly when one is missing."""
    wall = {(28, 15), (29, 14), (28, 14)}
    elsewhere = [(c, r) for r in range(10) for c in range(0, 30, 2)]
    for lone in (False, True):
        mines = frozenset([*wall, *[(29, 15)] * lone, *elsewhere[: 96 - lone]])
        knowledge = Knowledge()
        knowledge.learn(numbers_on(mines) if lone else _without(numbers_on(mines), (29, 15)))
        assert knowledge.is_mine((29, 15)) is lone


def _without(numbers: dict[Cell, int], cell: Cell) -> dict[Cell, int]:
    return {c: n for c, n in numbers.items() if c != cell}


def test_numbers_that_contradict_each_other() -> None:
    """No layout explains them: alone, together, or by the count of all mines."""
    for numbers in ({(0, 0): 4}, {(0, 0): 0, (1, 0): 4}, {(0, 0): 1, (2, 0): 5, (1, 0): 0}):
        with pytest.raises(Contradiction):
            Knowledge().learn(numbers)
    knowledge = Knowledge()
    knowledge.learn({(c, r): 7 for c in range(1, 29, 3) for r in range(1, 15, 3)})
    with pytest.raises(Contradiction):
        knowledge.dangers()


def test_groups_that_are_too_large_are_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Within a limit, not for hours."""
    monkeypatch.setattr(mines_engine, "STEPS", 50)
    knowledge = Knowledge()
    knowledge.learn({(c, 8): 2 for c in range(2, 28, 2)})
    with pytest.raises(Undecided):
        knowledge.is_mine((3, 7))


def test_what_takes_too_long_is_tried_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who asks again and again is told the same at once."""
    tried: list[object] = []

    def too_long(group: object) -> None:
        tried.append(group)
        raise Undecided("a group is too large")

    monkeypatch.setattr(mines_engine, "_counted", too_long)
    knowledge = Knowledge()
    knowledge.learn({(c, 8): 2 for c in range(2, 28, 2)})
    for _ in range(10):
        with pytest.raises(Undecided, match="too large"):
            knowledge.is_mine((3, 7))
    assert len(tried) == 1
