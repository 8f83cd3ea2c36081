"""The games that have forgeries."""

from tests.forgeries.anagramarama.game import ANAGRAMARAMA
from tests.forgeries.mines.game import MINES
from tests.forgeries.quadrapassel.game import QUADRAPASSEL
from tests.forgeries.sokoban.game import SOKOBAN
from tests.forgeries.workshop import Game

GAMES: tuple[Game, ...] = (ANAGRAMARAMA, MINES, QUADRAPASSEL, SOKOBAN)

NAMED = {game.name: game for game in GAMES}
