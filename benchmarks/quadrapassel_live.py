"""How fast and how surely a real quadrapassel is played.

    python -m benchmarks.quadrapassel_live [--games 10] [--pieces 60] [--long 1000] [--ahead 0]
                                           [--quick] [--json FILE]

The driver and the solver of GAM 3 play seed after seed on a display of their own, without the
witness and without saving pictures; then one long game, as far up the levels as it gets. Each piece
is seen to lie before the next is touched, as in GAM 3's suite. With `--ahead` so many pieces are
placed at most while cleared rows fade; the suite cannot do so, since its contract wants a picture
of the standing field after every piece. A piece takes from one
decision to the next; what is waited for of a fade counts for the piece that waits, and a game ends
with a look at all of its last field. *Divergences* are pictures that showed another game than the
rules had said. *Ours* is the CPU time of the player's process; the rest of the seconds it waits for
the game. Each game's pieces are held against those that the seed brings. Wall clock: other work on
the machine counts.
"""

import argparse
import json
import statistics
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from benchmarks.machine import machine
from benchmarks.stage import launched, own_screen
from drivers.quadrapassel.driver import QuadrapasselDriver
from graders.quadrapassel.rules import piece_sequence
from suites.test_gam_3 import program, think


@dataclass(frozen=True, slots=True)
class Timed:
    """One game, from its first decision to its last piece.

    Attributes:
        seed: Of the process that it was played in.
        pieces: Pieces placed.
        over: Whether it was lost before all its pieces were placed.
        lines: Lines cleared.
        level: The level it had reached.
        divergences: Pictures that showed something else than the rules had said.
        as_computed: Whether the pieces were those that the seed brings.
        wall_s: Seconds by the wall clock, until the field was seen with all pieces in it.
        cpu_s: CPU seconds of the player's process.
        plain_s: Seconds of each piece that cleared nothing.
    """

    seed: int
    pieces: int
    over: bool
    lines: int
    level: int
    divergences: int
    as_computed: bool
    wall_s: float
    cpu_s: float
    plain_s: tuple[float, ...]


def timed(seed: int, driver: QuadrapasselDriver, pieces: int) -> Timed:
    """Play one game of so many pieces."""
    sight, placed, plain = driver.start(), list[str](), list[float]()
    lines = 0
    wall, cpu = time.perf_counter(), time.process_time()
    while not sight.over and len(placed) < pieces:
        began = time.perf_counter()
        move = think(sight.state())
        placement = driver.act(move) if move else None
        if placement is None:
            sight = driver.observe()
            continue
        sight = placement.sight
        placed.append(placement.piece)
        lines += placement.lines
        if not placement.lines:
            plain.append(time.perf_counter() - began)
    if not sight.over:
        driver.observe()
    wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
    expected = [piece for piece, _ in piece_sequence(seed, len(placed))]
    return Timed(
        seed=seed,
        pieces=len(placed),
        over=sight.over,
        lines=lines,
        level=driver.read_numbers().level,
        divergences=driver.divergences,
        as_computed=placed == expected,
        wall_s=wall,
        cpu_s=cpu,
        plain_s=tuple(plain),
    )


def play(seeds: range, pieces: int, folder: Path, *, ahead: int) -> list[Timed]:
    """A game of each seed, with so many pieces placed ahead."""
    games = []
    with own_screen() as screen:
        for seed in seeds:
            game = program(folder, folder)
            with launched(game, screen=screen, seed=seed, folder=folder) as (_, place):
                games.append(timed(seed, QuadrapasselDriver(place, ahead=ahead), pieces))
    return games


def summary(games: list[Timed]) -> dict[str, Any]:
    """The figures of some games."""
    placed = sum(game.pieces for game in games)
    plain = [seconds for game in games for seconds in game.plain_s]
    return {
        "games": len(games),
        "pieces": placed,
        "lines": sum(game.lines for game in games),
        "lost": sum(game.over for game in games),
        "as_computed": sum(game.as_computed for game in games),
        "highest_level": max(game.level for game in games),
        "seconds_a_game": round(statistics.median(game.wall_s for game in games), 2),
        "pieces_per_s": round(placed / sum(game.wall_s for game in games), 1),
        "pieces_per_s_between_clears": round(1 / statistics.median(plain), 1),
        "divergences_per_1000": round(1000 * sum(g.divergences for g in games) / placed, 2),
        "our_share": round(sum(g.cpu_s for g in games) / sum(g.wall_s for g in games), 3),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--games", type=int, default=10, help="short games (default 10)")
    parser.add_argument("--pieces", type=int, default=60, help="pieces of each (default 60)")
    parser.add_argument("--long", type=int, default=1000, help="pieces of one more (default 1000)")
    parser.add_argument(
        "--ahead", type=int, default=0, help="pieces placed while rows fade (default none)"
    )
    parser.add_argument("--quick", action="store_true", help="2 games, the long one of 60 pieces")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    options = parser.parse_args()
    count, longest = (2, 60) if options.quick else (options.games, options.long)
    with tempfile.TemporaryDirectory(prefix="playproof-bench-") as name:
        short = play(range(1, count + 1), options.pieces, Path(name), ahead=options.ahead)
        print(json.dumps({"short": summary(short)}, indent=1), flush=True)
        long = play(range(count + 1, count + 2), longest, Path(name), ahead=options.ahead)
        print(json.dumps({"long": summary(long)}, indent=1))
    if options.json:
        figures: dict[str, Any] = {
            "machine": machine(),
            "ahead": options.ahead,
            "short": summary(short),
            "long": summary(long),
        }
        figures["each"] = [asdict(game) for game in (*short, *long)]
        options.json.write_text(json.dumps(figures, indent=1) + "\n")


if __name__ == "__main__":
    main()
