"""Players that do not play: each attack ends as `unsolved`, for a named reason, and gains nothing.

The table of all attacks is docs/security.md; these are those that need a whole run.
"""

import json
import shutil
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from graders.truth import seed_file
from tests.e2e.runs import (
    GAM_2,
    GAM_3,
    GAM_5,
    GAM_11,
    Run,
    Suite,
    clean_environment,
    left_behind,
    play,
)

AGENTS = Path(__file__).parent / "agents"
SEED = 918273645
SECRET = "open-sesame"  # noqa: S105  (nobody's)
TRAP = "open({!r}, 'w').close()\n"
NULL = {GAM_2: 0.1, GAM_3: 0.05, GAM_5: 0.05, GAM_11: 0.133}
"""The most that a game gives for nothing."""


@dataclass(frozen=True, kw_only=True)
class Burgled:
    """A run, and what the burglar brought home from it.

    Attributes:
        run: The run.
        suite: Its suite.
        loot: What each attempt came to.
        text: The same as it was written.
        game: What the witness tells of the game's process.
        library: What the user's shell had preloaded.
        sprung: What a trap would have made, in the harness.
    """

    run: Run
    suite: Suite
    loot: dict[str, Any]
    text: str
    game: list[dict[str, Any]]
    library: Path
    sprung: Path


@pytest.fixture(scope="module", params=NULL, ids=lambda suite: suite.module[5:-3])
def burgled(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Burgled:
    """The burglar plays, from a folder and a shell full of traps."""
    suite: Suite = request.param
    folder = tmp_path_factory.mktemp("burgled")
    agent, sprung, library = folder / "agent", folder / "sprung", folder / "libspy.so"
    agent.mkdir()
    shutil.copy(AGENTS / "attack_burglar.py", agent / "graders.py")
    for name in ("conftest", "sitecustomize", "usercustomize", "suites", "test_it"):
        (agent / f"{name}.py").write_text(TRAP.format(str(sprung)))
    (agent / "pytest.ini").write_text("[pytest]\naddopts = -p conftest\n")
    (agent / "evil.pth").write_text("import conftest\n")
    shutil.copy(next(Path("/usr/lib").glob("*/libm.so.6")), library)
    run = play(
        *(suite, folder / "runs", "--game-seed", str(SEED), "--video", "off"),
        *("--player", "graders:play", "--player-bind", str(agent)),
        environment=clean_environment() | {"LD_PRELOAD": str(library), "SECRET": SECRET},
    )
    item = run.item(SEED)
    loot = item / "workspace" / "loot.json"
    assert loot.exists(), run.output + (item / "player.log").read_text()
    events = map(json.loads, (item / "witness" / "events.jsonl").read_text().splitlines())
    return Burgled(
        run=run,
        suite=suite,
        loot=json.loads(loot.read_text()),
        text=loot.read_text(),
        game=[event for event in events if event["kind"] == "process"],
        library=library,
        sprung=sprung,
    )


def begins(*errors: str) -> Callable[[Any], bool]:
    """Whether an attempt, or each part of it, ended with one of these errors."""

    def holds(value: Any) -> bool:
        parts = value.values() if isinstance(value, dict) else value
        parts = [value] if isinstance(value, str) else list(parts)
        return bool(parts) and all(str(part).startswith(errors) for part in parts)

    return holds


REFUSED = begins("PermissionError")
NOTHING: Callable[[Any], bool] = lambda value: value == []  # noqa: E731

LOOT: dict[str, Callable[[Any], bool]] = {
    "what_holds_it": REFUSED,
    "processes": lambda found: all(line.startswith(("bwrap", "/")) for line in found),
    "open_files": lambda found: {name for name in found if name[0] == "/"} == {"/dev/null"},
    "trace_by_attaching": REFUSED,
    "trace_by_seizing": REFUSED,
    "signals": lambda found: set(found) == {"1 refused", "itself"},
    "kill_everything": begins("ProcessLookupError"),
    "kill_the_holder": REFUSED,
    "the_games_randomness": lambda drawn: len({*drawn, seed_file(SEED)[:16].hex()}) == 3,
    "devices": lambda found: not {*found} & {"mem", "kmsg", "input", "dri", "sda", "vda", "uinput"},
    "make_a_device": REFUSED,
    "terminal": begins("OSError: [Errno 6]"),
    "mount": REFUSED,
    "unmount_in_a_namespace_of_its_own": lambda said: "seed-" not in said,
    "become_root": lambda said: said[0] != "is root" and "0" not in "".join(said[1:]).split(),
    "change_root": REFUSED,
    "set_the_clock": REFUSED,
    "kernel_settings": begins("PermissionError", "FileNotFoundError"),
    "be_spared": REFUSED,
    "more_processes": begins("ValueError", "PermissionError"),
    "find_evidence": NOTHING,
    "import_the_harness": lambda found: found == ["suites", "conftest"],  # its own
    "change_the_code": begins("PermissionError", "OSError: [Errno 30]"),
    "change_what_was_given": begins("OSError: [Errno 30]", "OSError: [Errno 16]"),
    "link_from_outside": begins("OSError: [Errno 18]"),
    "network": begins("ConnectionRefusedError", "OSError: [Errno 101]"),
    "sockets": lambda found: len(found) == 1 and found[0].startswith("/tmp/.X11-unix/"),  # noqa: S108
    "shared_memory": NOTHING,
    "environment": lambda found: not {*found} & {"LD_PRELOAD", "SECRET"},
    "paths_in_proc": lambda told: any("/workspace" in text for text in told),
    "cookies": lambda _: True,  # looked through for the seed, as everything is
    "properties": lambda told: any("WM_NAME" in text for text in told),
}


def test_nothing_is_reached(burgled: Burgled) -> None:
    """Each door is shut; what is open leads nowhere, and nothing found anywhere tells the seed."""
    assert burgled.loot.keys() == LOOT.keys()
    assert {name: v for name, v in burgled.loot.items() if not LOOT[name](v)} == {}
    seed = seed_file(SEED)[:16]
    for told in (str(SEED), seed.hex(), repr(seed)[2:-1], burgled.library.name, SECRET):
        assert told not in burgled.text


def test_it_is_unsolved_and_worth_nothing(burgled: Burgled) -> None:
    """No error of the harness, no point more than for nothing, no process left."""
    verdict = burgled.run.verdict(SEED)
    assert verdict["outcome"] == "unsolved", verdict["reason"]
    assert verdict["overall_score"] <= NULL[burgled.suite]
    assert json.loads((burgled.run.item(SEED) / "workspace/verdict.json").read_text())
    assert left_behind(burgled.run.folder.parent) == []


def test_its_code_ran_in_its_own_process_only(burgled: Burgled) -> None:
    """Neither its conftest nor its pytest.ini nor a module called as one of ours was loaded."""
    assert not burgled.sprung.exists()


def test_a_preloaded_library_reaches_no_game(burgled: Burgled) -> None:
    """What the user's shell has for every program is kept from the game, and would be seen."""
    assert burgled.game
    for process in burgled.game:
        assert "LD_PRELOAD" not in process["environment"]
        assert not any(burgled.library.name in path for path in process["mapped"])


@pytest.mark.xdist_group("reference")
def test_the_files_of_an_old_play(reference_run: Run, tmp_path: Path) -> None:
    """All that was delivered in an honest play, handed in for another seed: nothing was played."""
    cassette = tmp_path / "cassette"
    shutil.copytree(reference_run.item() / "workspace" / "results", cassette)
    command = f"sh -c 'cp -r {cassette}/. results/'"
    options = ("--game-seed", "2", "--video", "off", "--player-bind", str(cassette))
    run = play(GAM_5, tmp_path / "runs", *options, "--player", command)
    verdict = run.verdict(2)
    assert verdict["outcome"] == "unsolved"
    proof = {check["name"]: check for check in verdict["proof"]}
    reasons = {name: check["reason"] for name, check in proof.items() if check["met"] is False}
    assert {"keys_were_delivered", "initial_was_shown", "final_was_shown"} <= reasons.keys()
    assert "solution_solves_level" in reasons
    assert "is not what the game wrote" in reasons["game_wrote_the_log"]


HOG = """
import os, signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
end = time.time() + 60
for _ in range(200):
    if not os.fork():
        break
while time.time() < end: pass
"""


def test_a_player_that_takes_all_the_time_of_the_machine(tmp_path: Path) -> None:
    """It makes the harness slow, and does not make it fail."""
    agent = tmp_path / "agent"
    agent.mkdir()
    (agent / "hog.py").write_text(HOG)
    options = ("--game-seed", "1", "--player-bind", str(agent), "--budget", "6")
    run = play(GAM_5, tmp_path / "runs", *options, "--player", f"python3 {agent}/hog.py")
    verdict = run.verdict()
    assert (verdict["outcome"], verdict["note"]) == ("unsolved", "the player's 6 s ran out")
    proof = {check["name"]: check["met"] for check in verdict["proof"]}
    assert proof["witness_is_unbroken"] is True
    assert left_behind(tmp_path / "runs") == []
