"""Minesweeper boards won (30 x 16, 99 mines), beside peers on the same boards.

    python -m benchmarks.mines [--boards 10000] [--quick] [--json FILE] [--workers 1] [--peer PATH]

Boards are laid as gnome-mines does: columns and rows are drawn until 99 mines lie, none at the
first click or around it. Board k is that of seed k. Everyone begins at column 3, row 3 (from 0),
and is told the number of every cell that is opened, by rules of our own. Games a second are by
the CPU seconds of the player alone, so that other work on the machine does not count; a game
takes at most 30 of them, and is lost then.

Peers: ms_toollib (https://pypi.org/project/ms-toollib/) where it is installed, by its exact
probabilities, opening the least likely mine; and the Python solver of
https://github.com/gamescomputersplay/minesweeper-solver if `--peer` names a checkout of it (it
needs numpy and pillow; being slow, it plays the first 1000 boards only).
"""

import argparse
import importlib
import json
import random
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from math import sqrt
from multiprocessing import Pool
from pathlib import Path
from typing import Any

from benchmarks.machine import machine
from solvers.mines import FLAG, HIDDEN, State, decide

WIDTH, HEIGHT, MINES = 30, 16, 99
FIRST = 3 * WIDTH + 3
GAME_S = 30.0
QUICK_BOARDS = 150
SLOW_PEER_BOARDS = 1000
CHUNK = 500
DECISION_S = 10.0
"""Time for a decision of ours by the wall clock: enough that a busy machine cuts none short."""
LIVES = 4
Z_95 = 1.959964

Opened = tuple[set[int], set[int], bool]
"""Cells to open, cells known for mines, and whether opening is a guess."""
Player = Callable[[list[int]], Opened]
"""Given the cells (HIDDEN, FLAG or a number), says what to open."""


class Late(Exception):
    """A game took longer than it may."""


@dataclass(frozen=True, slots=True)
class Play:
    """One board by one player.

    Attributes:
        board: Number of the board.
        won: Whether it was cleared.
        guesses: Guesses made, the first click not counted.
        cpu_s: CPU seconds the player took.
        slowest_s: The longest decision, in seconds by the wall clock; GAME_S for a late game.
    """

    board: int
    won: bool
    guesses: int
    cpu_s: float
    slowest_s: float


@cache
def neighbours() -> tuple[tuple[int, ...], ...]:
    """For each cell the cells around it."""
    return tuple(
        tuple(
            r * WIDTH + c
            for r in range(max(row - 1, 0), min(row + 2, HEIGHT))
            for c in range(max(column - 1, 0), min(column + 2, WIDTH))
            if (r, c) != (row, column)
        )
        for row in range(HEIGHT)
        for column in range(WIDTH)
    )


def layout(board: int) -> frozenset[int]:
    """The mines of a board, by gnome-mines' rule."""
    draw = random.Random(board)
    kept_free = {FIRST, *neighbours()[FIRST]}
    mines: set[int] = set()
    while len(mines) < MINES:
        column, row = draw.randrange(WIDTH), draw.randrange(HEIGHT)
        cell = row * WIDTH + column
        if cell not in kept_free:
            mines.add(cell)
    return frozenset(mines)


def open_cell(cells: list[int], cell: int, mines: frozenset[int]) -> None:
    """Open a cell that is no mine, and all around it as long as no mine is near."""
    waiting = [cell]
    while waiting:
        cell = waiting.pop()
        if cells[cell] >= 0:
            continue
        around = neighbours()[cell]
        cells[cell] = sum(n in mines for n in around)
        if not cells[cell]:
            waiting += around


def ours(cells: list[int]) -> Opened:
    """Our solver."""
    moves = decide(State(WIDTH, HEIGHT, MINES, tuple(cells)), seconds=DECISION_S)
    opened = {m.row * WIDTH + m.column for m in moves if m.action == "left"}
    flagged = {m.row * WIDTH + m.column for m in moves if m.action == "right"}
    return opened, flagged, any(m.reason == "guess" for m in moves)


def ms_toollib(cells: list[int]) -> Opened:
    """The least likely mine by ms_toollib, the first of equal ones (10 is hidden there)."""
    library: Any = importlib.import_module("ms_toollib")
    rows = [
        [code if code >= 0 else 10 for code in cells[r * WIDTH : (r + 1) * WIDTH]]
        for r in range(HEIGHT)
    ]
    chances, _ = library.cal_probability_onboard(rows, MINES)
    risk = {
        cell: chances[cell // WIDTH][cell % WIDTH] for cell, code in enumerate(cells) if code < 0
    }
    safe = {cell for cell, chance in risk.items() if chance < 1e-9}
    if safe:
        return safe, set(), False
    return {min(risk, key=lambda cell: (risk[cell], cell))}, set(), True


def gamescomputersplay(cells: list[int]) -> Opened:
    """The Python peer, as its own simulation calls it (-2 is hidden there, -1 a mine)."""
    numpy: Any = importlib.import_module("numpy")
    game: Any = importlib.import_module("minesweeper_game")
    solver = python_peer()
    field = numpy.full((WIDTH, HEIGHT), game.CELL_COVERED)
    for cell, code in enumerate(cells):
        if code != HIDDEN:
            field[cell % WIDTH, cell // WIDTH] = code if code >= 0 else game.CELL_MINE
    safe, mines = solver.solve(field)
    guess = solver.last_move_info[0] in ("Probability", "Last Resort")
    return {r * WIDTH + c for c, r in safe or ()}, {r * WIDTH + c for c, r in mines or ()}, guess


@cache
def python_peer() -> Any:
    """The Python peer's solver, one for all games."""
    game: Any = importlib.import_module("minesweeper_game")
    solver: Any = importlib.import_module("minesweeper_solver")
    return solver.MinesweeperSolver(game.GameSettings((WIDTH, HEIGHT), MINES))


PLAYERS: dict[str, Player] = {
    "ours": ours,
    "ms_toollib": ms_toollib,
    "gamescomputersplay": gamescomputersplay,
}


def play(job: tuple[str, int]) -> Play:
    """Play a board.

    Raises:
        RuntimeError: A move that ours said to be proven is wrong, or no move came.
    """
    who, board = job
    player, mines = PLAYERS[who], layout(board)
    cells = [HIDDEN] * (WIDTH * HEIGHT)
    random.seed(board)  # the Python peer draws among equals
    open_cell(cells, FIRST, mines)
    guesses, cpu_s, slowest_s = 0, 0.0, 0.0
    signal.setitimer(signal.ITIMER_VIRTUAL, GAME_S)
    try:
        while sum(code < 0 for code in cells) > MINES:
            wall, cpu = time.perf_counter(), time.process_time()
            opened, flagged, guess = player(cells)
            cpu_s += time.process_time() - cpu
            slowest_s = max(slowest_s, time.perf_counter() - wall)
            guesses += guess
            if who == "ours" and (flagged - mines or (not guess and opened & mines)):
                raise RuntimeError(f"{who}: board {board}: a proven move is wrong")
            if not opened and not flagged:
                raise RuntimeError(f"{who}: board {board}: no move")
            if opened & mines:
                return Play(board, False, guesses, cpu_s, slowest_s)
            for cell in flagged:
                cells[cell] = FLAG
            for cell in opened:
                open_cell(cells, cell, mines)
    except Late:
        return Play(board, False, guesses, GAME_S, GAME_S)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return Play(board, True, guesses, cpu_s, slowest_s)


def prepare(peer: str | None) -> None:
    """Make a process ready to play: late games end, and the peer's modules are found."""

    def late(number: int, frame: object) -> None:
        raise Late

    signal.signal(signal.SIGVTALRM, late)
    if peer:
        sys.path.append(peer)


def wilson(won: int, of: int) -> tuple[float, float]:
    """The 95 % interval of a share (E. B. Wilson, 1927)."""
    share, z2 = won / of, Z_95 * Z_95
    middle = share + z2 / (2 * of)
    half = Z_95 * sqrt(share * (1 - share) / of + z2 / (4 * of * of))
    return (middle - half) / (1 + z2 / of), (middle + half) / (1 + z2 / of)


def in_lives(share: float) -> float:
    """The chance of at least one win in four games."""
    return 1 - (1 - share) ** LIVES


def summary(plays: Sequence[Play]) -> dict[str, Any]:
    """The figures of one player."""
    won = sum(p.won for p in plays)
    low, high = wilson(won, len(plays))
    return {
        "boards": len(plays),
        "won": won,
        "win_rate": won / len(plays),
        "win_rate_95": [low, high],
        "won_in_four": in_lives(won / len(plays)),
        "won_in_four_95": [in_lives(low), in_lives(high)],
        "games_per_s": len(plays) / sum(p.cpu_s for p in plays),
        "guesses_per_game": sum(p.guesses for p in plays) / len(plays),
        "won_without_guess": sum(p.won and not p.guesses for p in plays) / len(plays),
        "slowest_decision_s": max(p.slowest_s for p in plays),
        "late": sum(p.slowest_s >= GAME_S for p in plays),
        "wins": "".join(str(int(p.won)) for p in plays),
    }


def say(who: str, figures: dict[str, Any]) -> None:
    """Print a player's figures."""
    low, high = figures["win_rate_95"]
    from_, to = figures["won_in_four_95"]
    print(
        f"{who}: won {figures['won']} of {figures['boards']} = {figures['win_rate']:.2%} "
        f"(95 % {low:.2%} to {high:.2%}), within four games {figures['won_in_four']:.2%} "
        f"({from_:.2%} to {to:.2%}); {figures['games_per_s']:.1f} games/s, "
        f"{figures['guesses_per_game']:.2f} guesses a game, "
        f"{figures['won_without_guess']:.1%} won without one; "
        f"slowest decision {figures['slowest_decision_s']:.2f} s, late {figures['late']}",
        flush=True,
    )


def compare(who: str, figures: dict[str, Any], our: dict[str, Any]) -> None:
    """Print how we did on a peer's boards."""
    pairs = list(zip(our["wins"], figures["wins"], strict=False))
    more, fewer = pairs.count(("1", "0")), pairs.count(("0", "1"))
    print(
        f"  on the same {len(pairs)} boards ours won {sum(a == '1' for a, _ in pairs)}, {who} "
        f"{figures['won']}: only ours {more}, only {who} {fewer}",
        flush=True,
    )


def players(peer: str | None) -> list[str]:
    """Who plays, with a line for each peer that cannot."""
    names = ["ours"]
    try:
        importlib.import_module("ms_toollib")
        names.append("ms_toollib")
    except ImportError:
        print("peer ms_toollib: not installed (pip install ms_toollib)")
    if peer:
        names.append("gamescomputersplay")
    return names


def write(path: Path, report: dict[str, dict[str, Any]]) -> None:
    """Write all figures to a file."""
    document = {
        "benchmark": "mines",
        "machine": machine(),
        "board": [WIDTH, HEIGHT, MINES],
        "players": report,
    }
    path.write_text(json.dumps(document, indent=1))


def main() -> int:
    """Run the benchmark; exit status 2 if `--peer` is no checkout of the peer."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--boards", type=int, default=10_000, help="default 10000")
    options.add_argument("--quick", action="store_true", help=f"{QUICK_BOARDS} boards, under 1 min")
    options.add_argument("--json", type=Path, help="write all figures to this file")
    options.add_argument("--workers", type=int, default=1, help="processes (default 1)")
    options.add_argument("--peer", help="a checkout of gamescomputersplay/minesweeper-solver")
    chosen = options.parse_args()
    if chosen.peer and not (Path(chosen.peer) / "minesweeper_solver.py").is_file():
        print(f"no minesweeper_solver.py in {chosen.peer}")
        return 2
    boards = QUICK_BOARDS if chosen.quick else chosen.boards
    print(f"{boards} boards of {WIDTH} x {HEIGHT} with {MINES} mines, opened at (3, 3)")
    names = players(chosen.peer)
    many = dict.fromkeys(names, boards)
    if chosen.peer:
        slow = QUICK_BOARDS // 5 if chosen.quick else SLOW_PEER_BOARDS
        many["gamescomputersplay"] = min(boards, slow)
    plays: dict[str, list[Play]] = {who: [] for who in names}
    with Pool(chosen.workers, prepare, (chosen.peer,)) as pool:
        for start in range(0, boards, CHUNK):
            for who in names:
                some = range(start, min(start + CHUNK, many[who]))
                plays[who] += pool.map(play, [(who, board) for board in some], chunksize=10)
            if chosen.json:  # a run that is broken off leaves the figures it came to
                write(chosen.json, {who: summary(plays[who]) for who in names})
    report = {who: summary(plays[who]) for who in names}
    for who in names:
        say(who, report[who])
        if who != "ours":
            compare(who, report[who], report["ours"])
    return 0


if __name__ == "__main__":
    sys.exit(main())
