"""Players from outside in whole runs: the examples of docs/players, and those that fail."""

import json
import shlex
import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.runs import (
    GAM_3,
    GAM_5,
    ROOT,
    Run,
    assert_solved,
    clean_environment,
    left_behind,
    play,
)

DOCS = ROOT / "docs" / "players"
SEED = ("--game-seed", "1")
PROOF = "player_ended_well"


def events(run: Run, kind: str) -> list[dict[str, Any]]:
    """The witness's lines of one kind."""
    lines = (run.item() / "witness" / "events.jsonl").read_text().splitlines()
    return [event for event in map(json.loads, lines) if event["kind"] == kind]


def keys(run: Run) -> list[str]:
    """The keys that were pressed."""
    return [event["keysym"] for event in events(run, "key") if event["press"]]


def unmet(run: Run) -> dict[str, str]:
    """The checks that are not met, with their reasons."""
    verdict = run.verdict()
    checks = verdict["criteria"] + verdict["proof"]
    return {check["name"]: check["reason"] for check in checks if check["met"] is False}


def test_the_shell_agent_solves_gam_5(tmp_path: Path) -> None:
    """The levels come from its screenshots; the verdict tells how it was played, twice."""
    command = f"{DOCS}/shell/agent.sh {ROOT}/solvers/sokoban.py"
    bind = ("--player-bind", f"{DOCS}/shell", "--player-bind", f"{ROOT}/solvers")
    run = play(GAM_5, tmp_path / "runs", *SEED, "--player", command, *bind)
    assert_solved(run, score=0.6, unmet=("board_recognised",))
    verdict = run.verdict()
    assert verdict["conditions"] == {
        "command": command,
        "sandboxed": True,
        "network": False,
        "bound_folders": [f"{DOCS}/shell", f"{ROOT}/solvers"],
        "variables": [],
        "budget_s": 1500.0,
        "track": "real time",
    }
    again = play(GAM_5, tmp_path / "again", "--regrade", str(run.folder))
    assert again.verdict() == verdict
    text = (DOCS / "shell" / "agent.sh").read_text() + (DOCS / "shell/read_board.py").read_text()
    assert "exec/levels" not in text


def test_the_python_example_plays(tmp_path: Path) -> None:
    """It is found in the folder the user is in, sees nothing else of it, and saves what it saw."""
    run = play(GAM_5, tmp_path, *SEED, "--player", "docs.players.python_agent:play")
    said = (run.item() / "player.log").read_text()
    assert "keys changed the picture" in said, said
    assert run.verdict()["outcome"] == "unsolved"
    assert "steps_pictured" not in unmet(run)
    assert PROOF not in unmet(run)
    assert set(keys(run)) <= {"Right", "Down", "Left", "Up"}


class Endpoint(BaseHTTPRequestHandler):
    """A model that presses two keys, saves and writes a file, makes a mistake, and is content."""

    asked: list[dict[str, Any]]
    authorised: set[str | None]
    turns = (
        (("key", {"keys": "Right Left"}),),
        (("shoot", {"path": "results/level_1_initial.png"}), ("click", {"x": 99999, "y": 1})),
        (("write", {"path": "results/summary.md", "text": "level, solve, sokoban"}),),
        (),
    )

    def do_POST(self) -> None:
        """Answer a chat completion."""
        self.authorised.add(self.headers["Authorization"])
        size = int(self.headers["Content-Length"])
        calls = [
            {
                "id": f"call_{number}",
                "type": "function",
                "function": {"name": name, "arguments": json.dumps(given)},
            }
            for number, (name, given) in enumerate(self.turns[len(self.asked)])
        ]
        self.asked.append(json.loads(self.rfile.read(size)))
        message: dict[str, Any] = {"role": "assistant", "content": "as you wish"}
        message |= {"tool_calls": calls} if calls else {}
        choice = {"index": 0, "finish_reason": "stop", "message": message}
        answer = {"id": "1", "object": "chat.completion", "created": 1, "model": "fake"}
        body = json.dumps(answer | {"choices": [choice]}).encode()
        self.send_response(200)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def endpoint() -> Iterator[tuple[str, type[Endpoint]]]:
    """The URL of a fake endpoint, and what it was asked."""

    class Handler(Endpoint):
        asked: list[dict[str, Any]] = []  # noqa: RUF012  (a new class each time)
        authorised: set[str | None] = set()  # noqa: RUF012

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        yield f"http://127.0.0.1:{server.server_port}/v1", Handler
        server.shutdown()
        thread.join()


def test_the_model_example_plays_over_a_fake_endpoint(tmp_path: Path) -> None:
    """What the model calls is done, its mistakes are told to it, its key is nowhere written."""
    key = "key-that-nobody-writes-down"
    with endpoint() as (url, model):
        environment = {"MODEL_URL": url, "MODEL_NAME": "fake", "MODEL_KEY": key}
        named = [part for name in environment for part in ("--player-env", name)]
        run = play(
            *(GAM_5, tmp_path, *SEED, "--player", "docs.players.model_agent:play"),
            *("--player-network", "--freeze", *named),
            environment=clean_environment() | environment,
        )
    assert PROOF not in unmet(run), unmet(run)[PROOF]
    assert len(model.asked) == 4
    assert model.authorised == {f"Bearer {key}"}
    first, last = model.asked[0]["messages"], model.asked[-1]["messages"]
    assert "/workspace/results/" in first[0]["content"]
    assert first[-1]["content"][0]["image_url"]["url"].startswith("data:image/png;base64,iVBOR")
    told = [message["content"] for message in last if message["role"] == "tool"]
    assert [told[0], told[1], told[3]] == ["done"] * 3
    assert told[2].startswith("OutOfWindow: (99999, 1) is outside")
    assert keys(run) == ["Right", "Left"]
    summary = run.item() / "workspace/results/summary.md"
    assert summary.read_text() == "level, solve, sokoban"
    assert (run.item() / "workspace/results/level_1_initial.png").stat().st_size > 5000
    conditions = run.verdict()["conditions"]
    assert (conditions["network"], conditions["track"]) == (True, "frozen")
    assert conditions["variables"] == list(environment)
    for path in run.folder.rglob("*"):
        assert not path.is_file() or key.encode() not in path.read_bytes(), path


PROBE = """
import glob, os
print(*(os.listdir("/tmp/.X11-unix") + [os.environ["DISPLAY"]]))
text = "".join(open(path, errors="replace").read() for path in
               ["/proc/self/mountinfo", "/proc/1/cmdline"] + glob.glob("/game/*"))
print("seed-918273" in text, len(os.environ))
"""


def test_what_a_command_finds_on_a_real_stage(tmp_path: Path) -> None:
    """One X socket, its own; the seed nowhere; the prompt as one argument."""
    agent = tmp_path / "agent"
    agent.mkdir()
    (agent / "probe.py").write_text(PROBE)
    script = f'python3 {agent}/probe.py; printf \'%s|\' "$0" "$1" | head -c 60; exit 3'
    player = f"sh -c {shlex.quote(script)} {{display}} {{prompt}}"
    extra = ("--player-bind", str(agent), "--game-seed", "918273", "--video", "off")
    run = play(GAM_5, tmp_path / "runs", *extra, "--player", player)
    verdict = run.verdict(918273)
    assert verdict["outcome"] == "unsolved"
    said = (run.item(918273) / "player.log").read_text().splitlines()
    socket, display = said[0].split()
    assert socket == display.replace(":", "X")
    assert said[1] == "False 10"  # the nine documented ones, and the shell's PWD
    assert said[2].startswith(f"{display}|# Sokoban: write a solver")
    reasons = {check["name"]: check["reason"] for check in verdict["proof"]}
    assert reasons[PROOF].startswith("the player ended with status 3: ")


def test_what_was_delivered_before_the_end_is_graded(tmp_path: Path) -> None:
    """Out of time is unsolved, by name, also when graded again; the score is what it is."""
    script = "cp $0 $WORKSPACE/results/solver.py; sleep 100"
    player = f"sh -c {shlex.quote(script)} {ROOT}/solvers/sokoban.py"
    extra = ("--player-bind", f"{ROOT}/solvers", "--budget", "1.5", "--video", "off")
    run = play(GAM_5, tmp_path / "runs", *SEED, *extra, "--player", player)
    verdict = run.verdict()
    assert (verdict["outcome"], verdict["note"]) == ("unsolved", "the player's 1.5 s ran out")
    assert unmet(run)[PROOF] == "the player's 1.5 s ran out"
    assert "solver_written" not in unmet(run)
    assert verdict["conditions"]["budget_s"] == 1.5
    assert 1.5 <= verdict["timing"]["play_s"] < 4
    again = play(GAM_5, tmp_path / "again", "--regrade", str(run.folder))
    assert again.verdict() == verdict
    assert again.status == run.status == 1


def test_not_shut_in_only_if_it_is_accepted(tmp_path: Path) -> None:
    """Without bubblewrap it is a usage error before anything is made; then the verdict says it."""
    tools = tmp_path / "bin"
    tools.mkdir()
    for name in ("Xvfb", "xauth", "setpriv", "prlimit", "choom", "true", "dpkg-query", "head"):
        (tools / name).symlink_to(str(shutil.which(name)))
    environment = clean_environment() | {"PATH": str(tools)}
    arguments = (*SEED, "--player", "true", "--video", "off")
    refused = play(GAM_5, tmp_path / "no", *arguments, environment=environment)
    assert refused.status == pytest.ExitCode.USAGE_ERROR
    assert "it cannot be shut in" in refused.output
    assert "--unsandboxed-player" in refused.output
    assert not (tmp_path / "no").exists()
    run = play(
        *(GAM_5, tmp_path / "runs", *arguments, "--unsandboxed-player"), environment=environment
    )
    conditions = run.verdict()["conditions"]
    assert (run.verdict()["outcome"], conditions["sandboxed"]) == ("unsolved", False)
    assert conditions["network"] is True


def test_the_frozen_track_is_told_apart(tmp_path: Path) -> None:
    """In the verdict, in run.json and in the report, also of a player that never acts."""
    arguments = (*SEED, "--video", "off", "--player", "sleep 1.5")
    run = play(GAM_3, tmp_path, *arguments, "--freeze")
    assert run.verdict()["outcome"] == "unsolved"
    assert PROOF not in unmet(run)
    assert run.verdict()["conditions"]["track"] == "frozen"
    report = json.loads((run.folder / "run.json").read_text())
    assert report["items"][0]["track"] == "frozen"
    assert "frozen" in (run.folder / "report.html").read_text()


VANDAL = """
import os, subprocess
from Xlib import X, XK
from Xlib.display import Display
from Xlib.ext import xtest

def play(client):
    mine = Display(os.environ["DISPLAY"])
    for key in (XK.XK_Caps_Lock, XK.XK_Shift_L, XK.XK_Up):
        xtest.fake_input(mine, X.KeyPress, mine.keysym_to_keycode(key))
    mine.change_keyboard_mapping(mine.keysym_to_keycode(XK.XK_Left), [[XK.XK_Right] * 2])
    window = mine.screen().root.create_window(0, 0, 100, 100, 0, X.CopyFromParent)
    window.set_wm_name("left behind")
    window.map()
    mine.set_close_down_mode(X.RetainPermanent)
    mine.sync()
    os.mkfifo(client.workspace / "results" / "summary.md")
    subprocess.Popen(["sleep", "1000"], start_new_session=True)
    os._exit(0)
"""


def test_a_vandal_spoils_neither_its_own_verdict_nor_the_next(tmp_path: Path) -> None:
    """Keys held down, a keyboard remapped, a window that outlives its maker: none is `invalid`."""
    agent = tmp_path / "agent"
    agent.mkdir()
    (agent / "vandal.py").write_text(VANDAL)
    arguments = ("--game-seed", "1,2", "--video", "off", "--player", "vandal:play")
    run = play(GAM_5, tmp_path / "runs", *arguments, "--player-bind", str(agent))
    for seed in (1, 2):
        assert run.verdict(seed)["outcome"] == "unsolved", run.verdict(seed)["reason"]
        assert PROOF not in {check["name"] for check in run.verdict(seed)["proof"]}
        said = (run.item(seed) / "player.log").read_text()
        assert said == ""
    assert left_behind(tmp_path / "runs") == []
