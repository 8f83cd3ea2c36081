"""One finished item as the report sees it: its verdict and its files, by relative path."""

import json
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from pathlib import Path
from typing import Any
from urllib.parse import quote

INERT = frozenset(
    f".{ending}" for ending in ("csv", "json", "jsonl", "log", "md", "mp4", "png", "py", "txt")
)
"""Endings of files that a browser shows or stores, and runs nothing in."""

MOST_PICTURES = 80
SOME = 6
"""Of many pictures some are shown; all are named among the files, as far as those are."""


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
        """The proven score beside its ceiling, `0.60 / 0.60`; a dash if nothing could be graded.

        Where the contract's own arithmetic says otherwise, that follows in brackets.
        """
        proven, claimed = self.verdict["proven_score"], self.verdict["overall_score"]
        if proven is None:
            return "–"
        aside = "" if proven == claimed else f" (contract {claimed:.2f})"
        return f"{proven:.2f} / {self.verdict['ceiling']:.2f}{aside}"

    @property
    def track(self) -> str:
        """`real time`, or `frozen` if the game stood still while the player thought."""
        return str(self.verdict.get("conditions", {}).get("track", "real time"))

    @property
    def apart(self) -> str:
        """A word to put beside the task's name if the play is not to be compared in real time."""
        return "" if self.track == "real time" else f" [{self.track}]"

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
        """The pictures that tell how the play went, in order.

        Of those that fit a pattern in `play.json` the middle one. Where there are no patterns, as
        in old runs and invalid ones, some of all that were delivered, from the first to the last.
        """
        workspace = self.folder / "workspace"
        found = [path for path in _files_below(workspace) if path.suffix == ".png"]
        named = {path.relative_to(workspace).as_posix(): path for path in sorted(found)}
        patterns = self._patterns()
        chosen = []
        for pattern in patterns[:MOST_PICTURES]:
            fit = [path for name, path in named.items() if fnmatchcase(name, pattern)]
            chosen += fit[len(fit) // 2 :][:1]
        if not patterns:
            chosen = _spread(sorted(found, key=_age), SOME)
        return [path for path in dict.fromkeys(chosen) if self.owns(path)]

    def _patterns(self) -> list[str]:
        try:
            told = json.loads((self.folder / "play.json").read_text())
            return [str(pattern) for pattern in told.get("pictures", ())]
        except (OSError, ValueError, AttributeError, TypeError):
            return []

    def delivered(self) -> Iterator[Path]:
        """The regular files that the player left beside what it was given, in a steady order."""
        workspace = self.folder / "workspace"
        given = workspace / "exec"
        yield from sorted(
            path for path in _files_below(workspace) if not path.is_relative_to(given)
        )

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


def _age(path: Path) -> tuple[int, Path]:
    """Sorts files by when they were written."""
    return path.lstat().st_mtime_ns, path


def _spread(paths: Sequence[Path], count: int) -> list[Path]:
    """So many of them at equal distances, the first and the last included; all if they are few."""
    if len(paths) <= count:
        return list(paths)
    return [paths[round(i * (len(paths) - 1) / (count - 1))] for i in range(count)]


def read_item(run: Path, name: str) -> Item | None:
    """The item of that name, or None when it has no verdict (yet)."""
    try:
        return Item(run, name, json.loads((run / name / "verdict.json").read_text()))
    except (OSError, ValueError):
        return None
