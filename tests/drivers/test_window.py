"""One game's window: looking, waiting, clicking."""

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from PIL import Image
from Xlib import X

from drivers.errors import OutOfWindow, UnknownLook, WaitTimedOut, WindowLost
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


def is_red_or_unknown(frame: Frame) -> str:
    """Reads `red`.

    Raises:
        UnknownLook: it is another colour.
    """
    if not is_red(frame):
        raise UnknownLook("no red")
    return "red"


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


def test_waiting_for_a_readable_picture(canvas: MakeCanvas, watch: Watch) -> None:
    """What cannot be read is waited out; what is read in the end is returned."""
    made = canvas()
    window = watch(made)
    looks = []

    def read(frame: Frame) -> str:
        looks.append(1)
        if len(looks) == 2:
            made.fill(RED)
        return is_red_or_unknown(frame)

    assert window.wait_to_read(read, what="red") == "red"


def test_what_stays_unreadable_is_kept(canvas: MakeCanvas, watch: Watch) -> None:
    """Each such picture, one beside the other, named in the error."""
    made = canvas(colour=0x123456)
    window = watch(made)
    window.patience_s = 0.1
    kept = set()
    for colour in (0x123456, 0x654321):
        made.fill(colour)
        looks: list[Callable[[], object]] = [
            lambda: window.wait_to_read(is_red_or_unknown, what="red"),
            lambda: window.read(window.capture(), is_red_or_unknown),
        ]
        for look in looks:
            with pytest.raises(UnknownLook, match=r"^no red; the picture is in .*last") as unknown:
                look()
            assert unknown.value.frame is not None
            np.testing.assert_array_equal(picture(unknown.value.frame), window.capture())
            kept.add(unknown.value.frame)
    assert kept == set(window.lost_frames.iterdir())
    assert len(kept) == 4


def test_what_can_be_read_and_is_not_awaited_times_out(canvas: MakeCanvas, watch: Watch) -> None:
    """That is no unknown look."""
    made = canvas()
    made.fill(RED)
    with pytest.raises(WaitTimedOut, match=r"waited 0\.1 s for blue"):
        watch(made).wait_to_read(lambda frame: not is_red(frame), what="blue", timeout_s=0.1)


def test_a_key_is_pressed_until_it_shows(
    canvas: MakeCanvas, watch: Watch, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that goes astray is pressed again, with the keyboard taken back."""
    made, thief = canvas(), canvas("thief", rect=Rect(300, 80, 60, 40))
    window, pressed = watch(made), list[str]()
    press = window.press

    def press_among_thieves(key: str) -> None:
        pressed.append(key)
        if len(pressed) == 1:
            thief.focus()
        press(key)
        if len(pressed) == 2:
            made.next(X.KeyPress)
            made.fill(RED)

    monkeypatch.setattr(window, "press", press_among_thieves)
    window.press_until("Escape", is_red, what="red", again_s=0.5)
    assert pressed == ["Escape", "Escape"]
    assert thief.next(X.KeyPress).window.id == thief.id


def test_the_keyboard_is_held(screen: Screen, canvas: MakeCanvas, watch: Watch) -> None:
    """From whoever has it; a window that is gone cannot."""
    made, thief = canvas(), canvas("thief")
    window = watch(made)
    thief.focus()
    window.hold_focus()
    assert screen.focused() == made.id
    made.vanish()
    with pytest.raises(WindowLost):
        window.hold_focus()


def test_a_quiet_window_is_still(canvas: MakeCanvas, watch: Watch) -> None:
    """The picture that stands still is returned, exactly."""
    made = canvas()
    window = watch(made)
    made.fill(RED)
    frame = window.wait_still(still_s=0.05, timeout_s=20)
    assert is_red(frame)


def test_a_restless_window_is_not_still(restless: Canvas, watch: Watch) -> None:
    """A window that keeps changing raises, with the last picture on disk."""
    window = watch(restless)
    with pytest.raises(WaitTimedOut, match=r"picture that stands 10 s") as failed:
        window.wait_still(still_s=10, timeout_s=0.5)
    assert failed.value.frame is not None
    assert failed.value.frame.is_file()


def test_a_part_of_a_restless_window_may_be_still(canvas: MakeCanvas, watch: Watch) -> None:
    """Only what is asked for has to stand; all of the picture is as it is then."""
    made, stop = canvas(), threading.Event()
    made.fill(RED)

    def redraw() -> None:
        colour = 0
        while not stop.wait(0.005):
            colour += 0x010101
            made.fill(colour & 0xFFFFFF, x=0, y=0, side=10)

    thread = threading.Thread(target=redraw)
    thread.start()
    window = watch(made)
    try:
        frame = window.wait_still(still_s=0.3, timeout_s=20, part=np.s_[:, 10:])
        with pytest.raises(WaitTimedOut):
            window.wait_still(still_s=10, timeout_s=0.5, part=np.s_[:, :20])
    finally:
        stop.set()
        thread.join()
    assert frame.shape == (40, 60, 3)
    assert is_red(frame[:, 10:])


def test_a_saved_picture_stands_still(canvas: MakeCanvas, watch: Watch, tmp_path: Path) -> None:
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
    for act in (window.capture, lambda: window.click(1, 1), window.wait_still, window.focus):
        with pytest.raises(WindowLost):
            act()
