"""Sokoban solver in one file: Python 3.11, standard library only.

``solve(parse(text))`` returns a :class:`Result`; ``python sokoban.py LEVEL`` prints one.
"""

import argparse
import heapq
import re
import sys
import time
from dataclasses import dataclass
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
    opening = _opening(state)
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
    return all(char in _BOARD or char in "0123456789()|" for char in line)


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
        if char.isdecimal():
            count += char
            continue
        repeat = min(int(count[:6] or "1"), _LONGEST_SIDE**2)
        count = ""
        if char == "(":
            groups.append((repeat, current))
            current = []
            continue
        if char == ")":
            if not groups:
                raise LevelError(line=number, column=column, problem="')' without '('")
            repeat, before = groups.pop()
            addition = current
            current = before
        elif char in _BOARD or char == "|":
            addition = [_Square(char, number, column)]
        else:
            raise LevelError(
                line=number,
                column=column,
                problem=f"unknown character {char!r} (expected # @ + $ * . - _ or space)",
            )
        if len(current) + repeat * len(addition) > _LONGEST_SIDE**2:
            raise LevelError(line=number, column=column, problem="row too long")
        current = current + addition * repeat
    if groups:
        raise LevelError(line=number, column=len(line), problem="'(' without ')'")
    if count:
        raise LevelError(
            line=number, column=len(line), problem="count without a square (expected e.g. 3#)"
        )
    rows: list[list[_Square]] = [[]]
    for square in current:
        if square.char == "|":
            rows.append([])
        else:
            rows[-1].append(square)
    if not rows[-1]:
        rows.pop()  # a trailing | is optional
    for row in rows:
        if len(row) > _LONGEST_SIDE:
            raise LevelError(
                line=number, column=1, problem=f"row longer than {_LONGEST_SIDE} squares"
            )
    return rows


def _opening(state: State) -> Cell | None:
    """Return the first cell outside the board that the player could walk to past boxes."""
    seen = {state.player}
    queue = [state.player]
    for r, c in queue:
        if not (0 <= r < state.height and 0 <= c < state.width):
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
# Search
# --------------------------------------------------------------------------------------


def solve(state: State, *, seconds: float = 60.0) -> Result:
    """Find moves that bring every box to a goal.

    Args:
        state: The position to solve.
        seconds: Wall-clock limit.

    Returns:
        The result; its moves have been replayed and do solve the level.
    """
    start = time.monotonic()
    width = state.width
    bit = {
        (r, c): 1 << (r * width + c)
        for r in range(state.height)
        for c in range(width)
        if (r, c) not in state.walls
    }
    floor = sum(bit.values())
    goals = sum(bit[cell] for cell in state.goals)
    steps = {"L": -1, "U": -width, "R": 1, "D": width}

    def shift(mask: int, step: int) -> int:
        return mask << step if step > 0 else mask >> -step

    def flood(seed: int, free: int) -> int:
        reach = 0
        while reach != seed:
            reach = seed
            seed |= (seed << 1 | seed >> 1 | seed << width | seed >> width) & free
        return reach

    distance: dict[int, int] = {}
    layer, depth = goals, 0
    while layer:
        for index in _bits(layer):
            distance[index] = depth
        seen = sum(1 << i for i in distance)
        layer = 0
        for step in steps.values():
            # a pull moves box and player one cell: both cells must be floor
            layer |= shift(seen, -step) & floor & shift(floor, step) & ~seen
        depth += 1
    live = sum(1 << i for i in distance)

    boxes = sum(bit[cell] for cell in state.boxes)
    reach = flood(bit[state.player], floor & ~boxes)
    root = (boxes, reach & -reach)
    parents: dict[tuple[int, int], tuple[tuple[int, int], int, str] | None] = {root: None}
    heap: list[tuple[int, int, tuple[int, int], int]] = [(0, 0, root, reach)]
    nodes = 0
    if boxes & ~live:
        heap = []
    while heap:
        _, _, key, reach = heapq.heappop(heap)
        boxes = key[0]
        nodes += 1
        if not boxes & ~goals:
            moves = _walks(state, parents, key)
            pushes = _replay(state, moves)
            taken = time.monotonic() - start
            return Result("solved", moves, pushes, nodes, taken, "solved")
        if nodes % 256 == 0 and time.monotonic() - start > seconds:
            taken = time.monotonic() - start
            return Result("timeout", "", 0, nodes, taken, f"not solved in {seconds:g} s")
        for letter, step in steps.items():
            for index in _bits(boxes & shift(reach, step) & shift(live & ~boxes, -step)):
                after = boxes ^ 1 << index ^ 1 << index + step
                region = flood(1 << index, floor & ~after)
                child = (after, region & -region)
                if child not in parents:
                    parents[child] = (key, index, letter)
                    h = sum(distance[i] for i in _bits(after))
                    heapq.heappush(heap, (h, len(parents), child, region))
    taken = time.monotonic() - start
    return Result("unsolvable", "", 0, nodes, taken, f"proven unsolvable by {nodes} nodes")


def _bits(mask: int) -> list[int]:
    """Return the indices of the set bits of a mask, ascending."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return found


def _walks(
    state: State,
    parents: dict[tuple[int, int], tuple[tuple[int, int], int, str] | None],
    key: tuple[int, int],
) -> str:
    pushes: list[tuple[Cell, str]] = []
    entry = parents[key]
    while entry is not None:
        key, index, letter = entry
        pushes.append((divmod(index, state.width), letter))
        entry = parents[key]
    player, boxes, moves = state.player, set(state.boxes), ""
    for cell, letter in reversed(pushes):
        dr, dc = MOVES[letter]
        walk = _walk(state, boxes, player, (cell[0] - dr, cell[1] - dc))
        moves += walk + letter
        boxes.remove(cell)
        boxes.add((cell[0] + dr, cell[1] + dc))
        player = cell
    return moves


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
    """Play moves by the rules; return the pushes.

    Raises:
        AssertionError: A move is illegal or a box is left off the goals.
    """
    player, boxes, pushes = state.player, set(state.boxes), 0
    for letter in moves:
        dr, dc = MOVES[letter]
        player = (player[0] + dr, player[1] + dc)
        if player in boxes:
            boxes.remove(player)
            boxes.add((player[0] + dr, player[1] + dc))
            pushes += 1
        assert player not in state.walls
        assert not boxes & state.walls
        assert len(boxes) == len(state.boxes)
    assert boxes <= state.goals
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
