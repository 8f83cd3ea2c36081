"""Synthetic evidence: a complete honest item folder of GAM 11, made without a display or a player.

The game's own code applies keys and clicks, writes its log and draws the pictures; the witness's
lines are composed here. This shows what graders make of honest evidence. It is no end-to-end test:
nothing in it went through an X server.
"""

import csv
import hashlib
import json
import random
import shutil
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import takewhile
from pathlib import Path

import pygame
from PIL import Image

from games.anagramarama import layout
from games.anagramarama.keyboard import Click, Press
from games.anagramarama.log import Log
from games.anagramarama.picture import Painter
from games.anagramarama.rules import Game as Rounds
from games.anagramarama.session import Session
from graders.anagramarama.truth import root_word
from graders.anagramarama.words import AMERICAN, BRITISH, installed, sub_words
from tests.forgeries.record import RUN, UNDISTURBED, Event, write_events

ROOT = Path(__file__).parents[3]
SEED = 11
"""Its root has few words, so that a whole round is soon played."""

PID, PLAYER, CLIENT = 4242, 4300, 0x1600000
WINDOW = CLIENT + 3
RECT = (560, 240, *layout.PICTURE)
SCREEN = (1920, 1080)
LOG = "rounds.csv"
KEYS = {
    "Return": pygame.K_RETURN,
    "BackSpace": pygame.K_BACKSPACE,
    "Escape": pygame.K_ESCAPE,
    "space": pygame.K_SPACE,
} | {letter: ord(letter) for letter in "abcdefghijklmnopqrstuvwxyz"}
SHOTS = ("initial", "midgame", "final")
CANDIDATES = ("word", "length", "in_system_dict", "subset_ok")
ENTERED = ("ts_iso", "word", "accepted")


class Recorder:
    """Composes the lines of ``witness/events.jsonl`` while the game's own code plays."""

    def __init__(self, witness: Path) -> None:
        python = sys.executable
        process: Event = {"kind": "process", "pid": PID, "exe": str(Path(python).resolve())}
        process |= {"cmdline": command_line(python), "mapped": ["/usr/lib/libm.so.6"]}
        self.process = process | {"environment": {"PYTHONDONTWRITEBYTECODE": "1"}} | UNDISTURBED
        self.events: list[Event] = [
            {"kind": "start", "display": ":99", "screen": list(SCREEN)}
            | {"sandbox": "bwrap", "seeded": True},
            self.process,
            {"kind": "window", "window": WINDOW, "client": CLIENT, "title": "Anagramarama"}
            | {"pid": PID, "rect": [*RECT]},
            {"kind": "file", "name": LOG, "pid": PID},
        ]
        self._frames = witness / "frames"
        self._frames.mkdir(parents=True)
        self._clock, self._count, self._shown = 1000, 0, ""

    def key(self, keysym: str) -> None:
        """A key pressed and released on the keyboard, and delivered to the game's window."""
        for press in (True, False):
            self._clock += 5
            when = {"keysym": keysym, "server_ms": self._clock}
            event = "KeyPress" if press else "KeyRelease"
            frame = self._shown if press else None
            self.events += [
                {"kind": "key", "press": press, "keycode": 38, **when}
                | {"focus": WINDOW, "frame": frame},
                {"kind": "delivered", "event": event, "client": CLIENT, "window": WINDOW}
                | {**when, "synthetic": False},
            ]

    def click(self, x: int, y: int) -> None:
        """The left button pressed and released at (x, y) of the window."""
        for press in (True, False):
            self._clock += 5
            told: Event = {"button": 1, "x": RECT[0] + x, "y": RECT[1] + y}
            told |= {"server_ms": self._clock, "frame": self._shown if press else None}
            self.events.append({"kind": "button", "press": press} | told)

    def frame(self, surface: pygame.Surface) -> Path:
        """The picture on the window stood long enough to be recorded; where it lies."""
        pixels = pygame.image.tobytes(surface, "RGB")
        self._count += 1
        self._shown = f"{self._count:06d}.png"
        path = self._frames / self._shown
        Image.frombytes("RGB", surface.get_size(), pixels).save(path, compress_level=1)
        self.events.append(frame_event(self._shown, pixels))
        return path

    def end(self) -> None:
        """What the witness tells last."""
        self.events += [
            self.process,
            {"kind": "captures", "client": 0x800000, "pid": PLAYER, "count": 40},
            {"kind": "end", "reason": "the player has finished"},
        ]


def command_line(python: str) -> list[str]:
    """How the harness starts the game."""
    return [
        *(python, str(ROOT / "games" / "anagramarama")),
        *("--seed-file", f"{RUN}/workspace/exec/seed.txt"),
        *("--words", str(AMERICAN), "--words", str(BRITISH), "--seconds", "300"),
        *("--log", f"{RUN}/witness/game/{LOG}", "--seed", str(SEED)),
    ]


def frame_event(name: str, pixels: bytes) -> Event:
    """The witness's line about a picture."""
    told = {"kind": "frame", "frame": name, "sha256": hashlib.sha256(pixels).hexdigest()}
    return told | {"window": WINDOW, "rect": [*RECT]}


class Play:
    """The game's own code at work, its keys and pictures recorded."""

    def __init__(self, item: Path, *, root: str) -> None:
        """Begin a round.

        Args:
            item: The item folder.
            root: Its root.
        """
        pygame.font.init()
        self.recorder = Recorder(item / "witness")
        self._log = Log(item / "witness" / "game" / LOG)
        self.rounds = Rounds(
            words=sorted(installed().words),
            root=root,
            chance=random.Random(SEED),
            record=self._log.add,
        )
        self._now = 0.0
        self._session = Session(self.rounds, seconds=300, chance=random.Random(SEED), now=0.0)
        self._painter = Painter()
        self._sheet = pygame.Surface(layout.PICTURE, 0, 32)

    def key(self, *keysyms: str) -> None:
        """Press keys."""
        for keysym in keysyms:
            self.recorder.key(keysym)
            self._session.do(Press(KEYS[keysym]), at=(0, 0), now=self._tick(0.01))

    def click(self, box: layout.Box) -> None:
        """Click into the middle of a box."""
        x, y = box.x + box.w // 2, box.y + box.h // 2
        self.recorder.click(x, y)
        self._session.do(Click(x, y), at=(x, y), now=self._tick(0.01))

    def click_letter(self, letter: str) -> None:
        """Click a letter in the tray."""
        played = self.rounds.round
        places = [None if n is None else played.letters[n] for n in played.tray]
        self.click(layout.slot(layout.TRAY, places.index(letter), len(places)))

    def wait(self, seconds: float) -> None:
        """Let time pass."""
        self._session.tick(self._tick(seconds))

    def look(self) -> Path:
        """The picture once it stands still; where the witness has it."""
        view = self._session.view(self._tick(0.6))
        self._painter.draw(self._sheet, self.rounds, view)
        return self.recorder.frame(self._sheet)

    def close(self) -> None:
        """The window is closed."""
        self._log.add("", "quit", self.rounds.total)
        self._log.close()
        self.recorder.end()

    def _tick(self, seconds: float) -> float:
        self._now += seconds
        return self._now


Player = Callable[[Play, Sequence[str]], Iterator[str]]
"""Plays with the words of the round, longest first; yields which picture is to be taken now."""


def play_all(play: Play, words: Sequence[str]) -> Iterator[str]:
    """Keys for nearly all words, clicks for some; now and then a mistake."""
    yield "initial"
    play.key("Escape", words[-1][0], "BackSpace", "space", "Return")
    for number, word in enumerate(words):
        match number % 9:
            case 3:  # something that is no word, and then this one
                play.key(*words[0][:2], "Return", "Escape", *word, "Return")
            case 5:  # the one before again
                play.key(*words[number - 1], "Return", *word, "Return")
            case 7:  # by mouse
                for letter in word:
                    play.click_letter(letter)
                play.click(layout.TICK)
            case _:
                play.key(*word, "Return")
        if number == len(words) // 2:
            yield "midgame"
        elif number % 8 == 0:
            yield ""
    yield "final"


def build(item: Path, *, seed: int = SEED, player: Player = play_all) -> None:
    """Fill an item folder with the evidence of an honest play.

    Args:
        item: The folder to make.
        seed: The game seed.
        player: Plays.
    """
    results, output = item / "workspace" / "results", item / "witness" / "game"
    for folder in (results, item / "workspace" / "exec", output):
        folder.mkdir(parents=True)
    root = root_word(seed, installed())
    (item / "workspace" / "exec" / "seed.txt").write_text(f"  {root.upper()} \n")
    answers = sub_words(root, installed().words)
    play = Play(item, root=root)
    for shot in player(play, sorted(answers, key=lambda word: (-len(word), word))):
        shown = play.look()
        if shot:
            shutil.copyfile(shown, results / f"view_anagram_{shot}.png")
    play.close()
    write_events(item, play.recorder.events)
    tell(item, root=root, answers=answers)


def tell(item: Path, *, root: str, answers: Sequence[str]) -> None:
    """Write what an honest player tells, after the game's own log."""
    results = item / "workspace" / "results"
    (results / "seed_normalized.txt").write_text(f"{root}\n")
    write_table(
        results / "candidates.csv",
        [CANDIDATES, *((word, len(word), True, True) for word in answers)],
    )
    with (item / "witness" / "game" / LOG).open(newline="") as file:
        told = list(csv.DictReader(file))
    lines = [*takewhile(lambda line: line["verdict"] != "new", told)]  # the first round's
    verdicts = {"accepted": "yes", "duplicate": "no", "rejected": "no"}
    entered = [
        (line["time"], line["word"], verdicts[line["verdict"]])
        for line in lines
        if line["verdict"] in verdicts
    ]
    write_table(results / "entered.csv", [ENTERED, *entered])
    covered = {word for _, word, accepted in entered if accepted == "yes"}
    report(
        item,
        seed=root,
        candidates_total=len(answers),
        entered_total=len(entered),
        entered_accepted=len(covered),
        max_word_len=max(len(word) for _, word, _ in entered),
        screenshots=[f"view_anagram_{shot}.png" for shot in SHOTS],
        ocr_score_value=int(lines[-1]["score"]),
        score_match=5 * len(covered) <= int(lines[-1]["score"]) <= 30 * len(covered),
    )
    compare(item, covered=covered, missed=set(answers) - covered)


def report(item: Path, **told: object) -> None:
    """Write ``report.json``."""
    path = item / "workspace" / "results" / "report.json"
    path.write_text(json.dumps(told, indent=1) + "\n")


def compare(item: Path, *, covered: Iterable[str], missed: Iterable[str]) -> None:
    """Write ``diff.txt``."""
    lines = [f"covered: {word}" for word in sorted(covered, key=len, reverse=True)]
    lines += [f"missed: {word}" for word in sorted(missed, key=len, reverse=True)]
    lines += ["Three letters: none missed.", "Four: none missed.", "Of the others none missed."]
    (item / "workspace" / "results" / "diff.txt").write_text("\n".join(lines) + "\n")


def write_table(path: Path, rows: Iterable[Sequence[object]]) -> None:
    """Write a table, its header first."""
    with path.open("w", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows(rows)
