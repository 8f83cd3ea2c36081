"""Quadrapassel without its window: lines until the game is over, beside a peer on the same pieces.

    python -m benchmarks.quadrapassel [--quick] [--evaluations] [--json FILE] [--peer FOLDER]

The game is simulated by rules of our own (quadrapassel 40.2: 10 columns, pieces and rotations drawn
independently, no kicks), key by key, and while keys are sent the piece falls a stated number of
rows at random moments. Game k has the pieces of seed k, the same for every player. A game ends when
it is lost or when its pieces are used up. The chance to lose hardly depends on how long a game has
gone on, so lines per lost game, and their interval, are all lines over all losses.

Three fields: the real one of 20 rows; a low one, where games are short enough to tell players
apart; and the real one at faster and faster falls. Players: ours; ours without the key that lowers
a piece which cannot turn; the same placements valued by published evaluations, of the falling piece
alone; and the evaluation of pytetris 1.0.0 if `--peer` names a folder that has it (pip install
--no-deps --target FOLDER pytetris; it uses our numpy). The peer takes the first of its choices that
the keys reach; being slow, it plays one real game only, and a short one.
"""

import argparse
import importlib
import json
import statistics
import sys
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from functools import partial
from itertools import accumulate
from math import exp, inf
from pathlib import Path
from typing import Any

from benchmarks.machine import machine
from benchmarks.quadrapassel_game import HEIGHT, WIDTH, Play, play
from solvers.quadrapassel import DELLACHERIE, SHAPES, Move, State, Weights, decide

LOW = 8
FASTER = (4, 6, 8, 10, 12)

PUBLISHED = {
    "Dellacherie": DELLACHERIE,
    "El-Tetris": Weights(
        landing_height=-4.500158825082766,
        eroded_cells=3.4181268101392694,
        row_transitions=-3.2178882868487753,
        column_transitions=-9.348695305445199,
        holes=-7.899265427351652,
        wells=-3.3855972247263626,
    ),
    "BCTS": Weights(-12.63, 6.60, -9.22, -19.77, -13.08, -10.49, -1.61, -24.04),
    "DT-10": Weights(-2.18, 2.42, -2.17, -3.31, 0.95, -2.22, -0.81, -9.65, 1.27),
    "DT-20": Weights(-2.68, 1.38, -2.41, -6.32, 2.03, -2.71, -0.43, -9.48, 0.89),
}
"""Dellacherie (2003); El-Tetris (I. El-Ashi, 2011); BCTS (Thiery and Scherrer, 2009); DT-10 and
DT-20 (Gabillon, Ghavamzadeh and Scherrer, 2013)."""


def ours(
    state: State, *, slack: int, down: bool = True, weights: Weights = DELLACHERIE
) -> Sequence[Move]:
    """Our solver as it is, or without the down key, or with other weights."""
    move = decide(state, slack=slack, down=down, weights=weights)
    return () if move is None else (move,)


def one_piece(state: State, *, slack: int, weights: Weights) -> Sequence[Move]:
    """A published evaluation over the falling piece only."""
    alone = replace(state, next_piece=None, next_rotation=None)
    return ours(alone, slack=slack, weights=weights)


def pytetris(state: State, *, slack: int) -> Sequence[Move]:
    """The peer's choices; it knows only fields of 20 rows, so a low one gets free rows on top."""
    del slack  # it does not know of falls
    ai: Any = importlib.import_module("pytetris.ai")
    numpy: Any = importlib.import_module("numpy")
    field = numpy.ones((25, 16), dtype=int)
    field[:22, 3:13] = 0
    above = HEIGHT - state.height
    for y, row in enumerate(state.rows):
        field[above + y + 2, 3:13] = [row >> x & 1 for x in range(WIDTH)]
    boxes = numpy.zeros((4, 4, 4), dtype=int)
    for turns in range(4):
        for x, y in SHAPES[state.piece][(state.rotation + turns) % 4]:
            boxes[turns, y, x] = 1
    return [
        Move(
            turns=choice.index,
            shift=choice.x - state.x,
            rotation=(state.rotation + choice.index) % 4,
            x=choice.x,
            y=choice.y - above,
            lines=0,
            score=float(choice.score),
            down=int(state.y < 0 and choice.index > 0),
        )
        for choice in ai.pierre_dellacherie(field, list(boxes))
    ]


# --------------------------------------------------------------------------------------
# Figures
# --------------------------------------------------------------------------------------


def per_loss(lines: int, lost: int) -> tuple[float, float]:
    """The 95 % interval of lines per lost game, losses being a Poisson process in lines.

    The limits are those of F. Garwood (1936), found by halving; the upper one is infinite when no
    game was lost.
    """

    def up_to(losses: int, mean: float) -> float:
        return exp(-mean) * sum(
            accumulate(range(1, losses + 1), lambda p, k: p * mean / k, initial=1.0)
        )

    def mean(losses: int, chance: float) -> float:
        low, high = 0.0, 10.0 * losses + 10
        while high - low > 1e-9 * high:
            middle = (low + high) / 2
            low, high = (middle, high) if up_to(losses, middle) > chance else (low, middle)
        return low

    return lines / mean(lost, 0.025), lines / mean(lost - 1, 0.975) if lost else inf


def summary(plays: Sequence[Play]) -> dict[str, Any]:
    """The figures of one player in one field; an unknown upper limit is None."""
    lines, lost = sum(p.lines for p in plays), sum(p.lost for p in plays)
    pieces = sum(p.pieces for p in plays)
    low, high = per_loss(lines, lost)
    spent = sorted(ms for p in plays for ms in p.cpu_ms)
    return {
        "games": len(plays),
        "lost": lost,
        "pieces": pieces,
        "pieces_per_game": [p.pieces for p in plays],
        "lines": lines,
        "lines_per_lost_game": lines / lost if lost else None,
        "lines_per_lost_game_95": [low, high if lost else None],
        "missed": sum(p.missed for p in plays),
        "mean_height": sum(p.height * p.pieces for p in plays) / pieces,
        "highest": max(p.highest for p in plays),
        "decision_ms_median": statistics.median(spent),
        "decision_ms_99": spent[len(spent) * 99 // 100],
        "decision_ms_worst": spent[-1],
        "pieces_per_s": 1000 * pieces / sum(spent),
    }


def say(who: str, figures: dict[str, Any]) -> None:
    """Print a player's figures in a field."""
    low, high = figures["lines_per_lost_game_95"]
    interval = f"95 % over {low:.0f}" if high is None else f"95 % {low:.0f} to {high:.0f}"
    each = figures["lines_per_lost_game"]
    print(
        f"  {who}: {figures['lost']} of {figures['games']} games lost, {figures['lines']} lines, "
        f"{'-' if each is None else f'{each:.0f}'} per lost game ({interval}); height "
        f"{figures['mean_height']:.2f}, highest {figures['highest']}; "
        f"missed {figures['missed']} of {figures['pieces']} pieces; "
        f"{figures['decision_ms_median']:.2f} ms a decision, 99 % {figures['decision_ms_99']:.2f}, "
        f"worst {figures['decision_ms_worst']:.2f}; {figures['pieces_per_s']:.0f} pieces/s",
        flush=True,
    )


@dataclass(frozen=True, slots=True)
class Contest:
    """Some players in one field.

    Attributes:
        rows: Rows of the field.
        falls: Rows that each piece falls while keys are sent; players are told so.
        games: How many games each player plays.
        pieces: Pieces of a game.
        players: Names of the players.
    """

    rows: int
    falls: int
    games: int
    pieces: int
    players: tuple[str, ...]

    def run(self) -> dict[str, Any]:
        """Play, print, and return each player's figures."""
        print(f"{self.rows} rows, {self.falls} rows of fall, at most {self.pieces} pieces a game")
        found = {}
        for who in self.players:
            player = partial(PLAYERS[who], slack=self.falls)
            plays = [
                play(player, seed=k, rows=self.rows, pieces=self.pieces, falls=self.falls)
                for k in range(self.games)
            ]
            found[who] = summary(plays)
            say(who, found[who])
        return {**asdict(self), "players": found}


PLAYERS: dict[str, Callable[..., Sequence[Move]]] = {
    "ours": ours,
    "ours, never down": partial(ours, down=False),
    "pytetris": pytetris,
    **{name: partial(one_piece, weights=weights) for name, weights in PUBLISHED.items()},
    **{f"{name} over two": partial(ours, weights=weights) for name, weights in PUBLISHED.items()},
}


def contests(*, quick: bool, peer: bool) -> list[Contest]:
    """What is played."""
    peers = ("pytetris",) if peer else ()
    everyone = ("ours", *PUBLISHED, *peers)
    if quick:
        return [
            Contest(HEIGHT, 2, 2, 300, ("ours", *peers)),
            Contest(LOW, 0, 4, 300, everyone),
            Contest(HEIGHT, 8, 2, 300, ("ours",)),
        ]
    return [
        Contest(HEIGHT, 2, 10, 5000, ("ours", "ours, never down", "Dellacherie", "El-Tetris")),
        Contest(HEIGHT, 2, 1, 2000, peers),
        Contest(LOW, 0, 20, 2000, everyone),
        *(Contest(HEIGHT, falls, 1, 3000, ("ours",)) for falls in FASTER),
    ]


EVALUATIONS = Contest(LOW, 0, 20, 2000, tuple(f"{name} over two" for name in PUBLISHED))
"""How the evaluation of ours was chosen."""


def main() -> int:
    """Run the benchmark; exit status 2 if `--peer` does not hold the peer."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--quick", action="store_true", help="few and short games, under 1 min")
    options.add_argument("--evaluations", action="store_true", help="compare evaluations only")
    options.add_argument("--json", type=Path, help="write all figures to this file")
    options.add_argument("--peer", help="a folder with pytetris 1.0.0 in it")
    chosen = options.parse_args()
    if chosen.peer:
        if not (Path(chosen.peer) / "pytetris" / "ai.py").is_file():
            print(f"no pytetris/ai.py in {chosen.peer}")
            return 2
        sys.path.append(chosen.peer)
    else:
        print("peer pytetris: not given (--help says how to get it)")
    chosen_contests = contests(quick=chosen.quick, peer=bool(chosen.peer))
    if chosen.evaluations:
        chosen_contests = [EVALUATIONS]
    report = [contest.run() for contest in chosen_contests if contest.players]
    if chosen.json:
        document = {
            "benchmark": "quadrapassel",
            "machine": machine(),
            "peer": "pytetris 1.0.0" if chosen.peer else "not given",
            "contests": report,
        }
        chosen.json.write_text(json.dumps(document, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
