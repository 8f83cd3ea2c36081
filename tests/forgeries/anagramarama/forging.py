"""The register of GAM 11's forgeries, and the tools that know its deliverables."""

import csv
from collections.abc import Callable, Iterable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tests.forgeries.anagramarama.evidence import LOG, frame_event, write_table
from tests.forgeries.forging import Register
from tests.forgeries.record import Event, read_events, write_events

OTHER_SEED = 16
"""A seed with another root."""

Pixels = NDArray[np.uint8]
"""RGB values, shape (height, width, 3)."""

Rows = list[dict[str, str]]

FORGERIES = Register()
forgery = FORGERIES.add


def results(item: Path, name: str = "") -> Path:
    """The folder of deliverables, or one of them."""
    return item / "workspace" / "results" / name


def shot(item: Path, when: str) -> Path:
    """One of the three pictures: initial, midgame or final."""
    return results(item, f"view_anagram_{when}.png")


def edit_table(path: Path, edit: Callable[[Rows], Iterable[dict[str, str]]]) -> None:
    """Write the rows that a function makes of the honest ones; the header stays."""
    with path.open(newline="") as file:
        reader = csv.DictReader(file)
        rows, header = list(reader), reader.fieldnames or ()
    write_table(path, [header, *([row[name] for name in header] for row in edit(rows))])


def edit_log(item: Path, edit: Callable[[Rows], Iterable[dict[str, str]]]) -> None:
    """The same for the game's own log, for forgers who reach it."""
    edit_table(item / "witness" / "game" / LOG, edit)


def retouch(path: Path, edit: Callable[[Pixels], Pixels | None]) -> None:
    """Change a picture: the function writes to it, or returns another."""
    with Image.open(path) as picture:
        pixels = np.array(picture.convert("RGB"))
    changed = edit(pixels)
    Image.fromarray(pixels if changed is None else changed).save(path, compress_level=1)


def show(item: Path, picture: Path, *, like: Path) -> None:
    """Let the witness have seen a picture where it saw another one."""
    with Image.open(picture) as image, Image.open(like) as other:
        new, old = (frame_event("", p.convert("RGB").tobytes()) for p in (image, other))
        events = read_events(item)
        seen: Event = next(e for e in events if e.get("sha256") == old["sha256"])
        image.convert("RGB").save(item / "witness" / "frames" / f"new-{seen['frame']}")
    name = f"new-{seen['frame']}"
    for event in events:
        if event.get("frame") == seen["frame"]:
            event["frame"] = name
        if event.get("sha256") == old["sha256"]:
            event["sha256"] = new["sha256"]
    write_events(item, events)
