"""GAM 2's criteria: the contract's checklist, item by item, on the player's files alone."""

from graders.checks import Findings
from graders.errors import NotJudged
from graders.files import quoted
from graders.imports import no_forbidden_imports
from graders.mines.case import BOARD, PICTURE_BYTES, SUMMARY, Case
from graders.mines.pixels import UNREAD
from graders.mines.reasons import REASON
from graders.mines.score import LEAST_HEIGHT, LEAST_WIDTH
from graders.mines.table import CLICKS

HITS = ("mine", "雷")
"""Words of a summary that says whether a mine was hit."""

SCRIPTS = (".py", ".sh")
"""Names of programs that a player may have run end so."""


def clicks_logged(case: Case) -> Findings:
    """260 clicks with all columns."""
    rows, least = len(case.rows), case.least("min_clicks")
    if rows < least:
        yield f"{CLICKS} has {rows} rows, {least} are asked for"
    return f"{CLICKS} has {rows} rows with all columns"


def mines_flagged(case: Case) -> Findings:
    """95 of them right ones."""
    flags = sum(row.action == "right" for row in case.rows)
    least = case.least("min_flags_right_click")
    if flags < least:
        yield f"{flags} clicks are right ones, {least} are asked for"
    return f"{flags} clicks are right ones"


def moves_reasoned(case: Case) -> Findings:
    """150 reasons that name a number, or the count of mines."""
    reasoned = sum(bool(REASON.search(row.reason)) for row in case.rows)
    least = case.least("min_reasoned_actions")
    if reasoned < least:
        yield f"{reasoned} clicks have a reason by a number, {least} are asked for"
    return f"{reasoned} clicks have a reason by a number"


def board_pictured(case: Case) -> Findings:
    """A picture of the whole board, 5 KiB and 1024 x 600 pixels or more."""
    if (size := case.files.size(BOARD)) < PICTURE_BYTES:
        yield f"{BOARD} has {size} bytes, less than 5 KiB"
    height, width = case.files.picture(BOARD).shape[:2]
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        yield f"{BOARD} has {width} x {height} pixels, less than {LEAST_WIDTH} x {LEAST_HEIGHT}"
    covered = case.final.codes.count(UNREAD)
    if covered:
        yield f"{covered} cells of the board on {BOARD} are covered or of no known look"
    return f"{BOARD} shows the 30 x 16 board in {width} x {height} pixels"


def cells_revealed(case: Case) -> Findings:
    """380 cells of it are revealed, each read by its own look."""
    revealed = len(case.final.numbers)
    least = case.least("min_revealed_cells_in_screenshot")
    if revealed < least:
        yield f"{revealed} cells are revealed on {BOARD}, {least} are asked for"
    return f"{revealed} cells are revealed on {BOARD}"


def summary_written(case: Case) -> Findings:
    """A summary with the contract's key words that speaks of mines."""
    if missing := case.unmentioned(SUMMARY, "summary_required_keywords"):
        yield f"{SUMMARY} does not mention " + ", ".join(missing)
    summary = case.files.text(SUMMARY).lower()
    if not any(word in summary for word in HITS):
        yield f"{SUMMARY} does not say whether a mine was hit"
    return f"{SUMMARY} speaks of revealed and flagged cells and of mines"


def no_solver_called(case: Case) -> Findings:
    """Nothing was run that the contract bans, nor does a program of the workspace have it in it."""
    banned, scripts = case.words("banned_strings"), case.files.ending_in(SCRIPTS)
    for name in scripts:
        source = case.files.whole(name).decode("utf-8", "ignore")
        if run := [text for text in banned if text in source]:
            yield f"{quoted(name, 80)} has {', '.join(run)} in it"
    if case.audit and case.audit.matches:
        where = f" ({', '.join(case.audit.places)})" if case.audit.places else ""
        yield f"the player ran {quoted(', '.join(case.audit.matches), 120)}{where}"
    return f"nothing banned was run, and none of {len(scripts)} scripts has such a thing in it"


def screens_looked_at(case: Case) -> Findings:
    """30 captures of the screen by the player."""
    if case.audit is None:
        raise NotJudged("nobody counted how often the player looked")
    shots, least = case.audit.shots, case.least("min_screenshots")
    if shots < least:
        yield f"the player looked at the screen {shots} times, {least} are asked for"
    return f"the player looked at the screen {shots} times and acted {case.audit.calls} times"


CRITERIA = {
    "clicks_logged": (clicks_logged, (CLICKS,)),
    "mines_flagged": (mines_flagged, (CLICKS,)),
    "moves_reasoned": (moves_reasoned, (CLICKS,)),
    "board_pictured": (board_pictured, (BOARD,)),
    "cells_revealed": (cells_revealed, (BOARD,)),
    "summary_written": (summary_written, (SUMMARY,)),
    "no_forbidden_imports": (no_forbidden_imports, ()),
    "no_solver_called": (no_solver_called, ()),
    "screens_looked_at": (screens_looked_at, ()),
}
"""Each criterion of the contract, and the deliverables it looks at."""
