"""The witness's eye: every distinct picture of the game's window, and whose files are open."""

import hashlib
import os
import queue
import threading
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import numpy as np
import psutil
from numpy.typing import NDArray

from drivers.errors import WindowLost, WitnessBroken
from drivers.journal import Journal
from drivers.png import encode
from drivers.screen import Changes, Frame, Pixels, Rect, Screen, Window, ago_s, rgb

LOOK_AT_LEAST_EVERY_S: Final = 0.25
STOP_TIMEOUT_S: Final = 5.0
LATE_S: Final = 0.1
"""Pictures that stand so long are promised to be seen (docs/architecture.md)."""
URGENT: Final = -10
"""The looking thread's niceness, where we may set it. At a load of 30 on two processors it missed
2 and 15 of 81 pictures that stood for 150 ms each, in two runs; so it saw 81 frames in both."""
CHANGES_IN_MEMORY: Final = 2000
"""Pictures that may wait to be written; then the witness waits, the player never."""


@dataclass(frozen=True, slots=True)
class _Change:
    """What makes a picture out of the one before: small, so that PNG may lag behind the play.

    Attributes:
        name: File of the new picture.
        shape: (height, width) of it.
        rows: Rows in which anything changed.
        left: First changed column.
        pixels: New content of those rows from there on, shape (len(rows), changed columns).
    """

    name: str
    shape: tuple[int, int]
    rows: NDArray[np.intp]
    left: int
    pixels: Pixels


class Eye:
    """Keeps every distinct picture of one window, from `start()` to `stop()`.

    One thread looks whenever something was drawn, one writes PNG files; `look` may be called too.

    Attributes:
        count: Pictures seen.
        bytes: Size of the files written.
        resized: Whether the window had another size meanwhile.
        failure: What ended a thread.
    """

    def __init__(
        self, display: str, window: Window, *, journal: Journal, frames: Path, output: Path
    ) -> None:
        """Watch `window` of `display`.

        Args:
            display: The X display.
            window: The game's window.
            journal: Gets a `frame` line for each picture, a `kept` line once that is a file,
                `window`, `late` and `file` lines.
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
        self._last: Pixels = np.zeros((0, 0), np.uint32)
        self._buffer: Frame = np.zeros((0, 0, 3), np.uint8)
        self._queue: queue.Queue[_Change | None] = queue.Queue(CHANGES_IN_MEMORY)
        self._lock = threading.Lock()
        self._stop = threading.Event()
        self._looking = threading.Thread(target=self._look_on, name="witness-eye", daemon=True)
        self._writing = threading.Thread(target=self._write_on, name="witness-png", daemon=True)
        self.count = 0
        self.bytes = 0
        self.resized = False
        self.failure: Exception | None = None

    def start(self) -> None:
        """Begin to look."""
        self._looking.start()
        self._writing.start()

    def stop(self) -> None:
        """Look once more and end; every picture is on disk then."""
        self._stop.set()
        self._looking.join(STOP_TIMEOUT_S)
        if self._looking.is_alive():
            self.failure = WitnessBroken(f"the eye did not stop within {STOP_TIMEOUT_S:g} s")
        self._queue.put(None)
        self._writing.join()
        self._changes.close()
        self._screen.close()

    def look(self) -> str:
        """Take a look now if none is being taken, and name the file of what was seen last.

        It never waits for another look: whoever records acts must keep up with them.

        Raises:
            WindowLost: the window is gone.
            DisplayLost: the X server is.
        """
        if self._lock.acquire(blocking=False):
            try:
                self._take_in()
            finally:
                self._lock.release()
        return _named(self.count)

    def _look_on(self) -> None:
        with suppress(PermissionError):  # an ordinary user may not, and is told what was missed
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), URGENT)
        try:
            drawn = False
            while not self._stop.is_set():
                with self._lock:
                    self._take_in()
                if drawn:
                    self._own_up(ago_s(self._changes.drawn_ms))
                self._see_files()
                drawn = self._changes.wait(LOOK_AT_LEAST_EVERY_S)
            with self._lock:
                self._take_in()
        except WindowLost as exc:
            self._journal.write("window", **self._describe(None))
            self.failure = exc
        except Exception as exc:  # whatever ends the thread must surface as a broken witness
            self.failure = exc

    def _take_in(self) -> None:
        rect = self._screen.rect(self._window.id)
        if rect != self._rect:
            before, self._rect = self._rect, rect
            self.resized |= before is not None and before.as_list()[2:] != rect.as_list()[2:]
            self._journal.write("window", **self._describe(rect))
        pixels = self._screen.grab_pixels(rect)
        if np.array_equal(pixels, self._last):
            return
        name = _named(self.count + 1)
        self._journal.write(
            "frame",
            frame=name,
            sha256=self._hash(pixels),
            window=self._window.id,
            rect=rect.as_list(),
        )
        self.count += 1
        self._queue.put(_change(name, self._last, pixels))
        self._last = pixels

    def _own_up(self, late_s: float) -> None:
        """Note that pictures may have been missed, if what was drawn so long ago was seen only now.

        They stood before the picture that was seen last.
        """
        if late_s > LATE_S:
            self._journal.write("late", seconds=round(late_s, 3), frame=_named(self.count))

    def _hash(self, pixels: Pixels) -> str:
        """SHA-256 of the RGB bytes, by way of a buffer that is kept: fresh memory costs more."""
        frame = rgb(pixels)
        if self._buffer.shape != frame.shape:
            self._buffer = np.empty(frame.shape, np.uint8)
        for channel in range(3):  # four times faster than all at once
            self._buffer[:, :, channel] = frame[:, :, channel]
        return hashlib.sha256(self._buffer.data).hexdigest()

    def _see_files(self) -> None:
        """Note, once a file, that the game's own process holds it open for writing."""
        for entry in self._output.iterdir():
            if entry.name in self._files_seen or self._window.pid is None:
                continue
            opened = _files_written_by(self._window.pid)
            if str(entry) in opened:
                self._files_seen.add(entry.name)
                self._journal.write("file", name=entry.name, pid=self._window.pid)

    def _write_on(self) -> None:
        canvas: Pixels = np.zeros((0, 0), np.uint32)
        while (change := self._queue.get()) is not None:
            if canvas.shape != change.shape:
                canvas = np.zeros(change.shape, np.uint32)
            canvas[change.rows, change.left : change.left + change.pixels.shape[1]] = change.pixels
            try:
                file = encode(rgb(canvas))
                (self._frames / change.name).write_bytes(file)
                self.bytes += len(file)
                told = hashlib.sha256(file).hexdigest()
                self._journal.write("kept", frame=change.name, file_sha256=told)
            except Exception as exc:  # as above; and go on, or the looking thread would wait
                self.failure = exc

    def _describe(self, rect: Rect | None) -> dict[str, object]:
        window = self._window
        return {
            "window": window.id,
            "client": self._screen.client(window.id),
            "title": window.title,
            "pid": window.pid,
            "rect": rect.as_list() if rect else None,
        }


def _named(number: int) -> str:
    return f"{number:06d}.png"


def _change(name: str, before: Pixels, after: Pixels) -> _Change:
    if before.shape != after.shape:
        return _Change(name, after.shape, np.arange(after.shape[0]), 0, after)
    different = before != after
    rows = np.flatnonzero(different.any(axis=1))
    columns = np.flatnonzero(different[rows].any(axis=0))
    left, right = int(columns[0]), int(columns[-1]) + 1
    return _Change(name, after.shape, rows, left, after[rows, left:right])


def _files_written_by(pid: int) -> set[str]:
    try:
        return {f.path for f in psutil.Process(pid).open_files() if "w" in f.mode or "a" in f.mode}
    except psutil.NoSuchProcess:
        return set()
