"""An append-only log in which every line carries the hash of the line before it."""

import hashlib
import json
import threading
import time
from pathlib import Path
from typing import Any

GENESIS = "0" * 64


class Journal:
    """Writes `events.jsonl`: a JSON object a line: `n`, `t`, `kind`, the event's own keys, `prev`.

    `n` counts from 1; `t` is seconds since the journal was opened (monotonic clock); `prev` is the
    SHA-256 (hex) of the previous line's bytes without its newline, `GENESIS` for the first. A
    changed, dropped or swapped line breaks the chain. Safe to call from several threads: the order
    of the lines is the order in which the events were written.
    """

    def __init__(self, path: Path) -> None:
        self._file = path.open("xb")
        self._lock = threading.Lock()
        self._started = time.monotonic()
        self._count = 0
        self._prev = GENESIS

    def write(self, kind: str, **event: Any) -> None:
        """Append one event; it is handed to the operating system before this returns."""
        with self._lock:
            self._count += 1
            line = json.dumps(
                {
                    "n": self._count,
                    "t": round(time.monotonic() - self._started, 6),
                    "kind": kind,
                    **event,
                    "prev": self._prev,
                }
            ).encode()
            self._file.write(line + b"\n")
            self._file.flush()
            self._prev = hashlib.sha256(line).hexdigest()

    def close(self) -> None:
        """Close the file; further writes raise ValueError."""
        with self._lock:
            self._file.close()
