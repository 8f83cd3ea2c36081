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
    ],
)
def test_modified(changed: dict[str, object], said: str) -> None:
    """Another program, other arguments, variables that change programs, files from elsewhere."""
    assert said in faults(**changed)


def test_arguments_that_belong_to_it() -> None:
    """What a game has to be started with must be there."""
    witness = Witness(Path("nowhere"), [AS_INSTALLED], [])
    said = [*modified(witness, "quadrapassel", "--big")]
    assert said == ["it was started with '', not --big"]
