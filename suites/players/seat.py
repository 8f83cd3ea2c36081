"""A place to play at, and a seat there: what is started, with which environment."""

from dataclasses import dataclass
from pathlib import Path

from drivers.limits import Limits

PROMPT = "prompt.md"


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where somebody plays. Links are followed: /proc tells a player what its folders are.

    Attributes:
        display: The X display.
        workspace: The folder that the player may write.
        game_output: What the game writes, for the player to read.
        mark: The stage's, in the environment of all that belongs to it, to find leftovers by.
    """

    display: str
    workspace: Path
    game_output: Path
    mark: str

    def __post_init__(self) -> None:
        """Follow links."""
        for name in ("workspace", "game_output"):
            object.__setattr__(self, name, getattr(self, name).resolve())


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A player's command line, its whole environment, and where it starts.

    Attributes:
        argv: What is started.
        environment: All of it.
        folder: Where it starts; the folder that is watched if there are limits.
        scratch: Its other writable places, as it calls them, which are watched too.
        limits: What it may use. None for our own players, which are part of the harness: if one of
            them fails, the harness has failed.
    """

    argv: list[str]
    environment: dict[str, str]
    folder: Path
    scratch: tuple[Path, ...]
    limits: Limits | None


def tell_places(prompt: Path, *, workspace: Path) -> str:
    """Write into a prompt where the player will find its workspace; return the text."""
    text = prompt.read_text().replace("{workspace}", str(workspace))
    prompt.write_text(text)
    return text
