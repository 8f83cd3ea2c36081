"""GAM 11's rubric and caps: what its sub-scores are worth together."""

from graders.scorecard import Group, Limit, Subscores, lacks, mean

TASK_ID = "GAM_task_11_anagramarama_word_grid"

RUBRIC = {
    "vlm_anagram_real": "Is it the window of a word game, with letters, a clock and a score?",
    "vlm_letters_match": "Are there nine slots for letters, and does each hold a letter?",
    "vlm_score_visible": "Can the score on the last picture be read, and is it not 0?",
    "vlm_no_cheat": "Are these pictures of a game that was played, and not drawn by hand?",
}
"""Asked of the three pictures together."""

LETTERS_MATCH = "Do the nine slots hold just these letters, in whatever order: {letters}?"
"""Asked instead of the item about the letters where the seed tells them."""

UNRATED = 0.5
"""What the contract gives for each item of the rubric that nobody judged."""

GROUPS = (
    Group(
        1.0,
        (
            "seed_ok",
            "candidates_csv_ok",
            "initial_shot_ocr",
            "entered_csv_count",
            "entered_long_words_ge5",
            "entered_long_words_ge7",
            "midgame_shot_real",
            "final_shot_score_ocr",
            "report_keys_ok",
            "score_match_correct",
            "diff_present",
            *RUBRIC,
        ),
    ),
)
"""Everything counts alike."""

DIGITS = 3  # of the overall score
CEILING_UNRATED = 0.867
"""Of fifteen keys eleven whole and four half ones."""

TABLES_THERE, JUDGED = "tables_there", "judged"
"""Facts that caps ask for besides the sub-scores: 1 if so, 0 if not."""


def _doubted(subscores: Subscores) -> bool:
    return subscores[JUDGED] > 0 and mean(subscores, tuple(RUBRIC)) < 0.6


def _nothing_read(subscores: Subscores) -> bool:
    return max(subscores["initial_shot_ocr"], subscores["final_shot_score_ocr"]) < 1


LIMITS = (
    Limit(
        "no_tables",
        0.30,
        lacks(1.0, TABLES_THERE),
        "candidates.csv, entered.csv or diff.txt is missing",
    ),
    Limit("doubted", 0.40, _doubted, "a vision model rated the pictures below 0.6"),
    Limit("no_root", 0.30, lacks(1.0, "seed_ok"), "seed_normalized.txt is not one word of nine"),
    Limit(
        "nothing_read",
        0.45,
        _nothing_read,
        "neither a key word on the initial picture nor a score on the final one can be read",
    ),
)
