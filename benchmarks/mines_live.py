"""How fast a real gnome-mines is won: seconds from the first click to the cleared board.

    python -m benchmarks.mines_live [--wins 20] [--quick] [--json FILE]

The reference player of GAM 2 plays seed after seed on a display of its own, without the witness,
until so many games are won. *Ours* is the CPU time of the player's process, which looks, reads,
thinks and clicks; the rest of the seconds it waits for the game to draw. Wall clock: other work on
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
from drivers.mines.driver import MinesDriver
from suites.test_gam_2 import GAMES, program, think


@dataclass(frozen=True, slots=True)
class Timed:
    """One game.

    Attributes:
        seed: Of the process that it was played in.
        won: Whether the board was cleared.
        clicks: Clicks sent.
        looks: Times the player decided.
        wall_s: Seconds from the first click on, by the wall clock.
        cpu_s: CPU seconds of the player's process in that time.
    """

    seed: int
    won: bool
    clicks: int
    looks: int
    wall_s: float
    cpu_s: float


def timed(seed: int, driver: MinesDriver, *, again: bool) -> Timed:
    """Play one game."""
    sight = driver.play_again() if again else driver.observe()
    before, looks = len(driver.sent), 0
    wall, cpu = time.perf_counter(), time.process_time()
    while not (sight.won or sight.lost):
        sight = driver.act(think(sight.state()))
        looks += 1
    return Timed(
        seed=seed,
        won=sight.won,
        clicks=len(driver.sent) - before,
        looks=looks,
        wall_s=time.perf_counter() - wall,
        cpu_s=time.process_time() - cpu,
    )


def play_until(wins: int, folder: Path) -> list[Timed]:
    """Seed after seed, up to four games each as in GAM 2, until so many are won."""
    games: list[Timed] = []
    with own_screen() as screen:
        seed = 0
        while sum(game.won for game in games) < wins:
            seed += 1
            game = program(folder, folder)
            with launched(game, screen=screen, seed=seed, folder=folder) as (_, place):
                place.focus()
                driver = MinesDriver(place)
                for number in range(GAMES):
                    games.append(timed(seed, driver, again=number > 0))
                    if games[-1].won:
                        break
    return games


def summary(games: list[Timed]) -> dict[str, Any]:
    """The figures of the games that were won."""
    won = [game for game in games if game.won]
    return {
        "seeds": len({game.seed for game in games}),
        "games": len(games),
        "won": len(won),
        "seconds_to_win": {
            "median": round(statistics.median(game.wall_s for game in won), 2),
            "longest": round(max(game.wall_s for game in won), 2),
        },
        "our_share": round(sum(g.cpu_s for g in won) / sum(g.wall_s for g in won), 3),
        "clicks": statistics.median(game.clicks for game in won),
        "looks": statistics.median(game.looks for game in won),
    }


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--wins", type=int, default=20, help="games to win (default 20)")
    parser.add_argument("--quick", action="store_true", help="3 games: under a minute")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write all figures there")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="playproof-bench-") as name:
        games = play_until(3 if options.quick else options.wins, Path(name))
    figures = summary(games)
    print(json.dumps(figures, indent=1))
    if options.json:
        document = {"machine": machine(), **figures, "each": [asdict(game) for game in games]}
        options.json.write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
