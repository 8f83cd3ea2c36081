"""Versions of what a result depends on."""

import platform
from dataclasses import replace
from pathlib import Path

import pytest

from drivers.sandbox import Sandbox
from suites import versions
from suites.players.options import Manner
from suites.settings import Settings

SETTINGS = Settings(
    run_folder=Path("/runs/new"),
    seeds=(1, 2),
    player="null",
    manner=Manner(
        budget_s=None,
        bind=(),
        variables=(),
        network=False,
        unsandboxed=False,
        freeze=False,
        here="/",
    ),
    outsider=None,
    judge="off",
    video="off",
    regrade=None,
    headed=False,
)


def test_versions_of_python_and_debian_packages() -> None:
    """A distribution's version, a package's, and a plain word for what is not there."""
    assert versions.version("pytest") == pytest.__version__
    assert versions.version("no-such-thing-anywhere") in (
        "not installed",
        "unknown (no dpkg-query)",
    )


def test_every_result_names_what_it_rests_on() -> None:
    """Python, X, tesseract, and what the game asks for."""
    found = versions.versions(("pygame-ce",))
    assert list(found) == ["playproof", "python", "xvfb", "tesseract-ocr", "pygame-ce"]
    assert found["python"] == platform.python_version()
    assert all(found.values())


def test_without_dpkg_it_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A machine that is no Debian has no versions to tell, and no error."""
    monkeypatch.setenv("PATH", str(tmp_path))
    assert versions.version.__wrapped__("xvfb") == "unknown (no dpkg-query)"


@pytest.mark.parametrize("sandbox", list(Sandbox))
def test_the_header_says_whether_games_are_seeded(
    sandbox: Sandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that cannot seed says UNSEEDED; one that can does not."""
    monkeypatch.setattr(versions, "best_sandbox", lambda: sandbox)
    text = versions.environment(SETTINGS)["Sandbox"]
    assert ("UNSEEDED" in text) is not sandbox.seeds


def test_the_header_names_player_and_seeds() -> None:
    """Who plays what; a run that is graded again names the run it was."""
    facts = versions.environment(SETTINGS)
    assert (facts["Player"], facts["Seeds"]) == ("null", "1, 2")
    again = versions.environment(replace(SETTINGS, regrade=Path("/runs/old")))
    assert again["Player"] == again["Seeds"] == "as in old"
