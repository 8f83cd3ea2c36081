"""The Sokoban game without a display: reading levels, the rules, the task's levels."""

from pathlib import Path

import pytest

from games import sokoban as game
from graders.sokoban.truth import transformed
from tests.games.conftest import LEVELS
from tests.games.known import SOLUTIONS, level

SMALL = "#######\n#@ $ .#\n#     #\n#######\n"


def refusal(tmp_path: Path, text: str) -> str:
    """What is said about a bad level, from `LINE:COLUMN` on."""
    with pytest.raises(game.GameError) as caught:
        level(tmp_path, text)
    said, path = str(caught.value), f"{tmp_path / 'level.sok'}:"
    assert said.startswith(path)
    assert "\n" not in said
    return said.removeprefix(path)


# --- Level reading ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        "#######\n#@-$_.#\n#     #\n#######",
        "#######\n#p b .#\n#     #\n#######",
        "7#\n#@ $ .#\n#5-#\n7#",
        "7#|#@-$-.#|#5-#|7#",
        "7#\n#@1(-$)1-.#\n#     #\n7#",
        "2(3#)#|#@1(-$)-.#\n#5_#|7#",
        "\ufeff; for the test\nTitle: Small\n\n#######\n#@ $ .#\n#     #\n#######\nAuthor: me\n",
        ":: remark\n' remark\nA few words\n\n#######\n#@ $ .#\n#     #\n#######\n\n###\n#@#\n###\n",
        "   #######\n   #@ $ .#  \n   #     #\n   #######\n",
        "--7#\n--#@ $ .#\n--#     #\n--7#",
    ],
)
def test_one_level_in_many_spellings(tmp_path: Path, text: str) -> None:
    """Floor signs, letters, run lengths, groups, bars, remarks and margins: always one board."""
    expected, read = level(tmp_path, SMALL), level(tmp_path, text)
    assert (read.rows, read.cols) == (4, 7)
    assert (read.walls, read.floor, read.goals) == (
        expected.walls,
        expected.floor,
        expected.goals,
    )
    assert (read.boxes, read.player) == (frozenset({(1, 3)}), (1, 1))


def test_things_on_goals_are_both(tmp_path: Path) -> None:
    """`*` and `B` are a box and a goal, `+` and `P` the player and a goal."""
    for text in ("#####\n#+*$#\n#####", "#####\n#PBb#\n#####"):
        read = level(tmp_path, text)
        assert read.goals == {(1, 1), (1, 2)}
        assert read.boxes == {(1, 2), (1, 3)}
        assert read.player == (1, 1)


def test_a_title_line_names_the_level(tmp_path: Path) -> None:
    """The first `Title:`, also inside a remark, is the level's name; without one it has none."""
    assert level(tmp_path, "; title: Small one \n" + SMALL).title == "Small one"
    assert level(tmp_path, SMALL).title == ""


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "1:1: empty file"),
        ("\n \n", "1:1: empty file"),
        ("no level here\n", "1:1: no board"),
        ("; x\n\n#####\n# $.#\n#####", "3:1: no player"),
        ("#####\n#@$.#\n#  @#\n#####", "3:4: a second player"),
        ("#####\n#@$.#\n# $ #\n#####", "3:3: 2 boxes, 1 goals"),
        ("#####\n#@$.#\n#.  #\n#####", "3:2: 1 boxes, 2 goals"),
        ("####\n#@ #\n####", "1:1: no box"),
        ("#####\n#@$.#\n#   #\n## ##", "4:3: open wall"),
        ("#####\n#@$.\n#####", "2:4: open wall"),
        ("#####\n#@$.#\n#####\n $.", "4:3: open wall"),
        ("#####\n#@x.#\n#####", "2:3: unknown character 'x'"),
        ("5#|#@$.#|#-?-#|5#", "1:12: unknown character '?'"),
        ("Q####\n#@$.#\n#####", "1:1: unknown character 'Q'"),
        ("3#(2#\n#@$.#\n#####", "1:3: '(' is never closed"),
        ("5#)\n#@$.#\n#####", "1:3: ')' closes nothing"),
        ("5#\n#@$.#2\n#####", "2:6: a run length ends the line"),
        ("999999999#\n#@$.#\n#####", "1:10: board too large"),
        ("5#" + "|#3-#" * 60 + "|#@$.#|5#", "1:2: board too large"),
    ],
)
def test_a_bad_level_is_refused_with_its_place(tmp_path: Path, text: str, said: str) -> None:
    """One line: the file, line and column, what is wrong there, and what was expected."""
    message = refusal(tmp_path, text)
    assert message.startswith(said)
    assert "(expected " in message


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    """A file that cannot be read is named."""
    with pytest.raises(game.GameError, match=r"gone\.sok:1:1: No such file"):
        game.read_level(tmp_path / "gone.sok")


# --- Rules --------------------------------------------------------------------------------------


def test_a_push_moves_the_box(tmp_path: Path) -> None:
    """Walking is no push; walking into a box with free floor behind it is one."""
    play = game.Play(level(tmp_path, SMALL))
    assert play.move("R")
    assert (play.state.player, play.state.pushes) == ((1, 2), 0)
    assert play.move("R")
    assert (play.state.player, play.state.pushes) == ((1, 3), 1)
    assert play.state.boxes == {(1, 4)}
    assert not play.solved
    assert play.move("R")
    assert play.solved
    assert (play.history, play.moves, play.boxes_on_goal) == ("RRR", 3, 1)


@pytest.mark.parametrize(
    "text",
    [
        "######\n##@$##\n# .  #\n######",
        "########\n##@$$. #\n# .    #\n########",
        "########\n##@$*  #\n# .    #\n########",
    ],
)
def test_what_is_in_the_way_stays(tmp_path: Path, text: str) -> None:
    """A wall, a box before a wall, and two boxes in a row stop the player; nothing changes."""
    play = game.Play(level(tmp_path, text))
    before = play.state
    assert not play.move("L")
    assert not play.move("R")
    assert play.state is before
    assert play.history == ""


def test_undo_and_restart(tmp_path: Path) -> None:
    """Undo takes one move and its push back, restart all; with nothing to take back both refuse."""
    play = game.Play(level(tmp_path, SMALL))
    start = play.state
    assert not play.undo()
    assert not play.restart()
    for letter in "RRD":
        assert play.move(letter)
    assert play.undo()
    assert (play.history, play.state.player, play.state.facing) == ("RR", (1, 3), "R")
    assert play.undo()
    assert (play.history, play.state.pushes) == ("R", 0)
    assert play.state.boxes == {(1, 3)}
    assert play.move("R")
    assert play.restart()
    assert play.state == start
    assert play.history == ""


# --- The levels of the task ---------------------------------------------------------------------


def least_pushes(read: game.Level) -> int:
    """A lower bound: the cheapest matching of boxes to goals, by pushes of one box alone."""
    costs = []
    for goal in sorted(read.goals):
        far, ring = {goal: 0}, [goal]
        for row, col in ring:
            for down, right in game.STEPS.values():
                box, hand = (row + down, col + right), (row + 2 * down, col + 2 * right)
                if {box, hand} <= read.floor and box not in far:
                    far[box] = far[row, col] + 1
                    ring.append(box)
        costs.append([far.get(box, 10**6) for box in sorted(read.boxes)])
    best = {0: 0}  # set of boxes used, as bits, to cost
    for cost in costs:
        after: dict[int, int] = {}
        for used, total in best.items():
            for number, pushes in enumerate(cost):
                if not used >> number & 1:
                    key = used | 1 << number
                    after[key] = min(after.get(key, 10**9), total + pushes)
        best = after
    return min(best.values())


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_level_of_the_task_can_be_solved(number: int) -> None:
    """The known solution solves it, not a move before its end."""
    play = game.Play(game.read_level(LEVELS[number - 1]))
    for letter in SOLUTIONS[number - 1]:
        assert not play.solved
        assert play.move(letter)
    assert play.solved
    assert play.history == SOLUTIONS[number - 1]


def test_the_levels_grow_harder() -> None:
    """Three boxes, four, then six and 100 pushes, or more; the bound holds however one plays."""
    easy, medium, hard = map(game.read_level, LEVELS)
    assert len(easy.boxes) >= 3
    assert len(medium.boxes) >= 4
    assert len(hard.boxes) >= 6
    assert least_pushes(hard) >= 100
    assert len({(read.rows, read.cols) for read in (easy, medium, hard)}) == 3
    assert all(read.rows != read.cols and read.title for read in (easy, medium, hard))


@pytest.mark.parametrize("symmetry", range(8))
def test_every_symmetry_fits_the_window(tmp_path: Path, symmetry: int) -> None:
    """However a seed turns a level, it is read, its cells are 32 pixels or more, and it fits."""
    for path in LEVELS:
        lines = [line for line in path.read_text().splitlines() if "#" in line]
        read = level(tmp_path, "\n".join(transformed(lines, symmetry)))
        assert game.cell_size(read) >= 32
        assert game.BOARD.contains(game.board_rect(read))
