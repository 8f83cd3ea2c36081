"""The harness's own record of a run: input, pictures, windows, files.

The folder it fills: `events.jsonl` (a hash-chained `Journal`), `frames/NNNNNN.png` (every distinct
picture of the game's window), `recording.mp4`, and `game/`, which the game itself writes.
"""

import hashlib
import queue
import threading
from pathlib import Path
from typing import Final

import numpy as np
import psutil

from drivers.errors import DisplayLost, HarnessError, WindowLost, WitnessBroken
from drivers.journal import Journal
from drivers.launch import Game, Sandbox
from drivers.record import InputRecord
from drivers.recording import Recording
from drivers.screen import Changes, Frame, Rect, Screen, Window
from drivers.window import write_png

LOOK_AT_LEAST_EVERY_S: Final = 0.25
FRAMES_IN_MEMORY: Final = 200
"""Pictures that may wait to be written; then the witness waits, the player never."""


class Witness:
    """Records one run: `open`, `watch` once the game runs, `check` now and then, `close`."""

    def __init__(self, folder: Path, *, display: str, video: bool) -> None:
        """Prepare the folder; nothing is recorded yet."""
        self.folder = folder
        self.game_output = folder / "game"
        self.game_output.mkdir(parents=True)
        self._frames = folder / "frames"
        self._frames.mkdir()
        self._display = display
        self._video = video
        self._journal = Journal(folder / "events.jsonl")
        self._input = InputRecord(display, self._journal)
        self._recording: Recording | None = None
        self._eye: _Eye | None = None
        self._closed = False

    @property
    def actions(self) -> int:
        """How many keys and buttons were pressed so far."""
        return self._input.presses

    @property
    def frames(self) -> int:
        """How many distinct pictures were seen so far."""
        return 0 if self._eye is None else self._eye.count

    def open(self, *, screen: Screen, sandbox: Sandbox, seeded: bool) -> None:
        """Begin with the input, before the game exists."""
        self._journal.write(
            "start",
            display=self._display,
            screen=list(screen.size),
            sandbox=sandbox.value,
            seeded=seeded,
        )
        self._input.start()

    def watch(self, game: Game) -> None:
        """Go on with the game's process, window, pictures and files."""
        if game.window is None:
            raise WitnessBroken("a game without a window cannot be watched; enter the game first")
        owner = game.window.pid
        if owner is not None:
            process = psutil.Process(owner)
            self._journal.write("process", pid=owner, exe=process.exe(), cmdline=process.cmdline())
        if self._video:
            self._recording = Recording(
                self._display, game.window.rect, self.folder / "recording.mp4"
            )
        self._eye = _Eye(self._display, game.window, self._journal, self._frames, self.game_output)
        self._eye.start()

    def check(self) -> None:
        """See that nothing has stopped recording.

        Raises:
            DisplayLost: because the X server is gone.
            WitnessBroken: for any other reason.
        """
        for failure in (self._input.failure, self._eye.failure if self._eye else None):
            if isinstance(failure, HarnessError):
                raise failure
            if (
                isinstance(failure, ConnectionError)
                or type(failure).__name__ == "ConnectionClosedError"
            ):
                raise DisplayLost(
                    f"the X display {self._display} went away; run again"
                ) from failure
            if failure is not None:
                raise WitnessBroken(f"the witness stopped recording: {failure!r}") from failure

    def close(self, reason: str) -> None:
        """Stop, in an order in which nothing is lost; safe on a dead display, and twice."""
        if self._closed:
            return
        self._closed = True
        self._input.stop()
        if self._eye is not None:
            self._eye.stop()
        if self._recording is not None:
            self._recording.stop()
        self._journal.write("end", reason=reason)
        self._journal.close()


class _Eye:
    """Watches the game's window: one thread looks when something was drawn, one writes PNG."""

    def __init__(
        self, display: str, window: Window, journal: Journal, frames: Path, output: Path
    ) -> None:
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
        self._stop = threading.Event()
        self._looking = threading.Thread(target=self._look_on, name="witness-eye", daemon=True)
        self._writing = threading.Thread(target=self._write_on, name="witness-png", daemon=True)
        self.count = 0
        self.failure: Exception | None = None

    def start(self) -> None:
        self._looking.start()
        self._writing.start()

    def stop(self) -> None:
        self._stop.set()
        self._looking.join(2 * LOOK_AT_LEAST_EVERY_S + 5)
        self._queue.put(None)
        self._writing.join()
        self._changes.close()
        self._screen.close()

    def _look_on(self) -> None:
        try:
            while not self._stop.is_set():
                self._look()
                self._see_files()
                self._changes.wait(LOOK_AT_LEAST_EVERY_S)
            self._look()
        except WindowLost:
            self._journal.write("window", **self._describe(None))
        except Exception as exc:  # whatever ends the thread must surface as a broken witness
            self.failure = exc

    def _look(self) -> None:
        rect = self._screen.rect(self._window.id)
        if rect != self._rect:
            self._rect = rect
            self._journal.write("window", **self._describe(rect))
        frame = self._screen.grab(rect)
        if self._last is not None and np.array_equal(frame, self._last):
            return
        self._last = frame
        self.count += 1
        path = self._frames / f"{self.count:06d}.png"
        self._journal.write(
            "frame",
            frame=path.name,
            sha256=hashlib.sha256(frame.tobytes()).hexdigest(),
            window=self._window.id,
            rect=rect.as_list(),
        )
        self._queue.put((path, frame))

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
