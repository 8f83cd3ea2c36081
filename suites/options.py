"""The options, as a plugin that pytest has before it looks at the command line (`addopts`).

Were they in a conftest, then pytest would not know them yet when it looks for conftests, and take
the folder in `--player-bind FOLDER` for one of tests: it would run the player's own `conftest.py`.
"""

from pathlib import Path

import pytest

# before anything imports graders: their assertions are shown with values
pytest.register_assert_rewrite("graders")

from suites.folders import REPOSITORY, is_item_folder  # noqa: E402  (after the rewrite was registered)
from suites.judges import JUDGES  # noqa: E402
from suites.players.options import add_player_options  # noqa: E402


def pytest_addoption(parser: pytest.Parser) -> None:
    """Everything that is ours, under one heading of `pytest --help`."""
    group = parser.getgroup("playproof", "playproof: beat desktop games through the screen")
    group.addoption(
        "--game-seed",
        metavar="SEEDS",
        help="a number, a list 3,5 or a range 1-20: one item per seed (default: one is drawn)",
    )
    add_player_options(group)
    group.addoption(
        "--judge", choices=JUDGES, default="off", help="who answers the rubric's questions"
    )
    group.addoption(
        "--video",
        choices=("on", "off", "retain-on-failure"),
        default="on",
        help="recordings of the game's window",
    )
    group.addoption(
        "--runs-dir",
        type=Path,
        default=REPOSITORY / "runs",
        metavar="DIR",
        help="where runs are kept",
    )
    group.addoption(
        "--regrade", type=Path, metavar="RUN", help="grade a finished run again instead of playing"
    )
    group.addoption(
        "--game-binary",
        metavar="PROGRAM",
        help="play this program (a path, or a name on PATH) in the place of the suite's own game",
    )
    group.addoption(
        "--headed",
        action="store_true",
        help="play on your own display, for watching; every key typed meanwhile is recorded",
    )


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Never collect what a player left: `pytest .` would run its files, as the harness."""
    return True if is_item_folder(collection_path) else None
