"""Forged evidence that lacks something the contract asks for."""

from pathlib import Path

from tests.forgeries.forging import change_json
from tests.forgeries.record import read_events, write_events
from tests.forgeries.sokoban.evidence import WINDOW
from tests.forgeries.sokoban.forging import (
    LEVEL_PROOFS,
    NO_SOLVER,
    UNSOLVED,
    forgery,
    remove,
    results,
)


@forgery(
    "solver_written",
    "solutions_written",
    "levels_solved",
    "moves_logged",
    "steps_pictured",
    "ends_pictured",
    "window_ids_logged",
    "summary_written",
    "histories_compared",
    "ends_differ",
    "pictures_differ",
    "solution_solves_level",
    "keys_were_delivered",
    "initial_was_shown",
    "steps_were_shown",
    "final_was_shown",
    "final_board_is_solved",
    "game_wrote_the_log",
    "accounts_agree",
    "window_is_named",
    scores=NO_SOLVER
    | dict.fromkeys(("solution_files", "levels_attempted", "levels_solved"), 0.0)
    | dict.fromkeys(("levels_actually_solved", "moves_csv_present", "moves_csv_consistent"), 0.0)
    | dict.fromkeys(("window_ids_log", "step_screenshots", "initial_screenshots"), 0.0)
    | dict.fromkeys(("final_screenshots", "final_nontrivial", "screenshot_diversity"), 0.0)
    | dict.fromkeys(("summary_complete", "verify_files", "initial_final_pixel_diff"), 0.0),
    caps={"nothing_delivered", "no_solver_work", "no_pictures", "none_solved", "not_all_solved"}
    | {"logs_too_short", "not_compared", "few_solutions", "nothing_moved", "trivial_final"}
    | {"repeated_pictures", "no_vlm"},
)
def empty_workspace(item: Path) -> None:
    """A player that does nothing: no file, no key."""
    remove(item, "*")
    events = [e for e in read_events(item) if e["kind"] not in ("key", "delivered", "frame")]
    first = next(e for e in read_events(item) if e["kind"] == "frame")
    write_events(item, [*events[:-1], first, events[-1]])


@forgery("solver_written", scores=NO_SOLVER, caps={"no_solver_work"})
def no_solver(item: Path) -> None:
    """Where did the solution come from?"""
    remove(item, "solver.py")


@forgery("solver_written", scores={"solver_lines": 10 / 30})
def solver_too_short(item: Path) -> None:
    """Ten lines and many comments."""
    (results(item) / "solver.py").write_text("x = 1\n" * 10 + "# long\n" * 100)


@forgery("solver_written", scores={"solver_parses": 0.0}, caps={"no_solver_work"})
def solver_is_prose(item: Path) -> None:
    """Forty lines that are no program."""
    (results(item) / "solver.py").write_text("I searched it by hand.\n" * 40)


@forgery("no_forbidden_imports")
def forbidden_import_named_as_the_game(item: Path) -> None:
    """The contract's arithmetic passes over any path with exec/sokoban_game.py in it."""
    helper = results(item) / "exec" / "sokoban_game.py"
    helper.parent.mkdir()
    helper.write_text("from sokenizer import solve\n")


@forgery(
    "solutions_written",
    "moves_logged",
    "solution_solves_level",
    "final_board_is_solved",
    "accounts_agree",
    scores={"solution_files": 0.5, "moves_csv_present": 0.5},
    caps={"no_solver_work", "few_solutions"},
)
def one_solution(item: Path) -> None:
    """Two levels solved, one solution handed in."""
    remove(item, "level_2_solution.txt")


@forgery(
    "solutions_written",
    *LEVEL_PROOFS,
)
def third_solution_is_prose(item: Path) -> None:
    """A claim without substance beside two good ones."""
    (results(item) / "level_3_solution.txt").write_text("up, up and away\n")


@forgery(
    scores={"solution_files": 0.5, "moves_csv_consistent": 0.5, "solver_parses": 0.0},
    caps={"no_solver_work", "few_solutions"},
)
def texts_with_a_mark(item: Path) -> None:
    """Honest evidence from an editor that writes byte order marks; only the arithmetic minds."""
    for name in ("level_1_solution.txt", "solver.py", "window_ids.log", "summary.md"):
        path = results(item) / name
        path.write_text("\ufeff" + path.read_text())


@forgery(
    "levels_solved",
    "keys_were_delivered",
    "game_wrote_the_log",
    "accounts_agree",
    scores={"levels_attempted": 0.0, "levels_solved": 0.0, "levels_actually_solved": 0.0},
    caps={"none_solved", "not_all_solved"},
)
def no_results(item: Path) -> None:
    """Solutions that no game ever confirmed."""
    remove(item, "*_result.json")


@forgery("levels_solved", "game_wrote_the_log", scores=UNSOLVED, caps={"not_all_solved"})
def result_not_solved(item: Path) -> None:
    """One result says that its level is not solved."""
    change_json(results(item) / "level_2_result.json", solved=False)


@forgery(
    "levels_solved",
    "game_wrote_the_log",
    "accounts_agree",
    scores=UNSOLVED,
    caps={"not_all_solved"},
)
def result_one_box_short(item: Path) -> None:
    """One result says solved with a box off its goal."""
    change_json(results(item) / "level_2_result.json", boxes_on_goal=1)


@forgery(
    "levels_solved",
    "keys_were_delivered",
    "game_wrote_the_log",
    "accounts_agree",
    scores=UNSOLVED,
    caps={"not_all_solved"},
)
def result_truncated(item: Path) -> None:
    """Half a JSON file."""
    path = results(item) / "level_2_result.json"
    path.write_text(path.read_text()[:40])


@forgery(
    "levels_solved",
    "keys_were_delivered",
    "game_wrote_the_log",
    "accounts_agree",
    scores=UNSOLVED,
    caps={"not_all_solved"},
)
def result_deep(item: Path) -> None:
    """JSON so deep that a parser falls in."""
    (results(item) / "level_2_result.json").write_text('{"solved": ' + "[" * 200_000)


@forgery(
    "moves_logged",
    "game_wrote_the_log",
    "accounts_agree",
    scores={"moves_csv_present": 0.0, "moves_csv_consistent": 0.0},
    caps={"logs_too_short"},
)
def no_logs(item: Path) -> None:
    """Results without the steps that led to them."""
    remove(item, "*_moves.csv")


@forgery(
    "moves_logged",
    "game_wrote_the_log",
    "accounts_agree",
    scores={"moves_csv_consistent": 0.0},
    caps={"logs_too_short"},
)
def logs_cut_short(item: Path) -> None:
    """Fewer steps than the solutions have."""
    for path in results(item).glob("*_moves.csv"):
        path.write_text("".join(path.read_text().splitlines(keepends=True)[:5]))


@forgery(
    "moves_logged", "game_wrote_the_log", "accounts_agree", scores={"moves_csv_consistent": 0.5}
)
def log_not_text(item: Path) -> None:
    """Bytes that are no text."""
    path = results(item) / "level_1_moves.csv"
    path.write_bytes(path.read_bytes() + b"\xff\xfe\xff")


@forgery(
    "moves_logged", "game_wrote_the_log", "accounts_agree", scores={"moves_csv_consistent": 0.5}
)
def log_with_endless_field(item: Path) -> None:
    """A field longer than a CSV reader takes."""
    path = results(item) / "level_1_moves.csv"
    path.write_text(path.read_text() + "x" * 200_000 + "\n")


@forgery("window_ids_logged", "window_is_named", scores={"window_ids_log": 0.0})
def no_window_ids(item: Path) -> None:
    """No record of any instance."""
    remove(item, "window_ids.log")


@forgery("window_ids_logged", scores={"window_ids_log": 0.5})
def one_window_id(item: Path) -> None:
    """Half a record."""
    (results(item) / "window_ids.log").write_text(f"window {WINDOW}\n")


@forgery("steps_pictured", scores={"step_screenshots": 0.75}, caps={"no_pictures"})
def three_steps(item: Path) -> None:
    """One picture too few."""
    remove(item, "level_1_step_3.png", "level_2_step_2.png")


@forgery(
    "steps_pictured", "steps_were_shown", scores={"step_screenshots": 0.0}, caps={"no_pictures"}
)
def no_steps(item: Path) -> None:
    """Nobody saw it move."""
    remove(item, "*_step_*.png")


@forgery(
    "ends_pictured", "initial_was_shown", scores={"initial_screenshots": 0.5}, caps={"no_pictures"}
)
def one_initial(item: Path) -> None:
    """One level starts in the dark."""
    remove(item, "level_2_initial.png")


@forgery(
    "ends_pictured",
    "final_was_shown",
    "final_board_is_solved",
    scores={"final_screenshots": 0.5},
    caps={"no_pictures"},
)
def one_final(item: Path) -> None:
    """One level ends in the dark."""
    remove(item, "level_2_final.png")


@forgery("summary_written", scores={"summary_complete": 0.0})
def summary_of_something_else(item: Path) -> None:
    """Everything said, on another subject; control sequences and markup on top."""
    (results(item) / "summary.md").write_text("\x1b[2J<script>alert(1)</script> Tea & cake\n")


@forgery(
    "histories_compared", "accounts_agree", scores={"verify_files": 0.0}, caps={"not_compared"}
)
def no_comparisons(item: Path) -> None:
    """Nobody compared solution and history."""
    remove(item, "*_verify.json")


@forgery("histories_compared", "accounts_agree")
def comparison_empty(item: Path) -> None:
    """A file by the right name with nothing in it; the arithmetic counts names."""
    (results(item) / "level_2_verify.json").write_text("{}")


@forgery("histories_compared", "accounts_agree")
def comparison_broken(item: Path) -> None:
    """A comparison that is no JSON; the arithmetic counts names."""
    (results(item) / "level_2_verify.json").write_text("match: yes")


@forgery("histories_compared")
def third_comparison_empty(item: Path) -> None:
    """Two good comparisons and one that compares nothing."""
    (results(item) / "level_3_verify.json").write_text('{"match": "yes"}')


@forgery("histories_compared", *LEVEL_PROOFS)
def third_comparison_broken(item: Path) -> None:
    """Two good comparisons and a third level that is only claimed."""
    (results(item) / "level_3_solution.txt").write_text("L\n# moves=1\n")
    (results(item) / "level_3_verify.json").write_text("[]")


@forgery(
    "board_recognised",
    scores=dict.fromkeys(("vlm_board_visible", "vlm_boxes_present", "vlm_solved_indicator"), 0.0),
    judge=0.0,
)
def judge_sees_nothing(item: Path) -> None:
    """Honest evidence, and a judge that says no to everything."""


@forgery(caps={"no_vlm"}, judge=None)
def no_judge(item: Path) -> None:
    """Honest evidence, and nobody to look at it: at most 0.60."""
