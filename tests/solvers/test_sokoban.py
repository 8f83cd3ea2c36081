"""The Sokoban solver: every answer is checked by an engine that shares nothing with it."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

from benchmarks.sokoban import MAPS, shipped_moves
from solvers import sokoban
from solvers.sokoban import LevelError, State, parse, solve, step
from tests.solvers.conftest import CORRIDOR, LEVELS, UNSOLVABLE, WAREHOUSE, positions, replay

PROGRAM = Path(sokoban.__file__)
TASK_LEVELS = sorted(
    Path("workspace/GAM/task_5_sokoban_solver/exec/levels").resolve().glob("*.sok")
)
SHIPPED = sorted(MAPS.glob("microban01_00[0-3]*.sok"))


def symmetric(text: str, number: int) -> str:
    """A copy of a level in one of the eight symmetries of the square."""
    width = max(map(len, text.splitlines()))
    rows = [line.ljust(width) for line in text.splitlines()]
    for _ in range(number % 4):
        rows = ["".join(column)[::-1] for column in zip(*rows, strict=True)]
    return "\n".join(row[::-1] if number >= 4 else row for row in rows)


def test_solves_a_corridor_in_the_only_way() -> None:
    """The one-box corridor takes exactly its three moves."""
    result = solve(parse(CORRIDOR))
    assert (result.status, result.moves, result.pushes) == ("solved", "RRR", 2)


@pytest.mark.parametrize("number", range(8))
@pytest.mark.parametrize("name", sorted(LEVELS))
def test_solves_every_symmetric_copy(name: str, number: int) -> None:
    """A solution found in any of the eight symmetries replays to all boxes on goals."""
    state = parse(symmetric(LEVELS[name], number))
    result = solve(state, seconds=20)
    pushes, boxes = replay(state, result.moves)
    assert result.status == "solved"
    assert boxes == state.goals
    assert pushes == result.pushes


@pytest.mark.parametrize("path", TASK_LEVELS, ids=lambda path: path.stem)
def test_solves_the_levels_of_the_task(path: Path) -> None:
    """The three levels of GAM 5 are solved well within their time."""
    state = parse(path.read_text())
    result = solve(state, seconds=20)
    assert result.status == "solved"
    assert replay(state, result.moves) == (result.pushes, state.goals)


def test_same_state_same_answer() -> None:
    """Two runs on one state agree in everything but time."""
    first, second = (solve(parse(WAREHOUSE), seconds=20) for _ in range(2))
    assert (first.moves, first.nodes) == (second.moves, second.nodes)


def test_solved_from_the_start_needs_no_move() -> None:
    """A level whose boxes are all on goals is solved by the empty string."""
    result = solve(parse("#####\n#@* #\n#####"))
    assert (result.status, result.moves) == ("solved", "")


@pytest.mark.parametrize("name", sorted(UNSOLVABLE))
def test_proves_unsolvable(name: str) -> None:
    """An unsolvable level is reported as such, without running into the limit."""
    result = solve(parse(UNSOLVABLE[name]), seconds=20)
    assert (result.status, result.moves) == ("unsolvable", "")


def test_unsolvable_agrees_with_exhaustive_search() -> None:
    """On every placement of two boxes in a small room, the verdict is that of plain search."""
    room = "#######\n#@$$ .#\n# ##  #\n#  .  #\n#######"
    empty = parse(room)
    floor = sorted((r, c) for r in range(1, 4) for c in range(1, 6) if (r, c) not in empty.walls)
    verdicts = set()
    for i, first in enumerate(floor):
        for second in floor[i + 1 :]:
            player = next(cell for cell in floor if cell not in (first, second))
            state = State(
                walls=empty.walls,
                goals=empty.goals,
                boxes=frozenset({first, second}),
                player=player,
                height=empty.height,
                width=empty.width,
            )
            result = solve(state, seconds=20)
            verdicts.add(result.status)
            assert (result.status == "solved") == solvable(state), (first, second)
    assert verdicts == {"solved", "unsolvable"}


def solvable(state: State) -> bool:
    """Plain breadth-first search over single moves, without any pruning."""
    seen = {(state.player, state.boxes)}
    queue = list(seen)
    for player, boxes in queue:
        if boxes == state.goals:
            return True
        for dr, dc in ((0, -1), (-1, 0), (0, 1), (1, 0)):
            to, ahead = (player[0] + dr, player[1] + dc), (player[0] + 2 * dr, player[1] + 2 * dc)
            after = boxes
            if to in state.walls or (to in boxes and ahead in boxes | state.walls):
                continue
            if to in boxes:
                after = boxes - {to} | {ahead}
            if (to, after) not in seen:
                seen.add((to, after))
                queue.append((to, after))
    return False


def test_more_boxes_than_goals_is_unsolvable() -> None:
    """A state with a box too many is answered at once, with the reason."""
    state = parse("######\n#@$ .#\n#    #\n######")
    crowded = State(
        walls=state.walls,
        goals=state.goals,
        boxes=state.boxes | {(2, 3)},
        player=state.player,
        height=state.height,
        width=state.width,
    )
    result = solve(crowded)
    assert result.status == "unsolvable"
    assert "more boxes than goals" in result.reason


def test_box_walled_in_is_unsolvable() -> None:
    """A box off the goals where no player can get is answered at once."""
    result = solve(parse("########\n#@ .#$ #\n########"))
    assert result.status == "unsolvable"
    assert "walled in" in result.reason


@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.stem)
def test_nothing_on_a_known_solution_is_pruned(path: Path) -> None:
    """No deadlock detector fires, and no bound exceeds the truth, along a shipped solution."""
    state = parse(path.read_text())
    moves = shipped_moves(path)
    left, _ = replay(state, moves)
    before = state
    for position in positions(state, moves):
        if position.boxes == before.boxes:
            continue
        left, before = left - 1, position
        board = sokoban._Board(position)
        reach = board.flood(1 << board.player, board.floor & ~board.boxes)
        frozen = sokoban._frozen(board, board.boxes, board.live)
        live, table = board.table(frozen)
        parts = board.parts(board.floor & ~board.boxes & ~reach, board.floor & ~board.boxes)
        corral = sokoban._corral_pushes(board, board.boxes, reach, live, parts)
        rows = sokoban._rows_of(board.boxes, table, 1 << board.player)
        assert not frozen & ~board.goals
        assert not board.boxes & ~live
        assert sokoban._Assignment(rows).cost <= left
        assert corral is None or any(corral)
        assert not sokoban._Patterns(board).analyse(board.boxes, reach, parts)


def test_shortening_keeps_a_solution_and_never_lengthens_it() -> None:
    """The shortened pushes still solve the level, in no more moves than before."""
    state = parse(WAREHOUSE)
    board = sokoban._Board(state)
    search = sokoban._Greedy(board, sokoban._Tally(), distance=1, areas=0).run()
    found = None
    while found is None:
        try:
            next(search)
        except StopIteration as end:
            found = end.value
    before = sokoban._moves_of(state, board, found)
    shortener = sokoban._Shortener(board, found, work=5000, deadline=time.monotonic() + 20)
    after = sokoban._moves_of(state, board, shortener.run())
    assert replay(state, before)[1] == replay(state, after)[1] == state.goals
    assert len(after) <= len(before)


def hall() -> str:
    """A hall of 48 x 48 cells with 20 boxes far from their goals: too much for a second or two."""
    rows = [["#"] * 50] + [["#", *" " * 48, "#"] for _ in range(48)] + [["#"] * 50]
    for number in range(20):
        row, column = divmod(number, 5)
        rows[4 + 2 * row][4 + 2 * column] = "$"
        rows[46 - row][46 - column] = "."
    rows[2][2] = "@"
    return "\n".join(map("".join, rows))


def test_time_limit_is_kept() -> None:
    """A level too large for the limit ends as `timeout` soon after it; planning counts too."""
    start = time.monotonic()
    result = solve(parse(hall()), seconds=1.0)
    assert result.status == "timeout"
    assert result.reason == "not solved in 1 s"
    assert time.monotonic() - start < 4


def test_memory_limit_is_kept() -> None:
    """A level too large for the memory ends as `timeout` and says so."""
    result = solve(parse(hall()), seconds=30, megabytes=1)
    assert result.status == "timeout"
    assert result.reason == "not solved in 1 MB"


@pytest.mark.parametrize(
    "text",
    [
        "#######\n#@ $ .#\n#######",
        "; comment\nTitle: a corridor\n\n#######\n#p_b-.#\n#######\nAuthor: nobody",
        "7#\n#@-$-.#\n7#",
        "7#|#@1-$-.#|7#|",
        "3(#)4#\r\n#@ $ .#\r\n7#",
        "::note\n'A title'\n\n#######\n#@ $ .#\n#######\n\n#####\n#@$.#\n#####",
    ],
)
def test_reads_every_spelling(text: str) -> None:
    """Comments, titles, letters, floor marks, run lengths and row marks give the same board."""
    assert parse(text) == parse("#######\n#@ $ .#\n#######")


def test_reads_groups() -> None:
    """Nested run-length groups are undone from the inside out."""
    assert parse("11#\n#@2($-).3-.#\n11#") == parse("###########\n#@$ $ .   .#\n###########")


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("", 1, 1, "no board"),
        ("hello", 1, 1, "no board"),
        ("#####\n# $.#\n#####", 1, 1, "no player"),
        ("######\n#@@$.#\n######", 2, 3, "second player"),
        ("#####\n#@  #\n#####", 1, 1, "no box"),
        ("######\n#@$$.#\n######", 2, 4, "2 boxes but 1 goals"),
        ("######\n#@$..#\n######", 2, 5, "1 boxes but 2 goals"),
        ("\n#####\n#@$.\n#####", 3, 5, "open"),
        ("#####\n#@x.#\n#####", 2, 3, "unknown character 'x'"),
        ("#####\n#@$.2(#\n#####", 2, 7, "'(' without ')'"),
        ("#####\n#@$.)#\n#####", 2, 5, "')' without '('"),
        ("#####\n#@$.#3\n#####", 2, 6, "count without a square"),
        ("#999999999-#\n#@$.#\n#####", 1, 11, "too long"),
    ],
)
def test_bad_levels_name_the_place(text: str, line: int, column: int, problem: str) -> None:
    """A bad level is refused with the line and column of its fault."""
    with pytest.raises(LevelError) as caught:
        parse(text)
    assert (caught.value.line, caught.value.column) == (line, column)
    assert problem in caught.value.problem


@pytest.mark.parametrize(
    ("text", "arguments", "status", "said"),
    [
        (CORRIDOR, [], 0, "RRR\n3 moves, 2 pushes, "),
        (UNSOLVABLE["box in a corner"], [], 1, "unsolvable"),
        ("#####\n#@x.#\n#####", [], 2, ":2:3: unknown character"),
        (hall(), ["--seconds", "0.3"], 3, "not solved in 0.3 s"),
    ],
)
def test_command_line(
    tmp_path: Path, text: str, arguments: list[str], status: int, said: str
) -> None:
    """A copy of the file alone solves, refuses and gives up with its own exit status."""
    copy, level = tmp_path / "solver.py", tmp_path / "level.sok"
    copy.write_text(PROGRAM.read_text())
    level.write_text(text)
    done = subprocess.run(
        [sys.executable, "-I", copy, level, *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert done.returncode == status
    assert said in done.stdout + done.stderr
    assert "Traceback" not in done.stderr


def test_command_line_unreadable_file(tmp_path: Path) -> None:
    """A missing file is one line on stderr and exit status 2."""
    done = subprocess.run(
        [sys.executable, PROGRAM, tmp_path / "none.sok"],
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert done.returncode == 2
    assert len(done.stderr.splitlines()) == 1


def test_a_step_is_as_the_rules_have_it() -> None:
    """Along a solution it agrees with the engine here; walls and boxes in a row block it."""
    start = parse(WAREHOUSE)
    moves = solve(start).moves
    seen = list(positions(start, moves))
    assert [step(before, move) for before, move in zip(seen, moves, strict=False)] == seen[1:]
    corridor = parse(CORRIDOR)
    assert step(corridor, "L") is None
    assert step(parse("#######\n#@$$ .#\n#    .#\n#######"), "R") is None
    assert step(parse("####\n#@$#\n#. #\n####"), "R") is None
