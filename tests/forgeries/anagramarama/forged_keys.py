"""Words that nobody typed, or that were typed otherwise than the game's log has them."""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from tests.forgeries.anagramarama.evidence import CLIENT, WINDOW
from tests.forgeries.anagramarama.forging import forgery
from tests.forgeries.record import Event, edit_events

OTHER = CLIENT + (1 << 21)
"""Another client, and a window of it."""

ACTS = ("key", "delivered", "button")


def submits(events: list[Event]) -> list[int]:
    """Where Return was pressed."""
    return [
        i
        for i, e in enumerate(events)
        if e["kind"] == "key" and e["press"] and e["keysym"] == "Return"
    ]


def words(events: list[Event]) -> list[range]:
    """Where the keys of each word lie that was typed, its Return with them: four events a key."""
    ends = submits(events)[1:]  # the first one submits nothing
    return [range(one + 4, other + 4) for one, other in pairwise(ends)]


def clean(events: list[Event]) -> range:
    """A word between others that was typed with neither pictures nor clicks nor mistakes."""
    return next(
        at
        for at in words(events)[2:]
        if all(events[i]["kind"] in ("key", "delivered") for i in at) and len(at) == 7 * 4
    )


@forgery("words_were_typed", "screenshots_were_shown")
def words_never_typed(item: Path) -> None:
    """The game's log and the pictures came about without a key."""
    edit_events(item, lambda events: [e for e in events if e["kind"] not in ACTS])


@forgery("words_were_typed")
def one_word_never_typed(item: Path) -> None:
    """A word in the middle has no keys."""

    def without(events: list[Event]) -> Iterable[Event]:
        gone = clean(events)
        return (event for i, event in enumerate(events) if i not in gone)

    edit_events(item, without)


@forgery("words_were_typed")
def last_word_never_typed(item: Path) -> None:
    """The last word has no keys."""

    def without(events: list[Event]) -> Iterable[Event]:
        gone = words(events)[-1]
        return (event for i, event in enumerate(events) if i not in gone)

    edit_events(item, without)


@forgery("words_were_typed")
def return_never_pressed(item: Path) -> None:
    """The letters were typed, and not submitted."""

    def without(events: list[Event]) -> Iterable[Event]:
        last = submits(events)[-1]
        return (event for i, event in enumerate(events) if i not in range(last, last + 4))

    edit_events(item, without)


@forgery("words_were_typed")
def letters_in_another_order(item: Path) -> None:
    """The first two letters of a word were typed in the other order."""

    def turned(events: list[Event]) -> list[Event]:
        first = clean(events).start
        for i in range(first, first + 4):
            one, other = events[i], events[i + 4]
            one["keysym"], other["keysym"] = other["keysym"], one["keysym"]
        return events

    edit_events(item, turned)


@forgery("words_were_typed")
def another_letter_typed(item: Path) -> None:
    """One letter more than the word has; the root has it, too."""

    def typed(events: list[Event]) -> Iterable[Event]:
        last = clean(events).stop - 4
        more = [{**e, "keysym": "k"} for e in events[last - 4 : last]]
        return [*events[:last], *more, *events[last:]]

    edit_events(item, typed)


@forgery("words_were_typed")
def click_left_out(item: Path) -> None:
    """The tick that submitted a word was never clicked."""

    def without(events: list[Event]) -> Iterable[Event]:
        clicks = [i for i, e in enumerate(events) if e["kind"] == "button" and e["press"]]
        tick = next(i for i in clicks if events[i]["y"] > 460)
        return (event for i, event in enumerate(events) if i not in (tick, tick + 1))

    edit_events(item, without)


@forgery("words_were_typed")
def clicks_beside_the_window(item: Path) -> None:
    """All clicks went somewhere else."""

    def aside(events: list[Event]) -> Iterable[Event]:
        return (e | {"x": 100} if e["kind"] == "button" else e for e in events)

    edit_events(item, aside)


@forgery("words_were_typed")
def clicks_of_another_button(item: Path) -> None:
    """All clicks were of a button that does nothing."""

    def right(events: list[Event]) -> Iterable[Event]:
        return (e | {"button": 3} if e["kind"] == "button" else e for e in events)

    edit_events(item, right)


@forgery("words_were_typed")
def keys_to_another_window(item: Path) -> None:
    """The keys were typed, but into another window."""

    def elsewhere(events: list[Event]) -> Iterable[Event]:
        for event in events:
            if event["kind"] == "key":
                event["focus"] = OTHER
            elif event["kind"] == "delivered":
                event["window"] = event["client"] = OTHER
            yield event

    edit_events(item, elsewhere)


@forgery("words_were_typed")
def keys_made_up(item: Path) -> None:
    """Every key came from a program by SendEvent; no device moved."""

    def sent(events: list[Event]) -> Iterable[Event]:
        for event in events:
            if event["kind"] == "delivered":
                code = 2 if event["event"] == "KeyPress" else 3
                yield {"kind": "sendevent", "client": 9, "window": WINDOW, "event": code}
                yield event | {"synthetic": True}
            elif event["kind"] != "key":
                yield event

    edit_events(item, sent)


@forgery("words_were_typed")
def keys_synthetic_over_a_keyboard(item: Path) -> None:
    """Made-up keys, each with a real press of the same key at the same time."""

    def synthetic(events: list[Event]) -> Iterable[Event]:
        return (e | {"synthetic": True} if e["kind"] == "delivered" else e for e in events)

    edit_events(item, synthetic)


@forgery("words_were_typed")
def keys_without_a_keyboard(item: Path) -> None:
    """Keys that look real, but no device pressed them."""
    edit_events(item, lambda events: [e for e in events if e["kind"] != "key"])


@forgery("words_were_typed")
def key_delivered_besides(item: Path) -> None:
    """A real play, during which the game got a key that no device pressed."""

    def more(events: list[Event]) -> list[Event]:
        key = next(e for e in events if e["kind"] == "delivered") | {"keysym": "F1"}
        return [*events[:90], key, *events[90:]]

    edit_events(item, more)


@forgery("words_were_typed")
def key_sent_besides(item: Path) -> None:
    """A real play, during which a program also sent a key to the window."""
    made_up = {"kind": "sendevent", "client": 9, "window": WINDOW, "event": 2 | 0x80}
    edit_events(item, lambda events: [*events[:90], made_up, *events[90:]])


@forgery("words_were_typed")
def click_sent_besides(item: Path) -> None:
    """The same with a click, sent to whatever is under the pointer."""
    made_up = {"kind": "sendevent", "client": 9, "window": 0, "event": 4}
    edit_events(item, lambda events: [*events[:90], made_up, *events[90:]])


@forgery("words_were_typed", "screenshots_were_shown")
def new_pressed_early(item: Path) -> None:
    """After ten words another round was begun, and those of that round are told as this one's."""

    def pressed(events: list[Event]) -> list[Event]:
        at = words(events)[9].start
        frame = [e["frame"] for e in events[:at] if e["kind"] == "frame"][-1]
        click = {"kind": "button", "button": 1, "x": 560 + 700, "y": 240 + 20, "server_ms": 9}
        down = click | {"press": True, "frame": frame}
        return [*events[:at], down, click | {"press": False, "frame": None}, *events[at:]]

    edit_events(item, pressed)
