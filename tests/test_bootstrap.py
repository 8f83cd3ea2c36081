"""The one step that sets everything up. Nothing is installed here: stand-ins would do it."""

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import bootstrap

ROOT = Path(__file__).parents[1]

Program = Callable[[str, str], None]


@pytest.fixture
def bin_dir(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that is all of PATH."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    return folder


@pytest.fixture
def program(bin_dir: Path) -> Program:
    """Makes a program of that name on PATH, a shell script."""

    def make(name: str, script: str) -> None:
        (bin_dir / name).write_text(f"#!/bin/sh\n{script}\n")
        (bin_dir / name).chmod(0o755)

    return make


@pytest.fixture
def listed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of three packages."""
    (tmp_path / "system-packages.txt").write_text(
        "# what we need\nxvfb    # a screen\n\n  xauth\nbubblewrap#no blank\n"
    )
    monkeypatch.setattr(bootstrap, "ROOT", tmp_path)


DPKG = "echo 'xvfb installed'; echo 'xauth config-files'; echo 'no bubblewrap' >&2; exit 1"
"""dpkg-query where one is installed, one was removed, and one was never there."""


@pytest.mark.usefixtures("listed")
def test_packages_are_names_without_comments() -> None:
    """Blank lines and comments are no packages."""
    assert bootstrap.system_packages() == ["xvfb", "xauth", "bubblewrap"]


def test_the_real_list_has_what_the_stage_needs() -> None:
    """The project's own list is readable, and has no blanks in a name."""
    packages = bootstrap.system_packages()
    assert {"xvfb", "xauth", "bubblewrap", "tesseract-ocr"} <= set(packages)
    assert all(name == name.strip() and " " not in name for name in packages)


@pytest.mark.usefixtures("listed")
def test_removed_and_unknown_packages_are_missing(program: Program) -> None:
    """What dpkg does not call installed is missing, in the list's order."""
    program("dpkg-query", DPKG)
    assert bootstrap.missing_packages() == ["xauth", "bubblewrap"]


@pytest.mark.usefixtures("listed", "bin_dir")
def test_without_dpkg_the_packages_are_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Another system is told what it needs, and trusted to have it."""
    assert bootstrap.missing_packages() == []
    assert "xvfb xauth bubblewrap" in capsys.readouterr().err


@pytest.mark.usefixtures("listed")
def test_without_root_the_exact_command_is_shown(
    program: Program, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither root nor sudo: it exits with the command to run, naming what is missing only."""
    program("dpkg-query", DPKG)
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    with pytest.raises(SystemExit) as stopped:
        bootstrap.install_system_packages()
    assert str(stopped.value).splitlines()[1].strip() == (
        "apt-get update && apt-get install -y -qq --no-install-recommends xauth bubblewrap"
    )


@pytest.mark.usefixtures("listed")
@pytest.mark.parametrize("root", [True, False])
def test_missing_packages_are_installed(
    program: Program, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, root: bool
) -> None:
    """Root installs by apt-get, others by sudo that asks nothing: an update, then the packages."""
    calls = tmp_path / "calls"
    program("dpkg-query", DPKG)
    program("apt-get", f'echo "apt-get $* $DEBIAN_FRONTEND" >> {calls}')
    program("sudo", f'echo "sudo $*" >> {calls}')
    monkeypatch.setattr(os, "geteuid", lambda: 0 if root else 1000)
    bootstrap.install_system_packages()
    install = "install -y -qq --no-install-recommends xauth bubblewrap"
    start, end = ("apt-get", " noninteractive") if root else ("sudo -n apt-get", "")
    assert calls.read_text().splitlines() == [
        f"{start} update -qq{end}",
        f"{start} {install}{end}",
    ]


@pytest.mark.usefixtures("listed")
def test_a_failed_installation_is_shown(program: Program, monkeypatch: pytest.MonkeyPatch) -> None:
    """If apt-get fails its words are shown, with the command to run by hand."""
    program("dpkg-query", DPKG)
    program("apt-get", "echo 'E: no route to deb.debian.org'; exit 100")
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    with pytest.raises(SystemExit) as stopped:
        bootstrap.install_system_packages()
    assert "E: no route to deb.debian.org" in str(stopped.value)
    assert "sudo apt-get update && sudo apt-get install" in str(stopped.value)


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A copy that is set up already: no packages to install, and the stamp of its pyproject."""
    folder = tmp_path / "checkout"
    (folder / ".venv" / "bin").mkdir(parents=True)
    shutil.copy(ROOT / "bootstrap.py", folder)
    (folder / "system-packages.txt").write_text("# none\n")
    (folder / "pyproject.toml").write_text("[project]\n")
    stamp = hashlib.sha256(b"[project]\n" + sys.version.encode()).hexdigest()
    (folder / ".venv" / "playproof-dependencies.sha256").write_text(stamp)
    python = folder / ".venv" / "bin" / "python"
    python.write_text("#!/bin/sh\necho pip was called >&2\nexit 9\n")
    python.chmod(0o755)
    return folder


def start(checkout: Path, *command: str) -> subprocess.CompletedProcess[str]:
    """Run the copy's bootstrap."""
    return subprocess.run(
        [sys.executable, str(checkout / "bootstrap.py"), *command],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def test_what_is_set_up_is_left_alone(checkout: Path) -> None:
    """With the stamp of this pyproject and this Python nothing is installed or said."""
    before = sorted(checkout.rglob("*"))
    run = start(checkout)
    assert (run.returncode, run.stdout, run.stderr) == (0, "", "")
    assert sorted(checkout.rglob("*")) == before


@pytest.mark.parametrize("works", [True, False])
def test_a_changed_pyproject_is_installed(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, works: bool
) -> None:
    """Another pyproject calls pip; the new stamp is written only if that went well."""
    (checkout / "pyproject.toml").write_text("[project]\nname = 'x'\n")
    stamp = checkout / ".venv" / "playproof-dependencies.sha256"
    before, calls = stamp.read_text(), checkout / "calls"
    (checkout / ".venv/bin/python").write_text(
        f'#!/bin/sh\necho "$*" >> {calls}\nexit {0 if works else 9}\n'
    )
    monkeypatch.setattr(bootstrap, "ROOT", checkout)
    monkeypatch.setattr(bootstrap, "VENV", checkout / ".venv")
    monkeypatch.setattr(bootstrap, "STAMP", stamp)
    monkeypatch.setattr("venv.create", lambda *_, **__: None)
    if works:
        bootstrap.install_python_packages()
        assert stamp.read_text() != before
        assert calls.read_text().splitlines()[-1].endswith("install --group dev")
        bootstrap.install_python_packages()
        assert len(calls.read_text().splitlines()) == 2
    else:
        with pytest.raises(SystemExit, match="pip failed"):
            bootstrap.install_python_packages()
        assert stamp.read_text() == before


def test_an_environment_of_another_user_is_one_line(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who may not write into `.venv` is told whose it is, without a traceback."""

    def refuse(*_: object, **__: object) -> None:
        raise PermissionError(13, "Permission denied", str(checkout / ".venv/bin/python"))

    (checkout / "pyproject.toml").write_text("[project]\nname = 'y'\n")
    monkeypatch.setattr(bootstrap, "ROOT", checkout)
    monkeypatch.setattr(bootstrap, "VENV", checkout / ".venv")
    monkeypatch.setattr(bootstrap, "STAMP", checkout / ".venv" / "playproof-dependencies.sha256")
    monkeypatch.setattr("venv.create", refuse)
    with pytest.raises(SystemExit, match="belongs to another user"):
        bootstrap.install_python_packages()


def test_the_command_runs_in_the_environment(checkout: Path) -> None:
    """What follows is run with the environment first on PATH, and its exit status is passed on."""
    tool = checkout / ".venv" / "bin" / "tool"
    tool.write_text('#!/bin/sh\necho "$1 $VIRTUAL_ENV"\nexit 7\n')
    tool.chmod(0o755)
    run = start(checkout, "tool", "--flag")
    assert (run.returncode, run.stdout) == (7, f"--flag {checkout / '.venv'}\n")


def test_an_unknown_command_is_one_line(checkout: Path) -> None:
    """A command that is not there is named in one line, without a traceback."""
    run = start(checkout, "no-such-command")
    assert run.returncode == 1
    assert run.stderr == ("bootstrap: cannot run no-such-command: No such file or directory\n")
