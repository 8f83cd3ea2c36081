"""The check of keyboard and pointer before a run."""

from collections.abc import Iterator

import pytest
from Xlib import XK, X
from Xlib.display import Display

from drivers.errors import DisplayLost, InputBroken
from drivers.screen import Screen
from drivers.selftest import KEYS, PROBE, check_input
from tests.conftest import Server
from tests.drivers.canvas import MakeCanvas


class Keymap:
    """The server's keyboard, as one more client changes it."""

    def __init__(self, display: Display) -> None:
        self._display = display
        first = display.display.info.min_keycode
        count = display.display.info.max_keycode - first + 1
        self._before = [list(keysyms) for keysyms in display.get_keyboard_mapping(first, count)]

    def remap(self, key: str, to: str) -> None:
        """Let every key that types `key` type `to`, whatever it was called when we connected."""
        for code, _ in self._display.keysym_to_keycodes(XK.string_to_keysym(key)):
            self._display.change_keyboard_mapping(code, [[XK.string_to_keysym(to)] * 2])
        self._display.sync()

    def restore(self) -> None:
        """Make it what it was at first."""
        first = self._display.display.info.min_keycode
        self._display.change_keyboard_mapping(first, self._before)
        self._display.sync()


@pytest.fixture
def keymap(screen: Screen) -> Iterator[Keymap]:
    """Changes of the keyboard that are undone after the test."""
    display = Display(screen.name)
    keymap = Keymap(display)
    yield keymap
    keymap.restore()
    display.close()


def test_a_working_display_passes_and_is_left_clean(screen: Screen) -> None:
    """Every key and the click come back, twice in a row, and no window stays."""
    before = {window.id for window in screen.root.query_tree().children}
    check_input(screen)
    check_input(screen)
    assert {window.id for window in screen.root.query_tree().children} == before


@pytest.mark.parametrize("key", KEYS)
def test_a_key_that_types_another_is_noticed(screen: Screen, keymap: Keymap, key: str) -> None:
    """Whichever probed key was remapped since we connected: input is broken."""
    keymap.remap(key, "F7")
    with pytest.raises(InputBroken, match="setxkbmap us"):
        check_input(screen)


def test_a_keymap_broken_from_the_start_is_noticed(screen: Screen, keymap: Keymap) -> None:
    """A display that never had an arrow key is broken too, not a keyboard that cannot type."""
    keymap.remap("Left", "F7")
    late = Screen(screen.name)
    with pytest.raises(InputBroken, match="Left"):
        check_input(late)
    late.close()


def test_a_repaired_keymap_passes_again(screen: Screen, keymap: Keymap) -> None:
    """The check looks at the keyboard as it is now, not as it was."""
    keymap.remap("a", "F7")
    with pytest.raises(InputBroken):
        check_input(screen)
    keymap.restore()
    check_input(screen)


def test_a_grabbed_pointer_is_noticed(
    screen: Screen, canvas: MakeCanvas, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pointer that somebody else has grabbed gives no click to the probe."""
    monkeypatch.setattr("drivers.selftest.TIMEOUT_S", 0.3)
    thief = canvas()
    thief.window.grab_pointer(
        False, X.ButtonPressMask, X.GrabModeAsync, X.GrabModeAsync, X.NONE, X.NONE, X.CurrentTime
    )
    thief.display.sync()
    with pytest.raises(InputBroken, match="no answer"):
        check_input(screen)


def test_the_probe_fits_every_screen() -> None:
    """The probe window lies inside the smallest screen in use."""
    assert PROBE.x + PROBE.width <= 640
    assert PROBE.y + PROBE.height <= 480


def test_a_dead_display_is_lost_not_broken(server: Server) -> None:
    """Without an X server the check says DisplayLost."""
    screen = Screen(server.name)
    server.kill()
    with pytest.raises(DisplayLost):
        check_input(screen)
    screen.close()
