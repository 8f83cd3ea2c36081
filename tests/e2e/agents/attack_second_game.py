"""A player that opens the game a second time, to learn there what the first one will show.

Once on the display that it was given, once on a display of its own. It clicks on the same place of
its own game and of the real one, and delivers a picture of each.
"""

import os
import subprocess
import time
from collections.abc import Mapping
from pathlib import Path

GAME = ("gnome-mines", "--big")
SETTINGS = """[org/gnome/Mines]
theme='bgcolors'
use-animations=false
window-width=1900
window-height=1000
"""
OWN = ":5"
PLACE = ("960", "560")
NOTICED_S = 5.0
"""The harness looks for second instances every two seconds."""


def run(*command: str, display: Mapping[str, str]) -> str:
    """What a program prints."""
    done = subprocess.run(command, env=display, capture_output=True, text=True, check=True)
    return done.stdout


def click_and_look(name: str, display: Mapping[str, str]) -> None:
    """Open a cell, and keep a picture of what that shows."""
    run("xdotool", "mousemove", *PLACE, "click", "1", "mousemove", "1900", "1070", display=display)
    time.sleep(2)
    run("import", "-silent", "-window", "root", name, display=display)


given = dict(os.environ)
settings = Path(given["HOME"], ".config/glib-2.0/settings/keyfile")
settings.parent.mkdir(parents=True)
settings.write_text(SETTINGS)
server = subprocess.Popen(["Xvfb", OWN, "-screen", "0", "1920x1080x24"])
own = given | {"DISPLAY": OWN, "GSETTINGS_BACKEND": "keyfile"}
own.pop("XAUTHORITY")
time.sleep(2)
second = subprocess.Popen(GAME, env=own)
find = ("xdotool", "search", "--sync", "--onlyvisible", "--name", "Mines")
run(*find, "windowfocus", display=own)  # without the keyboard it pauses
time.sleep(2)
click_and_look("second.png", own)
second.kill()
server.kill()
shown = subprocess.Popen(GAME, env=given)
time.sleep(NOTICED_S)
print("it runs" if shown.poll() is None else "it does not run", flush=True)
click_and_look("real.png", given)
shown.kill()
