"""Whether a play can go on."""

from drivers.errors import WindowLost
from drivers.launch import Game
from drivers.witness import Witness

WINDOW_CLOSES_FIRST_S = 2.0
"""Between a window's end and its program's."""


def is_over(game: Game, witness: Witness, patience_s: float = 0.0) -> str:
    """Why the play cannot go on though nothing broke; "" while it can.

    Args:
        game: The running game.
        witness: Its record.
        patience_s: How long to wait for the game's end, when there are signs of it.

    Raises:
        HarnessError: the game died, the display is gone, or the witness stopped recording.
    """
    ended = game.ended(within_s=patience_s)
    try:
        witness.check()
    except WindowLost:
        ended = ended or game.ended(within_s=WINDOW_CLOSES_FIRST_S)
        if not ended:
            raise
    game.check()
    return "the game was closed from its own window" if ended else ""
