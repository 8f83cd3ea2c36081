"""Forged final pictures: made up, borrowed, taken too early, covered, too small, too large."""

from pathlib import Path

import numpy as np
from PIL import Image

from graders.mines.rules import numbers_on
from tests.forgeries.forging import bomb, noise, sparse
from tests.forgeries.mines import looks
from tests.forgeries.mines.evidence import save_board, shown
from tests.forgeries.mines.forging import (
    NO_PICTURE,
    NO_PICTURE_CAPS,
    ON_THE_PICTURE,
    board,
    field_at,
    forgery,
    parts_not_plain,
)
from tests.forgeries.mines.looks import window
from tests.forgeries.mines.play import CELLS

ELSEWHERE = {"board_equals_truth", "board_obeys_rules", "final_was_shown"}
HARDLY = {"revealed_below_70", "revealed_below_40"}


@forgery(*ON_THE_PICTURE, scores={"revealed_cells_raw": 480.0})
def picture_of_noise(item: Path) -> None:
    """Large and colourful, and nothing on it."""
    noise(board(item), size=(1140, 608))


@forgery(
    "cells_revealed",
    "final_was_shown",
    "summary_agrees",
    scores={"revealed_cells_raw": 480.0, "board_nontrivial": 0.57455},
)
def board_untouched(item: Path) -> None:
    """The board before the first click, all cells of which the contract's arithmetic counts."""
    save_board(item, window({}, "fresh"))


@forgery("final_was_shown", "summary_agrees")
def board_taken_early(item: Path) -> None:
    """The board before the last click."""
    clicks = sum(1 for _ in field_at(item, game=2).revealed)
    assert clicks
    field = field_at(item, game=2, clicks=312)
    save_board(item, shown(field))


@forgery(*ELSEWHERE)
def one_number_drawn(item: Path) -> None:
    """A won board, one of whose numbers is another."""
    field = field_at(item, game=2)
    tiles = field.tiles()
    cell = next(c for c, look in tiles.items() if look == "1")
    save_board(item, window(tiles | {cell: "2"}, "won"))


@forgery(*ELSEWHERE, "summary_agrees", "cells_revealed")
def flags_on_numbers(item: Path) -> None:
    """A board with flags where numbers were."""
    field = field_at(item, game=2)
    tiles = field.tiles()
    flagged = [c for c, look in tiles.items() if look == "1"][:5]
    save_board(item, window(tiles | dict.fromkeys(flagged, "flag"), "won"))


@forgery("board_equals_truth", "clicks_were_made", "final_was_shown")
def board_drawn_from_other_mines(item: Path) -> None:
    """A drawn board that obeys all rules, and was never on screen: the won one upside down."""
    field = field_at(item, game=2)
    turned = {(29 - c, 15 - r): look for (c, r), look in field.tiles().items()}
    save_board(item, window(turned, "won"))


@forgery("board_pictured", *ELSEWHERE, "clicks_were_made", "summary_agrees")
def board_with_a_blot(item: Path) -> None:
    """A drawn board that obeys all rules but for a blot, on a mine that no number sees."""
    corner = {(0, 0), (1, 0), (0, 1), (1, 1)}
    mines = frozenset(sorted(field_at(item, game=2).mines - corner)[:95]) | corner
    drawn = {cell: str(number) for cell, number in numbers_on(mines).items()}
    pixels = window(drawn | dict.fromkeys(mines, "flag"), "won")
    x, y, _, _ = looks.BOARD
    pixels[y + 2 : y + 36, x + 2 : x + 36] = (0, 80, 200)
    save_board(item, pixels)


@forgery(*ELSEWHERE, "summary_agrees")
def board_taken_early_and_mended(item: Path) -> None:
    """The board before the last click, with a number that no mines explain."""
    tiles = field_at(item, game=2, clicks=312).tiles()
    cell = next(c for c, look in tiles.items() if look == "1")
    save_board(item, window(tiles | {cell: "2"}))


@forgery(*ON_THE_PICTURE, scores=parts_not_plain(5) | {"board_nontrivial": 0.05744}, caps=HARDLY)
def board_paused(item: Path) -> None:
    """A game that is paused, its board under a lid."""
    save_board(item, window({}, "paused", over="paused"))


@forgery(*ON_THE_PICTURE, scores=parts_not_plain(301) | {"board_nontrivial": 0.94534})
def board_covered(item: Path) -> None:
    """The won board behind the dialog of high scores: it is on screen, but nobody can read it."""
    save_board(item, shown(field_at(item, game=2), over="dialog"))


@forgery(
    *ON_THE_PICTURE,
    scores=NO_PICTURE,
    caps=NO_PICTURE_CAPS,
)
def board_is_a_placeholder(item: Path) -> None:
    """A plain picture of two kilobytes."""
    Image.new("RGB", (1140, 608), (200, 200, 190)).save(board(item))


@forgery(
    "board_pictured",
    "final_was_shown",
    "summary_agrees",
    scores=NO_PICTURE,
    caps=NO_PICTURE_CAPS,
)
def board_in_few_bytes(item: Path) -> None:
    """The right board with spots for digits, in a file that is too small to be a screenshot's."""
    revealed = field_at(item, game=2).revealed
    pixels = looks.board({})
    pixels[:] = pixels[0, 0]
    for column, row in CELLS:
        look = str(revealed.get((column, row), "hidden"))
        tile = pixels[row * 38 : row * 38 + 38, column * 38 : column * 38 + 38]
        tile[2:-2, 2:-2] = looks.tile(look)[4, 4]
        if look not in ("0", "hidden"):
            tile[12:26, 12:26] = 0
    Image.fromarray(pixels).quantize(32).save(board(item), optimize=True)


@forgery(
    "board_pictured",
    "final_was_shown",
    scores={"final_board_resolution_ok": 0.0},
    caps={"small_board"},
)
def board_scaled_down(item: Path) -> None:
    """The right board, too small."""
    with Image.open(board(item)) as picture:
        picture.resize((900, 480)).save(board(item))


@forgery(
    *ON_THE_PICTURE,
    scores=parts_not_plain(226) | {"board_nontrivial": 0.85562},
    caps={"revealed_below_70"},
)
def half_of_the_board(item: Path) -> None:
    """The right half is plain."""
    paint(item, 17)


@forgery(*ON_THE_PICTURE, scores=parts_not_plain(133) | {"board_nontrivial": 0.68538}, caps=HARDLY)
def third_of_the_board(item: Path) -> None:
    """The left third, and nothing else."""
    paint(item, 10)


def paint(item: Path, columns: int) -> None:
    """Leave only so many columns of the final picture."""
    with Image.open(board(item)) as picture:
        pixels = np.array(picture.convert("RGB"))
    pixels[:, columns * 38 :] = pixels[0, 0]
    Image.fromarray(pixels).save(board(item))


@forgery(
    *ON_THE_PICTURE,
    scores=NO_PICTURE | {"final_board_exists": 1.0},
    caps=NO_PICTURE_CAPS - {"no_board_or_summary"},
    reference=False,
)
def board_is_a_bomb(item: Path) -> None:
    """Some hundred kilobytes that unpack to 400 million pixels."""
    bomb(board(item), 20_000)


@forgery(
    *ON_THE_PICTURE,
    scores=NO_PICTURE | {"final_board_exists": 1.0},
    caps=NO_PICTURE_CAPS - {"no_board_or_summary"},
    reference=False,
)
def board_is_sparse(item: Path) -> None:
    """Two gigabytes of nothing."""
    sparse(board(item), 2 << 30)


@forgery(
    *ON_THE_PICTURE,
    scores=NO_PICTURE | {"final_board_exists": 1.0},
    caps=NO_PICTURE_CAPS - {"no_board_or_summary"},
)
def board_is_prose(item: Path) -> None:
    """A large file that is no picture."""
    board(item).write_text("It was a fine board.\n" * 500)
