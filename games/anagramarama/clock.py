"""The clock of a round: it stands while the program does."""

import signal
import time

BEAT_S = 0.2
"""Whoever waits reads the clock so often; a stop of the program costs a round that much at most."""


class Clock:
    """Seconds since it began, without those in which the program was stopped (SIGSTOP, Ctrl+Z).

    A player may be so slow that the game is stopped while it thinks. What tells that is the signal
    to go on: a machine that is only busy sends none, and all its time counts.
    """

    def __init__(self) -> None:
        self._read, self._ran = time.monotonic(), 0.0
        self._continued = self._known = 0
        if hasattr(signal, "SIGCONT"):
            signal.signal(signal.SIGCONT, self._on_continue)

    def now(self) -> float:
        """Return the seconds; read it every `BEAT_S` while waiting."""
        continued = self._continued
        read = time.monotonic()
        step = read - self._read
        # a stop just before or after that reading is in this step or the next: both are cut
        if self._continued != self._known:
            step = min(step, BEAT_S)
        self._read, self._known = read, continued
        self._ran += step
        return self._ran

    def _on_continue(self, *_: object) -> None:
        self._continued += 1
