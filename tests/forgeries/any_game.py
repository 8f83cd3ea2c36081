"""The forgeries that every game must have, and those of all games of a kind.

What they do is the same for every game; what they cost, where that is not one check, each game
says. So a forgery that one game refuses cannot be missing in another.
"""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from tests.forgeries.borrowed_files import (
    BORROWED,
    no_summary,
    pipe_among_results,
    results_is_a_link,
    summary_behind_megabytes,
    summary_is_a_folder,
    summary_is_a_pipe,
    summary_is_endless,
)
from tests.forgeries.broken_records import BROKEN_RECORDS, record_gone, record_lacks_an_act
from tests.forgeries.disturbed_games import (
    DISTURBED_GAMES,
    frames_of_another_window,
    nothing_on_screen,
    process_not_told,
)
from tests.forgeries.forging import Forge
from tests.forgeries.importing import far_down, mentioning, otherwise, plainly
from tests.forgeries.made_up_acts import HONEST_PLAYS, MADE_UP_BESIDES, NEVER_MADE

Add = Callable[[Forge], Forge]
"""Registers a forgery at a price that is settled."""


class Adding(Protocol):
    """How a game registers a forgery, see :meth:`tests.forgeries.forging.Register.add`."""

    def __call__(
        self,
        *unmet: str,
        scores: dict[str, float] | None = None,
        caps: set[str] | None = None,
        reference: bool = True,
    ) -> Add:
        """Settle the price."""


EVERYWHERE = {
    forge.__name__
    for forge in (
        *(*BROKEN_RECORDS, record_gone, record_lacks_an_act, *DISTURBED_GAMES, process_not_told),
        *(nothing_on_screen, frames_of_another_window),
        *(*MADE_UP_BESIDES, *NEVER_MADE, *HONEST_PLAYS, *BORROWED),
    )
}
"""The names of those that every game must have."""


def for_any_game(
    forgery: Adding,
    *,
    acts: str,
    no_act: Add,
    act_lost: Add,
    no_picture: Add,
    no_process: Add,
    no_record: Add,
) -> None:
    """Register what every game must refuse, and what it must not.

    Args:
        forgery: The game's register.
        acts: The proof that devices made what was played.
        no_act: What a play costs in which no device did anything.
        act_lost: What a record costs from which the 41st press was taken.
        no_picture: What a record costs without a picture of the game's window.
        no_process: What a record costs that does not tell of the game's process.
        no_record: What no record costs.
    """
    for forges, add in (
        (BROKEN_RECORDS, forgery("witness_is_unbroken")),
        ((record_gone,), no_record),
        ((record_lacks_an_act,), act_lost),
        (DISTURBED_GAMES, forgery("game_is_unmodified")),
        ((process_not_told,), no_process),
        ((nothing_on_screen, frames_of_another_window), no_picture),
        (MADE_UP_BESIDES, forgery(acts)),
        (NEVER_MADE, no_act),
        (HONEST_PLAYS, forgery()),
        (BORROWED, forgery("files_are_the_players_own")),
    ):
        for forge in forges:
            add(forge)


def for_a_folder_of_results(forgery: Adding) -> None:
    """Register what games must refuse whose deliverables lie in a folder of their own."""
    forgery("files_are_the_players_own")(results_is_a_link)
    forgery("files_are_the_players_own", reference=False)(pipe_among_results)


def for_forbidden_imports(forgery: Adding, *, home: Path, long: tuple[str, ...] = ()) -> None:
    """Register what games must refuse whose contract names solver libraries.

    Args:
        forgery: The game's register.
        home: The task's folder.
        long: What a program costs besides that is too long to be looked through.
    """
    expected = json.loads((home / "gt" / "expected.json").read_text(encoding="utf-8"))
    library = expected["forbidden_imports"][0]
    unmet, scores, caps = "no_forbidden_imports", {"no_solver_imports": 0.0}, {"forbidden_import"}
    for forges, add in (
        (plainly(library), forgery(unmet, scores=scores, caps=caps)),
        ((far_down(library),), forgery(unmet, *long, scores=scores, caps=caps)),
        (otherwise(library), forgery(unmet)),
        (mentioning(library), forgery()),
    ):
        for forge in forges:
            add(forge)


def for_a_summary(
    forgery: Adding, *proofs: str, caps: set[str] | None = None, folder: tuple[str, ...] = ()
) -> None:
    """Register what games must refuse whose contract wants a summary.

    Args:
        forgery: The game's register.
        proofs: The proofs about what it says.
        caps: What applies without one.
        folder: What a folder by its name costs besides.
    """
    own, unmet, scores = "files_are_the_players_own", ("summary_written", *proofs), _NO_SUMMARY
    forgery(*unmet, scores=scores, caps=caps)(no_summary)
    forgery(*unmet, *folder, scores=scores, caps=caps, reference=False)(summary_is_a_folder)
    for forge in (summary_is_a_pipe, summary_is_endless):
        forgery(*unmet, own, scores=scores, caps=caps, reference=False)(forge)
    forgery(*unmet, scores=scores, caps=caps, reference=False)(summary_behind_megabytes)


_NO_SUMMARY = {"summary_complete": 0.0}
