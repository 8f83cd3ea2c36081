"""The picture that the Sokoban game draws, as drivers and graders read it."""

import io
from pathlib import Path

import numpy as np
import pygame
import pytest
from numpy.typing import NDArray
from PIL import Image

from games import sokoban as game
from tests.games.conftest import LEVELS
from tests.games.known import level, solved

PALETTE = {
    "outside": game.BACKGROUND,
    "wall": game.WALL,
    "floor": game.FLOOR,
    "goal": game.RED,
    "box": game.BROWN,
    "box on goal": game.GREEN,
    "player": game.BLUE,
}


def drawn(play: game.Play, *, number: int = 1) -> NDArray[np.uint8]:
    """The window, 600 x 800 x 3, as the game draws it."""
    pygame.font.init()
    window = pygame.Surface(game.WINDOW, 0, 32)
    game.Painter(play.level, title="Sokoban", number=number, count=3).draw(window, play)
    data = np.frombuffer(pygame.image.tobytes(window, "RGB"), np.uint8)
    return data.reshape(600, 800, 3)


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
    """Every pixel of the middle third is within 10 grey levels of its colour."""
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
