"""Every part of GAM 5's grader, disabled in turn, is missed by some forgery.

A mutant of the first kind gives one sub-score away, never applies one cap, or always meets one
check. A mutant of the second kind is finer: one of the sentences with which a check refuses is
taken out of its source. A mutant is killed when the expectation of some forgery no longer holds.
"""

import ast
import inspect
import textwrap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from types import CodeType, FunctionType

import pytest

from graders import checks, sokoban, sokoban_accounts, sokoban_criteria, witness
from graders.checks import Findings, judged
from graders.judge import ask
from graders.sokoban_case import Case
from graders.sokoban_contract import LIMITS, RUBRIC
from graders.sokoban_criteria import CRITERIA
from graders.sokoban_proof import PROOFS
from graders.sokoban_score import SUBSCORES
from graders.verdict import Check
from graders.workspace import Workspace
from tests.forgeries.catalogue import FORGERIES
from tests.forgeries.forging import SEED
from tests.forgeries.workshop import Workshop, differences, score_differences

CHECKS = CRITERIA | PROOFS
HELPERS = {
    "accounts_agree": sokoban_accounts._log_faults,
    "witness_is_unbroken": witness._follow,
    "files_are_the_players_own": Workspace.foreign,
    "solver_written": checks._complaints,
}
"""Functions that refuse on behalf of a check."""


@pytest.fixture(autouse=True)
def mutant(record_property: Callable[[str, object], None]) -> None:
    """Each test here is a mutant, counted at the end of the run."""
    record_property("mutant", "grader")


@pytest.mark.parametrize("key", SUBSCORES)
def test_subscore_given_away(workshop: Workshop, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """A forgery misses the sub-score."""
    monkeypatch.setitem(SUBSCORES, key, lambda case: 1.0)
    name = next(f.name for f in FORGERIES.values() if key in f.scores)
    assert score_differences(name, workshop.grade(name, witnessed=False))


@pytest.mark.parametrize("key", RUBRIC)
def test_rating_given_away(workshop: Workshop, monkeypatch: pytest.MonkeyPatch, key: str) -> None:
    """A forgery misses the judge's rating."""

    def kinder(*question: object) -> object:
        answer = ask(*question)  # type: ignore[arg-type]  # whatever the grader asks
        return replace(answer, ratings={**answer.ratings, key: 1.0})

    monkeypatch.setattr(sokoban, "ask", kinder)
    name = next(f.name for f in FORGERIES.values() if key in f.scores)
    assert score_differences(name, workshop.grade(name, witnessed=False))


@pytest.mark.parametrize("cap", [limit.name for limit in LIMITS])
def test_cap_not_applied(workshop: Workshop, monkeypatch: pytest.MonkeyPatch, cap: str) -> None:
    """A forgery misses the cap."""
    limits = [replace(x, condition=lambda subscores: False) if x.name == cap else x for x in LIMITS]
    monkeypatch.setattr(sokoban, "LIMITS", limits)
    name = next(f.name for f in FORGERIES.values() if cap in f.caps)
    assert score_differences(name, workshop.grade(name, witnessed=False))


@pytest.mark.parametrize("check", [*CHECKS, "board_recognised"])
def test_check_always_met(workshop: Workshop, monkeypatch: pytest.MonkeyPatch, check: str) -> None:
    """A forgery misses the check."""

    def lenient(name: str, findings: Findings, evidence: tuple[str, ...]) -> Check:
        if name == check:
            return Check(name=name, met=True, reason="never looked")
        return judged(name, findings, evidence)

    monkeypatch.setattr(sokoban, "judged", lenient)
    name = refused(check)[0]
    assert differences(name, workshop.grade(name)) == [f"{check} must be unmet"]


@dataclass(frozen=True, slots=True)
class Refusal:
    """One place in the source where a check says what is wrong."""

    check: str
    function: FunctionType
    line: int

    def __str__(self) -> str:
        return f"{self.check}-{self.function.__name__}-{self.line}"

    def without(self) -> CodeType:
        """The function's code with this sentence left out."""
        path = inspect.getsourcefile(self.function)
        assert path
        tree = _WithoutLine(self.line).visit(ast.parse(Path(path).read_text(encoding="utf-8")))
        module = compile(ast.fix_missing_locations(tree), path, "exec")
        return next(c for c in codes_in(module) if c.co_qualname == self.function.__qualname__)


class _WithoutLine(ast.NodeTransformer):
    def __init__(self, line: int) -> None:
        self._line = line

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        if not is_refusal(node) or node.lineno != self._line:
            return node
        # Kept where it is never reached: a function without it might be no generator any more.
        return ast.If(test=ast.Constant(value=False), body=[node], orelse=[])


def is_refusal(node: ast.AST) -> bool:
    """Whether a statement yields what is wrong."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield | ast.YieldFrom)


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """A code object and all that are defined in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_in(constant)


def refusals() -> list[Refusal]:
    """Every refusal in the source of the checks."""
    functions: list[tuple[str, object]] = [(check, find) for check, (find, _) in CHECKS.items()]
    functions += [("board_recognised", sokoban_criteria.board_recognised), *HELPERS.items()]
    found = []
    for check, function in functions:
        assert isinstance(function, FunctionType)
        lines, first = inspect.getsourcelines(function)
        tree = ast.parse(textwrap.dedent("".join(lines)))
        places = [n.lineno for n in ast.walk(tree) if isinstance(n, ast.Expr) and is_refusal(n)]
        found += [Refusal(check, function, first + line - 1) for line in sorted(places)]
    return found


@pytest.mark.parametrize("refusal", refusals(), ids=str)
def test_refusal_left_out(
    workshop: Workshop, monkeypatch: pytest.MonkeyPatch, refusal: Refusal
) -> None:
    """A forgery passes the check that must refuse it."""
    monkeypatch.setattr(refusal.function, "__code__", refusal.without())
    assert any(passes(workshop, name, refusal.check) for name in refused(refusal.check))


def passes(workshop: Workshop, name: str, check: str) -> bool:
    """Whether one check is met by one forgery, with whatever was changed in it."""
    item = workshop.item(name)
    if check not in CHECKS:
        return check not in {c.name for c in workshop.grade(name).unmet}
    case = Case(Workspace(item / "workspace"), witness=item / "witness", seed=SEED)
    find, _ = CHECKS[check]
    return judged(check, find(case), ()).met is True


def refused(check: str) -> list[str]:
    """The forgeries that a check must refuse, those with fewest faults first."""
    names = [f.name for f in FORGERIES.values() if check in f.unmet]
    return sorted(names, key=lambda name: len(FORGERIES[name].unmet))
