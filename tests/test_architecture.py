"""What may import what, what may name a game, how large a module may be: read from the source."""

import ast
import re
import sys
import tomllib
from functools import cache
from graphlib import CycleError, TopologicalSorter
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

ROOMS = ("suites", "drivers", "solvers", "graders", "games", "report", "benchmarks")

MAY_IMPORT: dict[str, set[str]] = {
    "solvers": set(),
    "games": {"games"},
    "graders": {"graders"},
    "drivers": {"drivers", "solvers"},
    "report": {"report"},
    "suites": {"suites", "drivers", "solvers", "graders", "bootstrap"},
    "benchmarks": {"benchmarks", "drivers", "solvers", "graders", "games", "suites", "bootstrap"},
    "bootstrap": set(),
    "conftest": {
        *("drivers.processes", "report.plugin"),
        *("suites.settings", "suites.folders", "suites.versions", "suites.judges"),
        *("suites.players.admission", "suites.players.options"),
    },
}
"""For each room (or module at the root) the rooms or modules of ours that it may import."""

THIRD_PARTY: dict[str, set[str]] = {
    "solvers": set(),
    "bootstrap": set(),
    "graders": {"numpy", "PIL"},
    "games": {"pygame"},
}
"""For some rooms the only distributions they may import besides the standard library."""

MAY_TALK = {"graders/judging/wire.py": {"openai", "httpx2"}}
"""The one grader's module that knows a network, and by what; without a judge it is not imported."""

STATES_AND_MOVES = {"State", "Move"}
"""All that a driver takes from a solver."""

GAMES = tuple(path.parent.name for path in sorted((ROOT / "graders").glob("*/grader.py")))
"""A folder with a grader is a game's."""

LONGEST = 250
"""Lines of a module."""

LONGEST_OF_ALL = 350
ONE_STATE = (
    "one class: each method reads or changes what the others know, so parts would share it all"
)
ONE_LOOK = "one picture taken apart from top to bottom, by helpers that are of use there alone"
ONE_LIST = "one list, an entry of a few lines each"
ONE_PROGRAM = "one program, from the peers that it asks to the figures that it prints"
LONGER = {
    "benchmarks/anagramarama_reading.py": ONE_STATE,
    "benchmarks/mines.py": ONE_PROGRAM,
    "benchmarks/mines_open.py": ONE_STATE,
    "benchmarks/quadrapassel.py": ONE_PROGRAM,
    "benchmarks/sokoban.py": ONE_PROGRAM,
    "drivers/anagramarama/driver.py": ONE_STATE,
    "drivers/computer.py": ONE_STATE,
    "drivers/mcp/server.py": ONE_LIST,
    "drivers/mines/driver.py": ONE_STATE,
    "drivers/quadrapassel/driver.py": ONE_STATE,
    "drivers/quadrapassel/look.py": ONE_LOOK,
    "drivers/record.py": ONE_STATE,
    "drivers/screen.py": ONE_STATE,
    "drivers/x/link.py": ONE_STATE,
    "drivers/x/protocol.py": ONE_LIST,
    "drivers/x/rules.py": ONE_LIST,
    "graders/mines/engine.py": ONE_STATE,
    "graders/mines/film.py": ONE_STATE,
    "graders/mines/pixels.py": ONE_LOOK,
    "graders/quadrapassel/pixels.py": ONE_LOOK,
    "graders/sokoban/case.py": ONE_STATE,
    "graders/workspace.py": ONE_STATE,
}
"""Modules that may have more lines than LONGEST, though not than LONGEST_OF_ALL, and why."""


def may_import_by_the_table() -> dict[str, set[str]]:
    """What docs/architecture.md allows each room to import, besides itself."""
    table = (ROOT / "docs" / "architecture.md").read_text()
    rows = re.findall(r"^\| `(\w+)/` \|.*\| ([^|]*) \|$", table, flags=re.MULTILINE)
    return {room: set(re.findall(r"\w+", cell)) & OURS for room, cell in rows if room in ROOMS}


def declared(group: str) -> set[str]:
    """The distributions that a group of pyproject.toml names, in normal spelling."""
    groups = tomllib.loads((ROOT / "pyproject.toml").read_text())["dependency-groups"]
    names: set[str] = set()
    for entry in groups[group]:
        if isinstance(entry, dict):
            names |= declared(entry["include-group"])
        else:
            names.add(normal(re.split(r"[^\w.-]", entry)[0]))
    return names


def normal(name: str) -> str:
    """A distribution's name as PEP 503 compares it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def rooms_modules() -> list[str]:
    """Every module of ours outside tests, as a path relative to the repository."""
    paths = [path for room in ROOMS for path in (ROOT / room).rglob("*.py")]
    paths += [ROOT / "conftest.py", ROOT / "bootstrap.py"]
    return sorted(path.relative_to(ROOT).as_posix() for path in paths)


MODULES = rooms_modules()
OURS = {*ROOMS, "conftest", "bootstrap", "tests"}


@cache
def tree(module: str) -> ast.Module:
    """The syntax tree of a module."""
    return ast.parse((ROOT / module).read_text(), filename=module)


def dotted(module: str) -> str:
    """The import name of a module's path."""
    return module.removesuffix(".py").removesuffix("/__init__").replace("/", ".")


@cache
def imports(module: str) -> frozenset[str]:
    """Every name a module imports, wherever in it; `a.b.c` for `from a.b import c`."""
    found: set[str] = set()
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{module}: a relative import"
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
        elif isinstance(node, ast.Call) and ast.unparse(node.func) == "__import__":
            pytest.fail(f"{module}: __import__ hides an import")
    return frozenset(found)


def room(module: str) -> str:
    """The room a module is in; for one at the root its own name."""
    return dotted(module).split(".")[0]


def allowed(name: str, permitted: set[str]) -> bool:
    """Whether an imported name is one of the permitted rooms or modules, or inside one."""
    return any(name == prefix or name.startswith(f"{prefix}.") for prefix in permitted)


@pytest.mark.parametrize("module", MODULES)
def test_imports_of_ours_go_one_way(module: str) -> None:
    """A module imports from the rooms its own may see, and from no other."""
    ours = {name for name in imports(module) if name.split(".")[0] in OURS}
    permitted = MAY_IMPORT[room(module)]
    assert {name for name in ours if not allowed(name, permitted)} == set()


@pytest.mark.parametrize("module", [m for m in MODULES if room(m) in THIRD_PARTY])
def test_pure_rooms_rest_on_little(module: str) -> None:
    """Solvers need the standard library only; graders numpy and Pillow, but for one line out."""
    foreign = {name.split(".")[0] for name in imports(module)} - OURS - sys.stdlib_module_names
    assert foreign <= THIRD_PARTY[room(module)] | MAY_TALK.get(module, set())


@pytest.mark.parametrize("module", [m for m in MODULES if room(m) == "solvers"])
def test_solvers_are_single_files(module: str) -> None:
    """A copy of one file is the whole solver."""
    assert not {name for name in imports(module) if name.split(".")[0] in OURS}


@pytest.mark.parametrize("module", [m for m in MODULES if room(m) == "games"])
def test_a_game_is_one_file_or_one_folder(module: str) -> None:
    """A game knows no other game: a module imports from its own folder, if it has one."""
    parts = Path(module).parts
    own = {".".join(parts[:2])} if len(parts) > 2 else set[str]()
    ours = {name for name in imports(module) if name.split(".")[0] in OURS}
    assert {name for name in ours if not allowed(name, own)} == set()


@pytest.mark.parametrize("module", [m for m in MODULES if room(m) == "drivers"])
def test_drivers_take_states_and_moves_only(module: str) -> None:
    """A driver never calls a solver: nothing but types of state and move crosses."""
    taken = {name.split(".")[-1] for name in imports(module) if name.startswith("solvers")}
    assert taken <= STATES_AND_MOVES


def test_the_table_of_rooms_is_true() -> None:
    """What docs/architecture.md says of imports is what is held here."""
    told = {room: MAY_IMPORT[room] - {room} for room in ROOMS}
    assert may_import_by_the_table() == told
    assert all((ROOT / room).is_dir() for room in ROOMS)


TESTS = sorted(path.relative_to(ROOT).as_posix() for path in (ROOT / "tests").rglob("*.py"))


@pytest.mark.parametrize(("modules", "group"), [(MODULES, "play"), (TESTS, "dev")])
def test_what_is_imported_is_declared(modules: list[str], group: str) -> None:
    """Whatever another package happens to bring, we name what we import ourselves."""
    tops = {name.split(".")[0] for module in modules for name in imports(module)}
    tops -= OURS | sys.stdlib_module_names
    brought_by = packages_distributions()
    names = {top: {normal(name) for name in brought_by[top]} for top in tops}
    assert {top for top, named in names.items() if not named & declared(group)} == set()


def test_imports_make_no_circle() -> None:
    """Modules can be ordered so that each imports earlier ones only."""
    names = {dotted(module): module for module in MODULES}
    graph: dict[str, set[str]] = {}
    for name, module in names.items():
        targets = {target.rpartition(".")[0] for target in imports(module)} | set(imports(module))
        graph[name] = {target for target in targets if target in names and target != name}
    try:
        order = list(TopologicalSorter(graph).static_order())
    except CycleError as circle:
        pytest.fail(" -> ".join(circle.args[1]))
    assert set(order) == set(names)


def names_a_game(path: str) -> bool:
    """Whether a module, or the folder that it is in, is called after a game."""
    return any(game in path for game in GAMES)


CORES = [m for m in MODULES if room(m) in ("drivers", "graders", "report", "conftest", "bootstrap")]
CORES += [m for m in MODULES if room(m) == "suites" and not Path(m).stem.startswith("test_")]


@pytest.mark.parametrize("module", [m for m in CORES if not names_a_game(m)])
def test_cores_name_no_game(module: str) -> None:
    """What every game stands on is about none of them, docstrings and comments included.

    Examples of GSettings paths are names of a desktop's settings, not of a task.
    """
    text = (ROOT / module).read_text().lower().replace("org/gnome/mines", "")
    assert [game for game in GAMES if game in text] == []


@pytest.mark.parametrize("module", MODULES)
def test_every_module_says_what_it_is(module: str) -> None:
    """A module begins with a docstring."""
    assert ast.get_docstring(tree(module))


def whole(module: str) -> bool:
    """Whether a module is a solver or a game all by itself."""
    return room(module) in ("solvers", "games") and len(Path(module).parts) == 2


def lines(module: str) -> int:
    """How many lines a module has."""
    return len((ROOT / module).read_text().splitlines())


@pytest.mark.parametrize("module", [m for m in MODULES if not whole(m)])
def test_no_module_is_too_long_to_read(module: str) -> None:
    """At most 250 lines but for those listed; a solver or a game that is one file may be longer."""
    assert lines(module) <= (LONGEST_OF_ALL if module in LONGER else LONGEST)


def test_modules_listed_as_longer_are() -> None:
    """One that has become short enough is to be taken off the list."""
    assert [module for module in LONGER if module not in MODULES or lines(module) <= LONGEST] == []


@pytest.mark.parametrize("module", MODULES)
def test_nobody_sleeps(module: str) -> None:
    """Waiting is for a picture, a process or an event, never for time to pass."""
    calls = [ast.unparse(n.func) for n in ast.walk(tree(module)) if isinstance(n, ast.Call)]
    assert [call for call in calls if call.split(".")[-1] == "sleep"] == []


@pytest.mark.parametrize(
    "given", sorted((ROOT / "workspace" / "GAM").iterdir()), ids=lambda p: p.name
)
def test_players_are_given_no_answers(given: Path) -> None:
    """What the grader expects lies in gt/ and nowhere in exec/, prompt and inputs are there."""
    assert (given / "prompt.md").is_file()
    assert (given / "gt" / "expected.json").is_file()
    assert list((given / "exec").rglob("*expected*")) == []
    assert not (given / "exec" / "gt").exists()


def test_nothing_depends_on_where_it_was_written() -> None:
    """No source, test or setting names a folder of the machine it was made on."""
    files = [path for room in ROOMS for path in (ROOT / room).rglob("*") if path.is_file()]
    files += [path for path in (ROOT / "tests").rglob("*.py") if path != Path(__file__)]
    files += [path for path in ROOT.iterdir() if path.is_file()]
    places = re.compile(rb"(?<![\w.])(/work/|/root/|/home/\w|\.\./shared)")
    texts = [path for path in files if path.suffix not in (".pyc", ".png")]
    assert [str(path) for path in texts if places.search(path.read_bytes())] == []
