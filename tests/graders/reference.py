"""What the contracts' own graders give: asked for, where they are at hand, and remembered.

``python -m tests.graders.reference SEED_GRADE [GAME]`` asks them about every forgery again and
rewrites the files ``reference_scores*.json`` beside this one.
"""

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from graders.anagramarama import grader as anagramarama
from graders.audit import Audit
from graders.judging.judge import fixed
from graders.mines import grader as mines
from graders.quadrapassel import grader as quadrapassel
from graders.sokoban import grader as sokoban
from graders.verdict import Verdict
from tests.forgeries.anagramarama.game import ANAGRAMARAMA
from tests.forgeries.mines.game import MINES
from tests.forgeries.quadrapassel.game import QUADRAPASSEL
from tests.forgeries.sokoban.game import SOKOBAN
from tests.forgeries.workshop import HONEST, Game, Workshop

ROOT = Path(__file__).parents[2]
NO_FIGURES = {"final_board_md5", "audit_matches", "judge_method"}
"""Keys of the contracts that are texts; a verdict's sub-scores are figures."""

Scores = dict[str, float]


@dataclass(frozen=True, kw_only=True, slots=True)
class Way:
    """One way of asking a grader about a workspace.

    Attributes:
        arguments: For the contract's own.
        ours: The same asked of ours.
    """

    arguments: tuple[str, ...]
    ours: Callable[[Path], Verdict]


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Contract:
    """A contract whose own grader can be asked.

    Attributes:
        game: The game with its forgeries.
        number: Of the contract.
        expected: Its thresholds.
        frozen: Where the answers are remembered.
        ways: The ways of asking, by name.
        always: Those in which not only honest evidence is asked about.
    """

    game: Game
    number: int
    expected: Path
    frozen: Path
    ways: Mapping[str, Way]
    always: frozenset[str]

    def __str__(self) -> str:
        return self.game.name

    @property
    def questions(self) -> list[tuple[str, str]]:
        """Every workspace on which that grader answers within a minute, with each way of asking."""
        names = [HONEST, *(f.name for f in self.game.forgeries.values() if f.reference)]
        return [(n, way) for n in names for way in self.ways if n == HONEST or way in self.always]

    def ask(self, program: Path, workspace: Path, way: str) -> Scores:
        """Every key of the contract's own grader that is a figure.

        Args:
            program: A script that prints them: ``SCRIPT N WORKSPACE --expected FILE ARGUMENTS``.
            workspace: The workspace.
            way: The way of asking.
        """
        command = [sys.executable, str(program), str(self.number), str(workspace)]
        command += ["--expected", str(self.expected), *self.ways[way].arguments]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
        scores: Scores = json.loads(done.stdout)
        return {key: value for key, value in scores.items() if key not in NO_FIGURES}

    def ours(self, workspace: Path, way: str) -> Scores:
        """Every key of our grader, as the contract's own names them."""
        return keys_of(self.ways[way].ours(workspace))

    def remembered(self) -> dict[str, dict[str, Scores]]:
        """The remembered answers, by workspace and way of asking."""
        kept = json.loads(self.frozen.read_text(encoding="utf-8"))
        ones = {way: dict.fromkeys(keys, 1.0) for way, keys in kept["keys"].items()}
        return {
            name: {
                way: {k: v for k, v in (ones[way] | scores).items() if v is not None}
                for way, scores in answers.items()
            }
            for name, answers in kept["scores"].items()
        }

    def remember(self, program: Path) -> None:
        """Ask everything and write it down: a key that is 1 is left out, a missing one is null."""
        answers: dict[str, dict[str, Scores]] = {}
        keys: dict[str, set[str]] = {}
        with tempfile.TemporaryDirectory() as folder:
            workshop = Workshop(Path(folder), self.game)
            for name, way in self.questions:
                try:
                    scores = self.ask(program, workshop.item(name) / "workspace", way)
                except subprocess.CalledProcessError as error:
                    died = error.stderr.strip().splitlines()[-1:]
                    print(f"{name}, {way}: no answer, it should not be asked:", *died)
                    continue
                answers.setdefault(name, {})[way] = scores
                keys.setdefault(way, set()).update(scores)
        kept = {
            name: {
                way: {k: scores.get(k) for k in sorted(keys[way]) if scores.get(k) != 1}
                for way, scores in asked.items()
            }
            for name, asked in answers.items()
        }
        lines = [f" {json.dumps(name)}: {json.dumps(kept[name])}" for name in sorted(kept)]
        known = json.dumps({way: sorted(names) for way, names in keys.items()})
        text = f'{{"keys": {known},\n"scores": {{\n' + ",\n".join(lines) + "\n}}\n"
        self.frozen.write_text(text, encoding="utf-8")


def keys_of(verdict: Verdict) -> Scores:
    """Every key of a verdict, as the contracts' own graders name them."""
    assert verdict.overall_score is not None
    return {**verdict.subscores, "overall_score": verdict.overall_score}


def judged(value: float | None, grade: Callable[..., Verdict]) -> Way:
    """A contract with a judge that answers everything with a number, or without one."""
    judge = None if value is None else fixed(value)
    return Way(
        arguments=("--vlm", "off" if value is None else str(value)),
        ours=lambda workspace: grade(workspace, judge=judge),
    )


def audited(calls: int, shots: int, *, banned: bool = False) -> Way:
    """GAM 2 with an audit that counted so much."""
    audit = Audit(calls, shots, ("gnome-mines --solve",) if banned else ())
    counts = ("--calls", str(calls), "--shots", str(shots))
    return Way(
        arguments=("--vlm", "1", *counts, *(["--banned"] if banned else [])),
        ours=lambda workspace: mines.grade(workspace, audit=audit),
    )


CONTRACTS = (
    Contract(
        game=ANAGRAMARAMA,
        number=11,
        expected=ROOT / "workspace/GAM/task_11_anagramarama_word_grid/gt/expected.json",
        frozen=Path(__file__).with_name("reference_scores_anagramarama.json"),
        ways={str(value): judged(value, anagramarama.grade) for value in (None, 0.0, 0.5, 1.0)},
        always=frozenset({"None", "1.0"}),
    ),
    Contract(
        game=QUADRAPASSEL,
        number=3,
        expected=ROOT / "workspace/GAM/task_3_quadrapassel_autoplay/gt/expected.json",
        frozen=Path(__file__).with_name("reference_scores_quadrapassel.json"),
        ways={str(value): judged(value, quadrapassel.grade) for value in (None, 0.0, 0.5, 1.0)},
        always=frozenset({"None", "1.0"}),
    ),
    Contract(
        game=SOKOBAN,
        number=5,
        expected=ROOT / "workspace/GAM/task_5_sokoban_solver/gt/expected.json",
        frozen=Path(__file__).with_name("reference_scores.json"),
        ways={str(value): judged(value, sokoban.grade) for value in (None, 0.0, 1.0)},
        always=frozenset({"None", "0.0", "1.0"}),
    ),
    Contract(
        game=MINES,
        number=2,
        expected=ROOT / "workspace/GAM/task_2_mines_visual/gt/expected.json",
        frozen=Path(__file__).with_name("reference_scores_mines.json"),
        ways={
            "absent": Way(arguments=("--vlm", "off"), ours=mines.grade),
            "100 acts, 100 looks": audited(100, 100),
            "100 acts, 30 looks": audited(100, 30),
            "100 acts, 29 looks": audited(100, 29),
            "100 acts, 10 looks": audited(100, 10),
            "100 acts, 9 looks": audited(100, 9),
            "5 acts, 0 looks": audited(5, 0),
            "4 acts, 0 looks": audited(4, 0),
            "banned": audited(100, 100, banned=True),
        },
        always=frozenset({"absent", "100 acts, 100 looks"}),
    ),
)


if __name__ == "__main__":
    for contract in CONTRACTS:
        if str(contract) in sys.argv[2:] or not sys.argv[2:]:
            contract.remember(Path(sys.argv[1]))
