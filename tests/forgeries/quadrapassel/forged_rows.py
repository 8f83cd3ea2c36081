"""Forged accounts: rows that say otherwise than the play was."""

import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path

from graders.quadrapassel.field import arrival
from graders.quadrapassel.rules import piece_sequence
from tests.forgeries.quadrapassel.evidence import (
    COLUMNS,
    SEED,
    build,
    copy,
    play,
    read_log,
    save,
    summarise,
    write_log,
)
from tests.forgeries.quadrapassel.forging import (
    NO_ROWS,
    NO_TABLE,
    NO_TABLE_CAPS,
    ON_THE_TABLE,
    OTHER_SEED,
    Cells,
    cell,
    edit_cell,
    edit_log,
    forgery,
    log,
    results,
    step,
)
from tests.forgeries.quadrapassel.painter import field_of, window


def numbered(rows: Cells) -> Cells:
    """The rows with steps in order."""
    return [[str(number), *row[1:]] for number, row in enumerate(rows, 1)]


@forgery("pieces_equal_truth", "keys_were_pressed")
def play_of_another_seed(item: Path) -> None:
    """A good play of other pieces, told as it was."""
    shutil.rmtree(item)
    copy(another_play(item), item)


def another_play(item: Path) -> Path:
    """The item folder of a play of another seed, built once beside the forged ones."""
    other = item.with_name("another-play")
    if not other.exists():
        build(other, seed=OTHER_SEED)
    return other


def from_another_play(item: Path, take: Callable[[Path], list[Path]]) -> None:
    """Take some deliverables from a play of another seed."""
    for path in take(item):
        path.unlink()
    for path in take(another_play(item)):
        shutil.copyfile(path, results(item) / path.name)


@forgery(
    "pieces_equal_truth",
    "boards_follow",
    "keys_were_pressed",
    "final_was_shown",
    "numbers_agree",
    "game_was_standard",
    "summary_agrees",
)
def rows_of_another_seed(item: Path) -> None:
    """A table that belongs to other pictures."""
    from_another_play(item, lambda where: [log(where)])


@forgery(
    "pieces_equal_truth",
    "keys_were_pressed",
    "steps_were_shown",
    "final_was_shown",
    "numbers_agree",
    "game_was_standard",
)
def everything_of_another_seed(item: Path) -> None:
    """What somebody else delivered; the game here was played otherwise."""
    from_another_play(item, lambda where: [p for p in results(where).iterdir() if p.is_file()])


@forgery("boards_follow")
def lines_inflated(item: Path) -> None:
    """A line more."""
    edit_cell(item, 30, "lines_cleared", int(cell(item, 30, "lines_cleared")) + 1)


@forgery("boards_follow", "numbers_agree", "summary_agrees")
def lines_inflated_everywhere(item: Path) -> None:
    """Twice the lines where that is possible, told alike in all places."""
    rows, told = read_log(item), 0
    cleared, lines, level = (COLUMNS.index(name) for name in ("lines_cleared", "lines", "level"))
    for row in rows:
        more = min(4, 2 * int(row[cleared]))
        told += more
        row[cleared], row[lines], row[level] = str(more), str(told), str(1 + told // 10)
    write_log(item, rows)
    summarise(item, pieces=len(rows), lines=told, score=int(rows[-1][COLUMNS.index("score")]))


@forgery("boards_follow")
def height_told_lower(item: Path) -> None:
    """A tidier field than it was."""
    edit_cell(item, 21, "board_height", int(cell(item, 21, "board_height")) - 1)


@forgery("boards_follow")
def holes_left_out(item: Path) -> None:
    """No holes, where there are some."""
    edit_cell(item, 30, "holes", int(cell(item, 30, "holes")) + 1)


@forgery("boards_follow", "keys_were_pressed", "final_was_shown", "numbers_agree", "summary_agrees")
def another_column(item: Path) -> None:
    """The piece is said to have landed elsewhere."""
    edit_cell(item, 14, "target_col", int(cell(item, 14, "target_col")) - 1)


@forgery("boards_follow", "keys_were_pressed", "final_was_shown", "numbers_agree", "summary_agrees")
def column_outside(item: Path) -> None:
    """Where no piece has a place."""
    edit_cell(item, 13, "target_col", 9)


@forgery("boards_follow", "keys_were_pressed", "final_was_shown", "numbers_agree", "summary_agrees")
def another_rotation(item: Path) -> None:
    """The piece is said to have landed otherwise."""
    edit_cell(item, 6, "rotation", (int(cell(item, 6, "rotation")) + 1) % 4)


@forgery(
    "pieces_equal_truth", "boards_follow", "final_was_shown", "numbers_agree", "summary_agrees"
)
def another_piece(item: Path) -> None:
    """An L for a J, in one row."""
    edit_cell(item, 8, "piece_type", "L" if cell(item, 8, "piece_type") == "J" else "J")


@forgery("boards_follow")
def steps_numbered_otherwise(item: Path) -> None:
    """A number is left out, in the hope of more rows than there were."""
    edit_log(item, lambda rows: [[str(int(r[0]) + (int(r[0]) > 40)), *r[1:]] for r in rows])


@forgery("numbers_agree")
def score_told_higher(item: Path) -> None:
    """A column that the contract does not ask for says what was never on screen."""
    edit_cell(item, 40, "score", int(cell(item, 40, "score")) + 1)


@forgery("numbers_agree")
def level_told_higher(item: Path) -> None:
    """The same for the level."""
    edit_cell(item, 40, "level", int(cell(item, 40, "level")) + 1)


@forgery("numbers_agree")
def lines_told_higher(item: Path) -> None:
    """The same for the lines so far."""
    edit_cell(item, 40, "lines", int(cell(item, 40, "lines")) + 1)


@forgery(
    "pieces_equal_truth",
    "boards_follow",
    "keys_were_pressed",
    "steps_were_shown",
    "final_was_shown",
    "numbers_agree",
    "game_was_standard",
    "summary_agrees",
    scores={"actions_match_shots": 61 / 62},
)
def first_row_left_out(item: Path) -> None:
    """The play is told from its second piece on."""
    edit_log(item, lambda rows: numbered(rows[1:]))


@forgery(
    "pieces_equal_truth",
    "boards_follow",
    "keys_were_pressed",
    "steps_were_shown",
    "final_was_shown",
    "numbers_agree",
    "summary_agrees",
    scores={"actions_match_shots": 61 / 62},
)
def middle_row_left_out(item: Path) -> None:
    """One piece is not mentioned."""
    edit_log(item, lambda rows: numbered([*rows[:30], *rows[31:]]))


@forgery(
    "steps_were_shown", "final_was_shown", "summary_agrees", scores={"actions_match_shots": 61 / 62}
)
def last_row_left_out(item: Path) -> None:
    """The last piece is not mentioned."""
    edit_log(item, lambda rows: rows[:-1])


@forgery(
    "pieces_equal_truth",
    "boards_follow",
    "keys_were_pressed",
    "steps_were_shown",
    "final_was_shown",
    "numbers_agree",
    "summary_agrees",
    scores={"actions_match_shots": 62 / 63},
)
def row_told_twice(item: Path) -> None:
    """One piece counts for two."""
    edit_log(item, lambda rows: numbered([*rows[:31], *rows[30:]]))


@forgery(
    "pieces_equal_truth",
    "boards_follow",
    "steps_were_shown",
    "final_was_shown",
    "numbers_agree",
    "summary_agrees",
)
def rows_exchanged(item: Path) -> None:
    """Two pieces in another order."""
    edit_log(item, lambda rows: numbered([*rows[:30], rows[31], rows[30], *rows[32:]]))


@forgery(
    "pieces_equal_truth",
    "boards_follow",
    "keys_were_pressed",
    "steps_were_shown",
    "final_was_shown",
    "summary_agrees",
    scores={"actions_match_shots": 62 / 72},
)
def rows_made_up_afterwards(item: Path) -> None:
    """The last row again and again, to have more of them."""
    edit_log(item, lambda rows: numbered([*rows, *[rows[-1]] * 10]))


@forgery("boards_follow", "keys_were_pressed", "steps_were_shown", "final_was_shown")
def row_without_a_place(item: Path) -> None:
    """One more row, of a piece that is said to be where none can be; the field stays as it was."""
    rows = read_log(item)
    last, number = rows[-1], len(rows) + 1
    following, field = piece_sequence(SEED, number + 2), [*play(SEED)][number - 2].landing.field
    claimed = [str(number), following[number - 1][0], "0", "9", "0", *last[5:7], "space"]
    name = f"board_step_{number:04d}.png"
    write_log(item, [*rows, [*claimed, name, *last[9:]]])
    falling = arrival(*following[number])
    shown = window(field, falling.cells, falling.piece, following[number + 1])
    save(step(item, number), field_of(shown))
    summarise(item, pieces=number, lines=int(last[11]), score=int(last[9]))


def odd_cell(column: str, value: str) -> None:
    """Register a forgery with something in a cell that no player would write."""

    def odd(item: Path, *, column: str, value: str) -> None:
        edit_cell(item, 3, column, value)

    forge = partial(odd, column=column, value=value)
    forge.__name__ = f"odd_{column}"  # type: ignore[attr-defined]  # a partial may have one
    refused = ON_THE_TABLE | ({"pieces_named"} if column == "piece_type" else set())
    names = {"scores": {"piece_type_valid": 0.0}, "caps": {"odd_pieces"}}
    forgery(*refused, **names if column == "piece_type" else {})(forge)  # type: ignore[arg-type]


for odd in (
    ("step", "-1"),
    ("piece_type", "\x1b[2J\u202e"),
    ("rotation", "4"),
    ("target_col", "٣"),
    ("board_height", "9" * 5000),
    ("holes", "nan"),
    ("action_keys", "Left $(reboot) space"),
    ("screenshot_file", "../../witness/frames/000009.png"),
    ("score", "1e6"),
):
    odd_cell(*odd)


@forgery(*ON_THE_TABLE, reference=False)
def log_with_nul(item: Path) -> None:
    """A character that no table has."""
    text = log(item).read_text().replace("\n9,", "\n\0,")
    log(item).write_text(text)


@forgery(*ON_THE_TABLE)
def log_not_utf8(item: Path) -> None:
    """Bytes that are no text."""
    content = log(item).read_bytes().replace(b"\n9,", b"\n\xff\xfe\x80,")
    log(item).write_bytes(content)


@forgery(
    "columns_complete",
    *ON_THE_TABLE,
    *NO_ROWS,
    scores=NO_TABLE,
    caps=NO_TABLE_CAPS,
    reference=False,
)
def log_of_gigabytes(item: Path) -> None:
    """A table that goes on and on; nothing of it is on the disk."""
    with log(item).open("r+b") as file:
        file.truncate(3 << 30)


@forgery(
    "pieces_logged",
    "pictures_match_rows",
    *ON_THE_TABLE,
    scores={"actions_match_shots": 62 / 3000},
    caps={"pictures_and_rows_differ"},
    reference=False,
)
def log_too_long(item: Path) -> None:
    """More rows than anyone plays."""
    edit_log(item, lambda rows: numbered(rows * 60))


@forgery(*ON_THE_TABLE)
def keys_too_many(item: Path) -> None:
    """More keys than anyone presses."""
    edit_cell(item, 9, "action_keys", "Left Right " * 10_001 + "space")
