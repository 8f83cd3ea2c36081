"""Films of a window."""

import threading
from pathlib import Path

import imageio_ffmpeg
import psutil
import pytest

from drivers import processes
from drivers.recording import FRAMES_PER_SECOND, Recording
from drivers.screen import Rect, Screen
from tests.conftest import Eventually, Server
from tests.drivers.canvas import MakeCanvas

PLACE = Rect(101, 51, 161, 121)  # odd sides: yuv420p has none


def filming(recording: Recording, eventually: Eventually) -> None:
    """Wait until the film has begun, and let it run for a moment."""
    eventually(recording.path.exists, timeout_s=60)
    threading.Event().wait(0.6)  # there is no sign by which to tell how much was filmed


def test_a_film_is_readable_and_shows_the_window(
    screen: Screen, canvas: MakeCanvas, tmp_path: Path, eventually: Eventually
) -> None:
    """After stop the file is a whole film of that rectangle, in its colours."""
    canvas(rect=PLACE, colour=0x2060C0)
    recording = Recording(screen.name, PLACE, tmp_path / "recording.mp4", mark="test")
    filming(recording, eventually)
    recording.stop()
    frames, seconds = imageio_ffmpeg.count_frames_and_secs(str(recording.path))
    assert frames >= 2
    assert seconds == pytest.approx(frames / FRAMES_PER_SECOND, abs=0.2)
    film = imageio_ffmpeg.read_frames(str(recording.path))
    assert next(film)["size"] == (160, 120)  # the odd last line is cut
    middle = next(film)[(60 * 160 + 80) * 3 :][:3]
    film.close()
    assert middle == pytest.approx((0x20, 0x60, 0xC0), abs=8)


def test_stopping_twice_is_fine(screen: Screen, tmp_path: Path, eventually: Eventually) -> None:
    """A second stop changes nothing."""
    recording = Recording(screen.name, PLACE, tmp_path / "recording.mp4", mark="test")
    filming(recording, eventually)
    recording.stop()
    film = recording.path.read_bytes()
    recording.stop()
    assert recording.path.read_bytes() == film


def test_a_film_that_died_can_be_stopped(
    screen: Screen, tmp_path: Path, eventually: Eventually
) -> None:
    """If ffmpeg was killed, or the display is gone, stop is quiet and nothing is left."""
    recording = Recording(screen.name, PLACE, tmp_path / "recording.mp4", mark="test")
    filming(recording, eventually)
    mine = [p for p in psutil.Process().children() if "ffmpeg" in p.name()]
    assert mine
    assert processes.end(mine, grace_s=0.2) == []
    recording.stop()
    assert not [p for p in psutil.Process().children() if "ffmpeg" in p.name()]


def test_a_film_of_a_display_that_died_can_be_stopped(
    server: Server, tmp_path: Path, eventually: Eventually
) -> None:
    """The end of the X server ends the film, and stop is quiet."""
    recording = Recording(server.name, PLACE, tmp_path / "recording.mp4", mark="test")
    filming(recording, eventually)
    server.kill()
    recording.stop()
    assert not [p for p in psutil.Process().children() if "ffmpeg" in p.name()]
