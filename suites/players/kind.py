"""What `--player` names: one of our own players, a Python callable, or any command line."""

import ast
import difflib
import os
import re
import shlex
import shutil
import sysconfig
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Self

import pytest

from drivers.sandbox import SYSTEM

OWN = ("reference", "null", "random")
SEARCHED = "/usr/local/bin:/usr/bin:/bin:/usr/games"
"""PATH of a player from outside."""

CALLABLE = re.compile(r"[A-Za-z_]\w*(\.[A-Za-z_]\w*)*:[A-Za-z_]\w*")
PLACEHOLDERS = ("prompt", "prompt_file", "workspace", "display", "game_output", "mcp")
PLACEHOLDER = re.compile(r"\{(" + "|".join(PLACEHOLDERS) + r")\}")
_MISSPELT = re.compile(r"\{(\w+)\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outsider:
    """A player from outside.

    Attributes:
        argv: Its command line, placeholders and all; a Python player's is completed at its seat.
        python: `package.module:callable`, or "" for a command.
        folders: What is bound read-only under its own path: folders, or single files.
        path: Where a Python player's modules are looked for.
    """

    argv: tuple[str, ...]
    python: str
    folders: tuple[Path, ...]
    path: tuple[Path, ...]

    @property
    def wants_our_interpreter(self) -> bool:
        """Whether it runs on our Python, and sees `drivers`."""
        return bool(self.python) or any("{mcp}" in part for part in self.argv)

    def to_plain(self) -> dict[str, Any]:
        """Strings and lists of them, as pytest-xdist can carry to a worker."""
        return {
            name: value if isinstance(value, str) else [str(part) for part in value]
            for name, value in asdict(self).items()
        }

    @classmethod
    def from_plain(cls, plain: Mapping[str, Any]) -> Self:
        """What `to_plain` made."""
        return cls(
            argv=tuple(plain["argv"]),
            python=plain["python"],
            folders=tuple(map(Path, plain["folders"])),
            path=tuple(map(Path, plain["path"])),
        )


def outsider_named(
    player: str, *, bind: Sequence[Path], here: Path, kept_from: Sequence[Path]
) -> Outsider | None:
    """Read `--player` and `--player-bind`; None for one of our own players.

    Args:
        player: A name of ours, `package.module:callable` or a command line.
        bind: The folders that the user gives.
        here: The folder the user is in.
        kept_from: Folders that no player may see, and so none that holds one can be given.

    Raises:
        pytest.UsageError: it cannot be what the user wants; the message says what to do.
    """
    given = tuple(_given(_absolute(folder, here), kept_from) for folder in bind)
    if player in OWN:
        if given:
            raise pytest.UsageError(f"--player-bind is for players of your own, not {player!r}")
        return None
    if CALLABLE.fullmatch(player):
        return _python(player, given=given, here=here, kept_from=kept_from)
    try:
        argv = shlex.split(player)
    except ValueError as exc:
        raise pytest.UsageError(
            f"--player {player!r}: {exc} (it is read as a shell would)"
        ) from exc
    if not argv:
        raise pytest.UsageError(f"--player is empty: give one of {', '.join(OWN)}, or a command")
    for name in _MISSPELT.findall(player):
        if difflib.get_close_matches(name, PLACEHOLDERS) and name not in PLACEHOLDERS:
            raise pytest.UsageError(
                f"--player {player!r}: there is no placeholder {{{name}}}, but "
                + ", ".join(f"{{{known}}}" for known in PLACEHOLDERS)
            )
    program = _program(argv[0], player=player, given=given, here=here)
    return Outsider(argv=(program, *argv[1:]), python="", folders=given, path=())


def filled(argv: Sequence[str], values: Mapping[str, str]) -> list[str]:
    """A command line with its placeholders filled in; other braces stay as they are."""
    return [PLACEHOLDER.sub(lambda found: values[found[1]], part) for part in argv]


def _given(folder: Path, kept_from: Sequence[Path]) -> Path:
    if not folder.is_dir():
        raise pytest.UsageError(f"--player-bind {folder}: there is no such folder")
    _refuse_secrets(folder, kept_from, what=f"--player-bind {folder}")
    return folder


def _refuse_secrets(path: Path, kept_from: Sequence[Path], *, what: str) -> None:
    for kept in kept_from:
        one, other = path.resolve(), kept.resolve()
        if one.is_relative_to(other) or other.is_relative_to(one):
            raise pytest.UsageError(
                f"{what}: no player may see {kept}; give the folder of its own code alone"
            )


def _program(name: str, *, player: str, given: tuple[Path, ...], here: Path) -> str:
    """The program as the player will find it."""
    if "/" not in name:
        if shutil.which(name, path=SEARCHED) is None:
            raise pytest.UsageError(
                f"--player {player!r}: it is none of {', '.join(OWN)}, no module:callable, and "
                f"there is no program {name!r} on a player's PATH ({SEARCHED})"
            )
        return name
    path = _absolute(Path(name), here)
    if not path.is_file():
        raise pytest.UsageError(f"--player {player!r}: there is no program {path}")
    if not os.access(path, os.X_OK):
        raise pytest.UsageError(
            f"--player {player!r}: {path} is not executable; chmod +x it, or name its interpreter"
        )
    if not any(path.is_relative_to(folder) for folder in (*given, *map(Path, SYSTEM))):
        raise pytest.UsageError(
            f"--player {player!r}: a player does not see {path}; add --player-bind {path.parent}"
        )
    return str(path)


def _python(
    player: str, *, given: tuple[Path, ...], here: Path, kept_from: Sequence[Path]
) -> Outsider:
    """Where the callable's outermost package or module is: in a given folder, here, installed."""
    dotted, _, name = player.partition(":")
    top = dotted.partition(".")[0]
    for place in (*given, here):
        _refuse_undefined(place, dotted, name, player=player)
        if _module_in(place, top):
            break
    for place in given:
        if _module_in(place, top):
            return Outsider(argv=(), python=player, folders=given, path=given)
    module = _module_in(here, top)
    if module is not None:
        _refuse_secrets(module, kept_from, what=f"--player {player!r}: {module}")
        return Outsider(argv=(), python=player, folders=(*given, module), path=(*given, here))
    if any(_module_in(Path(sysconfig.get_path(name)), top) for name in ("purelib", "platlib")):
        return Outsider(argv=(), python=player, folders=given, path=given)
    raise pytest.UsageError(
        f"--player {player!r}: there is no module {top!r} in {here} or in a folder of --player-bind"
    )


def _refuse_undefined(place: Path, dotted: str, name: str, *, player: str) -> None:
    """See in its source that a module has that name, if it is a plain file; nothing is run."""
    module = place.joinpath(*dotted.split(".")).with_suffix(".py")
    try:
        tree = ast.parse(module.read_bytes())
    except (OSError, SyntaxError, ValueError):
        return  # a package, a compiled module, or a slip that its own traceback tells better
    names = {getattr(node, "name", "") for node in tree.body}
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.alias):
            names.add(node.asname or node.name)
    if name not in names and "*" not in names and "__getattr__" not in names:
        raise pytest.UsageError(f"--player {player!r}: {module} has no {name!r}")


def _absolute(path: Path, here: Path) -> Path:
    """The path from the root, without `..`; links stay, as the player calls them so too."""
    return Path(os.path.normpath(here / path))


def _module_in(place: Path, top: str) -> Path | None:
    return next((path for path in (place / top, place / f"{top}.py") if path.exists()), None)
