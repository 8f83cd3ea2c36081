"""What a task is: one frozen value that names its parts."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from drivers.launch import Program
from drivers.window import GameWindow
from graders.judging.judge import Judge
from graders.verdict import Verdict


@dataclass(frozen=True, slots=True, kw_only=True)
class Desk:
    """Everything a player has: a window to look at and act in, and two folders.

    Attributes:
        window: The game's window, focused.
        results: The folder of the workspace that takes what is delivered.
        game_output: What the game itself writes; to read only.
    """

    window: GameWindow
    results: Path
    game_output: Path


Player = Callable[[Desk], None]


class Grade(Protocol):
    """A task's grader: files in, verdict out."""

    def __call__(
        self,
        workspace: Path,
        *,
        witness: Path | None = None,
        seed: int | None = None,
        judge: Judge | None = None,
    ) -> Verdict:
        """Grade the claim in `workspace` against `witness` and the truth of `seed`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """One game with its contract.

    Attributes:
        id: The contract's id.
        title: For people.
        budget_s: Seconds a player has.
        provision: Fits the fresh workspace to a seed: `(workspace, seed)`.
        program: The command that starts the game: `(workspace, game_output)`.
        players: Our own players by name; `null`, which does nothing, needs no entry.
        grade: The grader.
        pictures: Patterns of the delivered pictures that tell a reader how a play went, in the
            order to be shown, relative to the workspace; of all that fit one, the middle one is.
        seeded_by_device: Whether the game draws from the seeded device; if so it is unseeded where
            no sandbox can bind it.
        results: Folder of the workspace for the deliverables; "" is the workspace itself.
        packages: Names of Debian packages and Python distributions whose versions matter for this
            game.
    """

    id: str
    title: str
    budget_s: float
    provision: Callable[[Path, int], None]
    program: Callable[[Path, Path], Program]
    players: Mapping[str, Player]
    grade: Grade
    pictures: tuple[str, ...]
    seeded_by_device: bool
    results: str = "results"
    packages: tuple[str, ...] = ()
