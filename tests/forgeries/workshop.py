"""Makes honest and forged item folders on demand, once a test run, and has them graded."""

import shutil
from functools import cache
from pathlib import Path

from graders import sokoban
from graders.judge import fixed
from graders.verdict import Verdict
from tests.forgeries.catalogue import FORGERIES
from tests.forgeries.evidence import build
from tests.forgeries.forging import SEED

HONEST = "honest"


class Workshop:
    """Item folders below ``folder``, by the name of the forgery."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._verdicts: dict[str, Verdict] = {}

    def close(self) -> None:
        """Delete everything: pytest keeps its folders, and these are large."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def item(self, name: str) -> Path:
        """The item folder of a forgery, or the honest one; not to be changed."""
        item = self.folder / name
        if not item.exists():
            if name == HONEST:
                build(item, seed=SEED)
            else:
                shutil.copytree(self.item(HONEST), item)
                FORGERIES[name].forge(item)
        return item

    def verdict(self, name: str) -> Verdict:
        """The verdict on an item with witness and seed, and the judge that the forgery names."""
        if name not in self._verdicts:
            self._verdicts[name] = self.grade(name)
        return self._verdicts[name]

    def grade(self, name: str, *, witnessed: bool = True) -> Verdict:
        """A fresh verdict, by a grader that may have been changed meanwhile."""
        item = self.item(name)
        value = FORGERIES[name].judge if name in FORGERIES else 1.0
        return sokoban.grade(
            item / "workspace",
            witness=item / "witness" if witnessed else None,
            seed=SEED if witnessed else None,
            judge=None if value is None else fixed(value),
        )


@cache
def workshop_in(folder: Path) -> Workshop:
    """The one workshop of a test run, shared by all its tests."""
    return Workshop(folder / "workshop")


def differences(name: str, verdict: Verdict) -> list[str]:
    """What a verdict says otherwise than the forgery expects; empty when it agrees.

    Args:
        name: The forgery.
        verdict: A verdict on it.
    """
    expected = FORGERIES[name]
    said = {check.name for check in verdict.unmet}
    found = [f"{check} must be unmet" for check in sorted(expected.unmet - said)]
    found += [f"{check} must not be unmet" for check in sorted(said - expected.unmet)]
    return found + score_differences(name, verdict)


def score_differences(name: str, verdict: Verdict) -> list[str]:
    """The same for sub-scores and caps alone."""
    expected = FORGERIES[name]
    applied = {cap.name for cap in verdict.caps if cap.applied}
    found = [f"cap {cap} must apply" for cap in sorted(expected.caps - applied)]
    found += [f"cap {cap} must not apply" for cap in sorted(applied - expected.caps)]
    return found + [
        f"{key} must be {expected.scores.get(key, 1.0):.4f}, not {value:.4f}"
        for key, value in verdict.subscores.items()
        if abs(value - expected.scores.get(key, 1.0)) > 1e-4
    ]
