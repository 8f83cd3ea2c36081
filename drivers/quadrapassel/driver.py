"""Hands and eyes for quadrapassel 40: the field is read from pixels, pieces are moved by keys.

A piece is turned and moved, looked at, and dropped. S and Z are looked at between turn and move
too: they look the same in two rotations, which a turn takes to different columns. After the drop
the picture has to show what the rules say, however long blocks bounce and fade before it does. What
it shows instead, if it does not agree, is believed, logged, and counted in `divergences`.

If so told, the driver looks ahead: while rows that were cleared bounce and fade, it places the next
pieces, as long as they are in plain sight above all that moves. What lies below is then as the
rules say until a whole picture shows it, which proves several pieces at once or refutes them.

Settings to play under, all of `org/gnome/Quadrapassel`: `show-shadow` false, as a shadow is taken
for a piece; `do-preview` true; `rotate-counter-clock-wise` true and the keys as they are; any theme
and any window size.
"""

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from drivers.errors import WaitTimedOut
from drivers.quadrapassel.ahead import Ahead
from drivers.quadrapassel.eyes import Diverged, Eyes, Over
from drivers.quadrapassel.look import ROWS, Button, Look
from drivers.quadrapassel.model import EMPTY, LOOKS, Board, Falling, became, corner, landed
from drivers.quadrapassel.numbers import Numbers
from drivers.quadrapassel.shot import STANDS_WITHIN_S, save, stood
from drivers.quadrapassel.sight import PROOF_FALLS, Falls, Placement, Renewal, Sight, ended
from drivers.screen import Frame
from drivers.window import GameWindow
from solvers.quadrapassel import Move

_LOG = logging.getLogger(__name__)

REFUSALS = 3
"""How often a piece may stay short of its place; then it is dropped where it is."""

SHIFTS = ("Left", "Right")

PREVIEW_LAG_S = 0.15
"""The preview is drawn apart from the field, mostly within one redraw (17 ms). If nothing of it has
changed for so long, it shows the same piece again."""


class QuadrapasselDriver:
    """One window of quadrapassel. `start` begins a game, `observe` looks, `act` places a piece.

    Attributes:
        divergences: How often the picture showed another game than the rules had said.
    """

    def __init__(self, window: GameWindow, *, ahead: int = 0) -> None:
        """Play in `window`.

        Args:
            window: the game's.
            ahead: how many pieces may be placed at most before a picture shows how the first of
                them lies; 0 to see each before `act` answers. Placements tell what the rules say
                until then. `observe` and `shoot` wait for such a picture.
        """
        self.divergences = 0
        self._ahead = Ahead(ahead)
        self._window = window
        self._eyes = Eyes(window)
        self._board: Board | None = None
        self._sight: Sight | None = None
        self._piece: Falling | None = None
        self._keys: list[str] = []
        self._refused = 0

    def start(self) -> Sight:
        """Start a game with the mouse, whether none was played yet or one is over.

        No key is pressed before a game runs: quadrapassel 40 ends with a segmentation fault then.
        A game that runs is taken over as it is.

        Raises:
            WaitTimedOut: the window shows no such game, or none began.
        """
        button = self._eyes.measure(what="a field and the button of a game")
        if button is Button.AGAIN:
            self._eyes.close_scores()
        runs = button is Button.PAUSE
        if not runs:
            self._window.click(*self._eyes.layout.button)
        self._window.park()  # at once, before the button can show a tooltip
        self._window.focus()
        # measured again, as what stands there before a game may be drawn anyhow
        self._eyes.measure(what="a game to begin", wanted=lambda button: button is Button.PAUSE)
        self._board = None if runs else self._empty()
        self._sight, self._piece, self._refused = None, None, 0
        self._ahead.settle()
        self._keys.clear()
        divergences = self.divergences  # rows that are filled from the start are none
        sight = self.observe()
        self.divergences = divergences
        return sight

    def observe(self) -> Sight:
        """Look until the picture tells what falls and what lies.

        Raises:
            WaitTimedOut: it never did.
        """
        try:
            return self._seen()
        except Over:
            self._sight = self._end(self._board or self._empty())
            return self._sight

    def act(self, move: Move) -> Placement | None:
        """Turn, move and drop the falling piece, looking after each.

        Args:
            move: where to. Its `shift` and `y` are not used: what is seen after the turns tells
                how far it is to the columns that it means.

        Returns:
            What came of it; None if the piece could not get there and still falls: look again.

        Raises:
            WaitTimedOut: the game showed nothing for a long time.
        """
        sight = self._sight
        assert sight is not None, "start() comes first"
        assert sight.falling is not None, "the game is over, start() begins another"
        self._window.hold_focus()
        falling: Falling | None = sight.falling
        try:
            if self._refused < REFUSALS:
                falling = self._turn_and_shift(sight.falling, move)
            if falling is None:
                self._refused += 1
                return None
            placement = self._drop(falling)
        except Over:
            after, lines = landed(self._known_board(), sight.falling)
            placement = self._placed(sight.falling, lines, ended(after), diverged=True)
        except Diverged as other:
            self._ahead.settle()
            placement = self._repaired(sight, other)
        if placement.diverged:
            self._tell_divergence(f"after {sight.falling.piece} and {' '.join(placement.keys)}")
        self._sight, self._refused = placement.sight, 0
        self._keys.clear()
        if placement.sight.over:
            self._sight = self._end(placement.sight.board)
            placement = replace(placement, sight=self._sight)
        return placement

    def read_numbers(self) -> Numbers:
        """Score, lines and level as the window shows them, once the panel stands still.

        Raises:
            UnknownLook: they cannot be read; the picture is saved.
            WaitTimedOut: they kept changing.
        """
        return self._eyes.numbers()

    def shoot(
        self,
        path: Path,
        *,
        wanted: Callable[[Frame], bool] = lambda _: True,
        within_s: float = STANDS_WITHIN_S,
    ) -> Frame:
        """Save a picture of the field that stood still, so that others have seen it too.

        Nothing fades or bounces on it then. Where pieces fall too fast for that it is the last one
        that was believed: the game does not wait.

        Args:
            path: Where to, as PNG.
            wanted: What else the picture has to be: a piece falls on while one waits.
            within_s: How long to wait for such a picture; then the last one is taken.

        Returns:
            What was saved.
        """
        if self._ahead.owed:
            with suppress(Over, WaitTimedOut):
                self._seen()
        board = self._known_board()
        return save(path, stood(self._eyes, board, wanted=wanted, within_s=within_s))

    def _seen(self) -> Sight:
        """The game as a whole picture shows it; Over if it ended."""
        known = [] if self._board is None else [self._board]

        def seen(look: Look) -> Sight | None:
            for board in known:
                if now := look.falling(board):
                    return self._sight_of(look, board, now.known_as(self._piece))
            return None

        what = "a field with a piece that falls"
        try:
            self._sight = self._eyes.until(seen, what=what, known=known)
        except Diverged as other:
            if known:
                self._tell_divergence("before a key was pressed")
            self._sight = self._sight_of(other.look, other.board, other.falling)
        self._ahead.settle()
        return self._sight

    def _turn_and_shift(self, falling: Falling, move: Move) -> Falling | None:
        """Bring the piece over its place; None if it stays short of that."""
        target = move.x + corner(falling.piece, move.rotation)[0]
        if move.down:
            lowest = falling.top + move.down
            lowered = self._press(["Down"] * move.down, falling, lambda now: now.top >= lowest)
            if lowered is None:
                return None
            falling = lowered
        # as many turns as show: O has one look, S, Z and I have two
        turns = move.turns % len(set(LOOKS[falling.piece]))
        possible = [falling.turned(rotation, turns) for rotation in falling.rotations]
        keys = ["Up"] * turns
        if keys and len(possible) > 1:  # a look has to tell which it was
            looks = {now.shape for now in possible}
            turned = self._press(keys, falling, lambda now: now.shape in looks)
            if turned is None:
                return None
            told = [now for now in possible if now.left == turned.left] or possible
            possible = [replace(turned, rotations=now.rotations) for now in told]
            falling, keys = possible[0], []
            self._piece = falling
        there = possible[0]
        keys += [SHIFTS[target > there.left]] * abs(target - there.left)
        if keys:
            placed = self._press(
                keys, falling, lambda now: (now.left, now.shape) == (target, there.shape)
            )
            if placed is None:
                return None
            falling = placed
        return replace(falling, rotations=tuple(now.rotations[0] for now in possible))

    def _press(
        self, keys: Sequence[str], before: Falling, done: Callable[[Falling], bool]
    ) -> Falling | None:
        """Press keys, and look until the piece is `done`; None if the game refuses."""
        board, falls, pauses = self._known_board(), Falls(), self._eyes.pauses
        for key in keys:
            self._window.press(key)
            self._keys.append(key)

        def seen(look: Look) -> list[Falling | None]:
            now = self._ahead.falling(look, board)
            if now is None or now.piece != before.piece:
                return []
            if done(now):
                return [now]
            sure = falls.see(now) >= PROOF_FALLS or self._eyes.pauses > pauses
            return [None] if sure else []

        what = f"the piece to move after {' '.join(keys)}"
        return self._eyes.until(seen, what=what, known=[board])[0]

    def _drop(self, falling: Falling) -> Placement:
        """Drop the piece where it is, and look until the game shows what follows from that."""
        before, announced = self._known_board(), self._eyes.look.preview
        after, lines = landed(before, falling)
        renewal, since = Renewal(announced), 0.0
        falls, pauses = Falls(), self._eyes.pauses
        self._ahead.drop(after, lines)
        self._hit_space()

        def seen(look: Look) -> Sight | None:
            nonlocal since, falls, pauses
            if look.button is Button.AGAIN:
                return ended(after)
            renewed = renewal.see(look.preview)
            now = look.falling(after)
            if now is not None:
                self._ahead.settle()
                since = since or time.monotonic()
                if renewed or time.monotonic() - since > PREVIEW_LAG_S:
                    return self._sight_of(look, after, now)
            elif renewed:
                now = self._ahead.arrived(look, dropped=falling, announced=announced)
                if now is not None:
                    return self._sight_of(look, after, now)
            still = look.falling(before)
            if still and (falls.see(still) >= PROOF_FALLS or self._eyes.pauses > pauses):
                falls, pauses = Falls(), self._eyes.pauses
                self._window.hold_focus()  # the key was lost
                self._hit_space()
            return None

        sight = self._eyes.until(seen, what="the piece to lie", known=[before, after], over=False)
        return self._placed(falling, lines, sight)

    def _hit_space(self) -> None:
        self._window.press("space")
        self._keys.append("space")

    def _placed(
        self, falling: Falling, lines: int, sight: Sight, *, diverged: bool = False
    ) -> Placement:
        return Placement(
            piece=falling.piece,
            rotation=falling.rotations[0],
            left=falling.left,
            keys=tuple(self._keys),
            lines=lines,
            sight=sight,
            diverged=diverged,
        )

    def _repaired(self, before: Sight, other: Diverged) -> Placement:
        """What became of a piece by the picture alone."""
        assert before.falling is not None
        sight = self._sight_of(other.look, other.board, other.falling)
        lay, lines = became(before.falling, before.board, other.board)
        return self._placed(lay, lines, sight, diverged=True)

    def _sight_of(self, look: Look, board: Board, falling: Falling) -> Sight:
        """Believe a picture."""
        self._board, self._piece = board, falling
        return Sight(board, falling, look.preview, over=False)

    def _end(self, board: Board) -> Sight:
        """The end of a game, with the field as it can be read then; `board` is for the rest."""
        self._eyes.close_scores()
        self._ahead.settle()
        self._board = self._eyes.look.completed(board)
        return ended(self._board)

    def _tell_divergence(self, when: str) -> None:
        """Count it, and say when it was: a player's log keeps what is logged."""
        self.divergences += 1
        _LOG.warning("divergence %d, %s: the picture is believed", self.divergences, when)

    def _empty(self) -> Board:
        return (EMPTY * self._eyes.layout.columns,) * ROWS

    def _known_board(self) -> Board:
        assert self._board is not None, "observe() comes first"
        return self._board
