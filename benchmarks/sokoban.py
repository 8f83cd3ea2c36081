"""Sokoban levels solved within a limit, beside a peer, on the levels of Debian's cavepacker-data.

    python -m benchmarks.sokoban [--quick] [--json FILE] [--sets SET ...] [--seconds 60]
                                 [--clock wall|cpu] [--peer PYTHON]

Every level is solved in a process of its own, one at a time, so that peak memory and CPU seconds
are that level's alone (start-up of the interpreter is in the memory, not in the seconds). The
limit counts wall seconds; `--clock cpu` counts the process's CPU seconds instead, for a machine
that others use too. Solutions are replayed here, by rules of our own, before they count.

The peer is sokosolve (C core under Python; https://github.com/yahiaetman/sokosolve), greedy
best-first, if `--peer` names a Python that has it:
`python3 -m venv peer && peer/bin/pip install git+https://github.com/yahiaetman/sokosolve`.
"""

import argparse
import json
import re
import subprocess
import sys
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from math import ceil
from pathlib import Path
from typing import Any

from benchmarks.machine import machine
from solvers.sokoban import MOVES, State, parse

MAPS = Path("/usr/share/games/cavepacker/maps")
SETS = ("microban01", "microban02", "xsokoban", "sasquatch01")
EARLY_S = 10.0
QUICK_S = 2.0
QUICK_STEP = 16
"""`--quick` solves every sixteenth level of a set."""

HEAD = """
import json, os, resource, signal, sys, time
wall_limit, cpu_limit = float(sys.argv[1]), int(sys.argv[2])
def say(status, moves, nodes):
    print(json.dumps({
        "status": status, "moves": moves, "nodes": nodes,
        "wall_s": time.perf_counter() - wall, "cpu_s": time.process_time() - cpu,
        "peak_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }), flush=True)
def stop(*_):
    say("limit", "", 0)
    os._exit(0)
signal.signal(signal.SIGXCPU, stop)
"""
OURS = """
from solvers.sokoban import parse, solve
state = parse(sys.stdin.read())
wall, cpu = time.perf_counter(), time.process_time()
resource.setrlimit(resource.RLIMIT_CPU, (cpu_limit, cpu_limit + 1))
result = solve(state, seconds=wall_limit)
say(result.status, result.moves, result.nodes)
"""
PEER = """
from sokosolve import SokobanSolver
rows = sys.stdin.read().splitlines()
width = max(map(len, rows))
tiles = str.maketrans({" ": ".", "#": "W", "@": "A", "$": "1", ".": "0", "*": "g"})
solver = SokobanSolver(width, len(rows), 16_000_000)
assert solver.parse_level("".join(row.ljust(width) for row in rows).translate(tiles))
wall, cpu = time.perf_counter(), time.process_time()
resource.setrlimit(resource.RLIMIT_CPU, (cpu_limit, cpu_limit + 1))
result = solver.solve_astar(1.0, 0.0, 0)
actions = result.actions or ""
say("solved" if result.solved else "limit",
    (actions.decode() if isinstance(actions, bytes) else actions).upper(), result.iterations)
"""


@dataclass(frozen=True, slots=True)
class Play:
    """One level by one solver; moves and pushes are 0 unless solved."""

    level: str
    status: str
    moves: int
    pushes: int
    nodes: int
    wall_s: float
    cpu_s: float
    peak_mb: float


@dataclass(frozen=True, slots=True)
class Rules:
    """How a level is run: a Python, its program, and the limit in seconds of a clock."""

    python: str
    program: str
    seconds: float
    clock: str

    def solve(self, path: Path) -> Play:
        """Solve one level in a process of its own."""
        text = path.read_text()
        state = parse(text)
        # The kernel ends the process by its CPU seconds, never more than its wall seconds.
        shared = self.clock == "cpu"
        wall, cpu = self.seconds * (4 if shared else 1), ceil(self.seconds) + (0 if shared else 1)
        board = "\n".join(line for line in text.splitlines() if not line.startswith(";"))
        try:
            done = subprocess.run(
                [self.python, "-c", HEAD + self.program, str(wall), str(cpu)],
                input=board.strip("\n"),
                capture_output=True,
                text=True,
                check=False,
                timeout=wall + 5,
                cwd=Path(__file__).parents[1],
            )
        except subprocess.TimeoutExpired:
            return Play(path.stem, "killed", 0, 0, 0, wall, wall, 0.0)
        if done.returncode < 0:
            return Play(path.stem, "killed", 0, 0, 0, self.seconds, self.seconds, 0.0)
        if done.returncode:
            raise RuntimeError(f"{path.stem}: {self.python} failed: {done.stderr.strip()}")
        said: dict[str, Any] = json.loads(done.stdout)
        pushes = replay(state, said["moves"]) if said["status"] == "solved" else None
        status = said["status"]
        if status == "solved" and pushes is None:
            status = "wrong"
        if said[f"{self.clock}_s"] > self.seconds and status == "solved":
            status, pushes = "late", None
        return Play(
            level=path.stem,
            status=status,
            moves=len(said["moves"]) if pushes is not None else 0,
            pushes=pushes or 0,
            nodes=said["nodes"],
            wall_s=round(said["wall_s"], 3),
            cpu_s=round(said["cpu_s"], 3),
            peak_mb=round(said["peak_mb"], 1),
        )


def replay(state: State, moves: str) -> int | None:
    """Pushes of a solution; None if it breaks a rule or leaves a box off the goals."""
    (row, column), boxes, pushes = state.player, set(state.boxes), 0
    for letter in moves:
        dr, dc = MOVES[letter]
        row, column = row + dr, column + dc
        if (row, column) in boxes:
            ahead = (row + dr, column + dc)
            if ahead in boxes or ahead in state.walls:
                return None
            boxes.remove((row, column))
            boxes.add(ahead)
            pushes += 1
        if (row, column) in state.walls:
            return None
    return pushes if boxes == state.goals else None


def shipped_moves(path: Path) -> str:
    """The solution that the package ships with a level, as upper-case letters."""
    moves = path.with_suffix(".sol").read_text()
    while True:  # run lengths: 3l, and groups 2(dllu), innermost first
        plain = re.sub(r"(\d+)([a-zA-Z])", lambda m: m[2] * int(m[1]), moves)
        plain = re.sub(r"(\d*)\(([a-zA-Z]*)\)", lambda m: m[2] * int(m[1] or 1), plain)
        if plain == moves:
            return "".join(letter for letter in moves.upper() if letter in MOVES)
        moves = plain


def shipped(path: Path) -> tuple[int, int]:
    """Moves and pushes of the shipped solution."""
    moves = shipped_moves(path)
    pushes = replay(parse(path.read_text()), moves)
    if pushes is None:
        raise ValueError(f"{path.stem}: the shipped solution does not solve the level")
    return len(moves), pushes


def summary(
    plays: Sequence[Play], known: dict[str, tuple[int, int]], rules: Rules
) -> dict[str, Any]:
    """The figures of one set by one solver; the shipped ones are of the levels it solved."""
    solved = [play for play in plays if play.status == "solved"]
    seconds = [getattr(play, f"{rules.clock}_s") for play in solved]
    return {
        "levels": len(plays),
        f"within_{min(EARLY_S, rules.seconds):g}_s": sum(s <= EARLY_S for s in seconds),
        f"within_{rules.seconds:g}_s": len(solved),
        "total_wall_s": round(sum(play.wall_s for play in plays), 1),
        "total_cpu_s": round(sum(play.cpu_s for play in plays), 1),
        "moves": sum(play.moves for play in solved),
        "shipped_moves": sum(known[play.level][0] for play in solved),
        "pushes": sum(play.pushes for play in solved),
        "shipped_pushes": sum(known[play.level][1] for play in solved),
        "peak_mb": max(play.peak_mb for play in plays),
        "unsolved": [play.level for play in plays if play.status != "solved"],
    }


def say(name: str, who: str, figures: dict[str, Any]) -> None:
    """Print one line of figures."""
    within = ", ".join(
        f"{n} {key.replace('_', ' ')}" for key, n in figures.items() if "within" in key
    )
    print(
        f"{name:<11} {who:<9} {figures['levels']} levels: {within}; "
        f"{figures['total_wall_s']} s wall, {figures['total_cpu_s']} s CPU; "
        f"moves {figures['moves']} (shipped {figures['shipped_moves']}), "
        f"pushes {figures['pushes']} (shipped {figures['shipped_pushes']}); "
        f"peak {figures['peak_mb']:.0f} MB"
    )


def run(sets: Iterable[str], solvers: dict[str, Rules], *, quick: bool) -> dict[str, Any]:
    """Solve the sets by every solver, with a line for each level that took a second or failed."""
    report: dict[str, Any] = {}
    for name in sets:
        paths = sorted(MAPS.glob(f"{name}*.sok"))[:: QUICK_STEP if quick else 1]
        known = {path.stem: shipped(path) for path in paths}
        report[name] = {"shipped": known}
        for who, rules in solvers.items():
            plays = []
            for path in paths:
                play = rules.solve(path)
                plays.append(play)
                if play.status != "solved" or play.wall_s >= 1:
                    print(
                        f"  {who} {play.level}: {play.status}, {play.wall_s:.1f} s wall, "
                        f"{play.cpu_s:.1f} s CPU, {play.nodes} nodes, {play.peak_mb:.0f} MB",
                        flush=True,
                    )
            figures = summary(plays, known, rules)
            report[name][who] = {**figures, "plays": [asdict(play) for play in plays]}
            say(name, who, figures)
    return report


def main() -> int:
    """Run the benchmark; exit status 2 when the levels are missing."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--quick", action="store_true", help="a sample, 2 s a level, under 1 min")
    options.add_argument("--json", type=Path, help="write all figures to this file")
    options.add_argument("--sets", nargs="+", default=SETS, help=f"default {' '.join(SETS)}")
    options.add_argument("--seconds", type=float, default=60.0, help="limit a level (default 60)")
    options.add_argument(
        "--clock", choices=("wall", "cpu"), default="wall", help="what the limit counts"
    )
    options.add_argument("--peer", help="a Python that has sokosolve")
    chosen = options.parse_args()
    missing = [name for name in chosen.sets if not any(MAPS.glob(f"{name}*.sok"))]
    if missing:
        print(f"no levels {missing[0]}* in {MAPS}: install the Debian package cavepacker-data")
        return 2
    seconds = QUICK_S if chosen.quick else chosen.seconds
    solvers = {"ours": Rules(sys.executable, OURS, seconds, chosen.clock)}
    if chosen.peer:
        solvers["sokosolve"] = Rules(chosen.peer, PEER, seconds, chosen.clock)
    else:
        print("peer sokosolve: not installed (--help says how to get it)")
    print(f"{seconds:g} s a level by the {chosen.clock} clock, one process a level")
    report = run(chosen.sets, solvers, quick=chosen.quick)
    if chosen.json:
        document = {
            "benchmark": "sokoban",
            "machine": machine(),
            "versions": {"python": sys.version.split()[0], "cavepacker-data": package_version()},
            "clock": chosen.clock,
            "seconds": seconds,
            "peer": "sokosolve (git)" if chosen.peer else "not installed",
            "sets": report,
        }
        chosen.json.write_text(json.dumps(document, indent=1))
    return 0


def package_version() -> str:
    """The version of the level package, or "unknown" where there is no dpkg."""
    try:
        asked = subprocess.run(
            ["dpkg-query", "-W", "-f", "${Version}", "cavepacker-data"],
            capture_output=True,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        return "unknown"
    return asked.stdout or "unknown"


if __name__ == "__main__":
    sys.exit(main())
