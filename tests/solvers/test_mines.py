"""The Minesweeper solver: every answer is checked by counting layouts that it knows nothing of."""

import random
import time
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations

import pytest

import solvers.mines
from solvers.mines import FLAG, HIDDEN, Cell, Inconsistent, Move, State, decide, opening

Layout = frozenset[Cell]


def around(width: int, height: int, cell: Cell) -> list[Cell]:
    """The neighbours of a cell."""
    column, row = cell
    return [
        (c, r)
        for c in range(max(column - 1, 0), min(column + 2, width))
        for r in range(max(row - 1, 0), min(row + 2, height))
        if (c, r) != cell
    ]


class Game:
    """A board with its mines, played by rules of its own; the first click opens a zero."""

    def __init__(self, *, size: Cell, mines: int, seed: int, first: Cell) -> None:
        self.size = size
        free = {first, *around(*size, first)}
        cells = [(c, r) for r in range(size[1]) for c in range(size[0]) if (c, r) not in free]
        self.mines = frozenset(random.Random(seed).sample(cells, mines))
        self.shown: dict[Cell, int] = {}
        self.open(first)

    def open(self, cell: Cell) -> None:
        """Open a cell without a mine, and all around a zero."""
        assert cell not in self.mines
        if self.shown.get(cell, -1) < 0:
            near = around(*self.size, cell)
            self.shown[cell] = sum(n in self.mines for n in near)
            if not self.shown[cell]:
                for n in near:
                    self.open(n)

    def state(self) -> State:
        """What a player sees."""
        width, height = self.size
        cells = tuple(self.shown.get((c, r), HIDDEN) for r in range(height) for c in range(width))
        return State(width, height, len(self.mines), cells)

    def make(self, move: Move) -> None:
        """Flag or open."""
        if move.action == "right":
            self.shown[move.column, move.row] = FLAG
        else:
            self.open((move.column, move.row))

    def positions(self) -> Iterator[tuple[State, tuple[Move, ...]]]:
        """Every state on the way to the end, and what the solver decides there."""
        while True:
            state = self.state()
            moves = decide(state, seconds=5)
            yield state, moves
            if not moves or {(m.column, m.row) for m in moves if m.action == "left"} & self.mines:
                return
            for move in moves:
                self.make(move)


@cache
def every_layout(width: int, height: int, mines: int) -> tuple[Layout, ...]:
    """All ways to lay mines."""
    cells = [(c, r) for r in range(height) for c in range(width)]
    return tuple(frozenset(chosen) for chosen in combinations(cells, mines))


def shown(state: State) -> dict[Cell, int]:
    """Codes by (column, row)."""
    return {(i % state.width, i // state.width): code for i, code in enumerate(state.cells)}


def possible(state: State) -> list[Layout]:
    """All layouts that agree with the numbers and the flags."""
    codes = shown(state)
    numbers = {cell: code for cell, code in codes.items() if code >= 0}
    flags = {cell for cell, code in codes.items() if code == FLAG}
    return [
        mines
        for mines in every_layout(state.width, state.height, state.mines)
        if flags <= mines
        and not mines & numbers.keys()
        and all(
            len(mines.intersection(around(state.width, state.height, cell))) == number
            for cell, number in numbers.items()
        )
    ]


def can_be(state: State, numbers: Iterable[Cell], known: dict[Cell, bool], *, count: bool) -> bool:
    """Whether mines can be laid by these numbers alone, given some cells (True: a mine)."""
    codes, size = shown(state), (state.width, state.height)
    hidden = {c for c, code in codes.items() if code == HIDDEN and c not in known}
    needs = []
    for number in numbers:
        near = around(*size, number)
        need = codes[number] - sum(codes[c] == FLAG or known.get(c, False) for c in near)
        needs.append((frozenset(hidden.intersection(near)), need))
    if count:
        laid = sum(known.values()) + list(codes.values()).count(FLAG)
        needs.append((frozenset(hidden), state.mines - laid))
    return fits(needs)


def fits(needs: list[tuple[frozenset[Cell], int]]) -> bool:
    """Whether every set of cells can have its number of mines."""
    if any(not 0 <= need <= len(cells) for cells, need in needs):
        return False
    tightest = min((cells for cells, _ in needs if cells), key=len, default=frozenset[Cell]())
    if not tightest:
        return True
    cell = min(tightest)
    return any(
        fits([(cells - {cell}, need - mine * (cell in cells)) for cells, need in needs])
        for mine in (0, 1)
    )


def check_evidence(state: State, moves: tuple[Move, ...]) -> None:
    """Each move follows from its numbers, the flags and the moves before, and from no fewer."""
    known: dict[Cell, bool] = {}
    codes = shown(state)
    for move in moves:
        cell, mine = (move.column, move.row), move.action == "right"
        count = "count" in move.reason
        verb = "flag" if mine else "safe"
        name = "count" if move.number is None else codes[move.number]
        assert move.reason == f"{verb}-by-{name} constraint"
        assert count == (move.number is None)
        assert move.number is None or move.number in move.because
        assert not can_be(state, move.because, known | {cell: not mine}, count=count), move
        for number in move.because:
            fewer = [n for n in move.because if n != number]
            assert can_be(state, fewer, known | {cell: not mine}, count=count), (move, number)
        known[cell] = mine


@pytest.mark.parametrize("seed", range(40))
def test_proves_exactly_what_follows(seed: int) -> None:
    """On small boards the proven moves, and a guess's chance, are those of all layouts."""
    game = Game(size=(5, 4), mines=4 + seed % 3, seed=seed, first=(seed % 2, seed % 3))
    for state, moves in game.positions():
        layouts = possible(state)
        hidden = [cell for cell, code in shown(state).items() if code == HIDDEN]
        mined = {cell: sum(cell in mines for mines in layouts) for cell in hidden}
        sure = {cell for cell in hidden if mined[cell] in (0, len(layouts))}
        if not moves:
            assert all(mined[cell] for cell in hidden)
        elif moves[0].reason == "guess":
            assert not sure
            assert len(moves) == 1
            risk = mined[moves[0].column, moves[0].row] / len(layouts)
            assert moves[0].chance == pytest.approx(1 - risk)
        else:
            assert {(m.column, m.row) for m in moves} == sure
            assert {m.chance for m in moves} == {1.0}
            assert {(m.column, m.row) for m in moves if m.action == "right"} <= game.mines
            check_evidence(state, moves)


@pytest.mark.parametrize("seed", range(12))
def test_every_reason_holds_on_big_boards(seed: int) -> None:
    """On 30 x 16 with 99 mines each reason names numbers that force the move, and no others."""
    game = Game(size=(30, 16), mines=99, seed=seed, first=(3, 3))
    for state, moves in game.positions():
        if moves and moves[0].reason != "guess":
            check_evidence(state, moves)
            for move in moves:
                assert ((move.column, move.row) in game.mines) == (move.action == "right")
        elif moves:
            assert (len(moves), moves[0].action, moves[0].because) == (1, "left", ())
            assert 0 < moves[0].chance < 1


def best_share(layouts: list[Layout], size: Cell, opened: frozenset[Cell]) -> int:
    """Of some layouts, those that the best play wins; by trying everything."""
    cells = {(c, r) for c in range(size[0]) for r in range(size[1])} - opened
    if all(cell in mines for cell in cells for mines in layouts) or len(cells) == len(layouts[0]):
        return len(layouts)
    return max(after(layouts, size, opened, cell) for cell in sorted(cells))


def after(layouts: list[Layout], size: Cell, opened: frozenset[Cell], cell: Cell) -> int:
    """The same when a certain cell is opened first."""
    kinds: dict[int, list[Layout]] = {}
    for mines in layouts:
        if cell not in mines:
            kinds.setdefault(len(mines.intersection(around(*size, cell))), []).append(mines)
    return sum(best_share(kind, size, opened | {cell}) for kind in kinds.values())


@pytest.mark.parametrize("seed", range(30))
def test_guesses_as_well_as_anyone_can(seed: int) -> None:
    """With few layouts left no other guess wins more often, found by trying everything."""
    game = Game(size=(5, 4), mines=5, seed=seed, first=(0, 0))
    for state, moves in game.positions():
        if moves and moves[0].reason == "guess":
            layouts, codes = possible(state), shown(state)
            opened = frozenset(cell for cell, code in codes.items() if code >= 0)
            hidden = [cell for cell, code in codes.items() if code == HIDDEN]
            if len(hidden) > 7:
                continue
            mine = after(layouts, game.size, opened, (moves[0].column, moves[0].row))
            assert mine == max(after(layouts, game.size, opened, cell) for cell in hidden)


def test_opens_at_the_best_cell() -> None:
    """An untouched board is opened at (3, 3), or at a mirror image if that is flagged."""
    cells = [HIDDEN] * 480
    first = decide(State(30, 16, 99, tuple(cells)))
    assert first == (Move("left", 3, 3, "guess", None, 1.0),)
    cells[3 * 30 + 3] = FLAG
    mirrored = opening(State(30, 16, 99, tuple(cells)))
    assert (mirrored.column, mirrored.row) in {(26, 3), (3, 12), (26, 12)}


def test_a_cleared_board_needs_no_move() -> None:
    """With every safe cell open there is nothing to do, flags or not."""
    assert decide(State(3, 1, 1, (HIDDEN, 1, 0))) == ()
    assert decide(State(3, 1, 1, (FLAG, 1, 0))) == ()


def test_flags_are_not_set_again() -> None:
    """A mine that has its flag gets no second click; what follows from it is found."""
    moves = decide(State(3, 2, 1, (FLAG, 1, 0, HIDDEN, 1, 0)))
    assert [(m.action, m.column, m.row) for m in moves] == [("left", 0, 1)]


@pytest.mark.parametrize(
    ("state", "cell"),
    [
        (State(4, 2, 2, (FLAG, 1, HIDDEN, HIDDEN, FLAG, 1, HIDDEN, HIDDEN)), (1, 0)),
        (State(4, 1, 2, (0, 1, FLAG, 2)), (3, 0)),
        (State(3, 1, 1, (FLAG, 0, HIDDEN)), (0, 0)),
        (State(5, 1, 2, (HIDDEN, 1, FLAG, 1, FLAG)), (2, 0)),
    ],
    ids=[
        "two mines for a 1",
        "a 2 with one neighbour",
        "flag beside a 0",
        "flag that the count refutes",
    ],
)
def test_contradictions_are_named(state: State, cell: Cell) -> None:
    """A board that cannot be is refused with the place of the number or flag at fault."""
    with pytest.raises(Inconsistent, match=rf"column {cell[0]}, row {cell[1]}: ") as caught:
        decide(state)
    assert caught.value.cell == cell


@pytest.mark.parametrize("seed", range(8))
def test_a_wrong_flag_is_found_or_does_no_harm(seed: int) -> None:
    """A flag on a provably safe cell is named where the numbers refute it; nothing hangs."""
    game = Game(size=(30, 16), mines=99, seed=seed, first=(3, 3))
    state = game.state()
    safe = next(m for m in decide(state) if m.action == "left")
    cells = list(state.cells)
    cells[safe.row * 30 + safe.column] = FLAG
    with pytest.raises(Inconsistent) as caught:
        decide(State(30, 16, 99, tuple(cells)))
    assert caught.value.cell == (safe.column, safe.row)


def test_more_flags_than_mines_are_refused() -> None:
    """Flags that no number contradicts, but more of them than mines, name a flag."""
    cells = (0, 1, HIDDEN, HIDDEN, FLAG, FLAG)
    with pytest.raises(Inconsistent) as caught:
        decide(State(6, 1, 1, cells))
    assert cells[caught.value.cell[0]] == FLAG


def test_a_board_of_another_size_is_refused() -> None:
    """The number of cells has to be width times height."""
    with pytest.raises(ValueError, match="expected 3 x 3"):
        decide(State(3, 3, 1, (0, 1, HIDDEN)))


@pytest.mark.parametrize("seed", range(3))
def test_the_same_board_gives_the_same_answer(seed: int) -> None:
    """Two games on one board take the same course."""
    courses = [
        [moves for _, moves in Game(size=(16, 16), mines=40, seed=seed, first=(3, 3)).positions()]
        for _ in range(2)
    ]
    assert courses[0] == courses[1]


@pytest.mark.parametrize("seconds", [0.0, 0.2])
def test_answers_in_time(seconds: float) -> None:
    """Whatever the board, an answer comes within the time, and what it takes to read it."""
    game = Game(size=(60, 40), mines=480, seed=1, first=(30, 20))
    taken = []
    for _ in range(6):
        before = time.perf_counter()
        moves = decide(game.state(), seconds=seconds)
        taken.append(time.perf_counter() - before)
        assert moves
        for move in moves:
            if move.reason != "guess" or (move.column, move.row) not in game.mines:
                game.make(move)
    assert sorted(taken)[3] <= seconds * 1.2 + 0.1


def scattered(*, size: Cell, mines: int, seed: int, share: float) -> State:
    """A board of which so large a share of the safe cells is revealed, here and there."""
    draw = random.Random(seed)
    cells = [(c, r) for r in range(size[1]) for c in range(size[0])]
    laid = frozenset(draw.sample(cells, mines))
    codes = [
        sum(n in laid for n in around(*size, cell))
        if cell not in laid and draw.random() < share
        else HIDDEN
        for cell in cells
    ]
    return State(*size, mines, tuple(codes))


def every_other(*, size: Cell, mines: int, seed: int) -> State:
    """A board with a number in every other column of every other row: all hang together."""
    whole = scattered(size=size, mines=mines, seed=seed, share=1.0)
    codes = [code if cell[0] % 2 and cell[1] % 2 else HIDDEN for cell, code in shown(whole).items()]
    return State(*size, mines, tuple(codes))


@pytest.mark.parametrize(
    ("state", "seconds"),
    [
        (every_other(size=(30, 16), mines=99, seed=2), 0.5),
        (every_other(size=(30, 16), mines=99, seed=1), 1.0),
        (scattered(size=(30, 16), mines=99, seed=1, share=0.15), 0.3),
        (scattered(size=(60, 40), mines=480, seed=1, share=0.2), 0.3),
        (scattered(size=(60, 40), mines=480, seed=0, share=0.3), 0.3),
    ],
    ids=["every other", "every other again", "few numbers", "large", "large, more numbers"],
)
def test_boards_that_are_hard_to_count_take_no_longer(
    state: State, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Proofs and reasons too end when time is up; by the CPU's clock, as others may use it."""
    monkeypatch.setattr("solvers.mines.monotonic", time.process_time)
    monkeypatch.setattr("solvers.mines._CACHE", {})
    before = time.process_time()
    assert decide(state, seconds=seconds)
    assert time.process_time() - before < seconds + 0.3


@pytest.mark.parametrize("seed", range(20))
def test_without_time_reasons_name_more_numbers(seed: int) -> None:
    """With no time to see which numbers could be left out, those named still force the move."""
    game = Game(size=(6, 5), mines=6 + seed % 3, seed=seed, first=(seed % 2, seed % 3))
    for state, moves in game.positions():
        if not moves or moves[0].reason == "guess":
            continue
        known: dict[Cell, bool] = {}
        for move in decide(state, seconds=0.0):  # what was counted just now is remembered
            cell, mine = (move.column, move.row), move.action == "right"
            if move.reason != "guess":
                count = "count" in move.reason
                assert not can_be(state, move.because, known | {cell: not mine}, count=count)
                assert move.number is None or move.number in move.because
                known[cell] = mine


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (5, 4)])
def test_neighbours_are_those_that_touch(size: tuple[int, int]) -> None:
    """Of every cell, at edges and corners too."""
    cells = [(c, r) for c in range(size[0]) for r in range(size[1])]
    for cell in cells:
        touching = {(c, r) for c, r in cells if max(abs(c - cell[0]), abs(r - cell[1])) == 1}
        assert solvers.mines.around(cell, *size) == touching
