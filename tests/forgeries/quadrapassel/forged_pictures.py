"""Forged pictures: edited, drawn, repeated, of other moments, and hostile ones."""

import shutil
from pathlib import Path

from tests.forgeries.quadrapassel.evidence import save
from tests.forgeries.quadrapassel.forging import (
    edit_cell,
    exchange,
    final,
    forgery,
    frame_pixels,
    frames,
    new_frame,
    pixels_of,
    pressed,
    retouch,
    step,
    steps,
)
from tests.forgeries.quadrapassel.painter import CELL, Pixels, field_of
from tests.forgeries.record import Event, edit_events, read_events


def cell_of(pixels: Pixels, column: int, row: int) -> Pixels:
    """The part of a field's picture that a cell has."""
    return pixels[CELL * row : CELL * (row + 1), CELL * column : CELL * (column + 1)]


@forgery("boards_follow", "steps_were_shown")
def block_added(item: Path) -> None:
    """A cell of one picture was edited: something lies there."""

    def add(pixels: Pixels) -> None:
        blocks = [(x, y) for y in range(12, 20) for x in range(10) if cell_of(pixels, x, y).any()]
        cell_of(pixels, 5, 10)[:] = cell_of(pixels, *blocks[0])

    retouch(step(item, 20), add)


@forgery("boards_follow", "steps_were_shown")
def block_taken(item: Path) -> None:
    """A cell of one picture was edited: nothing lies there any more."""

    def take(pixels: Pixels) -> None:
        x = next(x for x in range(10) if cell_of(pixels, x, 19).any())
        cell_of(pixels, x, 19)[:] = 0

    retouch(step(item, 20), take)


@forgery("boards_follow", "steps_were_shown")
def block_recoloured(item: Path) -> None:
    """A cell of one picture was edited: it came with another piece."""

    def paint(pixels: Pixels) -> None:
        blocks = [cell_of(pixels, x, y) for y in (19, 18) for x in range(10)]
        lying = [block for block in blocks if block.any()]
        lying[0][:] = next(block for block in lying if (block != lying[0]).any())

    retouch(step(item, 20), paint)


@forgery("boards_follow", "steps_were_shown")
def cell_covered(item: Path) -> None:
    """Something grey lies over a cell of one picture."""

    def cover(pixels: Pixels) -> None:
        cell_of(pixels, 5, 10)[:] = 90

    retouch(step(item, 20), cover)


@forgery("steps_were_shown")
def pixel_edited(item: Path) -> None:
    """Nobody can see it: one pixel of one picture."""

    def touch(pixels: Pixels) -> None:
        pixels[400, 200] ^= 1

    retouch(step(item, 20), touch)


@forgery("steps_were_shown")
def drawn_by_the_rules(item: Path) -> None:
    """A picture that shows what should lie, drawn anew; the game never showed it so."""

    def lower(pixels: Pixels) -> None:
        fell = pixels[: 3 * CELL].copy()
        pixels[: 4 * CELL] = 0
        pixels[CELL : 4 * CELL] = fell

    retouch(step(item, 20), lower)


@forgery("boards_follow", "steps_were_shown")
def pictures_exchanged(item: Path) -> None:
    """Two pictures in another order."""
    exchange(step(item, 20), step(item, 21))


@forgery("boards_follow", "steps_were_shown")
def pictures_reversed(item: Path) -> None:
    """All pictures in another order."""
    paths = steps(item)
    for one, other in zip(paths[: len(paths) // 2], reversed(paths), strict=False):
        exchange(one, other)


@forgery(
    "steps_pictured",
    "boards_follow",
    "steps_were_shown",
    "numbers_agree",
    scores={"step_shot_md5_diversity": 61 / 62},
)
def pictures_a_step_late(item: Path) -> None:
    """Each picture is the next row's."""
    paths = steps(item)
    paths[0].unlink()
    for one, other in zip(paths[1:], paths, strict=False):
        one.rename(other)
    shutil.copyfile(final(item), paths[-1])
    save(final(item), pixels_of(paths[-1]))


def repeated(item: Path, first: int, count: int) -> None:
    """Put one picture in the place of those that follow."""
    good = step(item, first).read_bytes()
    for number in range(first + 1, first + 1 + count):
        step(item, number).write_bytes(good)


@forgery(
    "steps_pictured",
    "boards_follow",
    "steps_were_shown",
    scores={"step_shot_md5_diversity": 61 / 62},
)
def picture_repeated(item: Path) -> None:
    """One picture twice."""
    repeated(item, 20, 1)


@forgery(
    "steps_pictured",
    "pictures_diverse",
    "boards_follow",
    "steps_were_shown",
    scores={"step_shot_md5_diversity": 49 / 62},
    caps={"repeated_pictures"},
)
def pictures_repeated(item: Path) -> None:
    """One picture a dozen times and more."""
    repeated(item, 20, 13)


@forgery("boards_follow", "steps_were_shown")
def picture_named_twice(item: Path) -> None:
    """Two rows have the same picture."""
    edit_cell(item, 21, "screenshot_file", "board_step_0020.png")


@forgery("boards_follow")
def picture_of_before_the_drop(item: Path) -> None:
    """The piece still falls on it."""
    events = read_events(item)
    drop = pressed(events, "space")[20]
    before = max(i for i in frames(events) if i < drop)
    save(step(item, 21), field_of(frame_pixels(item, events[before])))


@forgery("final_was_shown")
def final_of_an_earlier_moment(item: Path) -> None:
    """The field as it was some pieces before."""
    save(final(item), pixels_of(step(item, 58)))


@forgery("final_was_shown")
def final_touched_up(item: Path) -> None:
    """One pixel of the final picture."""

    def touch(pixels: Pixels) -> None:
        pixels[400, 200] ^= 1

    retouch(final(item), touch)


@forgery("final_was_shown")
def final_of_a_later_moment(item: Path) -> None:
    """Another piece came to lie that no row tells of; it was on screen."""

    def later(events: list[Event]) -> list[Event]:
        last = frames(events)[-1]
        shown = frame_pixels(item, events[last])
        shown[68 + 10 * CELL : 68 + 11 * CELL, 10 : 10 + 4 * CELL] = (0x72, 0x9F, 0xCF)
        save(final(item), field_of(shown))
        return [*events[: last + 1], new_frame(item, "later.png", shown), *events[last + 1 :]]

    edit_events(item, later)
