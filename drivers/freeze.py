"""The game stands still while the player thinks, and runs while it acts.

For slow players of fast games. Nobody has to cooperate: a key, a button or a motion of the pointer
that the witness sees lets the game run, and it is stopped again once its picture has answered and
stands still. Time counts as the game had it (`drivers.own_time`): on a busy machine it may not have
begun yet when a clock says that it is late.
"""

import signal
import threading
import time
from types import TracebackType
from typing import Self

import psutil

from drivers import processes
from drivers.errors import HarnessError
from drivers.launch import Game
from drivers.own_time import OwnTime
from drivers.screen import Changes, Screen
from drivers.witness import Witness

STILL_S = 0.15
"""So long the picture has stood, and nothing was done, when the game is stopped."""

LONGEST_S = 1.0
"""So long the game runs after what was done last if its picture does not come to rest."""

LOOKS_EVERY_S = 0.05

STOP_TIMEOUT_S = 5.0


class Freezer:
    """Stops a game (SIGSTOP) and lets it go on (SIGCONT), inside a `with` block.

    Attributes:
        stops: How often the game was stopped.
    """

    def __init__(self, game: Game, *, screen: Screen, witness: Witness) -> None:
        """Freeze `game`, which has its window on `screen` and whose input `witness` sees."""
        self.stops = 0
        self._game = game
        self._screen = screen
        self._witness = witness
        self._lock = threading.Lock()
        self._frozen: list[psutil.Process] = []
        self._acted = threading.Event()
        self._over = False
        self._last_input = self._last_press = time.monotonic()
        self._stopped = 0.0
        self._thread = threading.Thread(target=self._run, name="freezer", daemon=True)

    def __enter__(self) -> Self:
        """Begin; the game is stopped once it stands still.

        Raises:
            HarnessError: it has no window.
        """
        if self._game.window is None or self._game.window.pid is None:
            raise HarnessError("a game without a window cannot be frozen; enter the game first")
        self._pid = self._game.window.pid
        self._changes = Changes(self._screen.name, self._game.window.id)
        self._witness.tell_input(self._on_input)
        self._thread.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """Let the game run again, for good."""
        self._witness.tell_input(None)
        with self._lock:
            self._over = True
            self._let_run()
        self._acted.set()
        self._thread.join(STOP_TIMEOUT_S)
        self._changes.close()

    def _on_input(self, press: bool) -> None:
        """Something was done at keyboard or mouse: in the witness's thread, so be quick."""
        with self._lock:
            self._last_input = time.monotonic()
            if press:
                self._last_press = self._last_input
            self._let_run()
        self._acted.set()

    def _run(self) -> None:
        try:
            while not self._over:
                inputs = self._wait_for_rest()
                with self._lock:
                    if self._over or self._last_input != inputs:
                        continue
                    self._stop()
                    self._acted.clear()
                self._acted.wait()
        except HarnessError:
            return  # the display is gone, which the witness says

    def _wait_for_rest(self) -> float:
        """Return once the game may be stopped: the time of the input that it answered."""
        own = OwnTime(self._pid)
        inputs = drawn = -1.0
        acted = rested = 0.0
        while not self._over:
            with self._lock:
                latest, press = self._last_input, self._last_press
            if latest != inputs:
                inputs, acted, rested = latest, own.seconds, own.seconds
            draws = self._changes.wait(LOOKS_EVERY_S)
            own.tick()
            if draws:
                drawn, rested = time.monotonic(), own.seconds
            # nobody asks for an answer to a motion
            answered = drawn >= press or press < self._stopped
            still = answered and not own.busy and own.seconds - rested >= STILL_S
            if own.seconds - acted >= LONGEST_S or (still and self._nothing_comes(own)):
                return inputs
            self._keep_up(own)
        return 0.0

    def _keep_up(self, own: OwnTime) -> None:
        """Wait for the X server, and count that for nothing: it has others to serve, too."""
        self._changes.keep_up()
        own.skip()

    def _nothing_comes(self, own: OwnTime) -> bool:
        """Whether the server has drawn all that the game asked for, and the game did no more."""
        self._keep_up(own)
        return not own.busy and not self._changes.wait(0.0)

    def _stop(self) -> None:
        self._frozen = processes.tree(self._pid)
        _send(self._frozen, signal.SIGSTOP)
        self.stops += 1
        self._stopped = time.monotonic()

    def _let_run(self) -> None:
        _send(self._frozen, signal.SIGCONT)
        self._frozen = []


def _send(to: list[psutil.Process], what: signal.Signals) -> None:
    for process in to:
        try:
            process.send_signal(what)
        except psutil.NoSuchProcess:
            continue
