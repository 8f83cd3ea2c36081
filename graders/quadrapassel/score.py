"""GAM 3's sub-scores, under the contract's own keys.

It reads the player's files and nothing else, as the contract's own grader does, and has that
grader's habits on purpose, so that figures compare: lines are what a column says, a key's name
anywhere in a cell is a key, any picture with contrast is a board.
"""

import re
from collections.abc import Callable
from itertools import pairwise

from graders.errors import Unreadable
from graders.imports import no_solver_imports
from graders.pictures import difference, resized, spread
from graders.quadrapassel.case import COLUMNS, FINAL, SUMMARY, Case

KEYS = re.compile(r"Left|Right|Up|space|Return")
WELL_LOGGED = 0.7  # part of the rows that have a key
LEAST_DIFFERENCE = 5.0  # grey levels between pictures of neighbouring steps, on average
_PAIRS = 4  # of neighbouring steps that are compared
_DIGITS = 300  # of a number that still is one


def log_row_count(case: Case) -> float:
    """Are there enough rows?"""
    return min(1.0, len(case.table.rows) / case.least("min_log_rows"))


def log_schema(case: Case) -> float:
    """Does the table have all columns?"""
    return float(bool(case.table.rows) and set(COLUMNS) <= set(case.table.header))


def piece_type_valid(case: Case) -> float:
    """Are all pieces of known names, and of enough kinds?"""
    kinds = {row.get("piece_type", "").strip() for row in case.table.rows}
    return float(kinds <= set("IOTSZJL") and len(kinds) >= case.least("min_piece_types"))


def lines_claimed(case: Case) -> int:
    """The sum of the lines that rows say they cleared."""
    told = (row.get("lines_cleared", "") for row in case.table.rows)
    return sum(int(text) for text in told if text.isdecimal() and len(text) <= _DIGITS)


def lines_cleared(case: Case) -> float:
    """Are these enough?"""
    return min(1.0, lines_claimed(case) / case.least("min_lines_cleared"))


def step_screenshots(case: Case) -> float:
    """Are there enough pictures of steps?"""
    return min(1.0, len(case.step_pictures) / case.least("min_step_screenshots"))


def is_large_enough(case: Case, name: str) -> bool:
    """Whether a picture has the bytes and the width that the contract asks for.

    Raises:
        Unreadable: It is none.
    """
    if case.files.size(name) < case.least("min_shot_bytes"):
        return False
    return case.files.width(name) >= case.least("min_shot_width")


def step_shot_quality(case: Case) -> float:
    """Which part of them is large enough?"""
    good = 0
    for name in case.step_pictures:
        try:
            good += is_large_enough(case, name)
        except Unreadable:
            continue
    return good / len(case.step_pictures) if case.step_pictures else 0.0


def step_shot_md5_diversity(case: Case) -> float:
    """Which part of them differs from the others?"""
    different = set()
    for name in case.step_pictures:
        try:
            different.add(case.files.digest(name))
        except Unreadable:
            continue
    return len(different) / len(case.step_pictures) if case.step_pictures else 0.0


def final_board_exists(case: Case) -> float:
    """Is there a file of that name?"""
    return float(case.files.exists(FINAL))


def board_nontrivial(case: Case) -> float:
    """Is the final picture full of contrast?"""
    contrast, enough = spread(case.files.picture(FINAL)), case.least("board_std_threshold")
    return 1.0 if contrast > enough else contrast / enough


def summary_complete(case: Case) -> float:
    """Does the summary have all the key words of one language?

    Raises:
        Unreadable: There is none.
    """
    return float(not case.unmentioned(SUMMARY, "summary_keywords"))


def action_keys_present(case: Case) -> float:
    """Do enough rows have a key?"""
    rows = case.table.rows
    if not rows:
        return 0.0
    part = sum(bool(KEYS.search(row.get("action_keys", ""))) for row in rows) / len(rows)
    return 1.0 if part >= WELL_LOGGED else part / WELL_LOGGED


def actions_match_shots(case: Case) -> float:
    """Are there about as many pictures as rows?"""
    counts = len(case.step_pictures), len(case.table.rows)
    return min(counts) / max(counts) if min(counts) else 0.0


def steps_difference(case: Case) -> float:
    """By how many grey levels the first pictures differ from their neighbours, on average.

    Raises:
        Unreadable: One of them is no picture, or there are fewer than two.
    """
    first = sorted(case.step_pictures)[: _PAIRS + 1]
    if len(first) < 2:
        raise Unreadable("there are fewer than two step pictures")
    found = []
    for one, other in pairwise(first):
        picture = case.files.picture(one)
        found.append(difference(picture, resized(case.files.picture(other), like=picture)))
    return sum(found) / len(found)


def step_pixel_diff_nontrivial(case: Case) -> float:
    """Is that enough?"""
    found = steps_difference(case)
    return 1.0 if found > LEAST_DIFFERENCE else found / LEAST_DIFFERENCE


SUBSCORES: dict[str, Callable[[Case], float]] = {
    "log_row_count": log_row_count,
    "log_schema": log_schema,
    "piece_type_valid": piece_type_valid,
    "lines_cleared": lines_cleared,
    "step_screenshots": step_screenshots,
    "step_shot_quality": step_shot_quality,
    "step_shot_md5_diversity": step_shot_md5_diversity,
    "final_board_exists": final_board_exists,
    "board_nontrivial": board_nontrivial,
    "summary_complete": summary_complete,
    "action_keys_present": action_keys_present,
    "no_solver_imports": no_solver_imports,
    "actions_match_shots": actions_match_shots,
    "step_pixel_diff_nontrivial": step_pixel_diff_nontrivial,
}
"""The items of the rubric join these when a judge has answered."""
