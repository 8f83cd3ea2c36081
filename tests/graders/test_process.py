"""What makes a program another than the one installed."""

from pathlib import Path
from typing import Any

import pytest

from graders.process import modified
from graders.witness import Witness

AS_INSTALLED: dict[str, Any] = {
    "kind": "process",
    "pid": 7,
    "exe": "/usr/games/quadrapassel",
    "cmdline": ["/usr/games/quadrapassel"],
    "environment": {"GSETTINGS_BACKEND": "keyfile"},
    "mapped": ["/usr/games/quadrapassel", "/lib/x86_64-linux-gnu/libc.so.6"],
    "open": ["/dev/null", "/dev/dri/renderD128", "/srv/own/cache/x", "/runs/1/game.log"],
    "tracer": "",
    "settings": {"org/gnome/Quadrapassel/theme": "'plain'"},
    "own_places": ["/srv/own", "/runs/1/game.log"],
}


def faults(**changed: object) -> str:
    """What is said of a process that differs so."""
    witness = Witness(Path("nowhere"), [{**AS_INSTALLED, **changed}], [])
    return "; ".join(modified(witness, "quadrapassel"))


def test_as_installed() -> None:
    """Nothing is said."""
    assert faults() == ""


def test_nobody_told() -> None:
    """A record without a process proves nothing."""
    witness = Witness(Path("nowhere"), [], [])
    assert [*modified(witness, "quadrapassel")] != []


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"exe": "/usr/games/gnome-mines"}, "the program was '/usr/games/gnome-mines'"),
        ({"exe": "/opt/quadrapassel"}, "the program was '/opt/quadrapassel'"),
        ({"exe": "/usrlocal/quadrapassel"}, "the program was '/usrlocal/quadrapassel'"),
        ({"cmdline": ["quadrapassel", "-x"]}, "it was started with '-x', not nothing"),
        ({"environment": {"LD_PRELOAD": "x.so"}}, "its environment had 'LD_PRELOAD'"),
        ({"environment": {"GSETTINGS_BACKEND": "memory"}}, "had 'GSETTINGS_BACKEND'"),
        ({"mapped": ["/opt/x.so", "/usr/lib/y.so"]}, "it had loaded '/opt/x.so'"),
        ({"mapped": None}, "does not tell what the process was made of"),
        ({"environment": None}, "does not tell what the process was made of"),
        ({"open": None}, "does not tell what the process was made of"),
        ({"tracer": None}, "does not tell what the process was made of"),
        ({"tracer": "/usr/bin/gdb"}, "it was traced by '/usr/bin/gdb'"),
        ({"open": ["/dev/shm/board"]}, "it had '/dev/shm/board' open"),  # noqa: S108
        ({"open": ["/srv/own2/x", "/a"]}, "it had '/a' and 1 more from elsewhere open"),
        ({"open": ["/runs/1/game.log2"]}, "it had '/runs/1/game.log2' open"),
    ],
)
def test_modified(changed: dict[str, object], said: str) -> None:
    """Another program, other arguments, variables that change programs, files from elsewhere."""
    assert said in faults(**changed)


def meddled(then: dict[str, str], now: dict[str, str], *others: dict[str, Any]) -> str:
    """What is said of a game with these settings at its start and end, and of other processes."""
    events = [{**AS_INSTALLED, "settings": settings} for settings in (then, now)]
    witness = Witness(Path("nowhere"), [*events, *others], [])
    return "; ".join(modified(witness, "quadrapassel"))


def test_settings_that_were_changed() -> None:
    """The first of them, from what to what; a window's place is no setting of the game."""
    assert meddled({"a/speed": "1", "a/window-width": "9"}, {"a/speed": "1"}) == ""
    changed = meddled({"a/speed": "1", "a/z": "1"}, {"a/speed": "2"})
    assert changed == "its settings were changed: 'a/speed' from '1' to '2' and 1 more"
    changed = meddled({}, {"a/speed": "2"})
    assert changed == "its settings were changed: 'a/speed' from the default to '2'"


def test_a_second_instance() -> None:
    """Whoever started it: the players' folder says that only the running one counts."""
    other = {"kind": "instance", "pid": 12, "cmdline": ["quadrapassel"]}
    assert meddled({}, {}, other) == "it ran a second time, 'quadrapassel', process 12"


def test_arguments_that_belong_to_it() -> None:
    """What a game has to be started with must be there."""
    witness = Witness(Path("nowhere"), [AS_INSTALLED], [])
    said = [*modified(witness, "quadrapassel", "--big")]
    assert said == ["it was started with '', not --big"]
