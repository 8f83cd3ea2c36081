"""Keeps what a program prints, of a flood its beginning and its end."""

import os
import threading
from collections import deque
from pathlib import Path
from typing import IO

CHUNK = 1 << 16
KEPT = 8 << 20
"""Bytes kept of the beginning, and as many of the end."""


class Pump:
    """Empties a pipe into a file from a thread of its own, so that the writer never waits.

    The beginning is in the file at once, the end when the pump is closed.

    Attributes:
        total: Bytes that came so far.
    """

    def __init__(self, pipe: IO[bytes], log: Path) -> None:
        """Empty `pipe` into a new file `log`."""
        self.total = 0
        self._pipe = pipe
        self._file = log.open("wb")
        self._end: deque[bytes] = deque()
        self._held = 0
        self._done = threading.Event()
        self._thread = threading.Thread(target=self._run, name="pump", daemon=True)
        self._thread.start()

    def close(self, *, within_s: float) -> None:
        """Wait until the writers are gone, at most so long, and finish the file.

        What comes later still is read, lest somebody wait for us, and goes nowhere.
        """
        self._thread.join(within_s)
        self._done.set()
        left_out = self.total - self._file.tell() - self._held
        if left_out > 0:
            self._file.write(b"\n[... %d bytes are left out ...]\n" % left_out)
        self._file.writelines(list(self._end))
        self._file.close()

    def _run(self) -> None:
        with self._pipe:
            handle = self._pipe.fileno()
            while chunk := os.read(handle, CHUNK):
                if not self._done.is_set():
                    self._take(chunk)

    def _take(self, chunk: bytes) -> None:
        self.total += len(chunk)
        if self.total <= KEPT:
            self._file.write(chunk)
            self._file.flush()
            return
        self._end.append(chunk)
        self._held += len(chunk)
        while self._held - len(self._end[0]) >= KEPT:
            self._held -= len(self._end.popleft())
