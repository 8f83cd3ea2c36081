"""The games that have forgeries: every folder here with a ``game.py``, each with one ``Game``."""

from importlib import import_module
from pathlib import Path

from tests.forgeries.workshop import Game


def _game_in(folder: Path) -> Game:
    module = import_module(f"tests.forgeries.{folder.name}.game")
    (game,) = (value for value in vars(module).values() if isinstance(value, Game))
    return game


GAMES: tuple[Game, ...] = tuple(
    _game_in(path.parent) for path in sorted(Path(__file__).parent.glob("*/game.py"))
)

NAMED = {game.name: game for game in GAMES}
