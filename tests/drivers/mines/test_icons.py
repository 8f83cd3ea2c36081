"""Marks of Mines in every size a window can give them: real mines, and all icons drawn here.

The saved mines are from gnome-mines 40.1, theme `classic`, a lost game whose window was resized.
Spikes thinner than the points' distance once let the reading miss them on tiles of 42 x 43.
"""

from functools import lru_cache
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from PIL import Image

from drivers.mines.codes import UNKNOWN
from drivers.mines.digits import FRAME, _shifted, drawn_icon, icon_size, icon_span
from drivers.mines.driver import EXPLODED, FLAG, MINE, QUESTION, WRONG_FLAG, read_sight
from drivers.mines.icons import FINE, FLAG_LIKE, INKS, MINE_LIKE, Icons
from drivers.mines.tiles import BACKGROUNDS
from drivers.screen import Frame
from tests.drivers.mines.test_look import drawn

DATA = Path(__file__).parents[1] / "data"

SAVED = ((20, 20), (31, 32), (42, 41), (42, 42), (42, 43), (43, 42), (43, 43), (57, 57))
"""Widths and heights of the tiles side by side in the picture of real mines."""

SIZES = [(width, width + more) for width in range(20, 64) for more in (0, 1)]
"""An icon is as large as the width says; the height moves it by half a pixel or not."""

DARK, RED = INKS["dark"], INKS["red"]
COLOURED = None

Look = tuple[str, str, tuple[int, int, int] | None]
"""An icon, the background it is on, and its ink, if it has one."""

MARKS: dict[Look, int] = {
    ("classic/mine", "dark", COLOURED): MINE,
    ("default/mine", "dark", DARK): MINE,
    ("bgcolors/mine", "dark", DARK): MINE,
    ("classic/exploded", "light", COLOURED): EXPLODED,
    ("default/exploded", "light", RED): EXPLODED,
    ("bgcolors/exploded", "light", RED): EXPLODED,
    ("default/incorrect", "dark", RED): WRONG_FLAG,
    ("bgcolors/incorrect", "dark", RED): WRONG_FLAG,
    **{
        (f"{theme}/{icon}", ground, ink): code
        for theme, ink in (("classic", COLOURED), ("default", DARK), ("bgcolors", DARK))
        for icon, code in (("flag", FLAG), ("maybe", QUESTION))
        for ground in ("plain", "light", "dark", "cursor")
    },
}

DIGITS: list[Look] = [(f"default/{n}mines", "dark", DARK) for n in range(1, 9)]
"""No game shows these on that background, but if one were there, it must not be called a mark."""


def saved_mines() -> dict[tuple[int, int], Frame]:
    """Real tiles by their size."""
    with Image.open(DATA / "mines_classic_mines.webp") as image:
        strip = np.asarray(image.convert("RGB"))
    lefts = np.cumsum([0, *(width for width, _ in SAVED)]).tolist()
    return {
        (width, height): strip[:height, left : left + width]
        for (width, height), left in zip(SAVED, lefts, strict=False)
    }


@lru_cache(maxsize=1024)
def icon(name: str, size: int) -> NDArray[np.float32]:
    """A theme's icon, its colours multiplied by its opacity."""
    picture = drawn_icon(name, size).astype(np.float32)
    picture[..., :3] *= picture[..., 3:]
    return picture


def tile(look: Look, width: int, height: int) -> Frame:
    """A tile as GTK draws it, without its border."""
    name, ground, ink = look
    size = icon_size(width)
    picture = icon(name, size).copy()
    if ink is not None:
        picture[..., :3] = picture[..., 3:] * np.array(ink) / 255
    left, top = FRAME + (width - 2 * FRAME - size) / 2, FRAME + (height - 2 * FRAME - size) / 2
    moved = np.stack([_shifted(picture[..., i], left % 1, top % 1) for i in range(4)], axis=-1)
    whole = np.tile(np.array(BACKGROUNDS[ground]) / 255, (height, width, 1))
    inside = whole[int(top) : int(top) + size + 1, int(left) : int(left) + size + 1]
    inside[:] = inside * (1 - moved[..., 3:]) + moved[..., :3]
    return np.rint(whole * 255).astype(np.uint8)


def icons(look: Look, *, lower_half: bool = True) -> Icons:
    """An icon in all sizes."""
    points = []
    for width, height in SIZES:
        drawing, size = tile(look, width, height), icon_size(width)
        if not lower_half:
            drawing[height // 2 :] = BACKGROUNDS[look[1]]
        down, across = icon_span(height, size, FINE)[1], icon_span(width, size, FINE)[1]
        points.append(drawing[np.ix_(down, across)].reshape(FINE * FINE, 3))
    ground = np.tile(np.array(BACKGROUNDS[look[1]], dtype=np.float32), (len(SIZES), 1))
    return Icons(np.array(points, dtype=np.float32), ground)


def named(look: Look, *, lower_half: bool = True) -> set[int]:
    """What an icon is read as, over all sizes."""
    ground = np.full(len(SIZES), look[1])
    marks = icons(look, lower_half=lower_half).marks(light=ground == "light", dark=ground == "dark")
    return set(marks.tolist())


@pytest.mark.parametrize("size", SAVED)
def test_a_real_mine_is_read(size: tuple[int, int]) -> None:
    """Also where its spikes lie between the points."""
    width, height = size
    frame = drawn([width] * 30, [height] * 16)
    left, top = 30 + 7 * width, 70 + 4 * height
    frame[top : top + height, left : left + width] = saved_mines()[size]
    sight = read_sight(frame)
    assert sight.at((7, 4)) == MINE
    assert sight.lost


@pytest.mark.parametrize("size", SAVED)
def test_tiles_are_drawn_here_as_the_game_draws_them(size: tuple[int, int]) -> None:
    """To one level, so that what follows is about the real icons."""
    ours, real = tile(("classic/mine", "dark", COLOURED), *size), saved_mines()[size]
    inside = slice(4, -4)
    assert np.abs(ours[inside, inside].astype(int) - real[inside, inside]).max() <= 1


@pytest.mark.parametrize("look", MARKS)
def test_a_mark_is_itself_in_every_size(look: Look) -> None:
    """On each background that it can have."""
    assert named(look) == {MARKS[look]}


@pytest.mark.parametrize("look", DIGITS)
def test_a_digit_is_no_mark_in_any_size(look: Look) -> None:
    """Its shape is far from those of flags and mines."""
    assert named(look) == {UNKNOWN}


@pytest.mark.parametrize("look", [look for look in MARKS if MARKS[look] == MINE])
def test_half_a_mine_is_none_in_any_size(look: Look) -> None:
    """A picture that is half drawn has no name."""
    assert named(look, lower_half=False) == {UNKNOWN}


def test_shapes_are_far_apart_in_every_size() -> None:
    """What is a mine, or a flag, is closer to its shape than the bound by a fifth, others further.

    The bounds were chosen from these distances; an icon that moves towards one shows here first.
    """
    for look, code in MARKS.items():
        if look[2] is COLOURED and code != MINE:
            continue  # told by its colours
        from_flag, from_mine = icons(look).distances()
        if code in (MINE, EXPLODED):
            assert from_mine.max() < 0.8 * MINE_LIKE
            assert from_flag.min() > 1.2 * FLAG_LIKE
        else:
            assert from_flag.max() < 0.8 * FLAG_LIKE
            assert from_mine.min() > 1.2 * MINE_LIKE
