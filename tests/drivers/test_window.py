"""One game's window: looking, waiting, clicking."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from Xlib import X

from drivers.errors import OutOfWindow, WaitTimedOut, WindowLost
from drivers.screen import Frame, Rect, Screen
from drivers.window import GameWindow
from tests.drivers.canvas import Canvas, MakeCanvas

RED = 0xD0342C

Watch = Callable[[Canvas], GameWindow]


@pytest.fixture
def watch(screen: Screen, tmp_path: Path) -> Iterator[Watch]:
    """Makes the bot for a canvas."""
    made: list[GameWindow] = []

    def make(canvas: Canvas) -> GameWindow:
        made.append(GameWindow(screen, canvas.id, lost_frames=tmp_path / "last_seen"))
        return made[-1]

    yield make
    for window in made:
        window.close()


@pytest.fixture
def restless(canvas: MakeCanvas) -> Iterator[Canvas]:
    """A window that changes its colour all the time."""
    made, stop = canvas(), threading.Event()

    def redraw() -> None:
        colour = 0
        while not stop.wait(0.005):
            colour += 0x010101
            made.fill(colour & 0xFFFFFF)

    thread = threading.Thread(target=redraw)
    thread.start()
    yield made
    stop.set()
    thread.join()


def is_red(frame: Frame) -> bool:
    """Whether all of it is red."""
    return bool((frame == (0xD0, 0x34, 0x2C)).all())


def picture(path: Path) -> Frame:
    """A picture file's pixels."""
    with Image.open(path) as image:
        return np.asarray(image.convert("RGB"))


def test_a_click_lands_in_window_coordinates(canvas: MakeCanvas, watch: Watch) -> None:
    """(x, y) is counted from the window's corner, wherever the window went meanwhile."""
    made = canvas(rect=Rect(100, 80, 60, 40))
    window = watch(made)
    made.move(900, 600)
    window.click(7, 9, button=3)
    event = made.next(X.ButtonPress)
    assert (event.event_x, event.event_y, event.detail) == (7, 9, 3)
    assert (event.root_x, event.root_y) == (907, 609)


@pytest.mark.parametrize(("x", "y"), [(-1, 5), (5, -1), (60, 5), (5, 40), (9999, 9999)])
def test_a_click_outside_raises(canvas: MakeCanvas, watch: Watch, x: int, y: int) -> None:
    """A point that is not inside the window is refused, and no button moves."""
    made = canvas(rect=Rect(100, 80, 60, 40))
    window = watch(made)
    with pytest.raises(OutOfWindow, match="outside the 60x40 window"):
        window.click(x, y)
    window.click(59, 39)  # the last pixel is inside
    event = made.next(X.ButtonPress)
    assert (event.event_x, event.event_y) == (59, 39)


def test_a_key_goes_to_the_focused_window(canvas: MakeCanvas, watch: Watch) -> None:
    """Focus is set explicitly, and then keys arrive."""
    canvas("another").focus()
    made = canvas()
    window = watch(made)
    window.focus()
    window.press("Left")
    assert made.next(X.KeyPress).window.id == made.id


def test_waiting_returns_what_was_seen(canvas: MakeCanvas, watch: Watch) -> None:
    """A wait ends with the predicate's own answer as soon as the picture comes."""
    made = canvas()
    window = watch(made)
    looks = []

    def seen(frame: Frame) -> str | None:
        looks.append(1)
        if len(looks) == 2:
            made.fill(RED)
        return "red" if is_red(frame) else None

    assert window.wait_until(seen, what="red", timeout_s=20) == "red"


def test_waiting_in_vain_saves_what_was_seen_last(canvas: MakeCanvas, watch: Watch) -> None:
    """A wait that times out names what it waited for, and the picture it saw last is on disk."""
    made = canvas(colour=0x123456)
    window = watch(made)
    with pytest.raises(WaitTimedOut, match=r"waited 0\.1 s for a red board; .*last_seen") as failed:
        window.wait_until(is_red, what="a red board", timeout_s=0.1)
    assert isinstance(failed.value, TimeoutError)
    assert failed.value.frame is not None
    np.testing.assert_array_equal(picture(failed.value.frame), window.capture())


def test_a_quiet_window_is_stable(canvas: MakeCanvas, watch: Watch) -> None:
    """The picture that stands still is returned, exactly."""
    made = canvas()
    window = watch(made)
    made.fill(RED)
    frame = window.wait_stable(quiet_s=0.05, timeout_s=20)
    assert is_red(frame)


def test_a_restless_window_is_not_stable(restless: Canvas, watch: Watch) -> None:
    """A window that keeps changing raises, with the last picture on disk."""
    window = watch(restless)
    with pytest.raises(WaitTimedOut, match=r"stands still for 10 s") as failed:
        window.wait_stable(quiet_s=10, timeout_s=0.5)
    assert failed.value.frame is not None
    assert failed.value.frame.is_file()


def test_save_writes_the_stable_picture(canvas: MakeCanvas, watch: Watch, tmp_path: Path) -> None:
    """A saved picture is lossless, and the frame that is returned."""
    made = canvas()
    made.fill(RED, x=3, y=4, side=11)
    frame = watch(made).save(tmp_path / "shot.png")
    np.testing.assert_array_equal(picture(tmp_path / "shot.png"), frame)
    assert is_red(frame[4:15, 3:14])


def test_the_pointer_is_parked_in_the_corner(
    screen: Screen, canvas: MakeCanvas, watch: Watch
) -> None:
    """A parked pointer is at the screen's bottom right, over no game."""
    window = watch(canvas())
    window.click(5, 5)
    window.park()
    pointer = screen.root.query_pointer()
    assert (pointer.root_x + 1, pointer.root_y + 1) == screen.size


def test_a_gone_window_is_lost(canvas: MakeCanvas, watch: Watch) -> None:
    """Looking at, clicking or waiting for a window that was destroyed raises WindowLost."""
    made = canvas()
    window = watch(made)
    made.vanish()
    for act in (window.capture, lambda: window.click(1, 1), window.wait_stable, window.focus):
        with pytest.raises(WindowLost):
            act()
