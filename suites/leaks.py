"""See that a run leaves nothing behind: no process, no window, no temporary folder."""

import tempfile
from pathlib import Path

from drivers import processes
from drivers.errors import DisplayLost, Leak
from drivers.screen import Screen


class LeakCheck:
    """Remembers what was there before a run; `check` raises on anything that is new."""

    def __init__(self, screen: Screen, *, mark: str, shared: bool) -> None:
        """Take stock.

        Args:
            screen: The display of the run.
            mark: In the environment of each process and the name of each folder of it.
            shared: Whether others use the display too, whose windows are not looked at.
        """
        self._shared = shared
        self._screen = screen
        self.mark = mark
        self._windows = {window.id for window in screen.windows()}

    def check(self) -> None:
        """End what was left, and say so.

        Raises:
            Leak: something was left; processes have been ended, folders stay for a look.
        """
        left = processes.marked(self.mark)
        names = [f"process {p.pid} ({p.name()})" for p in left]
        processes.end(left)
        names += [f"folder {path}" for path in _folders(self.mark)]
        try:
            windows = [w for w in self._screen.windows() if w.id not in self._windows]
            windows = [] if self._shared else windows
        except DisplayLost:
            windows = []  # they went with the display
        names += [f"window {w.title!r}" for w in windows]
        if names:
            raise Leak("the run left behind: " + ", ".join(names))


def _folders(mark: str) -> list[Path]:
    return sorted(Path(tempfile.gettempdir()).glob(f"playproof-{mark}-*"))
