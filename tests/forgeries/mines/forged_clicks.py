"""Forged tables of clicks, and reasons that are none."""

from pathlib import Path

from graders.mines.rules import around
from tests.forgeries.forging import change, sparse
from tests.forgeries.mines.evidence import Row, read_clicks, write_clicks
from tests.forgeries.mines.forging import (
    NO_TABLE,
    ON_THE_TABLE,
    clicks,
    edit_clicks,
    edit_row,
    field_at,
    forgery,
    index_of,
    presses,
)
from tests.forgeries.record import Event, edit_events


@forgery("clicks_were_made", "reasons_follow")
def clicks_made_up(item: Path) -> None:
    """Good places, each a pixel beside the one that was clicked."""
    edit_clicks(item, lambda rows: [row._replace(x=row.x + 1) for row in rows])


@forgery("clicks_were_made")
def click_made_up(item: Path) -> None:
    """One click too many, where nobody clicked."""
    edit_clicks(item, lambda rows: [*rows, rows[-1]._replace(action="right", reason="guess")])


@forgery("clicks_were_made")
def click_elsewhere(item: Path) -> None:
    """One click on the right cell, but another of its pixels."""
    index = index_of(item, after=100)
    edit_row(item, index, x=read_clicks(item)[index].x + 1)


@forgery("clicks_were_made")
def clicks_in_another_order(item: Path) -> None:
    """Two clicks exchanged."""

    def exchanged(rows: list[Row]) -> list[Row]:
        rows[100], rows[101] = rows[101], rows[100]
        return rows

    edit_clicks(item, exchanged)


@forgery("clicks_were_made")
def click_of_the_other_button(item: Path) -> None:
    """A flag that was a reveal."""
    edit_row(item, 0, action="right")


@forgery("clicks_were_made")
def click_with_another_cell(item: Path) -> None:
    """The place is right, the cell is not."""
    index = index_of(item, after=100)
    row = read_clicks(item)[index]
    edit_row(item, index, column=(row.column + 1) % 30)


@forgery("clicks_were_made")
def click_in_another_game(item: Path) -> None:
    """A click of the first game is told as one of the second."""
    edit_row(item, 8, game=2)


@forgery(
    *ON_THE_TABLE,
    scores={"clicks_schema": 0.0, "flags_right_click": 0.0},
)
def columns_of_other_names(item: Path) -> None:
    """The contract's columns by other names."""
    change(clicks(item), "step,action,x,y,reason", "step,button,x,y,reason")


@forgery(
    *ON_THE_TABLE,
    scores={"clicks_schema": 0.0, "reasoned_actions": 0.0, "reason_diversity": 1 / 3},
    caps={"few_reasons"},
)
def no_column_of_reasons(item: Path) -> None:
    """Clicks without a why."""
    change(clicks(item), "reason", "remark")


@forgery(*ON_THE_TABLE)
def click_nowhere(item: Path) -> None:
    """One row does not say where."""
    edit_row(item, 50, x="")


@forgery(*ON_THE_TABLE)
def click_of_no_button(item: Path) -> None:
    """One row has an action that there is not."""
    edit_row(item, index_of(item), action="middle")


@forgery(*ON_THE_TABLE)
def click_off_the_board(item: Path) -> None:
    """One row is about a cell that there is not."""
    edit_row(item, 50, column=30)


@forgery(*ON_THE_TABLE)
def click_at_infinity(item: Path) -> None:
    """One place is no whole number."""
    edit_row(item, 50, y="1e999")


@forgery(
    *ON_THE_TABLE,
    scores=NO_TABLE,
    caps={"few_reasons"},
    reference=False,
)
def clicks_are_not_text(item: Path) -> None:
    """Bytes that are no text; the contract's own grader ends with an error."""
    clicks(item).write_bytes(b"\xff\xfe" + clicks(item).read_bytes())


@forgery(
    *ON_THE_TABLE,
    scores=NO_TABLE,
    caps={"few_reasons"},
    reference=False,
)
def clicks_end_in_no_text(item: Path) -> None:
    """The same, behind all rows."""
    clicks(item).write_bytes(clicks(item).read_bytes() + b"\xff\xfe\xff")


@forgery(*ON_THE_TABLE, scores=NO_TABLE, caps={"few_reasons"}, reference=False)
def click_with_an_endless_field(item: Path) -> None:
    """A field longer than a CSV reader takes."""
    clicks(item).write_text(clicks(item).read_text() + "x" * 1_000_000 + "\n")


@forgery(*ON_THE_TABLE, reference=False)
def clicks_of_nothing(item: Path) -> None:
    """NUL bytes behind all rows; the contract's own grader ends with an error."""
    clicks(item).write_text(clicks(item).read_text() + "\0" * 100 + "\n")


@forgery(*ON_THE_TABLE)
def clicks_by_the_hundred_thousand(item: Path) -> None:
    """More rows than any play has."""
    rows = clicks(item).read_text()
    clicks(item).write_text(rows + rows.splitlines(keepends=True)[-1] * 100_000)


@forgery(*ON_THE_TABLE, scores=NO_TABLE, caps={"few_reasons"}, reference=False)
def clicks_are_sparse(item: Path) -> None:
    """Two gigabytes of nothing."""
    sparse(clicks(item), 2 << 30)


@forgery("reasons_follow")
def reason_in_colour(item: Path) -> None:
    """Terminal commands and markup in a reason that names no number there."""
    reason = "safe-by-8 constraint \x1b[2J<b>" + "a" * 1000
    edit_row(item, index_of(item, after=100), reason=reason)


@forgery("reasons_follow", scores={"reason_diversity": 2 / 3})
def guess_called_safe(item: Path) -> None:
    """The opening, which nothing can justify, and the click that lost, as if both were proven."""
    edit_clicks(
        item,
        lambda rows: [
            row._replace(reason="safe-by-1 constraint" if row.reason == "guess" else row.reason)
            for row in rows
        ],
    )


@forgery("reasons_follow")
def losing_guess_called_safe(item: Path) -> None:
    """The click that lost a game, by the count of mines."""
    edit_row(item, 8, reason="safe-by-count constraint")


@forgery("reasons_follow")
def number_not_in_sight(item: Path) -> None:
    """A right conclusion from a number that is not next to the cell."""
    index = index_of(item, after=100)
    row = read_clicks(item)[index]
    numbers = {field_at(item, game=2).revealed.get(cell) for cell in around((row.column, row.row))}
    absent = min(set(range(1, 9)) - numbers)
    edit_row(item, index, reason=f"safe-by-{absent} constraint")


@forgery("reasons_follow")
def reason_of_the_other_kind(item: Path) -> None:
    """A cell that was revealed because it is a mine."""
    index = index_of(item, after=100)
    edit_row(item, index, reason=read_clicks(item)[index].reason.replace("safe", "flag"))


@forgery("reasons_follow")
def reason_without_a_number(item: Path) -> None:
    """A reason that names nothing."""
    edit_row(item, index_of(item, after=100), reason="safe-by-logic")


@forgery("reasons_follow", "moves_reasoned")
def reasons_without_a_number(item: Path) -> None:
    """Reasons that the contract counts, and that name nothing."""
    edit_clicks(
        item,
        lambda rows: [
            row._replace(reason=row.reason.split("-by-")[0] + "-by-logic")
            if "-by-" in row.reason
            else row
            for row in rows
        ],
    )


@forgery("reasons_follow")
def flag_by_luck(item: Path) -> None:
    """The first flag of the game, as if it had been set before anything was in sight."""
    rows = read_clicks(item)
    first = next(i for i, row in enumerate(rows) if (row.game, row.action) == (2, "right"))
    rows[first] = rows[first]._replace(reason="flag-by-8 constraint")
    write_clicks(item, rows)


@forgery("reasons_follow", scores={"reason_diversity": 1.0, "audit_total_tool_calls": 325.0})
def opening_clicked_again(item: Path) -> None:
    """The first cell, clicked once more when its number was known, and reasoned about then."""
    opening, later = 9, 150
    rows = read_clicks(item)
    again = rows[opening]
    reason = "safe-by-0 constraint"  # which there is next to it, since that click
    rows[opening : later + 1] = [*rows[opening + 1 : later + 1], again._replace(reason=reason)]
    write_clicks(item, [row._replace(step=number) for number, row in enumerate(rows, 1)])

    def clicked(events: list[Event]) -> list[Event]:
        press = presses(events)[later + 2]  # Play Again is one of them
        click = events[press] | {"x": again.x, "y": again.y, "button": 1}
        return [*events[:press], click, click | {"press": False, "frame": None}, *events[press:]]

    edit_events(item, clicked)
