"""Runs to look at, and runs to disturb."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.e2e.runs import GAM_5, Run, Underway, begun, play


@pytest.fixture
def underway(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Underway]:
    """A run of the module's suite that has begun to play; its parameter, if any, is options."""
    with begun(request.module.SUITE, tmp_path, *getattr(request, "param", ())) as run:
        yield run


@pytest.fixture(scope="session")
def reference_run(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Seed 1 of GAM 5 played by the reference player."""
    return play(GAM_5, tmp_path_factory.mktemp("reference"), "--game-seed", "1")
