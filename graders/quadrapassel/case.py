"""One workspace of GAM 3 beside its witness and its truth: what is claimed, what was on screen."""

import re
from functools import cached_property
from pathlib import Path

from graders.case import RESULTS, Evidence
from graders.errors import NotShown, Unreadable
from graders.files import quoted
from graders.quadrapassel.field import DROP, LOOKS, STEPS
from graders.quadrapassel.film import Film
from graders.quadrapassel.pixels import Shot, read_shot
from graders.quadrapassel.play import Play, Row
from graders.quadrapassel.rules import HEIGHT, ROTATIONS, WIDTH, Arrival, piece_sequence
from graders.table import Table
from graders.workspace import Workspace

HOME = Path(__file__).parents[2] / "workspace" / "GAM" / "task_3_quadrapassel_autoplay"
LOG, FINAL, SUMMARY = (f"{RESULTS}/{n}" for n in ("game_log.csv", "final_board.png", "summary.md"))
STEPS_PATTERN = "board_step_*.png"
COLUMNS = (
    "step",
    "piece_type",
    "rotation",
    "target_col",
    "lines_cleared",
    "board_height",
    "holes",
    "action_keys",
    "screenshot_file",
)
ROWS = 3000  # of game_log.csv; a play of 25 minutes has no use for more
KEYS = 20_000  # of all rows
_FURTHER = ("score", "level", "lines")
"""Columns that a log may have besides: what the window shows after a piece."""


class Case(Evidence):
    """Everything that criteria and proofs look at, read once and only when asked for."""

    def __init__(
        self,
        files: Workspace,
        *,
        witness: Path | None,
        seed: int | None,
        transcript: Path | None = None,
    ) -> None:
        super().__init__(files, home=HOME, witness=witness, seed=seed, transcript=transcript)
        self._shots: dict[str, Shot | str] = {}

    @cached_property
    def step_pictures(self) -> list[str]:
        """Names of the step pictures in the workspace, in the order of the file system."""
        return self.files.names(RESULTS, STEPS_PATTERN)

    @cached_property
    def table(self) -> Table:
        """The claimed pieces as text; a file that is no table has no rows."""
        return Table.read(self.files, LOG, most=ROWS, strict=False)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The claimed pieces.

        Raises:
            Unreadable: The file or one of its rows is not as it has to be, or there is no row.
        """
        rows = tuple(_row(n, row) for n, row in enumerate(self.table.complete(LOG, COLUMNS), 1))
        if not rows:
            raise Unreadable(f"{LOG} has no row")
        if (keys := sum(len(row.keys) for row in rows)) > KEYS:
            raise Unreadable(f"{LOG} has {keys} keys; no play needs more than {KEYS}")
        return rows

    @cached_property
    def truth(self) -> tuple[Arrival, ...]:
        """The pieces that the seed brings, one more than there are rows.

        Raises:
            NotJudged: The seed is not known.
            Unreadable: As for ``rows``.
        """
        return piece_sequence(self.known_seed(), len(self.rows) + 1)

    @cached_property
    def play(self) -> Play:
        """What the rules make of the rows.

        Raises:
            Unreadable: As for ``rows``.
        """
        shown = [self._field_or_none(row.picture) for row in self.rows]
        return Play(self.rows, shown, self.truth if self.seed is not None else None)

    @cached_property
    def film(self) -> Film:
        """Where the pictures of the rows are in the record.

        Raises:
            NotJudged: There is no witness.
            Unreadable: As for ``rows``.
        """
        shots = [self.shot_or_none(row.picture) for row in self.rows]
        return Film(self.record(), shots)

    def shot(self, name: str) -> Shot:
        """What a picture of the workspace shows.

        Raises:
            Unreadable: It is none, or shows no field.
        """
        if name not in self._shots:
            try:
                self._shots[name] = read_shot(self.files.picture(name))
            except NotShown as error:
                self._shots[name] = f"{quoted(name, 80)}: {error}"
            except Unreadable as error:
                self._shots[name] = str(error)
        found = self._shots[name]
        if isinstance(found, str):
            raise Unreadable(found)
        return found

    def shot_or_none(self, name: str) -> Shot | None:
        """The same; None where there is none."""
        try:
            return self.shot(name)
        except Unreadable:
            return None

    def _field_or_none(self, name: str) -> tuple[str, ...] | None:
        shot = self.shot_or_none(name)
        return shot.field if shot else None


def _row(number: int, row: dict[str, str]) -> Row:
    here = f"row {number} of {LOG}"
    piece = row.get("piece_type", "").strip()
    if piece not in LOOKS:
        raise Unreadable(f"{here} has the piece {quoted(piece)}")
    keys = tuple(row.get("action_keys", "").split())
    if odd := [key for key in keys if key not in STEPS and key != DROP]:
        raise Unreadable(f"{here} has the key {quoted(odd[0])}")
    picture = row.get("screenshot_file", "").strip()
    if not re.fullmatch(r"board_step_[\w.-]{0,80}\.png", picture):
        raise Unreadable(f"{here} has the picture {quoted(picture)}")
    figures = {
        name: _figure(here, name, row, below)
        for name, below in (
            ("step", 10**6),
            ("rotation", ROTATIONS),
            ("target_col", WIDTH),
            ("lines_cleared", 5),
            ("board_height", HEIGHT + 1),
            ("holes", WIDTH * HEIGHT),
        )
    }
    return Row(
        step=figures["step"],
        piece=piece,
        rotation=figures["rotation"],
        left=figures["target_col"],
        lines=figures["lines_cleared"],
        height=figures["board_height"],
        holes=figures["holes"],
        keys=keys,
        picture=f"{RESULTS}/{picture}",
        shown={k: _figure(here, k, row, 10**12) for k in _FURTHER if row.get(k, "").strip()},
    )


def _figure(here: str, name: str, row: dict[str, str], below: int) -> int:
    """A whole number from 0 in a row."""
    text = row.get(name, "").strip()
    whole = text.removesuffix(".0")
    if not (whole.isascii() and whole.isdecimal() and len(whole) <= 12 and int(whole) < below):
        raise Unreadable(f"{here}: {name} is {quoted(text)}")
    return int(whole)
