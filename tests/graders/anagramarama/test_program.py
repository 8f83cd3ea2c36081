"""GAM 11: what is our own game as the harness starts it, and what is not."""

from pathlib import Path
from typing import Any

import pytest

from graders.anagramarama.program import other_game, started
from graders.errors import Unreadable
from graders.witness import Witness

RUN = "/srv/playproof/runs/x/seed-3"
GAME = "/srv/playproof/games/anagramarama"
COMMAND = [
    *("/srv/playproof/.venv/bin/python", GAME),
    *("--seed-file", f"{RUN}/workspace/exec/seed.txt"),
    *("--words", "/usr/share/dict/american-english"),
    *("--words", "/usr/share/dict/british-english"),
    *("--seconds", "300", "--log", f"{RUN}/witness/game/log.csv", "--seed", "3"),
]
OURS: dict[str, Any] = {
    "kind": "process",
    "pid": 7,
    "exe": "/opt/python/bin/python3.11",
    "cmdline": COMMAND,
    "environment": {"PYTHONDONTWRITEBYTECODE": "1"},
    "open": [],
    "tracer": "",
    "settings": {},
    "own_places": [],
    "mapped": [
        *("/opt/python/bin/python3.11", "/opt/python/lib/libpython3.11.so", "/usr/lib/libc.so.6"),
        "/srv/playproof/.venv/lib/python3.11/site-packages/pygame/base.so",
    ],
}


def faults(**changed: object) -> str:
    """What is said of a process that differs so."""
    return "; ".join(other_game(Witness(Path("nowhere"), [{**OURS, **changed}], [])))


def command(old: str, new: str) -> list[str]:
    """A command line that differs."""
    return [part.replace(old, new) for part in COMMAND]


def test_ours() -> None:
    """Nothing is said, and the log's name is known."""
    assert faults() == ""
    assert started(Witness(Path("nowhere"), [OURS], [])).log == "log.csv"


@pytest.mark.parametrize(
    "cmdline",
    [
        [],
        COMMAND[:1],
        command("/games/anagramarama", "/games/other"),
        command("american", "my-own"),
        command("300", "3000"),
        command("/exec/seed.txt", "/results/seed.txt"),
        command("/witness/game/", "/workspace/results/"),
        command("--seed-file", "--word"),
        [*COMMAND, "--title", "x"],
        COMMAND[:-2],
        [*COMMAND[:2], *COMMAND[4:]],
    ],
)
def test_other_command_lines(cmdline: list[str]) -> None:
    """Another program, other words, other time, another root, a log where players write."""
    with pytest.raises(Unreadable, match="it was started with"):
        faults(cmdline=cmdline)


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"exe": "/opt/python/bin/perl"}, "the program was '/opt/python/bin/perl', not python"),
        ({"exe": f"{RUN}/workspace/bin/python3"}, "workspace/bin/python3' lies in the run's own"),
        ({"cmdline": command(GAME, f"{RUN}/workspace/games/anagramarama")}, "lies in the run's"),
        ({"cmdline": command("/srv/playproof/.venv", RUN)}, "lies in the run's own folder"),
        ({"environment": {"PYTHONPATH": "/x"}}, "its environment had 'PYTHONPATH'"),
        ({"environment": None}, "does not tell what the process was made of"),
        ({"mapped": ["/srv/x.so"]}, "it had loaded '/srv/x.so'"),
    ],
)
def test_other_programs(changed: dict[str, object], said: str) -> None:
    """Another interpreter, one that a player can write, variables, libraries from elsewhere."""
    assert said in faults(**changed)


def test_what_changed_meanwhile() -> None:
    """The record tells it at the start and at the end."""
    later = {**OURS, "cmdline": [*COMMAND[:-1], "4"]}
    said = [*other_game(Witness(Path("nowhere"), [OURS, later], []))]
    assert said == ["its command line changed"]
    with pytest.raises(Unreadable, match="does not tell which program"):
        list(other_game(Witness(Path("nowhere"), [], [])))
