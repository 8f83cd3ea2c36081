"""Anagramarama as a user starts it: real keys and clicks, its log, its window, its end."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from threading import Event

import numpy as np
import psutil
import pytest
from Xlib import X
from Xlib.ext import xtest
from Xlib.protocol import event

from drivers.screen import Frame, Screen
from games.anagramarama import layout, words
from games.anagramarama.clock import BEAT_S
from games.anagramarama.layout import Box
from tests.conftest import Eventually
from tests.games.boards import LISTS, a_game, drawn, enter
from tests.games.conftest import ROOT, Playing

PROGRAM = ROOT / "games" / "anagramarama"
TITLE = "Anagramarama test"
LIST = ["art", "rat", "rats", "star", "starter"]


def start(*arguments: object, folder: Path, **environment: str) -> subprocess.Popen[str]:
    """Start the program in `folder`, with nothing of the checkout on its path."""
    variables = {**os.environ, **environment}
    variables.pop("PYTHONPATH", None)
    return subprocess.Popen(
        [sys.executable, str(PROGRAM), *map(str, arguments)],
        stderr=subprocess.PIPE,
        text=True,
        cwd=folder,
        env=variables,
    )


class Sitting(Playing):
    """A running game with its log."""

    def type(self, *words: str) -> None:
        """Send words, Return after each, as fast as the server takes them."""
        for word in words:
            for letter in word:
                self.key(letter)
            self.key("Return")
        self.flush()

    def click(self, box: Box, *, button: int = 1) -> None:
        """Click the middle of a box of the picture, in a window of the picture's size."""
        place, display = self.screen.rect(self.window), self.screen.display
        x, y = place.x + box.x + box.w // 2, place.y + box.y + box.h // 2
        xtest.fake_input(display, X.MotionNotify, x=x, y=y)
        xtest.fake_input(display, X.ButtonPress, button)
        xtest.fake_input(display, X.ButtonRelease, button)
        self.flush()

    def rows(self) -> list[tuple[str, str, int]]:
        """The complete rows of the log: word, verdict, score."""
        lines = (self.folder / "log.csv").read_text().split("\n")[1:-1]
        return [(word, what, int(score)) for _, word, what, score in (x.split(",") for x in lines)]

    def sign(self) -> tuple[int, ...]:
        """The colour in the guess tray's border."""
        return tuple(map(int, self.picture()[layout.GUESS.y, layout.GUESS.x + 300]))


Launch = Callable[..., Sitting]


@pytest.fixture
def launch(screen: Screen, tmp_path: Path, eventually: Eventually) -> Iterator[Launch]:
    """Starts the game on a root and a list, with the keyboard focus, its first picture drawn."""
    with ExitStack() as stack:

        def make(root: str, accepted: list[str], *options: object) -> Sitting:
            (tmp_path / "list").write_text("\n".join(accepted))
            (tmp_path / "seed.txt").write_text(f"  {root.upper()} \n")
            process = start(
                *("--seed-file", "seed.txt", "--words", "list", "--log", "log.csv"),
                *("--title", TITLE, "--seed", 1, *options),
                folder=tmp_path,
            )
            stack.enter_context(process)
            stack.callback(process.kill)
            window = screen.wait_for_window(TITLE, lambda: {process.pid}, timeout_s=20)
            sitting = Sitting(process, screen, window.id, tmp_path)
            screen.focus(window.id)
            eventually(lambda: sitting.sign() == layout.TRAY_EDGE)
            return sitting

        yield make


def test_a_round_is_played_and_logged(launch: Launch, eventually: Eventually) -> None:
    """Every submission is a row with its time, word, verdict and total, in order."""
    before = datetime.now(UTC)
    sitting = launch("starter", LIST)
    assert sitting.rows() == [("starter", "start", 0)]
    sitting.type("rats", "rats", "tar")
    sitting.keys("Escape", "s", "t", "BackSpace", "t", "a", "space", "r", "KP_Enter")
    eventually(lambda: len(sitting.rows()) == 5)
    sitting.type("starter", "rat", "art")
    eventually(lambda: len(sitting.rows()) == 9)
    assert sitting.rows()[1:] == [
        ("rats", "accepted", 4),
        ("rats", "duplicate", 4),
        ("tar", "rejected", 4),
        ("star", "accepted", 8),
        ("starter", "accepted", 15),
        ("rat", "accepted", 18),
        ("art", "accepted", 21),
        ("", "bonus", 42),
    ]
    text = (sitting.folder / "log.csv").read_text()
    assert text.startswith("time,word,verdict,score\n")
    times = [line.split(",")[0] for line in text.split("\n")[1:-1]]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:]{8}\.\d{6}\+00:00", time) for time in times)
    moments = [datetime.fromisoformat(time) for time in times]
    assert moments == sorted(moments)
    assert before < moments[0]
    assert moments[-1] < datetime.now(UTC)


def test_the_window_shows_the_picture(launch: Launch, eventually: Eventually) -> None:
    """After the last slide the window is the painter's picture, pixel by pixel."""
    sitting = launch("starter", LIST)
    expected = a_game("starter", LIST)
    sitting.type("rats", "tar")
    enter(expected, "rats")
    for letter in "tar":
        expected.round.type(letter)
    expected.submit()

    def equal() -> bool:
        shown = sitting.picture()
        return any(np.array_equal(shown, drawn(expected, seconds=300 - n)) for n in range(20))

    eventually(equal)


def test_no_key_of_a_flood_is_lost(launch: Launch, eventually: Eventually) -> None:
    """All words of a large root sent in one burst, half of them twice: every row is there."""
    accepted = words.read_words(LISTS)
    answers = words.answers("contrasts", accepted)
    assert len(answers) > 100
    chance = Random(5)
    sent = chance.sample(answers[:-1], len(answers) - 1)
    sent += chance.sample(sent, len(sent) // 2)
    sitting = launch("contrasts", accepted)
    sitting.type(*sent)
    eventually(lambda: len(sitting.rows()) == 1 + len(sent))
    half = len(answers) - 1
    assert [row[:2] for row in sitting.rows()[1:]] == [
        (word, "accepted" if n < half else "duplicate") for n, word in enumerate(sent)
    ]
    assert sitting.rows()[-1][2] == sum(map(len, sent[:half]))
    sitting.type("contrasts")
    eventually(lambda: sitting.rows()[-1] == ("", "bonus", 2 * sum(map(len, answers))))


def test_a_press_without_its_release_acts(launch: Launch, eventually: Eventually) -> None:
    """Letters and Return act when the key goes down."""
    sitting = launch("starter", LIST)
    for letter in "rat":
        sitting.key(letter, release=False)
    sitting.key("Return", release=False)
    sitting.flush()
    eventually(lambda: len(sitting.rows()) == 2)
    for name in ("r", "a", "t", "Return"):
        sitting.key(name, press=False)
    sitting.flush()
    assert sitting.rows()[1] == ("rat", "accepted", 3)


def test_shift_and_unknown_keys(launch: Launch, eventually: Eventually) -> None:
    """Capitals are letters; digits, arrows and letters that are not there are nothing."""
    sitting = launch("starter", LIST)
    sitting.key("Shift_L", release=False)
    sitting.keys("r", "a")
    sitting.key("Shift_L", press=False)
    sitting.keys("x", "1", "Left", "F5", "Tab", "t", "Return")
    eventually(lambda: sitting.rows()[1:] == [("rat", "accepted", 3)])


def test_signs_come_and_go(launch: Launch, eventually: Eventually) -> None:
    """Green, amber and red on the window, until the next act."""
    sitting = launch("starter", LIST)
    for word, edge in (
        ("rat", layout.ACCEPTED_EDGE),
        ("rat", layout.DUPLICATE_EDGE),
        ("tar", layout.REJECTED_EDGE),
    ):
        sitting.type(word)
        eventually(lambda edge=edge: sitting.sign() == edge)
    sitting.keys("Escape")
    eventually(lambda: sitting.sign() == layout.TRAY_EDGE)


def test_everything_can_be_clicked(launch: Launch, eventually: Eventually) -> None:
    """A word spelt, submitted, SOLVE, NEW and QUIT with the left button; others do nothing."""
    sitting = launch("starter", [*LIST, "parsnip", "pin", "nip", "spin", "snip", "pair"])
    dealt = a_game("starter", LIST).round
    for letter in "rats":
        index = next(
            i for i, n in enumerate(dealt.tray) if n is not None and dealt.letters[n] == letter
        )
        dealt.take(index)
        sitting.click(layout.slot(layout.TRAY, index, 7))
    sitting.click(layout.TICK, button=3)
    assert len(sitting.rows()) == 1
    sitting.click(layout.TICK)
    eventually(lambda: sitting.rows()[1:] == [("rats", "accepted", 4)])
    sitting.click(layout.SOLVE)
    eventually(lambda: sitting.rows()[2:] == [("", "solved", 4)])
    sitting.type("rat")
    sitting.click(layout.NEW)
    eventually(lambda: sitting.rows()[3:] == [("", "new", 0), ("parsnip", "start", 0)])
    sitting.type("pin")
    sitting.click(layout.QUIT)
    assert sitting.end() == 0
    assert sitting.rows()[5:] == [("pin", "accepted", 3), ("", "quit", 3)]


def test_time_runs_out(launch: Launch, eventually: Eventually) -> None:
    """After the given seconds the round is over, and keys come too late."""
    sitting = launch("starter", LIST, "--seconds", 2)
    sitting.type("rat")
    eventually(lambda: sitting.rows()[-1] == ("", "timeout", 3))
    sitting.type("art")
    text = (sitting.folder / "log.csv").read_text().split("\n")
    moments = [datetime.fromisoformat(line.split(",")[0]) for line in (text[1], text[3])]
    assert timedelta(seconds=1.9) < moments[1] - moments[0] < timedelta(seconds=6)
    sitting.process.terminate()
    assert sitting.end() == 0
    assert sitting.rows()[1:] == [("rat", "accepted", 3), ("", "timeout", 3), ("", "quit", 3)]


def test_its_clock_stands_while_it_is_stopped(launch: Launch, eventually: Eventually) -> None:
    """Again and again for longer than the round lasts; then the rest of it is still there."""
    sitting = launch("starter", LIST, "--seconds", 4)
    program = psutil.Process(sitting.process.pid)
    for _ in range(5):
        program.suspend()
        Event().wait(1.0)
        program.resume()
    sitting.type("rat")
    eventually(lambda: sitting.rows()[1:] == [("rat", "accepted", 3)])
    eventually(lambda: sitting.rows()[-1] == ("", "timeout", 3))
    text = (sitting.folder / "log.csv").read_text().split("\n")
    moments = [datetime.fromisoformat(line.split(",")[0]) for line in (text[1], text[3])]
    assert moments[1] - moments[0] > timedelta(seconds=5 + 4 - 5 * BEAT_S - 0.2)


def test_it_opens_as_documented(launch: Launch) -> None:
    """800 x 600, with its class and the title that was asked for."""
    sitting = launch("starter", LIST)
    place = sitting.screen.rect(sitting.window)
    assert (place.width, place.height) == (800, 600)
    window = sitting.screen.display.create_resource_object("window", sitting.window)
    assert window.get_wm_class() == ("anagramarama", "anagramarama")


def grown(frame: Frame, factor: float) -> bool:
    """Whether a picture is as wide as the window, with bars above and below."""
    height = round(600 * factor)
    top = (frame.shape[0] - height) // 2
    bars = np.concatenate([frame[: top - 2], frame[top + height + 2 :]])
    return bool((bars == bars[0, 0]).all() and (frame[top + 4, ::50] != bars[0, 0]).any())


def test_another_size_keeps_the_shape_and_the_clicks(
    launch: Launch, eventually: Eventually
) -> None:
    """The picture fills what it can of the window; a click lands where it seems to."""
    sitting = launch("starter", LIST)
    window = sitting.screen.display.create_resource_object("window", sitting.window)
    window.configure(width=1000, height=800)
    sitting.flush()
    eventually(lambda: sitting.picture().shape[:2] == (800, 1000))
    eventually(lambda: grown(sitting.picture(), 1.25))
    sitting.keys("r", "a", "t")
    tick = layout.TICK
    sitting.click(Box(round(tick.x * 1.25), 25 + round(tick.y * 1.25), 50, 45))
    eventually(lambda: sitting.rows()[1:] == [("rat", "accepted", 3)])


def test_f1_takes_the_whole_screen_and_gives_it_back(
    launch: Launch, eventually: Eventually
) -> None:
    """Without a window manager too; the game goes on."""
    sitting = launch("starter", LIST)
    width, height = (
        sitting.screen.display.screen().width_in_pixels,
        sitting.screen.display.screen().height_in_pixels,
    )
    before = sitting.screen.rect(sitting.window)
    sitting.keys("r", "F1")
    eventually(lambda: sitting.picture().shape[:2] == (height, width))
    sitting.screen.focus(sitting.window)
    sitting.keys("a", "F1")
    eventually(lambda: sitting.screen.rect(sitting.window) == before)
    sitting.screen.focus(sitting.window)
    sitting.type("t")
    eventually(lambda: sitting.rows()[1:] == [("rat", "accepted", 3)])


def test_it_rests_when_nothing_happens(launch: Launch, eventually: Eventually) -> None:
    """Standing still it takes a few hundredths of a processor, not a whole one."""
    sitting = launch("starter", LIST)
    eventually(lambda: bool((sitting.picture()[86:104, 378:480] < 60).any()))
    program = psutil.Process(sitting.process.pid)

    def used() -> float:
        times = program.cpu_times()
        return times.user + times.system

    before, began = used(), datetime.now(UTC)
    eventually(lambda: datetime.now(UTC) - began > timedelta(seconds=2))
    assert used() - before < 0.05 * 2


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_it_cleanly(launch: Launch, how: signal.Signals) -> None:
    """Exit status 0, nothing on stderr, and the log says quit."""
    sitting = launch("starter", LIST)
    sitting.process.send_signal(how)
    assert sitting.end() == 0
    assert sitting.process.stderr is not None
    assert sitting.process.stderr.read() == ""
    assert sitting.rows()[-1] == ("", "quit", 0)


def test_closing_the_window_ends_it(launch: Launch) -> None:
    """What a window manager sends when the user closes the window is heeded."""
    sitting = launch("starter", LIST)
    display = sitting.screen.display
    window = display.create_resource_object("window", sitting.window)
    protocols, delete = map(display.intern_atom, ("WM_PROTOCOLS", "WM_DELETE_WINDOW"))
    window.send_event(
        event.ClientMessage(
            window=window, client_type=protocols, data=(32, [delete, X.CurrentTime, 0, 0, 0])
        )
    )
    sitting.flush()
    assert sitting.end() == 0
    assert sitting.rows()[-1] == ("", "quit", 0)


def test_a_kill_loses_no_row_that_was_seen(launch: Launch, eventually: Eventually) -> None:
    """What the picture shows is in the log: after kill -9 its rows are complete."""
    sitting = launch("starter", LIST)
    sitting.type("rats")
    eventually(lambda: sitting.sign() == layout.ACCEPTED_EDGE)
    sitting.process.kill()
    assert sitting.end() == -signal.SIGKILL
    assert (sitting.folder / "log.csv").read_text().endswith(",rats,accepted,4\n")


# --- What is wrong is told in one line ----------------------------------------------------------


def test_help_says_how_it_is_started() -> None:
    """By the command that was typed."""
    command = [sys.executable, "games/anagramarama", "--help"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("usage: python games/anagramarama [--word WORD")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--word", "short"], "--word: no root word: 'short'"),
        (["--word", "zzzzzzz"], "no word in 'zzzzzzz'"),
        (["--word", "starter", "--words", "gone"], "gone: No such file or directory"),
        (["--word", "starter", "--words", "."], ".: no plain file"),
        (["--seed-file", "gone.txt"], "gone.txt: No such file or directory"),
        (["--seed-file", "list"], "list: no root word"),
        (["--seed-file", "list", "--word", "starter"], "argument --word: not allowed with"),
        (["--word", "starter", "--log", "missing/log.csv"], "missing/log.csv: No such file"),
        (["--word", "starter", "--log", "/dev/full"], "log: No space left on device"),
        (["--word", "starter", "--seconds", "0"], "--seconds 0: no time"),
        (["--word", "starter", "--seconds", "soon"], "argument --seconds: invalid int"),
        (["--level", "3"], "unrecognized arguments: --level 3"),
    ],
    ids=str,
)
def test_bad_input(screen: Screen, tmp_path: Path, arguments: list[str], said: str) -> None:
    """One line on stderr with what was expected, exit status 2."""
    (tmp_path / "list").write_text("\n".join(LIST))
    lists = [] if "--words" in arguments else ["--words", "list"]
    process = start(*arguments, *lists, folder=tmp_path)
    stderr = process.communicate(timeout=20)[1]
    assert process.returncode == 2
    assert stderr.startswith(said)
    assert stderr.count("\n") == 1
    assert "(expected " in stderr


@pytest.mark.parametrize("display", ["", ":987"])
def test_without_a_display_the_next_step_is_named(tmp_path: Path, display: str) -> None:
    """No display, or none that answers: one line that says how to get one, status 2."""
    process = start("--word", "contrasts", folder=tmp_path, DISPLAY=display)
    stderr = process.communicate(timeout=20)[1]
    assert process.returncode == 2
    assert stderr.startswith("no display")
    assert "set DISPLAY" in stderr
    assert stderr.count("\n") == 1
