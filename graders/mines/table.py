"""GAM 2's table of claimed clicks: as the contract reads it, and row by row as clicks."""

from dataclasses import dataclass

from graders.errors import Unreadable
from graders.files import quoted
from graders.mines.rules import HEIGHT, WIDTH, Cell
from graders.table import Table

CLICKS = "clicks.csv"
COLUMNS = ("step", "action", "x", "y", "reason")
ROWS = 100_000  # of the table; a play of 25 minutes has no use for more
BUTTONS = {"left": 1, "right": 3}
"""The X server's numbers of the buttons that rows name."""


@dataclass(frozen=True, slots=True)
class Row:
    """A claimed click.

    Attributes:
        step: Its number as the player has it, in quotes where it is odd.
        action: ``left`` or ``right``.
        x: Where it was, in pixels of the screen.
        y: The same.
        reason: Why it was made.
        cell: Which cell the player says that is, None if it does not say.
        game: Which game, from 1, None if it does not say.
    """

    step: str
    action: str
    x: int
    y: int
    reason: str
    cell: Cell | None
    game: int | None


def rows_of(table: Table) -> tuple[Row, ...]:
    """The claimed clicks.

    Raises:
        Unreadable: The file or one of its rows is not as it has to be.
    """
    return tuple(_row(n, row) for n, row in enumerate(table.complete(CLICKS, COLUMNS), 1))


def _row(number: int, row: dict[str, str]) -> Row:
    step = row.get("step", "").strip()
    action = row.get("action", "").strip()
    if action not in BUTTONS:
        raise Unreadable(f"row {number} of {CLICKS} has the action {quoted(action)}")
    given = {name: _whole(number, name, row) for name in ("x", "y", "column", "row", "game")}
    x, y, column, line, game = given.values()
    if x is None or y is None:
        raise Unreadable(f"row {number} of {CLICKS} does not say where the click was")
    cell = None
    if column is not None and line is not None:
        cell = column, line
        if not (0 <= column < WIDTH and 0 <= line < HEIGHT):
            raise Unreadable(f"row {number} of {CLICKS} is about column {column}, row {line}")
    return Row(
        step=step if step.isdecimal() and len(step) < 10 else quoted(step),
        action=action,
        x=x,
        y=y,
        reason=row.get("reason", ""),
        cell=cell,
        game=game,
    )


def _whole(number: int, name: str, row: dict[str, str]) -> int | None:
    """A whole number of a row, None where the row has none."""
    text = row.get(name, "").strip()
    if not text:
        return None
    whole = text.removeprefix("-").removesuffix(".0")
    if not (whole.isascii() and whole.isdecimal() and len(whole) <= 6):
        raise Unreadable(f"row {number} of {CLICKS}: {name} is {quoted(text)}")
    return -int(whole) if text.startswith("-") else int(whole)
