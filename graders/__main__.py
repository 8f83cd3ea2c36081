"""Grades any folder: ``python -m graders TASK WORKSPACE`` prints the verdict as JSON.

usage: python -m graders TASK WORKSPACE [--witness DIR] [--game-seed N] [--judge absent|vlm|0..1]
                                        [--transcript FILE] [--audit CALLS,SHOTS]

TASK is the number of a contract, as in suites/test_gam_TASK.py. Without --witness and --game-seed
the checks that need them are not judged. --transcript is the player's own account of its calls (of
OpenClaw, Anthropic, OpenAI, MCP, or printed text): it is searched for what the contract bans, and
counts where there is no witness. --judge vlm asks the vision model that PLAYPROOF_JUDGE_URL, _MODEL
and _KEY name. --judge with a number answers every question of a rubric with it, and --audit stands
in for witness and transcript: both are for comparing graders. What a contract does not ask for is
refused. Exit status: 0 when a verdict was printed, whatever it says; 2 with one line on stderr when
nothing can be graded. What breaks meanwhile is told on stderr, too, with its traceback.
"""

import argparse
import importlib
import importlib.util
import inspect
import os
import pkgutil
import sys
from pathlib import Path
from types import ModuleType
from typing import NoReturn

import graders
from graders.audit import Audit
from graders.errors import BadOption, GraderError
from graders.judging.judge import Judge, fixed
from graders.judging.vision_model import VisionModel

UNPROVEN = "without --witness nothing tells whether the files were played for or made up"


class _Parser(argparse.ArgumentParser):
    def error(self, message: str) -> NoReturn:
        """Say what is wrong in one line; the default prints the usage before it."""
        self.exit(2, f"{self.prog}: {message} (see --help)\n")


def graders_by_task() -> dict[int, ModuleType]:
    """Every game's grader (`grader.py` of a folder here), by the number of its contract."""
    modules = [
        importlib.import_module(f"graders.{found.name}.grader")
        for found in pkgutil.iter_modules(graders.__path__)
        if found.ispkg and importlib.util.find_spec(f"graders.{found.name}.grader")
    ]
    return {module.TASK: module for module in sorted(modules, key=lambda m: m.TASK)}


def main(arguments: list[str]) -> int:
    """Run the command line; its exit status."""
    parser = _Parser(prog="python -m graders", description=__doc__, formatter_class=_Raw)
    tasks = graders_by_task()
    parser.add_argument("task", type=int, choices=tasks, metavar="TASK")
    parser.add_argument("workspace", type=Path, metavar="WORKSPACE")
    parser.add_argument("--witness", type=Path, metavar="DIR")
    parser.add_argument("--game-seed", type=int, metavar="N")
    parser.add_argument("--judge", type=_judge, metavar="absent|vlm|0..1")
    parser.add_argument("--audit", type=_audit, metavar="CALLS,SHOTS")
    parser.add_argument("--transcript", type=Path, metavar="FILE")
    options = parser.parse_args(arguments)
    grader = tasks[options.task]
    for folder in (options.workspace, options.witness):
        if folder and not folder.is_dir():
            parser.error(f"{folder} is not a folder")
    if options.transcript and not options.transcript.is_file():
        parser.error(f"{options.transcript} is not a file")
    asked = {k: v for k in ("judge", "audit") if (v := getattr(options, k)) is not None}
    for name in asked.keys() - inspect.signature(grader.grade).parameters.keys():
        parser.error(f"the contract of task {options.task} asks for no {name}: leave out --{name}")
    try:
        verdict = grader.grade(
            options.workspace,
            witness=options.witness,
            seed=options.game_seed,
            transcript=options.transcript,
            **asked,
        )
    except GraderError as error:
        parser.error(str(error))
    if verdict.unproven:
        print(f"{parser.prog}: unproven: {UNPROVEN}", file=sys.stderr)
    print(verdict.to_json(), end="")
    return 0


_Raw = argparse.RawDescriptionHelpFormatter


def _judge(text: str) -> Judge | None:
    if text == "vlm":
        try:
            return VisionModel.from_environment(os.environ)
        except BadOption as error:
            raise argparse.ArgumentTypeError(str(error)) from error
    try:
        return None if text == "absent" else fixed(float(text))
    except ValueError as error:
        raise argparse.ArgumentTypeError(f"expected absent, vlm or 0 to 1, not {text!r}") from error


def _audit(text: str) -> Audit:
    try:
        return Audit.parse(text)
    except BadOption as error:
        raise argparse.ArgumentTypeError(str(error)) from error


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
