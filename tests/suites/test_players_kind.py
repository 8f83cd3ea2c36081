"""What `--player` and `--player-bind` are read as."""

from pathlib import Path

import pytest

from suites.folders import GIVEN, REPOSITORY
from suites.players.kind import filled, outsider_named


@pytest.fixture
def here(tmp_path: Path) -> Path:
    """The folder the user is in, with an agent, a module and a package."""
    (tmp_path / "agent").mkdir()
    (tmp_path / "agent/play.sh").write_text("#!/bin/sh\n")
    (tmp_path / "agent/play.sh").chmod(0o755)
    (tmp_path / "agent/text.sh").write_text("#!/bin/sh\n")
    (tmp_path / "alone.py").write_text("def play(client):\n    pass\n")
    (tmp_path / "package").mkdir()
    (tmp_path / "package/inner.py").write_text("from agents import best as play\n")
    return tmp_path


@pytest.mark.parametrize("player", ["reference", "null", "random"])
def test_our_own_are_no_outsiders(player: str, here: Path) -> None:
    """Three names are taken."""
    assert outsider_named(player, bind=[], here=here, kept_from=[]) is None
    with pytest.raises(pytest.UsageError, match="for players of your own"):
        outsider_named(player, bind=[Path("agent")], here=here, kept_from=[])


def test_a_command_is_split_as_a_shell_would(here: Path) -> None:
    """Quotes hold together, nothing else of a shell is done."""
    found = outsider_named("sh -c 'a b; $X' \"{prompt}\"", bind=[], here=here, kept_from=[])
    assert found is not None
    assert found.argv == ("sh", "-c", "a b; $X", "{prompt}")
    assert found.folders == ()
    assert not found.wants_our_interpreter


def test_a_program_in_a_bound_folder(here: Path) -> None:
    """It may be named from where the user is; the player gets its whole path."""
    found = outsider_named("agent/../agent/play.sh", bind=[Path("agent")], here=here, kept_from=[])
    assert found is not None
    assert found.argv == (f"{here}/agent/play.sh",)
    assert found.folders == (here / "agent",)


@pytest.mark.parametrize(
    ("player", "said"),
    [
        ("", "empty"),
        ("'", "No closing quotation"),
        ("nobody-at-all --fast", "no program 'nobody-at-all'"),
        ("agent/none.sh", "there is no program"),
        ("agent/play.sh", "add --player-bind"),
        ("agent/text.sh", "is not executable; chmod"),
        ("true {promt}", r"no placeholder \{promt\}, but \{prompt\}"),
        ("alone:paly", "alone.py has no 'paly'"),
        ("nowhere.at:all", "no module 'nowhere'"),
    ],
)
def test_what_cannot_be_a_player(here: Path, player: str, said: str) -> None:
    """A usage error that says what is missing."""
    with pytest.raises(pytest.UsageError, match=said):
        outsider_named(player, bind=[], here=here, kept_from=[])


@pytest.mark.parametrize(
    ("player", "bound", "seen"),
    [
        ("alone:play", [], ["alone.py"]),
        ("package.inner:play", [], ["package"]),
        ("package.inner:play", ["."], ["."]),
        ("alone:play", ["agent"], ["agent", "alone.py"]),
    ],
)
def test_a_python_player_sees_its_module(
    here: Path, player: str, bound: list[str], seen: list[str]
) -> None:
    """What is bound, and of the folder the user is in only the package or module itself."""
    found = outsider_named(player, bind=[Path(name) for name in bound], here=here, kept_from=[])
    assert found is not None
    assert found.python == player
    assert found.folders == tuple(here / name for name in seen)
    assert found.wants_our_interpreter
    assert here in found.path


def test_an_installed_module_needs_no_folder(here: Path) -> None:
    """It is where our interpreter finds its own."""
    found = outsider_named("numpy.linalg:play", bind=[], here=here, kept_from=[])
    assert found is not None
    assert (found.folders, found.path) == ((), ())


@pytest.mark.parametrize("folder", [REPOSITORY, REPOSITORY.parent, GIVEN, GIVEN / "task_2"])
def test_nobody_binds_the_answers(folder: Path) -> None:
    """Neither a folder that holds the thresholds nor one in there; docs may be bound."""
    if not folder.exists():
        folder = next(GIVEN.iterdir())
    with pytest.raises(pytest.UsageError, match="no player may see"):
        outsider_named("true", bind=[folder], here=REPOSITORY, kept_from=[GIVEN])
    with pytest.raises(pytest.UsageError, match="no player may see"):
        outsider_named("workspace.x:play", bind=[], here=REPOSITORY, kept_from=[GIVEN])
    assert outsider_named("true", bind=[REPOSITORY / "docs"], here=REPOSITORY, kept_from=[GIVEN])


def test_a_folder_that_is_none(here: Path) -> None:
    """It is refused at once."""
    with pytest.raises(pytest.UsageError, match="no such folder"):
        outsider_named("true", bind=[Path("missing")], here=here, kept_from=[])


def test_placeholders_are_filled_wherever_they_stand() -> None:
    """As a whole argument or part of one; a value is not looked into again; JSON stays JSON."""
    values = {"prompt": "do {workspace}", "workspace": "/w", "display": ":9"}
    argv = ["{prompt}", "--out={workspace}/x", '{"display": "{display}"}', "{other}", "{ prompt }"]
    assert filled(argv, values) == [
        "do {workspace}",
        "--out=/w/x",
        '{"display": ":9"}',
        "{other}",
        "{ prompt }",
    ]
