"""What our players of Sokoban hand in: solutions, the game's own logs, pictures, and an account."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

from drivers.window import GameWindow
from solvers import sokoban as solver
from solvers.sokoban import State


@dataclass(slots=True, kw_only=True)
class Level:
    """A level that is being walked.

    Attributes:
        name: In the names of its files.
        told: What the account says of it before it says whether it was solved.
        how: The way the player came to its moves.
        walked: The moves made.
        surprises: Pictures that showed something else than the rules had said.
    """

    name: str
    told: str
    how: str
    walked: str = ""
    surprises: int = 0


class Claim:
    """A level's files once it is left, `window_ids.log`, `solver.py`, and `summary.md`."""

    def __init__(self, results: Path, *, game_output: Path, window: GameWindow, title: str) -> None:
        """Name the window, and hand in the solver.

        Args:
            results: the folder for all of it.
            game_output: where the game writes its logs.
            window: the game's.
            title: the window's.
        """
        self._results = results
        self._game_output = game_output
        self._paragraphs: list[str] = []
        self._level = Level(name="", told="", how="")
        rect = window.rect
        self._window_line = f"window {window.id:#010x} {title!r} {rect.width}x{rect.height}\n"
        (results / "window_ids.log").write_text(self._window_line)
        shutil.copy(solver.__file__, results / "solver.py")

    def give_up(self, level: int, *, how: str) -> None:
        """Tell of a level that was not begun."""
        self._paragraphs.append(f"Level {level} was given up: {how}.")

    def begin_level(self, level: int, *, board: State, how: str) -> None:
        """Tell of a level that looks so, and how the player came to its moves."""
        told = f"Level {level} ({board.width}x{board.height}, {len(board.boxes)} boxes)"
        self._level = Level(name=f"level_{level}", told=told, how=how)

    def add(self, move: str, *, as_expected: bool) -> None:
        """Tell of a step, and whether the picture showed what the rules had said."""
        self._level.walked += move
        self._level.surprises += not as_expected

    def picture(self, moment: str) -> Path:
        """The picture of the level at a moment, such as `initial` or `final`."""
        return self._results / f"{self._level.name}_{moment}.png"

    @property
    def step_picture(self) -> Path:
        """The picture of the level after the steps made so far."""
        return self.picture(f"step_{len(self._level.walked):04d}")

    def end_level(self, board: State) -> None:
        """Write the solution, copy what the game wrote, and compare the two; `board` is left."""
        level, name, walked = self._level, self._level.name, self._level.walked
        (self._results / f"{name}_solution.txt").write_text(f"{walked}\n# moves={len(walked)}\n")
        for written in (f"{name}_moves.csv", f"{name}_result.json"):
            if (self._game_output / written).exists():
                shutil.copy(self._game_output / written, self._results / written)
        result = self._results / f"{name}_result.json"
        history = json.loads(result.read_text())["history"] if result.exists() else ""
        verify = {
            "solver_solution": walked,
            "game_history": history,
            "match": walked == history,
            "extra_moves": len(history) - len(walked),
        }
        text = json.dumps(verify, indent=1) + "\n"
        (self._results / f"{name}_verify.json").write_text(text)
        with (self._results / "window_ids.log").open("a") as log:
            log.write(f"{name.replace('_', ' ')} {self._window_line}")
        solved = "solved" if board.boxes == board.goals else "not solved"
        self._paragraphs.append(
            f"{level.told}: {solved}. {level.how}; {level.surprises} surprises."
        )

    def finish(self) -> None:
        """Write the account of the play."""
        summary = SUMMARY.format(levels="\n\n".join(self._paragraphs))
        (self._results / "summary.md").write_text(summary)


SUMMARY = """# Sokoban, level by level

{levels}

The player saw the board as pixels only. To solve a level it searches over pushes, not steps:
positions that differ only in where the player stands within its reach are one. Sokoban has few good
pushes and many fatal ones, so what makes such a search fit is what it refuses to look at (squares
from which no goal can be reached, boxes that block each other for good) and the order in which it
looks at the rest (fewest pushes still to make, by a matching of boxes to goals). `solver.py` beside
this file is that search.
"""
