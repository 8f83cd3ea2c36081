"""Windows, their places and what they show, on a real X server."""

import os

import numpy as np
import pytest
from Xlib import X

from drivers.errors import DisplayLost, NoDisplay, WaitTimedOut, WindowLost
from drivers.screen import Changes, Rect, Screen, display_name
from tests.conftest import Server
from tests.drivers.canvas import MakeCanvas

OURS = {os.getpid()}
INIT = 1


def test_a_window_is_found_by_title_and_owner(screen: Screen, canvas: MakeCanvas) -> None:
    """The window of that title is found with its real pid and its place; no other is."""
    canvas("Décoy")
    made = canvas("Mïne ☃", rect=Rect(310, 120, 80, 50))
    found = screen.find_window("Mïne ☃", OURS)
    assert found is not None
    assert (found.id, found.pid, found.rect) == (made.id, os.getpid(), Rect(310, 120, 80, 50))
    assert screen.find_window("Mïne", OURS) is None


def test_a_forged_pid_does_not_matter(screen: Screen, canvas: MakeCanvas) -> None:
    """A window is its real owner's, whatever its _NET_WM_PID says."""
    canvas("forged").claim_pid(INIT)
    assert screen.find_window("forged", {INIT}) is None
    found = screen.find_window("forged", OURS)
    assert found is not None
    assert found.pid == os.getpid()


def test_an_unmapped_window_is_not_there(screen: Screen, canvas: MakeCanvas) -> None:
    """What is not shown is not found, until it is shown."""
    made = canvas("hidden", shown=False)
    assert screen.find_window("hidden", OURS) is None
    made.show()
    assert screen.find_window("hidden", OURS) is not None


def test_a_window_managers_frame_is_looked_into(screen: Screen, canvas: MakeCanvas) -> None:
    """A window inside an untitled frame is found, at its place on the root window."""
    frame = canvas("", rect=Rect(200, 100, 300, 200))
    child = canvas("framed", rect=Rect(0, 0, 50, 40))
    child.window.reparent(frame.window, 7, 23)
    child.display.sync()
    found = screen.find_window("framed", OURS)
    assert found is not None
    assert found.rect == Rect(207, 123, 50, 40)


def test_waiting_ends_when_the_window_comes(screen: Screen, canvas: MakeCanvas) -> None:
    """The owners are asked anew at each look, and a window that comes late is found."""
    made, asked = canvas("late", shown=False), []

    def pids() -> set[int]:
        asked.append(1)
        if len(asked) == 3:
            made.show()
        return OURS

    assert screen.wait_for_window("late", pids, timeout_s=20).id == made.id


def test_waiting_in_vain_names_the_windows_there_are(screen: Screen, canvas: MakeCanvas) -> None:
    """A wait that times out says what was waited for and what there is instead."""
    canvas("Setup Wizard")
    with pytest.raises(WaitTimedOut, match=r"no window titled 'Mines'.*Setup Wizard"):
        screen.wait_for_window("Mines", lambda: OURS, timeout_s=0.1)


def test_a_strangers_window_is_not_waited_for(screen: Screen, canvas: MakeCanvas) -> None:
    """A window of the right title that another process shows does not count."""
    canvas("Mines")
    with pytest.raises(WaitTimedOut):
        screen.wait_for_window("Mines", lambda: {INIT}, timeout_s=0.1)


def test_colours_are_grabbed_exactly(screen: Screen, canvas: MakeCanvas) -> None:
    """A grab is rows by columns by RGB, and every pixel is what was drawn."""
    made = canvas(rect=Rect(400, 300, 30, 20), colour=0x010203)
    made.fill(0xFF0080, x=10, y=5, side=4)
    frame = screen.grab(screen.rect(made.id))
    expected = np.full((20, 30, 3), (1, 2, 3), dtype=np.uint8)
    expected[5:9, 10:14] = (0xFF, 0x00, 0x80)
    assert frame.dtype == np.uint8
    np.testing.assert_array_equal(frame, expected)


def test_a_frame_stays_what_it_was(screen: Screen, canvas: MakeCanvas) -> None:
    """Later grabs and drawings do not reach into a frame that was taken."""
    made = canvas(rect=Rect(400, 300, 30, 20), colour=0x010203)
    before = screen.grab(screen.rect(made.id))
    copy = before.copy()
    made.fill(0xFF0080)
    after = screen.grab(screen.rect(made.id))
    np.testing.assert_array_equal(before, copy)
    assert (after == (0xFF, 0x00, 0x80)).all()


def test_the_edges_of_the_screen_can_be_grabbed(screen: Screen) -> None:
    """The whole screen, and its last pixel, are inside."""
    width, height = screen.size
    assert screen.grab(Rect(0, 0, width, height)).shape == (height, width, 3)
    assert screen.grab(Rect(width - 1, height - 1, 1, 1)).shape == (1, 1, 3)


@pytest.mark.parametrize(("dx", "dy"), [(-1, 0), (0, -1), (1, 0), (0, 1)])
def test_outside_the_screen_there_is_no_picture(screen: Screen, dx: int, dy: int) -> None:
    """A rectangle that reaches one pixel outside raises, and says by what it is bounded."""
    width, height = screen.size
    with pytest.raises(WindowLost, match=f"outside the {width}x{height} screen"):
        screen.grab(Rect(dx, dy, width, height))


def test_a_moved_window_is_where_it_went(screen: Screen, canvas: MakeCanvas) -> None:
    """The place is asked of the server each time."""
    made = canvas(rect=Rect(100, 80, 60, 40))
    assert screen.rect(made.id) == Rect(100, 80, 60, 40)
    made.move(700, 500)
    assert screen.rect(made.id).as_list() == [700, 500, 60, 40]


def test_a_gone_window_has_no_place(screen: Screen, canvas: MakeCanvas) -> None:
    """A destroyed window raises, and is not among the windows."""
    made = canvas("gone")
    made.vanish()
    with pytest.raises(WindowLost, match="is gone"):
        screen.rect(made.id)
    assert "gone" not in [window.title for window in screen.windows()]


def test_focus_is_given_and_checked(screen: Screen, canvas: MakeCanvas) -> None:
    """The window that is given the keyboard has it."""
    first, second = canvas(), canvas()
    screen.focus(first.id)
    assert screen.focused() == first.id
    screen.focus(second.id)
    assert screen.focused() == second.id


def test_an_unmapped_or_gone_window_takes_no_focus(screen: Screen, canvas: MakeCanvas) -> None:
    """Focus on a window that is not shown, or no more, raises, and the server lives on."""
    made = canvas(shown=False)
    with pytest.raises(WindowLost, match="does not take the keyboard"):
        screen.focus(made.id)
    made.vanish()
    with pytest.raises(WindowLost):
        screen.focus(made.id)


def test_changes_are_told(screen: Screen, canvas: MakeCanvas) -> None:
    """A wait ends when something is drawn, and runs out when nothing is."""
    made = canvas()
    changes = Changes(screen.name, made.id)
    changes.wait(0.05)  # whatever mapping it drew
    assert changes.wait(0.05) is False
    made.fill(0x204060)
    assert changes.wait(20) is True
    made.fill(0x204061)
    assert changes.wait(20) is True
    assert changes.wait(0.05) is False
    changes.close()


# python-xlib 0.33 leaves the sockets open that it could not connect
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_without_a_server_the_package_is_named() -> None:
    """No answer from a display raises NoDisplay with what to install."""
    with pytest.raises(NoDisplay, match="apt install xvfb"):
        Screen(":4711")


def test_without_a_display_variable_the_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """No $DISPLAY raises NoDisplay with what to install."""
    monkeypatch.delenv("DISPLAY", raising=False)
    with pytest.raises(NoDisplay, match="apt install xvfb xauth"):
        display_name()


def test_a_killed_server_is_a_lost_display(server: Server) -> None:
    """After the X server has died every call says DisplayLost, and closing is quiet."""
    screen = Screen(server.name)
    root = int(screen.root.id)
    changes = Changes(server.name, root)
    assert screen.size == (800, 700)
    server.kill()
    for call in (
        lambda: screen.grab(Rect(0, 0, 10, 10)),
        lambda: screen.rect(root),
        screen.windows,
        lambda: screen.focus(root),
        lambda: screen.wait_for_window("any", set, timeout_s=0.1),
        lambda: changes.wait(1),
    ):
        with pytest.raises(DisplayLost, match=server.name):
            call()
    changes.close()
    screen.close()


def test_the_focus_of_nobody_is_a_number(screen: Screen) -> None:
    """Without a focused window the answer is 0 or 1, as X has it."""
    screen.display.set_input_focus(X.PointerRoot, X.RevertToNone, X.CurrentTime)
    assert screen.focused() == X.PointerRoot
