"""The workshops."""

from collections.abc import Iterator
from contextlib import ExitStack
from functools import lru_cache

import pytest

from graders import witness
from graders.pictures import Picture, decode
from tests.forgeries.games import NAMED
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


@pytest.fixture(scope="session", autouse=True)
def frames_decoded_once() -> Iterator[None]:
    """Equal bytes are equal pixels: nearly all forgeries have the same frames, and many graders."""

    @lru_cache(maxsize=64)
    def remembered(data: bytes) -> Picture:
        picture = decode(data)
        picture.flags.writeable = False
        return picture

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(witness, "decode", remembered)
        yield
