"""Forged solutions, logs, results and comparisons."""

import random
import shutil
from pathlib import Path

from tests.forgeries.forging import change, change_json, noise
from tests.forgeries.sokoban.forging import (
    LEVEL_PROOFS,
    both,
    forgery,
    results,
    retell,
    solution_of,
)


@forgery("solution_solves_level", "final_board_is_solved", "accounts_agree")
def solution_random(item: Path) -> None:
    """LURD, but any LURD."""
    source = random.Random(5)
    for level in (1, 2):
        retell(item, level, "".join(source.choices("LURD", k=len(solution_of(item, level)))))


@forgery("solution_solves_level", "final_board_is_solved", "accounts_agree")
def solution_unfinished(item: Path) -> None:
    """The right solution, without its last pushes."""
    retell(item, 1, solution_of(item, 1)[:-20])


@forgery(
    "solution_solves_level",
    "keys_were_delivered",
    "final_board_is_solved",
    "game_wrote_the_log",
    "accounts_agree",
)
def result_by_hand(item: Path) -> None:
    """No game needed: solution, history and comparison all made up, in good agreement."""
    retell(item, 1, "LURD" * 10)
    change_json(results(item) / "level_1_verify.json", game_history="LURD" * 10)
    change_json(results(item) / "level_1_result.json", history="LURD" * 10, moves=40)


@forgery("game_wrote_the_log", "accounts_agree")
def log_padded(item: Path) -> None:
    """More rows, to be on the safe side."""
    path = results(item) / "level_1_moves.csv"
    path.write_text(path.read_text() + "999,99.000,Left,1,1,0,0\n" * 50)


@forgery("game_wrote_the_log", "accounts_agree")
def log_of_a_million_rows(item: Path) -> None:
    """Many more rows."""
    path = results(item) / "level_1_moves.csv"
    path.write_text(path.read_text() + "999,99.000,Left,1,1,0,0\n" * 1_000_000)


@forgery("accounts_agree")
def log_without_header(item: Path) -> None:
    """The game's own log was given other column names."""
    for path in both(item, "level_1_moves.csv"):
        change(path, "step,time,key", "n,time,key")


@forgery("accounts_agree")
def log_step_into_wall(item: Path) -> None:
    """The game's own log has a step that no rule allows, taken back by an undo."""
    rows = (results(item) / "level_1_moves.csv").read_text().splitlines()
    rows[1:1] = ["1,0.000,undo,1,1,0,0"]
    for path in both(item, "level_1_moves.csv"):
        path.write_text("\n".join(rows) + "\n")


@forgery("accounts_agree")
def log_of_another_walk(item: Path) -> None:
    """The game's own log has the player somewhere else."""
    rows = (results(item) / "level_1_moves.csv").read_text().splitlines()
    step, time, key, row, *rest = rows[3].split(",")
    rows[3] = ",".join([step, time, key, str(int(row) + 1), *rest])
    for path in both(item, "level_1_moves.csv"):
        path.write_text("\n".join(rows) + "\n")


@forgery("accounts_agree")
def log_back_in_time(item: Path) -> None:
    """The game's own log has a clock that runs backwards."""
    rows = (results(item) / "level_1_moves.csv").read_text().splitlines()
    step, _, *rest = rows[3].split(",")
    rows[3] = ",".join([step, "99.000", *rest])
    for path in both(item, "level_1_moves.csv"):
        path.write_text("\n".join(rows) + "\n")


@forgery("accounts_agree")
def result_miscounts(item: Path) -> None:
    """The game's own result has another number of pushes than its history."""
    for path in both(item, "level_1_result.json"):
        change_json(path, pushes=3)


@forgery("accounts_agree")
def comparison_of_other_strings(item: Path) -> None:
    """The comparison has the right verdict on the wrong strings."""
    change_json(results(item) / "level_1_verify.json", solver_solution="LL", game_history="LL")


@forgery("accounts_agree")
def comparison_says_no(item: Path) -> None:
    """The comparison of equal strings says that they differ."""
    change_json(results(item) / "level_1_verify.json", match=False)


@forgery("accounts_agree")
def comparison_miscounts(item: Path) -> None:
    """The comparison has moves to spare that nobody made."""
    change_json(results(item) / "level_1_verify.json", extra_moves=5)


@forgery("accounts_agree")
def solution_miscounted(item: Path) -> None:
    """The solution's second line is about another solution."""
    path = results(item) / "level_1_solution.txt"
    path.write_text(path.read_text().replace("# moves=", "# moves=1"))


@forgery("window_is_named")
def window_of_another_instance(item: Path) -> None:
    """Ids of windows that nobody watched."""
    (results(item) / "window_ids.log").write_text("window 0x2200001\nwindow 0x2200002\n")


@forgery("steps_were_shown", *LEVEL_PROOFS - {"accounts_agree"})
def level_invented(item: Path) -> None:
    """A ninth level, which is the first under another name."""
    for path in sorted(results(item).glob("level_1_*")):
        if not path.name.endswith(".png") or "step_1" in path.name:
            shutil.copyfile(path, path.with_name(path.name.replace("level_1_", "level_9_")))
    noise(results(item) / "level_9_step_1.png")
