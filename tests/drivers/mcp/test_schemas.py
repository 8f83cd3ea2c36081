"""The common computer-use tool schemas: which act each of their calls asks for."""

from typing import Any

import pytest

from drivers.acts import Act, Button, Click, Drag, Hold, Move, Press, Scroll, Type, Wait
from drivers.errors import BadAct, UnknownKey
from drivers.mcp.schemas import ACTIONS, Question, act_of

HERE = {"coordinate": [10, 20]}


def click(button: str, count: int, *held: str) -> Click:
    """A click at (10, 20)."""
    return Click(at=(10, 20), button=button, count=count, held=held)


ANTHROPIC: list[tuple[str, dict[str, Any], Act | Question]] = [
    ("key", {"text": "Return"}, Press(chords=(("Return",),))),
    ("key", {"text": "ctrl+s"}, Press(chords=(("Control_L", "s"),))),
    ("key", {"text": "Down Down space"}, Press(chords=(("Down",), ("Down",), ("space",)))),
    ("type", {"text": "a <b>\n"}, Type(text="a <b>\n")),
    ("mouse_move", HERE, Move(at=(10, 20))),
    ("left_click", HERE, click("left", 1)),
    ("left_click", {}, Click(at=None, button="left", count=1, held=())),  # 20241022
    ("left_click", {**HERE, "text": "ctrl"}, click("left", 1, "Control_L")),
    ("left_click", {**HERE, "key": "shift"}, click("left", 1, "Shift_L")),
    ("right_click", HERE, click("right", 1)),
    ("middle_click", HERE, click("middle", 1)),
    ("double_click", HERE, click("left", 2)),
    ("triple_click", HERE, click("left", 3)),
    ("left_click_drag", HERE, Drag(start=None, path=((10, 20),), button="left", held=())),
    (
        "left_click_drag",
        {"start_coordinate": [1, 2], **HERE},
        Drag(start=(1, 2), path=((10, 20),), button="left", held=()),
    ),
    ("left_mouse_down", {}, Button(at=None, button="left", down=True)),
    ("left_mouse_up", HERE, Button(at=(10, 20), button="left", down=False)),
    ("screenshot", {}, Question.SCREENSHOT),
    ("cursor_position", {}, Question.CURSOR),
    (
        "scroll",
        {**HERE, "scroll_direction": "down", "scroll_amount": 5},
        Scroll(at=(10, 20), right=0, down=5, held=()),
    ),
    (
        "scroll",
        {**HERE, "scroll_direction": "left", "scroll_amount": 2, "text": "shift"},
        Scroll(at=(10, 20), right=-2, down=0, held=("Shift_L",)),
    ),
    ("wait", {"duration": 2.5}, Wait(seconds=2.5)),
    ("hold_key", {"text": "Left", "duration": 1}, Hold(chord=("Left",), seconds=1)),
]
"""Inputs as Anthropic's computer_20241022 and computer_20250124 give them."""

OPENAI: list[tuple[dict[str, Any], Act | Question]] = [
    ({"type": "click", "button": "left", "x": 10, "y": 20}, click("left", 1)),
    ({"type": "click", "button": "wheel", "x": 10, "y": 20}, click("middle", 1)),
    ({"type": "click", "button": "back", "x": 10, "y": 20}, click("back", 1)),
    (
        {"type": "click", "button": "left", "x": 10, "y": 20, "keys": ["CTRL"]},
        click("left", 1, "Control_L"),
    ),
    ({"type": "double_click", "x": 10, "y": 20}, click("left", 2)),
    (
        {"type": "scroll", "x": 10, "y": 20, "scroll_x": 0, "scroll_y": 300},
        Scroll(at=(10, 20), right=0, down=3, held=()),
    ),
    (
        {"type": "scroll", "x": 10, "y": 20, "scroll_x": -101, "scroll_y": -1},
        Scroll(at=(10, 20), right=-2, down=-1, held=()),
    ),
    ({"type": "type", "text": "hello"}, Type(text="hello")),
    ({"type": "wait"}, Wait(seconds=1.0)),
    ({"type": "keypress", "keys": ["CTRL", "C"]}, Press(chords=(("Control_L", "c"),))),
    ({"type": "keypress", "keys": ["ENTER"]}, Press(chords=(("Return",),))),
    (
        {"type": "drag", "path": [{"x": 1, "y": 2}, {"x": 3, "y": 4}, {"x": 5, "y": 6}]},
        Drag(start=(1, 2), path=((3, 4), (5, 6)), button="left", held=()),
    ),
    (
        {"type": "drag", "path": [[1, 2], [3, 4]]},
        Drag(start=(1, 2), path=((3, 4),), button="left", held=()),
    ),
    ({"type": "move", "x": 10, "y": 20}, Move(at=(10, 20))),
    ({"type": "move", "x": 0, "y": 0}, Move(at=(0, 0))),
    ({"type": "screenshot"}, Question.SCREENSHOT),
]
"""Actions as OpenAI's computer-use tool gives them."""


@pytest.mark.parametrize(("action", "given", "act"), ANTHROPIC)
def test_an_action_of_anthropics(action: str, given: dict[str, Any], act: Act | Question) -> None:
    """Its name and arguments are one act."""
    assert act_of(action, given) == act


@pytest.mark.parametrize(("given", "act"), OPENAI)
def test_an_action_of_openais(given: dict[str, Any], act: Act | Question) -> None:
    """The whole object is one act."""
    assert act_of(given["type"], given) == act


def test_every_action_is_tried() -> None:
    """No row of the table is without an example above."""
    tried = {action for action, _, _ in ANTHROPIC} | {given["type"] for given, _ in OPENAI}
    assert tried == set(ACTIONS)


def test_what_was_not_given_may_be_none_or_empty() -> None:
    """As a client leaves it that fills in every argument of a schema."""
    nothing = {"coordinate": None, "text": "", "keys": None, "key": "", "x": None, "y": None}
    assert act_of("left_click", nothing) == Click(at=None, button="left", count=1, held=())
    assert act_of("wait", {**nothing, "duration": None}) == Wait(seconds=1.0)
    assert act_of("scroll", {"scroll_direction": "up"}) == Scroll(
        at=None, right=0, down=-1, held=()
    )


@pytest.mark.parametrize(
    ("action", "given"),
    [
        ("", {}),
        ("left_klick", HERE),
        ("zoom", {}),
        ("key", {}),
        ("key", {"text": 5}),
        ("type", {}),
        ("mouse_move", {}),
        ("mouse_move", {"coordinate": [1]}),
        ("mouse_move", {"coordinate": [1, 2, 3]}),
        ("mouse_move", {"coordinate": "12"}),
        ("mouse_move", {"coordinate": [1.5, 2]}),
        ("mouse_move", {"coordinate": [True, 2]}),
        ("mouse_move", {"coordinate": [None, 2]}),
        ("move", {"x": 3}),
        ("left_click_drag", {"start_coordinate": [1, 2]}),
        ("drag", {"path": [{"x": 1, "y": 2}]}),
        ("drag", {"path": "far"}),
        ("drag", {"path": [{"x": 1}, {"y": 2}]}),
        ("drag", {"path": [[0, 0]] * 200}),
        ("click", {"x": 1, "y": 2, "button": "nose"}),
        ("scroll", {"scroll_direction": "in", "scroll_amount": 1}),
        ("scroll", {"scroll_direction": "up", "scroll_amount": 0}),
        ("scroll", {"scroll_direction": "up", "scroll_amount": -3}),
        ("scroll", {"scroll_direction": "up", "scroll_amount": 1000}),
        ("scroll", {"x": 1, "y": 2, "scroll_x": 0, "scroll_y": 0}),
        ("scroll", {"x": 1, "y": 2, "scroll_y": float("inf")}),
        ("wait", {"duration": "long"}),
        ("wait", {"duration": 1000}),
        ("wait", {"duration": True}),
        ("hold_key", {"text": "a"}),
        ("keypress", {"keys": "CTRL"}),
        ("keypress", {"keys": [1]}),
        ("keypress", {}),
    ],
)
def test_what_makes_no_sense_is_no_act(action: str, given: dict[str, Any]) -> None:
    """An unknown action, a missing or senseless argument, or too much."""
    with pytest.raises(BadAct):
        act_of(action, given)


@pytest.mark.parametrize(
    ("action", "given"),
    [
        ("key", {"text": "Hyper_Q"}),
        ("key", {"text": "  "}),
        ("keypress", {"keys": []}),
        ("hold_key", {"text": "ctrl+", "duration": 1}),
        ("left_click", {**HERE, "text": "hold ctrl"}),
    ],
)
def test_a_key_without_a_meaning_is_no_act(action: str, given: dict[str, Any]) -> None:
    """Names of keys are told apart from texts."""
    with pytest.raises(UnknownKey):
        act_of(action, given)
