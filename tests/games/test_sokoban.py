"""The Sokoban game without a display: reading levels, the rules, and the picture it draws."""

import io
from pathlib import Path

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray
from PIL import Image

from games import sokoban as game
from graders.truth import transformed
from tests.games.conftest import LEVELS

SOLUTIONS = (
    "RUURRDRDRDLULUULLDDDDRRURUULULLLDRDLRDDRRUULRDDLLLUUUURRRDULLDDDLDR",
    "UUURURULDDLLDLLLURDDDRRUDLLUURRURRUURUULLLDDDUUURRRDDLLRRUULLDLDRRLUURRDDRDLULLLULLDDDLLURDDRRLD"
    "DRRURUDLDLLUURRDRDRRUURUULULLLULLDDDLDRDDRRUURLDDLLUURLDDRRURURRDRUURULULLLLULLDDDDRRLLUUUURRRDR"
    "DURRDL",
    "LLUUUULUUURRDLLDDRRRDDDRULULLDRRURLDDRULLLUULUURRRRRRRDRRUULDDDDDDRDDLLURURDLDRLUUUUUULLLULL"
    "LLLDDRRRDDRRUUDDLLUURLLUDLLURURRRRRRDRRUULDDDDDDRDDLLURDRULUUUUULLULLLLLDDRULURRRRRRDRRUULDD"
    "DDDDURRDDLDLLURRLUUUUULLULLDRRRURDDDDDUUUULLLLULLDDRDDRRUUDDLLURDRULLLUUURRDRRRURDDDDUUULLLL"
    "ULLDDRDRRUDLLLUUURRDRRRURDDULLLDDLLURDRULURRRRRURDDDDUUULLLLLLULLDRRRRRRRURDDRDDLLDDUURRUULD"
    "RDDLRUULDLDULUDRRRDLULLUUDDRRUUULULLDRRURDDDD",
)
PALETTE = {
    "outside": game.BACKGROUND,
    "wall": game.WALL,
    "floor": game.FLOOR,
    "goal": game.RED,
    "box": game.BROWN,
    "box on goal": game.GREEN,
    "player": game.BLUE,
}
SMALL = "#######\n#@ $ .#\n#     #\n#######\n"


def level(tmp_path: Path, text: str) -> game.Level:
    """Read a level from its text."""
    path = tmp_path / "level.sok"
    path.write_text(text)
    return game.read_level(path)


def refusal(tmp_path: Path, text: str) -> str:
    """What is said about a bad level, from `LINE:COLUMN` on."""
    with pytest.raises(game.GameError) as caught:
        level(tmp_path, text)
    said, path = str(caught.value), f"{tmp_path / 'level.sok'}:"
    assert said.startswith(path)
    assert "\n" not in said
    return said.removeprefix(path)


def drawn(play: game.Play, *, number: int = 1) -> NDArray[np.uint8]:
    """The window, 600 x 800 x 3, as the game draws it."""
    pygame.font.init()
    window = pygame.Surface(game.WINDOW, 0, 32)
    game.Painter(play.level, title="Sokoban", number=number, count=3).draw(window, play)
    data = np.frombuffer(pygame.image.tobytes(window, "RGB"), np.uint8)
    return data.reshape(600, 800, 3)


def solved(number: int) -> game.Play:
    """A level of the task after its known solution."""
    play = game.Play(game.read_level(LEVELS[number - 1]))
    assert all(play.move(letter) for letter in SOLUTIONS[number - 1])
    return play


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


# --- The picture --------------------------------------------------------------------------------


def centres(play: game.Play) -> dict[game.Cell, str]:
    """What each cell of the grid holds, by the rules of the picture."""
    read, held = play.level, dict[game.Cell, str]()
    for cell in ((row, col) for row in range(read.rows) for col in range(read.cols)):
        held[cell] = "goal" if cell in read.goals else "floor"
        if cell in read.walls:
            held[cell] = "wall"
        elif cell not in read.floor:
            held[cell] = "outside"
        elif cell in play.state.boxes:
            held[cell] = "box on goal" if cell in read.goals else "box"
        elif cell == play.state.player:
            held[cell] = "player"
    return held


@pytest.mark.parametrize("number", [1, 2, 3])
@pytest.mark.parametrize("final", [False, True])
def test_the_middle_of_a_cell_has_the_colour_of_what_is_there(number: int, final: bool) -> None:
    """Every pixel of the middle third is within the texture's 10 grey levels of its colour."""
    play = solved(number) if final else game.Play(game.read_level(LEVELS[number - 1]))
    picture, rect = drawn(play).astype(int), game.board_rect(play.level)
    side = rect.w // play.level.cols
    for (row, col), held in centres(play).items():
        y, x = rect.y + row * side, rect.x + col * side
        third = slice(side // 3 + 1, side - side // 3 - 1)
        middle = picture[y : y + side, x : x + side][third, third]
        assert np.abs(middle - PALETTE[held]).max() <= 10, (row, col, held)


@pytest.mark.parametrize("number", [1, 2, 3])
def test_walls_span_the_board_and_nothing_else_is_outside(number: int) -> None:
    """Round the grid's rectangle is background only, and its edges are wall."""
    play = game.Play(game.read_level(LEVELS[number - 1]))
    picture, rect = drawn(play).astype(int), game.board_rect(play.level)
    board = picture[64:536]
    drawn_on = np.abs(board - game.BACKGROUND).sum(axis=2) > 0
    rows, cols = np.flatnonzero(drawn_on.any(axis=1)), np.flatnonzero(drawn_on.any(axis=0))
    assert (cols[0], rows[0] + 64, cols[-1] + 1, rows[-1] + 65) == (
        *rect.topleft,
        *rect.bottomright,
    )


@pytest.mark.parametrize("facing", "LURD")
def test_only_on_a_goal_the_player_has_a_red_ring(tmp_path: Path, facing: str) -> None:
    """Red from 0.34 to 0.44 of a cell round a player on a goal; none on floor, none at the eyes."""
    down, right = game.STEPS[facing]
    room = [list(row) for row in ("#######", *["#     #"] * 5, "#######")]
    room[1][1], room[3][3], room[3 - down][3 - right] = "$", ".", "@"
    play = game.Play(level(tmp_path, "\n".join(map("".join, room))))
    rect, side = game.board_rect(play.level), game.cell_size(play.level)
    radius = np.hypot(*(np.indices((side, side)) - (side - 1) / 2)) / side
    for ringed in (True, False):
        assert play.move(facing)
        y, x = (rect.y + play.state.player[0] * side, rect.x + play.state.player[1] * side)
        tile = drawn(play)[y : y + side, x : x + side].astype(int)
        red = np.abs(tile - game.RED).max(axis=2) < 60
        assert red.any() == ringed
        if ringed:
            assert red[(radius > 0.37) & (radius < 0.41)].all()
            assert not red[(radius < 0.32) | (radius > 0.46)].any()


@pytest.mark.parametrize("number", [1, 2, 3])
def test_equal_positions_give_equal_pictures(number: int) -> None:
    """How a position came about leaves no trace in the pixels; a move changes them."""
    play = game.Play(game.read_level(LEVELS[number - 1]))
    first = drawn(play)
    letter = next(letter for letter in "LURD" if play.move(letter))
    moved = drawn(play)
    assert (moved != first).any(), letter
    assert play.undo()
    assert (drawn(play) == first).all()
    assert (drawn(game.Play(play.level)) == first).all()


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_solved_picture_differs_clearly(number: int) -> None:
    """Initial and final pictures differ by more than 8 grey levels on average."""
    first = drawn(game.Play(game.read_level(LEVELS[number - 1])), number=number)
    final = drawn(solved(number), number=number)
    assert np.abs(first.astype(int) - final).mean() > 8


@pytest.mark.parametrize("number", [1, 2, 3])
def test_a_picture_is_no_trifle(number: int) -> None:
    """As a PNG, packed as tightly as Pillow can, an initial picture is larger than 8 KB."""
    packed = io.BytesIO()
    picture = drawn(game.Play(game.read_level(LEVELS[number - 1])), number=number)
    Image.fromarray(picture).save(packed, "PNG", optimize=True)
    assert len(packed.getvalue()) > 8 * 1024
