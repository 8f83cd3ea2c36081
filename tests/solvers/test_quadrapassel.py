"""The Quadrapassel solver, held against rules and features written without knowledge of it."""

import random
import time
from collections.abc import Iterator
from copy import copy
from dataclasses import replace
from itertools import pairwise

import pytest

from benchmarks.quadrapassel_game import PIECES, Game, keys_of
from solvers.quadrapassel import (
    DELLACHERIE,
    SHAPES,
    Cells,
    Field,
    Move,
    Piece,
    State,
    Weights,
    decide,
    spawn,
)

Rows = tuple[int, ...]
SURE = -1e5
"""No score of a move that needs luck is above it, and none that does not is below."""


def drawn(*lines: str, height: int = 20) -> Rows:
    """Rows from a drawing of the lowest ones; # is filled."""
    masks = [sum(1 << x for x, char in enumerate(line) if char == "#") for line in lines]
    return (*[0] * (height - len(masks)), *masks)


def falling(rows: Rows, piece: Piece, rotation: int, following: Piece | None = None) -> State:
    """A game in which a piece has just appeared."""
    x, y = spawn(piece, rotation)
    state = State(10, len(rows), rows, piece, rotation, x, y)
    return replace(state, next_piece=following, next_rotation=following and 0)


def set_up(seed: int, *, rows: int, filled: int, cells: tuple[int, ...] = (6, 7, 8)) -> Game:
    """A game whose lowest rows are filled at random, with so many cells each."""
    game, luck = Game(seed=seed, rows=rows), random.Random(seed)
    for row in range(rows - filled, rows):
        for column in luck.sample(range(10), k=luck.choice(cells)):
            game.cells[column * rows + row] = True
    game.over = not game.fits(game.x, game.y, game.rotation)
    return game


def again(game: Game) -> Game:
    """A copy to try keys on; which pieces come after the announced one is not the same."""
    trial = copy(game)
    trial.cells = game.cells[:]
    return trial


# --------------------------------------------------------------------------------------
# Pieces
# --------------------------------------------------------------------------------------


def moved_to_origin(cells: Cells) -> set[tuple[int, int]]:
    """Cells moved to the upper left."""
    left, top = min(x for x, _ in cells), min(y for _, y in cells)
    return {(x - left, y - top) for x, y in cells}


@pytest.mark.parametrize(
    ("piece", "picture"),
    [
        ("L", "### #.."),
        ("J", "### ..#"),
        ("T", "### .#."),
        ("S", ".## ##."),
        ("Z", "##. .##"),
        ("I", "####"),
        ("O", "## ##"),
    ],
)
def test_pieces_look_as_in_the_game(piece: Piece, picture: str) -> None:
    """Rotation 0 is the game's picture, and each next one is a quarter turn to the left."""
    seen = {
        (x, y)
        for y, line in enumerate(picture.split())
        for x, char in enumerate(line)
        if char == "#"
    }
    assert moved_to_origin(SHAPES[piece][0]) == seen
    for before, after in pairwise((*SHAPES[piece], SHAPES[piece][0])):
        turned = tuple((y, -x) for x, y in before)
        assert moved_to_origin(turned) == moved_to_origin(after)


@pytest.mark.parametrize("piece", PIECES)
@pytest.mark.parametrize("rotation", range(4))
def test_spawns_where_the_game_does(piece: Piece, rotation: int) -> None:
    """The origins read from quadrapassel 40.2, and four more columns move them by two."""
    origins = [(3, -1), (3, 0), (3, 0), (4, 0)]
    if piece == "I":
        origins = [(3, -1), (3, 0), (3, -1), (3, 0)]
    elif piece == "O":
        origins = [(3, -1)] * 4
    x, y = origins[rotation]
    assert spawn(piece, rotation) == (x, y)
    assert spawn(piece, rotation, width=14) == (x + 2, y)


# --------------------------------------------------------------------------------------
# Features
# --------------------------------------------------------------------------------------

FEATURES = {
    "row_transitions": Weights(0, 0, 1, 0, 0, 0),
    "column_transitions": Weights(0, 0, 0, 1, 0, 0),
    "holes": Weights(0, 0, 0, 0, 1, 0),
    "wells": Weights(0, 0, 0, 0, 0, 1),
    "hole_depth": Weights(0, 0, 0, 0, 0, 0, 1, 1e-9),
    "rows_with_holes": Weights(0, 0, 0, 0, 0, 0, 0, 1),
    "diversity": Weights(0, 0, 0, 0, 0, 0, 0, 0, 1),
}


def measured(rows: Rows) -> dict[str, int]:
    """The features of a board of ten columns, cell by cell, by their definitions."""
    height = len(rows)

    def filled(x: int, y: int) -> bool:
        if not 0 <= x < 10 or y >= height:
            return True
        return y >= 0 and bool(rows[y] >> x & 1)

    cells = [(x, y) for x in range(10) for y in range(height)]
    tops = [next((y for y in range(height) if filled(x, y)), height) for x in range(10)]
    holes = [(x, y) for x, y in cells if not filled(x, y) and y > tops[x]]
    wells = depth = 0
    for x, y in cells:
        if not filled(x, y) and filled(x - 1, y) and filled(x + 1, y):
            while not filled(x, y):
                wells, y = wells + 1, y + 1  # noqa: PLW2901  # it is the end of this cell's turn
    for x, y in holes:
        above = y - 1
        while filled(x, above):
            depth, above = depth + 1, above - 1
    return {
        "row_transitions": sum(
            filled(x, y) != filled(x + 1, y) for x in range(-1, 10) for y in range(height)
        ),
        "column_transitions": sum(
            filled(x, y) != filled(x, y + 1) for x in range(10) for y in range(-1, height)
        ),
        "holes": len(holes),
        "wells": wells,
        "hole_depth": depth,
        "rows_with_holes": len({y for _, y in holes}),
        "diversity": len({b - a for a, b in pairwise(tops)} & {-2, -1, 0, 1, 2}),
    }


def seen(rows: Rows) -> dict[str, int]:
    """The same by the solver."""
    field = Field(10, len(rows))
    board = field.board(rows)
    assert field.rows(board) == rows
    return {name: round(field.worth(board, weights)) for name, weights in FEATURES.items()}


def test_features_of_a_board_worked_out_by_hand() -> None:
    """A board of three rows in a field of four."""
    board = drawn(
        "#.........",
        "##.##.....",
        "#.##.#####",
        height=4,
    )
    assert seen(board) == measured(board)
    assert seen(board) == {
        # the empty row 2, then 2, 4, 4
        "row_transitions": 2 + 2 + 4 + 4,
        # by columns: 1, 3, 1, 1, 3, then 1 each
        "column_transitions": 1 + 3 + 1 + 1 + 3 + 5,
        "holes": 2,
        # (1, 3) and (4, 3) are one deep, and (2, 2) is
        "wells": 3,
        "hole_depth": 2,
        "rows_with_holes": 1,
        # heights 3 2 1 2 2 1 1 1 1 1
        "diversity": 3,
    }


@pytest.mark.parametrize("seed", range(60))
def test_features_are_those_of_the_definitions(seed: int) -> None:
    """On boards of every height and density, empty and full to the brim too."""
    luck = random.Random(seed)
    height = luck.choice((4, 8, 20))
    density = luck.random()
    top = luck.randrange(height + 1)
    rows = tuple(
        sum((luck.random() < density) << x for x in range(10)) if y >= top else 0
        for y in range(height)
    )
    assert seen(rows) == measured(rows)


# --------------------------------------------------------------------------------------
# Places and scores
# --------------------------------------------------------------------------------------


def landings(game: Game, *, down: bool) -> Iterator[tuple[Game, Move]]:
    """Every way to land the falling piece, by pressing the keys; each set of cells once."""
    found = set()
    for downs in range(1 + (down and game.y < 0)):
        for turns in range(4):
            for shift in range(-9, 10):
                trial = again(game)
                move = Move(turns, shift, 0, 0, 0, 0, 0, down=downs)
                if not all(trial.press(key) for key in keys_of(move)[:-1]):
                    continue
                trial.press("drop")
                rotation, x, y = trial.last
                cells = frozenset((x + dx, y + dy) for dx, dy in SHAPES[game.piece][rotation])
                if cells not in found and min(row for _, row in cells) >= 0:
                    found.add(cells)
                    lines = trial.lines - game.lines
                    yield trial, Move(turns, shift, rotation, x, y, lines, 0, downs)


def placed(state: State, move: Move) -> tuple[Rows, int]:
    """The rows after a move, full ones removed, and how many those were."""
    rows = list(state.rows)
    for dx, dy in SHAPES[state.piece][move.rotation]:
        x, y = move.x + dx, move.y + dy
        assert x in range(state.width)
        assert y in range(state.height)
        assert not rows[y] >> x & 1
        rows[y] |= 1 << x
    left = [row for row in rows if row != (1 << state.width) - 1]
    lines = len(rows) - len(left)
    return (*[0] * lines, *left), lines


def of_the_piece(before: Game, move: Move) -> float:
    """Landing height and eroded cells of a move, as Dellacherie weighs them."""
    rows = [y + move.y for _, y in SHAPES[before.piece][move.rotation]]
    height = before.rows - (min(rows) + max(rows)) / 2
    filled, _ = placed(replace(before.state(), rows=(0,) * before.rows), move)
    full = [
        y
        for y, (a, b) in enumerate(zip(filled, before.state().rows, strict=True))
        if a | b == 0b1111111111
    ]
    return -height + move.lines * sum(row in full for row in rows)


def best_score(game: Game, *, down: bool) -> float | None:
    """The best sum over both pieces, by trying everything; None when the second finds no place."""
    best = None
    for middle, first in landings(game, down=down):
        if middle.over:
            continue
        for end, second in landings(middle, down=down):
            worth = measured(end.state().rows)
            score = of_the_piece(game, first) + of_the_piece(middle, second)
            score -= worth["row_transitions"] + worth["column_transitions"]
            score -= 4 * worth["holes"] + worth["wells"]
            best = score if best is None else max(best, score)
    return best


def check_against_everything(game: Game, *, down: bool) -> None:
    """The score of a decision is the best there is, and no fewer keys lead to its place."""
    move = decide(game.state(), slack=0, down=down)
    if game.over:
        assert move is None
        return
    assert move is not None
    best = best_score(game, down=down)
    if best is None:
        assert move.score < SURE
    else:
        assert move.score == pytest.approx(best)
    for turns in range(4):
        for shift in range(-9, 10):
            fewer = Move(turns, shift, 0, 0, 0, 0, 0)
            trial = again(game)
            if len(keys_of(fewer)) < len(keys_of(move)):
                taken = all(trial.press(key) for key in keys_of(fewer))
                assert not taken or trial.state().rows != placed(game.state(), move)[0]


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize("cells", [(6, 7, 8), (9,)], ids=["loose", "dense"])
@pytest.mark.parametrize(("seed", "filled"), [(s, 2 + s % 5) for s in range(10)])
def test_no_pair_of_places_is_better(
    seed: int, filled: int, cells: tuple[int, ...], down: bool
) -> None:
    """Over both pieces, also where the way is not free and where several rows are cleared."""
    check_against_everything(set_up(seed, rows=8, filled=filled, cells=cells), down=down)


@pytest.mark.parametrize("seed", range(6))
def test_nor_is_one_when_the_piece_has_been_moved_already(seed: int) -> None:
    """Under a roof that it has passed, beside walls, in a rotation that it was turned to."""
    game, luck = set_up(seed, rows=12, filled=4), random.Random(seed)
    if seed % 2:
        game.press("turn")
    for _ in range(5):
        game.fall()
    for column in luck.sample(range(10), k=6):
        game.cells[column * 12 + 2] = True
    check_against_everything(game, down=True)


@pytest.mark.parametrize("slack", [0, 1, 2, 3])
def test_falls_between_the_keys_make_no_difference(slack: int) -> None:
    """However a piece falls by so many rows meanwhile, it lands where the move says."""
    sure = 0
    for seed in range(60):
        game, luck = set_up(seed, rows=10, filled=seed % 7), random.Random(seed)
        state = game.state()
        move = decide(state, slack=slack, down=bool(seed % 2))
        if move is None or move.score < SURE:
            continue
        sure += 1
        for _ in range(6):
            trial, keys = again(game), keys_of(move)
            moments = [luck.randrange(len(keys)) for _ in range(luck.randrange(slack + 1))]
            for i, key in enumerate(keys):
                assert all(trial.fall() for _ in range(moments.count(i)))
                assert trial.press(key)
            assert trial.last == (move.rotation, move.x, move.y)
            assert (trial.state().rows, trial.lines) == placed(state, move)
            assert trial.lines == move.lines
    assert sure > 25


def test_a_place_that_needs_luck_is_the_last_resort() -> None:
    """With no room to fall there is still a move; its score tells that it can be missed."""
    rows = drawn("###....###", *["###.######"] * 7, height=8)
    state = replace(falling(rows, "I", 0), y=-1)
    tight = decide(state, slack=1)
    assert tight is not None
    assert tight.score < SURE
    exact = decide(state, slack=0)
    assert exact is not None
    assert exact.score > SURE


def test_on_the_floor_there_is_no_row_left_to_fall() -> None:
    """A piece that lies already may lock at any moment."""
    state = replace(falling((0,) * 20, "O", 0), y=17)
    late, exact = decide(state, slack=1), decide(state, slack=0)
    assert late is not None
    assert exact is not None
    assert late.score < SURE < exact.score
    assert late.y == exact.y == 17


def test_the_next_piece_needs_room_to_fall_too() -> None:
    """The O can only lie below the I's row, and one row of fall would end the I upon it."""
    rows = drawn("###....###", *["#.########"] * 5, height=8)
    state = falling(rows, "O", 0, "I")
    exact, roomy = decide(state, slack=0), decide(state, slack=1)
    assert exact is not None
    assert roomy is not None
    assert exact.score > SURE
    assert roomy.score == pytest.approx(exact.score - 1e6)


@pytest.mark.parametrize("seed", range(40))
def test_luck_is_taken_before_a_lost_game(seed: int) -> None:
    """Where a game can go on without falls, asking for room to fall does not give it up."""
    state = set_up(seed, rows=8, filled=3 + seed % 4).state()
    exact, roomy = decide(state, slack=0), decide(state, slack=3)
    assert (exact is None) == (roomy is None)
    if exact is not None and exact.score > SURE:
        assert roomy is not None
        assert roomy.score > -1e8


def test_of_equal_places_the_nearest_is_taken() -> None:
    """On an empty board a T lies flat in either corner; the left one is a column nearer."""
    move = decide(falling((0,) * 20, "T", 2))
    assert move is not None
    assert (move.turns, move.shift) == (0, -3)


def test_an_i_goes_down_the_well() -> None:
    """Four rows that lack one column are cleared by an upright I."""
    rows = drawn(*["#########."] * 4)
    move = decide(falling(rows, "I", 1, "O"))
    assert move is not None
    assert (move.turns, move.shift, move.x, move.y, move.lines) == (0, 5, 8, 16, 4)
    assert placed(falling(rows, "I", 1), move) == ((0,) * 20, 4)


def test_the_next_piece_is_thought_of() -> None:
    """A hole that only the next piece can fill is left to it."""
    rows = drawn("####..####", "####..####", "####..####", "####..####")
    alone = decide(falling(rows, "O", 0))
    assert alone is not None
    assert alone.lines == 2
    before_i = drawn("#########.", "#########.", "#########.", "#########.")
    move = decide(falling(before_i, "J", 3, "I"))
    assert move is not None
    assert move.lines == 0
    assert move.x + 1 < 9  # the last column stays open


# --------------------------------------------------------------------------------------
# The row above the field
# --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("floor", "turns"), [("..........", True), ("...#......", False)])
def test_a_piece_that_stands_out_may_not_turn(floor: str, turns: bool) -> None:
    """A cell above the field is looked up at the foot of the column before."""
    game = Game(seed=0)
    game.piece, game.rotation, game.x, game.y = "T", 0, 3, -1
    for column, char in enumerate(floor):
        game.cells[column * 20 + 19] = char == "#"
    assert game.press("turn") is turns


def test_the_row_above_the_first_column_is_never_free() -> None:
    """There the game looks before its list; a piece that stands out stays a column away."""
    rows = drawn(*[".#########"] * 3, ".....#####")
    state = State(10, 20, rows, "I", 1, 3, -1)
    game = Game(seed=0)
    game.piece, game.rotation, game.x, game.y = "I", 1, 3, -1
    assert [game.press("left") for _ in range(4)] == [True] * 3 + [False]
    out, within = decide(state, slack=0, down=False), decide(replace(state, y=0), slack=0)
    assert out is not None
    assert within is not None
    assert (within.x, within.lines) == (-1, 3)
    assert (out.x >= 0, out.lines) == (True, 0)


def test_down_lets_it_turn() -> None:
    """Where an upright I is wanted and the row above is in the way, one step down comes first."""
    rows = drawn(*["#########."] * 4)
    state = falling(rows, "I", 0, "O")
    flat, turned = decide(state, down=False), decide(state)
    assert flat is not None
    assert turned is not None
    assert (flat.turns, flat.down, flat.lines) == (0, 0, 0)
    assert (turned.turns, turned.down, turned.lines) == (1, 1, 4)


def test_down_is_not_pressed_in_vain() -> None:
    """It is part of a move only if the piece turns."""
    for seed in range(40):
        state = set_up(seed, rows=20, filled=3).state()
        move = decide(state)
        assert move is not None
        assert move.turns or not move.down


# --------------------------------------------------------------------------------------
# Ends, faults, time
# --------------------------------------------------------------------------------------


def test_a_piece_in_the_way_of_another_is_the_end() -> None:
    """No move when the new piece's place is taken."""
    assert decide(falling(drawn(*["...####..."] * 20), "T", 0)) is None


def test_a_lost_next_piece_still_leaves_a_move() -> None:
    """The last piece is placed, with a score that says it is the last."""
    rows = drawn("###....###", *["#.########"] * 6, height=8)
    move = decide(falling(rows, "O", 0, "I"), slack=0)
    assert move is not None
    assert move.score < -1e8


def test_moves_are_decided_under_way() -> None:
    """After some keys the same place is still the one, with the keys that are left."""
    for seed in range(30):
        game = set_up(seed, rows=20, filled=4)
        whole = decide(game.state())
        assert whole is not None
        keys = keys_of(whole)
        for i, key in enumerate(keys[:-1], start=1):
            assert game.press(key)
            rest = decide(game.state())
            assert rest is not None
            assert rest.score == pytest.approx(whole.score)
            if whole.turns < 2:  # else other keys may lead to the same cells
                assert len(keys_of(rest)) <= len(keys) - i


@pytest.mark.parametrize(
    "rows", [(0,) * 19, (*[0] * 19, 1 << 10)], ids=["a row short", "eleven columns"]
)
def test_a_board_of_another_size_is_refused(rows: Rows) -> None:
    """As many rows as the field is high, none wider than it."""
    with pytest.raises(ValueError, match="expected 20 of 10 bits"):
        decide(State(10, 20, rows, "O", 0, 3, -1))


def test_other_sizes_are_played() -> None:
    """Fourteen columns, as the game had until 3.38."""
    full = (1 << 14) - 1
    rows = (*[0] * 18, full ^ 0b11, full ^ 0b11)
    x, y = spawn("O", 0, width=14)
    move = decide(State(14, 20, rows, "O", 0, x, y))
    assert move is not None
    assert (move.lines, move.x, move.y) == (2, -1, 17)


def test_decides_in_a_few_milliseconds() -> None:
    """Ten pieces a second leave 100 ms each; a decision takes a small part of them."""
    states = [set_up(seed, rows=20, filled=seed % 10).state() for seed in range(40)]
    decide(states[0], weights=DELLACHERIE)
    spent = []
    for state in states:
        started = time.process_time()
        decide(state)
        spent.append(time.process_time() - started)
    assert sorted(spent)[len(spent) // 2] < 0.01
