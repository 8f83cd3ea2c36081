"""The workshop of these tests."""

import pytest

from tests.forgeries.workshop import Workshop, WorkshopOf


@pytest.fixture(scope="session")
def workshop(workshop_of: WorkshopOf) -> Workshop:
    """GAM 11's honest and forged item folders."""
    return workshop_of("anagramarama")
