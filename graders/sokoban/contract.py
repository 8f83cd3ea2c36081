"""GAM 5's rubric, weights, caps and floor: what its sub-scores are worth together."""

from graders.scorecard import Group, Limit, Subscores, lacks, unrated

TASK_ID = "GAM_task_5_sokoban_solver"

RUBRIC = {
    "vlm_board_visible": "Is there a board of square cells, shut in by grey walls?",
    "vlm_boxes_present": "Are there square boxes, brown or green, on the board?",
    "vlm_solved_indicator": "Do most boxes stand on the red round goals, or does it say SOLVED?",
}
"""Asked of one final screenshot."""

GROUPS = (
    Group(
        0.6,
        (
            "solver_exists",
            "solver_parses",
            "no_solver_imports",
            "solution_files",
            "levels_attempted",
            "levels_solved",
            "levels_actually_solved",
            "moves_csv_present",
            "moves_csv_consistent",
            "verify_files",
        ),
    ),
    Group(
        0.3,
        (
            "step_screenshots",
            "initial_screenshots",
            "final_screenshots",
            "final_nontrivial",
            "initial_final_pixel_diff",
            "screenshot_diversity",
            *RUBRIC,
        ),
    ),
    Group(0.1, ("solver_lines", "window_ids_log", "summary_complete")),
)


def _nothing(subscores: Subscores) -> bool:
    keys = ("solver_exists", "solution_files", "levels_attempted")
    return not any(subscores[k] for k in (*keys, "step_screenshots", "final_screenshots"))


LIMITS = (
    Limit("nothing_delivered", 0.05, _nothing, "no solver, solution, result or screenshot at all"),
    Limit(
        "no_solver_work",
        0.35,
        lacks(1.0, "solver_exists", "solution_files", "solver_parses"),
        "the solver is missing or does not parse, or there are fewer than 2 solutions",
    ),
    Limit(
        "no_pictures",
        0.35,
        lacks(1.0, "step_screenshots", "final_screenshots", "initial_screenshots"),
        "fewer than 4 step, 2 initial or 2 final screenshots",
    ),
    Limit(
        "forbidden_import", 0.30, lacks(1.0, "no_solver_imports"), "a solver library is imported"
    ),
    Limit("none_solved", 0.35, lacks(0.5, "levels_actually_solved"), "no result says solved"),
    Limit(
        "not_all_solved", 0.55, lacks(1.0, "levels_actually_solved"), "fewer than 2 levels solved"
    ),
    Limit(
        "logs_too_short", 0.45, lacks(0.5, "moves_csv_consistent"), "logs shorter than solutions"
    ),
    Limit(
        "not_compared", 0.50, lacks(0.5, "verify_files"), "no solution compared with its history"
    ),
    Limit("few_solutions", 0.45, lacks(1.0, "solution_files"), "fewer than 2 LURD solutions"),
    Limit(
        "nothing_moved",
        0.45,
        lacks(0.5, "initial_final_pixel_diff"),
        "initial and final screenshots hardly differ",
    ),
    Limit("trivial_final", 0.50, lacks(0.5, "final_nontrivial"), "the final screenshot is empty"),
    Limit(
        "repeated_pictures", 0.55, lacks(0.6, "screenshot_diversity"), "screenshots are repeated"
    ),
    Limit("no_vlm", 0.60, unrated(RUBRIC), "no vision model looked at a final screenshot"),
)
