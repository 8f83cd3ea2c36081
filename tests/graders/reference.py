"""What the contract's own grader gives: asked for, where it is at hand, and remembered.

``python -m tests.graders.reference SEED_GRADE`` asks it about every forgery again and rewrites
``reference_scores.json`` beside this file.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.forgeries.sokoban.catalogue import FORGERIES
from tests.forgeries.sokoban.game import SOKOBAN
from tests.forgeries.workshop import HONEST, Workshop

FROZEN = Path(__file__).with_name("reference_scores.json")
EXPECTED = "workspace/GAM/task_5_sokoban_solver/gt/expected.json"
JUDGES = (None, 0.0, 1.0)
NAMES = (HONEST, *(f.name for f in FORGERIES.values() if f.reference))
"""The workspaces on which that grader gives an answer within a minute."""

Scores = dict[str, float]


def ask_reference(program: Path, workspace: Path, judge: float | None) -> Scores:
    """Every key of the contract's own grader.

    Args:
        program: A script that prints them: ``SCRIPT 5 WORKSPACE --vlm off|NUMBER --expected FILE``.
        workspace: The workspace.
        judge: What the judge answers; None for no judge.
    """
    vlm = "off" if judge is None else str(judge)
    expected = Path(__file__).parents[2] / EXPECTED
    command = [sys.executable, str(program), "5", str(workspace), "--vlm", vlm]
    command += ["--expected", str(expected)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    scores: Scores = json.loads(done.stdout)
    return scores


def frozen(name: str, judge: float | None) -> Scores:
    """The remembered answer of that grader."""
    kept = json.loads(FROZEN.read_text(encoding="utf-8"))
    scores: Scores = {**dict.fromkeys(kept["keys"], 1.0), **kept["scores"][name][str(judge)]}
    return scores


def main(program: Path) -> None:
    """Ask about everything and remember it; a key that is 1 is left out."""
    kept: dict[str, dict[str, Scores]] = {}
    keys: set[str] = set()
    with tempfile.TemporaryDirectory() as folder:
        workshop = Workshop(Path(folder), SOKOBAN)
        for name in NAMES:
            answers = {
                str(judge): ask_reference(program, workshop.item(name) / "workspace", judge)
                for judge in JUDGES
            }
            keys |= answers["None"].keys()
            kept[name] = {
                judge: {k: v for k, v in scores.items() if v != 1 or k.startswith("vlm_")}
                for judge, scores in answers.items()
            }
    lines = [f" {json.dumps(name)}: {json.dumps(kept[name])}" for name in sorted(kept)]
    text = f'{{"keys": {json.dumps(sorted(keys))},\n"scores": {{\n' + ",\n".join(lines) + "\n}}\n"
    FROZEN.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
