"""GAM 5's sub-scores, under the contract's own keys.

It reads the player's files and nothing else, as the contract's own grader does, and has that
grader's habits on purpose, so that figures compare: a final screenshot is whichever the folder
lists first, a result without counts has as many boxes on goals as goals, a name counts as a file.
"""

import ast
import re
import warnings
from collections.abc import Callable
from functools import lru_cache
from itertools import islice
from weakref import WeakKeyDictionary

from graders.case import RESULTS
from graders.errors import Unreadable
from graders.faults import check_machine
from graders.imports import sources_read
from graders.pictures import spread
from graders.sokoban.case import Case, deliverable

PICTURE_BYTES = 5 * 1024  # a smaller picture is no screenshot
SOURCE_CHARACTERS = 2_000_000  # of Python; parsing more takes gigabytes
PROGRAM_CHARACTERS = 200_000  # of Python that is looked through word by word
LOG_ROWS = 1_000_000  # counted in any log; more only where the solution is longer
GAME = "exec/sokoban_game.py"


@lru_cache(maxsize=8)
def importable(source: str) -> frozenset[str] | None:
    """What a program may import: top-level names in import statements and in plain strings.

    It is parsed here and nowhere else: the depth at which the parser gives up depends on that of
    the caller, so that a second parse could fail where the first did not.

    Returns:
        The names, none of a program longer than ``PROGRAM_CHARACTERS``; None for no program.
    """
    if len(source) > SOURCE_CHARACTERS:
        return None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # a player's odd escapes are not our warnings
            tree = ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        check_machine(error)
        return None
    names: set[str] = set()
    for node in ast.walk(tree) if len(source) <= PROGRAM_CHARACTERS else ():
        match node:
            case (
                ast.alias(name=str(name))
                | ast.ImportFrom(module=str(name))
                | ast.Constant(value=str(name))
            ) if name.replace(".", "").isidentifier():  # not a sentence that begins with a name
                names.add(name.partition(".")[0])
    return frozenset(names)


def parses(source: str) -> bool:
    """Whether a text is a Python program."""
    return importable(source) is not None


def code_lines(source: str) -> int:
    """Lines of a program that are neither blank nor only a comment."""
    return sum(
        bool(line.strip()) and not line.strip().startswith("#") for line in source.splitlines()
    )


def solver_source(case: Case) -> str:
    """The text of the solver, "" when it cannot be read."""
    try:
        return case.files.text(f"{RESULTS}/solver.py", marked=True)
    except Unreadable:
        return ""


def imports_named(case: Case, source: str) -> list[str]:
    """The forbidden libraries that a text says it imports."""
    return [
        name
        for name in case.words("forbidden_imports")
        # The plain search first: it passes over 64 MiB of nothing a hundred times faster.
        if name in source and re.search(rf"\b(import|from)\s+{name}\b", source)
    ]


def is_solved(case: Case, name: str) -> bool:
    """Whether a result file says that its level is solved."""
    try:
        result = case.files.json(name)
        counts = result.get("boxes_on_goal"), result.get("total_goals")
        return result.get("solved") is True and counts[0] == counts[1]
    except (Unreadable, RecursionError):
        return False


def rows_logged(case: Case, level: str, enough: int) -> int:
    """Rows of a level's move log below its header, as far as ``enough`` lines go.

    Raises:
        Unreadable: The log is missing or no CSV file.
    """
    rows = case.files.rows(deliverable(level, "moves.csv"))
    next(rows, None)
    return sum(bool(row) for row in islice(rows, enough))


def logged_levels(case: Case, *, marked: bool = True) -> dict[str, bool]:
    """The levels with a solution and a move log, and whether the log is as long as the solution.

    Args:
        case: The case.
        marked: Whether a byte order mark counts as a move, as in the contract's arithmetic.
    """
    known = _LOGGED.setdefault(case, {})
    if marked not in known:
        known[marked] = _logged_levels(case, marked)
    return known[marked]


_LOGGED: WeakKeyDictionary[Case, dict[bool, dict[str, bool]]] = WeakKeyDictionary()
"""Logs are long and several readers ask for them."""


def _logged_levels(case: Case, marked: bool) -> dict[str, bool]:
    levels = {}
    for name in sorted(case.found("solution.txt")):
        numbered = re.match(rf"{RESULTS}/level_(\d+)_solution\.txt", name)
        if not numbered or not case.files.exists(deliverable(numbered[1], "moves.csv")):
            continue
        try:
            text = case.files.text(name, strict=True, marked=marked)
            length = len(text.splitlines()[0].strip())
            levels[name] = rows_logged(case, numbered[1], max(length, LOG_ROWS)) >= length
        except (Unreadable, IndexError):
            levels[name] = False
    return levels


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
    sources = sources_read(case.files)
    return float(not any(GAME not in name and imports_named(case, text) for name, text in sources))


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
    return min(1.0, len(logged_levels(case)) / case.least("min_solution_files"))


def moves_csv_consistent(case: Case) -> float:
    """Which part of the logs is as long as its solution?"""
    levels = logged_levels(case)
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
