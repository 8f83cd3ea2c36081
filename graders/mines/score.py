"""GAM 2's sub-scores, under the contract's own keys.

It reads the player's files and nothing else, as the contract's own grader does, and has that
grader's habits on purpose, so that figures compare: a cell counts as revealed when its picture is
not plain (an untouched board, grey on white, passes for a won one; ``cells_revealed`` reads the
board instead), and any word after "safe-by" is a reason.
"""

import re
from collections.abc import Callable

from graders.errors import Unreadable
from graders.imports import no_solver_imports
from graders.mines.case import BOARD, PICTURE_BYTES, SUMMARY, Case
from graders.mines.rules import HEIGHT, WIDTH
from graders.mines.table import COLUMNS
from graders.pictures import spread

LEAST_WIDTH, LEAST_HEIGHT = 1024, 600
_CONTRAST, _PLAIN = 40, 15  # grey levels of standard deviation
_KINDS_OF_REASONS = 3


def clicks_count(case: Case) -> float:
    """Are there enough rows?"""
    return min(1.0, len(case.table.rows) / case.least("min_clicks"))


def clicks_schema(case: Case) -> float:
    """Does the table have all columns?"""
    return float(bool(case.table.rows) and set(COLUMNS) <= set(case.table.header))


def flags_right_click(case: Case) -> float:
    """Are enough of the clicks right ones?"""
    flags = sum(row.get("action") == "right" for row in case.table.rows)
    return min(1.0, flags / case.least("min_flags_right_click"))


def reasoned_actions(case: Case) -> float:
    """Do enough clicks have a reason?"""
    reasoned = sum(
        bool(re.search(r"(safe|flag)-by-?\w*", row.get("reason", ""))) for row in case.table.rows
    )
    return min(1.0, reasoned / case.least("min_reasoned_actions"))


def reason_diversity(case: Case) -> float:
    """Do reasons begin in different ways?"""
    kinds = {row.get("reason", "").partition("-")[0] for row in case.table.rows}
    return min(1.0, len(kinds) / _KINDS_OF_REASONS)


def final_board_exists(case: Case) -> float:
    """Is there a picture of the board that is not too small a file?"""
    try:
        return float(case.files.size(BOARD) >= PICTURE_BYTES)
    except Unreadable:
        return 0.0


def final_board_resolution_ok(case: Case) -> float:
    """Is it large enough?"""
    height, width = case.grey.shape
    return float(width >= LEAST_WIDTH and height >= LEAST_HEIGHT)


def board_nontrivial(case: Case) -> float:
    """Is it full of contrast?"""
    return min(1.0, spread(case.grey) / _CONTRAST)


def revealed_cells_raw(case: Case) -> float:
    """How many of its 30 x 16 parts are not plain?"""
    height, width = case.grey.shape[0] / HEIGHT, case.grey.shape[1] / WIDTH
    parts = (
        case.grey[int(r * height) : int((r + 1) * height), int(c * width) : int((c + 1) * width)]
        for r in range(HEIGHT)
        for c in range(WIDTH)
    )
    return float(sum(part.size > 0 and spread(part) > _PLAIN for part in parts))


def revealed_cells(case: Case) -> float:
    """Are these enough?"""
    return min(1.0, revealed_cells_raw(case) / case.least("min_revealed_cells_in_screenshot"))


def summary_complete(case: Case) -> float:
    """Does the summary have all the key words of one language?

    Raises:
        Unreadable: There is none.
    """
    return float(not case.unmentioned(SUMMARY, "summary_required_keywords"))


SUBSCORES: dict[str, Callable[[Case], float]] = {
    "clicks_count": clicks_count,
    "clicks_schema": clicks_schema,
    "flags_right_click": flags_right_click,
    "reasoned_actions": reasoned_actions,
    "reason_diversity": reason_diversity,
    "final_board_exists": final_board_exists,
    "final_board_resolution_ok": final_board_resolution_ok,
    "board_nontrivial": board_nontrivial,
    "revealed_cells": revealed_cells,
    "summary_complete": summary_complete,
    "no_solver_imports": no_solver_imports,
}
"""The means of the groups, a count of the picture's parts and an audit's counts join these."""
