"""GAM 5's proofs: the player's claim held against the witness and the truth."""

import re

from graders.case import RESULTS
from graders.checks import Findings
from graders.errors import NotJudged
from graders.files import quoted
from graders.proofs import files_are_the_players_own, made_up, witness_is_unbroken
from graders.sokoban.accounts import accounts_agree, game_wrote_the_log
from graders.sokoban.case import Case, deliverable, named
from graders.sokoban.program import other_game
from graders.sokoban.rules import replay
from graders.sokoban.shots import (
    final_board_is_solved,
    final_was_shown,
    initial_was_shown,
    steps_were_shown,
)


def game_is_unmodified(case: Case) -> Findings:
    """The process is this repository's game with the run's three levels, and nothing else is in it.

    Catches preloaded and injected libraries, other programs, other levels, debuggers.
    """
    yield from other_game(case.record())
    return "the game ran as the harness starts it"


def board_equals_truth(case: Case) -> Findings:
    """Each level that was on screen is the repository's level as the seed lays it out.

    Catches another seed's play, and a game that was given easier levels.
    """
    case.record()
    seed = case.known_seed()
    for level, span in case.spans.items():
        start, played = case.truth.get(level), case.played.get(level)
        reached = played is not None and span.board in played.seen  # if the player was faster
        if case.starts[level] != start or not (span.board == start or reached):
            yield f"{named(level)} on screen is not what seed {seed} makes of it"
    if not case.spans:
        yield "no board was on screen"
    return f"the {len(case.spans)} boards on screen are those of seed {seed}"


def solution_solves_level(case: Case) -> Findings:
    """Each claimed solution, replayed by these graders' own rules, solves the level on screen.

    Catches made-up solutions, and solutions of other levels.
    """
    if case.witness is None and case.seed is None:
        raise NotJudged(f"{case.witness_fault or 'there is no witness'}, nor a seed")
    moves = 0
    for level in case.claims():
        start, solution = case.starts.get(level), case.solution(level)
        end = replay(start, solution) if start else None
        if start is None:
            yield f"{named(level)} was never on screen"
        elif end is None:
            yield f"{named(level)}: the solution walks into something"
        elif not end.board.solved:
            yield f"{named(level)}: the solution leaves {end.board.off_goal} boxes off the goals"
        moves += len(solution)
    return f"the solutions solve {len(case.claimed)} levels in {moves} moves"


def keys_were_delivered(case: Case) -> Findings:
    """What the game's rules make of the keys that it got from a keyboard is the history.

    Catches histories written by hand, events made up by a program, whatever window they name, keys
    in another order, keys that nobody pressed.
    """
    witness = case.record()
    yield from made_up(witness)
    for level in case.claims():
        made = case.played[level].history if level in case.played else ""
        history = case.files.json(deliverable(level, "result.json")).get("history")
        if made != history or not made:
            told = f"the keys make {len(made)} moves, {quoted(made)}, not {quoted(history)}"
            yield f"{named(level)}: {told}"
    keys = sum(map(witness.reached_the_game, witness.acts))
    return f"{keys} keys, all from a keyboard, make the claimed histories"


def window_is_named(case: Case) -> Findings:
    """window_ids.log names the window that the witness watched, in hexadecimal or decimal.

    Catches identifiers that were made up or belong to another instance.
    """
    witness = case.record()
    text = case.files.text(f"{RESULTS}/window_ids.log")
    ids = {int(n, 0) for n in re.findall(r"0[xX][0-9a-fA-F]{1,16}\b|\b[1-9]\d{0,18}\b", text)}
    if not ids & witness.windows:
        yield "window_ids.log does not name the game's window"
    return "window_ids.log names the window " + ", ".join(map(hex, sorted(witness.windows)))


PROOFS = {
    "files_are_the_players_own": (files_are_the_players_own, ()),
    "witness_is_unbroken": (witness_is_unbroken, ()),
    "game_is_unmodified": (game_is_unmodified, ()),
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
