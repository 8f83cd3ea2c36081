"""The witness's eye: every distinct picture of the game's window, and whose files are open."""

import hashlib
import queue
import threading
from pathlib import Path
from typing import Final

import numpy as np
import psutil

from drivers.errors import WindowLost
from drivers.journal import Journal
from drivers.screen import Changes, Frame, Rect, Screen, Window
from drivers.window import write_png

LOOK_AT_LEAST_EVERY_S: Final = 0.25
FRAMES_IN_MEMORY: Final = 200
"""Pictures that may wait to be written; then the witness waits, the player never."""


class Eye:
    """Keeps every distinct picture of one window, from `start()` to `stop()`.

    One thread looks whenever something was drawn, one writes PNG files; `look` may be called too.
    """

    def __init__(
        self, display: str, window: Window, *, journal: Journal, frames: Path, output: Path
    ) -> None:
        """Watch `window` of `display`.

        Args:
            display: The X display.
            window: The game's window.
            journal: Gets a `frame` line for each picture, `window` lines, and `file` lines.
            frames: Folder for the pictures.
            output: Folder that the game writes; its files are noted once the game has them open.
        """
        self._screen = Screen(display)
        self._changes = Changes(display, window.id)
        self._window = window
        self._journal = journal
        self._frames = frames
        self._output = output
        self._files_seen: set[str] = set()
        self._rect: Rect | None = None
        self._last: Frame | None = None
        self._queue: queue.Queue[tuple[Path, Frame] | None] = queue.Queue(FRAMES_IN_MEMORY)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._looking = threading.Thread(target=self._look_on, name="witness-eye", daemon=True)
        self._writing = threading.Thread(target=self._write_on, name="witness-png", daemon=True)
        self.count = 0
        self.failure: Exception | None = None

    def start(self) -> None:
        """Begin to look."""
        self._looking.start()
        self._writing.start()

    def stop(self) -> None:
        """Look once more and end; every picture is on disk then."""
        self._stop.set()
        self._looking.join(2 * LOOK_AT_LEAST_EVERY_S + 5)
        self._queue.put(None)
        self._writing.join()
        self._changes.close()
        self._screen.close()

    def look(self) -> str:
        """Take a look now, and name the file of what is on screen.

        Raises:
            WindowLost: the window is gone.
            DisplayLost: the X server is.
        """
        with self._lock:
            self._take_in()
            return self._name

    @property
    def _name(self) -> str:
        return f"{self.count:06d}.png"

    def _look_on(self) -> None:
        try:
            while not self._stop.is_set():
                self.look()
                self._see_files()
                self._changes.wait(LOOK_AT_LEAST_EVERY_S)
            self.look()
        except WindowLost:
            self._journal.write("window", **self._describe(None))
        except Exception as exc:  # whatever ends the thread must surface as a broken witness
            self.failure = exc

    def _take_in(self) -> None:
        rect = self._screen.rect(self._window.id)
        if rect != self._rect:
            self._rect = rect
            self._journal.write("window", **self._describe(rect))
        frame = self._screen.grab(rect)
        if self._last is not None and np.array_equal(frame, self._last):
            return
        self._last = frame
        self.count += 1
        self._journal.write(
            "frame",
            frame=self._name,
            sha256=hashlib.sha256(frame.tobytes()).hexdigest(),
            window=self._window.id,
            rect=rect.as_list(),
        )
        self._queue.put((self._frames / self._name, frame))

    def _see_files(self) -> None:
        """Note, once a file, that the game's own process holds it open for writing."""
        for entry in self._output.iterdir():
            if entry.name in self._files_seen or self._window.pid is None:
                continue
            opened = _files_written_by(self._window.pid)
            if str(entry) in opened:
                self._files_seen.add(entry.name)
                inode = entry.stat().st_ino
                self._journal.write("file", name=entry.name, pid=self._window.pid, inode=inode)

    def _write_on(self) -> None:
        while (item := self._queue.get()) is not None:
            try:
                write_png(*item)
            except OSError as exc:  # a full disk; go on, or the looking thread would wait for ever
                self.failure = exc

    def _describe(self, rect: Rect | None) -> dict[str, object]:
        place = rect.as_list() if rect else None
        window = self._window
        return {"window": window.id, "title": window.title, "pid": window.pid, "rect": place}


def _files_written_by(pid: int) -> set[str]:
    try:
        return {f.path for f in psutil.Process(pid).open_files() if "w" in f.mode or "a" in f.mode}
    except psutil.NoSuchProcess:
        return set()
