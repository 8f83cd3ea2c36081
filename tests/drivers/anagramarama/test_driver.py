"""The Anagramarama driver on the real game, played and disturbed."""

import csv
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import psutil
import pytest
from PIL import Image

from drivers.anagramarama.driver import LATE_S, AnagramaramaDriver
from drivers.anagramarama.either import score_on
from drivers.anagramarama.look import Verdict
from drivers.errors import BadAct, UnknownLook, WindowLost
from drivers.input import Hands
from drivers.screen import Screen
from drivers.window import GameWindow
from games.anagramarama import layout
from games.anagramarama.layout import Box
from tests.conftest import Eventually
from tests.drivers.canvas import MakeCanvas
from tests.drivers.conftest import Launcher

PROGRAM = Path(__file__).parents[3] / "games" / "anagramarama"
SUBMITTED = ("accepted", "duplicate", "rejected")
LIST = ["art", "rat", "rats", "star", "start", "starter"]


class Table:
    """A running game and its driver."""

    def __init__(self, screen: Screen, launcher: Launcher, folder: Path, *, seconds: int) -> None:
        self.screen, self.launcher = screen, launcher
        words = folder / "words.txt"
        words.write_text("\n".join(LIST) + "\n")
        self._log = launcher.output / "play.csv"
        self.game = launcher.stack.enter_context(
            launcher.game(
                *(sys.executable, str(PROGRAM), "--word", "starter", "--words", str(words)),
                *("--seconds", str(seconds), "--log", str(self._log), "--seed", "1"),
                title="Anagramarama",
            )
        )
        assert self.game.window is not None
        self.lost_frames = folder / "last_seen"
        self.window = GameWindow(screen, self.game.window.id, lost_frames=self.lost_frames)
        self.window.focus()
        self.driver = AnagramaramaDriver(self.window)

    @property
    def process(self) -> psutil.Process:
        """The game's own process."""
        assert self.game.window is not None
        assert self.game.window.pid is not None
        return psutil.Process(self.game.window.pid)

    def log(self) -> list[tuple[str, str, int]]:
        """What the game has judged: words, verdicts and scores."""
        with self._log.open(newline="") as file:
            rows = [(r["word"], r["verdict"], int(r["score"])) for r in csv.DictReader(file)]
        return [row for row in rows if row[1] in SUBMITTED]

    def enter(self, *words: str) -> list[tuple[str, str, int]]:
        """Enter words, and tell what the driver saw of each."""
        entries = [self.driver.act(word) for word in words]
        return [(e.word, e.verdict.value, e.score) for e in entries if e is not None]

    def click(self, box: Box) -> None:
        """Click a place of the picture as somebody else."""
        self.window.click(box.x + box.w // 2, box.y + box.h // 2)


@pytest.fixture
def seconds(request: pytest.FixtureRequest) -> int:
    """How long the round lasts."""
    return getattr(request, "param", 300)


@pytest.fixture
def table(screen: Screen, launcher: Launcher, tmp_path: Path, seconds: int) -> Iterator[Table]:
    """A round on `starter`, watched by a driver that has looked once."""
    table = Table(screen, launcher, tmp_path, seconds=seconds)
    table.driver.observe()
    yield table
    table.window.close()


def test_entries_are_what_the_game_logs(table: Table) -> None:
    """Accepted, refused, found before: words, verdicts and scores as in the game's own log."""
    seen = table.enter("start", "tart", "rats", "rats", "tart", "rats", "art", "ra")
    assert seen == [
        ("start", "accepted", 5),
        ("tart", "rejected", 5),
        ("rats", "accepted", 9),
        ("rats", "duplicate", 9),
        ("tart", "rejected", 9),
        ("rats", "duplicate", 9),
        ("art", "accepted", 12),
        ("ra", "rejected", 12),
    ]
    assert seen == table.log()
    assert table.driver.divergences == 0


def test_state_is_what_was_seen(table: Table) -> None:
    """What the solver gets: letters, words, points, the clock, and how fast it goes."""
    before = table.driver.state()
    assert (before.letters, before.answers, before.score) == ("aerrstt", 6, 0)
    assert before.seconds_left in (299.0, 300.0)
    table.enter("start", "tart", "rats")
    state = table.driver.state()
    assert state.found == {"start", "rats"}
    assert state.rejected == {"tart"}
    assert (state.score, state.accepted) == (9, 2)
    assert 0 < state.pace_s < 1


def test_all_found_doubles_the_points_and_is_the_end(table: Table) -> None:
    """The last word brings the round's points once more, as the rules say; no divergence."""
    seen = table.enter(*LIST)
    assert seen[-1] == ("starter", "accepted", 2 * sum(map(len, LIST)))
    assert table.driver.over
    assert table.driver.state().seconds_left == 0.0
    assert table.driver.divergences == 0
    assert table.driver.review() == (frozenset(LIST), frozenset())


def test_letters_that_the_round_has_not_are_not_typed(table: Table) -> None:
    """A word that cannot be laid is the caller's mistake, and no key is pressed."""
    for word in ("stars", "dart", ""):
        with pytest.raises(BadAct, match="cannot be laid"):
            table.driver.act(word)
    assert table.enter("rats") == [("rats", "accepted", 4)]
    assert table.log() == [("rats", "accepted", 4)]


def test_what_somebody_left_in_the_guess_is_wiped_away(table: Table) -> None:
    """Letters that stand in the guess when the driver looks are not part of the next word."""
    for key in "er":
        table.window.press(key)
    assert table.driver.observe().guess == "er"
    assert table.enter("start") == [("start", "accepted", 5)]


def test_a_stopped_game_is_waited_for(table: Table) -> None:
    """A game that stands still longer than it may be late answers when it goes on."""
    assert table.enter("start") == [("start", "accepted", 5)]
    table.process.send_signal(signal.SIGSTOP)
    going_on = threading.Timer(2 * LATE_S, table.process.send_signal, [signal.SIGCONT])
    going_on.start()
    assert table.enter("rats", "star") == [("rats", "accepted", 9), ("star", "accepted", 13)]
    going_on.join()
    assert table.log() == [
        ("start", "accepted", 5),
        ("rats", "accepted", 9),
        ("star", "accepted", 13),
    ]


@pytest.fixture
def steal(canvas: MakeCanvas, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Makes a window that takes the keyboard away once, after so many more keys."""
    thief, press = canvas("Thief"), GameWindow.press
    left = list[int]()

    def pressed(window: GameWindow, key: str) -> None:
        press(window, key)
        left[:] = [count - 1 for count in left]
        if 0 in left:
            thief.focus()

    monkeypatch.setattr(GameWindow, "press", pressed)
    return left.append


@pytest.mark.parametrize("keys", [1, 3, 5])
def test_keys_that_went_astray_are_no_entry(
    table: Table, steal: Callable[[int], None], keys: int
) -> None:
    """Without Return nothing is entered; the guess is wiped, and the word goes in next time."""
    steal(keys)
    assert table.driver.act("start") is None
    assert table.driver.divergences == 1
    assert table.enter("start", "rats") == [("start", "accepted", 5), ("rats", "accepted", 9)]
    assert table.log() == [("start", "accepted", 5), ("rats", "accepted", 9)]


def test_a_wipe_that_went_astray_is_repeated(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a refused word the guess has to be wiped: the key for it may be lost too."""
    table.enter("tart")
    lost = [True]

    def press(window: GameWindow, key: str) -> None:
        if not (lost and lost.pop()):
            Hands(table.screen).press(key)

    monkeypatch.setattr(GameWindow, "press", press)
    assert table.enter("rats") == [("rats", "accepted", 4)]


def test_a_return_that_was_only_slow_is_seen(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """A game that draws amid a word and takes Return much later did accept the word."""
    held = list[str]()

    def press(window: GameWindow, key: str) -> None:
        if key == "Return" and not held:
            held.append(key)  # it stays behind until the game takes the key after it
            return
        hands = Hands(table.screen)
        if key == "Escape":
            hands.press(held[0])
        hands.press(key)

    monkeypatch.setattr(GameWindow, "press", press)
    entry = table.driver.act("start")
    assert entry is not None
    assert (entry.word, entry.verdict, entry.score) == ("start", Verdict.ACCEPTED, 5)
    assert not entry.diverged
    assert table.driver.divergences == 0
    assert table.log() == [("start", "accepted", 5)]


def test_what_was_really_submitted_is_told(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """If letters are lost and Return is not, the entry has the word of the picture."""
    lost = [False, False, False, False, True]  # of s, t, a, r, t, Return

    def press(window: GameWindow, key: str) -> None:
        if key == "Escape" or not (lost and lost.pop(0)):
            Hands(table.screen).press(key)

    monkeypatch.setattr(GameWindow, "press", press)
    entry = table.driver.act("start")
    assert entry is not None
    assert (entry.word, entry.verdict, entry.score) == ("star", Verdict.ACCEPTED, 4)
    assert entry.diverged
    lost.extend([True, False])
    entry = table.driver.act("tart")
    assert entry is not None
    assert (entry.word, entry.verdict, entry.diverged) == ("art", Verdict.ACCEPTED, True)
    lost.extend([False, True])
    entry = table.driver.act("rats")
    assert entry is not None
    assert (entry.word, entry.verdict, entry.diverged) == ("rts", Verdict.REJECTED, True)
    assert table.driver.divergences == 3
    assert [row[:2] for row in table.log()] == [
        ("star", "accepted"),
        ("art", "accepted"),
        ("rts", "rejected"),
    ]


def test_a_round_that_somebody_had_solved_is_over(table: Table) -> None:
    """Nothing is entered any more, and that is no divergence."""
    table.enter("start")
    table.click(layout.SOLVE)
    assert table.driver.act("rats") is None
    assert table.driver.over
    assert table.driver.divergences == 0
    assert table.driver.review() == (frozenset({"start"}), frozenset(LIST) - {"start"})


@pytest.mark.parametrize("seconds", [2], indirect=True)
def test_the_end_of_the_time_is_seen(table: Table, eventually: Eventually) -> None:
    """With no time left a word is not entered, and the state says so."""
    table.enter("start")
    eventually(lambda: table.driver.observe().numbers.seconds == 0)
    assert table.driver.act("rats") is None
    assert table.driver.state().seconds_left == 0.0
    assert table.log() == [("start", "accepted", 5)]


def test_another_round_is_told_by_what_it_shows(table: Table) -> None:
    """If somebody presses NEW, what was found and refused is of the round before."""
    table.enter("start", "tart", "art")
    table.click(layout.NEW)
    entry = table.driver.act("rats")
    assert entry is None or entry.diverged
    state = table.driver.state()
    assert state.letters == "aerrstt"  # the list has no other root: only the counter tells
    assert state.found <= {"rats"}
    assert state.rejected == frozenset()
    assert not table.driver.over


def test_a_saved_picture_has_the_score(table: Table, tmp_path: Path) -> None:
    """Tesseract's reading of the file agrees with the game's log."""
    table.enter("starter", "rats")
    table.driver.shoot(tmp_path / "shot.png")
    assert score_on(tmp_path / "shot.png") == 11 == table.log()[-1][2]


def test_a_resized_window_is_an_unknown_look(table: Table, eventually: Eventually) -> None:
    """The picture of another size is kept and named."""
    table.window.patience_s = 0.3
    window = table.screen.display.create_resource_object("window", table.window.id)
    window.configure(width=700, height=500)
    table.screen.display.sync()
    eventually(lambda: table.window.rect.width == 700)
    with pytest.raises(UnknownLook, match=r"700x500 pixels and not 800x600.*last_seen"):
        table.driver.observe()
    (kept,) = table.lost_frames.iterdir()
    with Image.open(kept) as image:
        assert image.size == (700, 500)


def test_a_closed_game_is_a_lost_window(table: Table, eventually: Eventually) -> None:
    """QUIT ends the game; the driver says that the window is gone."""
    table.click(layout.QUIT)
    eventually(table.game.ended)
    with pytest.raises(WindowLost):
        table.driver.act("rats")
