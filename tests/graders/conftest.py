"""The workshops that these tests share with the forgery tests."""

from collections.abc import Iterator

import pytest

from tests.forgeries.games import NAMED
from tests.forgeries.sokoban.game import SOKOBAN
from tests.forgeries.workshop import Workshop, workshop_in


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    """Honest and forged item folders, each made when it is first asked for."""
    workshop = workshop_in(tmp_path_factory.getbasetemp(), SOKOBAN)
    yield workshop
    workshop.close()


@pytest.fixture(scope="module", params=NAMED)
def every_workshop(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Workshop:
    """The same of each game."""
    return workshop_in(tmp_path_factory.getbasetemp(), NAMED[request.param])
