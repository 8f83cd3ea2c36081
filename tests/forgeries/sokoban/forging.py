"""The register of GAM 5's forgeries, and the tools that know its deliverables."""

from pathlib import Path

from tests.forgeries.forging import Register, change_json

SEED = 7
OTHER_SEED = 8
"""A seed that lays out levels 1 and 2 in other symmetries than SEED."""

ENDS_SHOWN = {"initial_was_shown", "final_was_shown", "final_board_is_solved"}
LEVEL_PROOFS = {"solution_solves_level", "keys_were_delivered", *ENDS_SHOWN}
LEVEL_PROOFS |= {"game_wrote_the_log", "accounts_agree"}
NO_SOLVER = {"solver_exists": 0.0, "solver_lines": 0.0, "solver_parses": 0.0}
UNSOLVED = {"levels_solved": 0.5, "levels_actually_solved": 0.5}

FORGERIES = Register()
forgery = FORGERIES.add


def results(item: Path) -> Path:
    """The folder of deliverables."""
    return item / "workspace" / "results"


def remove(item: Path, *patterns: str) -> None:
    """Delete deliverables."""
    for pattern in patterns:
        for path in results(item).glob(pattern):
            path.unlink()


def both(item: Path, name: str) -> list[Path]:
    """A deliverable and the game's own copy of it, for forgers who reach both."""
    return [results(item) / name, item / "witness" / "game" / name]


def retell(item: Path, level: int, solution: str) -> None:
    """Hand in another solution, and a comparison that says it is the right one."""
    (results(item) / f"level_{level}_solution.txt").write_text(
        f"{solution}\n# moves={len(solution)}\n"
    )
    change_json(results(item) / f"level_{level}_verify.json", solver_solution=solution)


def solution_of(item: Path, level: int) -> str:
    """The solution handed in for a level."""
    return (results(item) / f"level_{level}_solution.txt").read_text().splitlines()[0]
