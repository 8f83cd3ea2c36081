"""Whether the program that was played is this repository's own game, as the harness starts it."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath

from graders.anagramarama.words import AMERICAN, BRITISH
from graders.errors import Unreadable
from graders.files import quoted
from graders.process import python_modified
from graders.witness import Witness

GAME = ("games", "anagramarama")
SECONDS = 300
"""Of a round."""

_LISTS = (str(AMERICAN), str(BRITISH))


@dataclass(frozen=True, slots=True)
class Started:
    """How the game was started.

    Attributes:
        python: The interpreter as it was called.
        program: The game.
        item: The folder of the run; what players can write lies in it, and no program of ours.
        log: The name of the log in the game's own folder.
    """

    python: PurePosixPath
    program: PurePosixPath
    item: PurePosixPath
    log: str


def started(witness: Witness) -> Started:
    """How the record says that the game was started.

    Raises:
        Unreadable: It does not say so, or not as the harness starts our game.
    """
    if not witness.processes:
        raise Unreadable("the record does not tell which program was played")
    python, *arguments = witness.processes[0].cmdline or ("",)
    match arguments:
        case [program, "--seed-file", seed, "--words", american, "--words", british, *rest]:
            path, item = PurePosixPath(program), PurePosixPath(seed).parent.parent.parent
            wanted = ["--seconds", str(SECONDS), "--log", *rest[3:4], "--seed", *rest[5:6]]
            log = PurePosixPath(rest[3] if rest == wanted else "")
            given = (seed, str(log.parent), path.parts[-2:], (american, british))
            if given == (f"{item}/workspace/exec/seed.txt", f"{item}/witness/game", GAME, _LISTS):
                return Started(PurePosixPath(python), path, item, log.name)
    raise Unreadable(f"it was started with {quoted(' '.join(arguments), 200)}")


def other_game(witness: Witness) -> Iterator[str]:
    """What differs from our game as the harness starts it, one phrase each.

    Raises:
        Unreadable: Its command line does.
    """
    told = started(witness)
    yield from python_modified(witness, python=told.python, item=told.item)
    if told.program.is_relative_to(told.item):
        yield f"{quoted(told.program, 80)} lies in the run's own folder"
