"""Boards that were painted over the game: nothing on screen that any click made."""

from pathlib import Path

from graders.mines.rules import Cell
from tests.forgeries.mines.evidence import (
    frame_hash,
    place,
    read_clicks,
    save_board,
    shown,
    write_clicks,
)
from tests.forgeries.mines.forging import (
    field_at,
    forgery,
    new_frame,
    presses,
    retouch,
)
from tests.forgeries.mines.looks import BOARD, PITCH, Pixels, tile, window
from tests.forgeries.mines.play import CELLS
from tests.forgeries.record import Event, edit_events


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


@forgery("reasons_follow")
def number_painted_for_a_while(item: Path) -> None:
    """A number was another one on some pictures, as somebody needed it for a reason."""
    cell = one(item)
    left = iter(range(3))

    def for_a_while(pixels: Pixels) -> Pixels | None:
        painted = repaint(pixels, cell)
        return None if painted is None or next(left, None) is None else painted

    retouch(item, for_a_while)


@forgery("reasons_follow", "board_equals_truth", "board_obeys_rules")
def number_painted_to_the_end(item: Path) -> None:
    """A number was another one from the first to the last picture, and is so on the final one."""
    cell = one(item)
    retouch(item, lambda pixels: repaint(pixels, cell))
    save_board(item, window(field_at(item, game=2).tiles() | {cell: "2"}, "won"))


def one(item: Path) -> Cell:
    """A cell of the won board that shows 1."""
    return max(cell for cell, number in field_at(item, game=2).revealed.items() if number == 1)


def repaint(pixels: Pixels, cell: Cell) -> Pixels | None:
    """A window with a 2 in place of a cell's 1; None where there is no 1."""
    x, y = BOARD[0] + PITCH * cell[0], BOARD[1] + PITCH * cell[1]
    here = pixels[y : y + PITCH, x : x + PITCH]
    if (here != tile("1")).any():
        return None
    here[:] = tile("2")
    return pixels


@forgery("clicks_were_made", scores={"audit_total_tool_calls": 284.0})
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
