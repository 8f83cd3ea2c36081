"""A film of the game's window, by the ffmpeg that imageio-ffmpeg's wheel ships."""

import os
import subprocess
from pathlib import Path

import imageio_ffmpeg

from drivers import processes
from drivers.screen import Rect

FRAMES_PER_SECOND = 10
STOP_TIMEOUT_S = 10.0


class Recording:
    """An mp4 of one rectangle of a display, from construction to `stop()`."""

    def __init__(self, display: str, rect: Rect, path: Path, *, mark: str) -> None:
        """Start to film `rect` (root coordinates) of `display` into the file `path`."""
        self.path = path
        size = f"{rect.width & ~1}x{rect.height & ~1}"  # 4:2:0 wants even sides
        source = ["-f", "x11grab", "-framerate", str(FRAMES_PER_SECOND), "-video_size", size]
        source += ["-i", f"{display}+{rect.x},{rect.y}"]
        target = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"]
        target += ["-movflags", "+faststart", "-y", str(path)]
        ffmpeg = [imageio_ffmpeg.get_ffmpeg_exe(), "-nostats", "-loglevel", "error"]
        self._process = subprocess.Popen(
            processes.tied_to_us([*ffmpeg, *source, *target]),
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            env={**os.environ, processes.STAGE_MARK: mark},
            start_new_session=True,
        )

    @property
    def pid(self) -> int:
        """The process that films."""
        return self._process.pid

    def stop(self) -> None:
        """Close the film properly: `q` writes its index, a kill would leave it unreadable.

        Twice is fine.
        """
        if self._process.returncode is not None:
            return
        try:
            self._process.communicate(b"q", timeout=STOP_TIMEOUT_S)
        except subprocess.TimeoutExpired:
            processes.end_popen(self._process)
            self._process.communicate()
