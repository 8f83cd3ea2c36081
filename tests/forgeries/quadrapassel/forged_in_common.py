"""What every game's play can be forged by, and what it costs in GAM 3."""

from graders.quadrapassel.case import HOME
from tests.forgeries.any_game import (
    for_a_folder_of_results,
    for_a_summary,
    for_any_game,
    for_forbidden_imports,
)
from tests.forgeries.made_up_acts import keys_to_another_window
from tests.forgeries.quadrapassel.forging import forgery

UNSEEN = {"keys_were_pressed", "steps_were_shown", "final_was_shown", "numbers_agree"}
UNSEEN |= {"game_was_standard"}
"""The proofs that fail where there was no play that the record knows of."""

for_any_game(
    forgery,
    acts="keys_were_pressed",
    no_act=forgery(*UNSEEN),
    act_lost=forgery("witness_is_unbroken", "keys_were_pressed"),
    no_picture=forgery(*UNSEEN),
    no_process=forgery("game_is_unmodified", *UNSEEN),
    no_record=forgery("witness_is_unbroken"),
)
for_a_folder_of_results(forgery)
for_forbidden_imports(forgery, home=HOME)
for_a_summary(forgery, "summary_agrees")
forgery(*UNSEEN)(keys_to_another_window)
