"""The harness's own record of a run, of a stand-in game on a real display."""

import dataclasses
import hashlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import imageio_ffmpeg
import numpy as np
import pytest
from PIL import Image
from Xlib.display import Display

from drivers.errors import DisplayLost, WindowLost, WitnessBroken
from drivers.sandbox import Sandbox
from drivers.screen import Frame, Screen
from drivers.window import GameWindow
from drivers.witness import Witness
from tests.conftest import Eventually, Server
from tests.drivers.conftest import Launcher
from tests.drivers.test_journal import written
from tests.drivers.test_record import Events, of
from tests.drivers.toy_game import COLOURS, MOVED, PLACE, SIZE


class Run:
    """A witnessed game: the witness, the game, and hands on its window."""

    def __init__(self, screen: Screen, launcher: Launcher, folder: Path, *, video: bool) -> None:
        self.folder = folder
        self.witness = Witness(folder, display=screen.name, video=video, mark="test")
        self.witness.open(screen=screen, sandbox=Sandbox.NONE, seeded=True)
        launcher.output = self.witness.game_output
        self.game = launcher.toy()
        self._screen = screen
        self.window: GameWindow | None = None

    def watch(self) -> GameWindow:
        """Start the game, watch it, and take hold of its window."""
        self.game.__enter__()
        assert self.game.window is not None
        self.witness.watch(self.game)
        lost = self.folder.parent / "last_seen"
        self.window = GameWindow(self._screen, self.game.window.id, lost_frames=lost)
        self.window.focus()
        self.window.park()
        return self.window

    def end(self, reason: str = "done") -> Events:
        """Close everything, and return every event."""
        if self.window is not None:
            self.window.close()
            self.window = None
        self.witness.close(reason)
        self.game.close()
        return written(self.folder / "events.jsonl")


@pytest.fixture
def run(screen: Screen, launcher: Launcher, tmp_path: Path) -> Iterator[Run]:
    """A run without a film."""
    run = Run(screen, launcher, tmp_path / "witness", video=False)
    yield run
    run.end()


def is_all(colour: int) -> tuple[int, int, int]:
    """RGB of 0xRRGGBB."""
    return colour >> 16, colour >> 8 & 0xFF, colour & 0xFF


def paint(run: Run, key: str) -> Frame:
    """Press a key, and wait until the window has its colour and the witness has seen that."""
    assert run.window is not None
    seen = run.witness.frames
    run.window.press(key)

    def witnessed(frame: Frame) -> bool:
        return run.witness.frames > seen and bool((frame == is_all(COLOURS[key])).all())

    run.window.wait_until(witnessed, what=f"{key} to be witnessed", timeout_s=20)
    return run.window.capture()


def test_a_run_is_told_from_start_to_end(run: Run) -> None:
    """Start, process, window and end are there with who, what and where."""
    run.watch()
    assert run.game.window is not None
    pid, window = run.game.window.pid, run.game.window.id
    events = run.end("the player has finished")
    start = events[0]
    assert (start["kind"], start["sandbox"], start["seeded"]) == ("start", "none", True)
    assert start["screen"] == [1920, 1080]
    begun, ended = of(events, "process")
    assert begun["pid"] == ended["pid"] == pid
    assert "toy_game.py" in " ".join(begun["cmdline"])
    assert os.path.realpath(begun["exe"]) in {os.path.realpath(p) for p in begun["mapped"]}
    assert begun["environment"]["GSETTINGS_BACKEND"] == "keyfile"
    assert "HOME" not in begun["environment"]
    assert (begun["tracer"], ended["tracer"]) == ("", "")
    assert str(run.game.own_places[-1]) in ended["open"]
    assert {str(place.resolve()) for place in run.game.own_places} == {*begun["own_places"]}
    assert of(events, "instance") == []
    shown = of(events, "window")[0]
    assert (shown["window"], shown["title"], shown["pid"]) == (window, "Toy", pid)
    assert shown["rect"] == [*PLACE, *SIZE]
    assert (events[-1]["kind"], events[-1]["reason"]) == ("end", "the player has finished")


def test_every_distinct_picture_is_kept(run: Run) -> None:
    """Each picture that stood is a frame, in order, whose file and hash are its pixels."""
    run.watch()
    shown = [paint(run, key) for key in "rgbrg"]
    run.witness.check()
    events = run.end()
    frames, kept = of(events, "frame"), of(events, "kept")
    hashes = [frame["sha256"] for frame in frames]
    assert hashes[-5:] == [hashlib.sha256(frame.tobytes()).hexdigest() for frame in shown]
    assert run.witness.frames == len(frames)
    for frame in frames:
        with Image.open(run.folder / "frames" / frame["frame"]) as image:
            pixels = np.asarray(image)
        assert hashlib.sha256(pixels.tobytes()).hexdigest() == frame["sha256"]
        assert pixels.shape == (SIZE[1], SIZE[0], 3)
        assert frame["rect"] == [*PLACE, *SIZE]
    names = sorted(path.name for path in (run.folder / "frames").iterdir())
    assert names == [frame["frame"] for frame in frames]
    files = ((name, (run.folder / "frames" / name).read_bytes()) for name in names)
    told = [(name, hashlib.sha256(data).hexdigest()) for name, data in files]
    assert [(line["frame"], line["file_sha256"]) for line in kept] == told


def test_an_unchanged_picture_is_kept_once(run: Run) -> None:
    """Painting the same colour again is no new frame."""
    window = run.watch()
    paint(run, "r")
    seen = run.witness.frames
    for _ in range(5):
        window.press("r")
    window.wait_still(still_s=0.3, timeout_s=20)
    run.end()
    assert run.witness.frames == seen


def test_a_picture_that_may_have_been_missed_is_owned_up_to(run: Run) -> None:
    """While somebody holds the X server two pictures come and one goes: told, and how late."""
    window = run.watch()
    paint(run, "r")
    other = Display(run.witness.display)
    place: Any = other.create_resource_object("window", window.id)
    context = place.create_gc()
    other.grab_server()
    for colour in (0x123456, COLOURS["g"]):
        context.change(foreground=colour)
        place.fill_rectangle(context, 0, 0, *SIZE)
        other.sync()
        time.sleep(0.5)
    other.ungrab_server()
    other.sync()
    window.wait_still(still_s=0.3, timeout_s=20)  # the eye has had its look at the green
    paint(run, "b")
    other.close()
    events = run.end()
    frames = of(events, "frame")
    green, blue = frames[-2:]
    assert green["sha256"] == hashlib.sha256(b"\0\xff\0" * (SIZE[0] * SIZE[1])).hexdigest()
    late = {event["frame"]: event["seconds"] for event in of(events, "late")}
    # blue's, if the look that a key asks for was quicker than the eye's own
    assert 0.9 < max(late.get(frame["frame"], 0.0) for frame in (green, blue)) < 60


def test_keys_are_counted_and_recorded(run: Run) -> None:
    """The player's acts are in the same journal, and in the count."""
    run.watch()
    paint(run, "r")
    paint(run, "g")
    keys = of(run.end(), "key", press=True)
    assert run.witness.actions == 2
    assert [key["keysym"] for key in keys] == ["r", "g"]


def test_captures_of_others_are_counted(run: Run, eventually: Eventually) -> None:
    """Pictures that another process takes count; the witness's own and the harness's do not."""
    window = run.watch()
    paint(run, "r")
    looking = f"import mss; s = mss.MSS(display={run.witness.display!r})\n"
    looking += "for _ in range(7): s.grab({'left': 0, 'top': 0, 'width': 9, 'height': 9})"
    with subprocess.Popen([sys.executable, "-c", looking]) as player:
        assert player.wait(20) == 0
    window.capture()
    eventually(lambda: run.witness.captures == 7)
    (told,) = of(run.end(), "captures")
    assert (told["pid"], told["count"]) == (player.pid, 7)


def test_a_moved_window_is_noted(run: Run, eventually: Eventually) -> None:
    """Where the window went is in the record, and its pictures are taken there."""
    window = run.watch()
    window.press("m")
    eventually(lambda: (window.rect.x, window.rect.y) == MOVED)
    paint(run, "b")
    events = run.end()
    places = [event["rect"] for event in of(events, "window")]
    assert places == [[*PLACE, *SIZE], [*MOVED, *SIZE]]
    assert of(events, "frame")[-1]["rect"] == [*MOVED, *SIZE]


def test_a_closed_window_is_noted(run: Run, eventually: Eventually) -> None:
    """A window that is gone has no place any more, and nothing is recorded from then on."""
    window = run.watch()
    journal = run.folder / "events.jsonl"
    window.press("w")
    eventually(lambda: [e for e in written(journal) if e["kind"] == "window"][-1]["rect"] is None)
    with pytest.raises(WindowLost):
        eventually(run.witness.check)
    run.end()


def test_files_the_game_writes_are_noted(run: Run, eventually: Eventually) -> None:
    """A file that the game's own process holds open is in the record, once; others are not."""
    (run.folder / "game" / "planted.csv").write_text("by somebody else")
    window = run.watch()
    journal = run.folder / "events.jsonl"
    eventually(lambda: of(written(journal), "file"))
    paint(run, "r")
    window.wait_still(timeout_s=20)
    assert run.game.window is not None
    (noted,) = of(run.end(), "file")
    log = run.folder / "game" / "level_1_moves.csv"
    assert (noted["name"], noted["pid"]) == (log.name, run.game.window.pid)


def test_a_second_instance_is_noted(run: Run, tmp_path: Path) -> None:
    """A process that runs the game's program on the display, while it does; once."""
    run.watch()
    second = tmp_path / "toy_game.py"
    second.write_text("print(flush=True); input()")
    command = [sys.executable, str(second)]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe) as other:
        assert other.stdout is not None
        assert other.stdout.readline()
        run.witness.looks_round_at = 0.0
        run.witness.check()
        run.witness.check()
        other.communicate(b"\n")
    (noted,) = of(run.end(), "instance")
    assert (noted["pid"], noted["cmdline"]) == (other.pid, command)


def test_settings_are_noted(screen: Screen, launcher: Launcher, tmp_path: Path) -> None:
    """As they stand when the game is first watched, and when the record is closed."""
    run = Run(screen, launcher, tmp_path / "witness", video=False)
    run.game.program = dataclasses.replace(run.game.program, settings={"org/toy": {"speed": "1"}})
    run.watch()
    run.game.keyfile.write_text("[org/toy]\nspeed=2\n")
    begun, ended = of(run.end(), "process")
    assert (begun["settings"], ended["settings"]) == (
        {"org/toy/speed": "1"},
        {"org/toy/speed": "2"},
    )


def test_a_game_without_a_window_cannot_be_watched(run: Run) -> None:
    """Watching before the game is entered is refused."""
    with pytest.raises(WitnessBroken, match="enter the game first"):
        run.witness.watch(run.game)


def test_closing_twice_is_fine(run: Run) -> None:
    """The first reason stands."""
    run.watch()
    first = run.end("the player has finished")
    run.witness.close("torn down")
    assert run.end() == first


def test_nothing_old_is_recorded_over(screen: Screen, tmp_path: Path) -> None:
    """A folder that holds a record already is refused."""
    (tmp_path / "witness" / "game").mkdir(parents=True)
    with pytest.raises(FileExistsError):
        Witness(tmp_path / "witness", display=screen.name, video=False, mark="test")


def test_a_picture_that_cannot_be_written_breaks_the_witness(
    run: Run, eventually: Eventually
) -> None:
    """A gap in the frames, as on a full disk, is told and does not hang the end."""
    run.watch()
    paint(run, "r")
    frames = run.folder / "frames"
    frames.rename(run.folder / "elsewhere")
    assert run.window is not None
    run.window.press("g")

    def broken() -> bool:
        try:
            run.witness.check()
        except WitnessBroken:
            return True
        return False

    eventually(broken)
    began = time.monotonic()
    run.end()
    assert time.monotonic() - began < 15


def test_a_run_can_be_filmed(
    screen: Screen, launcher: Launcher, tmp_path: Path, eventually: Eventually
) -> None:
    """With video the film of the window is closed with the witness, and readable."""
    run = Run(screen, launcher, tmp_path / "witness", video=True)
    window = run.watch()
    film = run.folder / "recording.mp4"
    eventually(film.exists, timeout_s=60)
    paint(run, "r")
    window.wait_still(still_s=0.5, timeout_s=20)
    run.end()
    frames, _ = imageio_ffmpeg.count_frames_and_secs(str(film))
    assert frames >= 1


def test_a_killed_server_is_a_lost_display(
    server: Server, tmp_path: Path, eventually: Eventually
) -> None:
    """When the X server dies, check raises DisplayLost within seconds, and closing is quiet."""
    folder = tmp_path / "toy"
    folder.mkdir()
    screen = Screen(server.name)
    launcher = Launcher(screen, folder)
    with launcher.stack:
        run = Run(screen, launcher, tmp_path / "witness", video=True)
        run.watch()
        run.witness.check()
        server.kill()
        began = time.monotonic()

        def lost() -> bool:
            try:
                run.witness.check()
            except DisplayLost:
                return True
            return False

        eventually(lost)
        assert time.monotonic() - began < 10
        events = run.end("the display is gone")
        assert time.monotonic() - began < 20
    assert events[-1]["reason"] == "the display is gone"
    screen.close()


def test_a_stopped_game_is_still_watched(run: Run) -> None:
    """A game that hangs draws nothing, and the witness neither fails nor waits for it."""
    run.watch()
    assert run.game.window is not None
    assert run.game.window.pid is not None
    os.kill(run.game.window.pid, signal.SIGSTOP)
    run.witness.check()
    began = time.monotonic()
    run.witness.close("out of time")
    assert time.monotonic() - began < 10
    os.kill(run.game.window.pid, signal.SIGCONT)


def test_the_hash_is_of_rgb_rows(run: Run) -> None:
    """Anyone can compute a frame's hash from its width, height and RGB bytes."""
    run.watch()
    paint(run, "r")
    last = of(run.end(), "frame")[-1]
    assert last["sha256"] == hashlib.sha256(b"\xff\0\0" * (SIZE[0] * SIZE[1])).hexdigest()
