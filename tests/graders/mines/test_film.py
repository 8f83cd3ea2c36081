"""Games and clicks are told apart on a record that is not exact to the moment."""

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from graders.errors import Unreadable
from graders.mines.film import LOOKS, Film
from graders.mines.pixels import CELLS, EXPLODED, FLAG, HIDDEN, Board, Grid
from graders.mines.reasons import REASONS, judge_reasons
from graders.mines.rules import Cell, lay_mines, numbers_on
from graders.mines.truth import layouts
from graders.truth import GlibRandom
from graders.witness import Witness
from graders.witness_events import Act, Frame
from tests.forgeries.record import Event

SEED = 7
STREAM = GlibRandom(SEED)
FIRST, SECOND = lay_mines(STREAM, (3, 3)), lay_mines(STREAM, (20, 10))
GRID = Grid(
    tuple((40 * c, 40 * c + 36) for c in range(30)), tuple((40 * r, 40 * r + 36) for r in range(16))
)
LEFT, TOP = 100, 50  # of the window
BESIDE = (29, 16)  # below the board


def board(mines: frozenset[Cell], shown: Sequence[Cell], **marks: int) -> Board:
    """A board on which some cells are revealed, the mine that went off among them."""
    numbers = numbers_on(mines)
    codes = {cell: numbers.get(cell, EXPLODED) for cell in shown}
    flags = dict.fromkeys(list(mines)[: marks.get("flags", 0)], FLAG)
    return Board(GRID, tuple((flags | codes).get(cell, HIDDEN) for cell in CELLS))


class Shown(Film):
    """A film whose pictures are given as boards; None is a covered one."""

    def __init__(self, boards: Sequence[Board | None], acts: Sequence[Act]) -> None:
        events: list[Event] = []
        witness = Witness(Path(), events, [])
        witness.acts = tuple(acts)
        witness.frames = tuple(
            Frame(f"{n}.png", "", 1, (LEFT, TOP, 1300, 700)) for n in range(len(boards))
        )
        super().__init__(witness)
        self._shown = boards

    def _read(self, frame: Frame) -> Board | None:
        found = self._shown[int(frame.name.removesuffix(".png"))]
        self._grid = found.grid if found else self._grid
        return found


def click(cell: Cell, frame: int, *, button: int = 1, release: Cell | None = None) -> list[Act]:
    """A press on a cell and a release, there or on another."""
    down, up = ((LEFT + 40 * c + 18, TOP + 40 * r + 18) for c, r in (cell, release or cell))
    return [
        Act(True, button, "", down[0], down[1], f"{frame}.png"),
        Act(False, button, "", up[0], up[1], ""),
    ]


def key(name: str, frame: int) -> list[Act]:
    """A key pressed, and not yet released."""
    return [Act(True, None, name, 0, 0, f"{frame}.png")]


SAFE = sorted(numbers_on(FIRST))
OPENING = [cell for cell in SAFE if max(abs(cell[0] - 3), abs(cell[1] - 3)) <= 1]
OPENED = [*OPENING, *[cell for cell in SAFE if cell[0] > 20]]
AGAIN = [(c, r) for c in range(19, 22) for r in range(9, 12)]
MINE = min(FIRST)
BOARDS: list[Board | None] = [
    board(FIRST, []),
    board(FIRST, OPENING),
    board(FIRST, OPENED),
    board(FIRST, [*OPENED, MINE]),
    board(SECOND, []),
    board(SECOND, AGAIN),
]


def play(*frames: int) -> list[Act]:
    """Opening, a click, a mine, Play Again, the opening of the next game; each at its picture."""
    cells = [(3, 3), OPENED[-1], MINE, BESIDE, (20, 10)]
    return [act for cell, at in zip(cells, frames, strict=True) for act in click(cell, at)]


def cells_of(film: Film) -> list[list[Cell]]:
    """The cells that were clicked in each game."""
    return [[click.cell for click in game.clicks] for game in film.games]


WANTED = [[(3, 3), OPENED[-1], MINE], [(20, 10)]]


def test_games_are_told_apart() -> None:
    """By a board that hides again what was revealed; each has its clicks and its end."""
    film = Shown(BOARDS, play(0, 1, 2, 3, 4))
    assert cells_of(film) == WANTED
    first, second = film.games
    assert first.lost == BOARDS[3]
    assert first.numbers.keys() == set(OPENED)
    assert second.numbers.keys() == set(AGAIN)
    assert (second.lost, second.won) == (None, False)
    assert [click.turn for click in film.clicks] == [0, 1, 2, 3]
    assert [click.game for click in film.clicks] == [1, 1, 1, 2]


def test_a_record_that_lags_or_leads() -> None:
    """Whatever picture is named at a click, a game begins after the act beside the board."""
    for frames in ((0, 1, 2, 3, 3), (0, 1, 2, 2, 3), (0, 1, 4, 4, 4), (0, 1, 2, 4, 5)):
        assert cells_of(Shown(BOARDS, play(*frames))) == WANTED, frames


def test_a_loss_without_a_picture() -> None:
    """The click tells: nothing was opened after it, and its cell never was."""
    boards = [*BOARDS[:3], BOARDS[4], BOARDS[5]]
    film = Shown(boards, play(0, 1, 2, 2, 3))
    assert cells_of(film) == WANTED
    fatal = film.games[0].apparently_fatal
    assert film.games[0].lost is None
    assert fatal is not None
    assert fatal.cell == MINE


def test_the_seed_lays_every_game() -> None:
    """The second game's mines follow in the stream; another seed lays neither."""
    games = Shown(BOARDS, play(0, 1, 2, 3, 4)).games
    assert layouts(SEED, games) == (FIRST, SECOND)
    assert layouts(SEED + 1, games) == (None, None)
    changed = replace(games[1], numbers={**games[1].numbers, (29, 15): 8})
    assert layouts(SEED, [games[0], changed]) == (FIRST, None)


def test_what_is_no_click_on_a_cell() -> None:
    """A release on another cell, a press beside the board, a key; Control makes a left one mark."""
    acts = [*click((3, 3), 0), *click((4, 4), 1, release=(5, 4)), *click(BESIDE, 1)]
    acts += [*key("Control_L", 1), *click((9, 9), 1), *click((8, 8), 1, button=3)]
    film = Shown(BOARDS[:2], acts)
    assert [(click.cell, click.marks) for click in film.clicks] == [
        ((3, 3), False),
        ((9, 9), True),
        ((8, 8), True),
    ]


def test_nobody_knows_what_a_later_picture_hides() -> None:
    """A click that the game did not take told nothing until it was sent again."""
    ignored, shown = OPENED[-1], OPENED[-2]
    boards = [BOARDS[0], BOARDS[1], None, BOARDS[1], BOARDS[1], board(FIRST, [*OPENING, shown])]
    boards += [BOARDS[2]]
    acts = [*click((3, 3), 0), *click(ignored, 2), *click(shown, 3), *click((9, 9), 4)]
    film = Shown(boards, [*acts, *click(ignored, 5), *click((9, 8), 6)])
    made = film.clicks
    assert ignored not in film.seen_before(made[2])
    assert shown not in film.seen_before(made[2])
    assert ignored not in film.seen_before(made[4])
    assert film.seen_before(made[4]).keys() >= {*OPENING, shown}
    assert ignored in film.seen_before(made[5])


def test_an_empty_record_has_no_games() -> None:
    """Without pictures, or without anything revealed, nothing was played."""
    assert Shown([], click((3, 3), 0)).games == ()
    assert Shown(BOARDS[:1], click((3, 3), 0)).games == ()
    assert Shown([None, None], click((3, 3), 1)).clicks == ()


def test_runs_without_end_cost_no_time() -> None:
    """Acts by the hundred thousand, pictures by the thousand, reasons by the thousand."""
    with pytest.raises(Unreadable, match="acts are too many"):
        _ = Shown(BOARDS, click((3, 3), 0) * 100_001).games
    many = [act for frame in range(LOOKS + 1) for act in click((3, 3), frame)]
    with pytest.raises(Unreadable, match="more than 6000 pictures"):
        _ = Shown([BOARDS[0]] * (LOOKS + 1), many).games
    film = Shown(BOARDS[:2], click((3, 3), 0) * (REASONS + 1))
    claims = [("safe-by-1", made) for made in film.clicks]
    with pytest.raises(Unreadable, match="more than 5000 clicks"):
        judge_reasons(film, claims)


def test_many_games_are_told_apart_in_time() -> None:
    """Whoever restarts a thousand times costs seconds."""
    boards = [BOARDS[0], BOARDS[1]] * 1000
    acts = [
        act
        for game in range(1000)
        for cell, frame in (((3, 3), 2 * game), (BESIDE, 2 * game + 1))
        for act in click(cell, frame)
    ]
    began = time.process_time()
    games = Shown(boards, acts).games
    assert [len(game.clicks) for game in games] == [1] * 1000
    assert time.process_time() - began < 5
