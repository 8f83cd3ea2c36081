"""Start a game as a user would, in a sandbox of its own, with its randomness bound to a file."""

import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from typing import Self

from drivers import processes
from drivers.errors import GameDied, HarnessError, LaunchFailed, WaitTimedOut
from drivers.logs import tail
from drivers.sandbox import Sandbox, confine
from drivers.screen import Screen, Window, xauthority

WINDOW_TIMEOUT_S = 20.0

KILLED = frozenset(
    status for sent in (signal.SIGKILL, signal.SIGTERM) for status in (-sent, 128 + sent)
)
"""How it ends if it, or its sandbox, is killed or told to end; bubblewrap adds 128 to a signal."""


@dataclass(frozen=True, slots=True)
class Program:
    """What to start.

    Attributes:
        argv: the command line.
        title: the exact title of its window.
        settings: GSettings as keyfile groups ("org/gnome/Mines") of keys with GVariant text values.
    """

    argv: tuple[str, ...]
    title: str
    settings: Mapping[str, Mapping[str, str]] = field(default_factory=dict)


class Game:
    """A running game and its window. Leaving the context ends the game and all it started."""

    def __init__(
        self,
        program: Program,
        *,
        screen: Screen,
        sandbox: Sandbox,
        seed: bytes | None,
        output: Path,
        log: Path,
        mark: str,
    ) -> None:
        """Prepare the start; nothing runs before the block is entered.

        Args:
            program: what to start.
            screen: the display to start it on.
            sandbox: how to shut it in.
            seed: what it shall read from `/dev/urandom`; None leaves the kernel's.
            output: the one folder it may write, apart from its private home.
            log: gets its stdout and stderr.
            mark: in its environment and in its private home's name, to find leftovers by.
        """
        self.program = program
        self._screen = screen
        self._sandbox = sandbox
        self._seed = seed
        self._output = output
        self._log = log
        self._mark = mark
        self._private = Path(tempfile.mkdtemp(prefix=f"playproof-{mark}-"))
        self._process: subprocess.Popen[bytes] | None = None
        self.window: Window | None = None

    def __enter__(self) -> Self:
        """Start the game and wait for its window.

        Raises:
            LaunchFailed: the program is missing, ended at once, or showed no window in time.
        """
        try:
            self._start()
            self.window = self._await_window()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        value: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        """End the game."""
        self.close()

    def pids(self) -> set[int]:
        """The pids of the launcher and everything it started that is alive now."""
        return (
            set() if self._process is None else {p.pid for p in processes.tree(self._process.pid)}
        )

    @property
    def own_places(self) -> tuple[Path, ...]:
        """The folders and the file that are its own to write: home, output, log."""
        return self._private, self._output, self._log

    @property
    def keyfile(self) -> Path:
        """Where it keeps its settings."""
        return self._private / "home" / ".config/glib-2.0/settings/keyfile"

    def ended(self, *, within_s: float = 0.0) -> bool:
        """Whether the game's process has ended, or does so within that time."""
        if self._process is None:
            return False
        try:
            self._process.wait(within_s)
        except subprocess.TimeoutExpired:
            return False
        return True

    @property
    def was_killed(self) -> bool:
        """Whether it was ended by a signal that only somebody beside the stage sends."""
        return self._process is not None and self._process.poll() in KILLED

    def check(self) -> None:
        """See that the game is still running, or was closed as a user closes it (exit status 0).

        Raises:
            GameDied: it ended in any other way; the message quotes its last words.
        """
        if self._process is not None and self._process.poll() not in (None, 0):
            raise GameDied(
                f"the game ended during the run ({_status(self._process.returncode)}); "
                f"last output: {self._last_words()}"
            )

    def close(self) -> None:
        """End the whole process tree within seconds, remove the private home; twice is fine."""
        if self._process is not None:
            processes.end_popen(self._process)
        shutil.rmtree(self._private, ignore_errors=True)

    def _start(self) -> None:
        home = self._private / "home"
        for folder in ("home/.config/glib-2.0/settings", "run", "tmp"):
            (self._private / folder).mkdir(parents=True)
        (self._private / "run").chmod(0o700)  # GLib insists
        if self.program.settings:
            self.keyfile.write_text(_keyfile(self.program.settings))
        seed = None
        if self._seed is not None:
            seed = self._private / "seed"
            seed.write_bytes(self._seed)
        argv = confine(
            list(self.program.argv),
            sandbox=self._sandbox,
            seed=seed,
            writable=[home, self._private / "run", self._private / "tmp", self._output],
        )
        with self._log.open("wb") as log:
            try:
                self._process = subprocess.Popen(
                    argv,
                    stdin=subprocess.DEVNULL,
                    stdout=log,
                    stderr=subprocess.STDOUT,
                    env=self._environment(home),
                    cwd=home,
                    start_new_session=True,
                )
            except OSError as exc:
                raise LaunchFailed(
                    f"cannot start {argv[0]}: {exc.strerror}; install it, or see README, set-up"
                ) from exc

    def _environment(self, home: Path) -> dict[str, str]:
        """What a desktop session would give, and no bus, so that no portal is waited for."""
        return {
            "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/games",
            "HOME": str(home),
            "XDG_CONFIG_HOME": str(home / ".config"),
            "XDG_DATA_HOME": str(home / ".local/share"),
            "XDG_CACHE_HOME": str(home / ".cache"),
            "XDG_RUNTIME_DIR": str(self._private / "run"),
            "TMPDIR": str(self._private / "tmp"),
            "LANG": "C.UTF-8",
            "DISPLAY": self._screen.name,
            "XAUTHORITY": str(xauthority()),
            "GSETTINGS_BACKEND": "keyfile",
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            "NO_AT_BRIDGE": "1",
            "SDL_AUDIODRIVER": "dummy",
            "SDL_VIDEODRIVER": "x11",
            "PYTHONDONTWRITEBYTECODE": "1",
            processes.STAGE_MARK: self._mark,
        }

    def _await_window(self) -> Window:
        deadline = time.monotonic() + WINDOW_TIMEOUT_S
        while True:
            try:
                return self._screen.wait_for_window(self.program.title, self.pids, timeout_s=0.5)
            except WaitTimedOut as exc:
                self._raise_if_hopeless(exc, late=time.monotonic() > deadline)

    def _raise_if_hopeless(self, cause: HarnessError, *, late: bool) -> None:
        status = self._process.poll() if self._process is not None else None
        if status is not None:
            raise LaunchFailed(
                f"{self.program.argv[0]} ended before it showed a window ({_status(status)}): "
                f"{self._last_words()}"
            ) from cause
        if late:
            raise LaunchFailed(f"the game runs but {cause}; see {self._log}") from cause

    def _last_words(self) -> str:
        return (tail(self._log).strip() if self._log.exists() else "") or "(none)"


def _keyfile(settings: Mapping[str, Mapping[str, str]]) -> str:
    groups = (
        f"[{group}]\n" + "".join(f"{key}={value}\n" for key, value in keys.items())
        for group, keys in settings.items()
    )
    return "\n".join(groups)


def _status(code: int) -> str:
    return f"killed by signal {-code}" if code < 0 else f"exit status {code}"
