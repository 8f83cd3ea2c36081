"""The witness's eye: which pictures it keeps, and what it notes beside them."""

import hashlib
import json
import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from drivers import eye
from drivers.errors import WindowLost
from drivers.eye import Eye
from drivers.journal import Journal
from drivers.screen import Frame, Rect, Screen, Window
from tests.conftest import Eventually
from tests.drivers.canvas import PLACE, Canvas, MakeCanvas

RED, GREEN = 0xD0342C, 0x2F9E4F


class Watched:
    """A canvas under an eye.

    Attributes:
        canvas: What is looked at.
        eye: Looks.
        output: Folder of the game's files.
    """

    def __init__(self, screen: Screen, canvas: Canvas, folder: Path, *, pid: int | None) -> None:
        self.canvas, self.output, self._folder = canvas, folder / "game", folder
        for place in (self.output, folder / "frames"):
            place.mkdir()
        self._journal = Journal(folder / "events.jsonl")
        window = Window(id=canvas.id, title="Game", rect=screen.rect(canvas.id), pid=pid)
        self.eye = Eye(
            screen.name,
            window,
            journal=self._journal,
            frames=folder / "frames",
            output=self.output,
        )

    def end(self) -> None:
        """Close the journal too."""
        self.eye.stop()
        self._journal.close()

    def told(self, kind: str) -> list[dict[str, Any]]:
        """The lines of a kind."""
        lines = map(json.loads, (self._folder / "events.jsonl").read_text().splitlines())
        return [line for line in lines if line["kind"] == kind]

    def picture(self, name: str) -> Frame:
        """A picture that was kept."""
        with Image.open(self._folder / "frames" / name) as image:
            return np.asarray(image.convert("RGB"))


Watch = Callable[..., Watched]


@pytest.fixture
def watch(screen: Screen, canvas: MakeCanvas, tmp_path: Path) -> Iterator[Watch]:
    """Puts a canvas under an eye."""
    made: list[Watched] = []

    def make(*, pid: int | None = None) -> Watched:
        made.append(Watched(screen, canvas(colour=RED), tmp_path, pid=pid))
        return made[-1]

    yield make
    for watched in made:
        watched.end()


def all_of(colour: int, rect: Rect = PLACE) -> Frame:
    """A picture of one colour, 0xRRGGBB."""
    pixel = np.array([colour >> 16, colour >> 8 & 0xFF, colour & 0xFF], np.uint8)
    return np.broadcast_to(pixel, (rect.height, rect.width, 3))


def test_every_distinct_picture_is_kept(watch: Watch, eventually: Eventually) -> None:
    """What is drawn anew and looks as before is none; each line has the hash of its pixels."""
    at = watch()
    at.eye.start()
    eventually(lambda: at.eye.count == 1)
    at.canvas.fill(RED)
    at.canvas.fill(GREEN, x=5, y=6, side=7)
    eventually(lambda: at.eye.count == 2)
    at.eye.look()
    at.eye.stop()
    second = np.array(all_of(RED))
    second[6:13, 5:12] = all_of(GREEN)[:7, :7]
    frames = at.told("frame")
    assert [line["frame"] for line in frames] == ["000001.png", "000002.png"]
    for line, pixels in zip(frames, (all_of(RED), second), strict=True):
        np.testing.assert_array_equal(at.picture(line["frame"]), pixels)
        assert line["sha256"] == hashlib.sha256(pixels.tobytes()).hexdigest()
        assert line["rect"] == PLACE.as_list()
    assert at.eye.failure is None
    assert at.eye.bytes > 0


def test_a_look_names_what_was_seen_last(watch: Watch) -> None:
    """It may be taken before the eye has begun to look by itself."""
    at = watch()
    assert at.eye.look() == "000001.png"
    assert at.eye.look() == "000001.png"
    at.canvas.fill(GREEN)
    assert at.eye.look() == "000002.png"
    at.eye.start()
    at.eye.stop()
    np.testing.assert_array_equal(at.picture("000002.png"), all_of(GREEN))


def test_a_window_that_moves_or_grows_is_told(watch: Watch) -> None:
    """Its place each time it changes; only another size is resized."""
    at = watch()
    at.eye.look()
    at.canvas.move(300, 200)
    at.eye.look()
    assert not at.eye.resized
    at.canvas.window.configure(width=80, height=50)
    at.canvas.display.sync()
    at.eye.look()
    assert at.eye.resized
    assert [line["rect"] for line in at.told("window")] == [
        PLACE.as_list(),
        [300, 200, *PLACE.as_list()[2:]],
        [300, 200, 80, 50],
    ]
    at.eye.start()
    at.eye.stop()
    assert at.picture(at.told("frame")[-1]["frame"]).shape == (50, 80, 3)


def test_a_window_that_is_gone_ends_the_looking(watch: Watch, eventually: Eventually) -> None:
    """The last line has no place any more."""
    at = watch()
    at.eye.start()
    eventually(lambda: at.eye.count == 1)
    at.canvas.vanish()
    eventually(lambda: at.eye.failure)
    assert isinstance(at.eye.failure, WindowLost)
    assert at.told("window")[-1]["rect"] is None


def test_a_file_is_noted_while_the_game_writes_it(watch: Watch, eventually: Eventually) -> None:
    """Once, with the game's pid; what others write there, or the game reads, is not."""
    at = watch(pid=os.getpid())
    (at.output / "read.csv").write_text("x")
    with (at.output / "log.csv").open("w"), (at.output / "read.csv").open():
        at.eye.start()
        eventually(lambda: at.told("file"))
    at.eye.stop()
    (line,) = at.told("file")
    assert (line["name"], line["pid"]) == ("log.csv", os.getpid())


def test_a_picture_that_cannot_be_written_is_a_failure(
    watch: Watch, eventually: Eventually, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the eye goes on looking."""

    def full(frame: Frame) -> bytes:
        raise OSError("No space left on device")

    monkeypatch.setattr(eye, "encode", full)
    at = watch()
    at.eye.start()
    eventually(lambda: at.eye.failure)
    at.canvas.fill(GREEN)
    eventually(lambda: at.eye.count == 2)
    assert "No space left" in str(at.eye.failure)
