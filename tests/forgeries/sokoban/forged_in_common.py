"""What every game's play can be forged by, and what it costs in GAM 5."""

from graders.sokoban.case import HOME
from tests.forgeries.any_game import (
    for_a_folder_of_results,
    for_a_summary,
    for_any_game,
    for_forbidden_imports,
)
from tests.forgeries.disturbed_games import log_of_another_process
from tests.forgeries.made_up_acts import keys_to_another_window
from tests.forgeries.sokoban.forging import LEVEL_PROOFS, forgery

for_any_game(
    forgery,
    acts="keys_were_delivered",
    no_act=forgery("keys_were_delivered", "steps_were_shown"),
    act_lost=forgery("witness_is_unbroken", "keys_were_delivered", "steps_were_shown"),
    no_picture=forgery(
        "board_equals_truth",
        "steps_were_shown",
        *LEVEL_PROOFS - {"game_wrote_the_log", "accounts_agree"},
    ),
    no_process=forgery(
        "game_is_unmodified",
        "board_equals_truth",
        "steps_were_shown",
        "window_is_named",
        *LEVEL_PROOFS - {"accounts_agree"},
    ),
    no_record=forgery("witness_is_unbroken"),
)
for_a_folder_of_results(forgery)
for_forbidden_imports(forgery, home=HOME)
for_a_summary(forgery)
forgery("keys_were_delivered", "steps_were_shown")(keys_to_another_window)
forgery("game_wrote_the_log")(log_of_another_process)
