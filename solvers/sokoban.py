"""Sokoban solver in one file: Python 3.11, standard library only.

``solve(parse(text))`` returns a :class:`Result`; ``python sokoban.py LEVEL`` prints one.

A position is a set of boxes and the area the player can reach; a step of the search is a push.
Three searches take turns: two greedy ones over single pushes, for small crowded boards, and FESS
(Shoham and Schaeffer, CoG 2020) over moves of a box to any place, for large ones. All prune by
dead squares, frozen boxes, PI-corrals (Damgaard) and the assignment of boxes to goals, FESS also
by deadlocks learned on the way. The pushes found are then shortened and replayed by the rules.
"""

import argparse
import heapq
import re
import sys
import time
from collections.abc import Generator, Iterable
from dataclasses import dataclass
from itertools import count, pairwise
from math import comb
from operator import sub
from pathlib import Path
from typing import Literal

# --------------------------------------------------------------------------------------
# State and parsing
# --------------------------------------------------------------------------------------

Cell = tuple[int, int]
"""(row, column), both from 0, row 0 at the top."""

MOVES: dict[str, Cell] = {"L": (0, -1), "U": (-1, 0), "R": (0, 1), "D": (1, 0)}
"""Step of each move letter as (rows, columns)."""

_FLOOR, _WALL, _GOAL = " -_", "#", ".+P*B"
_PLAYER, _BOX = "@p+P", "$b*B"
_BOARD = frozenset(_FLOOR + _WALL + _GOAL + _PLAYER + _BOX)
_DIGITS = "0123456789"
_LONGEST_SIDE = 200
"""Cells; far above any level in use, it stops a run-length count from filling the memory."""
_TEXT_LINE = re.compile(r"\s*(;|'|::|[A-Za-z][A-Za-z ]*:)")


class LevelError(ValueError):
    """A level text that is not one playable Sokoban board.

    Attributes:
        line: Line of the fault, from 1.
        column: Column of the fault, from 1.
        problem: What is wrong, and what is expected.
    """

    def __init__(self, *, line: int, column: int, problem: str) -> None:
        super().__init__(f"{line}:{column}: {problem}")
        self.line = line
        self.column = column
        self.problem = problem


@dataclass(frozen=True, slots=True)
class State:
    """One Sokoban position; cells are (row, column) from 0, row 0 at the top.

    Attributes:
        walls: Cells nothing can enter.
        goals: Cells the boxes must reach.
        boxes: Cells with a box.
        player: The player's cell.
        height: Rows of the board.
        width: Columns of the board.
    """

    walls: frozenset[Cell]
    goals: frozenset[Cell]
    boxes: frozenset[Cell]
    player: Cell
    height: int
    width: int


def step(state: State, move: str) -> State | None:
    """The position after one step, a push if a box is ahead; None if the step is blocked."""
    down, right = MOVES[move]
    row, column = state.player
    ahead, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
    if ahead in state.walls:
        return None
    boxes = state.boxes
    if ahead in boxes:
        if beyond in boxes or beyond in state.walls:
            return None
        boxes = boxes - {ahead} | {beyond}
    return State(state.walls, state.goals, boxes, ahead, state.height, state.width)


@dataclass(frozen=True, slots=True)
class _Square:
    """One board character and where the text has it (line and column from 1)."""

    char: str
    line: int
    column: int


def parse(text: str) -> State:
    """Read the first board of a level text.

    Reads the XSokoban characters, ``-`` and ``_`` for floor, the letters ``p P b B``, run-length
    encoding (``3#4-p.#``, groups ``2(3(#-)#)``, ``|`` between rows) and skips comment and title
    lines (Sokoban file format 0.19, sokoban.dk).

    Args:
        text: The level; rows may end in CR LF and need not be of one length.

    Returns:
        The position, in the text's own rows and columns.

    Raises:
        LevelError: There is no board, an unknown character, not exactly one player, no box, not
            as many boxes as goals, or an opening in the wall around the player.
    """
    rows = _board_rows(text)
    found: dict[str, list[_Square]] = {"wall": [], "goal": [], "box": [], "player": []}
    where: dict[str, list[Cell]] = {kind: [] for kind in found}
    kinds = (("wall", _WALL), ("goal", _GOAL), ("box", _BOX), ("player", _PLAYER))
    for r, row in enumerate(rows):
        for c, square in enumerate(row):
            for kind, chars in kinds:
                if square.char in chars:
                    found[kind].append(square)
                    where[kind].append((r, c))
    start = rows[0][0]
    if not found["player"]:
        raise LevelError(
            line=start.line, column=start.column, problem="no player (expected one @ or +)"
        )
    if len(found["player"]) > 1:
        second = found["player"][1]
        raise LevelError(
            line=second.line,
            column=second.column,
            problem="second player (expected exactly one @ or +)",
        )
    boxes, goals = len(found["box"]), len(found["goal"])
    if not boxes:
        raise LevelError(line=start.line, column=start.column, problem="no box (expected one $)")
    if boxes != goals:
        last = (found["box"] if boxes > goals else found["goal"])[-1]
        raise LevelError(
            line=last.line,
            column=last.column,
            problem=f"{boxes} boxes but {goals} goals (expected as many boxes as goals)",
        )
    state = State(
        walls=frozenset(where["wall"]),
        goals=frozenset(where["goal"]),
        boxes=frozenset(where["box"]),
        player=where["player"][0],
        height=len(rows),
        width=max(map(len, rows)),
    )
    opening = _opening(state, lengths=[len(row) for row in rows])
    if opening is not None:
        r = min(max(opening[0], 0), len(rows) - 1)
        line = rows[r][0].line if rows[r] else start.line + r
        raise LevelError(
            line=line,
            column=max(opening[1], 0) + 1,
            problem="the wall is open here (expected # all around the player's area)",
        )
    return state


def _board_rows(text: str) -> list[list[_Square]]:
    """Return the squares of the first board, row by row; raise LevelError when there is none."""
    rows: list[list[_Square]] = []
    for number, raw in enumerate(text.splitlines(), start=1):
        line = raw.rstrip().expandtabs()
        if not rows and not _starts_board(line):
            continue
        if not line or _TEXT_LINE.match(line) or not ("#" in line or _is_board(line)):
            break
        rows.extend(_expand(line, number=number))
        if len(rows) > _LONGEST_SIDE:
            raise LevelError(line=number, column=1, problem=f"more than {_LONGEST_SIDE} rows")
    if not rows:
        raise LevelError(line=1, column=1, problem="no board (expected rows of #, @, $, . and *)")
    return rows


def _is_board(line: str) -> bool:
    return all(char in _BOARD or char in _DIGITS + "()|" for char in line)


def _starts_board(line: str) -> bool:
    body = line.strip()
    if _TEXT_LINE.match(line) or "#" not in body:
        return False
    return _is_board(body) or body.startswith("##") or (body[0] == body[-1] == "#")


def _expand(line: str, *, number: int) -> list[list[_Square]]:
    """Undo the run-length encoding of one line of text.

    Args:
        line: One text line without its end.
        number: Its line number, from 1.

    Returns:
        One list of squares for every board row in the line (``|`` separates rows).
    """
    groups: list[tuple[int, list[_Square]]] = []  # (repeat count, squares before the group)
    current: list[_Square] = []
    count = ""
    for column, char in enumerate(line, start=1):
        if char in _DIGITS:
            count += char
            continue
        repeat = min(int(count[:6] or "1"), _LONGEST_SIDE**2)
        count = ""
        if char == "(":
            groups.append((repeat, current))
            current = []
            continue
        if char == ")" and groups:
            addition = current
            repeat, current = groups.pop()
        elif char in _BOARD or char == "|":
            addition = [_Square(char, number, column)]
        else:
            what = "')' without '('" if char == ")" else f"unknown character {char!r}"
            problem = f"{what} (expected # @ + $ * . - _ or space)"
            raise LevelError(line=number, column=column, problem=problem)
        if len(current) + repeat * len(addition) > _LONGEST_SIDE**2:
            raise LevelError(line=number, column=column, problem="row too long")
        current = current + addition * repeat
    if groups or count:
        what = "'(' without ')'" if groups else "count without a square (expected e.g. 3#)"
        raise LevelError(line=number, column=len(line), problem=what)
    return _split_rows(current, number=number)


def _split_rows(squares: list[_Square], *, number: int) -> list[list[_Square]]:
    rows: list[list[_Square]] = [[]]
    for square in squares:
        if square.char == "|":
            rows.append([])
        else:
            rows[-1].append(square)
    if not rows[-1]:
        rows.pop()  # a trailing | is optional
    if any(len(row) > _LONGEST_SIDE for row in rows):
        problem = f"row longer than {_LONGEST_SIDE} squares"
        raise LevelError(line=number, column=1, problem=problem)
    return rows


def _opening(state: State, *, lengths: list[int]) -> Cell | None:
    """Return the first cell past the text of a row that the player could walk to past boxes."""
    seen = {state.player}
    queue = [state.player]
    for r, c in queue:
        if not (0 <= r < state.height and 0 <= c < lengths[r]):
            return r, c
        for dr, dc in MOVES.values():
            cell = (r + dr, c + dc)
            if cell not in seen and cell not in state.walls:
                seen.add(cell)
                queue.append(cell)
    return None


@dataclass(frozen=True, slots=True)
class Result:
    """What :func:`solve` found.

    Attributes:
        status: ``solved``; ``unsolvable`` (proven); ``timeout`` (time or memory limit).
        moves: The player's moves as upper-case ``L U R D``, one letter a step; empty unless solved.
        pushes: How many of the moves push a box.
        nodes: Positions the search visited.
        seconds: Wall time taken.
        reason: One sentence for a person.
    """

    status: Literal["solved", "unsolvable", "timeout"]
    moves: str
    pushes: int
    nodes: int
    seconds: float
    reason: str


# --------------------------------------------------------------------------------------
# Geometry
#
# A set of cells is one int: bit row * stride + column, over the floor's bounding box with one
# spare column, so that a shift by 1 or by the stride moves every cell of a set one step and
# never wraps onto floor. Flood fills and push generation are a few big-int operations.
# --------------------------------------------------------------------------------------

Push = tuple[int, int, int]
"""(box cell, step, cell the box ends on): one push, or several in one direction."""
Row = tuple[int, ...]
"""Pushes from one box cell to every goal, in the order of the goal list."""
Zones = list[tuple[int, Row]]
"""For one box cell: (area the player may be in, row). A wall-locked box has several areas."""

_FAR = 1 << 20
"""More pushes than any solution has: stands for "cannot be reached"."""


def _cells(mask: int) -> list[int]:
    """Return the cell numbers of a mask, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


class _Board:
    """What never changes while one level is solved, as bit masks.

    Attributes:
        stride: Bits from one row to the next.
        floor: Cells the player could reach if there were no boxes.
        goals: Goal cells on the floor.
        boxes: Box cells on the floor at the start.
        player: The player's cell number at the start.
        steps: Bit steps of the directions right, left, down, up.
        live: Cells from which a lone box can still reach a goal.
        rows: Push distances to the goals for a lone box, exact in the player's area.
    """

    def __init__(self, state: State) -> None:
        area = {state.player}
        queue = [state.player]
        for r, c in queue:
            for dr, dc in MOVES.values():
                cell = (r + dr, c + dc)
                inside = 0 <= cell[0] < state.height and 0 <= cell[1] < state.width
                if inside and cell not in area and cell not in state.walls:
                    area.add(cell)
                    queue.append(cell)
        self._top = min(r for r, _ in area) - 2  # spare rows: two steps up is never negative
        self._left = min(c for _, c in area)
        stride = max(c for _, c in area) - self._left + 2
        self.stride = stride
        self.size = stride * (max(r for r, _ in area) - self._top + 1)
        self.key_shift = self.size.bit_length()
        self.steps = (1, -1, stride, -stride)
        self.floor = self._mask(area)
        self.goals = self._mask(state.goals & area)
        self.boxes = self._mask(state.boxes & area)
        self.player = self._mask({state.player}).bit_length() - 1
        self.goal_list = _cells(self.goals)
        self.box_count = self.boxes.bit_count()
        self.enclosed = (state.boxes - state.goals) - area
        floor = self.floor
        self.narrow_across = floor & ~(floor << stride) & ~(floor >> stride)
        self.narrow_down = floor & ~(floor << 1) & ~(floor >> 1)
        self.rows = self._player_rows()
        self.live = sum(
            1 << x for x, zones in self.rows.items() if any(min(row) < _FAR for _, row in zones)
        )
        self._tables: dict[int, tuple[int, dict[int, Zones]]] = {0: (self.live, self.rows)}

    def _mask(self, cells: Iterable[Cell]) -> int:
        return sum(1 << (r - self._top) * self.stride + c - self._left for r, c in cells)

    def cell(self, number: int) -> Cell:
        """Return the (row, column) of a cell number in the state's own frame."""
        row, column = divmod(number, self.stride)
        return row + self._top, column + self._left

    def flood(self, seed: int, free: int) -> int:
        """Return all cells connected to a seed through free cells; the seed must be free.

        Adding a cell to the free cells carries to the end of its row's run: one addition fills
        all runs to the right.
        """
        stride = self.stride
        reach = 0
        while reach != seed:
            reach = seed
            seed |= (seed << stride | seed >> stride) & free
            seed |= ((free + seed) ^ free | seed >> 1) & free
            seed |= seed >> 1 & free
        return reach

    def parts(self, rest: int, free: int) -> list[int]:
        """Return the connected parts of the free cells that contain a cell of rest."""
        found = []
        while rest:
            part = self.flood(rest & -rest, free)
            rest &= ~part
            found.append(part)
        return found

    def pulled(self, boxes: int, free: int) -> int:
        """Return where boxes could have come from by one push over free cells (a superset)."""
        stride = self.stride
        return free & (
            (boxes << 1) & (free >> 1)
            | (boxes >> 1) & (free << 1)
            | (boxes << stride) & (free >> stride)
            | (boxes >> stride) & (free << stride)
        )

    def _player_rows(self) -> dict[int, Zones]:
        """Push distances of a lone box, by where the player is: pull back from every goal."""
        floor, stride = self.floor, self.stride
        areas: dict[int, list[int]] = {}
        for x in _cells(floor):
            bit = 1 << x
            around = (bit << 1 | bit >> 1 | bit << stride | bit >> stride) & floor
            areas[x] = self.parts(around, floor & ~bit) or [floor]
        pulls: dict[tuple[int, int], list[tuple[int, int]]] = {}
        for x, parts in areas.items():
            for number, part in enumerate(parts):
                pulls[x, number] = [
                    (x + step, next(i for i, p in enumerate(areas[x + step]) if p >> end & 1))
                    for step in self.steps
                    if part >> x + step & 1 and floor >> (end := x + 2 * step) & 1
                ]
        rows = {x: [[_FAR] * len(self.goal_list) for _ in parts] for x, parts in areas.items()}
        for index, goal in enumerate(self.goal_list):
            layer = [(goal, number) for number in range(len(areas[goal]))]
            seen = set(layer)
            distance = 0
            while layer:
                for x, number in layer:
                    rows[x][number][index] = distance
                layer = list(dict.fromkeys(p for at in layer for p in pulls[at] if p not in seen))
                seen.update(layer)
                distance += 1
        return {x: [(a, tuple(r)) for a, r in zip(areas[x], rows[x], strict=True)] for x in areas}

    def key(self, boxes: int, reach: int) -> int:
        """Return a position as one int, the player as the lowest cell in reach.

        Half the memory of a tuple of the two.
        """
        return boxes << self.key_shift | (reach & -reach).bit_length() - 1

    def table_count(self) -> int:
        """Return how many tables of distances are in memory."""
        return len(self._tables)

    def table(self, frozen: int) -> tuple[int, dict[int, Zones]]:
        """Return live cells and distances when some boxes, all on goals, can never move again."""
        known = self._tables.get(frozen)
        if known is not None:
            return known
        free = self.floor & ~frozen
        count = len(self.goal_list)
        plain = {x: [_FAR] * count for x in _cells(self.floor)}
        for index, goal in enumerate(self.goal_list):
            layer = seen = 1 << goal
            distance = 0
            while layer:
                for x in _cells(layer):
                    plain[x][index] = distance
                # a box on a frozen goal stays there, and no other box gets there
                layer = self.pulled(layer, free) & ~seen if free >> goal & 1 else 0
                seen |= layer
                distance += 1
        for goal in _cells(frozen):
            plain[goal] = [0 if other == goal else _FAR for other in self.goal_list]
        table = {
            x: [(area, tuple(map(max, row, plain[x]))) for area, row in zones]
            for x, zones in self.rows.items()
        }
        live = sum(1 << x for x, zones in table.items() if any(min(r) < _FAR for _, r in zones))
        self._tables[frozen] = live, table
        return live, table


# --------------------------------------------------------------------------------------
# Deadlocks
# --------------------------------------------------------------------------------------

Pushes = tuple[int, int, int, int]
"""Boxes that may be pushed right, left, down and up (masks)."""


def _frozen(board: _Board, boxes: int, live: int, *, pushed: int = 0, before: int = 0) -> int:
    """Return the boxes that can never move again.

    The greatest set in which every box is blocked on both axes by walls, dead squares or boxes
    of the set. Sound: the first box of the set to move would need a blocked axis.

    After a push, ``pushed`` is the box's mask and ``before`` what was frozen before: a push
    freezes nothing new unless it freezes the pushed box, so that the usual case ends at once.
    """
    stride, floor = board.stride, board.floor
    left = boxes
    while True:
        enter, rest = floor & ~left, live & ~left
        stay = left & ~(
            (enter << 1) & (rest >> 1)
            | (rest << 1) & (enter >> 1)
            | (enter << stride) & (rest >> stride)
            | (rest << stride) & (enter >> stride)
        )
        if pushed and not stay & pushed:
            return before
        if stay == left:
            return left
        left = stay


def _pushable(board: _Board, boxes: int, reach: int, target: int) -> Pushes:
    """Return the pushes a player in reach can make onto target cells (free and live)."""
    stride = board.stride
    return (
        boxes & (reach << 1) & (target >> 1),
        boxes & (reach >> 1) & (target << 1),
        boxes & (reach << stride) & (target >> stride),
        boxes & (reach >> stride) & (target << stride),
    )


def _corral_pushes(
    board: _Board, boxes: int, reach: int, live: int, parts: list[int]
) -> Pushes | None:
    """Return the only pushes worth trying when the player faces a PI-corral, else None.

    A corral is a part the player cannot enter; it is a PI-corral when its boxes can at first
    only be pushed inwards and the player can make all those pushes now. Nothing outside changes
    them, so if the corral must change at all, one of them may as well come first (Damgaard).
    """
    best, fewest = None, _FAR
    for part in (*parts, sum(parts)) if len(parts) > 1 else parts:
        pushes = _inward_pushes(board, boxes, reach, live, part)
        if pushes is not None:
            count = sum(mask.bit_count() for mask in pushes)
            if count < fewest:
                best, fewest = pushes, count
                if not count:
                    break
    return best


def _inward_pushes(board: _Board, boxes: int, reach: int, live: int, part: int) -> Pushes | None:
    """Return the first pushes into a corral; None if it is no PI-corral or need not change."""
    stride, floor = board.stride, board.floor
    free = floor & ~boxes
    fence = (part << 1 | part >> 1 | part << stride | part >> stride) & boxes
    while True:
        enter, rest = floor & ~fence, live & ~fence
        right = fence & (enter << 1) & (rest >> 1)
        left = fence & (enter >> 1) & (rest << 1)
        down = fence & (enter << stride) & (rest >> stride)
        up = fence & (enter >> stride) & (rest << stride)
        # A box beyond the fence may yet step aside and free a push: it belongs to the fence too.
        across, along = right | left, down | up
        wider = (across << 1 | across >> 1 | along << stride | along >> stride) & boxes & ~fence
        level = (free << 1) & (free >> 1)
        upright = (free << stride) & (free >> stride)
        right &= level & ~(part << 1)
        left &= level & ~(part >> 1)
        down &= upright & ~(part << stride)
        up &= upright & ~(part >> stride)
        good_right = right & (reach << 1) & (part >> 1)
        good_left = left & (reach >> 1) & (part << 1)
        good_down = down & (reach << stride) & (part >> stride)
        good_up = up & (reach >> stride) & (part << stride)
        if right ^ good_right or left ^ good_left or down ^ good_down or up ^ good_up:
            return None
        if not wider:
            break
        fence |= wider
    if not (fence & ~board.goals or part & board.goals):
        return None
    return good_right, good_left, good_down, good_up


class _Patterns:
    """Deadlocks learned while solving one level.

    A pattern is a set of boxes and the player's area (with only these boxes on the board) from
    which even these boxes alone cannot all be solved; it rules out every position holding it.

    Attributes:
        limit: Positions one trial search may visit before it gives up (then nothing is learned).
    """

    def __init__(self, board: _Board, *, limit: int = 60) -> None:
        self.limit = limit
        self._board = board
        self._by_cell: dict[int, list[tuple[int, int]]] = {}
        self._dead: dict[tuple[int, int], bool] = {}
        self._near = {x: min(min(row) for _, row in zones) for x, zones in board.rows.items()}

    def match(self, boxes: int, pushed: int, player: int) -> bool:
        """Return whether a position just made by a push onto a cell holds a pattern."""
        for pattern, area in self._by_cell.get(pushed, ()):
            if boxes & pattern == pattern and area & player:
                return True
        return False

    def analyse(self, boxes: int, reach: int, parts: list[int]) -> bool:
        """Return whether the fence of some corral is a deadlock by itself, and learn it."""
        board = self._board
        stride = board.stride
        for part in parts:
            fence = (part << 1 | part >> 1 | part << stride | part >> stride) & boxes
            if fence & ~board.goals and self._is_dead(fence, reach):
                self._learn(fence, reach)
                return True
        return False

    def _learn(self, fence: int, reach: int) -> None:
        """Drop the boxes the deadlock does not need, then remember it."""
        for x in _cells(fence):
            fewer = fence & ~(1 << x)
            if fewer & ~self._board.goals and self._is_dead(fewer, reach):
                fence = fewer
        area = self._board.flood(reach & -reach, self._board.floor & ~fence)
        for x in _cells(fence):
            self._by_cell.setdefault(x, []).append((fence, area))

    def _is_dead(self, fence: int, reach: int) -> bool:
        area = self._board.flood(reach & -reach, self._board.floor & ~fence)
        key = (fence, area & -area)
        known = self._dead.get(key)
        if known is None:
            known = self._dead[key] = self._prove(fence, area)
        return known

    def _prove(self, fence: int, reach: int) -> bool:
        """Return True only if every way to play these boxes alone is exhausted.

        A box that leaves the closed part is taken off the board, and a fully open board ends the
        search as "not dead": both only make the search give up sooner.
        """
        board, near = self._board, self._near
        floor, goals, live = board.floor, board.goals, board.live
        closed = floor & ~reach
        heap = [(sum(near[x] for x in _cells(fence)), 0, fence, reach)]
        seen = {(fence, reach & -reach)}
        visited = 0
        while heap:
            bound, _, boxes, reach = heapq.heappop(heap)
            visited += 1
            if visited > self.limit:
                return False
            pushes = _pushable(board, boxes, reach, live & ~boxes)
            for step, movable in zip(board.steps, pushes, strict=True):
                for x in _cells(movable):
                    bit, end = 1 << x, 1 << x + step
                    after = boxes ^ bit
                    h = bound - near[x]
                    if end & closed:
                        after |= end
                        h += near[x + step]
                        if _frozen(board, after, live, pushed=end) & ~goals:
                            continue
                        if self.match(after, x + step, bit):
                            continue
                    area = board.flood(bit, floor & ~after)
                    if not after & ~goals or area == floor & ~after:
                        return False
                    key = (after, area & -area)
                    if key not in seen:
                        seen.add(key)
                        heapq.heappush(heap, (h, -len(seen), after, area))
        return True


# --------------------------------------------------------------------------------------
# Lower bound: the cheapest assignment of boxes to goals (Hungarian method)
# --------------------------------------------------------------------------------------


class _Assignment:
    """A cheapest assignment of boxes (rows) to goals (columns), kept with its dual prices.

    Attributes:
        cost: Pushes the assignment needs; at least ``_FAR`` when there is none.
    """

    __slots__ = ("_goal_price", "_owner", "_row_price", "_rows", "cost")

    def __init__(self, rows: list[Row]) -> None:
        columns = len(rows[0])
        self._rows = rows
        self._row_price = [0] * (len(rows) + 1)
        self._goal_price = [0] * (columns + 1)
        self._owner = [0] * (columns + 1)  # 1 + the row that has the column; 0: nobody
        for index in range(len(rows)):
            self._augment(index)
        self.cost = self._total()

    def _total(self) -> int:
        return sum(self._rows[row - 1][column] for column, row in enumerate(self._owner[1:]) if row)

    def moved(self, index: int, row: Row, *, gain: int) -> int:
        """Return the cost after a box moved.

        Args:
            index: The box.
            row: Its distances now.
            gain: The pushes made: no goal can have come nearer by more.
        """
        column = self._owner.index(index + 1, 1)
        if row[column - 1] == self._rows[index][column - 1] - gain:
            return self.cost - gain  # nothing can gain more: the assignment is still the best
        changed = object.__new__(_Assignment)
        changed._rows = self._rows.copy()
        changed._rows[index] = row
        changed._row_price = self._row_price.copy()
        changed._goal_price = self._goal_price.copy()
        changed._owner = self._owner.copy()
        changed._owner[column] = 0
        changed._row_price[index + 1] = min(map(sub, row, changed._goal_price[1:]))
        changed._augment(index)
        return changed._total()

    def _augment(self, index: int) -> None:
        rows, row_price, goal_price, owner = (
            self._rows,
            self._row_price,
            self._goal_price,
            self._owner,
        )
        owner[0] = index + 1
        column = 0
        slack = [1 << 60] * len(owner)
        came_from = [0] * len(owner)
        waiting = list(range(1, len(owner)))
        reached = [0]
        while owner[column]:
            row = rows[owner[column] - 1]
            price = row_price[owner[column]]
            smallest, nearest = 1 << 60, 0
            for j in waiting:
                gap = row[j - 1] - price - goal_price[j]
                if gap < slack[j]:
                    slack[j] = gap
                    came_from[j] = column
                else:
                    gap = slack[j]
                if gap < smallest:
                    smallest, nearest = gap, j
            if smallest:
                for j in reached:
                    row_price[owner[j]] += smallest
                    goal_price[j] -= smallest
                for j in waiting:
                    slack[j] -= smallest
            column = nearest
            reached.append(column)
            waiting.remove(column)
        while column:
            owner[column] = owner[came_from[column]]
            column = came_from[column]


def _assignable(rows: list[Row]) -> bool:
    """Return whether every box can have a goal of its own (Kuhn's augmenting paths)."""
    owner: dict[int, int] = {}

    def place(index: int, tried: set[int]) -> bool:
        for goal, distance in enumerate(rows[index]):
            if distance < _FAR and goal not in owner:
                owner[goal] = index
                return True
        for goal, distance in enumerate(rows[index]):
            if distance < _FAR and goal not in tried:
                tried.add(goal)
                if place(owner[goal], tried):
                    owner[goal] = index
                    return True
        return False

    return all(place(index, set()) for index in range(len(rows)))


def _rows_of(boxes: int, table: dict[int, Zones], player: int) -> list[Row]:
    """Return the distance row of every box, ascending by cell, for a player in a cell (mask)."""
    rows = []
    for x in _cells(boxes):
        zones = table[x]
        rows.append(zones[0][1] if len(zones) == 1 else _row_at(zones, player))
    return rows


def _row_at(zones: Zones, player: int) -> Row:
    for area, row in zones:
        if area & player:
            return row
    return zones[0][1]


# --------------------------------------------------------------------------------------
# Search
#
# The searches are complete: they prune nothing but proven deadlocks and pushes that a PI-corral
# makes redundant, so any one that runs out of positions proves the level unsolvable. Each is
# a generator that yields now and then, and returns the pushes of a solution or None.
# --------------------------------------------------------------------------------------

Search = Generator[None, None, list[Push] | None]

Features = tuple[int, int, int, int]
"""Boxes packed in order, areas, corridors blocked, boxes about to be cut off."""


class _Tally:
    """Work and memory used by the searches of one solve."""

    __slots__ = ("kept", "nodes")

    def __init__(self) -> None:
        self.nodes = 0  # positions expanded
        self.kept = 0  # positions held in memory


@dataclass(slots=True)
class _Survey:
    """What every search needs to know of a position before they push.

    Attributes:
        frozen: Boxes that can never move again (all on goals).
        live: Cells from which a box can still reach a goal.
        table: Push distances to the goals.
        first: The only pushes worth trying, if the player faces a PI-corral.
    """

    frozen: int
    live: int
    table: dict[int, Zones]
    first: Pushes | None


def _survey(board: _Board, patterns: _Patterns | None, boxes: int, reach: int) -> _Survey | None:
    """Return what is known of a position; None if it is a deadlock."""
    frozen = _frozen(board, boxes, board.live)
    if frozen & ~board.goals:
        return None
    live, table = board.table(frozen)
    if boxes & ~live:
        return None
    first = None
    free = board.floor & ~boxes
    if free & ~reach:
        parts = board.parts(free & ~reach, free)
        if patterns is not None and patterns.analyse(boxes, reach, parts):
            return None
        first = _corral_pushes(board, boxes, reach, live, parts)
    return _Survey(frozen, live, table, first)


class _Greedy:
    """Best-first search over single pushes, newest first on ties.

    Ranks a position by the assignment lower bound and by the areas that its boxes part the board
    into: an open board keeps the player able to get behind the boxes. The better of the searches
    on small, crowded boards.
    """

    def __init__(self, board: _Board, tally: _Tally, *, distance: int, areas: int) -> None:
        self._board = board
        self._tally = tally
        self._weights = distance, areas
        self._shift = board.key_shift
        reach = board.flood(1 << board.player, board.floor & ~board.boxes)
        self._root = board.key(board.boxes, reach)
        self._origin: dict[int, tuple[int, Push]] = {self._root: (self._root, (0, 0, 0))}
        self._heap = [(0, 0, self._root)]

    def run(self) -> Search:
        """Search; see ``Search``."""
        visited = 0
        while self._heap:
            _, _, key = heapq.heappop(self._heap)
            boxes = key >> self._shift
            if not boxes & ~self._board.goals:
                return self._pushes(key)
            visited += 1
            self._tally.nodes += 1
            if visited % 64 == 0:
                yield
            self._expand(key, boxes)
        return None

    def _pushes(self, key: int) -> list[Push]:
        pushes = []
        while key != self._root:
            key, push = self._origin[key]
            pushes.append(push)
        return pushes[::-1]

    def _expand(self, key: int, boxes: int) -> None:
        board = self._board
        player = 1 << (key & (1 << self._shift) - 1)
        free = board.floor & ~boxes
        reach = board.flood(player, free)
        survey = _survey(board, None, boxes, reach)
        if survey is None:
            return
        pushes = survey.first or _pushable(board, boxes, reach, survey.live & free)
        if not any(pushes):
            return
        rows = _rows_of(boxes, survey.table, player)
        best = _Assignment(rows)
        if best.cost >= _FAR:
            return
        index_of = {x: i for i, x in enumerate(_cells(boxes))}
        for step, movable in zip(board.steps, pushes, strict=True):
            narrow = board.narrow_across if step in (1, -1) else board.narrow_down
            for x in _cells(movable):
                end = x + step
                # Inside a corridor all cells short of a goal are one: skip to the last.
                while (
                    narrow & 1 << end & ~board.goals
                    and narrow & free & survey.live & 1 << end + step
                ):
                    end += step
                after = boxes ^ 1 << x | 1 << end
                frozen = _frozen(board, after, survey.live, pushed=1 << end, before=survey.frozen)
                if frozen & ~board.goals:
                    continue
                player = 1 << end - step
                open_cells = board.floor & ~after
                reach = board.flood(player, open_cells)
                child = board.key(after, reach)
                if child in self._origin:
                    continue
                if frozen != survey.frozen:
                    cost = self._cost(after, frozen, player)
                else:
                    row = _row_at(survey.table[end], player)
                    cost = best.moved(index_of[x], row, gain=abs((end - x) // step))
                if cost < _FAR:
                    self._origin[child] = (key, (x, step, end))
                    self._tally.kept += 1
                    distance, areas = self._weights
                    rank = distance * cost + areas * len(
                        board.parts(open_cells & ~reach, open_cells)
                    )
                    heapq.heappush(self._heap, (rank, -len(self._origin), child))

    def _cost(self, boxes: int, frozen: int, player: int) -> int:
        live, table = self._board.table(frozen)
        return _FAR if boxes & ~live else _Assignment(_rows_of(boxes, table, player)).cost


def _unbroken() -> list[bool]:
    """Tabulate whether a box in the middle of 3x3 cells leaves its free neighbours connected.

    Returns:
        For every 9-bit picture of free cells (bit 3 * row + column): whether the free side cells
        of the middle touch one another within the picture.
    """
    ring = (0, 1, 2, 5, 8, 7, 6, 3)
    table = []
    for picture in range(512):
        free = [picture >> cell & 1 for cell in ring]
        runs = sum(
            free[at] and not free[at - 1] and (at % 2 == 1 or free[(at + 1) % 8]) for at in range(8)
        )
        table.append(runs <= 1)
    return table


_UNBROKEN = _unbroken()


def _area(board: _Board, *, free: int, whole: int, player: int, box: int) -> int:
    """Return the player's area when one box moved.

    Args:
        board: The board.
        free: Cells without wall or other box; the box's own cell is in it.
        whole: The area the player would have without the box.
        player: The player's cell number.
        box: The box's cell number, next to the player's.
    """
    stride = board.stride
    # Flooding anew is needed only where the box may part the area.
    near = free >> box - stride - 1
    picture = near & 7 | (near >> stride & 7) << 3 | (near >> 2 * stride & 7) << 6
    if _UNBROKEN[picture]:
        return whole & ~(1 << box)
    return board.flood(1 << player, free & ~(1 << box))


def _packing_order(board: _Board) -> Generator[None, None, list[int]]:
    """Find an order that fills the goals without blocking any; yields now and then.

    It is found backwards: from the solved board, boxes are pulled out one by one, first the one
    that can be pulled to the most start positions (the last box packed may come from any of
    them), of equals the nearest.
    """
    filled = board.goals
    areas = board.parts(board.floor & ~filled, board.floor & ~filled)
    outside = max(
        areas, key=lambda area: ((area & board.boxes).bit_count(), area.bit_count()), default=0
    )
    order = []
    work = 0
    while filled:
        ranked = []
        for goal in _cells(filled):
            cells = _pull(board, goal, filled ^ 1 << goal, outside)
            out = [depth for x, depth in cells.items() if board.boxes >> x & 1]
            ranked.append((-len(out), min(out, default=_FAR), -len(cells), goal))
            work += len(cells)
        if work > 4000:  # only a hall of many goals keeps the other searches waiting
            work = 0
            yield
        goal = min(ranked)[-1]
        order.append(goal)
        filled ^= 1 << goal
        outside = board.flood(outside & -outside or 1 << goal, board.floor & ~filled)
    return order[::-1]


def _pull(board: _Board, goal: int, others: int, outside: int) -> dict[int, int]:
    """Return the cells a box can be pulled to from a goal, with the pulls needed."""
    free = board.floor & ~others
    reach = board.flood(outside & -outside, free & ~(1 << goal)) if outside else 0
    whole = board.flood(reach | 1 << goal, free)
    queue = [(goal, reach, 0)]
    seen = {(goal, reach & -reach)}
    cells = {goal: 0}
    for x, area, depth in queue:
        for step in board.steps:
            to, player = x + step, x + 2 * step
            if area >> to & free >> player & 1:
                after = _area(board, free=free, whole=whole, player=player, box=to)
                if (to, after & -after) not in seen:
                    seen.add((to, after & -after))
                    queue.append((to, after, depth + 1))
                    cells.setdefault(to, depth + 1)
    return cells


class _Plan:
    """What follows from an order in which to fill the goals.

    Attributes:
        order: Goal cells, first to fill first.
        packed: ``packed[k]`` is the mask of the first k goals of the order.
        links: Corridors (masks): where one box parts two rooms.
    """

    def __init__(self, board: _Board, order: list[int]) -> None:
        self._board = board
        self.order = order
        self.packed = [0]
        for goal in self.order:
            self.packed.append(self.packed[-1] | 1 << goal)
        self._areas: dict[int, int] = {}
        cut_off = []
        for walls in self.packed:
            free = board.floor & ~walls
            layer = seen = board.goals & ~walls
            while layer:
                layer = board.pulled(layer, free) & ~seen
                seen |= layer
            cut_off.append(board.live & ~seen & ~walls)
        # For k goals packed: (cells cut off soon, boxes that can still leave them), each set once.
        self._cut_off = [
            [
                (cells, later)
                for later, cells in enumerate(cut_off[k:])
                if cells and (not later or cells != cut_off[k + later - 1])
            ]
            for k in range(len(cut_off))
        ]
        narrow = board.narrow_across | board.narrow_down
        self.links = board.parts(narrow, narrow)

    def features(self, boxes: int, reach: int) -> Features:
        """Return the features of a position."""
        board = self._board
        packed = 0
        while packed < len(self.order) and boxes >> self.order[packed] & 1:
            packed += 1
        closed = board.floor & ~boxes & ~reach
        areas = self._areas.get(closed)
        if areas is None:
            areas = self._areas[closed] = 1 + len(board.parts(closed, closed))
        loose = boxes & ~self.packed[packed]
        blocked = 0
        for link in self.links:
            if loose & link:
                blocked += 1
        late = 0
        for cut_off, slots in self._cut_off[packed]:
            excess = (loose & cut_off).bit_count() - slots
            late = max(late, excess)
        return packed, areas, blocked, late


def _macros(
    board: _Board, boxes: int, x: int, reach: int, *, live: int, first: Pushes | None = None
) -> list[tuple[int, int, int, int]]:
    """Return every place one box can be pushed to while the others stay.

    Args:
        board: The board.
        boxes: All boxes.
        x: The box to push.
        reach: The player's area.
        live: Cells worth pushing onto.
        first: The only pushes allowed as the first one.

    Returns:
        (cell, player's area then, index of the entry before, step); entry 0 is the start.
    """
    free = board.floor & ~(boxes ^ 1 << x)
    target = live & free
    whole = board.flood(reach | 1 << x, free)
    queue = [(x, reach, 0, 0)]
    seen = {(x, reach & -reach)}
    for index, (at, area, _, _) in enumerate(queue):
        for direction, step in enumerate(board.steps):
            end = at + step
            if not area >> at - step & target >> end & 1:
                continue
            if first is not None and not index and not first[direction] >> x & 1:
                continue
            after = _area(board, free=free, whole=whole, player=at, box=end)
            key = (end, after & -after)
            if key not in seen:
                seen.add(key)
                queue.append((end, after, index, step))
    return queue


def _macro_path(board: _Board, boxes: int, x: int, reach: int, end: int, area: int) -> list[Push]:
    """Return the single pushes of a macro."""
    macros = _macros(board, boxes, x, reach, live=board.live)
    index = next(i for i, m in enumerate(macros) if i and m[0] == end and m[1] == area)
    pushes = []
    while index:
        cell, _, index, step = macros[index]
        pushes.append((cell - step, step, cell))
    return pushes[::-1]


@dataclass(slots=True)
class _Node:
    """A position of the feature-space search."""

    boxes: int
    reach: int
    parent: int
    moved: tuple[int, int]
    weight: int


class _FeatureSpace:
    """FESS (Shoham and Schaeffer, CoG 2020): visit the cells of a feature space in turn.

    Every position falls into the cell of its four features. In turn, each cell plays its
    cheapest untried move, where a move pushes one box any way; moves that an advisor picks (the
    best for one feature) are free, the others cost 1. So the search advances on every front at
    once, which solves large levels within a few hundred positions.
    """

    def __init__(self, board: _Board, tally: _Tally) -> None:
        self._board = board
        self._patterns = _Patterns(board)
        self._tally = tally
        reach = board.flood(1 << board.player, board.floor & ~board.boxes)
        self._nodes = [_Node(board.boxes, reach, -1, (0, 0), 0)]
        self._seen = {board.key(board.boxes, reach)}
        self._serial = count()  # of equal moves the oldest first
        self._cells: dict[Features, int] = {}  # the queue of each cell
        self._queues: list[list[tuple[tuple[int, ...], _Node]]] = []

    def run(self) -> Search:
        """Search; see ``Search``."""
        goals = self._board.goals
        if not self._board.boxes & ~goals:
            return []
        plan = _Plan(self._board, (yield from _packing_order(self._board)))
        self._expand(0, plan)
        turn = idle = 0
        while idle < len(self._queues):
            # A cell found in this round has its turn in this round: progress runs on.
            turn = (turn + 1) % len(self._queues)
            moves = self._queues[turn]
            idle += 1
            if not moves:
                continue
            idle = 0
            node = heapq.heappop(moves)[1]
            self._nodes.append(node)
            if not node.boxes & ~goals:
                return self._pushes()
            self._expand(len(self._nodes) - 1, plan)
            if len(self._nodes) % 16 == 0:
                yield
        return None

    def _expand(self, number: int, plan: _Plan) -> None:
        board, patterns = self._board, self._patterns
        node = self._nodes[number]
        boxes, reach = node.boxes, node.reach
        self._tally.nodes += 1
        survey = _survey(board, patterns, boxes, reach)
        if survey is None or not _assignable(_rows_of(boxes, survey.table, reach)):
            return
        first, live = survey.first, survey.live
        movable = boxes & ~survey.frozen
        if first is not None:
            movable &= first[0] | first[1] | first[2] | first[3]
        found: list[tuple[Features, _Node]] = []
        for x in _cells(movable):
            for end, area, _, _ in _macros(board, boxes, x, reach, live=live, first=first)[1:]:
                after = boxes & ~(1 << x) | 1 << end
                key = board.key(after, area)
                if key in self._seen:
                    continue
                self._seen.add(key)
                self._tally.kept += 1
                if patterns.match(after, end, area):
                    continue
                if _frozen(board, after, live, pushed=1 << end) & ~board.goals:
                    continue
                child = _Node(after, area, number, (x, end), node.weight + 1)
                found.append((plan.features(after, area), child))
        here = plan.features(boxes, reach)
        for index in self._advised(here, reach, found):
            found[index][1].weight -= 1
        queue = self._cells.setdefault(here, len(self._queues))
        if queue == len(self._queues):
            self._queues.append([])
        for features, child in found:
            rank = (child.weight, -features[0], sum(features[1:]), next(self._serial))
            heapq.heappush(self._queues[queue], (rank, child))

    @staticmethod
    def _advised(here: Features, reach: int, found: list[tuple[Features, _Node]]) -> set[int]:
        """Return the moves the advisors pick: the best gain in each feature, and in new cells."""
        best: dict[int, tuple[int, int, int]] = {}
        for index, (features, child) in enumerate(found):
            gains = (
                features[0] - here[0],
                here[1] - features[1],
                here[2] - features[2],
                here[3] - features[3],
                (child.reach & ~reach).bit_count() - 4 if features[1] <= here[1] else 0,
            )
            worth = features[0] - features[1] - features[2] - 2 * features[3]
            for advisor, gain in enumerate(gains):
                if gain > 0 and (gain, worth) > best.get(advisor, (0, 0, 0))[:2]:
                    best[advisor] = (gain, worth, index)
        return {index for _, _, index in best.values()}

    def _pushes(self) -> list[Push]:
        chain = [self._nodes[-1]]
        while chain[-1].parent >= 0:
            chain.append(self._nodes[chain[-1].parent])
        pushes: list[Push] = []
        for before, after in pairwise(reversed(chain)):
            pushes += _macro_path(
                self._board, before.boxes, after.moved[0], before.reach, after.moved[1], after.reach
            )
        return pushes


# --------------------------------------------------------------------------------------
# Shortening
# --------------------------------------------------------------------------------------


class _Shortener:
    """Makes a solution cheaper in moves, a stretch at a time.

    A stretch of the solution in which only a few boxes move is searched again for the fewest
    moves (Dijkstra over pushes; all other boxes are walls). Work is bounded by a count of
    positions, not by time, so that the answer stays the same on any machine.
    """

    _longest = 60
    """Pushes in one stretch."""

    def __init__(self, board: _Board, pushes: list[Push], *, work: int, deadline: float) -> None:
        self._board = board
        self._work = work
        self._deadline = deadline
        self.pushes = [
            (at, step, at + step) for x, step, end in pushes for at in range(x, end, step)
        ]

    def run(self) -> list[Push]:
        """Shorten stretches with one moving box, then two, then three; return the pushes."""
        for movers in (1, 2, 3):
            at = 0
            while at < len(self.pushes) and self._work > 0 and time.monotonic() < self._deadline:
                at = self._improve(at, movers)
        return self.pushes

    def _improve(self, first: int, movers: int) -> int:
        """Improve the stretch that starts at a push; return where the next one starts."""
        board = self._board
        boxes, player = board.boxes, board.player
        for x, _, end in self.pushes[:first]:
            boxes ^= 1 << x | 1 << end
            player = x
        moved: dict[int, int] = {}  # cell of a moving box now: its cell at the start
        last = first
        for x, _, end in self.pushes[first : first + self._longest]:
            if x not in moved and len(moved) == movers:
                break
            moved[end] = moved.pop(x, x)
            last += 1
        start = sum(1 << x for x in moved.values())
        found = self._search(
            fixed=boxes & ~start,
            start=(start, player),
            target=(sum(1 << x for x in moved), self.pushes[last - 1][0]),
        )
        if found is not None:
            self.pushes[first:last] = found
            last = first + len(found)
        return max(first + 1, (first + last) // 2)

    def _search(
        self, *, fixed: int, start: tuple[int, int], target: tuple[int, int]
    ) -> list[Push] | None:
        """Return the pushes with the fewest moves between two positions of the moving boxes."""
        board = self._board
        origin: dict[tuple[int, int], tuple[tuple[int, int], Push | None]] = {start: (start, None)}
        cost = {start: 0}
        heap = [(0, *start)]
        done: set[tuple[int, int]] = set()
        limit = self._work // 4
        while heap and limit:
            spent, boxes, player = heapq.heappop(heap)
            at = (boxes, player)
            if at in done:
                continue
            done.add(at)
            if at == target:
                return self._trace(origin, at)
            limit -= 1
            self._work -= 1
            free = board.floor & ~fixed & ~boxes
            ways = self._ways(1 << player, free)
            pushes = _pushable(board, boxes, ways[-1], free & board.live)
            for step, movable in zip(board.steps, pushes, strict=True):
                for x in _cells(movable):
                    stand = x - step
                    walk = next(length for length, area in enumerate(ways) if area >> stand & 1)
                    after = (boxes ^ 1 << x ^ 1 << x + step, x)
                    total = spent + walk + 1
                    if total < cost.get(after, _FAR):
                        cost[after] = total
                        origin[after] = (at, (x, step, x + step))
                        heapq.heappush(heap, (total, *after))
        return None

    def _ways(self, seed: int, free: int) -> list[int]:
        """Return the cells within 0, 1, 2 ... steps of a seed."""
        stride = self._board.stride
        ways = [seed]
        while True:
            wider = seed | (seed << 1 | seed >> 1 | seed << stride | seed >> stride) & free
            if wider == seed:
                return ways
            seed = wider
            ways.append(seed)

    @staticmethod
    def _trace(
        origin: dict[tuple[int, int], tuple[tuple[int, int], Push | None]], at: tuple[int, int]
    ) -> list[Push]:
        pushes = []
        at, push = origin[at]
        while push is not None:
            pushes.append(push)
            at, push = origin[at]
        return pushes[::-1]


# --------------------------------------------------------------------------------------
# Portfolio
# --------------------------------------------------------------------------------------


_FEW = 1 << 25
"""Placements of the boxes below which the greedy searches get most of the turns."""
_SHORTENING = 20_000
"""Positions the shortening of one solution may visit: about a second."""


def solve(state: State, *, seconds: float = 60.0, megabytes: int = 1024) -> Result:
    """Find moves that bring every box to a goal.

    Three complete searches take turns; whichever ends first decides. Turns are counted in work,
    not time, so a state always gets the same answer unless a limit cuts it short.

    Args:
        state: The position to solve.
        seconds: Wall-clock limit.
        megabytes: Memory limit, kept by a count: half a KB for a position kept (measured: 0.3 to
            0.5 KB on large boards) and 32 KB for a table of distances.

    Returns:
        The result; its moves have been replayed and do solve the level.
    """
    start = time.monotonic()
    tally = _Tally()
    board = _Board(state)

    def result(
        status: Literal["solved", "unsolvable", "timeout"],
        reason: str,
        moves: str = "",
        pushes: int = 0,
    ) -> Result:
        return Result(status, moves, pushes, tally.nodes, time.monotonic() - start, reason)

    if board.enclosed:
        return result("unsolvable", "a box off the goals is walled in where no player can get")
    if board.box_count > len(board.goal_list):
        return result("unsolvable", "there are more boxes than goals within reach")
    if not board.boxes & ~board.goals:
        return result("solved", "every box is on a goal from the start")
    near = _Greedy(board, tally, distance=3, areas=1).run()
    open_ = _Greedy(board, tally, distance=1, areas=3).run()
    spaces = _FeatureSpace(board, tally).run()
    # Few enough placements of the boxes can be searched through; of more, only a plan sees the way.
    few = comb(board.live.bit_count(), board.box_count) < _FEW
    turns = [near, open_, open_, spaces] if few else [near, open_, *[spaces] * 5]
    limit = megabytes * 2048
    while True:
        for search in turns:
            try:
                next(search)
            except StopIteration as end:
                if end.value is None:
                    return result("unsolvable", f"proven unsolvable by {tally.nodes} nodes")
                shorter = _Shortener(board, end.value, work=_SHORTENING, deadline=start + seconds)
                moves = _moves_of(state, board, shorter.run())
                pushes = _replay(state, moves)
                return result("solved", "solved", moves, pushes)
            if time.monotonic() - start > seconds:
                return result("timeout", f"not solved in {seconds:g} s")
            if tally.kept + 64 * board.table_count() > limit:
                return result("timeout", f"not solved in {megabytes} MB")


def _moves_of(state: State, board: _Board, pushes: list[Push]) -> str:
    """Turn pushes into moves, walking the shortest way between them."""
    letters = dict(zip(board.steps, "RLDU", strict=True))
    player, boxes, moves = state.player, set(state.boxes), []
    for x, step, end in pushes:
        dr, dc = MOVES[letters[step]]
        for at in range(x, end, step):
            cell = board.cell(at)
            moves.append(_walk(state, boxes, player, (cell[0] - dr, cell[1] - dc)))
            moves.append(letters[step])
            boxes.remove(cell)
            boxes.add((cell[0] + dr, cell[1] + dc))
            player = cell
    return "".join(moves)


def _walk(state: State, boxes: set[Cell], start: Cell, goal: Cell) -> str:
    paths = {start: ""}
    queue = [start]
    for cell in queue:
        if cell == goal:
            break
        for letter, (dr, dc) in MOVES.items():
            after = (cell[0] + dr, cell[1] + dc)
            if after not in paths and after not in boxes and after not in state.walls:
                paths[after] = paths[cell] + letter
                queue.append(after)
    return paths[goal]


def _replay(state: State, moves: str) -> int:
    """Play moves by the rules, independently of the search; return the pushes.

    Raises:
        RuntimeError: A move is illegal or a box is left off the goals: the search is at fault.
    """
    pushes = 0
    for nth, letter in enumerate(moves, start=1):
        after = step(state, letter)
        if after is None:
            raise RuntimeError(f"move {nth} of the search, {letter}, is blocked")
        pushes += after.boxes != state.boxes
        state = after
    if not state.boxes <= state.goals:
        raise RuntimeError("the search left a box off the goals")
    return pushes


# --------------------------------------------------------------------------------------
# Command line
# --------------------------------------------------------------------------------------


def main(arguments: list[str] | None = None) -> int:
    """Solve one level file; return the exit status : 0 solved, 1 unsolvable, 2 bad, 3 limit."""
    options = argparse.ArgumentParser(description="Solve a Sokoban level.")
    options.add_argument("level", type=Path, help="level file in XSokoban characters")
    options.add_argument("--seconds", type=float, default=60.0, help="time limit (default 60)")
    chosen = options.parse_args(arguments)
    try:
        state = parse(chosen.level.read_text(encoding="utf-8"))
    except LevelError as error:
        print(f"{chosen.level}:{error}", file=sys.stderr)
        return 2
    except (OSError, UnicodeDecodeError) as error:
        print(f"{chosen.level}:1:1: cannot be read: {error}", file=sys.stderr)
        return 2
    result = solve(state, seconds=chosen.seconds)
    if result.status == "solved":
        print(result.moves)
        print(
            f"{len(result.moves)} moves, {result.pushes} pushes, "
            f"{result.nodes} nodes, {result.seconds:.2f} s"
        )
        return 0
    print(f"{result.reason} ({result.nodes} nodes, {result.seconds:.2f} s)")
    return 1 if result.status == "unsolvable" else 3


if __name__ == "__main__":
    sys.exit(main())
