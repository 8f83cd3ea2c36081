"""Pictures that are too small, too large, plain, or none."""

from pathlib import Path

import numpy as np
from PIL import Image

from graders.pictures import resized
from tests.forgeries.forging import bomb, noise, sparse
from tests.forgeries.quadrapassel.evidence import save
from tests.forgeries.quadrapassel.forging import (
    NO_FINAL,
    final,
    forgery,
    pixels_of,
    results,
    retouch,
    step,
    steps,
)


@forgery("steps_were_shown", scores={"actions_match_shots": 62 / 63})
def picture_of_no_row(item: Path) -> None:
    """One more picture than rows, of something else."""
    noise(results(item) / "board_step_0999.png", size=(390, 780))


@forgery(
    "steps_differ",
    "boards_follow",
    "steps_were_shown",
    scores={"step_pixel_diff_nontrivial": 0.0000},
    caps={"pictures_alike"},
)
def first_pictures_alike(item: Path) -> None:
    """The first pictures are one, with a pixel changed in each."""
    first = pixels_of(step(item, 1))
    for number in range(2, 6):
        first[400, 200] = number
        save(step(item, number), first)


@forgery(
    "steps_differ",
    "boards_follow",
    "steps_were_shown",
    scores={"step_pixel_diff_nontrivial": 0.7955},
)
def first_pictures_hardly_differ(item: Path) -> None:
    """The first pictures are one, with some noise on each."""
    source = np.random.default_rng(5)
    first = pixels_of(step(item, 1))
    for number in range(2, 6):
        save(step(item, number), first + source.integers(0, 11, first.shape, dtype=np.uint8))


@forgery("boards_follow", "steps_were_shown", "final_was_shown", "numbers_agree")
def pictures_of_noise(item: Path) -> None:
    """Large, colourful, all different, and nothing on them."""
    for path in (*steps(item), final(item)):
        path.unlink()
        noise(path, size=(240, 480))


@forgery("steps_pictured", "steps_were_shown", scores={"step_shot_quality": 61 / 62})
def picture_too_narrow(item: Path) -> None:
    """One picture has fewer pixels across than are asked for."""
    retouch(step(item, 20), lambda pixels: resized(pixels, like=pixels[:380, :190]))


@forgery(
    "steps_pictured",
    "steps_were_shown",
    scores={"step_shot_quality": 31 / 62},
    caps={"small_pictures"},
)
def pictures_too_narrow(item: Path) -> None:
    """Half of the pictures do."""
    for path in steps(item)[::2]:
        retouch(path, lambda pixels: resized(pixels, like=pixels[:380, :190]))


@forgery()
def picture_too_short(item: Path) -> None:
    """The right pixels in a file that is smaller than is asked for."""
    with Image.open(step(item, 4)) as picture:
        picture.convert("RGB").save(step(item, 4), optimize=True)


@forgery("blocks_visible", "boards_follow", "steps_were_shown")
def picture_is_plain(item: Path) -> None:
    """One picture is black, in a file that is large enough."""
    bomb(step(item, 20), 2000)


@forgery(
    "steps_pictured",
    "blocks_visible",
    "boards_follow",
    "steps_were_shown",
    scores={"step_shot_quality": 61 / 62},
)
def picture_is_a_bomb(item: Path) -> None:
    """A small file that unpacks to half a gigabyte."""
    bomb(step(item, 20), 14_000)


@forgery(
    "steps_pictured",
    "blocks_visible",
    "boards_follow",
    "steps_were_shown",
    scores={"step_shot_quality": 61 / 62},
    reference=False,
)
def picture_of_a_terabyte(item: Path) -> None:
    """A file of nothing, as long as you like."""
    sparse(step(item, 20), 1 << 40)


@forgery(
    "steps_pictured",
    "blocks_visible",
    "boards_follow",
    "steps_were_shown",
    scores={"step_shot_quality": 61 / 62},
)
def picture_is_text(item: Path) -> None:
    """No picture at all, but as many bytes as one."""
    step(item, 20).write_text("board\n" * 2000)


@forgery("blocks_visible", "boards_follow", "steps_were_shown")
def picture_cut_short(item: Path) -> None:
    """The first half of a picture."""
    content = step(item, 20).read_bytes()
    step(item, 20).write_bytes(content[: len(content) // 2])


@forgery("final_pictured", "final_was_shown")
def final_too_wide(item: Path) -> None:
    """Larger than is asked for."""
    retouch(final(item), lambda pixels: np.repeat(np.repeat(pixels, 3, axis=0), 3, axis=1))


@forgery(
    "blocks_visible", "final_was_shown", scores={"board_nontrivial": 0.3369}, caps={"plain_final"}
)
def final_is_plain(item: Path) -> None:
    """Hardly anything on the final picture."""
    retouch(final(item), lambda pixels: pixels // 4)


@forgery("blocks_visible", "final_was_shown", scores={"board_nontrivial": 0.9007})
def final_is_pale(item: Path) -> None:
    """Too little contrast on the final picture."""
    retouch(final(item), lambda pixels: pixels // 3 * 2)


@forgery(*NO_FINAL, scores={"board_nontrivial": 0.0}, caps={"plain_final"})
def final_is_text(item: Path) -> None:
    """Only a name."""
    final(item).write_text("game over\n" * 1000)


@forgery(*NO_FINAL, scores={"board_nontrivial": 0.0}, caps={"plain_final"})
def final_is_a_bomb(item: Path) -> None:
    """A small file that unpacks to half a gigabyte."""
    bomb(final(item), 14_000)
