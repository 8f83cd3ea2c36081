#!/usr/bin/env python3
"""Anagramarama as a program: `python games/anagramarama --help`."""

import os
import sys
from pathlib import Path

# by its path from anywhere, without an installation
sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

os.environ["PYGAME_HIDE_SUPPORT_PROMPT"] = "1"
os.environ["SDL_AUDIODRIVER"] = "dummy"  # no sound here, and a machine without a card must not mind
os.environ["SDL_FRAMEBUFFER_ACCELERATION"] = "0"  # plain pixels: the same bytes on every machine
os.environ["SDL_VIDEO_X11_WMCLASS"] = "anagramarama"
if sys.platform == "linux":
    # without a display SDL would otherwise fall back to an invisible driver and play on unseen
    os.environ.setdefault("SDL_VIDEODRIVER", "x11")

from games.anagramarama.program import main

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
