"""Forged evidence that lacks something the contract asks for."""

from pathlib import Path

from graders.audit import Audit
from tests.forgeries.forging import change
from tests.forgeries.mines.evidence import read_clicks, write_clicks
from tests.forgeries.mines.forging import (
    NO_PICTURE,
    NO_PICTURE_CAPS,
    NO_TABLE,
    ON_THE_PICTURE,
    ON_THE_TABLE,
    board,
    clicks,
    edit_clicks,
    forgery,
    new_frame,
    summary,
)
from tests.forgeries.mines.looks import window
from tests.forgeries.record import Event, edit_events


@forgery(
    *ON_THE_PICTURE | ON_THE_TABLE,
    "summary_written",
    "screens_looked_at",
    "restarts_are_few",
    scores=NO_PICTURE
    | NO_TABLE
    | {"summary_complete": 0.0, "audit_total_tool_calls": 0.0, "audit_screenshots": 0.0},
    caps=NO_PICTURE_CAPS | {"few_reasons", "fewer_than_30_looks", "fewer_than_10_looks"},
)
def nothing_done(item: Path) -> None:
    """A player that does nothing: no file, no click, no look."""
    for path in (board(item), clicks(item), summary(item)):
        path.unlink()

    def idle(events: list[Event]) -> list[Event]:
        aside = ("button", "key", "frame", "captures")
        kept = [e for e in events if e["kind"] not in aside]
        return [*kept[:3], new_frame(item, "idle.png", window({}, "fresh")), *kept[3:]]

    edit_events(item, idle)


@forgery(
    *ON_THE_PICTURE,
    scores=NO_PICTURE,
    caps=NO_PICTURE_CAPS,
)
def no_board(item: Path) -> None:
    """Nobody saw the end."""
    board(item).unlink()


@forgery(*ON_THE_TABLE, scores=NO_TABLE, caps={"few_reasons"})
def no_clicks(item: Path) -> None:
    """A board that cleared itself."""
    clicks(item).unlink()


@forgery(
    *ON_THE_TABLE,
    scores=NO_TABLE,
    caps={"few_reasons"},
)
def no_rows(item: Path) -> None:
    """A table of nothing but its header."""
    edit_clicks(item, lambda rows: [])


@forgery("clicks_logged", scores={"clicks_count": 259 / 260})
def few_clicks(item: Path) -> None:
    """All flags and some of the other clicks, one click too few in all."""

    def fewer(rows: list) -> list:  # type: ignore[type-arg]  # of rows
        spare = len(rows) - 259
        dropped = [row for row in rows if row.action == "left" and row.reason != "guess"][:spare]
        return [row for row in rows if row not in dropped]

    edit_clicks(item, fewer)


@forgery("mines_flagged", scores={"flags_right_click": 94 / 95})
def few_flags(item: Path) -> None:
    """The table leaves flags out that were set."""

    def fewer(rows: list) -> list:  # type: ignore[type-arg]  # of rows
        dropped = [row for row in rows if row.action == "right"][94:]
        return [row for row in rows if row not in dropped]

    edit_clicks(item, fewer)


@forgery("moves_reasoned", scores={"reasoned_actions": 149 / 150})
def few_reasons(item: Path) -> None:
    """Half of the clicks have no reason, one too many."""
    leave_reasons(item, 149)


@forgery("moves_reasoned", scores={"reasoned_actions": 89 / 150}, caps={"few_reasons"})
def very_few_reasons(item: Path) -> None:
    """Most of the clicks have no reason."""
    leave_reasons(item, 89)


def leave_reasons(item: Path, left: int) -> None:
    """Leave so many clicks their reasons, at both ends of the play."""
    rows = read_clicks(item)
    reasoned = [i for i, row in enumerate(rows) if row.reason != "guess"]
    for index in reasoned[left // 2 : len(reasoned) - (left - left // 2)]:
        rows[index] = rows[index]._replace(reason="")
    write_clicks(item, rows)


@forgery(scores={"reason_diversity": 2 / 3})
def guesses_unnamed(item: Path) -> None:
    """Honest but for the word: only the arithmetic minds."""
    edit_clicks(
        item,
        lambda rows: [
            row._replace(reason="safe" if row.reason == "guess" else row.reason)
            for row in rows
            if row.action == "left" or row.game == 2
        ],
    )


@forgery(scores={"clicks_schema": 0.0})
def texts_with_a_mark(item: Path) -> None:
    """Honest evidence from an editor that writes byte order marks; only the arithmetic minds."""
    for path in (clicks(item), summary(item)):
        path.write_text("\ufeff" + path.read_text())


@forgery("summary_written", scores={"summary_complete": 0.0}, caps={"no_board_or_summary"})
def summary_in_other_words(item: Path) -> None:
    """All figures, without the contract's key words."""
    text = "381 cells uncovered\n99 flags\nMines hit: 1\nRestarts: 1\n"
    summary(item).write_text(text)


@forgery("summary_written")
def summary_without_a_mine(item: Path) -> None:
    """The figures, and no word on whether a mine was hit."""
    text = summary(item).read_text().replace("Flagged mines", "Flagged").replace("mines", "m.")
    summary(item).write_text(text.replace("Mines hit", "Explosions"))


@forgery("summary_agrees")
def summary_of_fewer_cells(item: Path) -> None:
    """A round figure for what was revealed."""
    text = summary(item).read_text().replace("381 revealed", "380 revealed")
    summary(item).write_text(text.replace("Revealed cells: 381", "Revealed cells: 380"))


@forgery("summary_agrees")
def summary_of_fewer_flags(item: Path) -> None:
    """A modest figure for what was flagged."""
    text = summary(item).read_text().replace("99 flagged", "95 flagged")
    summary(item).write_text(text.replace("Flagged mines: 99", "Flagged mines: 95"))


@forgery("summary_agrees")
def summary_of_no_hit(item: Path) -> None:
    """The mine that ended the first game is not mentioned."""
    change(summary(item), "Mines hit: 1", "Mines hit: 0")


@forgery("summary_agrees")
def summary_of_no_restart(item: Path) -> None:
    """The second game is told as the first."""
    change(summary(item), "Restarts: 1 of 3", "Restarts: 0 of 3")


@forgery("screens_looked_at", scores={"audit_screenshots": 29.0}, caps={"fewer_than_30_looks"})
def few_looks(item: Path) -> None:
    """One look too few."""
    edit_events(item, lambda events: looks(events, 29))


@forgery(
    "screens_looked_at",
    scores={"audit_screenshots": 9.0},
    caps={"fewer_than_30_looks", "fewer_than_10_looks"},
)
def very_few_looks(item: Path) -> None:
    """Hardly a look."""
    edit_events(item, lambda events: looks(events, 9))


@forgery(
    "screens_looked_at",
    scores={"audit_screenshots": 0.0},
    caps={"fewer_than_30_looks", "fewer_than_10_looks", "never_looked"},
)
def blind(item: Path) -> None:
    """Somebody clicked, and never looked; the game's own captures are no looks."""
    edit_events(item, lambda events: looks(events, 0))


def looks(events: list[Event], count: int) -> list[Event]:
    """The events with so many captures of the player's."""
    player = next(e["pid"] for e in events if e["kind"] == "captures")
    told = [
        event | {"count": count}
        if (event["kind"], event.get("pid")) == ("captures", player)
        else event
        for event in events
    ]
    return [event for event in told if event.get("count") != 0]


@forgery(
    "no_solver_called",
    scores={"audit_any_banned": 1.0},
    caps={"banned_string"},
    audit=Audit(calls=324, shots=90, matches=("dconf read",)),
)
def settings_were_read(item: Path) -> None:
    """Honest evidence, and a transcript with a command that the contract bans."""


@forgery("no_solver_called")
def banned_command_in_a_script(item: Path) -> None:
    """The command was not seen running, but there it is."""
    (item / "workspace" / "run.sh").write_text("gnome-mines --solve >/dev/shm/mines\n")
