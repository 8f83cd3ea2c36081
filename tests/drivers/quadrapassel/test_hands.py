"""The quadrapassel driver's hands, on a window that is painted: what a real game does rarely.

The painted window stands for the game's window only: it shows a picture of the real game with other
cells in it, obeys keys by the rules, and can be told to misbehave. One look lasts one tick.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, TypeVar

import numpy as np
import pytest
from PIL import Image

from drivers.errors import WaitTimedOut
from drivers.quadrapassel.driver import REFUSALS, QuadrapasselDriver
from drivers.quadrapassel.look import PALETTE
from drivers.quadrapassel.model import EMPTY, Board, Falling, corner, landed
from drivers.screen import Frame, Rect
from drivers.window import GameWindow
from solvers.quadrapassel import Move
from tests.drivers.quadrapassel.test_look import LAYOUT, picture

T = TypeVar("T")

SPAWN = {"T": Falling("T", (0,), 3, 0), "S": Falling("S", (0, 2), 3, 0)}
FLOOR = (EMPTY * 10,) * 20


class Painted(GameWindow):
    """A window that plays by itself.

    Attributes:
        lying: What lies.
        piece: What falls, in the rotation it really has.
        keys: What was pressed.
        deaf: How many of the next keys have no effect.
        lands_elsewhere: Whether the next drop comes down one column further left than it should.
        bounce: How many looks cleared rows fade for, while what lies is seen where it was.
    """

    def __init__(self, lying: Board, piece: Falling) -> None:
        self.lying, self.piece = lying, piece
        self.patience_s = 0.0
        self.keys: list[str] = []
        self.deaf = 0
        self.paused = False
        self.lands_elsewhere = False
        self.over = False
        self.ticks = 0
        self.fall_every = 4
        self.bounce = 0
        self._fades = (0, 0)
        self._grown = 1.0
        self._late: int | None = None

    @property
    def rect(self) -> Rect:
        """It stays where it is."""
        return Rect(0, 0, 410, 556)

    def press(self, key: str) -> None:
        """Obey."""
        self.keys.append(key)
        if self.deaf:
            self.deaf -= 1
        elif key == "Pause":
            self.paused = not self.paused
        elif not self.paused and not self.over:
            self._obey(key)

    def _obey(self, key: str) -> None:
        now = self.piece
        if key == "space":
            if self.lands_elsewhere:
                now, self.lands_elsewhere = replace(now, left=now.left - 1), False
            self._land(now)
        elif key == "Up":
            after = (now.rotations[0] + 1) % 4
            x0, y0 = corner(now.piece, now.rotations[0])
            x1, y1 = corner(now.piece, after)
            self._go(Falling(now.piece, (after,), now.left - x0 + x1, now.top - y0 + y1))
        else:
            across, down = {"Left": (-1, 0), "Right": (1, 0), "Down": (0, 1)}[key]
            self._go(replace(now, left=now.left + across, top=now.top + down))

    def _go(self, to: Falling) -> bool:
        free = all(0 <= x < 10 and y < 20 for x, y in to.cells) and all(
            self.lying[y][x] == EMPTY for x, y in to.cells if y >= 0
        )
        if free:
            self.piece = to
        return free

    def _land(self, now: Falling) -> None:
        self.lying, lines = landed(self.lying, now)
        if lines:
            self._fades = (self.ticks + self.bounce, lines)
        self.piece, self._late = replace(SPAWN["T"]), 1
        self.over = any(self.lying[y][x] != EMPTY for x, y in self.piece.cells)

    def wait_until(self, seen: Callable[[Frame], T | None], *, what: str, **manner: object) -> T:
        """Show one picture after the other; a piece falls with every fourth."""
        for _ in range(60):
            self.ticks += 1
            self._grow()
            if self.ticks % self.fall_every == 0 and not self.paused and not self.over:
                below = replace(self.piece, top=self.piece.top + 1)
                if not self._go(below):
                    self._land(self.piece)
            if answer := seen(self.capture()):
                return answer
        raise WaitTimedOut(what)

    def _grow(self) -> None:
        """The preview changes one look later than the field, and grows from then on."""
        if self._late == 0:
            self._grown, self._late = 0.6, None
        else:
            self._grown = min(1.0, self._grown + 0.2)
            self._late = self._late and self._late - 1

    @property
    def bounces(self) -> bool:
        """Whether what lies is not seen where it is."""
        return self.ticks < self._fades[0]

    def capture(self) -> Frame:
        """The picture of the moment."""
        name = "over" if self.over else "paused" if self.paused else "plain"
        frame = picture(name).copy()
        field = frame[LAYOUT.field]
        colours = np.zeros((20, 10, 3), np.uint8)
        for y, row in enumerate(self.lying):
            for x, mark in enumerate(row):
                if mark != EMPTY:
                    colours[y, x] = PALETTE[f"{mark} plain"]
        if self.bounces:
            colours = np.roll(colours, -self._fades[1], axis=0)
            colours[-self._fades[1] :] = 100
        for x, y in self.piece.cells if not self.over else ():
            if y >= 0:
                colours[y, x] = PALETTE[f"{self.piece.piece} plain"]
        field[:] = colours.repeat(LAYOUT.cell, axis=0).repeat(LAYOUT.cell, axis=1)
        left, top, width, height = LAYOUT.preview
        frame[top : top + height, left : left + width] = 0
        block = np.array([[1, 1, 1], [0, 1, 0]], np.uint8) * 255  # a T, as it comes in
        side = int(26 * self._grown)
        shown = block.repeat(side, axis=0).repeat(side, axis=1)
        frame[top + 20 : top + 20 + 2 * side, left + 20 : left + 20 + 3 * side, 2] = shown
        return frame

    def wait_still(self, **_: object) -> Frame:
        """As everything stands still between two looks."""
        return self.capture()

    def click(self, x: int, y: int, **_: object) -> tuple[int, int]:
        """Nothing listens to the mouse but the button, which is not needed here."""
        return x, y

    def park(self) -> None:
        """There is no pointer."""

    def focus(self) -> None:
        """Keys arrive anyway."""


MakeDriver = Callable[..., tuple[Painted, QuadrapasselDriver]]


@pytest.fixture
def playing() -> MakeDriver:
    """A driver that has taken over a painted game."""

    def make(
        lying: Board = FLOOR, piece: Falling = SPAWN["T"], *, ahead: int = 0
    ) -> tuple[Painted, QuadrapasselDriver]:
        painted = Painted(lying, piece)
        driver = QuadrapasselDriver(painted, ahead=ahead)
        sight = driver.start()
        assert sight.board == lying
        assert sight.falling is not None
        assert sight.falling.cells == painted.piece.cells
        painted.keys.clear()
        return painted, driver

    return make


def move(rotation: int, x: int, turns: int = 0) -> Move:
    """A move as a solver gives it."""
    return Move(turns=turns, shift=0, rotation=rotation, x=x, y=0, lines=0, score=0.0)


def test_a_game_that_runs_is_taken_over(playing: MakeDriver) -> None:
    """What falls and what lies is found out by looking, and counts as no divergence."""
    _, driver = playing((*FLOOR[:16], "TTT.......", "SS.ZZ.....", "LLLL.LLLLL", "IIII.OO.TT"))
    assert driver.divergences == 0


@pytest.mark.parametrize("rotation", [0, 2])
def test_s_is_placed_right_whichever_rotation_it_has(playing: MakeDriver, rotation: int) -> None:
    """The look before the turn leaves two rotations open; the one after it tells which it was."""
    painted, driver = playing(piece=Falling("S", (rotation,), 3, 0))
    sight = driver.observe()
    assert sight.falling is not None
    assert sight.falling.rotations == (0, 2)
    placement = driver.act(move(rotation=1, x=-1, turns=1))
    assert placement is not None
    assert (placement.piece, placement.left) == ("S", 0)
    assert placement.rotation == (rotation + 1) % 4
    assert painted.lying[17:] == ("S.........", "SS........", ".S........")
    assert driver.divergences == 0


def test_turns_that_show_nothing_are_left_out(playing: MakeDriver) -> None:
    """Two turns of an S change nothing that matters: it needs no key but the drop."""
    painted, driver = playing(piece=Falling("S", (2,), 3, 0))
    assert driver.act(move(rotation=2, x=3, turns=2)) is not None
    assert painted.keys == ["space"]


def test_a_piece_is_lowered_before_it_turns(playing: MakeDriver) -> None:
    """By the down key, when the move asks for that."""
    painted, driver = playing()
    placement = driver.act(replace(move(rotation=3, x=3, turns=3), down=1))
    assert placement is not None
    assert placement.keys == ("Down", "Up", "Up", "Up", "space")
    assert painted.lying[17:] == ("....T.....", "...TT.....", "....T.....")


def test_a_lost_drop_is_sent_again(playing: MakeDriver) -> None:
    """If the piece goes on falling, the key did not arrive."""
    painted, driver = playing()
    painted.deaf = 1
    placement = driver.act(move(rotation=0, x=3))
    assert placement is not None
    assert placement.keys == ("space", "space")
    assert driver.divergences == 0


def test_a_piece_that_stays_short_is_looked_at_again(playing: MakeDriver) -> None:
    """Keys without effect are not repeated blindly: the player decides anew."""
    painted, driver = playing()
    painted.deaf = 2
    assert driver.act(move(rotation=0, x=5)) is None
    sight = driver.observe()
    assert sight.falling is not None
    assert sight.falling.left == 3
    placement = driver.act(move(rotation=0, x=5))
    assert placement is not None
    assert placement.left == 5
    assert painted.keys == [*["Right"] * 4, "space"]


def test_a_piece_that_never_turns_is_dropped_in_the_end(playing: MakeDriver) -> None:
    """As it is, rather than never."""
    painted, driver = playing()
    painted.fall_every = 10
    wide, answers = move(rotation=1, x=6, turns=1), []
    for deaf in (*[4] * REFUSALS, 0):
        painted.deaf = deaf
        answers.append(driver.act(wide))
        if answers[-1] is None:
            driver.observe()
    assert answers[:REFUSALS] == [None] * REFUSALS
    placement = answers[REFUSALS]
    assert placement is not None
    assert (placement.rotation, placement.left) == (0, 3)
    assert placement.keys == (*["Up", *["Right"] * 3] * REFUSALS, "space")


def test_what_lands_elsewhere_is_believed_counted_and_logged(
    playing: MakeDriver, caplog: pytest.LogCaptureFixture
) -> None:
    """The picture is right, whatever the rules said; a player's log tells when it was."""
    painted, driver = playing((*FLOOR[:19], "LLLLL....."))
    painted.lands_elsewhere = True
    placement = driver.act(move(rotation=0, x=7))
    assert placement is not None
    assert placement.diverged
    assert (placement.left, placement.lines) == (6, 0)
    assert placement.sight.board == painted.lying
    assert driver.divergences == 1
    (told,) = caplog.messages
    assert told.startswith("divergence 1, after ")
    assert told.endswith("space: the picture is believed")


def test_a_pause_is_ended_and_lost_keys_are_noticed(playing: MakeDriver) -> None:
    """Somebody pauses; the keys that the game did not hear are not taken for heard."""
    painted, driver = playing()
    painted.paused = True
    assert driver.act(move(rotation=0, x=6)) is None
    assert painted.keys == ["Right"] * 3 + ["Pause"]
    placement = driver.act(move(rotation=0, x=6))
    assert placement is not None
    assert placement.left == 6


def test_the_end_is_seen(playing: MakeDriver) -> None:
    """Pieces dropped where they come in end the game, with the last of them in the field."""
    painted, driver = playing()
    placements = [driver.act(move(rotation=0, x=3))]
    while placements[-1] is not None and not placements[-1].sight.over:
        placements.append(driver.act(move(rotation=0, x=3)))
    last = placements[-1]
    assert last is not None
    assert last.sight.board == painted.lying
    assert "Escape" not in painted.keys


def test_a_game_that_is_over_is_seen_at_once(playing: MakeDriver) -> None:
    """Also by a driver that has not seen it before: what can be read of the field is told."""
    painted, driver = playing((*FLOOR[:19], "LLLLL....."))
    painted.over = True
    stranger = QuadrapasselDriver(painted)
    stranger._eyes.measure(what="a game")
    for sight in (driver.observe(), stranger.observe()):
        assert sight.over
        assert sight.board == painted.lying


def test_a_shot_shows_the_field_alone(playing: MakeDriver, tmp_path: Any) -> None:
    """As it was seen last, with square cells."""
    _, driver = playing((*FLOOR[:19], "LLLLL....."))
    driver.shoot(tmp_path / "board.png")
    with Image.open(tmp_path / "board.png") as shot:
        assert shot.size == (240, 480)
        assert shot.getpixel((12, 468)) == (255, 0, 0)
        assert shot.getpixel((228, 468)) == (0, 0, 0)


def test_a_shot_waits_for_the_picture_that_is_wanted(playing: MakeDriver, tmp_path: Any) -> None:
    """If it does not come in time the last one is taken."""
    painted, driver = playing()
    tops = iter((1, 2, 3))

    def wanted(_: Frame) -> bool:
        painted.piece = replace(painted.piece, top=next(tops))
        return painted.piece.top == 3

    first = driver.shoot(tmp_path / "board.png", wanted=wanted, within_s=20.0)
    with Image.open(tmp_path / "board.png") as shot:
        assert np.array_equal(np.asarray(shot), first)
    assert first[2 * 24 :: 24, 12::24].any(), "the piece has two rows above it"
    assert not first[: 2 * 24].any()
    last = driver.shoot(tmp_path / "board.png", wanted=lambda _: False, within_s=0.1)
    assert last[3 * 24 : 4 * 24].any()


WELL = ("ZZ........", "LLLLLL...L", "LLLLLLL.LL")
"""A T fits in and clears two rows."""
INTO_WELL = move(rotation=0, x=6)


def test_the_next_pieces_are_placed_while_rows_fade(playing: MakeDriver) -> None:
    """Each looked at above the stack, which is as foretold when it is seen again."""
    painted, driver = playing((*FLOOR[:17], *WELL), ahead=4)
    painted.bounce = 60
    first = driver.act(INTO_WELL)
    assert first is not None
    assert (first.lines, first.sight.board) == (2, (*FLOOR[:19], WELL[0]))
    second, third = driver.act(move(rotation=0, x=0)), driver.act(move(rotation=1, x=5, turns=1))
    assert painted.bounces
    assert second is not None
    assert third is not None
    assert (second.left, third.left, third.rotation) == (0, 6, 1)
    assert third.sight.board == driver.observe().board == painted.lying
    assert not painted.bounces
    assert driver.divergences == 0


@pytest.mark.parametrize("ahead", [0, 1, 2])
def test_no_more_pieces_are_placed_than_were_asked_for(playing: MakeDriver, ahead: int) -> None:
    """The drop after that is answered by a whole picture."""
    painted, driver = playing((*FLOOR[:17], *WELL), ahead=ahead)
    painted.bounce = 50
    bounces = []
    for to in (INTO_WELL, move(rotation=0, x=0), move(rotation=0, x=5)):
        assert driver.act(to) is not None
        bounces.append(painted.bounces)
    assert bounces == [ahead > 0, ahead > 1, False]


def test_under_a_high_stack_nothing_is_placed_ahead(playing: MakeDriver) -> None:
    """A piece that would soon be among what bounces is left alone until nothing does."""
    high = ("ZZ........",) * 11
    painted, driver = playing((*FLOOR[:6], *high, *WELL), ahead=4)
    painted.bounce = 20
    assert driver.act(INTO_WELL) is not None
    assert not painted.bounces


def test_what_landed_elsewhere_while_rows_faded_is_found(playing: MakeDriver) -> None:
    """By the drop that waits for a whole picture: believed, and counted once."""
    painted, driver = playing((*FLOOR[:17], *WELL), ahead=2)
    painted.bounce = 40
    assert driver.act(INTO_WELL) is not None
    painted.lands_elsewhere = True
    wrong = driver.act(move(rotation=0, x=6))
    assert wrong is not None
    assert wrong.sight.board != painted.lying
    assert driver.divergences == 0
    placement = driver.act(move(rotation=0, x=0))
    assert placement is not None
    assert placement.diverged
    assert placement.sight.board == painted.lying
    assert driver.divergences == 1
    right = driver.act(move(rotation=0, x=0))
    assert right is not None
    assert not right.diverged


@pytest.mark.parametrize("by", ["observe", "shoot"])
def test_looking_or_shooting_proves_what_was_placed(
    playing: MakeDriver, tmp_path: Any, by: str
) -> None:
    """A wrong expectation is found then, and a shot shows the field when nothing bounces."""
    painted, driver = playing((*FLOOR[:17], *WELL), ahead=4)
    painted.bounce = 30
    assert driver.act(INTO_WELL) is not None
    painted.lands_elsewhere = True
    assert driver.act(move(rotation=0, x=6)) is not None
    assert painted.bounces
    if by == "observe":
        driver.observe()
    else:
        driver.shoot(tmp_path / "board.png")
    assert not painted.bounces
    assert driver.divergences == 1
    assert driver.observe().board == painted.lying
    assert driver.divergences == 1


def test_a_drop_that_is_lost_while_rows_fade_is_sent_again(playing: MakeDriver) -> None:
    """Once the field is seen with the piece still over it."""
    painted, driver = playing((*FLOOR[:17], *WELL), ahead=4)
    painted.bounce = 20
    assert driver.act(INTO_WELL) is not None
    painted.deaf = 1
    placement = driver.act(move(rotation=0, x=3))
    assert placement is not None
    assert placement.keys[-2:] == ("space", "space")
    assert placement.sight.board == painted.lying
    assert driver.divergences == 0


def test_a_game_that_ends_while_rows_fade_is_over(playing: MakeDriver, tmp_path: Any) -> None:
    """A shot does not hide it from the next act."""
    painted, driver = playing((*FLOOR[:17], *WELL), ahead=4)
    painted.bounce = 20
    assert driver.act(INTO_WELL) is not None
    painted.over = True
    driver.shoot(tmp_path / "board.png")
    placement = driver.act(move(rotation=0, x=3))
    assert placement is not None
    assert placement.sight.over
