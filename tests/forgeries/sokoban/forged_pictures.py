"""Forged screenshots: made up, borrowed, repeated, taken too early or too late."""

import os
import shutil
from hashlib import sha256
from pathlib import Path

from PIL import Image

from tests.forgeries.forging import bomb, noise, sparse
from tests.forgeries.record import read_events, write_events
from tests.forgeries.sokoban.evidence import build
from tests.forgeries.sokoban.forging import ENDS_SHOWN, OTHER_SEED, forgery, results


@forgery("steps_were_shown", *ENDS_SHOWN)
def pictures_of_noise(item: Path) -> None:
    """Large, colourful, all different, and nothing on them."""
    for path in results(item).glob("*.png"):
        noise(path)


@forgery(
    "ends_differ",
    "pictures_differ",
    "steps_were_shown",
    "initial_was_shown",
    "final_was_shown",
    "final_board_is_solved",
    scores={"screenshot_diversity": 1 / 9, "initial_final_pixel_diff": 0.0},
    caps={"nothing_moved", "repeated_pictures"},
)
def one_picture_repeated(item: Path) -> None:
    """The same good screenshot under every name."""
    good = (results(item) / "level_1_final.png").read_bytes()
    for path in results(item).glob("*.png"):
        path.write_bytes(good)


@forgery(
    "pictures_differ",
    "steps_were_shown",
    scores={"screenshot_diversity": 5 / 9},
    caps={"repeated_pictures"},
)
def steps_repeated(item: Path) -> None:
    """One step screenshot under every step's name of its level, and the other level's likewise."""
    good = (results(item) / "level_1_step_2.png").read_bytes()
    for path in results(item).glob("level_*_step_*.png"):
        path.write_bytes(good)


@forgery("steps_were_shown", scores={"screenshot_diversity": 8 / 9})
def one_step_repeated(item: Path) -> None:
    """A picture of the right level, twice."""
    shutil.copyfile(results(item) / "level_1_step_2.png", results(item) / "level_1_step_3.png")


@forgery("steps_were_shown")
def noise_painted_on_the_screen(item: Path) -> None:
    """A window of noise over the game's got into the record, and is delivered as a step."""
    step = results(item) / "level_1_step_2.png"
    noise(step)
    pixels = Image.open(step).convert("RGB").tobytes()
    events = read_events(item)
    frames = [number for number, event in enumerate(events) if event["kind"] == "frame"]
    painted = events[frames[1]] | {"frame": "noise.png", "sha256": sha256(pixels).hexdigest()}
    shutil.copyfile(step, item / "witness" / "frames" / "noise.png")
    events.insert(frames[1] + 1, painted)
    write_events(item, events)


@forgery("steps_were_shown", *ENDS_SHOWN)
def pictures_of_the_other_level(item: Path) -> None:
    """Real screenshots, under the names of the wrong level."""
    for ending in ("initial", "final", "step_1", "step_2"):
        one, two = (results(item) / f"level_{k}_{ending}.png" for k in (1, 2))
        content = one.read_bytes()
        one.write_bytes(two.read_bytes())
        two.write_bytes(content)


@forgery("steps_were_shown", *ENDS_SHOWN)
def pictures_from_another_seed(item: Path) -> None:
    """Real screenshots of the right levels, from another run."""
    other = item.with_name("other_run")
    build(other, seed=OTHER_SEED)
    for path in results(other).glob("*.png"):
        shutil.copyfile(path, results(item) / path.name)
    shutil.rmtree(other)


@forgery("initial_was_shown")
def initial_too_late(item: Path) -> None:
    """The initial screenshot was taken after some moves."""
    (results(item) / "level_1_step_2.png").replace(results(item) / "level_1_initial.png")


@forgery("final_board_is_solved", "ends_differ")
def final_too_early(item: Path) -> None:
    """The final screenshot was taken before the last moves."""
    (results(item) / "level_1_step_2.png").replace(results(item) / "level_1_final.png")


@forgery(
    "ends_differ",
    "initial_was_shown",
    scores={"screenshot_diversity": 7 / 9, "initial_final_pixel_diff": 0.0},
    caps={"nothing_moved"},
)
def initial_is_the_final(item: Path) -> None:
    """Initial and final are the same picture of the solved level."""
    for level in (1, 2):
        final = results(item) / f"level_{level}_final.png"
        shutil.copyfile(final, results(item) / f"level_{level}_initial.png")


@forgery("initial_was_shown", "ends_differ")
def one_initial_is_the_final_but_for_a_pixel(item: Path) -> None:
    """One level's pair differs by next to nothing; the average over levels is still high."""
    with Image.open(results(item) / "level_1_final.png") as final:
        touched = final.convert("RGB")
    touched.putpixel((0, 0), (1, 2, 3))
    touched.save(results(item) / "level_1_initial.png")


@forgery(
    "final_was_shown",
    "final_board_is_solved",
    scores={"final_nontrivial": 0.09166},
    caps={"trivial_final"},
)
def final_nearly_black(item: Path) -> None:
    """A large file of hardly visible noise, and the same upside down."""
    one, two = (results(item) / f"level_{level}_final.png" for level in (1, 2))
    noise(one, low=0, high=8)
    with Image.open(one) as picture:
        picture.transpose(Image.Transpose.FLIP_TOP_BOTTOM).save(two)


@forgery(
    "final_was_shown",
    "final_board_is_solved",
    scores={"final_nontrivial": 0.4},
    caps={"trivial_final"},
)
def final_too_small(item: Path) -> None:
    """Colourful, but no window is that small."""
    for path in results(item).glob("*_final.png"):
        noise(path, size=(200, 150))


@forgery(
    "pictures_differ",
    "final_was_shown",
    "final_board_is_solved",
    scores={"final_nontrivial": 0.0},
    caps={"trivial_final"},
)
def finals_are_placeholders(item: Path) -> None:
    """Pictures of a few hundred bytes."""
    for shade, path in enumerate(sorted(results(item).glob("*_final.png"))):
        Image.new("RGB", (800, 600), (shade, 200, 0)).save(path)


@forgery(
    "pictures_differ",
    "ends_differ",
    "initial_was_shown",
    "steps_were_shown",
    "final_was_shown",
    "final_board_is_solved",
    scores={"screenshot_diversity": 0.0, "final_nontrivial": 0.0, "initial_final_pixel_diff": 0.0},
    caps={"repeated_pictures", "trivial_final", "nothing_moved"},
)
def pictures_are_empty_files(item: Path) -> None:
    """Names of screenshots, and no bytes."""
    for path in results(item).glob("*.png"):
        path.write_bytes(b"")


@forgery(
    "ends_differ",
    "final_was_shown",
    "final_board_is_solved",
    scores={"final_nontrivial": 0.0, "initial_final_pixel_diff": 0.0},
    caps={"trivial_final", "nothing_moved"},
)
def finals_are_bombs(item: Path) -> None:
    """A few hundred kilobytes that unpack to 400 million pixels."""
    for path in results(item).glob("*_final.png"):
        bomb(path, 20_000)
    os.truncate(results(item) / "level_1_final.png", 300_000)


@forgery(
    "ends_differ",
    "initial_was_shown",
    scores={"initial_final_pixel_diff": 0.0},
    caps={"nothing_moved"},
)
def initial_is_a_line(item: Path) -> None:
    """A picture one pixel high, so long that no other can be resized to it."""
    bomb(results(item) / "level_1_initial.png", 72_000_000, 1)


@forgery("steps_were_shown")
def step_is_sparse(item: Path) -> None:
    """Two gigabytes of nothing."""
    sparse(results(item) / "level_1_step_2.png", 2 << 30)


@forgery(
    "solver_written",
    "no_forbidden_imports",
    scores={"solver_lines": 1 / 30, "solver_parses": 0.0},
    caps={"no_solver_work"},
    reference=False,
)
def solver_is_sparse(item: Path) -> None:
    """A solver of two gigabytes."""
    sparse(results(item) / "solver.py", 2 << 30)
