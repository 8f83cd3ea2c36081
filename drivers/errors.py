"""Everything that can go wrong with the harness, one tree.

```
HarnessError                 the outcome is `invalid`: never counted against a player
├── NoDisplay                there is no X server to play on
├── DisplayLost              the X server went away
├── InputBroken              keys or clicks do not arrive as they were sent
├── LaunchFailed             the game did not start, or never showed its window
├── GameDied                 the game's process ended while it was being played
├── PlayerDied               the player's process crashed or was killed
├── WindowLost               the game's window is gone
├── WaitTimedOut             the picture that was waited for did not come (a TimeoutError)
├── UnknownLook              a picture shows something the driver cannot name
├── NoWords                  a dictionary of this machine is missing or cannot be read
├── OutOfWindow              a click was aimed outside the window (a ValueError)
├── UnknownKey               a key name that this keyboard does not have (a ValueError)
├── BadAct                   an act that nobody can do, or not so much of it at once (a ValueError)
├── WitnessBroken            the record of what happened has a gap
├── RecordFull               it has more pictures than are kept of a play
└── Leak                     a run left a process, a window or a folder behind
```

Each message says what happened and what to do next.
"""

from pathlib import Path


class HarnessError(Exception):
    """The harness failed; the run says nothing about the player."""


class NoDisplay(HarnessError):
    """There is no X server to play on."""


class DisplayLost(HarnessError):
    """The X server went away during the run."""


class InputBroken(HarnessError):
    """A key or click did not come back from the X server as it was sent."""


class LaunchFailed(HarnessError):
    """The game did not start, or its window did not appear in time."""


class GameDied(HarnessError):
    """The game's process ended while it was being played."""


class PlayerDied(HarnessError):
    """The player's process crashed or was killed."""


class WindowLost(HarnessError):
    """The game's window is gone."""


class WaitTimedOut(HarnessError, TimeoutError):
    """The awaited picture did not come; `frame` is where the last one seen was saved."""

    def __init__(self, message: str, *, frame: Path | None = None) -> None:
        super().__init__(message)
        self.frame = frame


class UnknownLook(HarnessError):
    """A picture shows something the driver has no name for; `frame` is where it was saved."""

    def __init__(self, message: str, *, frame: Path | None = None) -> None:
        super().__init__(message)
        self.frame = frame


class NoWords(HarnessError):
    """A dictionary of this machine is missing or cannot be read."""


class OutOfWindow(HarnessError, ValueError):
    """A click was aimed at a point outside the game's window."""


class UnknownKey(HarnessError, ValueError):
    """The keyboard has no key of this name."""


class BadAct(HarnessError, ValueError):
    """What is to be done is incomplete, has no meaning, or is more than may be done at once."""


class WitnessBroken(HarnessError):
    """The witness stopped recording, so nothing can be proven."""


class RecordFull(HarnessError):
    """There are more pictures than are kept of a play."""


class Leak(HarnessError):
    """A run left a process, a window or a temporary folder behind."""
