"""One workspace of GAM 5 beside its witness and its truth: what is claimed, what was on screen."""

import re
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from pathlib import Path

from graders.case import RESULTS, Evidence
from graders.errors import GradingFailed, NotShown, Unreadable
from graders.files import quoted, text_of_ours
from graders.pictures import Picture, difference, fingerprint, resized
from graders.sokoban.logs import logged_levels
from graders.sokoban.pixels import read_board
from graders.sokoban.rules import Board, Level, session
from graders.sokoban.truth import level_text
from graders.witness_events import Frame, Rect
from graders.workspace import Workspace

HOME = Path(__file__).parents[2] / "workspace" / "GAM" / "task_5_sokoban_solver"
LEVELS = 20  # claimed; the game has three
MOVES = 100_000  # of one level; the longest solutions known have a few thousand


@dataclass(frozen=True, slots=True)
class Span:
    """When one level was on screen, ``frames[first:end]``, and its first board."""

    board: Board
    first: int
    end: int


@dataclass(frozen=True, slots=True)
class Shot:
    """A claimed screenshot: the hash of its pixels, and which witness frames it equals."""

    fingerprint: str
    frames: tuple[int, ...]


class Case(Evidence):
    """Everything that criteria and proofs look at, read once and only when asked for.

    Levels are named as in the file names: "1", "2" ... for the game's own, anything in a forgery.
    """

    def __init__(
        self,
        files: Workspace,
        *,
        witness: Path | None,
        seed: int | None,
        transcript: Path | None = None,
    ) -> None:
        super().__init__(files, home=HOME, witness=witness, seed=seed, transcript=transcript)
        self._shots: dict[str, Shot] = {}

    @cached_property
    def claimed(self) -> tuple[str, ...]:
        """The levels that the player claims to have completed, in order."""
        levels = {level_of(name, "solution.txt") for name in self.found("solution.txt")}
        levels |= {level_of(name, "result.json") for name in self.found("result.json")}
        return tuple(sorted(levels))

    def claims(self) -> tuple[str, ...]:
        """The same, for proofs, which have nothing to prove without any.

        Raises:
            Unreadable: No level is claimed, or more than ``LEVELS`` are.
        """
        if not self.claimed:
            raise Unreadable("no level is claimed: there is neither a solution nor a result")
        if len(self.claimed) > LEVELS:
            raise Unreadable(f"{len(self.claimed)} levels are claimed; the game has a few")
        return self.claimed

    def found(self, ending: str) -> list[str]:
        """The deliverables ``level_*_ENDING``, in the file system's order."""
        return self.files.names(RESULTS, f"level_*_{ending}")

    def solution(self, level: str) -> str:
        """The claimed solution of a level, upper case.

        Raises:
            Unreadable: There is none, or it has more than ``MOVES`` letters.
        """
        lines = self.files.text(deliverable(level, "solution.txt")).splitlines()
        solution = lines[0].strip().upper() if lines else ""
        if len(solution) > MOVES:
            raise Unreadable(f"a solution has {len(solution)} moves; none needs {MOVES}")
        return solution

    def log(self, level: str) -> list[list[str]]:
        """The rows of a claimed move log, its header first.

        Raises:
            Unreadable: There is none, or it has more than ``MOVES`` rows.
        """
        rows = list(islice(self.files.rows(deliverable(level, "moves.csv")), MOVES + 1))
        if len(rows) > MOVES:
            raise Unreadable(f"a log has more than {MOVES} rows; no level needs them")
        return rows

    @cached_property
    def logged(self) -> dict[str, bool]:
        """The solutions with a move log, and whether that is as long, by the contract's arithmetic.

        It takes a byte order mark for a move.
        """
        return logged_levels(self.files, self.found("solution.txt"), marked=True)

    @cached_property
    def logged_unmarked(self) -> dict[str, bool]:
        """The same without such marks."""
        return logged_levels(self.files, self.found("solution.txt"), marked=False)

    @cached_property
    def end_differences(self) -> dict[str, float]:
        """Mean difference in grey levels to the final screenshot, for each initial screenshot.

        Raises:
            Unreadable: A screenshot of a pair is no picture.
        """
        found = {}
        for name in self.found("initial.png"):
            numbered = re.match(rf"{RESULTS}/level_(\d+)_initial\.png", name)
            if not numbered or not self.files.exists(deliverable(numbered[1], "final.png")):
                continue
            initial = self.files.picture(name)
            final = self.files.picture(deliverable(numbered[1], "final.png"))
            found[name] = difference(initial, resized(final, like=initial))
        return found

    @cached_property
    def truth(self) -> dict[str, Board]:
        """The level boards that the seed implies; empty when the seed is not known.

        Raises:
            GradingFailed: The repository's level files are not there, or are none.
        """
        if self.seed is None:
            return {}
        boards = {}
        for path in sorted((HOME / "exec" / "levels").glob("level_*.sok")):
            level = int(re.sub(r"\D", "", path.stem))
            text = level_text(text_of_ours(path), self.seed, level)
            boards[str(level)] = Board.parse(text.splitlines())
        if not boards:
            raise GradingFailed(f"there is no level file in {HOME / 'exec' / 'levels'}")
        return boards

    @cached_property
    def spans(self) -> dict[str, Span]:
        """When each level was on screen; empty without a witness.

        The game plays its levels in order and never goes back, so bisection finds where one ends.
        """
        frames = self.witness.frames if self.witness else ()
        boards: dict[int, Board | None] = {}

        def board(index: int) -> Board | None:
            if index not in boards:
                boards[index] = self._board_of(frames[index])
            return boards[index]

        def last_board(index: int, start: int) -> Board:
            while index > start and board(index) is None:
                index -= 1
            found = board(index)
            assert found is not None, "a span starts with a readable frame"
            return found

        spans: dict[str, Span] = {}
        first = 0
        while first < len(frames):
            start = board(first)
            if start is None:
                first += 1
                continue
            inside, outside = first, len(frames)
            while outside - inside > 1:
                middle = (inside + outside) // 2
                there = last_board(middle, first)
                if (there.walls, there.goals) == (start.walls, start.goals):
                    inside = middle
                else:
                    outside = middle
            spans[str(len(spans) + 1)] = Span(start, first, outside)
            first = outside
        return spans

    def _board_of(self, frame: Frame) -> Board | None:
        assert self.witness is not None
        try:
            return read_board(self.witness.picture(frame))
        except Unreadable:
            return None

    @cached_property
    def starts(self) -> dict[str, Board]:
        """Each level's first board: without a witness as the seed implies, else as on screen.

        A player may be faster than the witness; so where the seed is known and the level on screen
        is the seed's, its first board counts, not the first that was seen.
        """
        if self.witness is None:
            return self.truth
        starts = {}
        for level, span in self.spans.items():
            known = self.truth.get(level)
            same = known and (known.walls, known.goals) == (span.board.walls, span.board.goals)
            starts[level] = known if known and same else span.board
        return starts

    @cached_property
    def played(self) -> dict[str, Level]:
        """What the game's rules make of the keys that the game got, for each level entered."""
        witness = self.witness
        keys = (
            [act.keysym for act in witness.acts if witness.reached_the_game(act)] if witness else []
        )
        starts = list(self.starts.values()) if witness else []
        levels = session(starts, keys) if starts else []
        return dict(zip(self.starts, levels, strict=False))

    @cached_property
    def _rects(self) -> tuple[Rect, ...]:
        return tuple(dict.fromkeys(f.rect for f in self.witness.frames)) if self.witness else ()

    @cached_property
    def _frames_by_hash(self) -> dict[str, list[int]]:
        by_hash: dict[str, list[int]] = {}
        for index, frame in enumerate(self.witness.frames if self.witness else ()):
            by_hash.setdefault(frame.sha256, []).append(index)
        return by_hash

    def shot(self, name: str) -> Shot:
        """A claimed screenshot, of the window or of the whole screen, held against the witness.

        Raises:
            Unreadable: It is no picture.
        """
        if name not in self._shots:
            window, frames = self.window_on(self.files.picture(name))
            self._shots[name] = Shot(fingerprint(window), frames)
        return self._shots[name]

    def board_on(self, name: str) -> Board | None:
        """The board on a claimed screenshot, None when there is none.

        Raises:
            Unreadable: It is no picture.
        """
        window, _ = self.window_on(self.files.picture(name))
        try:
            return read_board(window)
        except NotShown:
            return None

    def window_on(self, picture: Picture) -> tuple[Picture, tuple[int, ...]]:
        """The part of a screenshot that equals witness frames, and which; else all of it."""
        for x, y, width, height in self._rects:
            whole = picture.shape[:2] == (height, width)
            window = picture if whole else picture[y : y + height, x : x + width]
            if frames := self._frames_by_hash.get(fingerprint(window)):
                return window, tuple(frames)
        return picture, ()


def deliverable(level: str, ending: str) -> str:
    """Path of one level's file, relative to the workspace."""
    return f"{RESULTS}/level_{level}_{ending}"


def level_of(name: str, ending: str) -> str:
    """The level in the name of a deliverable ``.../level_LEVEL_ENDING``."""
    return name.removeprefix(f"{RESULTS}/level_").removesuffix(f"_{ending}")


def named(level: str) -> str:
    """A level for a sentence; what is no plain name is quoted."""
    return f"level {level if re.fullmatch('[0-9a-z]{1,9}', level) else quoted(level)}"
