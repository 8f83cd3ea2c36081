"""What can be done at a computer: one frozen value an act, bounded when it is made. Pure.

A point is (x, y) in pixels of the screenshot, origin top left. Seconds are seconds.
"""

from dataclasses import dataclass

from drivers.errors import BadAct
from drivers.keys import Chord

Point = tuple[int, int]

BUTTONS = {"left": 1, "middle": 2, "right": 3, "back": 8, "forward": 9}
"""X numbers of the pointer's buttons; 4 to 7 are the wheel."""

MOST_CLICKS = 3
MOST_CHARACTERS = 2000
MOST_CHORDS = 200
MOST_NOTCHES = 50
MOST_POINTS = 100
LONGEST_S = 60.0
MOST_TOLD = 10**9
"""Beyond that a number says nothing more, and may be too long to be written."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """Put the pointer at a point."""

    at: Point


@dataclass(frozen=True, slots=True, kw_only=True)
class Click:
    """Click at a point (None: where the pointer is), `count` times, with keys held."""

    at: Point | None
    button: str
    count: int
    held: Chord

    def __post_init__(self) -> None:
        _know_button(self.button)
        _bound(self.count, "clicks", 1, MOST_CLICKS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """Press a button and leave it down, or release it, at a point (None: where the pointer is)."""

    at: Point | None
    button: str
    down: bool

    def __post_init__(self) -> None:
        _know_button(self.button)


@dataclass(frozen=True, slots=True, kw_only=True)
class Drag:
    """Press a button at `start` (None: where the pointer is), go along `path`, release it."""

    start: Point | None
    path: tuple[Point, ...]
    button: str
    held: Chord

    def __post_init__(self) -> None:
        _know_button(self.button)
        _bound(len(self.path), "points to drag along", 1, MOST_POINTS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scroll:
    """Turn the wheel at a point (None: where the pointer is): notches to the right and down."""

    at: Point | None
    right: int
    down: int
    held: Chord

    def __post_init__(self) -> None:
        _bound(abs(self.right) + abs(self.down), "notches of the wheel", 1, MOST_NOTCHES)


@dataclass(frozen=True, slots=True, kw_only=True)
class Type:
    """Type a text, character by character; a line feed is Return, a tabulator is Tab."""

    text: str

    def __post_init__(self) -> None:
        _bound(len(self.text), "characters", 1, MOST_CHARACTERS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Press:
    """Press and release chords, one after the other."""

    chords: tuple[Chord, ...]

    def __post_init__(self) -> None:
        _bound(len(self.chords), "key presses", 1, MOST_CHORDS)


@dataclass(frozen=True, slots=True, kw_only=True)
class Hold:
    """Hold a chord down for so many seconds."""

    chord: Chord
    seconds: float

    def __post_init__(self) -> None:
        _bound(self.seconds, "seconds", 0, LONGEST_S)


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Do nothing for so many seconds."""

    seconds: float

    def __post_init__(self) -> None:
        _bound(self.seconds, "seconds", 0, LONGEST_S)


Act = Move | Click | Button | Drag | Scroll | Type | Press | Hold | Wait


def points(act: Act) -> list[Point]:
    """Every point that an act names."""
    match act:
        case Drag():
            named = [act.start, *act.path]
        case Move() | Click() | Button() | Scroll():
            named = [act.at]
        case _:
            named = []
    return [point for point in named if point is not None]


def _know_button(name: str) -> None:
    if name not in BUTTONS:
        raise BadAct(f"{name!r} is no button; there are {', '.join(BUTTONS)}")


def _bound(value: float, what: str, least: int, most: float) -> None:
    if not least <= value <= most:  # NaN is in no range
        told = isinstance(value, float) or abs(value) < MOST_TOLD
        given = f"{value:g}" if told else "too many"
        raise BadAct(f"{given} {what}; {least:g} to {most:g} at a time")
