"""The Sokoban game as a user starts it: real keys, its files on disk, its pictures, its end."""

import json
import random
import signal
from pathlib import Path

import numpy as np
import pygame
import pytest
from Xlib import X
from Xlib.protocol import event

from drivers.screen import Frame, Screen
from games import sokoban as game
from tests.conftest import Eventually
from tests.games.conftest import Launch, start

CORRIDOR = "Title: Corridor\n########\n#@ $ . #\n#      #\n########\n"
LAST = "########\n#.$@   #\n########\n"
ROOM = "############\n#@         #\n#   $  .   #\n#          #\n#          #\n############\n"
NAMES = {"L": "Left", "U": "Up", "R": "Right", "D": "Down"}
BANNER = (0x45, 0xE0, 0x70)


@pytest.fixture
def levels(tmp_path: Path) -> list[Path]:
    """Two level files of a few moves."""
    paths = [tmp_path / "first.sok", tmp_path / "last.sok"]
    for path, text in zip(paths, (CORRIDOR, LAST), strict=True):
        path.write_text(text)
    return paths


def test_every_step_is_a_row(launch: Launch, levels: list[Path], eventually: Eventually) -> None:
    """A row for each accepted step: key, cell, push, boxes on goal; none for a refused one."""
    playing = launch(*levels)
    assert playing.log(1) == [game.HEADER.split(",")]
    playing.keys("u", "r", "n", "x", "L", "R", "R", "BackSpace", "r", "R", "R", "D")
    eventually(lambda: len(playing.log(1)) == 8)
    rows = playing.log(1)[1:]
    assert [row[0] for row in rows] == list("1234567")
    assert [row[2:] for row in rows] == [
        ["Right", "1", "2", "0", "0"],
        ["Right", "1", "3", "1", "0"],
        ["undo", "1", "2", "0", "0"],
        ["restart", "1", "1", "0", "0"],
        ["Right", "1", "2", "0", "0"],
        ["Right", "1", "3", "1", "0"],
        ["Down", "2", "3", "0", "0"],
    ]
    times = [row[1] for row in rows]
    assert all(len(time.split(".")[1]) == 3 for time in times)
    assert [float(time) for time in times] == sorted(map(float, times))


def test_levels_are_solved_in_turn(
    launch: Launch, levels: list[Path], eventually: Eventually
) -> None:
    """A solve writes its result before its banner, `n` goes on, and the last banner stays."""
    playing = launch(*levels)

    def solved() -> bool:
        return bool((playing.picture()[540, 5] == BANNER).all())

    playing.keys(*"DURRR")
    eventually(solved)
    result = json.loads((playing.folder / "level_1_result.json").read_text())
    assert result == {
        "level": "first.sok",
        "solved": True,
        "boxes_on_goal": 1,
        "total_goals": 1,
        "moves": 5,
        "pushes": 2,
        "history": "DURRR",
    }
    playing.keys("L", "u", "r")  # over is over
    playing.keys("Return", "L")
    eventually((playing.folder / "level_2_result.json").exists)
    eventually(solved)
    playing.keys("n", "Return", "R")
    last = playing.picture()
    playing.keys("Escape")
    assert playing.end() == 0
    assert len(playing.log(1)) == 6
    assert [row[2:] for row in playing.log(2)[1:]] == [["Left", "1", "2", "1", "1"]]
    assert (last[540, 5] == BANNER).all()
    assert not list(playing.folder.glob("*.part"))


@pytest.fixture
def room(tmp_path: Path) -> Path:
    """A level with a lot of floor, and a box that can end in no one's way."""
    path = tmp_path / "room.sok"
    path.write_text(ROOM)
    return path


def stroll(room: Path, *, keys: int) -> tuple[str, str]:
    """LURD letters in runs and by turns, and those of them that the rules accept."""
    chance, play = random.Random(5), game.Play(game.read_level(room))
    pressed = "".join(chance.choice("LURD") * chance.randint(1, 4) for _ in range(keys))[:keys]
    accepted = ""
    for letter in pressed:
        if play.solved:
            break
        accepted += letter if play.move(letter) else ""
    assert not play.solved
    return pressed, accepted


def state_picture(room: Path, moves: str) -> Frame:
    """The window after these moves, 600 x 800 x 3, drawn by the game's own code."""
    pygame.font.init()
    play = game.Play(game.read_level(room))
    assert all(play.move(letter) for letter in moves)
    window = pygame.Surface(game.WINDOW, 0, 32)
    game.Painter(play.level, title="Sokoban test", number=1, count=1).draw(window, play)
    pixels = np.frombuffer(pygame.image.tobytes(window, "RGB"), np.uint8)
    return pixels.reshape(600, 800, 3)


def test_no_key_of_a_flood_is_lost(launch: Launch, room: Path, eventually: Eventually) -> None:
    """1,500 keys sent as fast as the server takes them: a row for each accepted one, in order."""
    pressed, accepted = stroll(room, keys=1500)
    playing = launch(room)
    playing.keys(*pressed)
    eventually(lambda: len(playing.log(1)) > len(accepted))
    assert [row[2] for row in playing.log(1)[1:]] == [NAMES[letter] for letter in accepted]
    expected = state_picture(room, accepted)
    eventually(lambda: np.array_equal(playing.picture(), expected))


def test_a_press_without_its_release_is_one_step(
    launch: Launch, room: Path, eventually: Eventually
) -> None:
    """A step is made when the key goes down, not when it comes up."""
    playing = launch(room)
    playing.key("Right", release=False)
    playing.flush()
    eventually(lambda: len(playing.log(1)) == 2)
    playing.key("Right", press=False)
    playing.keys("D")
    eventually(lambda: [row[2] for row in playing.log(1)[1:]] == ["Right", "Down"])


def test_sigterm_ends_it_cleanly(launch: Launch, room: Path, eventually: Eventually) -> None:
    """Exit status 0, nothing on stderr, and every row is there."""
    pressed, accepted = stroll(room, keys=200)
    playing = launch(room)
    playing.keys(*pressed)
    eventually(lambda: len(playing.log(1)) > len(accepted))
    playing.process.send_signal(signal.SIGTERM)
    assert playing.end() == 0
    assert playing.process.stderr is not None
    assert playing.process.stderr.read() == ""
    assert len(playing.log(1)) == len(accepted) + 1


def test_a_kill_loses_no_step_that_was_seen(
    launch: Launch, room: Path, eventually: Eventually
) -> None:
    """After kill -9 in a flood the log has complete rows, for the last picture and maybe beyond."""
    pressed, accepted = stroll(room, keys=1500)
    playing = launch(room)
    first = playing.picture()
    playing.keys(*pressed)
    eventually(lambda: not np.array_equal(playing.picture(), first))
    seen = playing.picture()
    playing.process.kill()
    assert playing.end() == -signal.SIGKILL
    assert (playing.folder / "level_1_moves.csv").read_text().endswith("\n")
    rows = playing.log(1)[1:]
    assert [row[2] for row in rows] == [NAMES[letter] for letter in accepted[: len(rows)]]
    assert any(
        np.array_equal(state_picture(room, accepted[:steps]), seen)
        for steps in range(len(rows), 0, -1)
    )


def test_closing_the_window_ends_it(launch: Launch, room: Path) -> None:
    """What a window manager sends when the user closes the window is heeded."""
    playing = launch(room)
    display = playing.screen.display
    window = display.create_resource_object("window", playing.window)
    protocols, delete = map(display.intern_atom, ("WM_PROTOCOLS", "WM_DELETE_WINDOW"))
    window.send_event(
        event.ClientMessage(
            window=window, client_type=protocols, data=(32, [delete, X.CurrentTime, 0, 0, 0])
        )
    )
    playing.flush()
    assert playing.end() == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--log", "missing/log.csv"], "missing/log.csv: cannot be written"),
        (["--log", "folder"], "folder: Is a directory"),
        (["--result", "missing/{level}.json"], "missing/1.json: cannot be written"),
        (["--level", "room.sok", "room.sok", "--log", "x.csv"], "x.csv: one file for 2 levels"),
        (["--level", "bad.sok"], "bad.sok:1:1: empty file"),
        (["--level", "gone.sok"], "gone.sok:1:1: No such file or directory"),
    ],
)
def test_what_is_wrong_is_told_in_one_line(
    screen: Screen, room: Path, arguments: list[str], said: str
) -> None:
    """An unwritable path or a bad level: one line on stderr with what was expected, status 2."""
    (room.parent / "folder").mkdir()
    (room.parent / "bad.sok").touch()
    process = start("--level", "room.sok", *arguments, folder=room.parent)
    stderr = process.communicate(timeout=20)[1]
    assert process.returncode == 2
    assert stderr.startswith(said)
    assert stderr.count("\n") == 1
    assert "(expected " in stderr


@pytest.mark.parametrize("display", ["", ":987"])
def test_without_a_display_the_next_step_is_named(room: Path, display: str) -> None:
    """No display, or none that answers: one line that says how to get one, status 2."""
    process = start("--level", "room.sok", folder=room.parent, DISPLAY=display)
    stderr = process.communicate(timeout=20)[1]
    assert process.returncode == 2
    assert stderr.startswith("no display")
    assert "set DISPLAY" in stderr
    assert stderr.count("\n") == 1
