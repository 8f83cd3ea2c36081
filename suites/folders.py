"""The files a run leaves: names and places, so that nobody spells a path twice."""

import os
import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

from graders.faults import LOG

REPOSITORY = Path(__file__).parent.parent
GIVEN = REPOSITORY / "workspace" / "GAM"
"""What players are given, a folder per task."""


@dataclass(frozen=True, slots=True)
class ItemFolder:
    """The folder of one item: one task, one seed, one play. Complete by itself."""

    root: Path

    @property
    def workspace(self) -> Path:
        """What the player sees and may write."""
        return self.root / "workspace"

    @property
    def witness(self) -> Path:
        """The harness's own record; no player can write here."""
        return self.root / "witness"

    @property
    def game_log(self) -> Path:
        """What the game printed."""
        return self.root / "game.log"

    @property
    def player_log(self) -> Path:
        """What the player printed."""
        return self.root / "player.log"

    @property
    def grading_log(self) -> Path:
        """What broke while it was graded; there if anything did."""
        return self.root / LOG

    @property
    def verdict(self) -> Path:
        """The machine-readable result."""
        return self.root / "verdict.json"

    @property
    def play(self) -> Path:
        """What there is to know of the play besides, such as who played and by which seed."""
        return self.root / "play.json"

    @property
    def manifest(self) -> Path:
        """Hashes of everything the verdict rests on."""
        return self.root / "manifest.json"


def item_folder(run: Path, task_id: str, seed: int) -> ItemFolder:
    """Where the play of `task_id` with `seed` belongs in the run folder `run`."""
    return ItemFolder(run / task_id / f"seed-{seed}")


def is_item_folder(path: Path) -> bool:
    """Whether a folder is that of an item, which holds a workspace that players may write."""
    item = ItemFolder(path)
    return item.workspace.is_dir() and item.witness.is_dir()


def seeds_played(run: Path, task_id: str) -> tuple[int, ...]:
    """The seeds of the items of `task_id` that a finished run holds, ascending."""
    names = (path.name.removeprefix("seed-") for path in (run / task_id).glob("seed-*"))
    return tuple(sorted(int(name) for name in names if name.isdigit()))


def items_without_verdict(run: Path) -> list[tuple[str, int, ItemFolder]]:
    """(task id, seed, folder) of the items that a run has begun and not ended."""
    begun = (ItemFolder(path) for path in sorted(run.glob("*/seed-*")))
    return [
        (item.root.parent.name, int(item.root.name.removeprefix("seed-")), item)
        for item in begun
        if not item.verdict.exists()
    ]


def new_run_folder(runs: Path) -> Path:
    """Make a folder named for the time (UTC) under `runs`, and point `runs/latest` at it.

    Raises:
        pytest.UsageError: it cannot be written.
    """
    stamp = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    try:
        for name in (stamp, *(f"{stamp}-{n}" for n in range(2, 1000))):
            folder = runs / name
            try:
                folder.mkdir(parents=True)
            except FileExistsError:
                continue
            _point(runs / "latest", at=name)
            return folder.resolve()
    except OSError as exc:
        raise pytest.UsageError(f"--runs-dir {runs}: cannot write there ({exc.strerror})") from exc
    raise pytest.UsageError(f"--runs-dir {runs}: too many runs within one second")


def write_whole(path: Path, text: str) -> None:
    """Write a file so that it is there whole or not at all."""
    part = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        part.write_text(text)
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _point(link: Path, *, at: str) -> None:
    """Turn `link` to `at` in one step, as another run may too; leave a real folder alone."""
    if link.is_symlink() or not link.exists():
        new = link.with_name(f".{link.name}.{os.getpid()}")
        new.unlink(missing_ok=True)
        new.symlink_to(at)
        new.replace(link)


def fresh_workspace(folder: ItemFolder, task_id: str, *, results: str) -> Path:
    """Lay out what the player is given: prompt and inputs, never `gt/`; and an empty `results`."""
    given = GIVEN / task_id.removeprefix("GAM_")
    shutil.copytree(given / "exec", folder.workspace / "exec")
    shutil.copy(given / "prompt.md", folder.workspace / "prompt.md")
    (folder.workspace / results).mkdir(exist_ok=True)
    return folder.workspace
