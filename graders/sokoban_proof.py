"""GAM 5's proofs: the player's claim held against the witness and the truth."""

import re
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from graders.checks import Findings, NotJudgedError
from graders.files import Unreadable, quoted, read
from graders.sokoban_case import RESULTS, Case, Span, deliverable, level_of, named
from graders.sokoban_rules import LETTERS, Board, Level, replay, session
from graders.witness import INPUT_EVENTS, Pressed, Witness
from graders.workspace import FILE_BYTES

LOG_COLUMNS = ["step", "time", "key", "row", "col", "pushed", "boxes_on_goal"]
_POINTER_OR_FOCUS = {0, 1}  # destinations of SendEvent that may be the game's window


def files_are_the_players_own(case: Case) -> Findings:
    """Below results/ is no link to anything, no second name of another file, no special file.

    Catches deliverables borrowed from elsewhere, such as the harness's own frames.
    """
    yield from case.files.foreign(RESULTS)
    return "everything in results is a plain file of its own"


def witness_is_unbroken(case: Case) -> Findings:
    """The record is numbered without gaps and each line carries the hash of the line before it.

    Catches events dropped, added, changed or swapped after they were recorded.
    """
    if case.witness_fault:
        yield case.witness_fault
        return ""
    witness = _witness(case)
    yield from witness.breaks
    return f"the record's chain holds from start to end, over {len(witness.frames)} frames"


def board_equals_truth(case: Case) -> Findings:
    """Each level that was on screen is the repository's level as the seed lays it out.

    Catches another seed's play, and a game that was given easier levels.
    """
    _witness(case)
    if case.seed is None:
        raise NotJudgedError("the seed is not known")
    for level, span in case.spans.items():
        if span.board != case.truth.get(level):
            yield f"{named(level)} on screen is not what seed {case.seed} makes of it"
    if not case.spans:
        yield "no board was on screen"
    return f"the {len(case.spans)} boards on screen are those of seed {case.seed}"


def solution_solves_level(case: Case) -> Findings:
    """Each claimed solution, replayed by these graders' own rules, solves the level on screen.

    Catches made-up solutions, and solutions of other levels.
    """
    if case.witness is None and case.seed is None:
        raise NotJudgedError(f"{case.witness_fault or 'there is no witness'}, nor a seed")
    moves = 0
    for level in _claimed(case):
        start, solution = case.starts.get(level), case.solution(level)
        end = replay(start, solution) if start else None
        if start is None:
            yield f"{named(level)} was never on screen"
        elif end is None:
            yield f"{named(level)}: the solution walks into something"
        elif not end.board.solved:
            yield f"{named(level)}: the solution leaves {_off(end.board)} boxes off the goals"
        moves += len(solution)
    return f"the solutions solve {len(case.claimed)} levels in {moves} moves"


def keys_were_delivered(case: Case) -> Findings:
    """What the game's rules make of the keys that its window got from a keyboard is the history.

    Catches histories written by hand, events sent by a program to the window or to another one,
    keys in another order, keys that nobody pressed.
    """
    witness = _witness(case)
    devices = Counter(witness.pressed)
    keys = [key for key in witness.delivered if key.window in witness.windows]
    for key in keys:
        press = Pressed(key.keysym, key.server_ms)
        if key.synthetic:
            yield f"{quoted(key.keysym)} at {key.server_ms} ms was made up by a program"
        elif not devices[press]:
            yield f"{quoted(key.keysym)} at {key.server_ms} ms was pressed on no keyboard"
        devices[press] -= 1
    targets = witness.windows | _POINTER_OR_FOCUS
    sent = [s for s in witness.sent if s.window in targets and s.event in INPUT_EVENTS]
    if sent:
        yield f"{len(sent)} input events were sent to the game's window by a program"
    names = list(case.spans)
    starts = [span.board for span in case.spans.values()]
    played = session(starts, [key.keysym for key in keys]) if starts else []
    for level in _claimed(case):
        made = played[names.index(level)].history if level in names[: len(played)] else ""
        history = case.files.json(deliverable(level, "result.json")).get("history")
        if made != history or not made:
            told = f"the keys make {len(made)} moves, {quoted(made)}, not {quoted(history)}"
            yield f"{named(level)}: {told}"
    return f"{len(keys)} keys, all from a keyboard, make the claimed histories"


def initial_was_shown(case: Case) -> Findings:
    """Each claimed initial screenshot equals a witness frame of that level before the first move.

    Catches drawn pictures, and pictures of other levels or later states.
    """
    _witness(case)
    for level, span in _shown(case, "initial.png"):
        name = deliverable(level, "initial.png")
        if span is None or not _within(span, case.shot(name).frames):
            yield f"{named(level)}: the initial screenshot was not on screen in that level"
        elif case.board_on(name) != span.board:
            yield f"{named(level)}: the initial screenshot shows a later state"
    for level in _claimed(case):
        if not case.files.exists(deliverable(level, "initial.png")):
            yield f"{named(level)} has no initial screenshot"
    return "every initial screenshot is a recorded picture of its level before the first move"


def steps_were_shown(case: Case) -> Findings:
    """Each claimed step screenshot equals a witness frame between initial and final, each another.

    Catches repeated pictures, noise, and pictures of other levels.
    """
    _witness(case)
    names = sorted(case.found("step_*.png"))
    seen: dict[str, str] = {}
    for name in (*case.found("initial.png"), *case.found("final.png")):
        with suppress(Unreadable):  # told by the proofs of those pictures
            seen[case.shot(name).fingerprint] = name
    for name in names:
        level = re.sub(r"_step_.*", "", level_of(name, ""), flags=re.DOTALL)
        shot = case.shot(name)
        if not _within(case.spans.get(level), shot.frames):
            yield f"{quoted(name, 80)} was not on screen in that level"
        if shot.fingerprint in seen:
            yield f"{quoted(name, 80)} is the same picture as {quoted(seen[shot.fingerprint], 80)}"
        seen[shot.fingerprint] = name
    if not names:
        yield "there is no step screenshot"
    return f"{len(names)} step screenshots are recorded pictures of their levels, all different"


def final_was_shown(case: Case) -> Findings:
    """Each claimed final screenshot equals a witness frame of that level.

    Catches drawn pictures, and pictures of other levels or other plays.
    """
    _witness(case)
    for level, span in _shown(case, "final.png"):
        if not _within(span, case.shot(deliverable(level, "final.png")).frames):
            yield f"{named(level)}: the final screenshot was not on screen in that level"
    for level in _claimed(case):
        if not case.files.exists(deliverable(level, "final.png")):
            yield f"{named(level)} has no final screenshot"
    return "every final screenshot is a recorded picture of its level"


def final_board_is_solved(case: Case) -> Findings:
    """The board read from each claimed final screenshot is where the solution ends, solved.

    Catches pictures taken too early.
    """
    _witness(case)
    for level in _claimed(case):
        board = case.board_on(deliverable(level, "final.png"))
        start = case.starts.get(level)
        end = replay(start, case.solution(level)) if start else None
        if board is None:
            yield f"{named(level)}: there is no board on the final screenshot"
        elif not board.solved:
            yield f"{named(level)}: {_off(board)} boxes are off the goals at the end"
        elif end is None or board != end.board:
            yield f"{named(level)}: the final screenshot is not where the solution ends"
    return f"the final screenshots show {len(case.claimed)} solved boards, where the solutions end"


def game_wrote_the_log(case: Case) -> Findings:
    """Claimed log and result are the game's own files, which only the game's process had open.

    Catches logs and results that were written or changed by anybody else.
    """
    witness = _witness(case)
    for level in _claimed(case):
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
    for level in _claimed(case):
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


def window_is_named(case: Case) -> Findings:
    """window_ids.log names the window that the witness watched, in hexadecimal or decimal.

    Catches identifiers that were made up or belong to another instance.
    """
    witness = _witness(case)
    text = case.files.text(f"{RESULTS}/window_ids.log")
    named = {int(n, 0) for n in re.findall(r"0[xX][0-9a-fA-F]{1,16}\b|\b[1-9]\d{0,18}\b", text)}
    if not named & witness.windows:
        yield "window_ids.log does not name the game's window"
    return "window_ids.log names the window " + ", ".join(map(hex, sorted(witness.windows)))


PROOFS = {
    "files_are_the_players_own": (files_are_the_players_own, ()),
    "witness_is_unbroken": (witness_is_unbroken, ()),
    "board_equals_truth": (board_equals_truth, ()),
    "solution_solves_level": (solution_solves_level, ("level_*_solution.txt",)),
    "keys_were_delivered": (keys_were_delivered, ("level_*_result.json",)),
    "initial_was_shown": (initial_was_shown, ("level_*_initial.png",)),
    "steps_were_shown": (steps_were_shown, ("level_*_step_*.png",)),
    "final_was_shown": (final_was_shown, ("level_*_final.png",)),
    "final_board_is_solved": (final_board_is_solved, ("level_*_final.png",)),
    "game_wrote_the_log": (game_wrote_the_log, ("level_*_moves.csv", "level_*_result.json")),
    "accounts_agree": (accounts_agree, ("level_*_verify.json", "level_*_moves.csv")),
    "window_is_named": (window_is_named, ("window_ids.log",)),
}
"""Each proof, and the deliverables it looks at."""


def _witness(case: Case) -> Witness:
    if case.witness is None:
        raise NotJudgedError(case.witness_fault or "there is no witness")
    return case.witness


def _claimed(case: Case) -> tuple[str, ...]:
    if not case.claimed:
        raise Unreadable("no level is claimed: there is neither a solution nor a result")
    return case.claimed


def _shown(case: Case, ending: str) -> Iterator[tuple[str, Span | None]]:
    for name in sorted(case.found(ending)):
        level = level_of(name, ending)
        yield level, case.spans.get(level)


def _within(span: Span | None, frames: tuple[int, ...]) -> bool:
    return span is not None and any(span.first <= index < span.end for index in frames)


def _off(board: Board) -> int:
    return len(board.boxes) - board.on_goal


def _content(path: Path) -> bytes | None:
    try:
        return read(path, FILE_BYTES)
    except Unreadable:
        return None


def _letters(rows: list[list[str]]) -> str:
    """The moves that stand after the keys of a log, as LURD letters."""
    letters = ""
    for row in rows[1:]:
        match row[2:3]:
            case ["undo"]:
                letters = letters[:-1]
            case ["restart"]:
                letters = ""
            case [key]:
                letters += LETTERS.get(key, "?")
    return letters


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
