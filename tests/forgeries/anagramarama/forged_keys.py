"""Words that nobody typed, or that were typed otherwise than the game's log has them."""

from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path

from tests.forgeries.anagramarama.forging import forgery
from tests.forgeries.record import Event, edit_events


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
