"""One workspace of GAM 2 beside its witness and its truth: what is claimed, what was on screen."""

from bisect import bisect_left
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Literal

from graders.audit import Audit, audited
from graders.case import Evidence
from graders.errors import NotShown, Unreadable
from graders.mines.film import Film, Game
from graders.mines.pixels import Board, read_board
from graders.mines.reasons import Guess, Judgement, judge_reasons
from graders.mines.replay import Click, Replay, openings, replay
from graders.mines.rules import Cell, numbers_on
from graders.mines.table import BUTTONS, CLICKS, ROWS, Row, rows_of
from graders.mines.truth import layouts
from graders.pictures import Picture
from graders.table import Table
from graders.workspace import Workspace

HOME = Path(__file__).parents[2] / "workspace" / "GAM" / "task_2_mines_visual"
BOARD, SUMMARY = "final_board.png", "summary.md"
PICTURE_BYTES = 5 * 1024  # a smaller file is no screenshot


class Case(Evidence):
    """Everything that criteria and proofs look at, read once and only when asked for.

    Attributes:
        audit: How often the player acted and looked, and what it ran; None when nobody counted.
    """

    def __init__(
        self,
        files: Workspace,
        *,
        witness: Path | None,
        seed: int | None,
        audit: Audit | None = None,
        transcript: Path | None = None,
    ) -> None:
        super().__init__(files, home=HOME, witness=witness, seed=seed, transcript=transcript)
        self.audit = audit or audited(
            self.witness.audit() if self.witness else None,
            given=self.given,
            found=self.transcripts,
            banned=self.words("banned_strings"),
        )

    def foreign(self) -> Iterator[str]:
        """Which deliverables are no plain files of their own, one phrase each."""
        for name in (CLICKS, BOARD, SUMMARY):
            yield from self.files.borrowed(name)

    def looked_at(self, patterns: tuple[str, ...]) -> tuple[str, ...]:
        """Deliverables, which this contract wants at the root and names one by one."""
        return patterns

    @cached_property
    def film(self) -> Film:
        """The games that were on screen.

        Raises:
            NotJudged: There is no witness.
        """
        return Film(self.record())

    @cached_property
    def table(self) -> Table:
        """The claimed clicks as text; a file that is no table has no rows."""
        return Table.read(self.files, CLICKS, most=ROWS, strict=True)

    @cached_property
    def rows(self) -> tuple[Row, ...]:
        """The claimed clicks.

        Raises:
            Unreadable: The file or one of its rows is not as it has to be.
        """
        return rows_of(self.table)

    def claims(self) -> tuple[Row, ...]:
        """The claimed clicks, for proofs, which have nothing to prove without any.

        Raises:
            Unreadable: As for ``rows``, or there is no row.
        """
        if not self.rows:
            raise Unreadable(f"{CLICKS} has no row")
        return self.rows

    @cached_property
    def made(self) -> tuple[Click | None, ...]:
        """For each claimed click the one that was made, None where there is none in its turn.

        From the last row to the first, each takes the last click that fits: then a table that
        leaves a game out is not held against the same places of that game.

        Raises:
            NotJudged: There is no witness.
            Unreadable: As for ``rows``.
        """
        places: dict[tuple[int, int, int, int | None], list[int]] = {}
        for position, click in enumerate(self.film.clicks):
            for game in (click.game, None):  # a row need not name one
                places.setdefault((click.button, click.x, click.y, game), []).append(position)
        made: list[Click | None] = []
        after = len(self.film.clicks)
        for row in reversed(self.rows):
            fitting = places.get((BUTTONS[row.action], row.x, row.y, row.game), [])
            if earlier := bisect_left(fitting, after):
                after = fitting[earlier - 1]
                made.append(self.film.clicks[after])
            else:
                made.append(None)
        return tuple(reversed(made))

    @cached_property
    def reasons(self) -> tuple[tuple[Judgement, ...], tuple[Guess, ...]]:
        """What the reasons and guesses of the claimed clicks were worth.

        Raises:
            NotJudged: There is no witness.
            Unreadable: As for ``rows``.
        """
        claims = [(row.reason, click) for row, click in zip(self.rows, self.made, strict=True)]
        return judge_reasons(self.film, claims)

    @cached_property
    def last_claimed(self) -> Click | None:
        """The last claimed click that was made; None if there is none.

        Raises:
            NotJudged: There is no witness.
        """
        try:
            return max((c for c in self.made if c), key=lambda click: click.turn, default=None)
        except Unreadable:
            return None

    @cached_property
    def layouts(self) -> tuple[frozenset[Cell] | None, ...]:
        """The mines of each game of the film, None for a game that is not the seed's.

        Raises:
            NotJudged: There is no witness, or no seed.
        """
        return layouts(self.known_seed(), self.film.games)

    @cached_property
    def final_game(self) -> Game | None:
        """The last game whose numbers the final picture repeats, else the last of all.

        Raises:
            NotJudged: There is no witness.
            Unreadable: There is no board on the picture.
        """
        shown = self.final.numbers.items()
        games = self.film.games
        fitting = (game for game in reversed(games) if shown <= game.numbers.items())
        return next(fitting, games[-1] if games else None)

    @cached_property
    def replays(self) -> tuple[Replay | None, ...]:
        """What the clicks of each game did on the seed's mines; None where these are not known.

        A click on a mine is a loss even if the pictures show the board covered: whoever reveals a
        cell would have done so again, and pictures may be of something put over the game.

        Raises:
            NotJudged: There is no witness.
        """
        games = self.film.games
        known = self.layouts if self.seed is not None else (None,) * len(games)
        return tuple(
            replay(game.clicks, mines) if mines else None
            for game, mines in zip(games, known, strict=True)
        )

    def openings(self, game: Game) -> dict[Cell, int]:
        """When each number may have been opened: those of the seed's mines, else those pictured.

        Raises:
            NotJudged: There is no witness.
            Unreadable: There is no board on the final picture.
        """
        mines = self.layouts[game.number - 1] if self.seed is not None else None
        numbers = numbers_on(mines) if mines else game.numbers | self.final.numbers
        return openings(game.clicks, numbers)

    def fatal(self, game: Game) -> Click | None:
        """The click that lost a game: on the seed's mines, else if it was lost as far as is seen.

        A restart can follow on a loss before there is a picture of it. Without the seed, the click
        is taken for fatal after which nothing happened.

        Raises:
            NotJudged: There is no witness.
        """
        if played := self.replays[game.number - 1]:
            return played.fatal
        seen = game.lost or game is not self.film.games[-1]
        return game.apparently_fatal if seen else None

    def end_of(self, game: Game) -> Literal["won", "lost", "open"]:
        """How a game ended, ``open`` if it was left.

        Raises:
            NotJudged: There is no witness.
        """
        played = self.replays[game.number - 1]
        if game.won or (played and played.cleared):
            return "won"
        return "lost" if game.lost or self.fatal(game) else "open"

    @cached_property
    def grey(self) -> Picture:
        """The final picture's grey values, as the contract's grader takes them.

        Raises:
            Unreadable: It is missing, has less than 5 KiB, or is no picture.
        """
        if (size := self.files.size(BOARD)) < PICTURE_BYTES:
            raise Unreadable(f"{BOARD} has {size} bytes, less than 5 KiB")
        return self.files.grey(BOARD)

    @cached_property
    def final(self) -> Board:
        """The board on the final picture.

        Raises:
            Unreadable: There is none on it.
        """
        try:
            return read_board(self.files.picture(BOARD))
        except NotShown as error:
            raise Unreadable(f"{BOARD} shows no Big board: {error}") from error
