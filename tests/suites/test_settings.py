"""What the command line asks for."""

import json
from pathlib import Path

import pytest

from suites.players.kind import Outsider
from suites.players.options import Manner
from suites.settings import MAX_SEEDS, Settings, parse_seeds


@pytest.mark.parametrize(
    ("text", "seeds"),
    [
        ("7", (7,)),
        ("0", (0,)),
        ("3,5", (3, 5)),
        ("1-4", (1, 2, 3, 4)),
        ("9-9", (9,)),
        ("1-3,7,10-11", (1, 2, 3, 7, 10, 11)),
        (" 1 - 2 , 5 ", (1, 2, 5)),
        ("5,1-6,5", (5, 1, 2, 3, 4, 6)),
        ("007", (7,)),
        ("999999999999999999", (999999999999999999,)),
    ],
)
def test_seeds_are_read(text: str, seeds: tuple[int, ...]) -> None:
    """Numbers, lists, ranges and mixtures, in the order given, each once."""
    assert parse_seeds(text) == seeds


@pytest.mark.parametrize(
    "text",
    ["", ",", "1,", "x", "1-", "-1", "1--2", "1.5", "0x10", "4-1", "1 2", "1" * 19],
)
def test_what_is_no_seed_is_refused(text: str) -> None:
    """Anything else is a usage error that quotes what was given."""
    with pytest.raises(pytest.UsageError) as refused:
        parse_seeds(text)
    assert repr(text) in str(refused.value)


def test_a_range_too_long_is_refused() -> None:
    """A slip of the finger does not collect a million items."""
    assert len(parse_seeds(f"1-{MAX_SEEDS}")) == MAX_SEEDS
    with pytest.raises(pytest.UsageError, match=f"at most {MAX_SEEDS}"):
        parse_seeds(f"1-{MAX_SEEDS + 1}")


def test_without_seeds_one_is_drawn() -> None:
    """One seed is drawn: too large to be found by trying, and exact where numbers are floats.

    The same number can be asked for.
    """
    drawn = [parse_seeds(None) for _ in range(100)]
    for (seed,) in drawn:
        assert 10**14 <= seed < 2**53
        assert json.loads(json.dumps(float(seed))) == seed
        assert parse_seeds(str(seed)) == (seed,)
    assert len(set(drawn)) == len(drawn)


MANNER = Manner(
    budget_s=12.5,
    bind=("/agent",),
    variables=("KEY", "OTHER"),
    network=True,
    unsandboxed=False,
    freeze=True,
    here="/home",
)


OUTSIDER = Outsider(
    argv=("sh", "-c", "{prompt}"), python="", folders=(Path("/agent"),), path=(Path("/home"),)
)


@pytest.mark.parametrize(("regrade", "outsider"), [(None, OUTSIDER), (Path("/runs/old"), None)])
def test_workers_get_the_same_settings(regrade: Path | None, outsider: Outsider | None) -> None:
    """What goes to a worker is plain JSON, and comes out as it went in."""
    settings = Settings(
        run_folder=Path("/runs/new"),
        seeds=(3, 1, 2),
        player="random",
        manner=MANNER,
        outsider=outsider,
        judge="off",
        video="retain-on-failure",
        regrade=regrade,
        headed=False,
        game_binary=regrade and Path("/usr/games/another"),
    )
    assert "outsider" not in settings.told()
    assert Settings.from_worker(json.loads(json.dumps(settings.to_worker()))) == settings
