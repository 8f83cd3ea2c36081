"""Whether a play can go on, and whose doing it is if it cannot."""

from dataclasses import dataclass, field

from drivers.errors import (
    DisplayLost,
    GameDied,
    HarnessError,
    RecordFull,
    WindowLost,
    WitnessBroken,
)
from drivers.launch import Game
from drivers.witness import Witness
from drivers.x.gate import Gate

WINDOW_CLOSES_FIRST_S = 2.0
"""Between a window's end and its program's."""

MOST_FRAMES_BYTES = 2 << 30
"""Of a play's pictures: a clock that changes one of 100 KB every second for 90 minutes takes a
quarter of it."""

RESIZED = "the game's window was given another size, so nobody can tell where clicks went"


@dataclass(slots=True, kw_only=True)
class Stage:
    """A game, its record, and who plays.

    What a player from outside brings about is its failure, never the harness's: else a lost game
    could be made not to count. What a sandbox keeps from a player, one that is not shut in can do.
    Of our own players we know that they do not do it.

    Attributes:
        game: The running game.
        witness: Its record.
        gate: What is between the player and the X server, if anything is.
        outsider: Whether the player is from outside.
        shut_in: Whether it is in a sandbox, and so cannot reach game, record and display itself.
        failure: What makes the play unsolved though the harness did not fail, or "".
    """

    game: Game
    witness: Witness
    gate: Gate | None
    outsider: bool
    shut_in: bool
    failure: str = field(default="", init=False)

    def is_over(self, patience_s: float) -> str:
        """Why the play cannot go on though the harness has not failed; "" while it can.

        Args:
            patience_s: How long to wait for the game's end, when there are signs of it.

        Raises:
            HarnessError: the game died, the display is gone, or a record has stopped.
        """
        ended = self.game.ended(within_s=patience_s)
        if self.gate is not None:
            self.gate.check()
        try:
            self.witness.check()
        except WindowLost as exc:
            ended = ended or self.game.ended(within_s=WINDOW_CLOSES_FIRST_S)
            if not ended:
                return self._failed(exc)
        except (DisplayLost, WitnessBroken) as exc:
            return self.blame(exc)
        try:
            self.game.check()
        except GameDied as exc:
            return self.blame(exc) if self.game.was_killed else self._failed(exc)
        if self.witness.frames_bytes > MOST_FRAMES_BYTES:
            room = f"{MOST_FRAMES_BYTES >> 30} GiB"
            return self._failed(RecordFull(f"the pictures of the game took more than {room}"))
        return "the game was closed from its own window" if ended else ""

    def blame(self, cause: HarnessError) -> str:
        """Take what a sandbox would have prevented for the failure of a player that has none.

        Raises:
            HarnessError: `cause`, if it is not.
        """
        if self.shut_in:
            raise cause
        return self._failed(cause)

    def settle(self) -> None:
        """See, once the play is over, that nothing was lost at its end either.

        Raises:
            HarnessError: something was.
        """
        self.is_over(0.0)
        if self.witness.resized:
            self._failed(WindowLost(RESIZED))

    def _failed(self, cause: HarnessError) -> str:
        """A player's failure, if it is one from outside.

        Raises:
            HarnessError: `cause`, if it is not.
        """
        if not self.outsider:
            raise cause
        self.failure = self.failure or str(cause)
        return self.failure
