"""Forged play: keys that nobody pressed, or that were others than are told."""

from collections.abc import Callable
from pathlib import Path

from tests.forgeries.quadrapassel.evidence import COLUMNS, RECT
from tests.forgeries.quadrapassel.forging import (
    Cells,
    cell,
    edit_cell,
    edit_log,
    forgery,
    pressed,
)
from tests.forgeries.quadrapassel.painter import BUTTON
from tests.forgeries.record import Event, edit_events

KEYS = COLUMNS.index("action_keys")


@forgery("keys_were_pressed")
def one_key_to_another_window(item: Path) -> None:
    """A key of a row did not reach the game."""

    def lost(events: list[Event]) -> list[Event]:
        events[pressed(events, "Left")[20]]["focus"] = 99
        return events

    edit_events(item, lost)


@forgery("keys_were_pressed")
def key_left_out(item: Path) -> None:
    """One key fewer than was pressed."""
    edit_cell(item, 10, "action_keys", cell(item, 10, "action_keys").removeprefix("Up "))


@forgery("keys_were_pressed")
def keys_added(item: Path) -> None:
    """Two more keys than were pressed, without an effect."""
    edit_cell(item, 10, "action_keys", "Left Right " + cell(item, 10, "action_keys"))


@forgery("keys_were_pressed")
def keys_in_another_order(item: Path) -> None:
    """The same keys, turned and moved in another order."""
    *keys, last = cell(item, 10, "action_keys").split()
    edit_cell(item, 10, "action_keys", " ".join([*reversed(keys), last]))


@forgery("keys_were_pressed")
def keys_of_neighbouring_rows_exchanged(item: Path) -> None:
    """What was pressed for one piece is told of the next."""
    one, other = cell(item, 12, "action_keys"), cell(item, 13, "action_keys")
    edit_cell(item, 12, "action_keys", other)
    edit_cell(item, 13, "action_keys", one)


@forgery("keys_were_pressed")
def drop_told_a_row_later(item: Path) -> None:
    """All keys in order, cut into rows at the wrong place."""
    keys = cell(item, 12, "action_keys").split()
    edit_cell(item, 12, "action_keys", " ".join(keys[:-1]))
    edit_cell(item, 13, "action_keys", " ".join([keys[-1], cell(item, 13, "action_keys")]))


@forgery("keys_were_pressed")
def moves_told_a_row_later(item: Path) -> None:
    """All keys in order, and a row without one."""
    edit_cell(
        item, 13, "action_keys", f"{cell(item, 12, 'action_keys')} " + cell(item, 13, "action_keys")
    )
    edit_cell(item, 12, "action_keys", "")


@forgery("keys_were_pressed", "steps_were_shown", "final_was_shown")
def last_keys_never_pressed(item: Path) -> None:
    """The last piece fell by itself, and is said to have been dropped."""

    def fell(events: list[Event]) -> list[Event]:
        last = pressed(events)[-1]
        return [*events[:last], *events[last + 2 :]]

    edit_events(item, fell)


@forgery("keys_were_pressed")
def keys_that_lead_elsewhere(item: Path) -> None:
    """Nobody pressed what the piece would have needed, and nobody says so; it got there anyway."""
    edit_cell(item, 10, "action_keys", cell(item, 10, "action_keys").removeprefix("Up "))
    drops = 9

    def one_fewer(events: list[Event]) -> list[Event]:
        first = next(i for i in pressed(events) if i > pressed(events, "space")[drops - 1])
        return [*events[:first], *events[first + 2 :]]

    edit_events(item, one_fewer)


def between(item: Path, *, after: int, new: Callable[[Event], list[Event]]) -> None:
    """Put something into the record before a key; the function is given that key."""

    def more(events: list[Event]) -> list[Event]:
        at = pressed(events)[after]
        return [*events[:at], *new(events[at]), *events[at:]]

    edit_events(item, more)


@forgery("keys_were_pressed")
def pause_pressed(item: Path) -> None:
    """The game was halted to think, and went on."""
    key = {"keycode": 127, "keysym": "Pause"}
    between(item, after=40, new=lambda e: [e | key, e | key | {"press": False}] * 2)


@forgery("keys_were_pressed")
def pause_clicked(item: Path) -> None:
    """The same with the mouse."""
    x, y = RECT[0] + BUTTON[0], RECT[1] + BUTTON[1]
    click = {"kind": "button", "button": 1, "x": x, "y": y, "server_ms": 9}

    def clicked(event: Event) -> list[Event]:
        press = click | {"press": True, "frame": event["frame"]}
        return [press, press | {"press": False, "frame": None}] * 2

    between(item, after=40, new=clicked)


@forgery("keys_were_pressed")
def key_before_the_start(item: Path) -> None:
    """Something was pressed in the window before a game had begun."""

    def early(events: list[Event]) -> list[Event]:
        key = events[pressed(events)[0]] | {"keysym": "F10", "keycode": 76}
        click = next(i for i, e in enumerate(events) if e["kind"] == "button")
        return [*events[:click], key, key | {"press": False}, *events[click:]]

    edit_events(item, early)


@forgery("keys_were_pressed", "steps_were_shown")
def two_games(item: Path) -> None:
    """Some pieces of a game that is not told of, then another game by a click."""

    def before(events: list[Event]) -> list[Event]:
        click = next(i for i, e in enumerate(events) if e["kind"] == "button")
        end = pressed(events, "space")[4] + 3
        return [*events[:end], *events[click:]]

    edit_events(item, before)


@forgery(
    "pieces_equal_truth",
    "boards_follow",
    "keys_were_pressed",
    "steps_were_shown",
    "final_was_shown",
    "numbers_agree",
    "summary_agrees",
    scores={"actions_match_shots": 42 / 63},
    caps={"pictures_and_rows_differ"},
)
def two_games_told_as_one(item: Path) -> None:
    """The second game's pieces follow the first one's, as if the field were still the same."""
    first = 31

    def again(events: list[Event]) -> list[Event]:
        click = next(i for i, e in enumerate(events) if e["kind"] == "button")
        end = pressed(events, "space")[first - 1] + 3
        return [*events[:end], *events[click:]]

    def both(rows: Cells) -> Cells:
        return [[str(n), *row[1:]] for n, row in enumerate([*rows[:first], *rows], 1)]

    edit_events(item, again)
    edit_log(item, both)
