"""Item folders as a run leaves them."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from report.items import Item, read_item

NAME = "GAM_task_0_toy/seed-7"

VERDICT: dict[str, Any] = {
    "task": "GAM_task_0_toy",
    "seed": 7,
    "player": "reference",
    "outcome": "solved",
    "reason": "2 of 2 checks met",
    "proven_score": 0.6,
    "overall_score": 0.6,
    "ceiling": 0.6,
    "judge": "off",
    "judging": {},
    "subscores": {"moves": 1.0, "pictures": 0.25},
    "caps": [
        {"name": "no_vlm", "limit": 0.6, "applied": True, "reason": "nobody judged"},
        {"name": "unused", "limit": 0.1, "applied": False, "reason": "does not apply"},
    ],
    "criteria": [{"name": "has_moves", "met": True, "reason": "12 moves", "evidence": []}],
    "proof": [{"name": "keys_match", "met": True, "reason": "12 keys", "evidence": []}],
    "timing": {"play_s": 8.1, "actions": 412},
    "versions": {"python": "3.11.2"},
}

MakeItem = Callable[..., Item]


@pytest.fixture
def make_item(tmp_path: Path) -> MakeItem:
    """Makes an item's folder: its verdict with some values changed, and some files."""

    def make(*, name: str = NAME, files: dict[str, bytes] | None = None, **changes: object) -> Item:
        folder = tmp_path / name
        for file, content in (files or {}).items():
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "verdict.json").write_text(json.dumps(VERDICT | changes))
        item = read_item(tmp_path, name)
        assert item is not None
        return item

    return make
