"""On what terms a player plays, and how the verdict tells them."""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from drivers.sandbox import Sandbox, best_sandbox
from suites.players.options import budget_of
from suites.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """On what terms somebody plays.

    Attributes:
        shut_in: Whether it is in a sandbox.
        network: Whether it may use the network.
        variables: What else is in its environment, from the user's own.
        budget_s: Seconds it has.
    """

    shut_in: bool
    network: bool
    variables: Mapping[str, str]
    budget_s: float


def terms_of(settings: Settings, *, task_s: float) -> Terms:
    """The terms that the settings ask for; our own players are shut in wherever that works.

    Args:
        settings: What the command line asks for.
        task_s: The task's own time.
    """
    manner = settings.manner
    if settings.outsider is None:
        shut_in = best_sandbox() is Sandbox.BWRAP
    else:
        shut_in = not manner.unsandboxed
    return Terms(
        shut_in=shut_in,
        network=manner.network or not shut_in,
        variables={name: os.environ[name] for name in manner.variables},
        budget_s=budget_of(manner, task_s),
    )


def conditions_of(settings: Settings, terms: Terms) -> dict[str, Any]:
    """How it was played, for the verdict: plain values, alike after JSON."""
    manner = settings.manner
    return {
        "command": settings.player,
        "sandboxed": terms.shut_in,
        "network": terms.network,
        "bound_folders": list(manner.bind),
        "variables": list(manner.variables),
        "budget_s": terms.budget_s,
        "track": "frozen" if manner.freeze else "real time",
    }
