"""GAM 5's rules and pixel reader, against the game's own rules and pictures."""

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pygame
import pytest

from games import sokoban as game
from graders.errors import GradingFailed, NotShown
from graders.pictures import Picture
from graders.sokoban.pixels import read_board
from graders.sokoban.rules import LETTERS, Board, Level, replay, session
from graders.sokoban.truth import level_text, symmetry
from solvers import sokoban as solver
from tests.forgeries.sokoban.evidence import TASK

ROWS = ["#####", "#@$.#", "#  .#", "#.$ #", "# $ #", "#####"]
START = Board.parse(ROWS)
Draw = Callable[[str, str], tuple[game.Play, Callable[[], Picture]]]


@pytest.fixture
def draw(tmp_path: Path) -> Draw:
    """Opens a level text in the game and gives the play and a function that draws it."""

    def open_level(text: str, title: str) -> tuple[game.Play, Callable[[], Picture]]:
        pygame.font.init()
        path = tmp_path / "level.sok"
        path.write_text(text)
        play = game.Play(game.read_level(path))
        painter = game.Painter(play.level, title=title, number=1, count=1)
        window = pygame.Surface((800, 600), 0, 32)

        def look() -> Picture:
            painter.draw(window, play)
            pixels = np.frombuffer(pygame.image.tobytes(window, "RGB"), np.uint8)
            return pixels.reshape(600, 800, 3)

        return play, look

    return open_level


def test_parse_reads_every_tile() -> None:
    """Walls, goals, boxes and player, also where two share a cell; titles are passed over."""
    board = Board.parse(["Title: #1", "  ####", "  #+*#", "  #$.#", "  ####"])
    assert board.player == (1, 1)
    assert board.goals == {(1, 1), (1, 2), (2, 2)}
    assert board.boxes == {(1, 2), (2, 1)}
    assert len(board.walls) == 12


@pytest.mark.parametrize("rows", [[], ["###"], ["#@@#"]])
def test_parse_wants_one_player(rows: list[str]) -> None:
    """A board without a player, or with two, raises."""
    with pytest.raises(GradingFailed, match="one player"):
        Board.parse(rows)


def test_steps_walk_push_and_stop() -> None:
    """A step walks, pushes one box, and stops at walls and at two boxes in a row."""
    pushed = START.step("R")
    assert pushed is not None
    assert (pushed.player, (1, 3) in pushed.boxes, pushed.on_goal) == ((1, 2), True, 1)
    assert START.step("U") is None
    assert pushed.step("R") is None
    two = Board.parse(["#####", "#@$$#", "#.. #", "#####"])
    assert two.step("R") is None


def test_undo_and_restart_leave_no_moves() -> None:
    """They cost a row in the log and take moves off the history; with no move they do nothing."""
    level = Level(START)
    assert not level.key("undo")
    assert not level.key("restart")
    for name in ("Right", "Down", "undo", "Left", "restart", "Down"):
        assert level.key(name)
    assert level.history == "D"
    assert [row[0] for row in level.log][2:] == ["undo", "Left", "restart", "Down"]
    assert level.board.boxes == START.boxes


def test_replay_ends_at_the_first_impossible_step() -> None:
    """Neither walls nor other characters are walked through."""
    assert replay(START, "RU") is None
    assert replay(START, "X") is None
    done = replay(START, "R")
    assert done is not None
    assert (done.history, done.pushes) == ("R", 1)


def test_session_follows_the_game() -> None:
    """Next only after a solve, nothing else after one, nothing at all after Escape."""
    easy = Board.parse(["#####", "#@$.#", "#####"])
    keys = ["n", "x", "u", "Right", "Right", "u", "r", "Return", "Right", "Escape", "Left"]
    assert [level.history for level in session([easy, START], keys)] == ["R", "R"]
    assert [level.history for level in session([easy], ["Right", "n", "Right"])] == ["R"]


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("k", range(8))
def test_board_is_read_in_every_state(draw: Draw, number: int, k: int) -> None:
    """In each symmetry, every fifth state on the way to a solution is read as it is."""
    base = (TASK / "exec" / "levels" / f"level_{number}.sok").read_text()
    seed = next(seed for seed in range(1000) if symmetry(seed, number) == k)
    text = level_text(base, seed, number)
    play, look = draw(text, "Sokoban")
    board: Board | None = Board.parse(text.splitlines())
    solution = solver.solve(solver.parse(text)).moves
    assert solution
    for count, letter in enumerate(solution):
        if count % 5 == 0:
            assert read_board(look()) == board
        play.move(letter)
        board = board.step(letter) if board else None
    assert play.solved
    assert read_board(look()) == board


def test_rules_agree_with_the_game(draw: Draw) -> None:
    """A long random walk leads to the same rows in both, undo and restart included."""
    text = (TASK / "exec" / "levels" / "level_1.sok").read_text()
    play, _ = draw(text, "Sokoban")
    level = Level(Board.parse(text.splitlines()))
    source = np.random.default_rng(3)
    for name in source.choice([*LETTERS, "undo", "restart"], 3000, p=[0.23] * 4 + [0.07, 0.01]):
        before = play.state.pushes
        moves = {"undo": play.undo, "restart": play.restart}
        did = play.move(LETTERS[name]) if name in LETTERS else moves[name]()
        assert level.key(str(name)) == did
        assert level.history == play.history
        if did:
            pushed = int(play.state.pushes > before)
            assert level.log[-1] == (name, *play.state.player, pushed, play.boxes_on_goal)


def test_player_on_goal_is_told_apart(draw: Draw) -> None:
    """The ring of a player on a goal is seen, on small cells too."""
    for width in (0, 20, 40):
        wide = "#" * width
        rows = ["#####" + wide, "#+$.#" + wide, "#  $#" + wide, "#####" + wide]
        _, look = draw("\n".join(rows), "Sokoban")
        assert read_board(look()) == Board.parse(rows)


def test_pictures_without_a_board_are_refused() -> None:
    """Other sizes, plain colours and noise raise, with what is wrong."""
    source = np.random.default_rng(1)
    with pytest.raises(NotShown, match="800 x 600"):
        read_board(np.zeros((480, 640, 3), np.uint8))
    with pytest.raises(NotShown, match="no wall"):
        read_board(np.zeros((600, 800, 3), np.uint8))
    with pytest.raises(NotShown, match="no grid"):
        read_board(source.integers(0, 256, (600, 800, 3), dtype=np.uint8))
