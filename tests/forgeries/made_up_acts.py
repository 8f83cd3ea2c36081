"""Forgeries of any game's play: acts that no device made, or that went elsewhere; honest ones."""

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from tests.forgeries.forging import Forge
from tests.forgeries.record import Event, edit_events

_ACTS = ("key", "button")
_CODES = {"KeyPress": 2, "KeyRelease": 3, "ButtonPress": 4, "ButtonRelease": 5}
_CLIENT_MESSAGE = 33
_SENT_BY_A_CLIENT = 0x80
_ELSEWHERE = 1 << 21
"""What the next client's windows are numbered after the game's."""


def _window(events: list[Event]) -> Event:
    """The line about the game's window."""
    return next(event for event in events if event["kind"] == "window")


def _told(act: Event, window: Event, *, synthetic: bool = False) -> Event:
    """The line about an act of a device as the game's client is told of it."""
    event = {"key": "Key", "button": "Button"}[act["kind"]]
    event += "Press" if act["press"] else "Release"
    what: Event = {k: act[k] for k in ("keysym", "button", "server_ms") if k in act}
    whom: Event = {"client": window["client"], "window": window["window"]}
    return {"kind": "delivered", "event": event, **whom, **what, "synthetic": synthetic}


def _besides(item: Path, make: Callable[[Event], Event]) -> None:
    """Put a line into the middle of a record; the function is given that of the game's window."""

    def more(events: list[Event]) -> list[Event]:
        half = len(events) // 2
        return [*events[:half], make(_window(events)), *events[half:]]

    edit_events(item, more)


def _besides_told(item: Path, act: Event, *, synthetic: bool) -> None:
    act = {"press": True, "server_ms": 999_999, **act}
    _besides(item, lambda window: _told(act, window, synthetic=synthetic))


def key_synthetic_besides(item: Path) -> None:
    """During a real play the game also got a key that a program made up."""
    _besides_told(item, {"kind": "key", "keysym": "F1"}, synthetic=True)


def click_synthetic_besides(item: Path) -> None:
    """The same with a click."""
    _besides_told(item, {"kind": "button", "button": 1}, synthetic=True)


def key_of_no_device_besides(item: Path) -> None:
    """During a real play the game also got a key that looks real, from no keyboard."""
    _besides_told(item, {"kind": "key", "keysym": "F1"}, synthetic=False)


def click_of_no_device_besides(item: Path) -> None:
    """The same with a click, from no mouse."""
    _besides_told(item, {"kind": "button", "button": 1}, synthetic=False)


def _sent(item: Path, window: Callable[[Event], int], code: int) -> None:
    made_up = {"kind": "sendevent", "client": 9, "event": code}
    _besides(item, lambda game: made_up | {"window": window(game)})


def key_sent_besides(item: Path) -> None:
    """During a real play a program also sent a key to the game's window."""
    _sent(item, lambda game: int(game["window"]), _CODES["KeyPress"] | _SENT_BY_A_CLIENT)


def key_sent_to_the_focus(item: Path) -> None:
    """The same, to whatever window has the keyboard."""
    _sent(item, lambda game: 1, _CODES["KeyRelease"])


def click_sent_besides(item: Path) -> None:
    """The same with a click, to whatever is under the pointer."""
    _sent(item, lambda game: 0, _CODES["ButtonPress"])


def acts_synthetic_over_devices(item: Path) -> None:
    """All acts were made up, each with a real one of a device at the same time."""

    def doubled(events: list[Event]) -> Iterator[Event]:
        window = _window(events)
        for event in events:
            if event["kind"] != "delivered":
                yield event
            if event["kind"] in _ACTS:
                yield _told(event, window, synthetic=True)

    edit_events(item, doubled)


MADE_UP_BESIDES: tuple[Forge, ...] = (
    key_synthetic_besides,
    click_synthetic_besides,
    key_of_no_device_besides,
    click_of_no_device_besides,
    key_sent_besides,
    key_sent_to_the_focus,
    click_sent_besides,
    acts_synthetic_over_devices,
)
"""Those that cost nothing but the proof that devices played."""


def acts_never_made(item: Path) -> None:
    """The pictures came about without an act."""
    acts = (*_ACTS, "delivered")
    edit_events(item, lambda events: [e for e in events if e["kind"] not in acts])


def acts_sent_by_a_program(item: Path) -> None:
    """Every act came from a program by SendEvent; no device moved."""

    def sent(events: list[Event]) -> Iterator[Event]:
        window = _window(events)
        for event in events:
            if event["kind"] in _ACTS:
                told = _told(event, window, synthetic=True)
                code = _CODES[told["event"]]
                made_up = {"kind": "sendevent", "client": 9, "event": code}
                yield made_up | {"window": window["window"]}
                yield told
            elif event["kind"] != "delivered":
                yield event

    edit_events(item, sent)


def acts_sent_to_a_child(item: Path) -> None:
    """The same, sent to a window from where the server passes them up to the game's."""

    def sent(events: list[Event]) -> Iterator[Event]:
        window = _window(events)
        child = {"window": window["window"] + _ELSEWHERE}
        for event in events:
            if event["kind"] in _ACTS:
                told = _told(event, window, synthetic=True) | child
                yield {"kind": "sendevent", "client": 9, "event": _CODES[told["event"]]} | child
                yield told
            elif event["kind"] != "delivered":
                yield event

    edit_events(item, sent)


def acts_of_no_device(item: Path) -> None:
    """Acts that look real to the game, but no device made them."""

    def untouched(events: list[Event]) -> Iterator[Event]:
        window = _window(events)
        for event in events:
            if event["kind"] in _ACTS:
                yield _told(event, window)
            elif event["kind"] != "delivered":
                yield event

    edit_events(item, untouched)


NEVER_MADE: tuple[Forge, ...] = (
    acts_never_made,
    acts_sent_by_a_program,
    acts_sent_to_a_child,
    acts_of_no_device,
)
"""Plays in which no device did anything."""


def keys_to_another_window(item: Path) -> None:
    """The keys were typed, but into another window; for games that are played by keys."""

    def elsewhere(events: list[Event]) -> Iterator[Event]:
        other = _window(events)["client"] + _ELSEWHERE
        for event in events:
            if event["kind"] == "key":
                yield event | {"focus": other}
            elif event["kind"] == "delivered":
                yield event | {"window": other, "client": other}
            else:
                yield event

    edit_events(item, elsewhere)


def event_sent_to_another_window(item: Path) -> None:
    """Honest evidence; a program sent a key and a click to some other window."""
    for code in (_CODES["KeyPress"], _CODES["ButtonPress"]):
        _sent(item, lambda game: int(game["window"]) + _ELSEWHERE, code)


def synthetic_key_elsewhere(item: Path) -> None:
    """Honest evidence; another client got a key that a program made up."""
    act = {"kind": "key", "press": True, "keysym": "F1", "server_ms": 9}

    def told(window: Event) -> Event:
        return _told(act, window | {"client": window["client"] + _ELSEWHERE}, synthetic=True)

    _besides(item, told)


def message_sent_to_the_game(item: Path) -> None:
    """Honest evidence; a window manager told the game something, which is no input."""
    _sent(item, lambda game: int(game["window"]), _CLIENT_MESSAGE)


def every_act_delivered(item: Path) -> None:
    """Honest evidence; the game's client was told of each act in the core protocol."""

    def told(events: list[Event]) -> Iterator[Event]:
        window = _window(events)
        for event in events:
            if event["kind"] != "delivered":
                yield event
            if event["kind"] in _ACTS:
                yield _told(event, window)

    edit_events(item, told)


def deliveries_left_out(item: Path) -> None:
    """Honest evidence; acts came so fast that the record has not all of the deliveries."""
    every_act_delivered(item)

    def fewer(events: list[Event]) -> Iterable[Event]:
        return (e for n, e in enumerate(events) if e["kind"] != "delivered" or n % 5)

    edit_events(item, fewer)


HONEST_PLAYS: tuple[Forge, ...] = (
    event_sent_to_another_window,
    synthetic_key_elsewhere,
    message_sent_to_the_game,
    every_act_delivered,
    deliveries_left_out,
)
"""Those that cost nothing at all."""
