"""What a picture of quadrapassel shows, on pictures that the real game drew (400 x 500 window)."""

import itertools
from dataclasses import replace
from functools import cache
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from drivers.errors import UnknownLook
from drivers.quadrapassel.look import (
    PALETTE,
    TOLERANCE,
    UNKNOWN,
    Button,
    Layout,
    Look,
    find_layout,
    read,
)
from drivers.quadrapassel.model import Falling
from drivers.quadrapassel.numbers import Numbers, read_numbers
from drivers.screen import Frame

DATA = Path(__file__).parents[1] / "data"
THEMES = ("plain", "clean", "tangoflat", "tangoshaded")
LAYOUT = Layout((556, 410), 18, 69, 24, 10, (273, 75, 131, 131), (338, 484), plain=False)
STACK = (
    *("..........",) * 13,
    "......LLL.",
    ".LLL.TL...",
    ".L..TTT...",
    "ZZ.OO.....",
    ".ZZOO..TTT",
    "ZZ.J..OOT.",
    ".ZZJJJOO..",
)
"""What lies in the pictures named after themes; above it falls an S."""


@cache
def picture(name: str) -> Frame:
    """A frame of the real game."""
    with Image.open(DATA / f"quadrapassel_{name}.webp") as image:
        return np.asarray(image.convert("RGB"))


def look(name: str) -> Look:
    """What it shows."""
    return read(picture(name), LAYOUT)


@pytest.mark.parametrize("name", [*THEMES, "unstarted", "paused", "over"])
def test_everything_is_found_where_it_is(name: str) -> None:
    """Field, cells, preview and button, whatever is in them."""
    found = find_layout(picture(name))
    assert (found.shape, found.left, found.top, found.cell, found.columns, found.preview) == (
        *(LAYOUT.shape, LAYOUT.left, LAYOUT.top, LAYOUT.cell, LAYOUT.columns, LAYOUT.preview),
    )
    assert found.plain == (name == "plain"), "words over the field are in no theme"
    assert np.abs(np.subtract(found.button, LAYOUT.button)).max() <= 1


@pytest.mark.parametrize("theme", THEMES)
def test_every_theme_is_read(theme: str) -> None:
    """Pieces by their colours, in each of the four themes."""
    seen = look(theme)
    assert seen.field == (STACK[0], "....SS....", "...SS.....", *STACK[3:])
    assert seen.clear
    assert seen.button is Button.PAUSE
    assert seen.falling(STACK) == Falling("S", (0, 2), left=3, top=1)


@pytest.mark.parametrize("theme", THEMES)
def test_preview_tells_piece_and_rotation(theme: str) -> None:
    """The J of the preview stands upright, its foot at the upper right."""
    preview = look(theme).preview
    assert preview is not None
    assert (preview.piece, preview.rotations) == ("J", (1,))


def test_preview_is_read_while_it_grows() -> None:
    """A piece comes in at six tenths of its size."""
    frame = picture("plain").copy()
    left, top, width, height = LAYOUT.preview
    whole = Image.fromarray(frame[top : top + height, left : left + width])
    grown = read(frame, LAYOUT).preview
    for tenths in range(6, 10):
        size = width * tenths // 10
        small = np.asarray(whole.resize((size, size), Image.Resampling.BILINEAR))
        square = np.zeros((height, width, 3), np.uint8)
        corner = (width - size) // 2
        square[corner : corner + size, corner : corner + size] = small
        frame[top : top + height, left : left + width] = square
        preview = read(frame, LAYOUT).preview
        assert preview is not None
        assert grown is not None
        assert (preview.piece, preview.rotations) == ("J", (1,))
        assert preview.extent < grown.extent


def test_no_preview_before_a_game() -> None:
    """The square is empty then, and the button offers to play."""
    seen = look("unstarted")
    assert seen.preview is None
    assert seen.button is Button.PLAY
    assert all(row.count(".") == 1 for row in seen.field)


def test_words_over_the_field_are_no_pieces() -> None:
    """Paused and over are told by the button; where words are, cells have no name."""
    paused, over = look("paused"), look("over")
    assert paused.button is Button.PLAY
    assert over.button is Button.AGAIN
    for seen in (paused, over):
        assert not seen.clear
        assert not seen.covered
        assert {y for y, row in enumerate(seen.field) if UNKNOWN in row} <= {8, 9, 10, 11}


def test_words_are_not_taken_for_what_lies_under_them() -> None:
    """Their white is that of an S: the middle rows are as they were known, the others as seen."""
    known = ("LLLLLLLLLL",) * 20
    lies = look("over").completed(known)
    assert lies[8:12] == known[8:12]
    assert lies[:3] == ("....L.....", "....L.....", "....LL....")
    assert lies[12:] == ("....SS....", "...SS.LLL.", *STACK[14:])


def test_list_of_scores_covers_the_field() -> None:
    """It is told from the words, and does not hide what the button says."""
    seen = look("scores")
    assert seen.covered
    assert seen.button is Button.AGAIN


@pytest.mark.parametrize(
    ("name", "read_as"), [("plain", Numbers(0, 0, 1)), ("over", Numbers(0, 0, 1))]
)
def test_numbers_are_read(name: str, read_as: Numbers) -> None:
    """Score, lines and level, in this order."""
    assert read_numbers(picture(name), LAYOUT) == read_as


def test_there_are_no_numbers_before_a_game() -> None:
    """Dashes stand in their places."""
    with pytest.raises(UnknownLook, match="number"):
        read_numbers(picture("unstarted"), LAYOUT)


def test_other_pictures_have_no_field() -> None:
    """Black, grey and noise are refused, and so is a field that is not drawn yet."""
    noise = np.random.default_rng(1).integers(0, 256, (556, 410, 3), dtype=np.uint8)
    undrawn = picture("plain").copy()
    undrawn[LAYOUT.field] = 0
    for frame in (np.zeros_like(noise), np.full_like(noise, 53), noise, undrawn):
        with pytest.raises(UnknownLook):
            find_layout(frame)


@pytest.mark.parametrize("part", [0.0, 0.03, 0.1, 0.15, 0.3])
def test_what_fades_over_plain_cells_is_looked_through(part: float) -> None:
    """Cleared rows fade away over what lies: the rest is read early, strictly or not at all."""
    frame = picture("plain")
    faded = (frame * (1 - part) + 255 * part).astype(np.uint8)  # a white block over every cell
    plain = replace(LAYOUT, plain=True)
    clear = {strict: read(faded, plain, strict=strict).clear for strict in (False, True)}
    assert clear == {False: part <= 0.15, True: part == 0.0}
    if clear[False]:
        assert read(faded, plain).field == look("plain").field


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("part", [0.0, 0.03, 0.05])
def test_what_fades_over_empty_cells_is_seen_strictly(theme: str, part: float) -> None:
    """The last of a fade is dark: a picture that shows it is none to hand in, in whatever theme."""
    frame = picture(theme)
    faded = (frame * (1 - part) + 255 * part).astype(np.uint8)
    assert read(faded, LAYOUT, strict=True).clear == (part == 0.0)


def test_no_two_pieces_are_within_reach_of_one_colour() -> None:
    """Half the distance between any two pieces of any two themes is beyond the tolerance."""
    for (one, a), (other, b) in itertools.combinations(PALETTE.items(), 2):
        if one[0] != other[0]:
            assert np.linalg.norm(np.subtract(a, b)) > 2 * TOLERANCE, (one, other)
