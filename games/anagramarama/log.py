"""The game's own log: what was submitted and what became of it, with the system at once."""

from datetime import UTC, datetime
from pathlib import Path

HEADER = "time,word,verdict,score"


class Log:
    """A CSV with a row for everything that counts; time is UTC in ISO 8601 with microseconds.

    Args:
        path: Where to write; None keeps no log.

    Raises:
        OSError: The file cannot be written.
    """

    def __init__(self, path: Path | None) -> None:
        # line buffering hands every row to the system at once, where a kill cannot undo it
        self._file = path.open("w", buffering=1, encoding="utf-8") if path else None
        self._write(HEADER)

    def add(self, word: str, verdict: str, score: int) -> None:
        """Write a row; words have letters a-z only, so nothing needs quotes."""
        self._write(
            f"{datetime.now(UTC).isoformat(timespec='microseconds')},{word},{verdict},{score}"
        )

    def close(self) -> None:
        """Close the file; no row may follow."""
        if self._file:
            self._file.close()

    def _write(self, line: str) -> None:
        if self._file:
            self._file.write(line + "\n")
