"""What breaks while grading: whose fault it is, and where its traceback is kept.

Players write what graders look at, and nobody foresees all that can come of it; so whatever breaks
costs one check or sub-score and not the verdict. Two things are not passed over like that: what the
machine or the harness is to blame for costs no player anything, and a mistake of ours is not lost.
"""

import errno
import logging
import traceback
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from graders.errors import GraderError, GradingFailed

LOG = "grading.log"
"""What an item's tracebacks are kept in, in its folder."""

MEMORY_BYTES = 64 << 20
"""More than any single thing that honest evidence asks for; who cannot have it cannot grade."""

_HANDLES = {errno.EMFILE, errno.ENFILE}
_LONGEST = 8000  # characters of one traceback, the last ones
_faults = logging.getLogger(__name__)  # without a handler it prints to stderr, as Python has it


def check_machine(error: BaseException) -> None:
    """See that an error is not the machine's.

    A huge picture may ask for more memory than there is, which is its fault; where there is not
    even enough for an honest one, it is not.

    Raises:
        GradingFailed: There is no memory left, or there are no files to be opened any more.
    """
    if isinstance(error, OSError) and error.errno in _HANDLES:
        raise GradingFailed(f"no file can be opened any more: {error.strerror}") from error
    if isinstance(error, MemoryError):
        try:
            bytearray(MEMORY_BYTES)
        except MemoryError as none:
            least = f"{MEMORY_BYTES >> 20} MiB"
            raise GradingFailed(f"there is no memory left for grading, not even {least}") from none


def note(error: Exception, where: str, *, secret: str = "") -> str:
    """Pass over what broke, but for what must not be passed over.

    Args:
        error: What was caught; if graders raise it for a reason there is nothing to be kept.
        where: What broke.
        secret: What must not be in any log.

    Returns:
        The error's name, for a sentence.

    Raises:
        GradingFailed: That is what it is, or the machine is to blame.
    """
    if isinstance(error, GradingFailed):
        raise error
    check_machine(error)
    if not isinstance(error, GraderError):
        lines = "".join(traceback.format_exception(error))
        if secret:
            lines = lines.replace(secret, "(secret)")
        # Player text may be in it: nothing that moves a cursor, and not without end.
        plain = (line if line.isprintable() else ascii(line) for line in lines.split("\n"))
        _faults.error("%s broke:\n%s", where, "\n".join(plain)[-_LONGEST:])
    return type(error).__name__


@contextmanager
def kept_in(log: Path) -> Iterator[None]:
    """Write what is noted meanwhile to a file, at the end; there is none if nothing is."""
    texts: list[str] = []

    class Collecting(logging.Handler):
        def emit(self, record: logging.LogRecord) -> None:
            texts.append(record.getMessage())

    handler = Collecting()
    _faults.addHandler(handler)
    try:
        yield
    finally:
        _faults.removeHandler(handler)
        if texts:
            log.write_text("\n".join(texts), encoding="utf-8")
