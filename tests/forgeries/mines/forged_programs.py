"""Plays of other programs, boards and seeds than the one that was to be played."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from graders.truth import GlibRandom
from tests.forgeries.mines.evidence import (
    ORIGIN,
    PLAY_AGAIN,
    build,
    place,
    save_board,
    summarise,
)
from tests.forgeries.mines.forging import (
    ON_THE_PICTURE,
    OTHER_SEED,
    board,
    field_at,
    forgery,
    new_frame,
    parts_not_plain,
    presses,
)
from tests.forgeries.mines.looks import look, window
from tests.forgeries.mines.play import OPENING, Field, Step
from tests.forgeries.record import Event, closing, edit_events


@forgery(
    "game_is_unmodified",
    "restarts_are_few",
    "clicks_were_made",
    "reasons_follow",
    *ON_THE_PICTURE,
    scores=parts_not_plain(207) | {"board_nontrivial": 0.98504},
    caps={"revealed_below_70"},
)
def small_board_won(item: Path) -> None:
    """A won game of eight by eight."""
    small = look("small")

    def smaller(events: list[Event]) -> Iterable[Event]:
        taken = new_frame(item, "small.png", small)
        for event in events:
            if event["kind"] == "process":
                yield event | {"cmdline": ["/usr/games/gnome-mines", "--small"]}
            elif event["kind"] == "frame":
                yield taken
                taken = {"kind": "note"}
            elif event["kind"] == "button" and event["press"]:
                yield event | {"frame": "small.png"}
            else:
                yield event

    edit_events(item, smaller)
    save_board(item, small)


@forgery(
    "board_equals_truth",
    scores={"revealed_cells_raw": 420.0, "audit_total_tool_calls": 312.0},
)
def play_of_another_seed(item: Path) -> None:
    """A good play, of a board laid otherwise."""
    shutil.rmtree(item)
    build(item, seed=OTHER_SEED)


@forgery(
    "board_equals_truth",
    "clicks_were_made",
    "final_was_shown",
    scores={"revealed_cells_raw": 420.0},
)
def board_of_another_seed(item: Path) -> None:
    """A board that somebody else won."""
    other = item.with_name("other_run")
    build(other, seed=OTHER_SEED)
    board(item).unlink()
    shutil.copyfile(board(other), board(item))
    shutil.rmtree(other)


@forgery(
    "restarts_are_few",
    scores={"revealed_cells_raw": 409.0, "audit_total_tool_calls": 302.0},
)
def four_restarts(item: Path) -> None:
    """Five games, of which the last was won."""
    shutil.rmtree(item)
    build(item, luck=(False, False, False, False, True))


@forgery("board_equals_truth", scores={"audit_total_tool_calls": 326.0})
def another_game_afterwards(item: Path) -> None:
    """After the won game a third one, with mines where the seed lays none; told as it was."""
    other = Field(GlibRandom(OTHER_SEED))
    other.step(Step("left", OPENING, "guess"))
    x, y = place(OPENING)
    again = {"x": ORIGIN[0] + PLAY_AGAIN[0], "y": ORIGIN[1] + PLAY_AGAIN[1]}

    def played(events: list[Event]) -> list[Event]:
        press = events[presses(events)[0]]
        click = [press, press | {"press": False, "frame": None}]
        last = [e["frame"] for e in events if e["kind"] == "frame"][-1]
        new = [e | again | ({"frame": last} if e["press"] else {}) for e in click]
        new.append(new_frame(item, "fresh.png", window({}, "fresh")))
        new += [
            e | {"x": x, "y": y} | ({"frame": "fresh.png"} if e["press"] else {}) for e in click
        ]
        new.append(new_frame(item, "other.png", window(other.tiles())))
        return [*events[: closing(events)], *new, *events[closing(events) :]]

    edit_events(item, played)
    summarise(item, field_at(item, game=2), hits=1, restarts=2)
