"""Give whoever plays a seat: one of our own players, or one from outside."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from drivers.errors import HarnessError, NoDisplay
from drivers.launch import Game
from drivers.rest import park
from drivers.screen import Screen, xauthority
from drivers.x.gate import Gate, is_open_to_networks
from suites.players.outsider_seat import outsiders_seat
from suites.players.own_seat import command, own_seat
from suites.players.seat import Place, Seat
from suites.players.terms import Terms
from suites.settings import Settings


@contextmanager
def gate_before(
    screen: Screen, settings: Settings, terms: Terms, *, mark: str
) -> Iterator[Gate | None]:
    """The gate through which the player reaches the display, for as long as the block lasts.

    None if there is none: our own players are part of the harness, and one that is not shut in
    could go round it.

    Raises:
        NoDisplay: the player would have another way there.
    """
    if settings.outsider is None or not terms.shut_in:
        yield None
        return
    if terms.network and is_open_to_networks(screen.name):
        raise NoDisplay(
            f"a player with the network would reach the display {screen.name} past the filter, as "
            "that X server asks for no cookie; play without --headed, or without --player-network"
        )
    with (
        tempfile.TemporaryDirectory(prefix=f"playproof-{mark}-") as folder,
        Gate(screen.display, screen.name, authority=xauthority(), folder=Path(folder)) as gate,
    ):
        yield gate


@contextmanager
def seat_of(
    settings: Settings,
    terms: Terms,
    *,
    suite: str,
    place: Place,
    screen: Screen,
    game: Game,
    gate: Gate | None,
) -> Iterator[Seat]:
    """The seat of the player that the settings name, for as long as the block lasts.

    Args:
        settings: What the command line asks for.
        terms: On what terms it plays.
        suite: The module of the task.
        place: Where it plays.
        screen: The display.
        game: The running game.
        gate: What is between the player and the X server, if anything is.

    Raises:
        HarnessError: the game has no window, or it does not take the keyboard.
    """
    if game.window is None:
        raise HarnessError("the game has no window")
    if settings.outsider is None:
        argv = command(suite, settings.player, game.window.id)
        yield own_seat(argv, place=place, shut_in=terms.shut_in, hidden=settings.run_folder)
        return
    # without a window manager nobody else gives the game the keyboard; our own players do it
    screen.focus(game.window.id)
    park(screen)
    with outsiders_seat(settings.outsider, terms=terms, place=place, gate=gate) as seat:
        yield seat
