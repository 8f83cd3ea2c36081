"""What the visible numbers of a mines board imply: exact, and by no other module's logic.

Cells that the same numbers see form a box; within it they are alike. Boxes that numbers tie
together form a group, and the ways to put mines into a group are counted box by box, remembering
only what the numbers still lack. The count of all mines ties the groups and the cells that no
number sees together.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from graders.errors import Contradiction, Undecided
from graders.mines.rules import HEIGHT, MINES, WIDTH, Cell, around

STEPS = 400_000  # of counting one group; more is given up
_ALL = frozenset((column, row) for row in range(HEIGHT) for column in range(WIDTH))

_Ways = dict[int, int]
"""How many ways there are for each number of mines."""


@dataclass(frozen=True, slots=True)
class _Group:
    """Cells tied together by numbers.

    Attributes:
        boxes: Cells that are alike.
        sums: For each number the boxes it sees and the mines it lacks.
    """

    boxes: tuple[tuple[Cell, ...], ...]
    sums: tuple[tuple[tuple[int, ...], int], ...]


@dataclass(frozen=True, slots=True)
class _Count:
    """All layouts of a group.

    Attributes:
        ways: Of the whole group.
        mined: For each cell those in which it is a mine.
    """

    ways: _Ways
    mined: Mapping[Cell, _Ways]


class Knowledge:
    """What follows from the numbers of one game as they appear; it never has to be unlearned.

    Attributes:
        mines: Hidden cells that are proven to be mines so far.
        safe: Hidden cells that are proven not to be.
    """

    def __init__(self) -> None:
        self.mines: set[Cell] = set()
        self.safe: set[Cell] = set()
        self._numbers: dict[Cell, int] = {}
        self._counted: dict[_Group, _Count | Undecided] = {}
        self._grouped: tuple[tuple[int, int, int], list[_Group]] = (0, 0, 0), []

    def learn(self, numbers: Mapping[Cell, int]) -> None:
        """Take in revealed cells, and what follows from single numbers."""
        fresh = [cell for cell in numbers if cell not in self._numbers]
        self._numbers.update((cell, numbers[cell]) for cell in fresh)
        self.safe.difference_update(fresh)
        self._follow({seen for cell in fresh for seen in (cell, *around(cell))})

    def is_part_of(self, numbers: Mapping[Cell, int]) -> bool:
        """Whether all numbers that were learnt are among these."""
        return self._numbers.keys() <= numbers.keys()

    def is_mine(self, cell: Cell) -> bool | None:
        """Whether a hidden cell must be a mine (True), cannot be one (False), or neither (None).

        Raises:
            Undecided: That would take too long to find out.
            Contradiction: The numbers contradict each other.
        """
        if (known := self._known(cell)) is not None:
            return known
        for group in self._groups():
            if any(cell in box for box in group.boxes):
                self._settle(group)
        if (known := self._known(cell)) is not None:
            return known
        if self._is_open(cell):
            return None
        chance = self.danger(cell)
        return None if 0 < chance < 1 else self._note(cell, mine=chance == 1)

    def _is_open(self, cell: Cell) -> bool:
        """Whether both are plainly possible, found quicker than chances are.

        With the fewest mines in all other groups, each leaves no more mines for the cells that no
        number sees than there are such cells.
        """
        counts = [self._count(group) for group in self._groups()]
        outside = len(self._unknown()) - sum(len(count.mined) for count in counts)
        left = MINES - len(self.mines)
        for count in counts:
            if cell not in count.mined:
                left -= min(count.ways)
        for count in counts:
            if cell in count.mined:
                mined, ways = count.mined[cell], count.ways
                fitting = [mines for mines in ways if 0 <= left - mines <= outside]
                safely = any(ways[mines] > mined.get(mines, 0) for mines in fitting)
                return safely and any(mines in mined for mines in fitting)
        return 0 < left < outside

    def danger(self, cell: Cell) -> Fraction:
        """The exact chance that a hidden cell is a mine, every layout being as likely.

        Raises:
            Undecided: It would take too long to find out.
            Contradiction: The numbers contradict each other.
        """
        known = self._known(cell)
        return Fraction(int(known)) if known is not None else self._dangers([cell])[cell]

    def dangers(self) -> dict[Cell, Fraction]:
        """The same for every hidden cell.

        Raises:
            Undecided: It would take too long to find out.
            Contradiction: The numbers contradict each other.
        """
        known = {cell: Fraction(1) for cell in self.mines}
        known |= {cell: Fraction(0) for cell in self.safe}
        return known | self._dangers(self._unknown())

    def _known(self, cell: Cell) -> bool | None:
        return True if cell in self.mines else False if cell in self.safe else None

    def _note(self, cell: Cell, *, mine: bool) -> bool:
        (self.mines if mine else self.safe).add(cell)
        self._follow(around(cell))
        return mine

    def _unknown(self) -> frozenset[Cell]:
        return _ALL - self._numbers.keys() - self.mines - self.safe

    def _lack(self, cell: Cell) -> tuple[frozenset[Cell], int]:
        """The unknown cells around a number, and how many of them are mines."""
        near = around(cell)
        unknown = near - self._numbers.keys() - self.mines - self.safe
        return unknown, self._numbers[cell] - len(near & self.mines)

    def _follow(self, cells: Iterable[Cell]) -> None:
        """Settle what single numbers settle, beginning with those at some cells."""
        waiting = [cell for cell in cells if cell in self._numbers]
        while waiting:
            number = waiting.pop()
            unknown, lacking = self._lack(number)
            if not 0 <= lacking <= len(unknown):
                column, row = number
                raise Contradiction(f"{self._numbers[number]} at {column},{row} cannot be")
            if not unknown or 0 < lacking < len(unknown):
                continue
            (self.mines if lacking > 0 else self.safe).update(unknown)
            near = {cell for settled in unknown for cell in around(settled)}
            waiting += near & self._numbers.keys()

    def _groups(self) -> list[_Group]:
        """The groups of unknown cells that numbers see."""
        stand = len(self._numbers), len(self.mines), len(self.safe)  # no two times the same
        if self._grouped[0] != stand:
            self._grouped = stand, self._find_groups()
        return self._grouped[1]

    def _find_groups(self) -> list[_Group]:
        sums = {number: self._lack(number) for number in self._numbers}
        sums = {number: lack for number, lack in sums.items() if lack[0]}
        seen_by: dict[Cell, list[Cell]] = {}
        for number, (unknown, _) in sums.items():
            for cell in unknown:
                seen_by.setdefault(cell, []).append(number)
        groups, left = [], dict(sums)
        while left:
            tied, waiting = [], [next(iter(left))]
            while waiting:
                number = waiting.pop(0)
                if left.pop(number, None) is None:
                    continue
                tied.append(number)
                waiting += sorted({n for cell in sums[number][0] for n in seen_by[cell]})
            groups.append(_group([sums[number] for number in tied], seen_by))
        return groups

    def _settle(self, group: _Group) -> None:
        count = self._count(group)
        for cell, mined in count.mined.items():
            if not mined:
                self._note(cell, mine=False)
            elif mined == count.ways:
                self._note(cell, mine=True)

    def _count(self, group: _Group) -> _Count:
        if group not in self._counted:
            try:
                self._counted[group] = _counted(group)
            except Undecided as error:  # to be asked again costs nothing
                self._counted[group] = error
        count = self._counted[group]
        if isinstance(count, Undecided):
            raise Undecided(*count.args)
        return count

    def _dangers(self, cells: Iterable[Cell]) -> dict[Cell, Fraction]:
        counts = [self._count(group) for group in self._groups()]
        unknown, mines = self._unknown(), MINES - len(self.mines)
        outside = len(unknown) - sum(len(count.mined) for count in counts)
        every: _Ways = {0: 1}
        for count in counts:
            every = _times(every, count.ways)
        total = _weigh(every, outside, mines)
        if not total:
            raise Contradiction("no layout of all mines explains the numbers")
        beside = Fraction(_weigh(every, outside - 1, mines - 1), total) if outside else Fraction(0)
        found, done = {}, dict[int, dict[int, Fraction]]()
        for cell in cells:
            place = next((i for i, count in enumerate(counts) if cell in count.mined), None)
            if place is None:
                found[cell] = beside
                continue
            mined = counts[place].mined[cell]
            known = done.setdefault(place, {})
            if id(mined) not in known:  # cells of a box share one dictionary
                rest: _Ways = mined
                for other, count in enumerate(counts):
                    rest = rest if other == place else _times(rest, count.ways)
                known[id(mined)] = Fraction(_weigh(rest, outside, mines), total)
            found[cell] = known[id(mined)]
        return found


def _group(sums: list[tuple[frozenset[Cell], int]], seen_by: Mapping[Cell, list[Cell]]) -> _Group:
    boxes: dict[tuple[Cell, ...], list[Cell]] = {}
    for unknown, _ in sums:
        for cell in sorted(unknown):
            box = boxes.setdefault(tuple(sorted(seen_by[cell])), [])
            if cell not in box:
                box.append(cell)
    order = {cell: index for index, box in enumerate(boxes.values()) for cell in box}
    return _Group(
        tuple(tuple(box) for box in boxes.values()),
        tuple((tuple(sorted({order[c] for c in cells})), lacking) for cells, lacking in sums),
    )


def _counted(group: _Group) -> _Count:
    """Count the layouts of a group, forwards from its first box and backwards from its last."""
    layers = _layers(group)
    after: dict[tuple[int, ...], _Ways] = {state: {0: 1} for state in layers[-1]}
    mined: dict[Cell, _Ways] = {}
    for index in range(len(group.boxes) - 1, -1, -1):
        size, tied = len(group.boxes[index]), _tied(group, index)
        before: dict[tuple[int, ...], _Ways] = {}
        here: _Ways = {}
        for state, ways in layers[index].items():
            for mines, following in _next(size, tied, state):
                if following not in after:
                    continue
                ahead = after[following]
                _add(before.setdefault(state, {}), ahead, shift=mines, times=comb(size, mines))
                if mines:
                    times = comb(size - 1, mines - 1)
                    _add(here, _times(ways, ahead), shift=mines, times=times)
        mined |= dict.fromkeys(group.boxes[index], here)
        after = before
    start = tuple(lacking for _, lacking in group.sums)
    if start not in after:
        raise Contradiction("the numbers contradict each other")
    return _Count(after[start], mined)


def _layers(group: _Group) -> list[dict[tuple[int, ...], _Ways]]:
    """Before each box, and at the end: what the numbers may lack, and in how many ways."""
    layers = [{tuple(lacking for _, lacking in group.sums): {0: 1}}]
    steps = 0
    for index, box in enumerate(group.boxes):
        layer: dict[tuple[int, ...], _Ways] = {}
        tied = _tied(group, index)
        for state, ways in layers[-1].items():
            for mines, following in _next(len(box), tied, state):
                steps += len(ways)
                if steps > STEPS:
                    raise Undecided(f"a group of {len(group.boxes)} boxes is too large")
                times = comb(len(box), mines)
                _add(layer.setdefault(following, {}), ways, shift=mines, times=times)
        layers.append(layer)
    return layers


def _tied(group: _Group, index: int) -> list[tuple[int, int]]:
    """The numbers that see a box, and how many cells each sees in the boxes after it."""
    return [
        (number, sum(len(group.boxes[box]) for box in boxes if box > index))
        for number, (boxes, _) in enumerate(group.sums)
        if index in boxes
    ]


def _next(
    size: int, tied: list[tuple[int, int]], state: tuple[int, ...]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """How many mines a box may have, and what the numbers lack then."""
    for mines in range(size + 1):
        if all(0 <= state[number] - mines <= room for number, room in tied):
            following = list(state)
            for number, _ in tied:
                following[number] -= mines
            yield mines, tuple(following)


def _add(to: _Ways, ways: _Ways, *, shift: int, times: int) -> None:
    for mines, count in ways.items():
        to[mines + shift] = to.get(mines + shift, 0) + count * times


def _times(one: _Ways, other: _Ways) -> _Ways:
    product: _Ways = {}
    for mines, count in one.items():
        _add(product, other, shift=mines, times=count)
    return product


def _weigh(ways: _Ways, outside: int, mines: int) -> int:
    """Layouts of the whole board: the rest of the mines lie anywhere outside."""
    return sum(
        count * comb(outside, mines - inside)
        for inside, count in ways.items()
        if 0 <= mines - inside <= outside
    )
