"""What every game's play can be forged by, and what it costs in GAM 11."""

from tests.forgeries.anagramarama.forging import ON_THE_LOG, forgery
from tests.forgeries.any_game import for_a_folder_of_results, for_any_game
from tests.forgeries.disturbed_games import log_of_another_process
from tests.forgeries.made_up_acts import keys_to_another_window

for_any_game(
    forgery,
    acts="words_were_typed",
    no_act=forgery("words_were_typed", "screenshots_were_shown"),
    act_lost=forgery("witness_is_unbroken", "words_were_typed"),
    no_picture=forgery("words_were_typed", "screenshots_were_shown"),
    no_process=forgery("game_is_unmodified", *ON_THE_LOG),
    no_record=forgery("witness_is_unbroken"),
)
for_a_folder_of_results(forgery)
forgery("words_were_typed")(keys_to_another_window)
forgery("game_wrote_the_log")(log_of_another_process)
