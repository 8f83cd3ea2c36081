"""Whether the program that was played is the repository's Sokoban, as the harness starts it."""

from collections.abc import Iterator
from pathlib import PurePosixPath

from graders.files import quoted
from graders.process import python_modified
from graders.witness import Witness

GAME = "workspace/exec/sokoban_game.py"
"""Where the harness lays the game out, below the run's folder."""

_LEVELS = (1, 2, 3)


def other_game(witness: Witness) -> Iterator[str]:
    """What differs from our game as the harness starts it, one phrase each."""
    if not witness.processes:
        yield "the record does not tell which program was played"
        return
    python, *arguments = witness.processes[0].cmdline or ("",)
    game = PurePosixPath(*arguments[:1])
    item = game.parents[2] if len(game.parents) > 2 else game
    if arguments != [f"{item}/{GAME}", *_arguments(item)]:
        yield f"it was started with {quoted(' '.join(arguments), 200)}"
    yield from python_modified(witness, python=PurePosixPath(python), item=item)


def _arguments(item: PurePosixPath) -> list[str]:
    """How the game is started in a run's folder."""
    written = f"{item}/witness/game/level_{{level}}"
    return [
        *("--level", *(f"{item}/workspace/exec/levels/level_{level}.sok" for level in _LEVELS)),
        *("--log", f"{written}_moves.csv"),
        *("--result", f"{written}_result.json"),
        *("--title", "Sokoban"),
    ]
