"""One finished item as the report sees it: its verdict and its files, by relative path."""

import json
import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

INERT = frozenset(
    f".{ending}" for ending in ("csv", "json", "jsonl", "log", "md", "mp4", "png", "py", "txt")
)
"""Endings of files that a browser shows or stores, and runs nothing in."""

MOST_LEVELS, MOST_PICTURES = 20, 80
"""Of a flood of pictures some are shown; all are named among the files, as far as those are."""


@dataclass(frozen=True, slots=True)
class Item:
    """One item's folder in a run folder, and its verdict.

    Attributes:
        run: The run folder; every link is relative to it.
        name: The item's folder, relative to `run`.
        verdict: What `verdict.json` says, as plain values.
    """

    run: Path
    name: str
    verdict: dict[str, Any]

    @property
    def outcome(self) -> str:
        """`solved`, `unsolved` or `invalid`."""
        return str(self.verdict["outcome"])

    @property
    def score(self) -> str:
        """The score beside its ceiling, `0.60 / 0.60`; a dash when nothing could be graded."""
        score = self.verdict["overall_score"]
        return "–" if score is None else f"{score:.2f} / {self.verdict['ceiling']:.2f}"

    @property
    def track(self) -> str:
        """`real time`, or `frozen` if the game stood still while the player thought."""
        return str(self.verdict.get("conditions", {}).get("track", "real time"))

    @property
    def reason(self) -> str:
        """Why the outcome is what it is, after what cut the play short, if anything did."""
        return "; ".join(filter(None, (self.verdict.get("note"), self.verdict["reason"])))

    @property
    def folder(self) -> Path:
        """The item's folder."""
        return self.run / self.name

    def link(self, path: Path) -> str:
        """A path as the report links it: relative, percent-encoded, whatever bytes its name has."""
        return quote(os.fsencode(path.relative_to(self.run)))

    def owns(self, path: Path) -> bool:
        """Whether there is such a path inside the item, without `..` and through no symlink."""
        if not path.is_relative_to(self.folder) or not path.exists():
            return False
        return path.resolve() == self.folder.resolve() / path.relative_to(self.folder)

    def is_inert(self, path: Path) -> bool:
        """Whether a click on a link to it runs nothing: no page that a player wrote is opened."""
        return path.suffix.lower() in INERT or path == self.folder / "witness" / "frames"

    def pictures(self) -> list[Path]:
        """The initial, a middle and the final picture, of each level if there are levels."""
        results = self.folder / "workspace" / "results"
        steps = sorted(results.glob("level_*_step_*.png"))
        chosen = []
        for initial in sorted(results.glob("level_*_initial.png"))[:MOST_LEVELS]:
            level = initial.name.removesuffix("_initial.png")
            mine = [step for step in steps if step.name.startswith(f"{level}_step_")]
            chosen += [initial, *mine[len(mine) // 2 :][:1], results / f"{level}_final.png"]
        steps = sorted(results.glob("board_step_*.png"))
        chosen += [*steps[:1], *steps[len(steps) // 2 :][:1]]
        for moment in ("initial", "midgame", "final"):
            chosen += sorted(results.glob(f"view_*_{moment}.png"))
        chosen += sorted(results.glob("final_*.png"))
        chosen += sorted((self.folder / "workspace").glob("final_*.png"))
        return [p for p in chosen[:MOST_PICTURES] if p.is_file() and self.owns(p)]

    def artifacts(self) -> Iterator[Path]:
        """Every regular file of the item but the witness's single frames, in a steady order."""
        frames = self.folder / "witness" / "frames"
        yield from sorted(path for path in _files_below(self.folder) if path.parent != frames)


def _files_below(folder: Path) -> Iterator[Path]:
    """Regular files, links not followed, however deep they lie: what is deeper than paths go, not.

    `Path.rglob` falls into folders that are nested a thousand deep, and takes the report with it.
    """
    folders = [str(folder)]
    while folders:
        try:
            with os.scandir(folders.pop()) as entries:
                for entry in entries:
                    if entry.is_dir(follow_symlinks=False):
                        folders.append(entry.path)
                    elif entry.is_file(follow_symlinks=False):
                        yield Path(entry.path)
        except OSError:
            continue


def read_item(run: Path, name: str) -> Item | None:
    """The item of that name, or None when it has no verdict (yet)."""
    try:
        return Item(run, name, json.loads((run / name / "verdict.json").read_text()))
    except (OSError, ValueError):
        return None
