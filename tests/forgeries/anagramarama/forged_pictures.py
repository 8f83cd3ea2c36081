"""Pictures that were edited, or that nobody can look at."""

import shutil
from pathlib import Path

import numpy as np
import pygame
from PIL import Image

from games.anagramarama import layout, scenery
from games.anagramarama.picture import NUMBERS
from tests.forgeries.anagramarama.forging import (
    NO_FINAL,
    Pixels,
    forgery,
    results,
    retouch,
    shot,
    show,
)
from tests.forgeries.forging import bomb, change_json, noise, sparse


def write_score(path: Path, words: str) -> None:
    """Write another score into a picture, as the game itself would."""
    pygame.font.init()
    text = scenery.font(NUMBERS).render(words, True, layout.INK, layout.PLATE)
    glyphs = np.frombuffer(pygame.image.tobytes(text, "RGB"), np.uint8)
    glyphs = glyphs.reshape(text.get_height(), text.get_width(), 3)

    def written(pixels: Pixels) -> None:
        y, x = layout.STATUS_Y, layout.SCORE_X
        pixels[y : y + len(glyphs), x : layout.TIME_X] = layout.PLATE
        pixels[y : y + len(glyphs), x : x + glyphs.shape[1]] = glyphs

    retouch(path, written)


def seen_so(item: Path, when: str, score: str) -> None:
    """Write another score into a picture, on the screen and in the record as well."""
    kept = item / "kept.png"
    shutil.copyfile(shot(item, when), kept)
    write_score(shot(item, when), score)
    show(item, shot(item, when), like=kept)
    kept.unlink()


@forgery("score_adds_up", "screenshots_were_shown")
def score_edited(item: Path) -> None:
    """More points on the final picture, and in the report."""
    write_score(shot(item, "final"), "Score 1060")
    change_json(results(item, "report.json"), ocr_score_value=1060)


@forgery("score_adds_up")
def score_edited_on_screen(item: Path) -> None:
    """The same by something that wrote onto the screen."""
    seen_so(item, "final", "Score 1060")
    change_json(results(item, "report.json"), ocr_score_value=1060)


@forgery("score_adds_up", "report_agrees")
def score_edited_alone(item: Path) -> None:
    """The same, but the report tells the right one."""
    seen_so(item, "final", "Score 1060")


@forgery("score_adds_up")
def midgame_score_edited_on_screen(item: Path) -> None:
    """A sum that the score never was."""
    seen_so(item, "midgame", "Score 42")


@forgery("screenshots_were_shown")
def final_is_retouched(item: Path) -> None:
    """One dot that was not there."""

    def dot(pixels: Pixels) -> None:
        pixels[590, 790] = 0

    retouch(shot(item, "final"), dot)


@forgery("letters_were_shown", "screenshots_were_shown")
def letters_painted_over(item: Path) -> None:
    """Two letters of the start are others, on the screen as well."""
    kept = item / "kept.png"
    shutil.copyfile(shot(item, "initial"), kept)

    def doubled(pixels: Pixels) -> None:
        one, other = (layout.slot(layout.TRAY, n, 9) for n in (0, 1))
        rows = slice(one.y, one.y + one.h)
        pixels[rows, other.x : other.x + other.w] = pixels[rows, one.x : one.x + one.w]

    retouch(shot(item, "initial"), doubled)
    show(item, shot(item, "initial"), like=kept)
    kept.unlink()


@forgery("letters_were_shown", "screenshots_were_shown")
def letter_painted_into_the_guess(item: Path) -> None:
    """All letters are in the tray, and one is in the guess, on the screen as well."""
    kept = item / "kept.png"
    shutil.copyfile(shot(item, "initial"), kept)

    def begun(pixels: Pixels) -> None:
        one, other = layout.slot(layout.TRAY, 0, 9), layout.slot(layout.GUESS, 0, 9)
        columns = slice(one.x, one.x + one.w)
        letter = pixels[one.y : one.y + one.h, columns]
        pixels[other.y : other.y + other.h, columns] = letter

    retouch(shot(item, "initial"), begun)
    show(item, shot(item, "initial"), like=kept)
    kept.unlink()


@forgery("letters_were_shown")
def letters_smeared(item: Path) -> None:
    """A slot of the start shows no letter at all."""
    kept = item / "kept.png"
    shutil.copyfile(shot(item, "initial"), kept)

    def bar(pixels: Pixels) -> None:
        pixels[140:160, 60:110] = layout.INK

    retouch(shot(item, "initial"), bar)
    show(item, shot(item, "initial"), like=kept)
    kept.unlink()


@forgery(
    "initial_pictured",
    "letters_were_shown",
    "screenshots_were_shown",
    scores={"initial_shot_ocr": 0.0},
)
def initial_is_black(item: Path) -> None:
    """Nothing on the first picture."""
    bomb(shot(item, "initial"), 800, 600)


@forgery(
    "midgame_pictured", "score_adds_up", "screenshots_were_shown", scores={"midgame_shot_real": 0.0}
)
def midgame_is_black(item: Path) -> None:
    """Nothing on the second."""
    bomb(shot(item, "midgame"), 800, 600)


@forgery(*NO_FINAL, scores={"final_shot_score_ocr": 0.0})
def final_is_black(item: Path) -> None:
    """Nothing on the last."""
    bomb(shot(item, "final"), 800, 600)


@forgery(
    "initial_pictured",
    "letters_were_shown",
    *NO_FINAL,
    scores={"initial_shot_ocr": 0.0, "final_shot_score_ocr": 0.0},
    caps={"nothing_read"},
)
def ends_are_black(item: Path) -> None:
    """Nothing on the first and on the last."""
    for when in ("initial", "final"):
        bomb(shot(item, when), 800, 600)


@forgery("midgame_pictured", "screenshots_were_shown", scores={"midgame_shot_real": 0.0})
def midgame_is_pale(item: Path) -> None:
    """Hardly any contrast."""
    retouch(shot(item, "midgame"), lambda pixels: pixels // 4 + 100)


@forgery("midgame_pictured", "screenshots_were_shown", scores={"midgame_shot_real": 0.0})
def midgame_is_small(item: Path) -> None:
    """One line fewer than is asked for."""
    retouch(shot(item, "midgame"), lambda pixels: pixels[:199])


@forgery("letters_were_shown", "screenshots_were_shown")
def initial_is_cropped(item: Path) -> None:
    """A line is missing: what the picture shows is right, and it was not shown so."""
    retouch(shot(item, "initial"), lambda pixels: pixels[:-1])


@forgery(
    "midgame_pictured", "score_adds_up", "screenshots_were_shown", scores={"midgame_shot_real": 0.0}
)
def midgame_is_a_bomb(item: Path) -> None:
    """A small file that unpacks to half a gigabyte."""
    bomb(shot(item, "midgame"), 14_000)


@forgery(*NO_FINAL, scores={"final_shot_score_ocr": 0.0}, reference=False)
def final_is_huge(item: Path) -> None:
    """More pixels than are read here, with the right score on them; the contract's own reads on."""
    with Image.open(shot(item, "final")) as picture:
        picture.load()
    bomb(shot(item, "final"), 4100)
    with Image.open(shot(item, "final")) as ground:
        ground.paste(picture, (0, 0))
        ground.save(shot(item, "final"), compress_level=1)


@forgery(*NO_FINAL, scores={"final_shot_score_ocr": 0.0}, reference=False)
def final_of_a_terabyte(item: Path) -> None:
    """A file of nothing, as long as you like."""
    sparse(shot(item, "final"), 1 << 40)


@forgery(*NO_FINAL, scores={"final_shot_score_ocr": 0.0})
def final_is_text(item: Path) -> None:
    """What the picture would say, in words."""
    shot(item, "final").write_text("Score 530\n" * 1000)


@forgery(
    "initial_pictured",
    "letters_were_shown",
    "screenshots_were_shown",
    scores={"initial_shot_ocr": 0.0},
)
def initial_is_text(item: Path) -> None:
    """The same of the first."""
    shot(item, "initial").write_text("Score Time Found Letters Level\n" * 1000)


@forgery(*NO_FINAL, scores={"final_shot_score_ocr": 0.0})
def final_is_cut_short(item: Path) -> None:
    """The first half of a file."""
    content = shot(item, "final").read_bytes()
    shot(item, "final").write_bytes(content[: len(content) // 2])


@forgery(
    "initial_pictured",
    "letters_were_shown",
    *NO_FINAL,
    scores={"initial_shot_ocr": 0.0, "final_shot_score_ocr": 0.0},
    caps={"nothing_read"},
)
def pictures_of_noise(item: Path) -> None:
    """Large and full of contrast, and nothing on them."""
    for when in ("initial", "midgame", "final"):
        noise(shot(item, when), size=(240, 200))


@forgery("screenshots_were_shown")
def final_drawn(item: Path) -> None:
    """A score that can be read, on a picture that never was on screen."""
    bomb(shot(item, "final"), 800, 600)
    retouch(shot(item, "final"), lambda pixels: np.full_like(pixels, 250))
    write_score(shot(item, "final"), "Score 530")
