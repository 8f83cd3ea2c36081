"""What a grader consists of for those who disable it part by part, down to single sentences."""

import ast
import inspect
import textwrap
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, FunctionType, GeneratorType, ModuleType
from typing import Any

from graders.checks import Findings, judged
from graders.scorecard import Limit
from graders.verdict import Check


@dataclass(frozen=True, kw_only=True, slots=True, eq=False)
class Parts:
    """The parts of one game's grader.

    Attributes:
        module: The grader; its ``LIMITS`` are those that it uses.
        subscores: How each sub-score is taken; the grader looks into this very table.
        limits: The caps.
        checks: How each criterion and proof is found, with what it looks at.
        case: What a check is asked about, for an item folder with witness and seed.
        besides: Checks that the grader runs by itself.
        helpers: Functions that refuse on behalf of a check, each with the check's name.
    """

    module: ModuleType
    subscores: dict[str, Callable[[Any], float]]
    limits: Sequence[Limit]
    checks: Mapping[str, tuple[Callable[[Any], Findings], tuple[str, ...]]]
    case: Callable[[Path], Any]
    besides: Mapping[str, Callable[..., Findings]]
    helpers: Sequence[tuple[str, Callable[..., Any]]]

    def refusals(self) -> list["Refusal"]:
        """Every refusal in the source of the checks."""
        functions: list[tuple[str, object]] = [(k, find) for k, (find, _) in self.checks.items()]
        functions += [*self.besides.items(), *self.helpers]
        found = []
        for check, function in functions:
            assert isinstance(function, FunctionType)
            lines, first = inspect.getsourcelines(function)
            tree = ast.parse(textwrap.dedent("".join(lines)))
            places = [n.lineno for n in ast.walk(tree) if isinstance(n, ast.stmt) and refuses(n)]
            found += [Refusal(check, function, first + line - 1) for line in sorted(places)]
        return found


Chains = list[list[str]]
"""For each thing that a check found wrong the places that said so, in the check and below it."""


class Listener:
    """Stands in for ``judged`` wherever graders run checks, and notes which sentences refuse.

    Attributes:
        heard: What each check said.
    """

    def __init__(self) -> None:
        self.heard: dict[str, Chains] = {}

    def judged(self, name: str, findings: Findings, evidence: tuple[str, ...]) -> Check:
        """Run a check to its end, as a grader does."""
        return judged(name, self._listen(name, findings), evidence)

    def _listen(self, name: str, findings: Findings) -> Findings:
        chains = self.heard.setdefault(name, [])
        while True:
            try:
                complaint = next(findings)
            except StopIteration as end:
                return str(end.value)
            except Exception:
                chains.append([])
                raise
            if len(chains) < _HEARD:
                chains.append(list(_speaking(findings)))
            yield complaint


_HEARD = 50  # complaints of one check noted


def _speaking(generator: Generator[object, None, object]) -> Iterator[str]:
    """Where a generator stands, and where those stand that it yields from."""
    inner: object = generator
    while isinstance(inner, GeneratorType) and inner.gi_frame is not None:
        yield f"{inner.gi_code.co_qualname}-{inner.gi_frame.f_lineno}"
        inner = inner.gi_yieldfrom


@dataclass(frozen=True, slots=True)
class Refusal:
    """One place in the source where a check says what is wrong."""

    check: str
    function: FunctionType
    line: int

    def __str__(self) -> str:
        return f"{self.check}-{self.function.__name__}-{self.line}"

    def speaks_alone(self, chains: Chains) -> bool:
        """Whether nothing of what a check said was said without this sentence."""
        here = f"{self.function.__qualname__}-{self.line}"
        return bool(chains) and all(here in chain for chain in chains)

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
        if not refuses(node) or node.lineno != self._line:
            return node
        # Kept where it is never reached: a function without it might be no generator any more.
        return ast.If(test=ast.Constant(value=False), body=[node], orelse=[])

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        if not refuses(node) or node.lineno != self._line:
            return node
        faultless = ast.Tuple([ast.Constant(""), ast.Constant("")], ast.Load())
        return ast.copy_location(ast.Return(faultless), node)


def refuses(node: ast.AST) -> bool:
    """Whether a statement yields what is wrong, or returns a fault and why it is one."""
    match node:
        case ast.Expr(value=ast.Yield() | ast.YieldFrom()):
            return True
        case ast.Return(value=ast.Tuple(elts=[ast.Constant(value=str(fault)), _])):
            return fault not in ("", "undecided")  # for want of time nothing is refused
    return False


def codes_in(code: CodeType) -> Iterator[CodeType]:
    """A code object and all that are defined in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes_in(constant)
