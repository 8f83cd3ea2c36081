"""A Python player: `pytest suites/test_gam_5.py --player docs.players.python_agent:play`.

It tries keys and keeps what they changed: enough to show how to look, act and deliver.
"""

from pathlib import Path

import numpy as np
from PIL import Image

from drivers.client import Client

KEYS = ("Right", "Down", "Left", "Up")
WANTED = 4
"""Pictures of different positions that the task asks for."""


def play(client: Client) -> None:
    """Press each arrow until enough of them did something, and save what was seen."""
    results = client.workspace / "results"
    place = next(window.rect for window in client.windows() if window.title == "Sokoban")
    save(client.observe().part(place), results / "level_1_initial.png")
    changed = []
    for step, key in enumerate(KEYS * 10, start=1):
        client.key(key)
        seen = client.observe()  # once the key has had its effect, or after a second
        if seen.changed:
            changed.append(key)
            save(seen.part(place), results / f"level_1_step_{step:04d}.png")
        if len(changed) == WANTED or seen.seconds_left < 10:
            break
    print(f"{len(changed)} of {step} keys changed the picture: {' '.join(changed)}")


def save(picture: np.ndarray, path: Path) -> None:
    """Write a screenshot as PNG."""
    Image.fromarray(picture).save(path)
