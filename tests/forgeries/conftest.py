"""The shared workshop."""

from collections.abc import Iterator

import pytest

from tests.forgeries.workshop import Workshop, workshop_in


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    """Honest and forged item folders, each made when it is first asked for."""
    workshop = workshop_in(tmp_path_factory.getbasetemp())
    yield workshop
    workshop.close()
