"""Players that set out to break the game, the display or the harness: `unsolved`, never `invalid`.

Each is a whole run in a sandbox, as of a user's own player. What each request would do by itself is
tried in tests/drivers/x/test_filter.py.
"""

import json
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.e2e.runs import GAM_3, GAM_5, INVALID_WITHIN_S, Underway, left_behind, play

SUITE = GAM_5

HEAD = """
import os, random, socket, struct, time
from Xlib import X, XK
from Xlib.display import Display
from Xlib.ext import xtest
from Xlib.protocol import event

def window_of(display):
    return display.get_input_focus().focus

def connection():
    link = socket.socket(socket.AF_UNIX)
    link.connect("/tmp/.X11-unix/X" + os.environ["DISPLAY"][1:])
    return link

HELLO = b"l\\0\\13\\0" + bytes(8)

def play(client):
    display = Display(os.environ["DISPLAY"])
    game, root = window_of(display), display.screen().root
"""

REFUSED = """
    over = root.create_window(0, 0, 800, 600, 0, X.CopyFromParent, background_pixel=0xFF0000,
                              override_redirect=True)
    over.map()
    inside = game.create_window(0, 0, 800, 600, 0, X.CopyFromParent, background_pixel=0x00FF00)
    inside.map()
    game.map_sub_windows()
    pen = root.create_gc(foreground=0xFFFFFF, subwindow_mode=X.IncludeInferiors)
    for target in (game, root):
        target.fill_rectangle(pen, 0, 0, 800, 600)
        target.put_image(pen, 0, 0, 8, 8, X.ZPixmap, 24, 0, b"x" * 256)
    for kind in (event.KeyPress, event.KeyRelease):
        for code in range(8, 120):
            game.send_event(kind(time=0, root=root, window=game, child=X.NONE, root_x=0, root_y=0,
                event_x=0, event_y=0, state=0, same_screen=1, detail=code), event_mask=0)
    display.grab_server()
    root.grab_key(X.AnyKey, X.AnyModifier, True, X.GrabModeSync, X.GrabModeSync)
    display.sync()
    time.sleep(1)
    game.configure(x=-700, y=300)
    game.configure(width=100, height=100)
    game.unmap()
    game.destroy()
    root.destroy_sub_windows()
    game.kill_client()
    for base in range(0x200000, 0x8000000, 0x200000):
        display.create_resource_object("window", base).kill_client()
    display.create_resource_object("window", 0).kill_client()
    display.set_close_down_mode(X.RetainPermanent)
    display.sync()
"""
TOLD = """ConfigureWindow CreateWindow DestroySubwindows DestroyWindow GrabKey
GrabServer KillClient MapSubwindows MapWindow PolyFillRectangle PutImage SendEvent SetCloseDownMode
UnmapWindow"""

TOO_MUCH = """
    crowd = []
    for _ in range(1000):
        try:
            crowd.append(connection())
            crowd[-1].send(HELLO)
        except OSError:
            pass
    for link in crowd:
        link.close()
    chance = random.Random(1)
    for turn in range(300):
        link = connection()
        try:
            link.sendall((HELLO if turn % 2 else b"") + chance.randbytes(chance.randrange(5000)))
        except OSError:
            pass
        link.close()
    link = connection()
    link.sendall(HELLO)
    link.recv(1)
    ask = struct.pack("<BBHIhhHHI", 73, 2, 5, root.id, 0, 0, 1920, 1080, 0xFFFFFFFF)
    link.settimeout(1)
    try:
        while True:
            link.sendall(ask * 1000)
    except OSError:
        pass
    started = time.monotonic()
    while time.monotonic() < started + 3:
        for _ in range(200):
            root.get_image(0, 0, 1, 1, X.ZPixmap, 0xFFFFFFFF)
"""


def agent(folder: Path, body: str) -> tuple[str, ...]:
    """The options that let a player with this code play."""
    code = folder / "agent"
    code.mkdir()
    (code / "hostile.py").write_text(HEAD + body)
    who = ("--player", "hostile:play", "--player-bind", str(code))
    return ("--game-seed", "1", "--video", "off", *who)


def test_attacks_on_others_are_refused(tmp_path: Path) -> None:
    """The game stands, the play is graded, what was refused is remarked, and nothing is left."""
    run = play(GAM_5, tmp_path / "runs", *agent(tmp_path, REFUSED))
    verdict = run.verdict()
    assert (verdict["outcome"], verdict["note"]) == ("unsolved", ""), verdict["reason"]
    assert verdict["overall_score"] <= 0.05
    (remark,) = (line for line in verdict["remarks"] if "this was not let through" in line)
    events = (run.item() / "witness" / "events.jsonl").read_text().splitlines()
    told = {event["request"] for event in map(json.loads, events) if event["kind"] == "refused"}
    assert told == {*TOLD.split()}
    assert "SendEvent" in remark
    assert "player_ended_well" not in {check["name"] for check in verdict["proof"]}
    assert left_behind(tmp_path / "runs") == []


def test_too_much_of_everything_is_survived(tmp_path: Path) -> None:
    """A thousand connections, garbage, pictures that nobody reads, looks without end."""
    run = play(GAM_5, tmp_path / "runs", *agent(tmp_path, TOO_MUCH))
    verdict = run.verdict()
    assert (verdict["outcome"], verdict["note"]) == ("unsolved", ""), verdict["reason"]
    assert verdict["overall_score"] <= 0.05
    checks = {check["name"]: check["met"] for check in verdict["proof"]}
    assert checks["witness_is_unbroken"] is True
    assert left_behind(tmp_path / "runs") == []


def test_a_flood_of_input_is_slowed_and_written_down(tmp_path: Path) -> None:
    """A million keys, as fast as they go: its time runs out, and the record is whole."""
    flood = """
    code = display.keysym_to_keycode(XK.XK_Left)
    for _ in range(500_000):
        xtest.fake_input(display, X.KeyPress, code)
        xtest.fake_input(display, X.KeyRelease, code)
        display.flush()
"""
    started = time.monotonic()
    run = play(GAM_5, tmp_path / "runs", *agent(tmp_path, flood), "--budget", "8")
    verdict = run.verdict()
    assert verdict["outcome"] == "unsolved", verdict["reason"]
    assert verdict["note"] == "the player's 8 s ran out"
    checks = {check["name"]: check["met"] for check in verdict["proof"]}
    assert checks["witness_is_unbroken"] is True
    assert 1_000 < verdict["timing"]["actions"] < 2_400
    assert time.monotonic() - started < 90
    assert left_behind(tmp_path / "runs") == []


def test_closing_the_game_is_no_way_out(tmp_path: Path) -> None:
    """By the game's own key: the play ends there."""
    close = """
    code = display.keysym_to_keycode(XK.XK_Escape)
    xtest.fake_input(display, X.KeyPress, code)
    xtest.fake_input(display, X.KeyRelease, code)
    display.sync()
    time.sleep(20)
"""
    run = play(GAM_5, tmp_path / "runs", *agent(tmp_path, close))
    verdict = run.verdict()
    assert verdict["outcome"] == "unsolved", verdict["reason"]
    assert verdict["note"] == "the game was closed from its own window"
    assert left_behind(tmp_path / "runs") == []


KILLER = """
import os, pathlib, signal, time

def play(client):
    display = os.environ["DISPLAY"]
    sockets = [entry.split() for entry in open("/proc/net/unix")]
    mine = {f"socket:[{entry[6]}]" for entry in sockets if entry[-1].endswith("/X" + display[1:])}
    for place in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            line = (place / "cmdline").read_bytes().decode().split("\\0")
            variables = (place / "environ").read_bytes().decode().split("\\0")
            opened = {os.readlink(handle) for handle in (place / "fd").iterdir()}
        except OSError:
            continue
        game = "sokoban_game.py" in " ".join(line) and "bwrap" not in line[0]
        if TARGET == "game" and game and "DISPLAY=" + display in variables:
            os.kill(int(place.name), signal.SIGKILL)
        if TARGET == "display" and line[0].endswith("Xvfb") and mine & opened:
            os.kill(int(place.name), signal.SIGKILL)
    time.sleep(20)
"""


@pytest.mark.parametrize(
    ("target", "reason"),
    [("game", "the game ended during the run"), ("display", "the X display")],
)
def test_a_kill_is_no_way_out_without_a_sandbox(tmp_path: Path, target: str, reason: str) -> None:
    """A player that is not shut in finds game and display in /proc, and answers for their end."""
    code = tmp_path / "agent"
    code.mkdir()
    (code / "killer.py").write_text(f"TARGET = {target!r}\n{KILLER}")
    who = ("--player", "killer:play", "--player-bind", str(code), "--unsandboxed-player")
    run = play(GAM_5, tmp_path / "runs", "--game-seed", "1", "--video", "off", *who)
    verdict = run.verdict()
    assert verdict["outcome"] == "unsolved", verdict["reason"]
    why = {check["name"]: check["reason"] for check in verdict["proof"]}
    assert reason in why["player_ended_well"]
    assert left_behind(tmp_path / "runs") == []


def test_crashing_the_game_is_no_way_out(tmp_path: Path) -> None:
    """By the game's own input: quadrapassel falls over a key before its first game was begun."""
    press = "sh -c 'xdotool key Left; sleep 20'"
    options = ("--game-seed", "1", "--video", "off", "--player", press)
    run = play(GAM_3, tmp_path / "runs", *options)
    verdict = run.verdict()
    assert (verdict["outcome"], verdict["proven_score"]) == ("unsolved", 0.0), verdict["reason"]
    why = {check["name"]: check["reason"] for check in verdict["proof"]}
    told = "the game ended during the run (exit status 139)"
    assert why["player_ended_well"].startswith(told)
    assert left_behind(tmp_path / "runs") == []


def crash(sent: signal.Signals) -> Callable[[Underway], None]:
    """The game's own process gets a signal, as from a fault of its own."""

    def send(run: Underway) -> None:
        game = run.child(lambda line: "sokoban_game.py" in str(line) and line[0] != "bwrap")
        game.send_signal(sent)

    return send


def window(change: dict[str, int]) -> Callable[[Underway], None]:
    """Something happens to the game's window."""

    def configure(run: Underway) -> None:
        found = next(event["window"] for event in run.events if event["kind"] == "window")
        with run.screen() as screen:
            resource = screen.display.create_resource_object("window", found)
            resource.configure(None, **change)
            screen.display.sync()

    return configure


PRESSES = "xdotool key --delay 30 Left Right Left Right Left Right Left Right; sleep 3"


@pytest.mark.parametrize(
    "underway", [("--video", "off", "--player", f"sh -c '{PRESSES}'")], indirect=True, ids=[""]
)
class TestWhoeverBreaksTheGame:
    """While a player from outside plays, it is its failure, unless no player can do it."""

    @pytest.mark.parametrize(
        ("disturb", "reason"),
        [
            (crash(signal.SIGSEGV), "the game ended during the run (exit status 139)"),
            (window({"width": 300, "height": 300}), "the game's window was given another size"),
            (window({"x": -500}), "reaches outside the 1920x1080 screen"),
        ],
        ids=["SIGSEGV", "resized", "moved out"],
    )
    def test_is_unsolved(
        self, underway: Underway, disturb: Callable[[Underway], None], reason: str
    ) -> None:
        """By the name of what happened."""
        disturb(underway)
        verdict = underway.finish(within_s=3 * INVALID_WITHIN_S).verdict()
        assert verdict["outcome"] == "unsolved", verdict["reason"]
        why = {check["name"]: check["reason"] for check in verdict["proof"]}
        assert reason in why["player_ended_well"]
        assert left_behind(underway.runs) == []

    @pytest.mark.parametrize(
        ("disturb", "word"),
        [
            (crash(signal.SIGKILL), "GameDied"),
            (
                lambda run: run.child(lambda line: "drivers.x.filter" in line).kill(),
                "WitnessBroken: the filter",
            ),
        ],
        ids=["SIGKILL", "filter"],
    )
    def test_is_invalid(
        self, underway: Underway, disturb: Callable[[Underway], None], word: str
    ) -> None:
        """Its sandbox has no way there."""
        disturb(underway)
        verdict = underway.finish(within_s=3 * INVALID_WITHIN_S).verdict()
        assert verdict["outcome"] == "invalid"
        assert word in verdict["reason"]
        assert left_behind(underway.runs) == []
