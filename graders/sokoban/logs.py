"""Whether GAM 5's move logs are as long as the solutions beside them."""

import re
from collections.abc import Iterable
from itertools import islice

from graders.case import RESULTS
from graders.errors import Unreadable
from graders.workspace import Workspace

LOG_ROWS = 1_000_000  # counted in any log; more only where the solution is longer


def logged_levels(files: Workspace, solutions: Iterable[str], *, marked: bool) -> dict[str, bool]:
    """The solutions with a move log, and whether that is as long.

    Args:
        files: The workspace.
        solutions: Names of files with a solution.
        marked: Whether a byte order mark counts as a move.
    """
    levels = {}
    for name in sorted(solutions):
        numbered = re.match(rf"{RESULTS}/level_(\d+)_solution\.txt", name)
        log = f"{RESULTS}/level_{numbered[1]}_moves.csv" if numbered else ""
        if not log or not files.exists(log):
            continue
        try:
            text = files.text(name, strict=True, marked=marked)
            length = len(text.splitlines()[0].strip())
            levels[name] = _rows(files, log, max(length, LOG_ROWS)) >= length
        except (Unreadable, IndexError):
            levels[name] = False
    return levels


def _rows(files: Workspace, log: str, enough: int) -> int:
    """Rows of a log below its header, as far as ``enough`` lines go."""
    rows = files.rows(log)
    next(rows, None)
    return sum(bool(row) for row in islice(rows, enough))
