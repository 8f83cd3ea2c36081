"""What can go wrong with a game."""


class GameError(Exception):
    """The game cannot go on; the message is the one line its user is told."""
