"""The process in which one of our own players plays: `python -m suites.players.own_process`.

A player never runs inside pytest: it has its own process, as a stranger's agent does, with the
display at $DISPLAY, its workspace at $WORKSPACE and the game's files at $GAME_OUTPUT. It knows no
seed.
"""

import importlib
import os
import sys
from pathlib import Path

from drivers.errors import HarnessError
from drivers.screen import Screen, display_name
from drivers.window import GameWindow
from suites.task import Desk, Task

HARNESS_TROUBLE = 70  # EX_SOFTWARE


def main(suite: str, player: str, window: int) -> int:
    """Play the task of the module `suite` in `window`; return the exit status."""
    task: Task = importlib.import_module(suite).TASK
    workspace = Path(os.environ["WORKSPACE"])
    screen = Screen(display_name())
    hands = GameWindow(screen, window, lost_frames=workspace / "last_seen")
    try:
        hands.focus()
        hands.park()
        task.players[player](
            Desk(
                window=hands,
                results=workspace / task.results,
                game_output=Path(os.environ["GAME_OUTPUT"]),
            )
        )
    except HarnessError as exc:
        print(f"{type(exc).__name__}: {exc}", file=sys.stderr)
        return HARNESS_TROUBLE
    finally:
        hands.close()
        screen.close()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
