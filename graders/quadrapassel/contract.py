"""GAM 3's rubric, weights and caps: what its sub-scores are worth together."""

from graders.scorecard import Condition, Group, Limit, Subscores, lacks, mean, unrated

TASK_ID = "GAM_task_3_quadrapassel_autoplay"

RUBRIC = {
    "vlm_board_visible": "Is there a tall black field of a falling-blocks game with coloured ones?",
    "vlm_pieces_placed": "Do several pieces lie in that field, so that it is not empty?",
    "vlm_no_trivial": "Is a game going on there: neither an empty field nor a full one?",
}
"""Asked of the final picture."""

GROUPS = (
    Group(
        0.6,
        (
            "log_row_count",
            "log_schema",
            "piece_type_valid",
            "lines_cleared",
            "summary_complete",
            "action_keys_present",
        ),
    ),
    Group(
        0.3,
        (
            "step_screenshots",
            "step_shot_quality",
            "step_shot_md5_diversity",
            "final_board_exists",
            "board_nontrivial",
            "actions_match_shots",
            "step_pixel_diff_nontrivial",
        ),
    ),
    Group(0.1, ("no_solver_imports",)),
)
JUDGED = Group(0.15, tuple(RUBRIC))
"""A judge's share of the whole; without one the groups above are the whole."""


_unjudged = unrated(RUBRIC)


def _doubted(bar: float) -> Condition:
    return lambda subscores: not _unjudged(subscores) and mean(subscores, tuple(RUBRIC)) < bar


def _no_log(subscores: Subscores) -> bool:
    return not (subscores["log_row_count"] or subscores["log_schema"])


def _unpictured(subscores: Subscores) -> bool:
    return subscores["final_board_exists"] <= 0 or subscores["step_screenshots"] < 0.5


LIMITS = (
    Limit("doubted", 0.55, _doubted(0.6), "a vision model rated the final picture below 0.6"),
    Limit("disbelieved", 0.35, _doubted(0.4), "a vision model rated the final picture below 0.4"),
    Limit("no_vlm", 0.60, _unjudged, "no vision model looked at the final picture"),
    Limit(
        "no_account",
        0.40,
        lacks(0.5, "log_row_count", "action_keys_present"),
        "less than half of the rows wanted, or of the keys in them",
    ),
    Limit(
        "no_pictures",
        0.40,
        _unpictured,
        "no final picture, or less than half of the step pictures wanted",
    ),
    Limit("no_log", 0.05, _no_log, "no game_log.csv at all"),
    Limit(
        "pictures_and_rows_differ",
        0.50,
        lacks(0.7, "actions_match_shots"),
        "pictures and rows are not about as many",
    ),
    Limit(
        "pictures_alike",
        0.40,
        lacks(0.5, "step_pixel_diff_nontrivial"),
        "pictures of neighbouring steps hardly differ",
    ),
    Limit("plain_final", 0.50, lacks(0.6, "board_nontrivial"), "the final picture is plain"),
    Limit(
        "repeated_pictures",
        0.45,
        lacks(0.8, "step_shot_md5_diversity"),
        "step pictures are repeated",
    ),
    Limit(
        "small_pictures",
        0.50,
        lacks(0.6, "step_shot_quality"),
        "too many step pictures have less than 5 KiB or 200 pixels",
    ),
    Limit(
        "odd_pieces",
        0.55,
        lacks(1.0, "piece_type_valid"),
        "pieces have other names, or there are fewer than 5 kinds",
    ),
    Limit("few_lines", 0.50, lacks(0.5, "lines_cleared"), "less than half of the lines wanted"),
    Limit(
        "forbidden_import", 0.30, lacks(1.0, "no_solver_imports"), "a solver library is imported"
    ),
)
