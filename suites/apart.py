"""Grades a play in a process of its own, so that no file of a player's can hold up the harness.

What is looked at is bounded where it is read. But a file that nobody foresaw may still take a
decoder or a parser of C minutes, which no signal ends, or all memory; so the process has limits on
both, and is killed with all that it started when it goes beyond them.

`python -m suites.apart` is that process: it reads how it is called from its standard input, and
prints one JSON object, the verdict's text or why there is none.
"""

import json
import os
import pickle
import resource
import signal
import subprocess
import sys
from collections.abc import Callable
from functools import partial

from drivers.processes import tied_to_us
from graders.errors import GradingFailed, NoReader
from graders.faults import kept_in, note
from graders.judging.judge import Judge
from graders.verdict import Check, Verdict, outcome_of
from suites.finished import Play
from suites.folders import REPOSITORY, ItemFolder
from suites.players.kind import OWN
from suites.task import Task

SECONDS = 600.0
"""For one play. The slowest honest one takes ten; a vision model may take four minutes more."""

MEMORY = 8 << 30
"""Bytes of addresses. Honest plays need one GiB, the largest pictures that are decoded five."""

GRADED = "files_can_be_graded"
"""The proof that is not met when they cannot."""


def graded(
    task: Task, play: Play, folder: ItemFolder, *, judge: Judge | None, seconds: float = SECONDS
) -> Verdict:
    """The grader's verdict on a finished play.

    Args:
        task: The task.
        play: The play.
        folder: Where its evidence is.
        judge: Who rates pictures; like the grader it can be pickled.
        seconds: How long it may take.

    Returns:
        The verdict. Where the grader comes to no end on what a player from outside delivered, that
        is its doing: unsolved, and nothing of it counts.

    Raises:
        GradingFailed: The machine is to blame, or the grader comes to no end with a player of ours.
    """
    grade = partial(
        task.grade,
        folder.workspace.absolute(),
        witness=folder.witness.absolute(),
        seed=play.seed,
        judge=judge,
    )
    call = pickle.dumps(sys.path) + pickle.dumps((grade, folder.grading_log.absolute()))
    try:
        return _answer(call, seconds)
    except _NoEnd as error:
        if play.player in OWN:
            raise
        return _ungraded(task.id, play.seed, str(error))


class _NoEnd(GradingFailed):
    """The grader did not come to an end on these files; the message says how."""


def _answer(call: bytes, seconds: float) -> Verdict:
    with subprocess.Popen(
        # the first to be ended where the machine runs out of memory
        tied_to_us(["choom", "-n", "1000", "--", sys.executable, "-m", "suites.apart"]),
        cwd=REPOSITORY,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        process_group=0,  # Ctrl-C is ours to handle, and what it starts ends with it
    ) as child:
        try:
            said, _ = child.communicate(call, timeout=seconds)
        except BaseException as error:  # Ctrl-C, too
            if child.returncode is None:
                os.killpg(child.pid, signal.SIGKILL)
            if isinstance(error, subprocess.TimeoutExpired):
                raise _NoEnd(f"its files could not be graded within {seconds:g} s") from error
            raise
    try:
        told = json.loads(said)
    except ValueError as error:
        raise _NoEnd(f"its files could not be graded: status {child.returncode}") from error
    match told:
        case {"failed": str(reason), "kind": "NoReader"}:
            raise NoReader(reason)
        case {"failed": str(reason)}:
            raise GradingFailed(reason)
        case {"broke": str(kind)}:
            raise _NoEnd(f"its files could not be graded: {kind}")
    return Verdict.from_json(told["verdict"])


def _ungraded(task: str, seed: int | None, reason: str) -> Verdict:
    proof = (Check(name=GRADED, met=False, reason=reason),)
    outcome, told = outcome_of(proof)
    return Verdict(
        task=task,
        seed=seed,
        outcome=outcome,
        reason=f"{reason}; {told}",
        overall_score=0.0,
        ceiling=1.0,
        judge="off",
        subscores={},
        caps=(),
        criteria=(),
        proof=proof,
    )


def main() -> None:
    """Grade what is told on the standard input."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    answer = os.fdopen(os.dup(sys.stdout.fileno()), "w")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever else is printed is no answer
    try:
        # Two pickles, by the process that started this one: the second may need the path.
        sys.path[:] = pickle.load(sys.stdin.buffer)  # noqa: S301
        grade, log = pickle.load(sys.stdin.buffer)  # noqa: S301
    except Exception as error:
        told = {"failed": f"the grader cannot be started: {error!r}"}
    else:
        with kept_in(log):
            told = _outcome(grade)
    json.dump(told, answer)
    answer.close()


def _outcome(grade: Callable[[], Verdict]) -> dict[str, str]:
    try:
        try:
            return {"verdict": grade().to_json()}
        except Exception as error:
            return {"broke": note(error, "the grader")}
    except GradingFailed as error:
        # The memory that is not there is that which this process may not have.
        lacks_memory = isinstance(error.__cause__, MemoryError)
        failed = {"failed": str(error), "kind": type(error).__name__}
        return {"broke": "MemoryError"} if lacks_memory else failed


if __name__ == "__main__":
    main()
