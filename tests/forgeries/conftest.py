"""The shared workshop, and the kill rate of the grader's mutants at the end of a run."""

from collections.abc import Iterator

import pytest

from tests.forgeries.kill_rate import pytest_terminal_summary
from tests.forgeries.workshop import Workshop, workshop_in

__all__ = ["pytest_terminal_summary", "workshop"]


@pytest.fixture(scope="session")
def workshop(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Workshop]:
    """Honest and forged item folders, each made when it is first asked for."""
    workshop = workshop_in(tmp_path_factory.getbasetemp())
    yield workshop
    workshop.close()
