"""The grader's reader on pictures of the real game (quadrapassel 40.2, Debian 12, 610 x 856)."""

from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from graders.errors import NotShown
from graders.pictures import Picture
from graders.quadrapassel.field import NOTHING
from graders.quadrapassel.numbers import Digits
from graders.quadrapassel.pixels import Place, find_field, read_shot

DATA = Path(__file__).parents[1] / "data"

SHOWN = {
    "tangoflat": (664560, 40, 5),
    "clean": (141000, 16, 2),
    "tangoshaded": (80540, 11, 2),
    "plain": (80920, 15, 2),
}
"""Score, lines and level on each theme's picture, read by eye."""

FIELDS = {
    "tangoflat": {1: ".....Z....", 2: "....ZZ....", 3: "....Z.....", 19: "LLLJ......"},
    "clean": {
        **dict.fromkeys(range(1, 5), "....I....."),
        18: ".........I",
        19: ".......SSI",
    },
    "tangoshaded": {
        0: "...LLL....",
        1: "...L......",
        16: ".........Z",
        17: "........ZZ",
        18: "ZZ......ZT",
        19: "TZZ...OOTT",
    },
    "plain": {
        1: ".....T....",
        2: "....TT....",
        3: ".....T....",
        16: ".........I",
        17: ".........I",
        18: "....OO...I",
        19: "IOO.TTTSJI",
    },
}
"""Rows that are not empty."""

THEMES = sorted(SHOWN)


def picture(name: str) -> Picture:
    """A window of the real game."""
    return np.asarray(Image.open(DATA / f"quadrapassel_{name}.png").convert("RGB"))


@pytest.mark.parametrize("theme", THEMES)
def test_field_of_a_window(theme: str) -> None:
    """Every cell of each theme; the game runs."""
    shot = read_shot(picture(theme))
    assert shot.place == Place(left=10, top=68, cell=39)
    assert shot.field == tuple(FIELDS[theme].get(y, NOTHING[0]) for y in range(20))
    assert shot.panel is not None
    assert shot.panel.playing


@pytest.mark.parametrize("theme", THEMES)
def test_field_alone(theme: str) -> None:
    """A picture of the field and nothing else reads the same, and has the same fingerprint."""
    window = read_shot(picture(theme))
    alone = read_shot(np.ascontiguousarray(window.place.cut(picture(theme))))
    assert alone.panel is None
    assert (alone.field, alone.cut) == (window.field, window.cut)
    assert alone.cut == alone.fingerprint != window.fingerprint


def test_digits_of_all_windows_are_the_same() -> None:
    """What one window teaches about digits is true of the others."""
    digits = Digits()
    for theme in THEMES:
        panel = read_shot(picture(theme)).panel
        assert panel is not None
        assert digits.disagreements(panel, SHOWN[theme]) == []


@pytest.mark.parametrize(
    "wrong",
    [(664561, 40, 5), (664560, 41, 5), (664560, 40, 6), (66456, 40, 5), (664560, 40, 50)],
)
def test_other_numbers_are_not_these(wrong: tuple[int, int, int]) -> None:
    """A digit that is known, one that would be drawn in two ways, one too few, one too many."""
    digits = Digits()
    panel = read_shot(picture("tangoflat")).panel
    assert panel is not None
    assert len(digits.disagreements(panel, wrong)) == 1
    assert digits.disagreements(panel, SHOWN["tangoflat"]) == []  # nothing wrong was learnt


def test_shifted_numbers_do_not_pass_for_long() -> None:
    """Two windows whose levels are said to be one more than they show."""
    digits = Digits()
    faults = []
    for theme in THEMES:
        score, lines, level = SHOWN[theme]
        panel = read_shot(picture(theme)).panel
        assert panel is not None
        faults += digits.disagreements(panel, (score, lines, level + 1))
    assert faults


def test_before_a_game() -> None:
    """The decorative field has a block in every row, and no game runs."""
    shot = read_shot(picture("before"))
    assert all(row.count(".") == 1 for row in shot.field)
    assert shot.panel is not None
    assert not shot.panel.playing


def test_game_that_is_over() -> None:
    """Words stand across two rows, the others can be read; no game runs."""
    shot = read_shot(picture("over"))
    assert [y for y, row in enumerate(shot.field) if "?" in row] == [9]
    assert shot.field[0] == "...ZZ....."
    assert shot.field[8] == "...SS....."
    assert shot.field[19] == "...IIII..."
    assert shot.panel is not None
    assert not shot.panel.playing
    assert Digits().disagreements(shot.panel, (0, 0, 1)) == []


def test_shadow_is_seen() -> None:
    """A piece's shadow, an eighth as bright as the piece, is no empty cell."""
    window = picture("tangoflat").copy()
    place = find_field(window)
    cell = window[place.top + 39 : place.top + 78, place.left + 5 * 39 : place.left + 6 * 39]
    window[place.top + 390 : place.top + 429, place.left : place.left + 39] = cell // 8
    assert read_shot(window).field[10] == "?........."


@pytest.mark.parametrize(
    "size", [(1, 1, 3), (20, 10, 3), (300, 200, 3), (856, 610, 3), (5000, 5000, 3)]
)
def test_pictures_without_a_field(size: tuple[int, int, int]) -> None:
    """Grey pictures of odd sizes, and of more pixels than a screen has."""
    with pytest.raises(NotShown):
        find_field(np.full(size, 100, np.uint8))


def test_noise_has_no_field() -> None:
    """Any pixel may have the view's colour by chance."""
    noise = np.random.default_rng(1).integers(0, 256, (856, 610, 3), np.uint8)
    with pytest.raises(NotShown):
        find_field(noise)


@pytest.mark.parametrize("cell", [20, 33, 60])
@pytest.mark.parametrize("margins", [(0, 5), (4, 0), (3, 9)])
def test_field_is_found_in_any_window(cell: int, margins: tuple[int, int]) -> None:
    """The view is as wide as ten cells and a rest, as high as twenty and a rest."""
    beside, above = margins
    width, height = 10 * cell + beside, 20 * cell + above
    window = np.full((height + 60, 2 * width, 3), 45, np.uint8)
    window[50 : 50 + height, 7 : 7 + width] = 16
    left, top = 7 + beside // 2, 50 + above
    window[top : top + 20 * cell, left : left + 10 * cell] = 0
    assert find_field(window) == Place(left, top, cell)
