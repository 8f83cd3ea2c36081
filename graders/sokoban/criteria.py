"""GAM 5's criteria: the contract's checklist, item by item, on the player's files alone."""

import re

from graders.case import RESULTS
from graders.checks import Findings
from graders.errors import Unreadable
from graders.files import quoted
from graders.imports import code_lines, no_forbidden_imports, parses
from graders.pictures import Picture, difference, resized
from graders.sokoban.case import Case, deliverable, level_of, named
from graders.sokoban.score import (
    PICTURE_BYTES,
    is_solved,
    screenshot_diversity,
)

LEAST_DIFFERENCE = 5.0  # grey levels between initial and final screenshot
LEAST_DIVERSITY = 0.6
COMPARISON = {"solver_solution": str, "game_history": str, "match": bool, "extra_moves": int}


def solver_written(case: Case) -> Findings:
    """A solver of at least 30 lines that parses."""
    source = case.files.text(f"{RESULTS}/solver.py")
    lines, least = code_lines(source), case.least("min_solver_lines")
    if lines < least:
        yield f"solver.py has {lines} lines of code, {least} are asked for"
    if not parses(source):
        yield "solver.py is not a Python program"
    return f"solver.py is a Python program of {lines} lines of code"


def solutions_written(case: Case) -> Findings:
    """Two solutions whose first line is LURD."""
    good = []
    for name in case.found("solution.txt"):
        level = level_of(name, "solution.txt")
        if re.fullmatch("[LURD]+", case.solution(level)):
            good.append(level)
        else:
            yield f"the solution of {named(level)} is not made of L, U, R and D"
    least = case.least("min_solution_files")
    if len(good) < least:
        yield f"{len(good)} levels have a solution, {least} are asked for"
    return f"{len(good)} levels have a solution"


def levels_solved(case: Case) -> Findings:
    """Two results that say solved."""
    solved = [name for name in case.found("result.json") if is_solved(case, name)]
    least = case.least("min_levels_solved")
    if len(solved) < least:
        yield f"{len(solved)} results say solved, {least} are asked for"
    return f"{len(solved)} results say solved"


def moves_logged(case: Case) -> Findings:
    """Two move logs that are at least as long as their solutions."""
    levels = case.logged_unmarked
    long, least = sum(levels.values()), case.least("min_solution_files")
    if long < least:
        yield f"{long} of {len(levels)} move logs are as long as their solution, {least} must be"
    return f"{long} move logs are as long as their solution"


def steps_pictured(case: Case) -> Findings:
    """Four step screenshots."""
    count, least = len(case.found("step_*.png")), case.least("min_step_screenshots")
    if count < least:
        yield f"there are {count} step screenshots, {least} are asked for"
    return f"there are {count} step screenshots"


def ends_pictured(case: Case) -> Findings:
    """Two initial and two final screenshots."""
    initial, final = len(case.found("initial.png")), len(case.found("final.png"))
    if min(initial, final) < 2:
        yield f"there are {initial} initial and {final} final screenshots, 2 of each are asked for"
    return f"there are {initial} initial and {final} final screenshots"


def window_ids_logged(case: Case) -> Findings:
    """Two lines of window ids."""
    lines = case.files.text(f"{RESULTS}/window_ids.log", strict=True).splitlines()
    count = sum(bool(re.search(r"\d", line)) for line in lines)
    if count < 2:
        yield f"window_ids.log has {count} lines with an id, 2 are asked for"
    return f"window_ids.log has {count} lines with an id"


def summary_written(case: Case) -> Findings:
    """A summary with the contract's key words."""
    if missing := case.unmentioned(f"{RESULTS}/summary.md", "summary_keywords"):
        yield "summary.md does not mention " + ", ".join(missing)
    return "summary.md names level, solving and the game"


def histories_compared(case: Case) -> Findings:
    """Two comparisons of solution and history, with what a comparison must say."""
    good = 0
    for name in case.found("verify.json"):
        try:
            said = case.files.json(name)
        except Unreadable as error:
            yield str(error)
            continue
        lacking = [key for key, kind in COMPARISON.items() if type(said.get(key)) is not kind]
        if lacking:
            yield f"{quoted(name, 80)} has no proper {', '.join(lacking)}"
        good += not lacking
    if good < 2:
        yield f"{good} levels have a comparison, 2 are asked for"
    return f"{good} levels have a comparison"


def ends_differ(case: Case) -> Findings:
    """Initial and final screenshot of each level differ, in the game's window.

    A screenshot may show the whole screen, most of which is no part of the game and never changes.
    """
    found = []
    for name in case.found("initial.png"):
        level = level_of(name, "initial.png")
        if not case.files.exists(deliverable(level, "final.png")):
            continue
        initial, final = _window(case, name), _window(case, deliverable(level, "final.png"))
        grey = difference(initial, resized(final, like=initial))
        if grey <= LEAST_DIFFERENCE:
            yield f"{named(level)} differs by {grey:.2f} grey levels"
        found.append(grey)
    if not found:
        yield "no level has both an initial and a final screenshot"
    return f"initial and final differ by {min(found, default=0):.2f} grey levels or more"


def pictures_differ(case: Case) -> Findings:
    """Screenshots are no copies of each other, and none is a mere placeholder."""
    names = case.files.names(RESULTS, "level_*.png")
    small = [name for name in names if case.files.size(name) < PICTURE_BYTES]
    if small:
        yield f"{len(small)} screenshots have less than 5 KiB, such as {quoted(min(small), 80)}"
    different = screenshot_diversity(case)
    if different < LEAST_DIVERSITY:
        yield f"{different:.0%} of the screenshots differ, {LEAST_DIVERSITY:.0%} must"
    return f"{different:.0%} of {len(names)} screenshots differ, each has 5 KiB or more"


CRITERIA = {
    "solver_written": (solver_written, ("solver.py",)),
    "no_forbidden_imports": (no_forbidden_imports, ("*.py",)),
    "solutions_written": (solutions_written, ("level_*_solution.txt",)),
    "levels_solved": (levels_solved, ("level_*_result.json",)),
    "moves_logged": (moves_logged, ("level_*_moves.csv", "level_*_solution.txt")),
    "steps_pictured": (steps_pictured, ("level_*_step_*.png",)),
    "ends_pictured": (ends_pictured, ("level_*_initial.png", "level_*_final.png")),
    "window_ids_logged": (window_ids_logged, ("window_ids.log",)),
    "summary_written": (summary_written, ("summary.md",)),
    "histories_compared": (histories_compared, ("level_*_verify.json",)),
    "ends_differ": (ends_differ, ("level_*_initial.png", "level_*_final.png")),
    "pictures_differ": (pictures_differ, ("level_*.png",)),
}
"""Each criterion of the contract, and the deliverables it looks at."""


def _window(case: Case, name: str) -> Picture:
    """The game's window on a screenshot, all of it where the witness knows no such picture."""
    return case.window_on(case.files.picture(name))[0]
