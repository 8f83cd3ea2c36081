"""GAM 5's sub-scores, under the contract's own keys.

It reads the player's files and nothing else, as the contract's own grader does, and has that
grader's habits on purpose, so that figures compare: a final screenshot is whichever the folder
lists first, a result without counts has as many boxes on goals as goals, a name counts as a file.
"""

import re
from collections.abc import Callable

from graders.case import RESULTS
from graders.errors import Unreadable
from graders.imports import code_lines, imports_named, parses, sources_read
from graders.pictures import spread
from graders.sokoban.case import Case

PICTURE_BYTES = 5 * 1024  # a smaller picture is no screenshot
GAME = "exec/sokoban_game.py"


def solver_source(case: Case) -> str:
    """The text of the solver, "" when it cannot be read."""
    try:
        return case.files.text(f"{RESULTS}/solver.py", marked=True)
    except Unreadable:
        return ""


def is_solved(case: Case, name: str) -> bool:
    """Whether a result file says that its level is solved."""
    try:
        result = case.files.json(name)
        counts = result.get("boxes_on_goal"), result.get("total_goals")
        return result.get("solved") is True and counts[0] == counts[1]
    except (Unreadable, RecursionError):
        return False


def solver_exists(case: Case) -> float:
    """Is there a solver?"""
    return float(case.files.exists(f"{RESULTS}/solver.py"))


def solver_lines(case: Case) -> float:
    """Is it long enough?"""
    return min(1.0, code_lines(solver_source(case)) / case.least("min_solver_lines"))


def solver_parses(case: Case) -> float:
    """Is it Python, if only an empty file?"""
    try:
        return float(parses(case.files.text(f"{RESULTS}/solver.py", marked=True)))
    except Unreadable:
        return 0.0


def no_solver_imports(case: Case) -> float:
    """Does no Python file but the game's import a solver library?

    Raises:
        Unreadable: The workspace has too many names.
    """
    sources, libraries = sources_read(case.files), case.libraries
    return float(not any(GAME not in n and imports_named(libraries, text) for n, text in sources))


def solution_files(case: Case) -> float:
    """Are there enough solutions that are LURD?"""
    valid = 0
    for name in case.found("solution.txt"):
        try:
            first = case.files.text(name, marked=True).splitlines()[:1]
        except Unreadable:
            continue
        valid += bool(first and re.fullmatch("[LURD]+", first[0].strip().upper()))
    return min(1.0, valid / case.least("min_solution_files"))


def levels_attempted(case: Case) -> float:
    """Are there enough results?"""
    return min(1.0, len(case.found("result.json")) / case.least("min_levels_attempted"))


def levels_solved(case: Case) -> float:
    """Do enough of them say solved?"""
    solved = sum(is_solved(case, name) for name in case.found("result.json"))
    return min(1.0, solved / case.least("min_levels_solved"))


def moves_csv_present(case: Case) -> float:
    """Do enough solutions have a move log?"""
    return min(1.0, len(case.logged) / case.least("min_solution_files"))


def moves_csv_consistent(case: Case) -> float:
    """Which part of the logs is as long as its solution?"""
    levels = case.logged
    return sum(levels.values()) / max(1, len(levels))


def window_ids_log(case: Case) -> float:
    """Are there two lines of window ids?"""
    try:
        text = case.files.text(f"{RESULTS}/window_ids.log", strict=True, marked=True)
    except Unreadable:
        return 0.0
    return min(1.0, sum(bool(line.strip()) for line in text.splitlines()) / 2)


def step_screenshots(case: Case) -> float:
    """Are there enough pictures of steps?"""
    return min(1.0, len(case.found("step_*.png")) / case.least("min_step_screenshots"))


def initial_screenshots(case: Case) -> float:
    """Are there two pictures of initial states?"""
    return min(1.0, len(case.found("initial.png")) / 2)


def final_screenshots(case: Case) -> float:
    """Are there two pictures of final states?"""
    return min(1.0, len(case.found("final.png")) / 2)


def final_nontrivial(case: Case) -> float:
    """Is the final screenshot large and full of contrast?"""
    for name in case.found("final.png")[:1]:
        try:
            if case.files.size(name) < PICTURE_BYTES:
                return 0.0
            picture = case.files.picture(name)
        except Unreadable:
            return 0.0
        height, width = picture.shape[:2]
        contrast = min(1.0, spread(picture) / 25)
        return contrast if width >= 320 and height >= 240 else min(contrast, 0.4)
    return 0.0


def screenshot_diversity(case: Case) -> float:
    """Which part of the pictures that are not too small differs from the others?"""
    names = case.files.names(RESULTS, "level_*.png")
    different, small = set(), 0
    for name in names:
        try:
            if case.files.size(name) < PICTURE_BYTES:
                small += 1
            else:
                different.add(case.files.digest(name))
        except Unreadable:
            continue
    return min(1.0, len(different) / max(1, len(names) - small))


def summary_complete(case: Case) -> float:
    """Does the summary have all the key words of one language?

    Raises:
        Unreadable: There is none.
    """
    return float(not case.unmentioned(f"{RESULTS}/summary.md", "summary_keywords"))


def verify_files(case: Case) -> float:
    """Are there two comparisons of solution and history?"""
    return min(1.0, len(case.found("verify.json")) / 2)


def initial_final_pixel_diff(case: Case) -> float:
    """Do initial and final screenshots differ by more than five grey levels?"""
    try:
        found = list(case.end_differences.values())
    except Unreadable:
        return 0.0
    return min(1.0, sum(found) / len(found) / 5) if found else 0.0


SUBSCORES: dict[str, Callable[[Case], float]] = {
    "solver_exists": solver_exists,
    "solver_lines": solver_lines,
    "solver_parses": solver_parses,
    "no_solver_imports": no_solver_imports,
    "solution_files": solution_files,
    "levels_attempted": levels_attempted,
    "levels_solved": levels_solved,
    "moves_csv_present": moves_csv_present,
    "moves_csv_consistent": moves_csv_consistent,
    "window_ids_log": window_ids_log,
    "step_screenshots": step_screenshots,
    "initial_screenshots": initial_screenshots,
    "final_screenshots": final_screenshots,
    "final_nontrivial": final_nontrivial,
    "screenshot_diversity": screenshot_diversity,
    "summary_complete": summary_complete,
    "verify_files": verify_files,
    "initial_final_pixel_diff": initial_final_pixel_diff,
    "levels_actually_solved": levels_solved,
}
"""The items of the rubric join these when a judge has answered."""
