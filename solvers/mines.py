"""Minesweeper solver in one file: Python 3.11, standard library only.

``decide(state)`` returns every move that is proven, or one guess.

What is proven: by one number, by two, by all numbers that hang together, by the mines on the whole
board. All layouts are counted exactly, so nothing that follows is missed. A guess is the best
there is when the layouts can be listed (the whole game tree is searched); else the cell after
which, one or two moves ahead, the game is most likely to be won, as estimated by what is counted
then: layouts, safe cells, ties that nobody can ever break. Counting cells alike together and
weighing the layouts by the mines outside is common to all strong solvers; looking ahead, minding
ties, and the tree at the end follow D. N. Hill's published account of his solver
(https://github.com/DavidNHill/JSMinesweeper); the estimate is fitted to games of our own.
"""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb, exp, lgamma, log, sqrt, tanh
from operator import itemgetter, mul
from time import monotonic
from typing import Literal, NamedTuple

HIDDEN = -1
"""Code of a cell that is neither revealed nor flagged."""
FLAG = -2
"""Code of a flagged cell."""

Cell = tuple[int, int]
"""(column, row), both from 0, row 0 at the top."""


class Inconsistent(ValueError):
    """A board that no layout of mines explains.

    Attributes:
        cell: (column, row) of the number or flag that cannot be right.
        problem: What is wrong with it.
    """

    def __init__(self, *, cell: Cell, problem: str) -> None:
        super().__init__(f"column {cell[0]}, row {cell[1]}: {problem}")
        self.cell = cell
        self.problem = problem


@dataclass(frozen=True, slots=True)
class State:
    """What a player sees of a board.

    Attributes:
        width: Columns.
        height: Rows.
        mines: Mines on the whole board, flagged or not.
        cells: Row by row (index = row * width + column): HIDDEN, FLAG, or a revealed 0..8.
    """

    width: int
    height: int
    mines: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Move:
    """One click and why.

    Attributes:
        action: "left" reveals, "right" flags.
        column: Column of the cell, from 0.
        row: Row of the cell, from 0.
        reason: ``safe-by-N constraint``, ``flag-by-N constraint`` (N is the number named, or
            ``count`` for the mines on the whole board), or ``guess``.
        number: (column, row) of the revealed number that forced the move, or None.
        chance: Probability that the move is right; 1.0 when it is proven.
        because: (column, row) of the revealed numbers which together force the move, given the
            flags and the moves before it in the same answer; no number can be left out (unless
            there was no time to see which). For a ``count`` reason the number of mines is needed
            besides. Empty for a guess.
    """

    action: Literal["left", "right"]
    column: int
    row: int
    reason: str
    number: Cell | None
    chance: float
    because: tuple[Cell, ...] = ()


# --------------------------------------------------------------------------------------
# Sets of cells are integers: bit row * width + column
# --------------------------------------------------------------------------------------


def _bits(cells: int) -> Iterator[int]:
    while cells:
        low = cells & -cells
        yield low.bit_length() - 1
        cells ^= low


def around(cell: Cell, width: int, height: int) -> frozenset[Cell]:
    """The up to eight neighbours of a cell of a board of so many columns and rows."""
    column, row = cell
    return frozenset(
        (c, r)
        for c in range(max(column - 1, 0), min(column + 2, width))
        for r in range(max(row - 1, 0), min(row + 2, height))
        if (c, r) != cell
    )


@cache
def _neighbours(width: int, height: int) -> tuple[int, ...]:
    """For each cell the set of its up to eight neighbours."""
    cells = ((column, row) for row in range(height) for column in range(width))
    return tuple(
        sum(1 << (r * width + c) for c, r in around(cell, width, height)) for cell in cells
    )


Constraint = tuple[int, int]
"""(cells, mines): so many mines are in this set of unknown cells."""


# --------------------------------------------------------------------------------------
# Counting the solutions of a connected group of constraints
# --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Group:
    """All solutions of connected constraints, counted.

    Attributes:
        constraints: The constraints, sorted.
        cells: Every cell of the group.
        safe: Cells that are no mine in any solution.
        mined: Cells that are a mine in every solution.
        low: The fewest mines of a solution.
        ways: Share of the solutions that have low, low + 1, ... mines.
        log: Natural logarithm of the number of solutions.
        boxes: Sets of cells that the same constraints see.
        hits: For each box, in step with `ways`, the share of solutions that have so many mines
            and one of them on a given cell of the box.
    """

    constraints: tuple[Constraint, ...]
    cells: int
    safe: int
    mined: int
    low: int
    ways: tuple[float, ...]
    log: float
    boxes: tuple[int, ...]
    hits: tuple[tuple[float, ...], ...]


def _boxes(constraints: list[Constraint]) -> list[tuple[int, int]]:
    """Cells seen by the same constraints: (cells, set of constraint numbers)."""
    parts: list[tuple[int, int]] = []
    rest = 0
    for k, (cells, _) in enumerate(constraints):
        bit = 1 << k
        split: list[tuple[int, int]] = []
        for box, seen in parts:
            if inside := box & cells:
                split.append((inside, seen | bit))
            if apart := box & ~cells:
                split.append((apart, seen))
        new = cells & ~rest
        if new:
            split.append((new, bit))
        rest |= cells
        parts = split
    return parts


def _ordered(boxes: list[tuple[int, int]], count: int) -> list[tuple[int, int]]:
    """Boxes in an order that keeps few constraints half filled."""
    members: list[list[int]] = [[] for _ in range(count)]
    for b, (_, seen) in enumerate(boxes):
        for k in _bits(seen):
            members[k].append(b)
    left = [len(m) for m in members]
    waiting = set(range(count))
    placed = [False] * len(boxes)
    order: list[tuple[int, int]] = []
    touched = 0
    while waiting:
        active = [k for k in waiting if touched >> k & 1] or waiting
        k = min(active, key=lambda k: (left[k], k))
        waiting.discard(k)
        for b in members[k]:
            if not placed[b]:
                placed[b] = True
                order.append(boxes[b])
                touched |= boxes[b][1]
                for j in _bits(boxes[b][1]):
                    left[j] -= 1
    return order


class _TooMuch(Exception):
    """A search that would take longer than it may."""


_STATES = 50_000
"""Remainders (see `_count`) at one time; groups on real boards have a few hundred at most."""


def _count(constraints: tuple[Constraint, ...], deadline: float) -> _Group | None:
    """Count the solutions of a connected group; None when there is none.

    Boxes are filled one after the other. What matters of the boxes filled so far is how many
    mines each constraint still lacks, so equal remainders are counted together. A remainder is
    one integer of five bits a constraint, the fifth set: it falls when four bits run short. The
    number of solutions by number of mines is a polynomial, held in one integer too.

    Raises:
        _TooMuch: It takes too long.
    """
    boxes = _ordered(_boxes(list(constraints)), len(constraints))
    total = 0
    for box, _ in boxes:
        total |= box
    width = total.bit_count() + 4
    guard = sum(16 << 5 * k for k in range(len(constraints)))
    start = guard + sum(need << 5 * k for k, (_, need) in enumerate(constraints))
    room = 2 * guard + sum(cells.bit_count() << 5 * k for k, (cells, _) in enumerate(constraints))
    layers: list[dict[int, int]] = [{start: 1}]
    steps: list[_Step] = []
    for box, seen in boxes:
        size = box.bit_count()
        vector = sum(1 << 5 * k for k in _bits(seen))
        room -= size * vector
        step = [(k * vector, comb(size, k), k * width) for k in range(size + 1)]
        after: dict[int, int] = {}
        for key, ways in layers[-1].items():
            for taken, choices, shift in step:
                t = key - taken
                if t & guard != guard:
                    break
                if (room - t) & guard == guard:
                    after[t] = after.get(t, 0) + (ways * choices << shift)
        if not after:
            return None
        if len(after) > _STATES or monotonic() > deadline:
            raise _TooMuch
        layers.append(after)
        steps.append(step)
    found, solutions = _backwards(layers, steps, deadline)
    return _summed(constraints, [box for box, _ in boxes], width, solutions, found)


_Step = list[tuple[int, int, int]]
"""For 0, 1, ... mines in a box: what a remainder loses, the choices of cells, bits to shift."""


def _backwards(
    layers: list[dict[int, int]], steps: list[_Step], deadline: float
) -> tuple[list[int], int]:
    """From the remainders before each box: the mines in each box over all solutions; these.

    Raises:
        _TooMuch: It takes too long.
    """
    back: dict[int, int] = dict.fromkeys(layers.pop(), 1)
    found: list[int] = []
    for step in reversed(steps):
        if monotonic() > deadline:
            raise _TooMuch
        before: dict[int, int] = {}
        hits = 0
        for key, ways in layers.pop().items():
            solutions, mined = 0, 0
            for k, (taken, choices, shift) in enumerate(step):
                follow = back.get(key - taken)
                if follow:
                    term = follow * choices << shift
                    solutions += term
                    mined += k * term
            if solutions:
                before[key] = solutions
                hits += ways * mined
        back = before
        found.append(hits)
    found.reverse()
    return found, next(iter(back.values()))


def _summed(
    constraints: tuple[Constraint, ...],
    boxes: list[int],
    width: int,
    solutions: int,
    found: list[int],
) -> _Group:
    """Take the polynomials apart; they have `width` bits a coefficient."""
    mask = (1 << width) - 1
    low = ((solutions & -solutions).bit_length() - 1) // width
    high = (solutions.bit_length() - 1) // width
    ways = [solutions >> m * width & mask for m in range(low, high + 1)]
    all_ = sum(ways)
    cells = safe = mined = 0
    hits = []
    for box, hit in zip(boxes, found, strict=True):
        cells |= box
        size = box.bit_count()
        if not hit:
            safe |= box
        elif hit == size * solutions:
            mined |= box
        parts = all_ * size
        hits.append(tuple((hit >> m * width & mask) / parts for m in range(low, high + 1)))
    return _Group(
        constraints=constraints,
        cells=cells,
        safe=safe,
        mined=mined,
        low=low,
        ways=tuple(way / all_ for way in ways),
        log=log(all_),
        boxes=tuple(boxes),
        hits=tuple(hits),
    )


# --------------------------------------------------------------------------------------
# What is proven
# --------------------------------------------------------------------------------------


class _Board:
    """A board on the way to all its proofs; `moves` are in the order in which they follow."""

    def __init__(self, state: State, deadline: float) -> None:
        self.state = state
        self.deadline = deadline
        self.near = _neighbours(state.width, state.height)
        self.unknown = 0
        self.mines = 0
        for i, code in enumerate(state.cells):
            if code == HIDDEN:
                self.unknown |= 1 << i
            elif code == FLAG:
                self.mines |= 1 << i
        self.live = [i for i, code in enumerate(state.cells) if code >= 0]
        self.moves: list[Move] = []
        self.constraints: dict[int, Constraint] = {}

    @property
    def left(self) -> int:
        """Mines in the unknown cells."""
        return self.state.mines - self.mines.bit_count()

    def cell(self, index: int) -> Cell:
        """(column, row) of a cell."""
        row, column = divmod(index, self.state.width)
        return column, row

    def prove(self, cells: int, *, mine: bool, by: int | None, because: tuple[int, ...]) -> None:
        """Note cells as proven, with a move each."""
        self.unknown &= ~cells
        if mine:
            self.mines |= cells
        name = "count" if by is None else str(self.state.cells[by])
        for index in _bits(cells):
            column, row = self.cell(index)
            self.moves.append(
                Move(
                    action="right" if mine else "left",
                    column=column,
                    row=row,
                    reason=f"{'flag' if mine else 'safe'}-by-{name} constraint",
                    number=None if by is None else self.cell(by),
                    chance=1.0,
                    because=tuple(self.cell(number) for number in because),
                )
            )

    def propagate(self) -> None:
        """Prove all that follows from one number, or from two, at a time.

        Raises:
            Inconsistent: A number has too many mines or too few cells around it.
            _TooMuch: Time is up, and something is proven.
        """
        self._singles()
        while self._pair():
            if monotonic() > self.deadline:
                raise _TooMuch
            self._singles()

    def _singles(self) -> None:
        cells, near = self.state.cells, self.near
        before = -1
        while before != self.unknown:
            before = self.unknown
            live = []
            for i in self.live:
                around = near[i] & self.unknown
                need = cells[i] - (near[i] & self.mines).bit_count()
                size = around.bit_count()
                if need < 0 or need > size:
                    what = "mines" if need < 0 else "hidden cells"
                    raise Inconsistent(
                        cell=self.cell(i),
                        problem=f"shows {cells[i]} but has too {'many' if need < 0 else 'few'} "
                        f"{what} around it (expected {cells[i]} mines)",
                    )
                if not size:
                    continue
                if need == 0:
                    self.prove(around, mine=False, by=i, because=(i,))
                elif need == size:
                    self.prove(around, mine=True, by=i, because=(i,))
                else:
                    live.append(i)
                    self.constraints[i] = (around, need)
            self.live = live
        self.constraints = {
            i: (near[i] & self.unknown, cells[i] - (near[i] & self.mines).bit_count())
            for i in self.live
        }

    def _pair(self) -> bool:
        """Two numbers: if one needs so many more that its own cells are all mines."""
        width = self.state.width
        for i, (here, need) in self.constraints.items():
            row, column = divmod(i, width)
            for r in range(row - 2, row + 3):
                for c in range(max(column - 2, 0), min(column + 3, width)):
                    j = r * width + c
                    if j == i or j not in self.constraints:
                        continue
                    there, other = self.constraints[j]
                    own = here & ~there
                    if need - other != own.bit_count() or not here & there:
                        continue
                    free = there & ~here
                    if own:
                        self.prove(own, mine=True, by=i, because=(i, j))
                    if free:
                        self.prove(free, mine=False, by=j, because=(j, i))
                    if own or free:
                        return True
        return False


# --------------------------------------------------------------------------------------
# Groups, and the whole board
# --------------------------------------------------------------------------------------

_CACHE: dict[tuple[Constraint, ...], _Group | None] = {}
_CACHED = 20_000


def _group(constraints: tuple[Constraint, ...], deadline: float) -> _Group | None:
    """`_count`, remembered: most groups stay as they are from one move to the next."""
    try:
        return _CACHE[constraints]
    except KeyError:
        pass
    if len(_CACHE) >= _CACHED:
        _CACHE.clear()
    found = _CACHE[constraints] = _count(constraints, deadline)
    return found


def _split(constraints: list[Constraint]) -> list[tuple[Constraint, ...]]:
    """Constraints in connected groups, each sorted and without repetition."""
    groups: list[tuple[int, list[Constraint]]] = []
    for constraint in constraints:
        cells, members = constraint[0], [constraint]
        apart = []
        for group in groups:
            if group[0] & cells:
                cells |= group[0]
                members += group[1]
            else:
                apart.append(group)
        apart.append((cells, members))
        groups = apart
    return [tuple(sorted(set(members))) for _, members in groups]


def _all_groups(constraints: list[Constraint], deadline: float) -> list[_Group] | None:
    """The groups of constraints, or None if they contradict one another.

    Raises:
        _TooMuch: Counting takes too long.
    """
    found = []
    for part in _split(constraints):
        if any(not 0 <= need <= cells.bit_count() for cells, need in part):
            return None
        group = _group(part, deadline)
        if group is None:
            return None
        found.append(group)
    return found


def _log_comb(n: int, k: int) -> float:
    return lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)


@dataclass(frozen=True, slots=True)
class _Chances:
    """Probabilities of mines on a whole board.

    Attributes:
        log: Natural logarithm of the number of layouts.
        boxes: (cells, probability that one given cell of them is a mine), the last of them the
            cells that no number sees, if there are any.
    """

    log: float
    boxes: list[tuple[int, float]]


def _chances(groups: list[_Group], outside: int, left: int) -> _Chances | None:
    """Weigh the groups' solutions by the ways to put the other mines outside.

    Args:
        groups: Groups without a cell in common.
        outside: The cells that no number sees.
        left: Mines in the groups and outside together.

    Returns:
        The chances, or None if no layout has that number of mines.
    """
    size = outside.bit_count()
    low = sum(group.low for group in groups)
    spread = sum(len(group.ways) - 1 for group in groups)
    logs = {
        t: _log_comb(size, left - low - t) for t in range(spread + 1) if 0 <= left - low - t <= size
    }
    if not logs:
        return None
    top = max(logs.values())
    weights = [exp(logs[t] - top) if t in logs else 0.0 for t in range(spread + 1)]
    # tails[i][t]: weight of all that comes after group i - 1, given t mines (above low) so far
    tails = [weights]
    for group in reversed(groups):
        tail, ways = tails[-1], group.ways
        tails.append(
            [
                sum(way * tail[t + m] for m, way in enumerate(ways))
                for t in range(len(tail) - len(ways) + 1)
            ]
        )
    total = tails[-1][0]
    if not total:
        return None
    tails.reverse()
    head = [1.0]
    boxes: list[tuple[int, float]] = []
    for group, tail in zip(groups, tails[1:], strict=True):
        ways = group.ways
        rest = [sum(h * tail[t + m] for t, h in enumerate(head)) / total for m in range(len(ways))]
        boxes += [
            (box, sum(map(mul, hit, rest)))
            for box, hit in zip(group.boxes, group.hits, strict=True)
        ]
        head = _times(head, ways)
    if outside:
        mean = sum(
            h * w * (left - low - t) for t, (h, w) in enumerate(zip(head, weights, strict=True))
        )
        boxes.append((outside, mean / total / size))
    return _Chances(log=log(total) + top + sum(group.log for group in groups), boxes=boxes)


_NEVER = 1e-12
"""A probability below this may be zero."""


# --------------------------------------------------------------------------------------
# Few solutions left: the whole game tree
# --------------------------------------------------------------------------------------


def _layouts(groups: list[_Group], outside: int, left: int, limit: int) -> list[int]:
    """Every layout of mines, as sets of cells.

    Raises:
        _TooMuch: There are more than `limit`, or more on the way.
    """
    found: list[tuple[int, int]] = [(0, 0)]
    lows = sum(group.low for group in groups)
    for group in groups:
        lows -= group.low
        parts = _explicit(group, limit)
        found = [
            (mines | more, n + m) for mines, n in found for more, m in parts if n + m + lows <= left
        ]
        if len(found) > 4 * limit:
            raise _TooMuch
    free = [1 << i for i in _bits(outside)]
    layouts = []
    for mines, n in found:
        if 0 <= left - n <= len(free):
            layouts += [mines | sum(chosen) for chosen in combinations(free, left - n)]
            if len(layouts) > limit:
                raise _TooMuch
    return layouts


def _explicit(group: _Group, limit: int) -> list[tuple[int, int]]:
    """Every solution of a group: (mines, number of mines)."""
    found = [(0, 0)]
    filled = 0
    for box in group.boxes:
        cells = [1 << i for i in _bits(box)]
        choices = [(sum(c), n) for n in range(len(cells) + 1) for c in combinations(cells, n)]
        found = [(mines | more, n + m) for mines, n in found for more, m in choices]
        filled |= box
        for cells_, need in group.constraints:
            if cells_ & box:
                open_ = (cells_ & ~filled).bit_count()
                found = [
                    part for part in found if 0 <= need - (part[0] & cells_).bit_count() <= open_
                ]
        if len(found) > 8 * limit:
            raise _TooMuch
    return found


class _Tree:
    """The best play when the layouts that are possible can be listed.

    A set of layouts is an integer, bit k for the k-th. What is known of the board is which
    layouts are still possible: cells that are safe in all of them are opened for free.
    """

    def __init__(self, board: _Board, layouts: list[int], *, nodes: int, deadline: float) -> None:
        self.all = (1 << len(layouts)) - 1
        self.nodes = nodes
        self.deadline = deadline
        self.known: dict[int, int] = {}
        mined = {
            i: int("".join("1" if mines >> i & 1 else "0" for mines in reversed(layouts)), 2)
            for i in _bits(board.unknown)
        }
        self.options: list[tuple[int, int, tuple[int, ...]]] = []
        for i, hit in mined.items():
            safe = self.all & ~hit
            values = [safe]
            for j in _bits(board.near[i] & board.unknown):
                m = mined[j]
                up = [0, *(value & m for value in values)]
                values = [*(value & ~m for value in values), 0]
                values = [a | b for a, b in zip(values, up, strict=True)]
            self.options.append((i, safe, tuple(value for value in values if value)))

    def best(self) -> tuple[int, int]:
        """The cell to open, and the number of layouts that are won after it.

        Raises:
            _TooMuch: The search came to its limit.
        """
        return self._search(self.all)

    def _search(self, alive: int) -> tuple[int, int]:
        self.nodes -= 1
        if self.nodes < 0 or (self.nodes & 63 == 0 and monotonic() > self.deadline):
            raise _TooMuch
        total = alive.bit_count()
        order = []
        for option in self.options:
            count = (option[1] & alive).bit_count()
            if count == total:
                parts = [part for value in option[2] if (part := value & alive)]
                if len(parts) > 1:
                    return option[0], sum(map(self._wins, parts))
            elif count:
                order.append((count, option))
        order.sort(key=itemgetter(0), reverse=True)
        best, cell = 0, -1
        for count, (i, _, values) in order:
            if count <= best:
                break
            hope = count
            for value in values:
                part = value & alive
                if part:
                    hope -= part.bit_count() - self._wins(part)
                    if hope <= best:
                        break
            else:
                best, cell = hope, i
        return cell, best

    def _wins(self, alive: int) -> int:
        if alive & (alive - 1) == 0:
            return 1
        wins = self.known.get(alive)
        if wins is None:
            wins = self.known[alive] = self._search(alive)[1]
        return wins


# --------------------------------------------------------------------------------------
# Guessing
# --------------------------------------------------------------------------------------

_LAYOUTS = 2000
"""With no more layouts than this the whole game tree is searched."""
_NODES = 60_000
"""Positions of such a search; beyond that, looking ahead is as good, and quicker."""
_TREE_TIME = 0.7
"""Share of the time that the tree may take; what is left is for looking ahead instead."""
_NEAR_BEST = 0.9
"""Cells at least this share as safe as the safest are looked at."""
_OUTSIDE_NEAR_BEST = 0.95
"""The same for cells that no number sees: they tell less."""
_FEW_OUTSIDE = 30
"""When there are fewer cells that no number sees, all of them are looked at."""
_CLOSE = 0.95
"""Cells whose score is at least this share of the best are looked at one move further."""
_OUTER = 4
"""So many cells are looked at one move further."""
_INNER = 3
"""And so many replies to each of them."""
_SLACK = 0.06
"""Looking further is not expected to change an outlook by a larger share."""
_MISSING = 4
"""A tie that needs more unknown mines than this to come about is not feared."""
_RARE = 0.003
"""Nor is one that is less likely than this."""

# How a position's outlook depends on what is counted of it: the logarithm of the odds that the
# game is won is a sum. Fitted by logistic regression to 36573 positions of 12000 games (30 x 16,
# 99 mines, seeds 20000 to 31999 of `benchmarks.mines`), of which it was known how they ended.
_CONSTANT = 2.380
_PER_LOG_LAYOUTS = -0.00229
_PER_OUTSIDE = 0.00828
_PER_MINE = -0.03602
_PER_GROUP = -0.11238
_PER_LOG_SAFEST = 0.802
_PER_LOG_SECOND = 2.093
_PER_LOG_FREE = 0.0721
_PER_ROOT_TIES = -2.369
_LEAST = 1e-9
"""A chance to be safe is taken for no less than this, for its logarithm."""
_ONE = 1e-9
"""The logarithm of a number of layouts below this: there is one."""


@dataclass(frozen=True, slots=True)
class _Tie:
    """Cells of which nobody may ever know which are the mines.

    Half of the games that come to one are lost, whoever plays.

    Attributes:
        one: Cells that are mines in the first case, safe in the second.
        two: The other way round.
        tells: Cells that see more of one than of the other: unless they are mines, they tell.
    """

    one: int
    two: int
    tells: int


_SHAPES: tuple[tuple[tuple[Cell, ...], tuple[Cell, ...]], ...] = (
    (((0, 0),), ((1, 0),)),
    (((0, 0),), ((0, 1),)),
    (((0, 0),), ((1, 1),)),
    (((1, 0),), ((0, 1),)),
    (((0, 0),), ((2, 0),)),
    (((0, 0),), ((0, 2),)),
    (((0, 0), (1, 1)), ((1, 0), (0, 1))),
)
"""What ties look like: the (column, row) of either side's cells."""


def _telling(one: tuple[Cell, ...], two: tuple[Cell, ...]) -> list[Cell]:
    """Cells that see more of one side than of the other, on a board without edges."""

    def seen(side: tuple[Cell, ...], column: int, row: int) -> int:
        return sum(max(abs(column - c), abs(row - r)) == 1 for c, r in side)

    return [
        (column, row)
        for column in range(-1, 4)
        for row in range(-1, 4)
        if (column, row) not in one + two and seen(one, column, row) != seen(two, column, row)
    ]


@cache
def _ties(width: int, height: int) -> tuple[_Tie, ...]:
    """Every tie that has room on a board."""

    def cells(offsets: Iterable[Cell], column: int, row: int) -> int:
        return sum(
            1 << (row + r) * width + column + c
            for c, r in offsets
            if 0 <= column + c < width and 0 <= row + r < height
        )

    found = []
    for one, two in _SHAPES:
        tells = _telling(one, two)
        right, down = (max(cell[axis] for cell in one + two) for axis in (0, 1))
        found += [
            _Tie(cells(one, column, row), cells(two, column, row), cells(tells, column, row))
            for row in range(height - down)
            for column in range(width - right)
        ]
    return tuple(found)


class _Fear(NamedTuple):
    """A tie that may come about.

    Attributes:
        tie: The tie.
        missing: Cells that all have to be mines for it.
        reach: These and the cells of the tie.
        odds: Its probability, each cell taken by itself.
    """

    tie: _Tie
    missing: int
    reach: int
    odds: float


def _odds(risk: dict[int, float], tie: _Tie, missing: int) -> float:
    first = second = 1.0
    for i in _bits(tie.one):
        first *= risk[i]
        second *= 1 - risk[i]
    for i in _bits(tie.two):
        first *= 1 - risk[i]
        second *= risk[i]
    odds = first + second
    for i in _bits(missing):
        odds *= risk[i]
    return odds


class _Outcome(NamedTuple):
    """What may be seen when a cell turns out safe.

    Attributes:
        share: Its probability.
        outlook: The chance that the game is won then, estimated.
        guess: Whether no cell is safe then.
        groups: The groups then.
        chances: The chances then.
    """

    share: float
    outlook: float
    guess: bool
    groups: list[_Group]
    chances: _Chances


class _Position:
    """What is known when nothing is proven, in a game or a move ahead of it.

    Attributes:
        size: Columns and rows of the board.
        deadline: When the answer is due, by the monotonic clock.
        near: For each cell its neighbours.
        unknown: Cells that may be mines or not.
        seen: Revealed cells.
        groups: Groups of the cells that numbers see.
        outside: Unknown cells that no number sees.
        left: Mines in the unknown cells.
        chances: The chances.
        risk: For each unknown cell the probability that it is a mine.
        fears: Ties that may come about.
        rests: For each choice of groups the others in one.
    """

    def __init__(
        self,
        *,
        size: Cell,
        unknown: int,
        seen: int,
        groups: list[_Group],
        left: int,
        chances: _Chances,
        ties: Iterable[_Tie],
        deadline: float,
    ) -> None:
        self.size = size
        self.deadline = deadline
        self.near = _neighbours(*size)
        self.unknown = unknown
        self.seen = seen
        self.groups = groups
        self.left = left
        self.chances = chances
        self.outside = unknown
        for group in groups:
            self.outside &= ~group.cells
        self.risk = {i: chance for box, chance in chances.boxes for i in _bits(box)}
        self.fears = list(self._feared(ties))
        self.rests: dict[tuple[int, ...], _Group] = {}

    def _feared(self, ties: Iterable[_Tie]) -> Iterator[_Fear]:
        """Those of some ties that may come about."""
        for tie in ties:
            cells = tie.one | tie.two
            if cells & ~self.unknown or tie.tells & self.seen:
                continue
            missing = tie.tells & self.unknown
            if missing.bit_count() <= _MISSING:
                odds = _odds(self.risk, tie, missing)
                if odds >= _RARE:
                    yield _Fear(tie, missing, cells | missing, odds)

    def candidates(self) -> list[int]:
        """Cells that are nearly the safest, the safest first."""
        top = 1 - min(self.risk.values())
        few = self.outside.bit_count() < _FEW_OUTSIDE
        found = []
        for i, risk in self.risk.items():
            if self.outside >> i & 1:
                if 1 - risk < top * _OUTSIDE_NEAR_BEST or not (few or self._useful(i)):
                    continue
            elif 1 - risk < top * _NEAR_BEST:
                continue
            found.append(i)
        if not found:
            found = [min(self.risk, key=lambda i: (self.risk[i], i))]
        found.sort(key=lambda i: (self.risk[i], i))
        return found

    def _useful(self, cell: int) -> bool:
        """Whether a cell that no number sees may tell something soon."""
        if (self.near[cell] & self.unknown).bit_count() <= 3:
            return True
        width, height = self.size
        row, column = divmod(cell, width)
        return any(
            0 <= c < width and 0 <= r < height and self.seen >> (r * width + c) & 1
            for c, r in ((column - 2, row), (column + 2, row), (column, row - 2), (column, row + 2))
        )

    def _rest(self, touched: tuple[int, ...]) -> list[_Group]:
        """The groups that a move leaves alone, as one with the safest boxes only."""
        groups = [group for k, group in enumerate(self.groups) if k not in touched]
        if not groups:
            return []
        if touched not in self.rests:
            self.rests[touched] = _merged(groups, self.risk)
        return [self.rests[touched]]

    def outcomes(self, cell: int, *, whole: bool) -> Iterator[_Outcome]:
        """What can be seen when a cell turns out safe.

        Args:
            cell: The cell.
            whole: Whether the groups that stay as they are are told one by one.

        Raises:
            _TooMuch: Time is up, or counting takes too long.
        """
        bit = 1 << cell
        around = self.near[cell] & self.unknown
        reach = around | bit
        touched = tuple(k for k, group in enumerate(self.groups) if group.cells & reach)
        if whole:
            rest = [group for k, group in enumerate(self.groups) if k not in touched]
        else:
            rest = self._rest(touched)
        same = len(self.groups) - len(touched)
        base = [(cells & ~bit, need) for k in touched for cells, need in self.groups[k].constraints]
        outside = self.outside & ~reach
        changed = reach
        for k in touched:
            changed |= self.groups[k].cells
        fears = [fear for fear in self.fears if not fear.reach & bit]
        for need in range(around.bit_count() + 1):
            if monotonic() > self.deadline:
                raise _TooMuch
            new = _all_groups([*base, (around, need)] if around else base, self.deadline)
            if new is None:
                continue
            groups = new + rest
            chances = _chances(groups, outside, self.left)
            if chances is None:
                continue
            outlook, guess = _outlook(
                chances,
                outside=outside.bit_count(),
                left=self.left,
                groups=len(new) + same,
                ties=self._ties(fears, changed, chances),
            )
            yield _Outcome(
                share=exp(chances.log - self.chances.log),
                outlook=outlook,
                guess=guess,
                groups=groups,
                chances=chances,
            )

    def _ties(self, fears: list[_Fear], changed: int, chances: _Chances) -> float:
        """How many ties are expected: those that are known by now, or anew where cells changed."""
        risk: dict[int, float] = {}
        ties = 0.0
        for fear in fears:
            if not fear.reach & changed:
                ties += fear.odds
                continue
            if not risk:
                risk = dict(self.risk)
                for box, chance in chances.boxes:
                    risk.update(dict.fromkeys(_bits(box), chance))
            ties += _odds(risk, fear.tie, fear.missing)
        return max(ties, 0.0)

    def score(self, cell: int) -> float:
        """The outlook if a cell is opened, one move ahead."""
        return sum(each.share * each.outlook for each in self.outcomes(cell, whole=False))

    def further(self, cell: int, enough: float) -> float:
        """The same, two moves ahead wherever the next is a guess; 0 if not above `enough`."""
        outcomes = list(self.outcomes(cell, whole=True))
        score = sum(each.share * each.outlook for each in outcomes)
        guesses = sorted((each for each in outcomes if each.guess), key=lambda each: -each.share)
        hope = sum(each.share * each.outlook for each in guesses)
        for each in guesses:
            if score + _SLACK * hope <= enough:
                return 0.0
            hope -= each.share * each.outlook
            after = _Position(
                size=self.size,
                unknown=self.unknown & ~(1 << cell),
                seen=self.seen | 1 << cell,
                groups=each.groups,
                left=self.left,
                chances=each.chances,
                ties=[fear.tie for fear in self.fears],
                deadline=self.deadline,
            )
            best = max(after.score(reply) for reply in after.candidates()[:_INNER])
            score += each.share * (best - each.outlook)
        return score


def _outlook(
    chances: _Chances, *, outside: int, left: int, groups: int, ties: float
) -> tuple[float, bool]:
    """The chance that the game is won, estimated, and whether no cell is safe.

    Args:
        chances: The chances, those of the two safest boxes at least.
        outside: Cells that no number sees.
        left: Mines in the unknown cells.
        groups: Groups of cells that numbers see.
        ties: Ties to be expected.
    """
    first = second = 1.0
    free = 0
    for box, risk in chances.boxes:
        if risk < _NEVER:
            free += box.bit_count()
        if risk < first:
            first, second = risk, (risk if box & (box - 1) else first)
        elif risk < second:
            second = risk
    if first > 1 - _NEVER or chances.log < _ONE:
        return 1.0, False  # nothing but mines is left, or it is known where they are
    score = (
        _CONSTANT
        + _PER_LOG_LAYOUTS * chances.log
        + _PER_OUTSIDE * outside
        + _PER_MINE * left
        + _PER_GROUP * groups
        + _PER_LOG_SAFEST * log(max(1 - first, _LEAST))
        + _PER_LOG_SECOND * log(max(1 - second, _LEAST))
        + _PER_LOG_FREE * log(1 + free)
        + _PER_ROOT_TIES * sqrt(ties)
    )
    return 0.5 + 0.5 * tanh(score / 2), not free


def _choose(board: _Board, groups: list[_Group], chances: _Chances) -> Move:
    """The guess."""
    position = _Position(
        size=(board.state.width, board.state.height),
        unknown=board.unknown,
        seen=sum(1 << i for i, code in enumerate(board.state.cells) if code >= 0),
        groups=groups,
        left=board.left,
        chances=chances,
        ties=_ties(board.state.width, board.state.height),
        deadline=board.deadline,
    )
    cell = _searched(board, position)
    if cell is None:
        cell = _look_ahead(position)
    column, row = board.cell(cell)
    return Move("left", column, row, "guess", None, 1 - position.risk[cell])


def _searched(board: _Board, position: _Position) -> int | None:
    """The best cell by the whole game tree, or None if that is too large."""
    if position.chances.log > log(_LAYOUTS) + 0.01:
        return None
    try:
        layouts = _layouts(position.groups, position.outside, position.left, _LAYOUTS)
        now = monotonic()
        deadline = now + _TREE_TIME * (board.deadline - now)
        return _Tree(board, layouts, nodes=_NODES, deadline=deadline).best()[0]
    except _TooMuch:
        return None


def _look_ahead(position: _Position) -> int:
    """The cell after which the outlook is expected to be best."""
    cells = position.candidates()
    scores: dict[int, float] = {}
    try:
        for cell in cells:
            scores[cell] = position.score(cell)
    except _TooMuch:
        return max(scores, key=lambda cell: (scores[cell], -cell)) if scores else cells[0]
    order = sorted(scores, key=lambda cell: (-scores[cell], cell))
    close = [cell for cell in order[:_OUTER] if scores[cell] >= scores[order[0]] * _CLOSE]
    chosen, best = order[0], 0.0
    with suppress(_TooMuch):  # the best so far
        for cell in close if len(close) > 1 else ():
            value = position.further(cell, best)
            if value > best:
                chosen, best = cell, value
    return chosen


def _merged(groups: list[_Group], risk: dict[int, float]) -> _Group:
    """Independent groups as one, with its two safest boxes only."""
    ways = [1.0]
    boxes: list[tuple[float, int, list[float]]] = []
    for group in groups:
        boxes = [(r, box, _times(hit, group.ways)) for r, box, hit in boxes]
        boxes += [
            (risk[box.bit_length() - 1], box, _times(ways, hit))
            for box, hit in zip(group.boxes, group.hits, strict=True)
        ]
        boxes = sorted(boxes, key=itemgetter(0))[:2]
        ways = _times(ways, group.ways)
    return _Group(
        constraints=(),
        cells=0,
        safe=0,
        mined=0,
        low=sum(group.low for group in groups),
        ways=tuple(ways),
        log=sum(group.log for group in groups),
        boxes=tuple(box for _, box, _ in boxes),
        hits=tuple(tuple(hit) for _, _, hit in boxes),
    )


def _times(left: Sequence[float], right: Sequence[float]) -> list[float]:
    """The product of two polynomials."""
    product = [0.0] * (len(left) + len(right) - 1)
    for i, a in enumerate(left):
        for j, b in enumerate(right, i):
            product[j] += a * b
    return product


# --------------------------------------------------------------------------------------
# Deciding
# --------------------------------------------------------------------------------------


def _groups(board: _Board) -> list[_Group]:
    """The groups of a board that has been propagated.

    Raises:
        Inconsistent: A group has no solution.
        _TooMuch: Counting takes too long.
    """
    found = []
    for constraints in _split(list(board.constraints.values())):
        group = _group(constraints, board.deadline)
        if group is None:
            number = next(i for i, c in board.constraints.items() if c == constraints[0])
            raise Inconsistent(
                cell=board.cell(number),
                problem="no layout of mines agrees with this number and those near it",
            )
        found.append(group)
    return found


def _forces(board: _Board, numbers: list[int], cell: int, *, mine: bool, count: bool) -> bool:
    """Whether some numbers, and the mines on the board if they count, leave a cell no choice.

    Raises:
        _TooMuch: It takes too long to see.
    """
    constraints = [board.constraints[i] for i in numbers]
    groups = _all_groups([*constraints, (1 << cell, 0 if mine else 1)], board.deadline)
    if groups is None or not count:
        return groups is None
    return _chances(groups, _outside(board, groups), board.left) is None


def _outside(board: _Board, groups: list[_Group]) -> int:
    """The unknown cells that are in no group."""
    outside = board.unknown
    for group in groups:
        outside &= ~group.cells
    return outside


def _needed(
    board: _Board, numbers: list[int], cell: int, *, mine: bool, count: bool
) -> tuple[int, ...]:
    """Those of the numbers without which a cell is not forced, as far as there is time."""
    with suppress(_TooMuch):
        for i in reversed(numbers):
            fewer = [j for j in numbers if j != i]
            if _forces(board, fewer, cell, mine=mine, count=count):
                numbers = fewer
    return tuple(numbers)


def _evidence(board: _Board, group: _Group, cell: int, *, mine: bool) -> tuple[int, ...]:
    """A minimal set of numbers that force a cell of a group; one that sees it is first.

    If there is no time to find out, all numbers of the group.
    """
    bit = 1 << cell
    chosen = [i for i, (cells, _) in board.constraints.items() if cells & bit]
    reach = bit
    try:
        while not _forces(board, chosen, cell, mine=mine, count=False):
            for i in chosen:
                reach |= board.constraints[i][0]
            chosen += [
                i for i, (near, _) in board.constraints.items() if near & reach and i not in chosen
            ]
    except _TooMuch:
        far = [i for i, (cells, _) in board.constraints.items() if cells & group.cells]
        return tuple(dict.fromkeys([*chosen, *far]))
    return _needed(board, chosen, cell, mine=mine, count=False)


def _prove(board: _Board) -> tuple[list[_Group], _Chances]:
    """Put every proven move on the board's list; each may use all that were proven before.

    Returns:
        The groups that are left, and the chances.

    Raises:
        Inconsistent: No layout explains the board.
        _TooMuch: Counting takes too long.
    """
    while True:
        board.propagate()
        if board.moves and monotonic() > board.deadline:
            raise _TooMuch
        groups = _groups(board)
        sure = [group for group in groups if group.safe] or [g for g in groups if g.mined]
        if sure:
            group = min(sure, key=lambda group: next(_bits(group.safe or group.mined)))
            cell, mine = next(_bits(group.safe or group.mined)), not group.safe
            because = _evidence(board, group, cell, mine=mine)
            board.prove(1 << cell, mine=mine, by=because[0], because=because)
            continue
        chances = _weigh(board, groups)
        if not _counted(board, chances):
            return groups, chances


def _counted(board: _Board, chances: _Chances) -> bool:
    """Prove some cells by the number of mines on the board, if any can be."""
    numbers = list(board.constraints)
    for box, risk in reversed(chances.boxes):
        if _NEVER < risk < 1 - _NEVER:
            continue
        cell, mine = next(_bits(box)), risk > 0.5
        if _forces(board, numbers, cell, mine=mine, count=True):  # no matter of rounding
            because = _needed(board, numbers, cell, mine=mine, count=True)
            board.prove(box, mine=mine, by=None, because=because)
            return True
    return False


def _weigh(board: _Board, groups: list[_Group]) -> _Chances:
    """The chances of a board, its mines counted.

    Raises:
        Inconsistent: The number of mines cannot be right.
    """
    chances = _chances(groups, _outside(board, groups), board.left)
    if chances is None:
        flagged = [i for i, code in enumerate(board.state.cells) if code == FLAG]
        shown = [i for i, code in enumerate(board.state.cells) if code >= 0]
        raise Inconsistent(
            cell=board.cell((flagged or shown or [0])[-1]),
            problem=f"no layout of {board.state.mines} mines agrees with flags and numbers",
        )
    return chances


def _cleared(state: State) -> bool:
    return sum(code < 0 for code in state.cells) == state.mines


def opening(state: State) -> Move:
    """The first move on an untouched board: the fourth cell from both sides of a corner.

    Under gnome-mines' rule (no mine at the first click nor around it) no other cell wins more
    often on large boards (published by b1f6c1c4/MineSweeperProb for 30x16 with 99 mines).

    Args:
        state: A board of which nothing is revealed.

    Returns:
        A guess; its chance is 1, by that rule.

    Raises:
        Inconsistent: Every cell is flagged.
    """
    column, row = min(3, (state.width - 1) // 2), min(3, (state.height - 1) // 2)
    corners = [
        (c, r) for r in (row, state.height - 1 - row) for c in (column, state.width - 1 - column)
    ]
    others = [(i % state.width, i // state.width) for i in range(len(state.cells))]
    for c, r in corners + others:
        if state.cells[r * state.width + c] == HIDDEN:
            return Move("left", c, r, "guess", None, 1.0)
    raise Inconsistent(
        cell=(0, 0), problem="flagged, as every cell is (expected one that is hidden)"
    )


def decide(state: State, *, seconds: float = 1.0) -> tuple[Move, ...]:
    """Every move that is proven now, or exactly one guess.

    Args:
        state: The board as it is seen. Flags are taken for mines.
        seconds: Time to answer in; a guess is thought over as long as that.

    Returns:
        All cells that are certainly safe and all mines without a flag, in an order in which each
        follows from what is seen and the moves before it; or one guess; nothing when the board
        is cleared.

    Raises:
        Inconsistent: No layout of mines explains the board; it names a number or a flag.
        ValueError: There are not width times height cells.
    """
    deadline = monotonic() + seconds
    if len(state.cells) != state.width * state.height:
        raise ValueError(f"{len(state.cells)} cells (expected {state.width} x {state.height})")
    if _cleared(state):
        return ()
    if all(code < 0 for code in state.cells):
        return (opening(state),)
    board = _Board(state, deadline)
    try:
        groups, chances = _prove(board)
    except _TooMuch:
        return tuple(board.moves) or (_rough(board),)
    except Inconsistent:
        if FLAG in state.cells:
            _blame(state, deadline)
        raise
    return tuple(board.moves) or (_choose(board, groups, chances),)


def _blame(state: State, deadline: float) -> None:
    """Look for a flag that the numbers refute.

    Raises:
        Inconsistent: It names the flag.
    """
    bare = tuple(HIDDEN if code == FLAG else code for code in state.cells)
    board = _Board(State(state.width, state.height, state.mines, bare), deadline)
    with suppress(_TooMuch, Inconsistent):  # what was proven until then is enough
        _prove(board)
    for move in board.moves:
        if move.action == "left" and state.cells[move.row * state.width + move.column] == FLAG:
            raise Inconsistent(
                cell=(move.column, move.row), problem="the flag is on a cell that is safe"
            )


def _rough(board: _Board) -> Move:
    """A guess without counting: the riskiest number that sees a cell decides."""
    density = board.left / board.unknown.bit_count()
    risk: dict[int, float] = {}
    for cells, need in board.constraints.values():
        share = need / cells.bit_count()
        for i in _bits(cells):
            risk[i] = max(risk.get(i, 0.0), share)
    cell = min(_bits(board.unknown), key=lambda i: (risk.get(i, density), i))
    column, row = board.cell(cell)
    return Move("left", column, row, "guess", None, 1 - risk.get(cell, density))
