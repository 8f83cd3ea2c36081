"""The harness's own record of a run: input, pictures, windows, files.

The folder it fills: `events.jsonl` (a hash-chained `Journal`), `frames/NNNNNN.png` (every distinct
picture of the game's window), `recording.mp4`, and `game/`, which the game itself writes.
"""

import time
from collections.abc import Callable, Mapping
from contextlib import ExitStack
from pathlib import Path

import psutil

from drivers.errors import DisplayLost, HarnessError, WindowLost, WitnessBroken
from drivers.eye import Eye
from drivers.journal import Journal
from drivers.launch import Game
from drivers.made_of import instances, made_of, name_of, settings_in
from drivers.record import InputRecord
from drivers.recording import Recording
from drivers.sandbox import Sandbox
from drivers.screen import CONNECTION_LOST, Screen

FILM = "recording.mp4"

LOOKS_ROUND_EVERY_S = 2.0
"""For a second instance of the game: one that is to be played has to last longer."""

MOST_INSTANCES = 100
"""Second instances told of in all."""


class Witness:
    """Records one run: `open`, `watch` once the game runs, `check` now and then, `close`.

    Attributes:
        folder: Where everything is.
        game_output: The folder in it that the game writes.
        display: The X display.
        looks_round_at: When `check` looks for a second instance again, by the monotonic clock.
    """

    def __init__(self, folder: Path, *, display: str, video: bool, mark: str) -> None:
        """Prepare the folder; nothing is recorded yet.

        Args:
            folder: Where everything goes; made here.
            display: The X display.
            video: Whether to film.
            mark: In the environment of the program that films, to find leftovers by.
        """
        self._mark = mark
        self.folder = folder
        self.game_output = folder / "game"
        self.game_output.mkdir(parents=True)
        self._frames = folder / "frames"
        self._frames.mkdir()
        self.display = display
        self._video = video
        self._journal = Journal(folder / "events.jsonl")
        self._input = InputRecord(display, self._journal, look=self._look)
        self._recording: Recording | None = None
        self._eye: Eye | None = None
        self._closed = False
        self._watched: int | None = None
        self._game: Game | None = None
        self._instances: set[int] = set()
        self.looks_round_at = 0.0

    @property
    def actions(self) -> int:
        """How many keys and buttons were pressed so far."""
        return self._input.presses

    @property
    def captures(self) -> int:
        """How many pictures of the screen were taken so far, by others than harness and game."""
        counts = self._input.captures()
        return sum(n for c, n in counts.items() if self._input.owner(c) != self._watched)

    @property
    def frames(self) -> int:
        """How many distinct pictures were seen so far."""
        return 0 if self._eye is None else self._eye.count

    @property
    def frames_bytes(self) -> int:
        """How much room the pictures take so far."""
        return 0 if self._eye is None else self._eye.bytes

    @property
    def resized(self) -> bool:
        """Whether the window had another size meanwhile: where a click went then nobody knows."""
        return self._eye is not None and self._eye.resized

    @property
    def film_is_lost(self) -> bool:
        """Whether a recording was wanted, and ended without a film."""
        film = self.folder / FILM
        return self._recording is not None and not (film.exists() and film.stat().st_size)

    def open(self, *, screen: Screen, sandbox: Sandbox, seeded: bool) -> None:
        """Begin with the input, before the game exists."""
        self._journal.write(
            "start",
            display=self.display,
            screen=list(screen.size),
            sandbox=sandbox.value,
            seeded=seeded,
        )
        self._input.start()

    def watch(self, game: Game) -> None:
        """Go on with the game's process, window, pictures and files."""
        if game.window is None:
            raise WitnessBroken("a game without a window cannot be watched; enter the game first")
        self._watched, self._game = game.window.pid, game
        self._describe_process()
        self._look_round()
        if self._video:
            film = self.folder / FILM
            self._recording = Recording(self.display, game.window.rect, film, mark=self._mark)
            self._input.own_pids.add(self._recording.pid)
        self._eye = Eye(
            self.display,
            game.window,
            journal=self._journal,
            frames=self._frames,
            output=self.game_output,
        )
        self._eye.start()

    def note_refused(self, requests: Mapping[str, int]) -> None:
        """Note what the player asked of the X server in vain, and how often; before `close`."""
        for request, count in requests.items():
            self._journal.write("refused", request=request, count=count)

    def tell_input(self, to: Callable[[bool], None] | None) -> None:
        """Call `to(went_down)` at each key, button or motion from now on; None ends it."""
        self._input.on_input = to

    def check(self) -> None:
        """See that nothing has stopped recording.

        Raises:
            DisplayLost: because the X server is gone.
            WitnessBroken: for any other reason.
        """
        if time.monotonic() > self.looks_round_at:
            self._look_round()
        for failure in (self._input.failure, self._eye.failure if self._eye else None):
            if isinstance(failure, HarnessError):
                raise failure
            if isinstance(failure, CONNECTION_LOST):
                raise DisplayLost(f"the X display {self.display} is gone; run again") from failure
            if failure is not None:
                raise WitnessBroken(f"the witness stopped recording: {failure!r}") from failure

    def close(self, reason: str) -> None:
        """Stop, in an order in which nothing is lost; safe on a dead display, and twice."""
        if self._closed:
            return
        self._closed = True
        with ExitStack() as last_first:
            last_first.callback(self._journal.close)
            last_first.callback(self._journal.write, "end", reason=reason)
            if self._recording is not None:
                last_first.callback(self._recording.stop)
            if self._eye is not None:
                last_first.callback(self._eye.stop)
            last_first.callback(self._input.stop)
            last_first.callback(self._describe_process)
            last_first.callback(self._look_round)

    def _describe_process(self) -> None:
        """Note what the game's process is made of, if it is alive: at the start, and at the end."""
        if self._watched is None or self._game is None:
            return
        try:
            made = made_of(self._watched)
        except psutil.NoSuchProcess:
            return  # its end is told by whoever waits for it
        self._journal.write(
            "process",
            **made,
            settings=settings_in(self._game.keyfile),
            own_places=[str(place.resolve()) for place in self._game.own_places],
        )

    def _look_round(self) -> None:
        """Note, once each, other processes that run the same program on this display."""
        if self._watched is None or self._game is None:
            return
        name, besides = name_of(self._game.program.argv), self._game.pids() | {self._watched}
        for other in instances(name, display=self.display, besides=besides | self._instances):
            self._instances.add(other["pid"])
            if len(self._instances) <= MOST_INSTANCES:
                self._journal.write("instance", **other)
        self.looks_round_at = time.monotonic() + LOOKS_ROUND_EVERY_S

    def _look(self) -> str | None:
        """What is on screen as an act arrives; None before there is a window, or after."""
        try:
            return None if self._eye is None else self._eye.look()
        except (DisplayLost, WindowLost):
            return None  # the eye's own thread says so
