"""GAM 11 with the original in the place of our game, for whoever has it and asks for it.

Its roots have seven letters, its score has no caption, and it keeps no log: so the contract's task
cannot be solved in it. A play shows how far the player gets, and the verdict what does not hold.
"""

from dataclasses import replace
from functools import partial
from pathlib import Path

from drivers.launch import Program
from solvers.anagramarama import Lexicon, State
from suites.task import Task

NOTE = """
This was no game of ours: the root has not nine letters. If it was the original, then its score has
no caption and there is no log of it, and what the contract says of them cannot hold either. What
was tried and is missed is not on its own list of words.
"""


def in_its_place(task: Task, binary: Path) -> Task:
    """The task with that program for its game."""
    return replace(
        task,
        provision=provision,
        program=partial(program, binary=binary),
        packages=("tesseract-ocr",),
    )


def provision(workspace: Path, seed: int) -> None:
    """Say nothing of the root: the original draws its own."""
    (workspace / "exec" / "seed.txt").write_text("")


def program(workspace: Path, game_output: Path, *, binary: Path) -> Program:
    """The original as a user would start it.

    With SDL's own drawing its first window stays; with OpenGL another one takes its place.
    """
    drawing = ("SDL_RENDER_DRIVER=software", "SDL_FRAMEBUFFER_ACCELERATION=0")
    return Program(argv=("env", *drawing, str(binary)), title="Anagramarama")


def root_of(state: State, lexicon: Lexicon) -> str:
    """A word of all letters, as the original does not say which one it drew; else the letters."""
    words = (word.text for word in lexicon.sub_words(state.letters))
    return next((word for word in words if len(word) == len(state.letters)), state.letters)


def think(state: State, lexicon: Lexicon) -> str | None:
    """The longest word left: seven letters make few and short ones, so none is too short to try."""
    words = (word.text for word in lexicon.sub_words(state.letters) if state.seconds_left)
    return next((word for word in words if word not in state.found | state.rejected), None)
