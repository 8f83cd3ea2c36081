"""GAM 5's proofs about the accounts of a play: the game wrote them, and they tell one story."""

import re
from collections.abc import Iterator
from pathlib import Path

from graders.case import RESULTS
from graders.checks import Findings
from graders.errors import Unreadable
from graders.files import quoted, read
from graders.sokoban.case import Case, deliverable, named
from graders.sokoban.rules import LETTERS, Level
from graders.workspace import FILE_BYTES

LOG_COLUMNS = ["step", "time", "key", "row", "col", "pushed", "boxes_on_goal"]


def game_wrote_the_log(case: Case) -> Findings:
    """Claimed log and result are the game's own files, which only the game's process had open.

    Catches logs and results that were written or changed by anybody else.
    """
    witness = case.record()
    for level in case.claims():
        for ending in ("moves.csv", "result.json"):
            name = deliverable(level, ending)
            own = witness.folder / "game" / name.removeprefix(f"{RESULTS}/")
            if case.files.whole(name, limit=FILE_BYTES) != _content(own):
                yield f"{quoted(name, 80)} is not what the game wrote"
        log = f"level_{level}_moves.csv"
        writers = {opened.pid for opened in witness.opened if opened.name == log}
        if not writers or not writers <= witness.pids:
            yield f"{quoted(log, 80)} was not seen open in the game's process alone"
    return "logs and results are byte for byte what the game's own process wrote"


def accounts_agree(case: Case) -> Findings:
    """Solution, comparison, result and log of each level tell one story, step by step.

    Catches padded logs, counts that do not add up, comparisons that were not made.
    """
    for level in case.claims():
        solution = case.solution(level)
        result = case.files.json(deliverable(level, "result.json"))
        verify = case.files.json(deliverable(level, "verify.json"))
        rows = case.log(level)
        declared = case.files.text(deliverable(level, "solution.txt")).splitlines()[1:2]
        told = {
            "the comparison's solution": verify.get("solver_solution"),
            "the comparison's history": verify.get("game_history"),
            "the result's history": result.get("history"),
            "the log's keys": _letters(rows),
        }
        here = f"{named(level)}"
        for what, letters in told.items():
            if letters != solution:
                yield f"{here}: {what} is not the solution"
        if verify.get("match") is not True:
            yield f"{here}: the comparison does not say match"
        if verify.get("extra_moves") not in (0, len(rows) - 1 - len(solution)):
            yield f"{here}: the comparison's extra moves do not add up"
        if [line.replace(" ", "") for line in declared] != [f"#moves={len(solution)}"]:
            yield f"{here}: the solution's second line does not say moves={len(solution)}"
        start = case.starts.get(level)
        if start:
            yield from _log_faults(here, rows, result, Level(start))
    return f"solution, comparison, result and log of {len(case.claimed)} levels agree"


def _content(path: Path) -> bytes | None:
    try:
        return read(path, FILE_BYTES)
    except Unreadable:
        return None


def _letters(rows: list[list[str]]) -> str:
    """The moves that stand after the keys of a log, as LURD letters."""
    letters: list[str] = []
    for row in rows[1:]:
        match row[2:3]:
            case ["undo"]:
                del letters[-1:]
            case ["restart"]:
                letters.clear()
            case [key]:
                letters.append(LETTERS.get(key, "?"))
    return "".join(letters)


def _log_faults(
    here: str, rows: list[list[str]], result: dict[str, object], level: Level
) -> Iterator[str]:
    """Hold a log and its result against the rules, from the level's first board on."""
    if rows[:1] != [LOG_COLUMNS]:
        yield f"{here}: the log's header is not {','.join(LOG_COLUMNS)}"
    clock = 0.0
    for number, row in enumerate(rows[1:], 1):
        if len(row) != len(LOG_COLUMNS) or not level.key(row[2]):
            yield f"{here}: row {number} of the log is no possible step"
            return
        if [row[0], *row[2:]] != [str(number), *map(str, level.log[-1])]:
            yield f"{here}: row {number} of the log is not what that step does"
        seconds = float(row[1]) if re.fullmatch(r"\d{1,9}(\.\d{1,9})?", row[1]) else -1.0
        if seconds < clock:
            yield f"{here}: row {number} of the log goes back in time"
        clock = seconds
    counts = {
        "moves": len(level.history),
        "pushes": level.pushes,
        "boxes_on_goal": level.board.on_goal,
        "total_goals": len(level.board.goals),
    }
    wrong = [
        f"{name} {quoted(result.get(name))}" for name in counts if result.get(name) != counts[name]
    ]
    if wrong:
        yield f"{here}: the result counts {', '.join(wrong)} wrongly"
