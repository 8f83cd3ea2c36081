"""Give whoever plays a seat: one of our own players, or one from outside."""

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from drivers.errors import HarnessError, NoDisplay
from drivers.launch import Game
from drivers.rest import park
from drivers.sandbox import TMP, Sandbox, best_sandbox
from drivers.screen import Screen, xauthority
from drivers.x.gate import Gate, is_open_to_networks
from suites import players
from suites.player_options import outsider_of, terms_of
from suites.player_seat import PROMPT, seated, tell_places
from suites.players import Seat
from suites.settings import Settings


@contextmanager
def gate_before(screen: Screen, settings: Settings, *, mark: str) -> Iterator[Gate | None]:
    """The gate through which the player reaches the display, for as long as the block lasts.

    None if there is none: our own players are part of the harness, and one that is not shut in
    could go round it.

    Raises:
        NoDisplay: the player would have another way there.
    """
    if outsider_of(settings) is None or settings.manner.unsandboxed:
        yield None
        return
    if settings.manner.network and is_open_to_networks(screen.name):
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
    *,
    suite: str,
    budget_s: float,
    screen: Screen,
    game: Game,
    workspace: Path,
    game_output: Path,
    mark: str,
    gate: Gate | None,
) -> Iterator[Seat]:
    """The seat of the player that the settings name, for as long as the block lasts.

    Args:
        settings: What the command line asks for.
        suite: The module of the task.
        budget_s: Seconds the player has.
        screen: The display.
        game: The running game.
        workspace: The folder that the player may write.
        game_output: What the game writes, for it to read.
        mark: The stage's.
        gate: What is between the player and the X server, if anything is.

    Raises:
        HarnessError: the game has no window, or it does not take the keyboard.
    """
    if game.window is None:
        raise HarnessError("the game has no window")
    outsider = outsider_of(settings)
    if outsider is None:
        sandbox = best_sandbox()
        seen_as = TMP / "workspace" if sandbox is Sandbox.BWRAP else workspace.resolve()
        tell_places(workspace / PROMPT, workspace=seen_as)
        yield players.seat(
            players.command(suite, settings.player, game.window.id),
            sandbox=sandbox,
            display=screen.name,
            workspace=workspace,
            game_output=game_output,
            hidden=settings.run_folder,
            mark=mark,
        )
        return
    # without a window manager nobody else gives the game the keyboard; our own players do it
    screen.focus(game.window.id)
    park(screen)
    with seated(
        outsider,
        terms=terms_of(settings, budget_s=budget_s),
        display=screen.name,
        workspace=workspace,
        game_output=game_output,
        mark=mark,
        gate=gate,
    ) as seat:
        yield seat
