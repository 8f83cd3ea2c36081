"""The program: its options, its main loop, its exit status."""

import argparse
import sys
from pathlib import Path
from random import Random
from typing import NoReturn

import pygame

from games.anagramarama import layout, scenery, words
from games.anagramarama.clock import BEAT_S, Clock
from games.anagramarama.errors import GameError
from games.anagramarama.keyboard import Click, Keyboard, Press
from games.anagramarama.log import Log
from games.anagramarama.picture import Painter
from games.anagramarama.rules import Game
from games.anagramarama.session import Session
from games.anagramarama.window import Window

FRAME_S = 1 / 60
"""A picture so often while letters move."""

LONGEST_S = 5999
"""The clock has two digits for minutes."""

OPTIONS = """[--word WORD | --seed-file FILE] [--words FILE ...] [--seconds 300] [--log CSV]
       [--seed N] [--title TEXT]"""
HELP = """Find the words that hide in a row of letters.

Keys: letters spell, Return submits, Backspace takes a letter back, Escape all of them, Space
shuffles, PageUp and PageDown turn the answers' pages, F1 takes the whole screen. Everything can be
clicked too. A word is worth a point a letter; all of them found doubles the round."""


class Options(argparse.ArgumentParser):
    """An argument parser whose complaints are one line."""

    def error(self, message: str) -> NoReturn:
        """Say what is wrong, as of any other bad input."""
        raise GameError(f"{message} (expected {' '.join(OPTIONS.split())})")


def read_options(arguments: list[str]) -> argparse.Namespace:
    """Return the options of a command line.

    Raises:
        GameError: It is none of ours.
    """
    parser = Options(
        usage=f"python {sys.argv[0]} {OPTIONS}",
        description=HELP,
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    roots = parser.add_mutually_exclusive_group()
    roots.add_argument("--word", metavar="WORD", help="the root: 7 to 9 letters")
    roots.add_argument("--seed-file", metavar="FILE", type=Path, help="a file with the root in it")
    parser.add_argument(
        "--words",
        metavar="FILE",
        nargs="+",
        action="extend",
        type=Path,
        help=f"lists with a word a line (default: {' '.join(words.DICTIONARIES)})",
    )
    parser.add_argument("--seconds", type=int, default=300, help="how long a round lasts")
    parser.add_argument("--log", metavar="CSV", type=Path, help="keep a log of the words submitted")
    parser.add_argument("--seed", type=int, metavar="N", help="the same letters and roots again")
    parser.add_argument("--title", default="Anagramarama", metavar="TEXT", help="of the window")
    options = parser.parse_args(arguments)
    if not 1 <= options.seconds <= LONGEST_S:
        raise GameError(f"--seconds {options.seconds}: no time (expected 1 to {LONGEST_S})")
    return options


def play(options: argparse.Namespace, log: Log) -> None:
    """Play until the user quits.

    Raises:
        GameError: A file, the root or the display is at fault.
        OSError: The log cannot be written any more.
    """
    accepted = words.read_words(options.words or map(Path, words.DICTIONARIES))
    root = words.check_root(options.word, place="--word: ") if options.word is not None else None
    if options.seed_file:
        root = words.read_root(options.seed_file)
    game = Game(words=accepted, root=root, chance=Random(options.seed), record=log.add)
    window = Window(options.title, icon=scenery.icon())
    clock = Clock()
    session = Session(game, seconds=options.seconds, chance=Random(options.seed), now=clock.now())
    run(session, window, clock)
    log.add("", "quit", game.total)


def run(session: Session, window: Window, clock: Clock) -> None:
    """Play by a clock until the user quits."""
    keyboard, painter = Keyboard(), Painter()
    picture = pygame.Surface(layout.PICTURE, 0, 32)
    while True:
        # one moment for all of it: else a slide that ends meanwhile stops short
        now = clock.now()
        session.tick(now)
        painter.draw(picture, session.game, session.view(now))
        window.show(picture)
        events = await_events(max(FRAME_S, session.rest(now)), clock)
        session.tick(clock.now())
        for act in keyboard.acts(events):
            if isinstance(act, Press) and act.key == pygame.K_F1:
                window.toggle_fullscreen()
                continue
            at = window.on_picture(act.x, act.y) if isinstance(act, Click) else (0.0, 0.0)
            if not session.do(act, at=at, now=clock.now()):
                return
        if any(event.type == pygame.QUIT for event in events):
            return


def await_events(seconds: float, clock: Clock) -> list[pygame.Event]:
    """Return all events that are there, at the latest after so many seconds of the clock."""
    until = clock.now() + seconds
    while (left := until - clock.now()) > 0:
        first = pygame.event.wait(max(1, round(1000 * min(left, BEAT_S))))
        if first.type != pygame.NOEVENT:
            return [first, *pygame.event.get()]
    return pygame.event.get()


def main(arguments: list[str]) -> int:
    """Run the program; its exit status."""
    try:
        options = read_options(arguments)
        log = Log(options.log)
        try:
            play(options, log)
        finally:
            log.close()
    except GameError as error:
        print(error, file=sys.stderr)
        return 2
    except OSError as error:
        name = error.filename or "log"  # a full disk has no file name
        print(f"{name}: {error.strerror} (expected a writable path)", file=sys.stderr)
        return 2
    finally:
        pygame.quit()
    return 0
