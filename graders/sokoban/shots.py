"""GAM 5's proofs about screenshots: each is a picture that the witness saw, of the right moment."""

import re
from collections.abc import Iterator

from graders.checks import Findings
from graders.files import quoted
from graders.sokoban.case import Case, Span, deliverable, level_of, named
from graders.sokoban.rules import replay


def initial_was_shown(case: Case) -> Findings:
    """Each claimed initial screenshot equals a witness frame of that level before the first move.

    Catches drawn pictures, and pictures of other levels or later states.
    """
    case.record()
    for level, span in _shown(case, "initial.png"):
        name = deliverable(level, "initial.png")
        if span is None or not _within(span, case.shot(name).frames):
            yield f"{named(level)}: the initial screenshot was not on screen in that level"
        elif case.board_on(name) != case.starts[level]:
            yield f"{named(level)}: the initial screenshot shows a later state"
    for level in case.claims():
        if not case.files.exists(deliverable(level, "initial.png")):
            yield f"{named(level)} has no initial screenshot"
    return "every initial screenshot is a recorded picture of its level before the first move"


def steps_were_shown(case: Case) -> Findings:
    """Each claimed step screenshot equals a frame of its level and shows a board of its play.

    Catches repeated pictures, noise (also noise that was put on the screen), other levels.
    """
    case.record()
    names = sorted(case.found("step_*.png"))
    seen: dict[str, str] = {}
    for name in names:
        level = re.sub(r"_step_.*", "", level_of(name, ""), flags=re.DOTALL)
        shot = case.shot(name)
        if not _within(case.spans.get(level), shot.frames):
            yield f"{quoted(name, 80)} was not on screen in that level"
        elif level not in case.played or case.board_on(name) not in case.played[level].seen:
            yield f"{quoted(name, 80)} shows no board of that level's play"
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
    case.record()
    for level, span in _shown(case, "final.png"):
        if not _within(span, case.shot(deliverable(level, "final.png")).frames):
            yield f"{named(level)}: the final screenshot was not on screen in that level"
    for level in case.claims():
        if not case.files.exists(deliverable(level, "final.png")):
            yield f"{named(level)} has no final screenshot"
    return "every final screenshot is a recorded picture of its level"


def final_board_is_solved(case: Case) -> Findings:
    """The board read from each claimed final screenshot is where the solution ends, solved.

    Catches pictures taken too early.
    """
    case.record()
    for level in case.claims():
        board = case.board_on(deliverable(level, "final.png"))
        start = case.starts.get(level)
        end = replay(start, case.solution(level)) if start else None
        if board is None:
            yield f"{named(level)}: there is no board on the final screenshot"
        elif not board.solved:
            yield f"{named(level)}: {board.off_goal} boxes are off the goals at the end"
        elif end is None or board != end.board:
            yield f"{named(level)}: the final screenshot is not where the solution ends"
    return f"the final screenshots show {len(case.claimed)} solved boards, where the solutions end"


def _shown(case: Case, ending: str) -> Iterator[tuple[str, Span | None]]:
    for name in sorted(case.found(ending)):
        level = level_of(name, ending)
        yield level, case.spans.get(level)


def _within(span: Span | None, frames: tuple[int, ...]) -> bool:
    return span is not None and any(span.first <= index < span.end for index in frames)
