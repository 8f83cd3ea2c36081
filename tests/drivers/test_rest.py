"""A display after somebody who left it in a mess, and is dead."""

from collections.abc import Iterator

import pytest
from Xlib import XK, X
from Xlib.display import Display
from Xlib.ext import xtest

from drivers.rest import arrangement, park, restore
from drivers.screen import Screen
from drivers.selftest import check_input
from tests.conftest import Server


@pytest.fixture
def own(server: Server) -> Iterator[Screen]:
    """A display of the test's own: the others shall not suffer from it."""
    screen = Screen(server.name)
    yield screen
    screen.close()


def test_a_mess_is_cleared_up(own: Screen, server: Server) -> None:
    """Keys, buttons, Caps Lock, three mappings and a window that outlived its maker."""
    park(own)
    check_input(own)
    before = arrangement(own)
    vandal = Display(server.name)
    code = vandal.keysym_to_keycode
    a, b = code(XK.XK_a), code(XK.XK_b)
    xtest.fake_input(vandal, X.KeyPress, code(XK.XK_Caps_Lock))
    xtest.fake_input(vandal, X.KeyRelease, code(XK.XK_Caps_Lock))
    xtest.fake_input(vandal, X.KeyPress, a)
    xtest.fake_input(vandal, X.ButtonPress, 1)
    vandal.sync()
    vandal.change_keyboard_mapping(b, [[XK.XK_Left, XK.XK_Right]])
    vandal.set_pointer_mapping([3, 2, 1, *range(4, 1 + len(before.buttons))])
    window = vandal.screen().root.create_window(0, 0, 1920, 1080, 0, X.CopyFromParent)
    window.map()
    vandal.set_close_down_mode(X.RetainPermanent)
    vandal.sync()
    vandal.close()
    messy = arrangement(own)
    assert (messy.windows, messy.keys) != (before.windows, before.keys)
    restore(own, before)
    assert arrangement(own) == before
    assert not any(own.display.query_keymap())
    assert own.root.query_pointer().mask == 0
    check_input(own)


def test_a_tidy_display_is_left_alone(own: Screen) -> None:
    """Nothing is sent, and windows of before stay."""
    window = own.root.create_window(0, 0, 9, 9, 0, X.CopyFromParent)
    own.display.sync()
    before = arrangement(own)
    assert int(window.id) in before.windows
    restore(own, before)
    assert arrangement(own) == before
