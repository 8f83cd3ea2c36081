"""Plays that were no plays: another seed's, keys in another order, nothing written."""

import itertools
import shutil
from pathlib import Path

from tests.forgeries.record import read_events, write_events
from tests.forgeries.sokoban.evidence import build
from tests.forgeries.sokoban.forging import OTHER_SEED, forgery


@forgery("board_equals_truth")
def play_of_another_seed(item: Path) -> None:
    """A good play, of levels laid out otherwise."""
    shutil.rmtree(item)
    build(item, seed=OTHER_SEED)


@forgery("keys_were_delivered", "steps_were_shown")
def keys_in_another_order(item: Path) -> None:
    """Two neighbouring keys were swapped, in the record and on the keyboard."""
    events = read_events(item)
    presses = [i for i, e in enumerate(events) if e.get("event") == "KeyPress"]
    one, two = next(
        (a, b) for a, b in itertools.pairwise(presses) if events[a]["keysym"] != events[b]["keysym"]
    )
    for first, second in ((one, two), (one - 1, two - 1)):
        names = events[first]["keysym"], events[second]["keysym"]
        events[second]["keysym"], events[first]["keysym"] = names
    write_events(item, events)


@forgery("game_wrote_the_log")
def game_files_gone(item: Path) -> None:
    """The game wrote nothing that the claim could be held against."""
    shutil.rmtree(item / "witness" / "game")
