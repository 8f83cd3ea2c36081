"""The register of GAM 11's forgeries, and the tools that know its deliverables."""

import csv
import shutil
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from tests.forgeries.anagramarama.evidence import (
    LOG,
    SEED,
    Play,
    Player,
    build,
    frame_event,
    play_all,
    write_table,
)
from tests.forgeries.forging import Register, change_json
from tests.forgeries.record import Event, read_events, write_events

OTHER_SEED = 16
"""A seed with another root."""

ON_THE_LOG = {
    "game_wrote_the_log",
    "root_equals_truth",
    "letters_were_shown",
    "words_were_typed",
    "verdicts_follow_the_rules",
    "score_adds_up",
    "screenshots_were_shown",
}
"""What nothing can be said of without the game's log."""

NO_ENTRIES = {
    "words_entered",
    "long_words_entered",
    "longest_words_entered",
    "band_checked",
    "report_agrees",
}
NO_ENTRIES_SCORES = {
    "entered_csv_count": 0.0,
    "entered_long_words_ge5": 0.0,
    "entered_long_words_ge7": 0.0,
    "score_match_correct": 0.0,
}
"""What is lost where no word counts as entered."""

NO_ROOT = {"root_normalised", "candidates_listed", "root_equals_truth", "candidates_are_complete"}
NO_ROOT_SCORES = {"seed_ok": 0.0, "candidates_csv_ok": 0.5}
"""What is lost besides where there is no root."""

NO_REPORT = {"report_complete", "band_checked", "score_adds_up", "report_agrees"}
NO_REPORT_SCORES = {"report_keys_ok": 0.0, "score_match_correct": 0.0}
NO_FINAL = {"final_pictured", "score_adds_up", "screenshots_were_shown", "report_agrees"}

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


def rows_of(path: Path) -> Rows:
    """The rows of a table."""
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def edit_entered(item: Path, edit: Callable[[Rows], Iterable[dict[str, str]]]) -> None:
    """The same for entered.csv, and the report counts what is there then."""
    edit_table(results(item, "entered.csv"), edit)
    rows = rows_of(results(item, "entered.csv"))
    change_json(
        results(item, "report.json"),
        entered_total=len(rows),
        entered_accepted=sum(row["accepted"] == "yes" for row in rows),
        max_word_len=max((len(row["word"]) for row in rows), default=0),
    )


def edit_candidates(item: Path, edit: Callable[[Rows], Iterable[dict[str, str]]]) -> None:
    """The same for candidates.csv."""
    edit_table(results(item, "candidates.csv"), edit)
    rows = rows_of(results(item, "candidates.csv"))
    change_json(results(item, "report.json"), candidates_total=len(rows))


def edit_log(item: Path, edit: Callable[[Rows], Iterable[dict[str, str]]]) -> None:
    """The same for the game's own log, for forgers who reach it."""
    edit_table(item / "witness" / "game" / LOG, edit)


def first_words(play: Play, words: Sequence[str]) -> Iterator[str]:
    """A short play: the longest words alone."""
    yield "initial"
    for number, word in enumerate(words[:25]):
        play.key(*word, "Return")
        if number == 9:
            yield "midgame"
    yield "final"


def replay(item: Path, player: Player = play_all, *, seed: int = SEED) -> None:
    """Put another play in the place of the honest one, told as honestly."""
    shutil.rmtree(item)
    build(item, seed=seed, player=player)


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
