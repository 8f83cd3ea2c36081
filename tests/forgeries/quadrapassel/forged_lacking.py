"""Forged evidence that lacks something the contract asks for, or says it in its own way."""

from pathlib import Path

from tests.forgeries.forging import change
from tests.forgeries.quadrapassel.evidence import COLUMNS, read_log, write_log
from tests.forgeries.quadrapassel.forging import (
    NO_FINAL,
    NO_ROWS,
    NO_TABLE,
    NO_TABLE_CAPS,
    ON_THE_TABLE,
    Cells,
    edit_log,
    end_after,
    final,
    forgery,
    frames,
    log,
    results,
    steps,
    summary,
)
from tests.forgeries.record import Event, edit_events

KEYS, LINES = COLUMNS.index("action_keys"), COLUMNS.index("lines_cleared")


@forgery(
    "columns_complete",
    "steps_pictured",
    "summary_written",
    "steps_differ",
    "pictures_diverse",
    "pieces_equal_truth",
    "boards_follow",
    "keys_were_pressed",
    "steps_were_shown",
    "numbers_agree",
    "game_was_standard",
    "summary_agrees",
    *NO_ROWS,
    *NO_FINAL,
    scores=NO_TABLE
    | {
        "step_screenshots": 0.0,
        "step_shot_quality": 0.0,
        "step_shot_md5_diversity": 0.0,
        "final_board_exists": 0.0,
        "board_nontrivial": 0.0,
        "summary_complete": 0.0,
        "step_pixel_diff_nontrivial": 0.0,
    },
    caps=NO_TABLE_CAPS
    | {
        "no_pictures",
        "no_vlm",
        "pictures_alike",
        "plain_final",
        "repeated_pictures",
        "small_pictures",
    },
)
def nothing_done(item: Path) -> None:
    """A player that does nothing: no file, no key."""
    for path in results(item).iterdir():
        path.unlink()

    def idle(events: list[Event]) -> list[Event]:
        first = frames(events)[0]
        aside = ("button", "key", "frame")
        return [*events[: first + 1], *(e for e in events[first:] if e["kind"] not in aside)]

    edit_events(item, idle)


@forgery("pieces_logged", scores={"log_row_count": 59 / 60})
def few_rows(item: Path) -> None:
    """One piece too few."""
    end_after(item, 59)


@forgery("pieces_logged", scores={"log_row_count": 29 / 60}, caps={"no_account"})
def very_few_rows(item: Path) -> None:
    """Half a play."""
    end_after(item, 29)


@forgery("columns_complete", *ON_THE_TABLE, *NO_ROWS, scores=NO_TABLE, caps=NO_TABLE_CAPS)
def no_log(item: Path) -> None:
    """Pictures, and no word on them."""
    log(item).unlink()


@forgery(*ON_THE_TABLE, *NO_ROWS, scores=NO_TABLE, caps=NO_TABLE_CAPS)
def no_rows(item: Path) -> None:
    """A table of nothing but its header."""
    edit_log(item, lambda rows: [])


@forgery("columns_complete", *ON_THE_TABLE, scores={"log_schema": 0.0})
def column_missing(item: Path) -> None:
    """Nothing is said of holes."""
    log(item).write_text(log(item).read_text().replace("holes", "gaps", 1))


@forgery(scores={"log_schema": 0.0})
def log_with_a_mark(item: Path) -> None:
    """Honest evidence from an editor that writes a byte order mark; only the arithmetic minds."""
    log(item).write_text("\ufeff" + log(item).read_text())


@forgery("pieces_named", *ON_THE_TABLE, scores={"piece_type_valid": 0.0}, caps={"odd_pieces"})
def piece_of_another_name(item: Path) -> None:
    """A small letter."""
    change(log(item), "\n7,O,", "\n7,o,")


@forgery(
    "pieces_named",
    "pieces_equal_truth",
    "boards_follow",
    "keys_were_pressed",
    "final_was_shown",
    "numbers_agree",
    "summary_agrees",
    scores={"piece_type_valid": 0.0},
    caps={"odd_pieces"},
)
def few_kinds(item: Path) -> None:
    """Only four kinds are named."""
    edit_log(item, lambda rows: [[r[0], r[1] if r[1] in "LJTS" else "L", *r[2:]] for r in rows])


def fewer_lines(item: Path, left: int) -> None:
    """Claim so many lines at most."""
    rows, told = read_log(item), 0
    for row in rows:
        row[LINES] = str(min(int(row[LINES]), left - told))
        told += int(row[LINES])
    write_log(item, rows)


@forgery("lines_cleared", "boards_follow", scores={"lines_cleared": 0.9})
def few_lines(item: Path) -> None:
    """One line too few is claimed."""
    fewer_lines(item, 9)


@forgery("lines_cleared", "boards_follow", scores={"lines_cleared": 0.4}, caps={"few_lines"})
def very_few_lines(item: Path) -> None:
    """Hardly a line is claimed."""
    fewer_lines(item, 4)


@forgery("lines_cleared", scores={"lines_cleared": 0.0}, caps={"few_lines"})
def figures_as_floats(item: Path) -> None:
    """A table that went through a spreadsheet; the contract's arithmetic takes 1.0 for no line."""
    edit_log(item, lambda rows: [[*r[:2], *(f"{v}.0" for v in r[2:7]), *r[7:]] for r in rows])


def without_keys(item: Path, count: int) -> None:
    """Leave the keys of so many rows out, in the middle."""

    def left_out(rows: Cells) -> Cells:
        for row in rows[5 : 5 + count]:
            row[KEYS] = ""
        return rows

    edit_log(item, left_out)


@forgery("keys_logged", "keys_were_pressed", scores={"action_keys_present": 0.9908})
def few_keys(item: Path) -> None:
    """A third of the rows have no keys."""
    without_keys(item, 19)


@forgery(
    "keys_logged", "keys_were_pressed", scores={"action_keys_present": 0.4608}, caps={"no_account"}
)
def very_few_keys(item: Path) -> None:
    """Two thirds of the rows have no keys."""
    without_keys(item, 42)


def fewer_pictures(item: Path, left: int) -> None:
    """Leave so many pictures, the first ones; rows still name the others."""
    for path in steps(item)[left:]:
        path.unlink()


@forgery("boards_follow", "steps_were_shown", scores={"actions_match_shots": 61 / 62})
def one_picture_missing(item: Path) -> None:
    """There are enough others."""
    steps(item)[30].unlink()


@forgery(
    "steps_pictured",
    "pictures_match_rows",
    "boards_follow",
    "steps_were_shown",
    scores={"step_screenshots": 7 / 8, "actions_match_shots": 7 / 62},
    caps={"pictures_and_rows_differ"},
)
def few_pictures(item: Path) -> None:
    """One picture too few."""
    fewer_pictures(item, 7)


@forgery(
    "steps_pictured",
    "pictures_match_rows",
    "boards_follow",
    "steps_were_shown",
    scores={"step_screenshots": 3 / 8, "actions_match_shots": 3 / 62},
    caps={"no_pictures", "pictures_and_rows_differ"},
)
def very_few_pictures(item: Path) -> None:
    """Three pictures."""
    fewer_pictures(item, 3)


@forgery(
    "steps_pictured",
    "pictures_match_rows",
    "steps_differ",
    "boards_follow",
    "steps_were_shown",
    scores={
        "step_screenshots": 1 / 8,
        "actions_match_shots": 1 / 62,
        "step_pixel_diff_nontrivial": 0.0,
    },
    caps={"no_pictures", "pictures_alike", "pictures_and_rows_differ"},
)
def one_picture(item: Path) -> None:
    """Nothing to compare it with."""
    fewer_pictures(item, 1)


@forgery(
    "boards_follow",
    "steps_were_shown",
    scores={"actions_match_shots": 31 / 62},
    caps={"pictures_and_rows_differ"},
)
def every_fifth_row_pictured(item: Path) -> None:
    """Enough for the contract's checklist, not for the proofs."""
    fewer_pictures(item, 31)


@forgery(
    *NO_FINAL,
    scores={"final_board_exists": 0.0, "board_nontrivial": 0.0},
    caps={"no_pictures", "no_vlm", "plain_final"},
)
def no_final(item: Path) -> None:
    """Nobody saw the end."""
    final(item).unlink()


@forgery("summary_written", scores={"summary_complete": 0.0})
def summary_in_other_words(item: Path) -> None:
    """The figures, and not a word on the strategy."""
    change(summary(item), "heuristic", "player")


@forgery("summary_agrees")
def summary_of_more_pieces(item: Path) -> None:
    """Boasting."""
    change(summary(item), "Pieces placed: 62", "Pieces placed: 162")


@forgery("summary_agrees")
def summary_of_more_lines(item: Path) -> None:
    """Boasting."""
    change(summary(item), "Lines cleared: 23", "Lines cleared: 32")


@forgery("summary_agrees")
def summary_of_a_longer_combo(item: Path) -> None:
    """A combo of 9 where it was 3."""
    change(summary(item), "Longest combo: 3", "Longest combo: 9")


@forgery("summary_agrees")
def summary_without_combo(item: Path) -> None:
    """The contract asks for it."""
    change(summary(item), "- Longest combo: 3\n", "")


@forgery("summary_agrees")
def summary_of_another_score(item: Path) -> None:
    """One more point."""
    change(summary(item), "score: 81860", "score: 81861")
