"""What every game's play can be forged by, and what it costs in GAM 2."""

from graders.mines.case import HOME
from tests.forgeries.any_game import for_a_summary, for_any_game, for_forbidden_imports
from tests.forgeries.mines.forging import forgery

UNSEEN = {"restarts_are_few", "board_equals_truth", "clicks_were_made", "reasons_follow"}
UNSEEN |= {"final_was_shown", "summary_agrees"}
"""The proofs that fail where the record knows of no board."""

for_any_game(
    forgery,
    acts="clicks_were_made",
    no_act=forgery(
        "clicks_were_made",
        "reasons_follow",
        "board_equals_truth",
        "summary_agrees",
        scores={"audit_total_tool_calls": 0.0},
    ),
    act_lost=forgery(
        "witness_is_unbroken", "clicks_were_made", scores={"audit_total_tool_calls": 323.0}
    ),
    no_picture=forgery(*UNSEEN),
    no_process=forgery("game_is_unmodified", *UNSEEN, scores={"audit_screenshots": 92.0}),
    no_record=forgery("witness_is_unbroken", caps={"no_audit"}),
)
for_forbidden_imports(forgery, home=HOME, long=("no_solver_called",))
for_a_summary(
    forgery,
    "summary_agrees",
    caps={"no_board_or_summary"},
    folder=("files_are_the_players_own",),
)
