"""Pictures of other moments than they are handed in for, or of other plays."""

import shutil
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from games.anagramarama import layout
from tests.forgeries.anagramarama.evidence import Play, build, play_all
from tests.forgeries.anagramarama.forging import (
    OTHER_SEED,
    first_words,
    forgery,
    replay,
    shot,
)
from tests.forgeries.record import read_events


@forgery("score_adds_up", "report_agrees")
def final_before_the_end(item: Path) -> None:
    """A picture of a moment before the last words."""
    shutil.copyfile(frames(item)[-3], shot(item, "final"))


def frames(item: Path) -> list[Path]:
    """The recorded pictures, in order."""
    names = [event["frame"] for event in read_events(item) if event["kind"] == "frame"]
    return [item / "witness" / "frames" / name for name in names]


@forgery("score_adds_up", "screenshots_were_shown", "report_agrees")
def pictures_exchanged(item: Path) -> None:
    """The end is handed in as the middle, the middle as the end."""
    kept = item / "kept.png"
    shutil.copyfile(shot(item, "final"), kept)
    shutil.copyfile(shot(item, "midgame"), shot(item, "final"))
    kept.rename(shot(item, "midgame"))


@forgery("screenshots_were_shown")
def final_twice(item: Path) -> None:
    """The end is handed in as the middle, too."""
    shutil.copyfile(shot(item, "final"), shot(item, "midgame"))


@forgery("score_adds_up", "screenshots_were_shown")
def initial_twice(item: Path) -> None:
    """The start is handed in as the middle, too."""
    shutil.copyfile(shot(item, "initial"), shot(item, "midgame"))


@forgery("letters_were_shown", "screenshots_were_shown")
def midgame_as_initial(item: Path) -> None:
    """The middle is handed in as the start, too."""
    shutil.copyfile(shot(item, "midgame"), shot(item, "initial"))


@forgery("letters_were_shown", "screenshots_were_shown")
def final_as_initial(item: Path) -> None:
    """The end is handed in as the start: all letters are in the tray again."""
    shutil.copyfile(shot(item, "final"), shot(item, "initial"))


@forgery("letters_were_shown", "screenshots_were_shown")
def initial_of_another_play(item: Path) -> None:
    """The start of another seed's round."""
    with tempfile.TemporaryDirectory() as folder:
        build(Path(folder) / "item", seed=OTHER_SEED, player=first_words)
        shutil.copyfile(shot(Path(folder) / "item", "initial"), shot(item, "initial"))


def begun(play: Play, words: Sequence[str]) -> Iterator[str]:
    """The first letter is typed before the first picture is taken."""
    play.key(words[0][0])
    yield from play_all(play, words)


@forgery("letters_were_shown")
def initial_after_a_key(item: Path) -> None:
    """The start was pictured after the first letter."""
    replay(item, begun)


def early(play: Play, words: Sequence[str]) -> Iterator[str]:
    """The second picture is taken before the first word."""
    yield "initial"
    play.key("space")
    yield "midgame"
    for picture in play_all(play, words):
        yield "final" if picture == "final" else ""


@forgery("score_adds_up")
def midgame_before_the_first_word(item: Path) -> None:
    """A picture without a point, after the letters were mixed."""
    replay(item, early)


def late(play: Play, words: Sequence[str]) -> Iterator[str]:
    """The first pictures are taken, in turn, after the first words."""
    for word in words[:9]:
        play.key(*word, "Return")
        yield ""
    yield from play_all(play, words)


@forgery("letters_were_shown", "screenshots_were_shown")
def initial_after_some_words(item: Path) -> None:
    """The start was pictured after nine words."""
    replay(item, late)


def another_round(play: Play, words: Sequence[str]) -> Iterator[str]:
    """A second round, which takes the score along, and the last picture of that."""
    for picture in play_all(play, words):
        yield "" if picture == "final" else picture
    play.click(layout.NEW)
    yield "final"


@forgery("screenshots_were_shown")
def final_of_another_round(item: Path) -> None:
    """NEW takes the points along, so that the next round shows them, too."""
    replay(item, another_round)
