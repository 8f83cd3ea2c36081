"""Looking and acting: what a window really gets, and that what cannot be done sends nothing."""

import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from typing import Any, Protocol

import numpy as np
import pytest
from Xlib import XK, X
from Xlib.display import Display

from drivers.acts import (
    LONGEST_S,
    MOST_CHARACTERS,
    MOST_CHORDS,
    MOST_NOTCHES,
    Act,
    Button,
    Click,
    Drag,
    Hold,
    Move,
    Press,
    Scroll,
    Type,
    Wait,
)
from drivers.computer import Computer, find_window
from drivers.errors import BadAct, DisplayLost, OutOfWindow, UnknownKey, WindowLost
from drivers.screen import Rect, Screen
from tests.conftest import Server
from tests.drivers.canvas import Canvas, MakeCanvas

PLACE = Rect(100, 80, 60, 40)
MANY_S = 30.0
"""Longer than any test: what waits so long was ended."""


class MakeComputer(Protocol):
    """The `computer` fixture."""

    def __call__(self, window: int | None = ...) -> Computer:
        """Make one."""


@pytest.fixture
def computer(screen: Screen) -> Iterator[MakeComputer]:
    """Makes computers, closed with the test."""
    with ExitStack() as stack:

        def make(window: int | None = None) -> Computer:
            made = Computer(screen, window=window)
            stack.callback(made.close)
            return made

        yield make


def do(computer: Computer, *acts: Act) -> None:
    """Do them one after the other."""
    for act in acts:
        computer.do(act, ended=threading.Event())


def events(window: Canvas, count: int) -> list[tuple[int, int, int, int]]:
    """(type, key or button, x, y) of the next `count` key and button events."""
    kinds = {X.KeyPress, X.KeyRelease, X.ButtonPress, X.ButtonRelease}
    found: list[tuple[int, int, int, int]] = []
    while len(found) < count:
        event = window.display.next_event()
        if event.type in kinds:
            found.append((event.type, event.detail, event.event_x, event.event_y))
    return found


def typed(window: Canvas, count: int) -> str:
    """The next `count` characters, as any X client would look them up."""
    text = ""
    while len(text) < count:
        event = window.next(X.KeyPress)
        keysym = window.display.keycode_to_keysym(event.detail, event.state & X.ShiftMask)
        if keysym != XK.XK_Shift_L:
            text += chr(keysym & 0xFF)
    return text


def nothing_came(window: Canvas) -> bool:
    """Whether no key or button has reached the window."""
    window.display.sync()
    kinds = {X.KeyPress, X.KeyRelease, X.ButtonPress, X.ButtonRelease}
    waiting = [window.display.next_event() for _ in range(window.display.pending_events())]
    return not [event for event in waiting if event.type in kinds]


def click(x: int, y: int, *, button: str = "left", count: int = 1) -> Click:
    """A click without keys."""
    return Click(at=(x, y), button=button, count=count, held=())


def pressed(*keys: str) -> Press:
    """Single keys, one after the other."""
    return Press(chords=tuple((key,) for key in keys))


class TestPointer:
    """Clicks, drags and the wheel arrive where the picture has the point."""

    def test_a_window_has_its_own_coordinates(
        self, canvas: MakeCanvas, computer: MakeComputer
    ) -> None:
        """With one window a point is counted from its corner, with the screen from the screen's."""
        window = canvas(rect=PLACE)
        do(computer(window.id), click(7, 9))
        do(computer(), click(107, 89, button="right", count=2))
        left = [(X.ButtonPress, 1, 7, 9), (X.ButtonRelease, 1, 7, 9)]
        right = [(X.ButtonPress, 3, 7, 9), (X.ButtonRelease, 3, 7, 9)]
        assert events(window, 6) == [*left, *right, *right]

    def test_a_click_without_a_place_is_where_the_pointer_is(
        self, canvas: MakeCanvas, computer: MakeComputer
    ) -> None:
        """And the pointer's place is told in the picture's coordinates."""
        window = canvas(rect=PLACE)
        at = computer(window.id)
        do(at, Move(at=(20, 30)), Click(at=None, button="middle", count=1, held=()))
        assert events(window, 1) == [(X.ButtonPress, 2, 20, 30)]
        assert at.where() == (20, 30)
        assert computer().where() == (120, 110)

    def test_keys_are_held_while_clicking(self, canvas: MakeCanvas, computer: MakeComputer) -> None:
        """Ctrl is down at the click and up after it."""
        window = canvas(rect=PLACE)
        do(computer(window.id), Click(at=(1, 1), button="left", count=1, held=("Control_L",)))
        event = window.next(X.ButtonPress)
        assert event.state & X.ControlMask
        assert window.next(X.KeyRelease).type == X.KeyRelease

    def test_a_drag_goes_all_the_way(self, canvas: MakeCanvas, computer: MakeComputer) -> None:
        """Pressed at its start, moved in steps with the button down, released at its end."""
        window = canvas(rect=PLACE)
        window.window.change_attributes(
            event_mask=X.ButtonPressMask | X.ButtonReleaseMask | X.Button1MotionMask
        )
        window.display.sync()
        path = ((50, 2), (50, 35))
        do(computer(window.id), Drag(start=(2, 2), path=path, button="left", held=()))
        press = window.next(X.ButtonPress)
        assert (press.event_x, press.event_y) == (2, 2)
        moves = []
        while (event := window.display.next_event()).type == X.MotionNotify:
            moves.append((event.event_x, event.event_y))
        assert event.type == X.ButtonRelease
        assert (event.event_x, event.event_y) == (50, 35)
        assert moves[-1] == (50, 35)
        assert (50, 2) in moves
        assert len(moves) >= 5

    @pytest.mark.parametrize(
        ("right", "down", "button"), [(0, 3, 5), (0, -3, 4), (3, 0, 7), (-3, 0, 6)]
    )
    def test_the_wheel_turns(
        self, canvas: MakeCanvas, computer: MakeComputer, right: int, down: int, button: int
    ) -> None:
        """Three notches are three clicks of the wheel's button for that direction."""
        window = canvas(rect=PLACE)
        do(computer(window.id), Scroll(at=(5, 6), right=right, down=down, held=()))
        notch = [(X.ButtonPress, button, 5, 6), (X.ButtonRelease, button, 5, 6)]
        assert events(window, 6) == notch * 3

    def test_a_button_left_down_is_released_at_the_end(
        self, screen: Screen, canvas: MakeCanvas, computer: MakeComputer
    ) -> None:
        """Nobody finds a button pressed who comes after us."""
        window = canvas(rect=PLACE)
        at = computer(window.id)
        do(at, Button(at=(3, 4), button="left", down=True))
        assert screen.root.query_pointer().mask & X.Button1Mask
        at.close()
        assert not screen.root.query_pointer().mask & X.Button1Mask
        assert events(window, 2) == [(X.ButtonPress, 1, 3, 4), (X.ButtonRelease, 1, 3, 4)]

    @pytest.mark.parametrize("point", [(-1, 0), (0, -1), (60, 0), (0, 40), (10**9, 5)])
    def test_outside_nothing_is_sent(
        self, canvas: MakeCanvas, computer: MakeComputer, point: tuple[int, int]
    ) -> None:
        """A point outside the picture is refused with the range, whatever is done there."""
        window = canvas(rect=PLACE)
        at = computer(window.id)
        do(at, Move(at=(1, 1)))
        for act in (
            click(*point),
            Move(at=point),
            Drag(start=(1, 1), path=(point,), button="left", held=()),
            Drag(start=point, path=((1, 1),), button="left", held=()),
            Scroll(at=point, right=0, down=1, held=()),
            Button(at=point, button="left", down=True),
        ):
            with pytest.raises(OutOfWindow, match="x is 0 to 59, y is 0 to 39"):
                do(at, act)
        assert nothing_came(window)
        assert at.where() == (1, 1)


class TestKeyboard:
    """Text and keys arrive as what they are called."""

    def test_text_arrives_as_it_is(self, canvas: MakeCanvas, computer: MakeComputer) -> None:
        """Also what is shifted on a US keyboard, and lines and tabulators."""
        window = canvas()
        text = "a<B>;:'\"\\ {~}\r\n\t|"
        do(computer(window.id), Type(text=text))
        came = typed(window, len(text) - 1)
        assert came == text.replace("\r\n", "\r")  # Return and Tab are their codes in the low byte

    @pytest.mark.parametrize(
        ("text", "lacking"),
        [
            ("Привет", "П"),
            ("naïve", "ï"),
            ("5 €", "€"),
            ("x☃", "☃"),
            ("\x00", "\x00"),
            ("a\x1b", "\x1b"),
        ],
    )
    def test_a_character_it_lacks_types_nothing(
        self, canvas: MakeCanvas, computer: MakeComputer, text: str, lacking: str
    ) -> None:
        """Not even the characters before it; the error names it."""
        window = canvas()
        at = computer(window.id)
        for act in (Type(text=text), pressed("x", lacking)):
            with pytest.raises(UnknownKey, match=re.escape(repr(lacking))):
                do(at, act)
        assert nothing_came(window)

    def test_another_layout_types_the_same_text(
        self, screen: Screen, canvas: MakeCanvas, computer: MakeComputer
    ) -> None:
        """Where a key now gives another character, that character's key is found anew."""
        window = canvas()
        at = computer(window.id)
        display = screen.display
        code = {name: display.keysym_to_keycode(ord(name)) for name in "qa"}
        usual = {name: display.get_keyboard_mapping(code[name], 1) for name in "qa"}
        mapper = Display(screen.name)
        try:
            mapper.change_keyboard_mapping(code["q"], usual["a"])
            mapper.change_keyboard_mapping(code["a"], usual["q"])
            mapper.sync()
            do(at, Type(text="aQ"))
            keys = [e for e in events(window, 6) if e[0] == X.KeyPress]
            assert keys[0][1] == code["q"]
            assert keys[-1][1] == code["a"]
        finally:
            for name in "qa":
                mapper.change_keyboard_mapping(code[name], usual[name])
            mapper.sync()
            mapper.close()

    def test_caps_lock_is_no_other_text(
        self, screen: Screen, canvas: MakeCanvas, computer: MakeComputer
    ) -> None:
        """While it is on letters are refused; it can be switched off."""
        window = canvas()
        at = computer(window.id)
        do(at, pressed("Caps_Lock"))
        try:
            with pytest.raises(BadAct, match="Caps Lock"):
                do(at, Type(text="a"))
            do(at, pressed("Left"), Type(text="1"))
        finally:
            do(at, pressed("Caps_Lock"))
        do(at, Type(text="a"))
        assert not screen.root.query_pointer().mask & X.LockMask

    def test_a_chord_is_held_together(self, canvas: MakeCanvas, computer: MakeComputer) -> None:
        """Ctrl, Shift and t go down in order and up in reverse."""
        window = canvas()
        do(computer(window.id), Press(chords=(("Control_L", "Shift_L", "t"),)))
        find = window.display.keysym_to_keycode
        codes = [find(XK.XK_Control_L), find(XK.XK_Shift_L), find(ord("t"))]
        down = [(X.KeyPress, code) for code in codes]
        up = [(X.KeyRelease, code) for code in reversed(codes)]
        assert [event[:2] for event in events(window, 6)] == down + up

    def test_keys_find_a_window_that_lost_the_keyboard(
        self, screen: Screen, canvas: MakeCanvas, computer: MakeComputer
    ) -> None:
        """If nobody has it, the window looked at gets it back before a key is pressed."""
        window, other = canvas("one"), canvas("two", rect=Rect(400, 300, 50, 50))
        at = computer(window.id)
        other.focus()
        other.vanish()  # the keyboard goes back to whatever the pointer is over
        screen.display.set_input_focus(X.PointerRoot, X.RevertToPointerRoot, X.CurrentTime)
        do(at, Move(at=(1, 1)), pressed("x"))
        assert typed(window, 1) == "x"
        assert screen.focused() == window.id


class TestTime:
    """Waits and held keys take their time, and end when they are to."""

    def test_a_held_key_stays_down(
        self, screen: Screen, canvas: MakeCanvas, computer: MakeComputer
    ) -> None:
        """It is down for the time that was asked for, as the server tells it, and up afterwards."""
        window = canvas()
        do(computer(window.id), Hold(chord=("Left",), seconds=0.2))
        press, release = window.next(X.KeyPress), window.next(X.KeyRelease)
        assert 200 <= release.time - press.time < 2000
        assert not any(screen.display.query_keymap())

    @pytest.mark.parametrize("act", [Hold(chord=("Left",), seconds=MANY_S), Wait(seconds=MANY_S)])
    def test_it_can_be_ended(
        self, screen: Screen, canvas: MakeCanvas, computer: MakeComputer, act: Act
    ) -> None:
        """Another thread ends it at once, and the key is up."""
        window = canvas()
        ended = threading.Event()
        timer = threading.Timer(0.1, ended.set)
        timer.start()
        at = computer(window.id)
        at.do(act, ended=ended)
        timer.join(MANY_S / 2)
        assert not timer.is_alive()
        assert not any(screen.display.query_keymap())


class TestLook:
    """Pictures of what is there."""

    def test_a_picture_of_the_screen_and_of_a_window(
        self, screen: Screen, canvas: MakeCanvas, computer: MakeComputer
    ) -> None:
        """The window's colour, in the window's size and at its place on the screen."""
        window = canvas(rect=PLACE, colour=0x3366CC)
        seen = computer(window.id).look(still_s=0.05, within_s=5.0)
        small = seen.frame
        assert seen.still
        assert small.shape == (40, 60, 3)
        assert (small == (0x33, 0x66, 0xCC)).all()
        whole = computer().look(still_s=0.0, within_s=5.0).frame
        assert whole.shape == (*screen.size[::-1], 3)
        assert np.array_equal(whole[80:120, 100:160], small)

    def test_it_waits_until_the_picture_stands(
        self, canvas: MakeCanvas, computer: MakeComputer
    ) -> None:
        """A picture that changes meanwhile is taken once it no longer does."""
        window = canvas(rect=PLACE)
        timer = threading.Timer(0.1, lambda: window.fill(0x00FF00))
        timer.start()
        seen = computer(window.id).look(still_s=0.3, within_s=5.0)
        timer.join()
        assert seen.still
        assert (seen.frame == (0, 255, 0)).all()

    def test_it_does_not_wait_for_ever(self, canvas: MakeCanvas, computer: MakeComputer) -> None:
        """Of what never stands still there is a picture too, and it says so."""
        window = canvas(rect=PLACE)
        stop = threading.Event()

        def blink() -> None:
            colour = 0
            while not stop.wait(0.02):
                colour += 1
                window.fill(colour)

        thread = threading.Thread(target=blink)
        thread.start()
        try:
            seen = computer(window.id).look(still_s=0.5, within_s=0.6)
        finally:
            stop.set()
            thread.join()
        assert not seen.still

    @pytest.mark.parametrize(
        "act",
        [
            pressed("a", "Return"),
            Type(text="ab\n"),
            click(1, 1),
            Hold(chord=("a",), seconds=0.01),
            Button(at=(1, 1), button="left", down=True),
        ],
    )
    def test_an_effect_is_waited_for(
        self, canvas: MakeCanvas, computer: MakeComputer, act: Act
    ) -> None:
        """A picture from before the answer, however still it stands, is none of after the act."""
        window = canvas(rect=PLACE)
        at = computer(window.id)
        assert at.look(still_s=0.05, within_s=5.0).changed
        do(at, act, Move(at=(50, 30)))
        timer = threading.Timer(0.6, lambda: window.fill(0x00FF00))
        timer.start()
        seen = at.look(still_s=0.05, within_s=20.0)
        timer.join()
        assert (seen.still, seen.changed) == (True, True)
        assert (seen.frame == (0, 255, 0)).all()
        # what was answered is waited for no more
        assert not at.look(still_s=0.05, within_s=MANY_S).changed

    def test_what_was_drawn_before_is_no_answer(
        self, canvas: MakeCanvas, computer: MakeComputer
    ) -> None:
        """Neither a change before the key, nor the same picture drawn again after it."""
        window = canvas(rect=PLACE)
        at = computer(window.id)
        at.look(still_s=0.05, within_s=5.0)
        window.fill(0xFF0000)
        do(at, pressed("a"))
        seen = at.look(still_s=0.05, within_s=0.5)
        assert (seen.still, seen.changed) == (True, True)
        do(at, pressed("a"))
        window.fill(0xFF0000)
        timer = threading.Timer(0.5, lambda: window.fill(0x00FF00))
        timer.start()
        seen = at.look(still_s=0.05, within_s=20.0)
        timer.join()
        assert (seen.frame == (0, 255, 0)).all()

    def test_a_key_without_effect_costs_no_more_than_the_bound(
        self, canvas: MakeCanvas, computer: MakeComputer
    ) -> None:
        """Once; a look that does not wait leaves the waiting to the next one."""
        window = canvas(rect=PLACE)
        at = computer(window.id)
        at.look(still_s=0.05, within_s=5.0)
        do(at, pressed("a"))
        assert not at.look(still_s=0.05, within_s=0.0).changed
        begun = time.monotonic()
        seen = at.look(still_s=0.05, within_s=0.7)
        assert time.monotonic() - begun >= 0.7
        assert (seen.still, seen.changed) == (True, False)
        assert not at.look(still_s=0.05, within_s=MANY_S).changed
        assert time.monotonic() - begun < MANY_S

    def test_moves_and_waits_are_not_answered(
        self, canvas: MakeCanvas, computer: MakeComputer
    ) -> None:
        """They seldom change anything: nothing is waited for after them."""
        window = canvas(rect=PLACE)
        at = computer(window.id)
        do(at, Move(at=(5, 5)), Wait(seconds=0.01))
        begun = time.monotonic()
        assert at.look(still_s=0.05, within_s=MANY_S).still
        assert time.monotonic() - begun < MANY_S


class TestLost:
    """What is gone is said."""

    def test_a_window_that_is_gone(self, canvas: MakeCanvas, computer: MakeComputer) -> None:
        """Looking and acting raise, and so does sitting down before it."""
        window = canvas()
        at = computer(window.id)
        window.vanish()
        for use in (lambda: at.look(still_s=0, within_s=1), lambda: do(at, click(1, 1))):
            with pytest.raises(WindowLost):
                use()
        with pytest.raises(WindowLost):
            computer(window.id)

    def test_a_display_that_is_gone(self, server: Server) -> None:
        """Everything raises DisplayLost, and closing does not."""
        screen = Screen(server.name)
        at = Computer(screen, window=None)
        server.kill()
        uses: list[Callable[[], Any]] = [
            at.where,
            lambda: at.look(still_s=0, within_s=1),
            lambda: do(at, pressed("a")),
            lambda: do(at, click(1, 1)),
        ]
        for use in uses:
            with pytest.raises(DisplayLost):
                use()
        at.close()
        screen.close()

    def test_windows_are_found_by_title_or_id(self, screen: Screen, canvas: MakeCanvas) -> None:
        """One of that title, or of that id; else the error lists what there is."""
        one, same = canvas("2048"), canvas("same")
        canvas("same")
        assert find_window(screen, "2048") == one.id
        assert find_window(screen, hex(same.id)) == find_window(screen, str(same.id)) == same.id
        with pytest.raises(WindowLost, match=r"2 windows .* '2048'"):
            find_window(screen, "same")
        with pytest.raises(WindowLost, match=r"0 windows .* '2048'"):
            find_window(screen, "other")


@pytest.mark.parametrize(
    ("kind", "values"),
    [
        (Type, {"text": ""}),
        (Type, {"text": "x" * (MOST_CHARACTERS + 1)}),
        (Press, {"chords": ()}),
        (Press, {"chords": (("a",),) * (MOST_CHORDS + 1)}),
        (Wait, {"seconds": LONGEST_S + 1}),
        (Wait, {"seconds": -1}),
        (Wait, {"seconds": float("nan")}),
        (Hold, {"chord": ("a",), "seconds": float("inf")}),
        (Scroll, {"at": None, "right": 0, "down": 0, "held": ()}),
        (Scroll, {"at": None, "right": MOST_NOTCHES, "down": 1, "held": ()}),
        (Scroll, {"at": None, "right": 10**400, "down": 0, "held": ()}),
        (Drag, {"start": None, "path": (), "button": "left", "held": ()}),
        (Drag, {"start": None, "path": ((1, 1),) * 101, "button": "left", "held": ()}),
        (Click, {"at": None, "button": "wheel", "count": 1, "held": ()}),
        (Click, {"at": None, "button": "left", "count": 4, "held": ()}),
    ],
)
def test_too_much_is_no_act(kind: type[Act], values: dict[str, Any]) -> None:
    """Each act is bounded when it is made."""
    with pytest.raises(BadAct):
        kind(**values)
