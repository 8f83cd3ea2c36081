"""What a Python player gets, on a real display: pictures, acts, its time and its folders."""

import time
from pathlib import Path

import numpy as np
import pytest
from Xlib import XK, X

from drivers import client
from drivers.client import Client
from drivers.errors import OutOfWindow, UnknownKey
from drivers.screen import Rect, Screen
from tests.drivers.canvas import MakeCanvas


@pytest.fixture
def desk(screen: Screen, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The environment of a player."""
    (tmp_path / "prompt.md").write_text("Do it.")
    monkeypatch.setenv("DISPLAY", screen.name)
    monkeypatch.setenv("WORKSPACE", str(tmp_path))
    monkeypatch.setenv("GAME_OUTPUT", str(tmp_path / "game"))
    monkeypatch.setenv("PROMPT", str(tmp_path / "prompt.md"))
    monkeypatch.setenv("DEADLINE", f"{time.time() + 100:.0f}")
    return tmp_path


def test_it_knows_its_desk(desk: Path) -> None:
    """Folders, the task, and how long there is."""
    with Client() as player:
        assert (player.workspace, player.game_output) == (desk, desk / "game")
        assert player.prompt == "Do it."
        assert 90 < player.observe().seconds_left <= 101


def test_it_sees_the_screen(desk: Path, screen: Screen, canvas: MakeCanvas) -> None:
    """The whole of it, to keep: a later drawing does not change an earlier picture."""
    with Client() as player:
        before = player.screenshot()
        drawn = canvas(title="seen")
        drawn.fill(0x3060C0)
        seen = player.observe()
        assert seen.screenshot.shape == (screen.size[1], screen.size[0], 3)
        assert (seen.still, seen.changed) == (True, True)
        assert not player.observe().changed
        place = screen.rect(drawn.id)
        assert tuple(seen.screenshot[place.y + 5, place.x + 5]) == (0x30, 0x60, 0xC0)
        assert not np.array_equal(before, seen.screenshot)


def test_it_finds_windows_and_takes_pictures_of_them(
    desk: Path, screen: Screen, canvas: MakeCanvas
) -> None:
    """A window by its title; a picture of it, or of any other part; none of what is outside."""
    drawn = canvas(title="wanted", rect=Rect(300, 200, 60, 40))
    drawn.fill(0x3060C0)
    with Client() as player:
        (place,) = [window.rect for window in player.windows() if window.title == "wanted"]
        assert place == Rect(300, 200, 60, 40)
        for seen in (player.observe().part(place), player.screenshot(part=place)):
            assert seen.shape == (40, 60, 3)
            assert (seen == (0x30, 0x60, 0xC0)).all()
        assert (player.screenshot(part=Rect(300, 200, 1, 1)) == (0x30, 0x60, 0xC0)).all()
        width, height = screen.size
        for outside in (Rect(-1, 0, 5, 5), Rect(0, height - 4, 5, 5), Rect(width, 0, 1, 1)):
            with pytest.raises(OutOfWindow, match="outside the screenshot"):
                player.screenshot(part=outside)


def test_its_acts_arrive(desk: Path, screen: Screen, canvas: MakeCanvas) -> None:
    """Keys at the window that has the keyboard, clicks and the wheel where they were aimed."""
    window = canvas(title="target")
    screen.focus(window.id)
    place = screen.rect(window.id)
    x, y = place.x + 30, place.y + 20
    with Client() as player:
        player.move(x, y)
        assert player.observe().cursor == (x, y)
        player.key("Left")
        player.type("aZ")
        player.click(x, y, button="right")
        player.scroll(x, y, down=2)
        player.wait(0.01)
        with pytest.raises(OutOfWindow, match="nothing was sent"):
            player.click(screen.size[0], 0)
        with pytest.raises(UnknownKey):
            player.key("NoSuchKey")
    pressed = [window.next(X.KeyPress) for _ in range(4)]
    codes = [screen.display.keysym_to_keycode(key) for key in (XK.XK_Left, XK.XK_a)]
    assert [event.detail for event in pressed[:2]] == codes
    shift, letter = pressed[2:]
    assert shift.detail == screen.display.keysym_to_keycode(XK.XK_Shift_L)
    assert screen.display.keycode_to_keysym(letter.detail, 1) == XK.XK_Z
    clicks = [window.next(X.ButtonPress) for _ in range(3)]
    assert [(e.detail, e.event_x, e.event_y) for e in clicks] == [
        *((3, 30, 20), (5, 30, 20), (5, 30, 20)),
    ]


def test_a_callable_is_found_and_called(
    desk: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """`module:callable`, with a client; what it raises is the process's end."""
    (desk / "my_agent.py").write_text(
        "def play(client): print('plays', client.prompt)\n"
        "def fail(client): raise RuntimeError('I give up')\n"
    )
    monkeypatch.syspath_prepend(desk)
    assert client.main("my_agent:play") == 0
    assert capsys.readouterr().out == "plays Do it.\n"
    with pytest.raises(RuntimeError, match="I give up"):
        client.main("my_agent:fail")
