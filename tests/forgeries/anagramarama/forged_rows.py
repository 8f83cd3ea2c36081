"""Rows of entered.csv that tell other words than were submitted, or something else of them."""

from collections.abc import Callable, Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path

from tests.forgeries.anagramarama.evidence import Play, compare
from tests.forgeries.anagramarama.forging import (
    NO_ENTRIES,
    NO_ENTRIES_SCORES,
    Rows,
    edit_entered,
    forgery,
    replay,
    results,
    rows_of,
)
from tests.forgeries.forging import change, change_json


def word_told(item: Path, old: str, new: str) -> None:
    """Another word in entered.csv, wherever it stands."""

    def told(rows: Rows) -> Rows:
        assert any(row["word"] == old for row in rows)
        return [row | {"word": new if row["word"] == old else row["word"]} for row in rows]

    edit_entered(item, told)


@forgery("words_were_typed")
def row_padded(item: Path) -> None:
    """A word once more, which was not submitted once more."""
    edit_entered(item, lambda rows: [*rows, rows[-1]])


@forgery("words_were_typed")
def rows_made_up(item: Path) -> None:
    """Twenty words that nobody submitted, between those that somebody did."""
    more = ["knag", "wiggen", "kewne", "agene"] * 5

    def padded(rows: Rows) -> Rows:
        return [
            *rows[:9],
            *({**rows[9], "word": word, "accepted": "no"} for word in more),
            *rows[9:],
        ]

    edit_entered(item, padded)


@forgery("words_were_typed", "diff_agrees")
def row_of_a_word_outside_the_bag(item: Path) -> None:
    """A word that the root does not spell, told as accepted."""
    word_told(item, "engine", "engines")


@forgery("words_were_typed")
def accepted_row_left_out(item: Path) -> None:
    """A word that scored is not told."""
    edit_entered(item, lambda rows: rows[:7] + rows[8:])
    change(results(item, "diff.txt"), "covered: weaning", "missed: weaning")


@forgery("words_were_typed")
def last_rows_left_out(item: Path) -> None:
    """The last words that scored are not."""
    edit_entered(item, lambda rows: rows[:-2])
    for word in ("win", "wig"):
        change(results(item, "diff.txt"), f"covered: {word}\n", f"missed: {word}\n")


@forgery("words_were_typed")
def rows_in_another_order(item: Path) -> None:
    """Two words in the order in which they were not submitted."""
    edit_entered(item, lambda rows: [rows[1], rows[0], *rows[2:]])


@forgery("words_were_typed")
def accepted_told_as_refused(item: Path) -> None:
    """A word that scored, said not to have."""
    change(results(item, "entered.csv"), "engine,yes", "engine,no")
    edit_entered(item, lambda rows: rows)
    change(results(item, "diff.txt"), "covered: engine", "missed: engine")


@forgery("words_were_typed")
def refused_told_as_accepted(item: Path) -> None:
    """What the game refused, said to have scored."""
    change(results(item, "entered.csv"), ",we,no", ",we,yes")
    edit_entered(item, lambda rows: rows)


@forgery("words_were_typed")
def duplicate_told_as_accepted(item: Path) -> None:
    """A word that had been found before, said to have scored again."""
    change(results(item, "entered.csv"), ",wake,no", ",wake,yes")
    edit_entered(item, lambda rows: rows)


@forgery("diff_agrees", *NO_ENTRIES, scores=NO_ENTRIES_SCORES)
def all_unknown(item: Path) -> None:
    """Nobody saw what became of any word."""
    edit_entered(item, lambda rows: [row | {"accepted": "unknown"} for row in rows])


@forgery(
    "words_entered",
    "band_checked",
    "report_agrees",
    "diff_agrees",
    scores={"entered_csv_count": 0.6667, "score_match_correct": 0.0},
)
def all_unknown_but_the_best(item: Path) -> None:
    """Only the 17 longest words are known to have scored, for the sake of the band."""

    def known(rows: Rows) -> Rows:
        return [r if len(r["word"]) > 5 else r | {"accepted": "unknown"} for r in rows]

    edit_entered(item, known)


def short_words(play: Play, words: Sequence[str]) -> Iterator[str]:
    """A few long words, and many of three letters."""
    yield "initial"
    for word in words[:8]:
        play.key(*word, "Return")
    yield "midgame"
    for word in words[-42:]:
        play.key(*word, "Return")
    yield "final"


@forgery("score_adds_up")
def short_words_unknown(item: Path) -> None:
    """Words of three letters scored, called unknown: the others are worth five letters each."""
    replay(item, short_words)
    edit_entered(
        item,
        lambda rows: [
            row | {"accepted": "unknown"} if len(row["word"]) == 3 else row for row in rows
        ],
    )
    change_json(results(item, "report.json"), score_match=True)
    rows = rows_of(results(item, "entered.csv"))
    compare(item, covered=[r["word"] for r in rows if r["accepted"] == "yes"], missed=[])


@forgery(
    "words_entered",
    "long_words_entered",
    "band_checked",
    "words_were_typed",
    "report_agrees",
    "diff_agrees",
    scores={
        "entered_csv_count": 0.3889,
        "entered_long_words_ge5": 0.3333,
        "score_match_correct": 0.0,
    },
)
def accepted_is_true(item: Path) -> None:
    """Another word for yes."""
    path = results(item, "entered.csv")
    path.write_text(path.read_text().replace(",yes", ",true"))
    edit_entered(item, lambda rows: rows)


@forgery("words_were_typed", "report_agrees", "diff_agrees")
def accepted_in_capitals(item: Path) -> None:
    """The right answer in capitals; the contract's own arithmetic does not mind."""
    change(results(item, "entered.csv"), "engine,yes", "engine,YES")


@forgery("words_were_typed")
def word_in_capitals(item: Path) -> None:
    """A word in capitals, which nobody typed so; the contract's own arithmetic does not mind."""
    word_told(item, "engine", "ENGINE")
    change(results(item, "diff.txt"), "covered: engine\n", "")


@forgery("words_were_typed")
def word_with_a_dotless_i(item: Path) -> None:
    """A letter that looks like an i to some."""
    word_told(item, "waking", "wak\u0131ng")
    change(results(item, "diff.txt"), "covered: waking\n", "")


@forgery("words_were_typed")
def word_in_full_width(item: Path) -> None:
    """Letters that other programs take for the plain ones."""
    word_told(item, "engine", "\uff45\uff4e\uff47\uff49\uff4e\uff45")
    change(results(item, "diff.txt"), "covered: engine\n", "")


@forgery("words_were_typed")
def word_with_a_combining_mark(item: Path) -> None:
    """A mark that goes with the letter before it."""
    word_told(item, "genie", "ge\u0301nie")
    change(results(item, "diff.txt"), "covered: genie\n", "")


@forgery("words_were_typed")
def word_with_the_sign_of_kelvin(item: Path) -> None:
    """A sign whose small letter is a plain k."""
    word_told(item, "waking", "wa\u212aing")
    change(results(item, "diff.txt"), "covered: waking\n", "")


def at(change_time: Callable[[datetime], str]) -> Callable[[Rows], Rows]:
    """Another time for the fifth word."""

    def told(rows: Rows) -> Rows:
        when = datetime.fromisoformat(rows[4]["ts_iso"])
        return [*rows[:4], rows[4] | {"ts_iso": change_time(when)}, *rows[5:]]

    return told


@forgery("words_were_typed")
def time_of_another_day(item: Path) -> None:
    """A word that was entered yesterday."""
    edit_entered(item, at(lambda when: (when - timedelta(days=1)).isoformat()))


@forgery("words_were_typed")
def time_without_a_zone(item: Path) -> None:
    """A time that may be anywhere."""
    edit_entered(item, at(lambda when: when.replace(tzinfo=None).isoformat()))


@forgery("words_were_typed")
def time_is_none(item: Path) -> None:
    """A time in words."""
    edit_entered(item, at(lambda when: "about noon"))


@forgery("words_were_typed")
def times_run_backwards(item: Path) -> None:
    """Each time is about right, and the words were not entered in this order."""

    def turned(rows: Rows) -> Rows:
        times = [row["ts_iso"] for row in rows]
        return [row | {"ts_iso": time} for row, time in zip(rows, reversed(times), strict=True)]

    edit_entered(item, turned)
