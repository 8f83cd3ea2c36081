"""GAM 11: letters moved by keys and clicks, by the graders' own rules, held against a log."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from graders.anagramarama.hands import Deed, Hands, deeds, misplaced
from graders.anagramarama.log import Line
from graders.witness import Witness

ROOT = "contrasts"
ORDER = "tsrcatson"
WINDOW, CLIENT, PID = 0x1600003, 0x1600000, 7
LEFT, TOP = 560, 240
TICK, CROSS, MIX, NEW = (714, 244), (714, 286), (640, 205), (700, 20)


def tray(slot: int) -> tuple[int, int]:
    """The middle of a slot of the tray, in pixels of the window."""
    return 49 + 70 * slot + 35, 150


def guess(slot: int) -> tuple[int, int]:
    """The middle of a slot of the guess."""
    return 49 + 70 * slot + 35, 264


def record(*acts: str | tuple[int, int]) -> Witness:
    """A record of keys by their names, and of clicks by their places in the window."""
    rect = [LEFT, TOP, 800, 600]
    events: list[dict[str, Any]] = [
        {"kind": "process", "pid": PID, "exe": "python3", "cmdline": []},
        {"kind": "window", "window": WINDOW, "client": CLIENT, "pid": PID},
        {"kind": "frame", "frame": "1.png", "sha256": "", "window": WINDOW, "rect": rect},
    ]
    for ms, act in enumerate(acts, 1):
        when = {"press": True, "server_ms": ms, "frame": "1.png"}
        if isinstance(act, str):
            events.append({"kind": "key", "keysym": act, "focus": WINDOW, **when})
            told = {"keysym": act, "server_ms": ms, "synthetic": False}
            events.append({"kind": "delivered", "event": "KeyPress", "client": CLIENT, **told})
        else:
            at = {"x": LEFT + act[0], "y": TOP + act[1], "button": 1}
            events.append({"kind": "button", **at, **when})
    return Witness(Path("nowhere"), events, [])


def log(*words: str) -> Iterator[Line]:
    """The log's lines about words: refused with a mark behind, found before with two."""
    for second, word in enumerate(words):
        verdict = {0: "accepted", 1: "rejected", 2: "duplicate"}[word.count("!")]
        time = datetime(2026, 5, 1, tzinfo=UTC) + timedelta(seconds=second)
        yield Line(time, word.rstrip("!"), verdict, 0)


def said(
    acts: list[str | tuple[int, int]], words: list[str], *, closed: bool = False, order: str = ORDER
) -> str:
    """What is said of some acts beside a log's words."""
    hands = Hands(ROOT, [*order])
    return "; ".join(misplaced(deeds(record(*acts)), hands, [*log(*words)], closed=closed))


def keys(word: str) -> list[str | tuple[int, int]]:
    """A word typed and submitted."""
    return [*word, "Return"]


PLAIN: list[str | tuple[int, int]] = [*keys("cat"), *keys("cats")]


@pytest.mark.parametrize(
    ("acts", "words"),
    [
        (PLAIN, ["cat", "cats"]),
        ([*keys("tac"), "Escape", *keys("cat")], ["tac!", "cat"]),
        ([*keys("tac"), *keys("o")], ["tac!", "taco"]),  # refused letters stay
        ([*keys("cat"), *keys("cat")], ["cat", "cat!!"]),  # those found before go back
        (["c", "x", "a", "t", "t", "t", "Return"], ["catt!"]),  # a letter that is not there
        (["c", "o", "BackSpace", "a", "t", "KP_Enter"], ["cat"]),
        (["c", "o", "Escape", *keys("cat")], ["cat"]),
        (["Return", "BackSpace", "Escape", *keys("cat")], ["cat"]),  # of nothing comes nothing
        (["c", "space", *"at", "Return"], ["cat"]),
        (["C", *"at", "Return", "Prior", "F1"], ["cat"]),
        ([tray(3), tray(4), tray(0), TICK], ["cat"]),
        ([tray(3), tray(4), tray(3), tray(0), TICK], ["cat"]),  # an empty slot
        ([tray(3), tray(1), guess(1), tray(4), tray(0), TICK], ["cat"]),
        ([*"oat", guess(0), "c", "Return"], ["atc!"]),  # those behind it close up
        ([*"oat", guess(8), "Return"], ["oat"]),
        ([tray(3), CROSS, *keys("cat")], ["cat"]),
        ([*"taco", guess(1), guess(1), tray(0), "Return"], ["toa!"]),  # back to the first gap
        ([(5, 590), *keys("cat"), NEW, *keys("arc")], ["cat"]),  # another round is another's
        ([*keys("cat"), NEW, tray(0), TICK], ["cat"]),
    ],
    ids=lambda value: value if isinstance(value, str) else None,
)
def test_what_is_submitted(acts: list[str | tuple[int, int]], words: list[str]) -> None:
    """The words of the log, and no others."""
    assert said(acts, words) == ""
    assert said(acts, [*words[:-1], "torn"]) != ""
    assert said(acts, words[:-1]) != ""
    assert said(acts, [*words, "arc"]) != ""


def test_after_the_end_nothing_counts() -> None:
    """Time was up after the first word."""
    assert said(PLAIN, ["cat"], closed=True) == ""
    assert "'cats' was submitted, and the log does not have it" in said(PLAIN, ["cat"])


def test_what_was_never_typed() -> None:
    """The log's words are those of the keys, in their order."""
    assert "2 words of the log were never submitted, such as 'cat'" in said([], ["cat", "arc"])
    wrong = "keys and clicks submitted 'cat' where the log has 'arc'"
    assert said(keys("cat"), ["arc"]) == wrong
    assert said([*keys("cat"), *keys("arc")], ["arc", "cat"]) == wrong


@pytest.mark.parametrize("unknown", [[MIX], ["space"]])
def test_letters_clicked_in_an_unknown_order(unknown: list[str | tuple[int, int]]) -> None:
    """After a shuffle a click may be on any letter: their number alone is held to the log."""
    acts = [*unknown, tray(0), tray(5), tray(2), TICK, *keys("cat")]
    assert said(acts, ["arc", "cat"]) == ""
    assert said(acts, ["ar!", "cat!"]) == "keys and clicks submitted 'arct' where the log has 'cat'"
    assert "submitted '???'" in said(acts, ["carts", "cat"])
    assert "submitted 'cat'" in said(acts, ["arc", "can"])


def test_a_picture_of_another_order_is_none() -> None:
    """Letters that are not the root's tell no order; then clicks are only counted."""
    acts: list[str | tuple[int, int]] = [tray(3), tray(4), tray(0), TICK]
    assert said(acts, ["cat"], order="abcdefghi") == ""
    assert said(acts, ["arc"], order="abcdefghi") == ""
    assert said(acts, ["arc"]) != ""


def test_clicks_elsewhere_are_no_deeds() -> None:
    """Outside the window, with another button, between the letters."""
    witness = record((714, 700), (-5, 244), (20, 150), (300, 210), TICK)
    assert deeds(witness) == (Deed("Return", 0, "1.png"),)
