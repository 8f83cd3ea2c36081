"""Makes a game's honest and forged item folders on demand, once a test run; has them graded."""

import json
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import pytest

from graders import grading
from graders.verdict import Verdict
from tests.forgeries.forging import Forgery, Register
from tests.forgeries.mutants import Chains, Listener, Parts, Refusal

HONEST = "honest"


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Game:
    """What the forgeries of one game consist of.

    Attributes:
        name: The game.
        build: Fills an item folder with honest evidence.
        copy: Copies an item folder to where it is to be forged.
        forgeries: The register.
        grade: The verdict on an item folder, that forgery's judge or audit answering; with witness
            and seed, or by its workspace alone.
        parts: What the game's grader consists of.
        usual: The sub-scores of honest evidence that are not 1.
    """

    name: str
    build: Callable[[Path], None]
    copy: Callable[[Path, Path], object] = shutil.copytree
    forgeries: Register
    grade: Callable[[Path, Forgery, bool], Verdict]
    parts: Parts
    usual: Mapping[str, float] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.name


class Workshop:
    """One game's item folders below ``folder``, by the name of the forgery."""

    def __init__(self, folder: Path, game: Game, *, shared: Path | None = None) -> None:
        """Make items below a folder.

        Args:
            folder: Where.
            game: Whose.
            shared: Where other workshops of this game and test run leave their verdicts.
        """
        self.folder = folder
        self.game = game
        self._shared = shared
        self._verdicts: dict[str, tuple[Verdict, dict[str, Chains]]] = {}

    def close(self) -> None:
        """Delete everything: pytest keeps its folders, and these are large."""
        shutil.rmtree(self.folder, ignore_errors=True)

    def item(self, name: str) -> Path:
        """The item folder of a forgery, or the honest one; not to be changed."""
        item = self.folder / name
        if not item.exists():
            if name == HONEST:
                self.game.build(item)
            else:
                self.game.copy(self.item(HONEST), item)
                self.game.forgeries[name].forge(item)
        return item

    def verdict(self, name: str) -> Verdict:
        """The verdict on an item with witness and seed, and the judge that the forgery names."""
        return self._told(name)[0]

    def candidates(self, refusal: Refusal) -> list[str]:
        """The forgeries that a sentence must refuse, those first that no other one refuses."""
        names = self.refused(refusal.check)
        return sorted(
            names,
            key=lambda name: not refusal.speaks_alone(self._told(name)[1].get(refusal.check, [])),
        )

    def _told(self, name: str) -> tuple[Verdict, dict[str, Chains]]:
        """The verdict and which sentences refused, from whichever workshop has it."""
        if name not in self._verdicts:
            kept = self._shared / f"{name}.json" if self._shared else None
            if kept and kept.exists():
                told = json.loads(kept.read_text())
                self._verdicts[name] = Verdict.from_json(told["verdict"]), told["heard"]
            else:
                self._verdicts[name] = self._listen(name)
                if kept:
                    verdict, heard = self._verdicts[name]
                    text = json.dumps({"verdict": verdict.to_json(), "heard": heard})
                    write_whole(kept, text)
        return self._verdicts[name]

    def _listen(self, name: str) -> tuple[Verdict, dict[str, Chains]]:
        listener = Listener()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(grading, "judged", listener.judged)
            return self.grade(name), listener.heard

    def grade(self, name: str, *, witnessed: bool = True) -> Verdict:
        """A fresh verdict, by a grader that may have been changed meanwhile."""
        honest = Forgery(name=HONEST, forge=lambda item: None, unmet=set())
        return self.game.grade(self.item(name), self.game.forgeries.get(name, honest), witnessed)

    def differences(self, name: str, verdict: Verdict) -> list[str]:
        """What a verdict says otherwise than the forgery expects; empty when it agrees.

        Args:
            name: The forgery.
            verdict: A verdict on it.
        """
        expected = self.game.forgeries[name]
        said = {check.name for check in verdict.unmet}
        found = [f"{check} must be unmet" for check in sorted(expected.unmet - said)]
        found += [f"{check} must not be unmet" for check in sorted(said - expected.unmet)]
        return found + self.score_differences(name, verdict)

    def score_differences(self, name: str, verdict: Verdict) -> list[str]:
        """The same for sub-scores and caps alone."""
        expected = self.game.forgeries[name]
        scores = {**self.game.usual, **expected.scores}
        applied = {cap.name for cap in verdict.caps if cap.applied}
        found = [f"cap {cap} must apply" for cap in sorted(expected.caps - applied)]
        found += [f"cap {cap} must not apply" for cap in sorted(applied - expected.caps)]
        return found + [
            f"{key} must be {scores.get(key, 1.0):.4f}, not {value:.4f}"
            for key, value in verdict.subscores.items()
            if abs(value - scores.get(key, 1.0)) > 1e-4
        ]

    def refused(self, check: str) -> list[str]:
        """The forgeries that a check must refuse, those with fewest faults first."""
        forgeries = self.game.forgeries
        names = [f.name for f in forgeries.values() if check in f.unmet]
        return sorted(names, key=lambda name: len(forgeries[name].unmet))


WorkshopOf = Callable[[str], Workshop]
"""A game's workshop, by the game's name."""


@cache
def workshop_in(folder: Path, game: Game) -> Workshop:
    """The one workshop of a game and a test run, shared by all its tests."""
    shared = None
    if "PYTEST_XDIST_WORKER" in os.environ:
        shared = folder.parent / f"verdicts-{game}"
        shared.mkdir(exist_ok=True)
    return Workshop(folder / f"workshop-{game}", game, shared=shared)


def write_whole(path: Path, text: str) -> None:
    """Write a file that others see as a whole or not at all."""
    part = path.with_suffix(f".{os.getpid()}")
    part.write_text(text)
    part.replace(path)
