"""The workshops."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.forgeries.games import NAMED
from tests.forgeries.remembering import pictures_remembered
from tests.forgeries.workshop import Workshop, WorkshopOf, workshop_in


@pytest.fixture(scope="session")
def workshop_of(tmp_path_factory: pytest.TempPathFactory) -> Iterator[WorkshopOf]:
    """A game's honest and forged item folders, each made when it is first asked for."""
    with ExitStack() as stack:

        def find(game: str) -> Workshop:
            workshop = workshop_in(tmp_path_factory.getbasetemp(), NAMED[game])
            stack.callback(workshop.close)
            return workshop

        yield find


@pytest.fixture(autouse=True)
def remembering() -> Iterator[None]:
    """Nearly all forgeries have the same pictures, and many graders look at each."""
    with pictures_remembered():
        yield
