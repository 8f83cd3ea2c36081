"""GAM 3's criteria: the contract's checklist, item by item, on the player's files alone."""

from graders.checks import Findings
from graders.files import quoted
from graders.imports import no_forbidden_imports
from graders.pictures import spread
from graders.quadrapassel.case import COLUMNS, FINAL, LOG, SUMMARY, Case
from graders.quadrapassel.rules import PIECES
from graders.quadrapassel.score import (
    KEYS,
    LEAST_DIFFERENCE,
    WELL_LOGGED,
    is_large_enough,
    lines_claimed,
    step_shot_md5_diversity,
    steps_difference,
)

FINAL_WIDTHS = range(200, 801)
LEAST_DIVERSITY = 0.8
LEAST_MATCH = 0.5
_PLAIN = 10.0  # of standard deviation, in grey levels: a picture of one block has more


def pieces_logged(case: Case) -> Findings:
    """60 rows."""
    if case.table.fault:
        yield case.table.fault
    rows, least = len(case.table.rows), case.least("min_log_rows")
    if rows < least:
        yield f"{LOG} has {rows} rows, {least} are asked for"
    return f"{LOG} has {rows} rows"


def columns_complete(case: Case) -> Findings:
    """All columns."""
    if missing := case.table.missing(COLUMNS):
        yield f"{LOG} has no column {', '.join(missing)}"
    return f"{LOG} has all {len(COLUMNS)} columns"


def pieces_named(case: Case) -> Findings:
    """The seven letters and no others, five of them at least."""
    kinds = {row.get("piece_type", "").strip() for row in case.table.rows}
    if odd := sorted(kinds - set(PIECES)):
        yield f"names that are no piece's: {len(odd)}, such as {quoted(odd[0])}"
    known, least = kinds & set(PIECES), case.least("min_piece_types")
    if len(known) < least:
        yield f"{len(known)} kinds of pieces are named, {least} are asked for"
    return f"{len(known)} kinds of pieces are named"


def lines_cleared(case: Case) -> Findings:
    """10 lines."""
    lines, least = lines_claimed(case), case.least("min_lines_cleared")
    if lines < least:
        yield f"{lines} lines are said to be cleared, {least} are asked for"
    return f"{lines} lines are said to be cleared"


def steps_pictured(case: Case) -> Findings:
    """8 pictures of steps, each 5 KiB and 200 pixels wide or more, no two alike."""
    names, least = sorted(case.step_pictures), case.least("min_step_screenshots")
    if len(names) < least:
        yield f"there are {len(names)} step pictures, {least} are asked for"
    seen: dict[str, str] = {}
    for name in names:
        if not is_large_enough(case, name):
            yield f"{quoted(name, 80)} has less than 5 KiB or is less than 200 pixels wide"
        same = seen.setdefault(case.files.digest(name), name)
        if same != name:
            yield f"{quoted(name, 80)} is the same file as {quoted(same, 80)}"
    return f"there are {len(names)} step pictures, all large enough and different"


def final_pictured(case: Case) -> Findings:
    """A final picture, 200 to 800 pixels wide."""
    width = case.files.picture(FINAL).shape[1]
    if width not in FINAL_WIDTHS:
        yield f"{FINAL} is {width} pixels wide, 200 to 800 are asked for"
    return f"{FINAL} is {width} pixels wide"


def blocks_visible(case: Case) -> Findings:
    """Blocks to be seen: contrast on the final picture, and none of the others plain."""
    contrast, least = spread(case.files.picture(FINAL)), case.least("board_std_threshold")
    if contrast <= least:
        yield f"{FINAL} has a contrast of {contrast:.1f} grey levels, more than {least} is needed"
    for name in sorted(case.step_pictures):
        if spread(case.files.picture(name)) <= _PLAIN:
            yield f"{quoted(name, 80)} is plain"
    return f"{FINAL} has a contrast of {contrast:.1f} grey levels, and no step picture is plain"


def summary_written(case: Case) -> Findings:
    """A summary with the contract's key words."""
    if missing := case.unmentioned(SUMMARY, "summary_keywords"):
        yield f"{SUMMARY} does not mention " + ", ".join(missing)
    return f"{SUMMARY} speaks of pieces, lines, the score and the heuristic"


def keys_logged(case: Case) -> Findings:
    """Keys in 70 % of the rows."""
    rows = case.table.rows
    logged = sum(bool(KEYS.search(row.get("action_keys", ""))) for row in rows)
    if logged < WELL_LOGGED * len(rows) or not rows:
        yield f"{logged} of {len(rows)} rows have keys, {WELL_LOGGED:.0%} must"
    return f"{logged} of {len(rows)} rows have keys"


def pictures_match_rows(case: Case) -> Findings:
    """About as many pictures as rows."""
    pictures, rows = len(case.step_pictures), len(case.table.rows)
    if min(pictures, rows) < LEAST_MATCH * max(pictures, rows, 1):
        yield f"there are {pictures} step pictures and {rows} rows, half as many at least must be"
    return f"there are {pictures} step pictures and {rows} rows"


def steps_differ(case: Case) -> Findings:
    """The first pictures differ from their neighbours by 5 grey levels on average."""
    grey = steps_difference(case)
    if grey < LEAST_DIFFERENCE:
        least = f"{LEAST_DIFFERENCE:g} are needed on average"
        yield f"the first step pictures differ by {grey:.3f} grey levels, {least}"
    return f"the first step pictures differ by {grey:.2f} grey levels on average"


def pictures_diverse(case: Case) -> Findings:
    """80 % of the pictures are different files."""
    different = step_shot_md5_diversity(case)
    if different < LEAST_DIVERSITY:
        yield f"{different:.0%} of the step pictures are different, {LEAST_DIVERSITY:.0%} must be"
    return f"{different:.0%} of the step pictures are different"


CRITERIA = {
    "pieces_logged": (pieces_logged, ("game_log.csv",)),
    "columns_complete": (columns_complete, ("game_log.csv",)),
    "pieces_named": (pieces_named, ("game_log.csv",)),
    "lines_cleared": (lines_cleared, ("game_log.csv",)),
    "steps_pictured": (steps_pictured, ("board_step_*.png",)),
    "final_pictured": (final_pictured, ("final_board.png",)),
    "blocks_visible": (blocks_visible, ("final_board.png", "board_step_*.png")),
    "summary_written": (summary_written, ("summary.md",)),
    "keys_logged": (keys_logged, ("game_log.csv",)),
    "no_forbidden_imports": (no_forbidden_imports, ("*.py",)),
    "pictures_match_rows": (pictures_match_rows, ("board_step_*.png", "game_log.csv")),
    "steps_differ": (steps_differ, ("board_step_*.png",)),
    "pictures_diverse": (pictures_diverse, ("board_step_*.png",)),
}
"""Each criterion of the contract, and the deliverables it looks at."""
