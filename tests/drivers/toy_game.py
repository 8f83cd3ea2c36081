"""A stand-in for a game: a window that does what keys say, and a report on its sandbox.

    python toy_game.py TITLE OUTPUT [--try-write PATH ...] [--port N] [--stubborn]

Keys: `r`, `g`, `b` fill the window with that colour, `m` moves it, `w` closes it, `q` ends the
program. `h` fills it red, works hard for half a second, fills it green; `s` fills it red, sleeps,
fills it green.
"""

import argparse
import contextlib
import json
import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

from Xlib import XK, X
from Xlib.display import Display

COLOURS = {"r": 0xFF0000, "g": 0x00FF00, "b": 0x0000FF}
PLACE, MOVED = (300, 200), (350, 260)
SIZE = (200, 150)
WORKS_S = SLEEPS_S = 0.5

# ignores SIGTERM, in a session of its own
STUBBORN = "import os, signal; os.setsid(); signal.signal(15, signal.SIG_IGN); signal.pause()"


def report(options: argparse.Namespace) -> dict[str, object]:
    """What this process sees and may do."""
    with Path("/dev/urandom").open("rb", buffering=0) as device:
        randomness = device.read(32)
    keyfile = Path(os.environ["XDG_CONFIG_HOME"], "glib-2.0/settings/keyfile")
    written = []
    for path in options.try_write:
        with contextlib.suppress(OSError):
            Path(path).write_text("written by a game")
            written.append(path)
    connected = False
    if options.port:
        with contextlib.suppress(OSError):
            socket.create_connection(("127.0.0.1", options.port), timeout=5).close()
            connected = True
    return {
        "environment": dict(os.environ),
        "cwd": str(Path.cwd()),
        "urandom": randomness.hex(),
        "keyfile": keyfile.read_text() if keyfile.exists() else None,
        "runtime_mode": oct(Path(os.environ["XDG_RUNTIME_DIR"]).stat().st_mode & 0o777),
        "written": written,
        "connected": connected,
        "pid": os.getpid(),
    }


def main() -> None:
    """Report, then play."""
    parser = argparse.ArgumentParser()
    parser.add_argument("title")
    parser.add_argument("output", type=Path)
    parser.add_argument("--try-write", nargs="*", default=[])
    parser.add_argument("--port", type=int)
    parser.add_argument("--stubborn", action="store_true")
    options = parser.parse_args()
    if options.stubborn:
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        subprocess.Popen([sys.executable, "-c", STUBBORN])
    (options.output / "report.json").write_text(json.dumps(report(options)))
    print("the toy has started", flush=True)
    with (options.output / "level_1_moves.csv").open("w", buffering=1) as log:
        log.write("step,key\n")
        play(options.title)


def play(title: str) -> None:
    """Show the window and do what keys say."""
    display = Display()
    screen = display.screen()
    window = screen.root.create_window(
        *PLACE,
        *SIZE,
        0,
        X.CopyFromParent,
        background_pixel=0x202020,
        event_mask=X.KeyPressMask,
    )
    window.set_wm_name(title)
    window.map()
    context = window.create_gc()

    def fill(colour: str) -> None:
        context.change(foreground=COLOURS[colour])
        window.fill_rectangle(context, 0, 0, *SIZE)
        display.flush()

    while True:
        event = display.next_event()
        if event.type != X.KeyPress:
            continue
        key = chr(display.keycode_to_keysym(event.detail, 0) & 0xFF)
        if key in COLOURS:
            fill(key)
        elif key == "h":
            fill("r")
            until = time.process_time() + WORKS_S
            while time.process_time() < until:
                pass
            fill("g")
        elif key == "s":
            fill("r")
            time.sleep(SLEEPS_S)
            fill("g")
        elif key == "m":
            window.configure(x=MOVED[0], y=MOVED[1])
        elif key == "w":
            window.destroy()
        elif key == "q":
            return
        display.flush()


if __name__ == "__main__":
    assert XK.XK_q == ord("q")  # letters are their own keysyms
    main()
