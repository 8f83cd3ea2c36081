"""Plays that were no plays: other programs, other seeds, made-up clicks, records tampered with."""

import shutil
from collections.abc import Iterable
from pathlib import Path

from graders.truth import GlibRandom
from tests.forgeries.forging import change
from tests.forgeries.mines.evidence import (
    CLIENT,
    MAPPED,
    ORIGIN,
    PLAY_AGAIN,
    WINDOW_ID,
    build,
    frame_hash,
    place,
    read_clicks,
    save_board,
    shown,
    summarise,
    write_clicks,
)
from tests.forgeries.mines.forging import (
    ON_THE_PICTURE,
    OTHER_SEED,
    board,
    closing,
    edit_events,
    edit_kind,
    field_at,
    forgery,
    index_of,
    new_frame,
    parts_not_plain,
    presses,
)
from tests.forgeries.mines.looks import look, window
from tests.forgeries.mines.play import CELLS, OPENING, Field, Step
from tests.forgeries.record import Event, read_events, write_events


@forgery("game_is_unmodified")
def library_preloaded(item: Path) -> None:
    """A variable that puts a library of the player's into the game's process."""
    keyfile = {"GSETTINGS_BACKEND": "keyfile"}
    edit_kind(item, "process", environment=keyfile | {"LD_PRELOAD": "/usr/lib/libmines-x.so"})


@forgery("game_is_unmodified")
def library_from_tmp(item: Path) -> None:
    """A library of the player's that was in the game's process at the end."""

    def injected(events: list[Event]) -> list[Event]:
        events[closing(events)]["mapped"] = [*MAPPED, "/tmp/x/libpeek.so"]  # noqa: S108
        return events

    edit_events(item, injected)


@forgery("game_is_unmodified")
def settings_from_elsewhere(item: Path) -> None:
    """Settings that nobody knows, from a backend that is not the harness's."""
    edit_kind(item, "process", environment={"GSETTINGS_BACKEND": "memory"})


@forgery("game_is_unmodified")
def another_program(item: Path) -> None:
    """A game that was built by the player."""
    edit_kind(item, "process", exe="/tmp/build/gnome-mines")  # noqa: S108


@forgery("game_is_unmodified")
def another_program_of_the_system(item: Path) -> None:
    """A game, but not this one."""
    edit_kind(item, "process", exe="/usr/games/xmines")


@forgery("game_is_unmodified")
def process_half_told(item: Path) -> None:
    """Nothing is known of what was in the process at the end."""

    def half(events: list[Event]) -> list[Event]:
        del events[closing(events)]["mapped"]
        return events

    edit_events(item, half)


@forgery(
    "game_is_unmodified",
    "restarts_are_few",
    "board_equals_truth",
    "clicks_were_made",
    "reasons_follow",
    "final_was_shown",
    "summary_agrees",
    scores={"audit_screenshots": 92.0},
)
def process_not_told(item: Path) -> None:
    """Nobody knows which program was played, nor whose the windows were."""
    edit_events(item, lambda events: [e for e in events if e["kind"] != "process"])


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


@forgery("witness_is_unbroken")
def record_changed(item: Path) -> None:
    """A time was changed afterwards."""
    change(item / "witness" / "events.jsonl", '"t": 0.05', '"t": 0.06')


@forgery("witness_is_unbroken", "clicks_were_made", scores={"audit_total_tool_calls": 323.0})
def record_lacks_a_click(item: Path) -> None:
    """A press was taken out afterwards."""
    path = item / "witness" / "events.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    pressed = [i for i, line in enumerate(lines) if '"press": true, "button": 1' in line]
    path.write_text("".join(lines[: pressed[40]] + lines[pressed[40] + 1 :]))


@forgery("witness_is_unbroken")
def record_lacks_its_end(item: Path) -> None:
    """The last event is missing; what is left is in good order."""
    write_events(item, read_events(item)[:-1])


@forgery("witness_is_unbroken")
def record_lacks_its_start(item: Path) -> None:
    """The first event is missing; what is left is in good order."""
    write_events(item, read_events(item)[1:])


@forgery("witness_is_unbroken")
def record_not_finished(item: Path) -> None:
    """Something follows the last whole line."""
    with (item / "witness" / "events.jsonl").open("a") as file:
        file.write('{"n": ')


@forgery("witness_is_unbroken")
def record_with_a_strange_line(item: Path) -> None:
    """A line that is no event, where the chain has no link after it."""
    with (item / "witness" / "events.jsonl").open("a") as file:
        file.write("end of file\n")


@forgery("witness_is_unbroken", caps={"no_audit"})
def record_gone(item: Path) -> None:
    """No record, in the hope that nothing is judged then."""
    (item / "witness" / "events.jsonl").unlink()


@forgery("clicks_were_made")
def clicks_sent_besides(item: Path) -> None:
    """A real play during which a program also sent a click to the window."""

    def sent(events: list[Event]) -> list[Event]:
        made_up = {"kind": "sendevent", "client": 9, "window": WINDOW_ID, "event": 4}
        return [*events[:90], made_up, *events[90:]]

    edit_events(item, sent)


@forgery(
    "clicks_were_made",
    "reasons_follow",
    "board_equals_truth",
    "summary_agrees",
    scores={"audit_total_tool_calls": 1.0},
)
def clicks_sent_by_a_program(item: Path) -> None:
    """Every click came from a program by SendEvent; no device moved."""

    def sent(events: list[Event]) -> Iterable[Event]:
        for event in events:
            if event["kind"] == "button":
                code = 4 if event["press"] else 5
                yield {"kind": "sendevent", "client": 9, "window": WINDOW_ID, "event": code}
            else:
                yield event

    edit_events(item, sent)


@forgery("clicks_were_made")
def released_on_another_cell(item: Path) -> None:
    """A press of which the game took no notice, as the button came up elsewhere."""
    wanted = read_clicks(item)[index_of(item, after=60)]
    x, y = place((wanted.column + (1 if wanted.column < 29 else -1), wanted.row))

    def dragged(events: list[Event]) -> list[Event]:
        for index in presses(events):
            event = events[index]
            if (event["x"], event["y"], event["button"]) == (wanted.x, wanted.y, 1):
                last = index
        events[last + 1] |= {"x": x, "y": y}
        return events

    edit_events(item, dragged)


@forgery(
    "restarts_are_few",
    "board_equals_truth",
    "clicks_were_made",
    "reasons_follow",
    "final_was_shown",
    "summary_agrees",
)
def nothing_on_screen(item: Path) -> None:
    """A play of which no picture was recorded."""
    edit_events(item, lambda events: [e for e in events if e["kind"] != "frame"])


@forgery("final_was_shown")
def frames_exchanged(item: Path) -> None:
    """The last picture's file now shows another board than was recorded."""
    frames = item / "witness" / "frames"
    last, other = sorted(frames.iterdir())[-1], sorted(frames.iterdir())[-4]
    content = other.read_bytes()
    last.unlink()
    last.write_bytes(content)


@forgery("final_was_shown")
def last_frame_of_another_window(item: Path) -> None:
    """The won board was seen in a window that is not the game's."""

    def elsewhere(events: list[Event]) -> list[Event]:
        last = max(i for i, e in enumerate(events) if e["kind"] == "frame")
        events[last]["window"] = CLIENT + (1 << 21)
        return events

    edit_events(item, elsewhere)


@forgery("clicks_were_made", scores={"audit_total_tool_calls": 325.0})
def painted_after_a_loss(item: Path) -> None:
    """A mine went off and showed where all the others are; then a board was painted over the game.

    Everything agrees with everything, but nothing is revealed after a mine has gone off.
    """
    lose(item, seen=True)


@forgery("clicks_were_made", scores={"audit_total_tool_calls": 325.0})
def painted_over_a_loss(item: Path) -> None:
    """The same, and the loss was never seen either, as the painted board lay over it already."""
    lose(item, seen=False)


@forgery("clicks_were_made", scores={"audit_total_tool_calls": 325.0})
def painted_lid_over_a_loss(item: Path) -> None:
    """The same, and what lay over it was a lid, as if the game had been paused and deaf."""
    lose(item, seen=False, lid=True)


def lose(item: Path, *, seen: bool, lid: bool = False) -> None:
    """Put a click on a mine into the record of the second game, after 200 of its clicks.

    Args:
        item: The item folder.
        seen: Whether there is a picture of the loss.
        lid: Whether the board seems to be paused meanwhile.
    """
    field = field_at(item, game=2, clicks=200)
    boom = min(field_at(item, game=2).mines - field.flags)
    field.exploded = boom
    x, y = place(boom)
    rows = read_clicks(item)
    before = sum(row.game == 1 for row in rows) + 1 + 200

    def lost(events: list[Event]) -> list[Event]:
        press = presses(events)[before]
        click = events[press] | {"button": 1, "x": x, "y": y}
        new = [click, click | {"press": False, "frame": None}]
        if seen:
            new.append(new_frame(item, "loss.png", window(field.tiles(), "lost")))
        if lid:
            click["frame"] = "lid.png"
            new.insert(0, new_frame(item, "lid.png", window({}, "paused", over="paused")))
            new.append(new_frame(item, "bare.png", shown(field_at(item, game=2, clicks=200))))
        return [*events[:press], *new, *events[press:]]

    edit_events(item, lost)


@forgery("clicks_were_made", scores={"clicks_count": 1.0, "audit_total_tool_calls": 284.0})
def cells_opened_by_nobody(item: Path) -> None:
    """Forty cells of the won board that no click revealed, in neither record nor table."""
    rows = read_clicks(item)
    dropped = [row for row in rows if (row.game, row.action) == (2, "left")][100:140]
    places = {(row.x, row.y) for row in dropped}
    kept = [row for row in rows if row not in dropped]
    write_clicks(item, [row._replace(step=number) for number, row in enumerate(kept, 1)])
    edit_events(
        item,
        lambda events: [
            event
            for event in events
            if event["kind"] != "button" or (event["x"], event["y"]) not in places
        ],
    )


@forgery("clicks_were_made", scores={"audit_total_tool_calls": 325.0})
def cells_revealed_by_a_key(item: Path) -> None:
    """The space bar, which reveals whatever cell is chosen, and is in no table of clicks."""

    def typed(events: list[Event]) -> list[Event]:
        key = next(event for event in events if event["kind"] == "key")
        space = key | {"keysym": "space", "keycode": 65}
        middle = presses(events)[150]
        return [*events[:middle], space, space | {"press": False}, *events[middle:]]

    edit_events(item, typed)


@forgery("board_equals_truth")
def loss_retouched(item: Path) -> None:
    """The lost game's end shows a mine where none was."""
    lost = field_at(item, game=1)
    tiles = lost.tiles()
    free = max(c for c in CELLS if c not in tiles)
    retouched = new_frame(item, "retouched.png", window(tiles | {free: "mine"}, "lost"))

    def exchanged(events: list[Event]) -> list[Event]:
        honest = next(e for e in events if e.get("sha256") == frame_hash(shown(lost)))
        told = [retouched if event is honest else event for event in events]
        name = honest["frame"]
        return [e | {"frame": "retouched.png"} if e.get("frame") == name else e for e in told]

    edit_events(item, exchanged)


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
