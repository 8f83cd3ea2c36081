"""Real keys and clicks, read back from a window that got them."""

import string

import pytest
from Xlib import XK, X
from Xlib.protocol.event import MappingNotify

from drivers.errors import DisplayLost, UnknownKey
from drivers.input import LEFT, MIDDLE, RIGHT, Hands
from drivers.screen import Rect, Screen
from tests.conftest import Server
from tests.drivers.canvas import Canvas, MakeCanvas

PRINTABLE = [c for c in string.printable if c.isprintable()]
NAMES = ["Left", "Up", "Right", "Down", "Return", "Escape", "BackSpace", "F10", "less", "Tab"]


def typed(window: Canvas) -> int:
    """The keysym of the next key that is no Shift, as any X client would look it up."""
    while True:
        event = window.next(X.KeyPress)
        shifted = 1 if event.state & X.ShiftMask else 0
        keysym = window.display.keycode_to_keysym(event.detail, shifted)
        if window.display.keycode_to_keysym(event.detail, 0) != XK.XK_Shift_L:
            return int(keysym)


def test_every_printable_character_arrives_as_typed(screen: Screen, canvas: MakeCanvas) -> None:
    """All 95 of printable ASCII come out of a client as they went in, `<` too."""
    window, hands = canvas(), Hands(screen)
    window.focus()
    assert len(PRINTABLE) == 95
    came = []
    for character in PRINTABLE:
        hands.press(character)
        came.append(chr(typed(window)))
    assert came == PRINTABLE


@pytest.mark.parametrize("name", NAMES)
def test_named_keys_arrive(screen: Screen, canvas: MakeCanvas, name: str) -> None:
    """A key named as X names it arrives as that key, and is released."""
    window = canvas()
    window.focus()
    Hands(screen).press(name)
    assert typed(window) == XK.string_to_keysym(name)
    assert window.next(X.KeyRelease).type == X.KeyRelease


def test_shift_does_not_stay_down(screen: Screen, canvas: MakeCanvas) -> None:
    """After a shifted character the next one is typed plain."""
    window, hands = canvas(), Hands(screen)
    window.focus()
    hands.press("A")
    hands.press("a")
    assert [chr(typed(window)) for _ in range(2)] == ["A", "a"]


@pytest.mark.parametrize("key", ["left", "NoSuchKey", "", "ж", "\n", "☃"])
def test_an_unknown_key_raises(screen: Screen, canvas: MakeCanvas, key: str) -> None:
    """A name that X does not know, or a character this keyboard lacks, raises and types nothing."""
    window, hands = canvas(), Hands(screen)
    window.focus()
    with pytest.raises(UnknownKey):
        hands.press(key)
    hands.press("x")
    assert typed(window) == ord("x")


def test_a_character_beyond_latin_1_is_its_own_key(server: Server) -> None:
    """Of two keys the one is pressed that X calls by the character, not by the same number."""
    screen = Screen(server.name)
    wrong, right = 200, 201  # codes that no key of a US keyboard has
    for code, keysym in ((wrong, ord("ж")), (right, 0x1000000 | ord("ж"))):
        screen.display.change_keyboard_mapping(code, [[keysym]])
    screen.display.sync()
    for code in (wrong, right):
        screen.display.refresh_keyboard_mapping(
            MappingNotify(request=X.MappingKeyboard, first_keycode=code, count=1)
        )
    assert Hands(screen).keycodes(["ж"]) == [right]
    screen.close()


def test_a_chord_has_shift_once(screen: Screen) -> None:
    """Shift comes before the first key that needs it, and is held for all that do."""
    hands = Hands(screen)
    shift, a, b = (screen.display.keysym_to_keycode(k) for k in (XK.XK_Shift_L, ord("a"), ord("b")))
    assert hands.keycodes(["A", "B"]) == [shift, a, b]
    assert hands.keycodes(["Shift_L", "A"]) == [shift, a]


def test_keys_are_up_after_a_block_that_failed(screen: Screen) -> None:
    """A key held in a block is released whatever happens in it."""
    hands = Hands(screen)

    def fail() -> None:
        with hands.holding(hands.keycodes(["a"])):
            raise KeyError(str(any(screen.display.query_keymap())))

    with pytest.raises(KeyError, match="True"):
        fail()
    assert not any(screen.display.query_keymap())


@pytest.mark.parametrize("button", [LEFT, MIDDLE, RIGHT])
def test_a_click_arrives_where_it_was_aimed(
    screen: Screen, canvas: MakeCanvas, button: int
) -> None:
    """Press and release of that button arrive at those root coordinates."""
    window = canvas(rect=Rect(640, 400, 100, 90))
    Hands(screen).click(653, 427, button=button)
    press, release = window.next(X.ButtonPress), window.next(X.ButtonRelease)
    for event in (press, release):
        assert event.detail == button
        assert (event.root_x, event.root_y) == (653, 427)
        assert (event.event_x, event.event_y) == (13, 27)


def test_the_pointer_goes_where_it_is_put(screen: Screen) -> None:
    """A move alone clicks nothing, and the pointer is there when it returns."""
    Hands(screen).move(1234, 777)
    pointer = screen.root.query_pointer()
    assert (pointer.root_x, pointer.root_y) == (1234, 777)


def test_a_lost_display_is_said(server: Server) -> None:
    """Typing and clicking on a dead server raise DisplayLost."""
    screen = Screen(server.name)
    hands = Hands(screen)
    server.kill()
    with pytest.raises(DisplayLost):
        hands.press("a")
    with pytest.raises(DisplayLost):
        hands.click(1, 1)
    screen.close()
