"""The end of a log that may be of any length."""

import os
from pathlib import Path

TAIL_BYTES = 400


def tail(path: Path) -> str:
    """The last TAIL_BYTES of a file, as text."""
    with path.open("rb") as log:
        log.seek(0, os.SEEK_END)
        log.seek(max(0, log.tell() - TAIL_BYTES))
        return log.read().decode(errors="replace")
