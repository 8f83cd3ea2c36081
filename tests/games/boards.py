"""States of Anagramarama by lot, their pictures, and how text recognition reads them.

`python -m tests.games.boards 300` draws so many states and tells how many scores were misread.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path
from random import Random

import numpy as np
import pygame
from numpy.typing import NDArray
from PIL import Image

from games.anagramarama import layout, words
from games.anagramarama.picture import Painter, View, letter_goals
from games.anagramarama.rules import Ending, Game, Round

SCORE = re.compile(r"score[^0-9]{0,15}(\d{1,4})", re.IGNORECASE)
"""How the contract finds the score in what was recognised."""

LISTS = [Path(name) for name in words.DICTIONARIES]


def ignore(word: str, verdict: str, score: int) -> None:
    """Take a row of the log and keep none."""


def a_game(root: str, accepted: list[str], *, seed: int = 1) -> Game:
    """A game on a root, without a log."""
    return Game(words=accepted, root=root, chance=Random(seed), record=ignore)


def enter(game: Game, *entered: str) -> None:
    """Spell words and submit each, beginning with an empty guess."""
    for word in entered:
        game.round.clear()
        for letter in word:
            game.round.type(letter)
        assert game.round.word == word
        game.submit()


@cache
def painter() -> Painter:
    """The one that paints all pictures: its ground takes a while."""
    return Painter()


def drawn(game: Game, *, seconds: int = 300, page: int = 0) -> NDArray[np.uint8]:
    """The picture of a game whose letters stand still, 600 x 800 x 3."""
    sheet = pygame.Surface(layout.PICTURE, 0, 32)
    view = View(seconds=seconds, page=page, letters=letter_goals(game.round))
    painter().draw(sheet, game, view)
    return np.frombuffer(pygame.image.tobytes(sheet, "RGB"), np.uint8).reshape(600, 800, 3)


def pages(played: Round) -> int:
    """How many pages the answers fill."""
    return layout.places([len(word) for word in played.answers])[-1].page + 1


def states(seed: int) -> Iterator[Game]:
    """Games in every state that a picture can show, with scores from 1 to 9999."""
    accepted, chance = words.read_words(LISTS), Random(seed)
    for number in range(sys.maxsize):
        length = chance.choice([7, 8, 9, 9, 9])
        game = Game(
            words=accepted,
            root=words.draw_root(accepted, length=length, chance=chance),
            chance=chance,
            record=ignore,
        )
        play_some(game, kind=number % 6, chance=chance)
        most = chance.choice([1, 10, 100, 1000, 9999 - game.total])
        game.carried = chance.randrange(max(1, most))
        if 0 < game.total <= 9999:
            yield game


def play_some(game: Game, *, kind: int, chance: Random) -> None:
    """Find a share of the words, then leave the game in one of six states."""
    played = game.round
    share = chance.choice([0.01, 0.05, 0.2, 0.5, 0.9])
    some = chance.sample(played.answers, max(1, int(share * len(played.answers))))
    enter(game, *some)
    if played.ending:
        return
    if kind == 0:  # a guess that is no word; the first's sign stays otherwise
        enter(game, "".join(chance.sample(sorted(played.root), len(played.root))))
    elif kind == 1:
        enter(game, some[0])
    elif kind == 2:
        played.clear()
        for letter in chance.sample(sorted(played.root), chance.randint(1, len(played.root))):
            played.type(letter)
    elif kind == 3:
        enter(game, *[word for word in played.answers if word not in played.found])
    elif kind == 4:
        game.end(chance.choice([Ending.SOLVED, Ending.TIME]))


def recognised(picture: NDArray[np.uint8]) -> str:
    """What tesseract makes of a whole picture as it is."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "picture.png")
        Image.fromarray(picture).save(path)
        return subprocess.run(
            ["tesseract", str(path), "stdout"],
            capture_output=True,
            text=True,
            check=True,
            timeout=60,
            env={**os.environ, "OMP_THREAD_LIMIT": "1"},
        ).stdout


def score_in(text: str) -> int | None:
    """The score that the contract's expression finds."""
    found = SCORE.search(text)
    return int(found[1]) if found else None


def main(count: int, seed: int) -> None:
    """Measure."""
    chance, seen, wrong = Random(seed), Counter[str](), list[str]()
    for game in islice(states(seed), count):
        shown = drawn(game, seconds=chance.randrange(301), page=chance.randrange(pages(game.round)))
        text = recognised(shown)
        seen.update(
            word for word in ("score", "time", "found", "letters", "level") if word in text.lower()
        )
        if score_in(text) != game.total:
            wrong.append(f"{game.round.root}: {game.total} was read as {score_in(text)}: {text!r}")
            Image.fromarray(shown).save(f"misread-{len(wrong)}.png")
    print(*wrong, f"{len(wrong)} of {count} scores misread; captions read: {dict(seen)}", sep="\n")


if __name__ == "__main__":
    main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 1)
