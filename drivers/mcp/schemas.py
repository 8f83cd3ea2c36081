"""The common computer-use tool schemas, mapped to acts. Pure: arguments in, one act out.

Actions of Anthropic's `computer` tool (20241022 and 20250124) and of OpenAI's computer-use tool
have one table, `ACTIONS`: where a name means something in both, it means the same, and only the
arguments are spelled differently (`coordinate: [x, y]` there, `x` and `y` here).
"""

import enum
from collections.abc import Callable, Mapping
from typing import Any

from drivers.acts import Act, Button, Click, Drag, Hold, Move, Point, Press, Scroll, Type, Wait
from drivers.errors import BadAct
from drivers.keys import Chord, chord, chord_of, chords

Given = Mapping[str, Any]
"""A call's arguments; one that is None, empty or missing was not given."""


class Question(enum.Enum):
    """What is no act: it sends nothing."""

    SCREENSHOT = "screenshot"
    CURSOR = "cursor_position"


WAIT_S = 1.0
"""For a wait that names no duration, as OpenAI's."""

PIXELS_A_NOTCH = 100
"""OpenAI counts scrolling in pixels, a wheel in notches; a browser scrolls about so far at one."""

DIRECTIONS = {"up": (0, -1), "down": (0, 1), "left": (-1, 0), "right": (1, 0)}
"""(right, down) of one notch."""


def act_of(action: str, given: Given) -> Act | Question:
    """The act that `action` with its arguments asks for.

    Raises:
        BadAct: there is no such action, an argument is missing or senseless, or it is too much.
        UnknownKey: a key's name means nothing.
    """
    if action not in ACTIONS:
        raise BadAct(f"there is no action {action!r}; there are {', '.join(ACTIONS)}")
    return ACTIONS[action](given)


def _click(button: str, count: int) -> Callable[[Given], Act]:
    return lambda given: Click(at=_at(given), button=button, count=count, held=_held(given))


def _click_named(given: Given) -> Act:
    button = str(given.get("button") or "left")
    button = "middle" if button == "wheel" else button
    return Click(at=_at(given), button=button, count=1, held=_held(given))


def _button(*, down: bool) -> Callable[[Given], Act]:
    return lambda given: Button(at=_at(given), button="left", down=down)


def _move(given: Given) -> Act:
    at = _at(given)
    if at is None:
        raise BadAct("to move the pointer, coordinate or x and y must be given")
    return Move(at=at)


def _drag_to(given: Given) -> Act:
    start = given.get("start_coordinate")
    return Drag(
        start=_point(start, "start_coordinate") if start else None,
        path=(_point(given.get("coordinate"), "coordinate"),),
        button="left",
        held=_held(given),
    )


def _drag_along(given: Given) -> Act:
    path = given.get("path")
    if not isinstance(path, list) or len(path) < 2:
        raise BadAct("path must be given: two points or more, each {x, y} or [x, y]")
    start, *way = (_point(point, "path") for point in path)
    return Drag(start=start, path=tuple(way), button="left", held=_held(given))


def _scroll(given: Given) -> Act:
    if given.get("scroll_direction"):
        direction = given["scroll_direction"]
        if direction not in DIRECTIONS:
            raise BadAct(f"scroll_direction is one of {', '.join(DIRECTIONS)}")
        amount = given.get("scroll_amount")
        notches = 1 if amount is None else _whole(amount, "scroll_amount")
        if notches < 1:
            raise BadAct("scroll_amount is a number of notches, 1 or more")
        right, down = (notches * part for part in DIRECTIONS[direction])
    else:
        right, down = _notches(given, "scroll_x"), _notches(given, "scroll_y")
    return Scroll(at=_at(given), right=right, down=down, held=_held(given))


def _notches(given: Given, name: str) -> int:
    """Pixels in notches, rounded away from zero: to scroll a little is not to scroll at all."""
    pixels = _whole(given.get(name) or 0, name)
    notches = -(-abs(pixels) // PIXELS_A_NOTCH)
    return notches if pixels > 0 else -notches


def _wait(given: Given) -> Act:
    duration = given.get("duration")
    return Wait(seconds=WAIT_S if duration is None else _seconds(duration))


def _hold(given: Given) -> Act:
    return Hold(chord=chord(_text(given)), seconds=_seconds(given.get("duration")))


def _keypress(given: Given) -> Act:
    return Press(chords=(chord_of(_keys(given)),))


def _held(given: Given) -> Chord:
    """Keys to hold meanwhile: Anthropic's `text` or `key`, OpenAI's `keys`."""
    text = given.get("text") or given.get("key")
    if text:
        return chord(str(text))
    return chord_of(_keys(given)) if given.get("keys") else ()


def _keys(given: Given) -> list[str]:
    keys = given.get("keys")
    if not isinstance(keys, list) or not all(isinstance(key, str) for key in keys):
        raise BadAct('keys must be given: a list of names, as ["CTRL", "C"]')
    return keys


def _text(given: Given) -> str:
    text = given.get("text")
    if not isinstance(text, str) or not text:
        raise BadAct("text must be given")
    return text


def _seconds(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise BadAct("duration must be given, a number of seconds")
    return value


def _at(given: Given) -> Point | None:
    if given.get("coordinate"):
        return _point(given["coordinate"], "coordinate")
    x, y = given.get("x"), given.get("y")
    return None if x is None and y is None else _point([x, y], "x and y")


def _point(value: object, name: str) -> Point:
    if isinstance(value, Mapping):
        value = [value.get("x"), value.get("y")]
    if not isinstance(value, list | tuple) or len(value) != 2:
        raise BadAct(f"{name} must be given, a point [x, y]")
    return _whole(value[0], name), _whole(value[1], name)


def _whole(value: object, name: str) -> int:
    """A whole number; 12.0 is one, True is none."""
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
        raise BadAct(f"{name} must be given in whole numbers")
    return int(value)


ACTIONS: dict[str, Callable[[Given], Act | Question]] = {
    "screenshot": lambda given: Question.SCREENSHOT,
    "cursor_position": lambda given: Question.CURSOR,
    "mouse_move": _move,
    "left_click": _click("left", 1),
    "right_click": _click("right", 1),
    "middle_click": _click("middle", 1),
    "double_click": _click("left", 2),
    "triple_click": _click("left", 3),
    "left_click_drag": _drag_to,
    "left_mouse_down": _button(down=True),
    "left_mouse_up": _button(down=False),
    "scroll": _scroll,
    "key": lambda given: Press(chords=chords(_text(given))),
    "hold_key": _hold,
    "type": lambda given: Type(text=_text(given)),
    "wait": _wait,
    "click": _click_named,
    "move": _move,
    "drag": _drag_along,
    "keypress": _keypress,
}
"""By name: Anthropic's first, then those that only OpenAI has."""
