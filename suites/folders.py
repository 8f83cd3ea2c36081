"""The files a run leaves: names and places, so that nobody spells a path twice."""

import shutil
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest

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
    def lost_frames(self) -> Path:
        """What was on screen when a wait timed out."""
        return self.root / "last_seen"

    @property
    def verdict(self) -> Path:
        """The machine-readable result."""
        return self.root / "verdict.json"

    @property
    def manifest(self) -> Path:
        """Hashes of everything the verdict rests on."""
        return self.root / "manifest.json"


def item_folder(run: Path, task_id: str, seed: int) -> ItemFolder:
    """Where the play of `task_id` with `seed` belongs in the run folder `run`."""
    return ItemFolder(run / task_id / f"seed-{seed}")


def seeds_played(run: Path, task_id: str) -> tuple[int, ...]:
    """The seeds of the items of `task_id` that a finished run holds, ascending."""
    names = (path.name.removeprefix("seed-") for path in (run / task_id).glob("seed-*"))
    return tuple(sorted(int(name) for name in names if name.isdigit()))


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
            latest = runs / "latest"
            if latest.is_symlink() or not latest.exists():
                latest.unlink(missing_ok=True)
                latest.symlink_to(name)
            return folder.resolve()
    except OSError as exc:
        raise pytest.UsageError(f"--runs-dir {runs}: cannot write there ({exc.strerror})") from exc
    raise pytest.UsageError(f"--runs-dir {runs}: too many runs within one second")


def fresh_workspace(folder: ItemFolder, task_id: str) -> Path:
    """Lay out what the player is given: prompt and inputs, never `gt/`. `results/` is empty."""
    given = GIVEN / task_id.removeprefix("GAM_")
    shutil.copytree(given / "exec", folder.workspace / "exec")
    shutil.copy(given / "prompt.md", folder.workspace / "prompt.md")
    (folder.workspace / "results").mkdir()
    return folder.workspace
