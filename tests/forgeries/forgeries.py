"""Forged evidence of GAM 5: what a cheat might hand in, and exactly which checks must refuse it."""

import itertools
import json
import os
import random
import shutil
import struct
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from PIL import Image

from tests.forgeries.evidence import PID, WINDOW, build, read_events, write_events

SEED = 7
OTHER_SEED = 8
"""A seed that lays out levels 1 and 2 in other symmetries than SEED."""

ENDS_SHOWN = {"initial_was_shown", "final_was_shown", "final_board_is_solved"}
LEVEL_PROOFS = {"solution_solves_level", "keys_were_delivered", *ENDS_SHOWN}
LEVEL_PROOFS |= {"game_wrote_the_log", "accounts_agree"}
NO_SOLVER = {"solver_exists": 0.0, "solver_lines": 0.0, "solver_parses": 0.0}
UNSOLVED = {"levels_solved": 0.5, "levels_actually_solved": 0.5}


@dataclass(frozen=True, kw_only=True)
class Forgery:
    """A forged item folder and what graders must say about it.

    Attributes:
        name: The forgery.
        forge: Turns an honest item folder into the forged one.
        unmet: Exactly the criteria and proofs that it must fail.
        scores: Exactly the sub-scores that are not 1, a judge answering 1.
        caps: Exactly the caps that apply, a judge answering 1.
        judge: What the judge answers; None for no judge.
        reference: Whether the contract's own grader survives it.
    """

    name: str
    forge: Callable[[Path], None]
    unmet: set[str]
    scores: dict[str, float] = field(default_factory=dict)
    caps: set[str] = field(default_factory=set)
    judge: float | None = 1.0
    reference: bool = True


FORGERIES: dict[str, Forgery] = {}

Forge = Callable[[Path], None]


def forgery(
    *unmet: str,
    scores: dict[str, float] | None = None,
    caps: set[str] | None = None,
    judge: float | None = 1.0,
    reference: bool = True,
) -> Callable[[Forge], Forge]:
    """Register a function as a forgery with what must be said about it."""

    def register(forge: Forge) -> Forge:
        FORGERIES[forge.__name__] = Forgery(
            name=forge.__name__,
            forge=forge,
            unmet=set(unmet),
            scores=scores or {},
            caps=caps or set(),
            judge=judge,
            reference=reference,
        )
        return forge

    return register


def results(item: Path) -> Path:
    """The folder of deliverables."""
    return item / "workspace" / "results"


def remove(item: Path, *patterns: str) -> None:
    """Delete deliverables."""
    for pattern in patterns:
        for path in results(item).glob(pattern):
            path.unlink()


def change(path: Path, old: str, new: str) -> None:
    """Replace the first occurrence in a text file; it must be there."""
    text = path.read_text()
    assert old in text, f"{old!r} is not in {path.name}"
    path.write_text(text.replace(old, new, 1))


def change_json(path: Path, **values: object) -> None:
    """Set keys of a JSON object."""
    path.write_text(json.dumps(json.loads(path.read_text()) | values))


def noise(path: Path, *, size: tuple[int, int] = (800, 600), low: int = 0, high: int = 256) -> None:
    """Write a picture of noise that depends on nothing but its name and size."""
    source = np.random.default_rng(zlib.crc32(path.name.encode()))
    pixels = source.integers(low, high, (size[1], size[0], 3), dtype=np.uint8)
    Image.fromarray(pixels).save(path)


def bomb(path: Path, side: int) -> None:
    """Write a black picture of side x side pixels that is small as a file."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    packer = zlib.compressobj(1)
    row = bytes(side + 1)
    data = b"".join(packer.compress(row) for _ in range(side)) + packer.flush()
    head = struct.pack(">IIBBBBB", side, side, 8, 0, 0, 0, 0)
    path.write_bytes(
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")
    )


def sparse(path: Path, size: int) -> None:
    """Make a file of nothing, as long as you like."""
    path.unlink(missing_ok=True)
    with path.open("wb") as file:
        file.truncate(size)


def both(item: Path, name: str) -> list[Path]:
    """A deliverable and the game's own copy of it, for forgers who reach both."""
    return [results(item) / name, item / "witness" / "game" / name]


def retell(item: Path, level: int, solution: str) -> None:
    """Hand in another solution, and a comparison that says it is the right one."""
    (results(item) / f"level_{level}_solution.txt").write_text(
        f"{solution}\n# moves={len(solution)}\n"
    )
    change_json(results(item) / f"level_{level}_verify.json", solver_solution=solution)


def solution_of(item: Path, level: int) -> str:
    """The solution handed in for a level."""
    return (results(item) / f"level_{level}_solution.txt").read_text().splitlines()[0]


# --- Nothing, or not enough ----------------------------------------------------------------------


@forgery(
    "solver_written",
    "solutions_written",
    "levels_solved",
    "moves_logged",
    "steps_pictured",
    "ends_pictured",
    "window_ids_logged",
    "summary_written",
    "histories_compared",
    "ends_differ",
    "pictures_differ",
    "solution_solves_level",
    "keys_were_delivered",
    "initial_was_shown",
    "steps_were_shown",
    "final_was_shown",
    "final_board_is_solved",
    "game_wrote_the_log",
    "accounts_agree",
    "window_is_named",
    scores=NO_SOLVER
    | dict.fromkeys(("solution_files", "levels_attempted", "levels_solved"), 0.0)
    | dict.fromkeys(("levels_actually_solved", "moves_csv_present", "moves_csv_consistent"), 0.0)
    | dict.fromkeys(("window_ids_log", "step_screenshots", "initial_screenshots"), 0.0)
    | dict.fromkeys(("final_screenshots", "final_nontrivial", "screenshot_diversity"), 0.0)
    | dict.fromkeys(("summary_complete", "verify_files", "initial_final_pixel_diff"), 0.0),
    caps={"nothing_delivered", "no_solver_work", "no_pictures", "none_solved", "not_all_solved"}
    | {"logs_too_short", "not_compared", "few_solutions", "nothing_moved", "trivial_final"}
    | {"repeated_pictures", "no_vlm"},
)
def empty_workspace(item: Path) -> None:
    """A player that does nothing: no file, no key."""
    remove(item, "*")
    events = [e for e in read_events(item) if e["kind"] not in ("key", "delivered", "frame")]
    first = next(e for e in read_events(item) if e["kind"] == "frame")
    write_events(item, [*events[:-1], first, events[-1]])


@forgery("solver_written", scores=NO_SOLVER, caps={"no_solver_work"})
def no_solver(item: Path) -> None:
    """Where did the solution come from?"""
    remove(item, "solver.py")


@forgery("solver_written", scores={"solver_lines": 10 / 30})
def solver_too_short(item: Path) -> None:
    """Ten lines and many comments."""
    (results(item) / "solver.py").write_text("x = 1\n" * 10 + "# long\n" * 100)


@forgery("solver_written", scores={"solver_parses": 0.0}, caps={"no_solver_work"})
def solver_is_prose(item: Path) -> None:
    """Forty lines that are no program."""
    (results(item) / "solver.py").write_text("I searched it by hand.\n" * 40)


@forgery("no_forbidden_imports", scores={"no_solver_imports": 0.0}, caps={"forbidden_import"})
def forbidden_import_in_helper(item: Path) -> None:
    """The solver itself is clean, a module beside it is not."""
    helper = results(item) / "lib" / "helper.py"
    helper.parent.mkdir()
    helper.write_text("import pysokoban\n")


@forgery("no_forbidden_imports")
def forbidden_import_named_as_the_game(item: Path) -> None:
    """The contract's arithmetic passes over any path with exec/sokoban_game.py in it."""
    helper = results(item) / "exec" / "sokoban_game.py"
    helper.parent.mkdir()
    helper.write_text("from sokenizer import solve\n")


@forgery("no_forbidden_imports")
def forbidden_import_second_in_line(item: Path) -> None:
    """The contract's pattern sees only the first name after import."""
    (results(item) / "helper.py").write_text("import os, sokoban_solver.core\n")


@forgery("no_forbidden_imports")
def forbidden_import_by_call(item: Path) -> None:
    """An import that is no statement."""
    (results(item) / "helper.py").write_text("solve = __import__('pysokoban').solve\n")


@forgery("no_forbidden_imports")
def forbidden_import_far_down(item: Path) -> None:
    """A file too long to be looked through."""
    text = "#" * 79 + "\n"
    (results(item) / "helper.py").write_text(text * (9 << 20 >> 6) + "import pysokoban\n")


@forgery(
    "solutions_written",
    "moves_logged",
    "solution_solves_level",
    "final_board_is_solved",
    "accounts_agree",
    scores={"solution_files": 0.5, "moves_csv_present": 0.5},
    caps={"no_solver_work", "few_solutions"},
)
def one_solution(item: Path) -> None:
    """Two levels solved, one solution handed in."""
    remove(item, "level_2_solution.txt")


@forgery(
    "solutions_written",
    *LEVEL_PROOFS,
)
def third_solution_is_prose(item: Path) -> None:
    """A claim without substance beside two good ones."""
    (results(item) / "level_3_solution.txt").write_text("up, up and away\n")


@forgery(
    "levels_solved",
    "keys_were_delivered",
    "game_wrote_the_log",
    "accounts_agree",
    scores={"levels_attempted": 0.0, "levels_solved": 0.0, "levels_actually_solved": 0.0},
    caps={"none_solved", "not_all_solved"},
)
def no_results(item: Path) -> None:
    """Solutions that no game ever confirmed."""
    remove(item, "*_result.json")


@forgery("levels_solved", "game_wrote_the_log", scores=UNSOLVED, caps={"not_all_solved"})
def result_not_solved(item: Path) -> None:
    """One result says that its level is not solved."""
    change_json(results(item) / "level_2_result.json", solved=False)


@forgery(
    "levels_solved",
    "game_wrote_the_log",
    "accounts_agree",
    scores=UNSOLVED,
    caps={"not_all_solved"},
)
def result_one_box_short(item: Path) -> None:
    """One result says solved with a box off its goal."""
    change_json(results(item) / "level_2_result.json", boxes_on_goal=1)


@forgery(
    "levels_solved",
    "keys_were_delivered",
    "game_wrote_the_log",
    "accounts_agree",
    scores=UNSOLVED,
    caps={"not_all_solved"},
)
def result_truncated(item: Path) -> None:
    """Half a JSON file."""
    path = results(item) / "level_2_result.json"
    path.write_text(path.read_text()[:40])


@forgery(
    "levels_solved",
    "keys_were_delivered",
    "game_wrote_the_log",
    "accounts_agree",
    scores=UNSOLVED,
    caps={"not_all_solved"},
)
def result_deep(item: Path) -> None:
    """JSON so deep that a parser falls in."""
    (results(item) / "level_2_result.json").write_text('{"solved": ' + "[" * 200_000)


@forgery(
    "moves_logged",
    "game_wrote_the_log",
    "accounts_agree",
    scores={"moves_csv_present": 0.0, "moves_csv_consistent": 0.0},
    caps={"logs_too_short"},
)
def no_logs(item: Path) -> None:
    """Results without the steps that led to them."""
    remove(item, "*_moves.csv")


@forgery(
    "moves_logged",
    "game_wrote_the_log",
    "accounts_agree",
    scores={"moves_csv_consistent": 0.0},
    caps={"logs_too_short"},
)
def logs_cut_short(item: Path) -> None:
    """Fewer steps than the solutions have."""
    for path in results(item).glob("*_moves.csv"):
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:5]))


@forgery(
    "moves_logged", "game_wrote_the_log", "accounts_agree", scores={"moves_csv_consistent": 0.5}
)
def log_not_text(item: Path) -> None:
    """Bytes that are no text."""
    path = results(item) / "level_1_moves.csv"
    path.write_bytes(path.read_bytes() + b"\xff\xfe\xff")


@forgery(
    "moves_logged", "game_wrote_the_log", "accounts_agree", scores={"moves_csv_consistent": 0.5}
)
def log_with_endless_field(item: Path) -> None:
    """A field longer than a CSV reader takes."""
    path = results(item) / "level_1_moves.csv"
    path.write_text(path.read_text() + "x" * 200_000 + "\n")


@forgery("window_ids_logged", "window_is_named", scores={"window_ids_log": 0.0})
def no_window_ids(item: Path) -> None:
    """No record of any instance."""
    remove(item, "window_ids.log")


@forgery("window_ids_logged", scores={"window_ids_log": 0.5})
def one_window_id(item: Path) -> None:
    """Half a record."""
    (results(item) / "window_ids.log").write_text(f"window {WINDOW}\n")


@forgery("steps_pictured", scores={"step_screenshots": 0.75}, caps={"no_pictures"})
def three_steps(item: Path) -> None:
    """One picture too few."""
    remove(item, "level_1_step_3.png", "level_2_step_2.png")


@forgery(
    "steps_pictured", "steps_were_shown", scores={"step_screenshots": 0.0}, caps={"no_pictures"}
)
def no_steps(item: Path) -> None:
    """Nobody saw it move."""
    remove(item, "*_step_*.png")


@forgery(
    "ends_pictured", "initial_was_shown", scores={"initial_screenshots": 0.5}, caps={"no_pictures"}
)
def one_initial(item: Path) -> None:
    """One level starts in the dark."""
    remove(item, "level_2_initial.png")


@forgery(
    "ends_pictured",
    "final_was_shown",
    "final_board_is_solved",
    scores={"final_screenshots": 0.5},
    caps={"no_pictures"},
)
def one_final(item: Path) -> None:
    """One level ends in the dark."""
    remove(item, "level_2_final.png")


@forgery("summary_written", scores={"summary_complete": 0.0})
def no_summary(item: Path) -> None:
    """Nothing said."""
    remove(item, "summary.md")


@forgery("summary_written", scores={"summary_complete": 0.0})
def summary_of_something_else(item: Path) -> None:
    """Everything said, on another subject; control sequences and markup on top."""
    (results(item) / "summary.md").write_text("\x1b[2J<script>alert(1)</script> Tea & cake\n")


@forgery(
    "histories_compared", "accounts_agree", scores={"verify_files": 0.0}, caps={"not_compared"}
)
def no_comparisons(item: Path) -> None:
    """Nobody compared solution and history."""
    remove(item, "*_verify.json")


@forgery("histories_compared", "accounts_agree")
def comparison_empty(item: Path) -> None:
    """A file by the right name with nothing in it; the arithmetic counts names."""
    (results(item) / "level_2_verify.json").write_text("{}")


@forgery("histories_compared", "accounts_agree")
def comparison_broken(item: Path) -> None:
    """A comparison that is no JSON; the arithmetic counts names."""
    (results(item) / "level_2_verify.json").write_text("match: yes")


@forgery("histories_compared", *LEVEL_PROOFS)
def third_comparison_broken(item: Path) -> None:
    """Two good comparisons and a third level that is only claimed."""
    (results(item) / "level_3_solution.txt").write_text("L\n# moves=1\n")
    (results(item) / "level_3_verify.json").write_text("[]")


@forgery(
    "board_recognised",
    scores=dict.fromkeys(("vlm_board_visible", "vlm_boxes_present", "vlm_solved_indicator"), 0.0),
    judge=0.0,
)
def judge_sees_nothing(item: Path) -> None:
    """Honest evidence, and a judge that says no to everything."""


@forgery(caps={"no_vlm"}, judge=None)
def no_judge(item: Path) -> None:
    """Honest evidence, and nobody to look at it: at most 0.60."""


# --- Pictures ------------------------------------------------------------------------------------


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
    scores={"final_nontrivial": 0.0917},
    caps={"trivial_final"},
)
def final_nearly_black(item: Path) -> None:
    """A large file of hardly visible noise."""
    for path in results(item).glob("*_final.png"):
        noise(path, low=0, high=8)


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


@forgery("steps_were_shown")
def step_is_sparse(item: Path) -> None:
    """Two gigabytes of nothing."""
    sparse(results(item) / "level_1_step_2.png", 2 << 30)


@forgery(
    "solver_written",
    "no_forbidden_imports",
    scores={"solver_lines": 1 / 30, "solver_parses": 0.0},
    caps={"no_solver_work"},
)
def solver_is_sparse(item: Path) -> None:
    """A solver of two gigabytes."""
    sparse(results(item) / "solver.py", 2 << 30)


# --- Files that are not what they seem -----------------------------------------------------------


@forgery("files_are_the_players_own")
def final_is_a_link(item: Path) -> None:
    """The screenshot is the harness's own frame, borrowed."""
    original = item / "elsewhere.png"
    final = results(item) / "level_2_final.png"
    final.rename(original)
    final.symlink_to(original)


@forgery("files_are_the_players_own")
def final_is_a_hard_link(item: Path) -> None:
    """The screenshot is a second name of a file elsewhere."""
    (item / "elsewhere.png").hardlink_to(results(item) / "level_2_final.png")


@forgery("files_are_the_players_own")
def results_is_a_link(item: Path) -> None:
    """The whole folder is somewhere else."""
    results(item).rename(item / "elsewhere")
    results(item).symlink_to(item / "elsewhere")


@forgery("files_are_the_players_own", reference=False)
def pipe_among_results(item: Path) -> None:
    """A pipe that nobody ever writes to."""
    os.mkfifo(results(item) / "notes.txt")


@forgery(
    "files_are_the_players_own",
    "summary_written",
    scores={"summary_complete": 0.0},
    reference=False,
)
def summary_is_a_pipe(item: Path) -> None:
    """A reader of this summary would wait for ever."""
    remove(item, "summary.md")
    os.mkfifo(results(item) / "summary.md")


@forgery("files_are_the_players_own", "summary_written", scores={"summary_complete": 0.0})
def summary_is_endless(item: Path) -> None:
    """A link to a device that never ends."""
    remove(item, "summary.md")
    (results(item) / "summary.md").symlink_to("/dev/zero")


@forgery("window_ids_logged", "window_is_named", scores={"window_ids_log": 0.0}, reference=False)
def window_ids_are_not_text(item: Path) -> None:
    """Bytes that are no text; the contract's own grader ends with an error."""
    (results(item) / "window_ids.log").write_bytes(b"\xff\xfe\n" * 5)


@forgery(*LEVEL_PROOFS)
def level_named_in_colour(item: Path) -> None:
    """Terminal commands and markup in a file's name."""
    name = "level_\x1b[31m<b>_solution.txt"
    (results(item) / name).write_text("LURD\n# moves=4\n")


# --- Solutions and accounts ----------------------------------------------------------------------


@forgery("solution_solves_level", "final_board_is_solved", "accounts_agree")
def solution_random(item: Path) -> None:
    """LURD, but any LURD."""
    source = random.Random(5)
    for level in (1, 2):
        retell(item, level, "".join(source.choices("LURD", k=len(solution_of(item, level)))))


@forgery("solution_solves_level", "final_board_is_solved", "accounts_agree")
def solution_unfinished(item: Path) -> None:
    """The right solution, without its last pushes."""
    retell(item, 1, solution_of(item, 1)[:-20])


@forgery(
    "solution_solves_level",
    "keys_were_delivered",
    "final_board_is_solved",
    "game_wrote_the_log",
    "accounts_agree",
)
def result_by_hand(item: Path) -> None:
    """No game needed: solution, history and comparison all made up, in good agreement."""
    retell(item, 1, "LURD" * 10)
    change_json(results(item) / "level_1_verify.json", game_history="LURD" * 10)
    change_json(results(item) / "level_1_result.json", history="LURD" * 10, moves=40)


@forgery("game_wrote_the_log", "accounts_agree")
def log_padded(item: Path) -> None:
    """More rows, to be on the safe side."""
    path = results(item) / "level_1_moves.csv"
    path.write_text(path.read_text() + "999,99.000,Left,1,1,0,0\n" * 50)


@forgery("game_wrote_the_log", "accounts_agree")
def log_of_a_million_rows(item: Path) -> None:
    """Many more rows."""
    path = results(item) / "level_1_moves.csv"
    path.write_text(path.read_text() + "999,99.000,Left,1,1,0,0\n" * 1_000_000)


@forgery("accounts_agree")
def log_without_header(item: Path) -> None:
    """The game's own log was given other column names."""
    for path in both(item, "level_1_moves.csv"):
        change(path, "step,time,key", "n,time,key")


@forgery("accounts_agree")
def log_step_into_wall(item: Path) -> None:
    """The game's own log has a step that no rule allows, taken back by an undo."""
    rows = (results(item) / "level_1_moves.csv").read_text().splitlines()
    rows[1:1] = ["1,0.000,undo,1,1,0,0"]
    for path in both(item, "level_1_moves.csv"):
        path.write_text("\n".join(rows) + "\n")


@forgery("accounts_agree")
def log_of_another_walk(item: Path) -> None:
    """The game's own log has the player somewhere else."""
    rows = (results(item) / "level_1_moves.csv").read_text().splitlines()
    step, time, key, row, *rest = rows[3].split(",")
    rows[3] = ",".join([step, time, key, str(int(row) + 1), *rest])
    for path in both(item, "level_1_moves.csv"):
        path.write_text("\n".join(rows) + "\n")


@forgery("accounts_agree")
def log_back_in_time(item: Path) -> None:
    """The game's own log has a clock that runs backwards."""
    rows = (results(item) / "level_1_moves.csv").read_text().splitlines()
    step, _, *rest = rows[3].split(",")
    rows[3] = ",".join([step, "99.000", *rest])
    for path in both(item, "level_1_moves.csv"):
        path.write_text("\n".join(rows) + "\n")


@forgery("accounts_agree")
def result_miscounts(item: Path) -> None:
    """The game's own result has another number of pushes than its history."""
    for path in both(item, "level_1_result.json"):
        change_json(path, pushes=3)


@forgery("accounts_agree")
def comparison_of_other_strings(item: Path) -> None:
    """The comparison has the right verdict on the wrong strings."""
    change_json(results(item) / "level_1_verify.json", solver_solution="LL", game_history="LL")


@forgery("accounts_agree")
def comparison_says_no(item: Path) -> None:
    """The comparison of equal strings says that they differ."""
    change_json(results(item) / "level_1_verify.json", match=False)


@forgery("accounts_agree")
def comparison_miscounts(item: Path) -> None:
    """The comparison has moves to spare that nobody made."""
    change_json(results(item) / "level_1_verify.json", extra_moves=5)


@forgery("accounts_agree")
def solution_miscounted(item: Path) -> None:
    """The solution's second line is about another solution."""
    path = results(item) / "level_1_solution.txt"
    path.write_text(path.read_text().replace("# moves=", "# moves=1"))


@forgery("window_is_named")
def window_of_another_instance(item: Path) -> None:
    """Ids of windows that nobody watched."""
    (results(item) / "window_ids.log").write_text("window 0x2200001\nwindow 0x2200002\n")


@forgery("steps_were_shown", *LEVEL_PROOFS - {"accounts_agree"})
def level_invented(item: Path) -> None:
    """A ninth level, which is the first under another name."""
    for path in sorted(results(item).glob("level_1_*")):
        if not path.name.endswith(".png") or "step_1" in path.name:
            shutil.copyfile(path, path.with_name(path.name.replace("level_1_", "level_9_")))
    noise(results(item) / "level_9_step_1.png")


# --- The witness ---------------------------------------------------------------------------------


@forgery("board_equals_truth")
def play_of_another_seed(item: Path) -> None:
    """A good play, of levels laid out otherwise."""
    shutil.rmtree(item)
    build(item, seed=OTHER_SEED)


@forgery(
    "board_equals_truth",
    "steps_were_shown",
    *LEVEL_PROOFS - {"game_wrote_the_log", "accounts_agree"},
)
def nothing_on_screen(item: Path) -> None:
    """A play of which no picture was recorded."""
    write_events(item, [e for e in read_events(item) if e["kind"] != "frame"])


@forgery("witness_is_unbroken")
def record_changed(item: Path) -> None:
    """A time was changed afterwards."""
    change(item / "witness" / "events.jsonl", '"t": 0.05', '"t": 0.06')


@forgery("witness_is_unbroken", "keys_were_delivered")
def record_lacks_a_key(item: Path) -> None:
    """A key was taken out afterwards."""
    path = item / "witness" / "events.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    gone = next(i for i, line in enumerate(lines) if '"KeyPress"' in line)
    path.write_text("".join(lines[:gone] + lines[gone + 1 :]))


@forgery("witness_is_unbroken")
def record_lacks_its_end(item: Path) -> None:
    """The last events are missing; what is left is in good order."""
    write_events(item, read_events(item)[:-1])


@forgery("witness_is_unbroken")
def record_lacks_its_start(item: Path) -> None:
    """The first event is missing; what is left is in good order."""
    write_events(item, read_events(item)[1:])


@forgery("witness_is_unbroken")
def record_not_finished(item: Path) -> None:
    """Something follows the last whole line."""
    with (item / "witness" / "events.jsonl").open("a") as file:
        file.write('{"n": ')


@forgery("witness_is_unbroken")
def record_with_a_strange_line(item: Path) -> None:
    """A line that is no event, where the chain has no link after it."""
    with (item / "witness" / "events.jsonl").open("a") as file:
        file.write("end of file\n")


@forgery("witness_is_unbroken")
def record_gone(item: Path) -> None:
    """No record, in the hope that nothing is judged then."""
    (item / "witness" / "events.jsonl").unlink()


@forgery("keys_were_delivered")
def keys_made_up(item: Path) -> None:
    """Every key came from a program by SendEvent; no device moved."""
    events = []
    for event in read_events(item):
        if event["kind"] == "delivered":
            code = 2 if event["event"] == "KeyPress" else 3
            events.append({"kind": "sendevent", "client": 9, "window": WINDOW, "event": code})
            events.append(event | {"synthetic": True})
        elif event["kind"] != "key":
            events.append(event)
    write_events(item, events)


@forgery("keys_were_delivered")
def keys_synthetic_over_a_keyboard(item: Path) -> None:
    """Made-up keys, each with a real press of the same key at the same time."""
    events = [
        event | {"synthetic": True} if event["kind"] == "delivered" else event
        for event in read_events(item)
    ]
    write_events(item, events)


@forgery("keys_were_delivered")
def keys_without_a_keyboard(item: Path) -> None:
    """Keys that look real, but no device pressed them."""
    write_events(item, [e for e in read_events(item) if e["kind"] != "key"])


@forgery("keys_were_delivered")
def keys_sent_besides(item: Path) -> None:
    """A real play during which a program also sent a key to the window."""
    events = read_events(item)
    events.insert(-1, {"kind": "sendevent", "client": 9, "window": WINDOW, "event": 2})
    write_events(item, events)


@forgery("keys_were_delivered")
def keys_to_another_window(item: Path) -> None:
    """The keys were typed, but somewhere else."""
    events = [
        event | {"window": WINDOW + 1} if event["kind"] == "delivered" else event
        for event in read_events(item)
    ]
    write_events(item, events)


@forgery("keys_were_delivered")
def keys_in_another_order(item: Path) -> None:
    """Two neighbouring keys were swapped, in the record and on the keyboard."""
    events = read_events(item)
    presses = [i for i, e in enumerate(events) if e.get("event") == "KeyPress"]
    one, two = next(
        (a, b) for a, b in itertools.pairwise(presses) if events[a]["keysym"] != events[b]["keysym"]
    )
    for first, second in ((one, two), (one - 1, two - 1)):
        names = events[first]["keysym"], events[second]["keysym"]
        events[second]["keysym"], events[first]["keysym"] = names
    write_events(item, events)


@forgery("game_wrote_the_log")
def log_of_another_process(item: Path) -> None:
    """Somebody else had the game's log open."""
    events = [
        event | {"pid": PID + 1} if event["kind"] == "file" else event
        for event in read_events(item)
    ]
    write_events(item, events)


@forgery("game_wrote_the_log")
def game_files_gone(item: Path) -> None:
    """The game wrote nothing that the claim could be held against."""
    shutil.rmtree(item / "witness" / "game")
