"""Logs that another hand than the game's wrote or changed, and rounds that break the rules."""

import shutil
from datetime import datetime, timedelta
from pathlib import Path

from graders.anagramarama.truth import root_word
from graders.anagramarama.words import installed, sub_words
from tests.forgeries.anagramarama.evidence import LOG, PID, tell
from tests.forgeries.anagramarama.forging import (
    NO_ENTRIES,
    NO_ENTRIES_SCORES,
    ON_THE_LOG,
    OTHER_SEED,
    Rows,
    edit_log,
    first_words,
    forgery,
    replay,
)
from tests.forgeries.forging import change, sparse
from tests.forgeries.record import edit_events


def log(item: Path) -> Path:
    """The game's own log."""
    return item / "witness" / "game" / LOG


def retell(item: Path, root: str = "weakening") -> None:
    """Tell what the log says now, as an honest player would."""
    tell(item, root=root, answers=sub_words(root, installed().words))


@forgery("root_equals_truth")
def play_of_another_seed(item: Path) -> None:
    """A good play, of another root."""
    replay(item, first_words, seed=OTHER_SEED)


@forgery(
    "candidates_listed",
    "root_equals_truth",
    "candidates_are_complete",
    *NO_ENTRIES,
    scores=NO_ENTRIES_SCORES | {"candidates_csv_ok": 0.5},
)
def play_of_another_seed_under_this_ones_root(item: Path) -> None:
    """The same, said to be of this seed's root."""
    replay(item, first_words, seed=OTHER_SEED)
    (item / "workspace" / "results" / "seed_normalized.txt").write_text("weakening\n")


@forgery("game_wrote_the_log")
def log_of_two_processes(item: Path) -> None:
    """Somebody else had it open, too."""
    edit_events(
        item,
        lambda events: [
            *events[:40],
            {"kind": "file", "name": LOG, "pid": PID + 1},
            *events[40:],
        ],
    )


@forgery("game_wrote_the_log")
def log_seen_by_nobody(item: Path) -> None:
    """Nobody had it open while the game ran."""
    edit_events(item, lambda events: [e for e in events if e["kind"] != "file"])


@forgery(*ON_THE_LOG)
def log_gone(item: Path) -> None:
    """The game wrote nothing that the claim could be held against."""
    shutil.rmtree(item / "witness" / "game")


@forgery(*ON_THE_LOG)
def log_of_a_terabyte(item: Path) -> None:
    """A file of nothing, as long as you like."""
    sparse(log(item), 1 << 40)


@forgery(*ON_THE_LOG)
def log_of_bytes(item: Path) -> None:
    """No text."""
    log(item).write_bytes(b"time,word,verdict,score\n\xff\xfe\x00\n")


@forgery(*ON_THE_LOG)
def log_without_a_header(item: Path) -> None:
    """Other names of columns."""
    change(log(item), "time,word", "when,word")


@forgery(*ON_THE_LOG)
def log_without_a_start(item: Path) -> None:
    """The first line is missing."""
    edit_log(item, lambda rows: rows[1:])


@forgery(*ON_THE_LOG)
def log_without_a_zone(item: Path) -> None:
    """Times that may be anywhere."""
    log(item).write_text(log(item).read_text().replace("+00:00", ""))


@forgery(*ON_THE_LOG)
def log_of_strange_verdicts(item: Path) -> None:
    """A verdict that the game does not know."""
    change(log(item), "accepted", "\x1b[2Jaccepted")


@forgery(*ON_THE_LOG)
def log_goes_on_after_the_end(item: Path) -> None:
    """Another word after all were found."""
    edit_log(item, lambda rows: [*rows[:-1], rows[-3], rows[-1]])


@forgery("game_wrote_the_log", "words_were_typed")
def log_runs_backwards(item: Path) -> None:
    """The end is told to be before the start."""

    def turned(rows: Rows) -> Rows:
        start = datetime.fromisoformat(rows[0]["time"])
        return [
            row | {"time": (start - timedelta(milliseconds=n)).isoformat()}
            for n, row in enumerate(rows)
        ]

    edit_log(item, turned)
    retell(item)


@forgery("score_adds_up")
def log_begins_with_points(item: Path) -> None:
    """A start that is none: points were carried in."""
    change(log(item), "weakening,start,0", "weakening,start,9")


@forgery("score_adds_up")
def log_scores_more(item: Path) -> None:
    """A word is worth more than its letters."""
    change(log(item), "wakening,accepted,17", "wakening,accepted,27")


@forgery("words_were_typed", "verdicts_follow_the_rules", "score_adds_up")
def log_accepts_what_is_no_word(item: Path) -> None:
    """A word of no list scored."""
    edit_log(
        item,
        lambda rows: [
            row | {"verdict": "accepted"} if n == 4 and row["word"] == "we" else row
            for n, row in enumerate(rows)
        ],
    )


@forgery("words_were_typed", "verdicts_follow_the_rules", "score_adds_up")
def log_refuses_a_word(item: Path) -> None:
    """A word of the lists did not score, and all is said to be found."""
    change(log(item), "kneeing,accepted", "kneeing,rejected")


@forgery("words_were_typed", "verdicts_follow_the_rules", "score_adds_up")
def word_scored_twice(item: Path) -> None:
    """A word that had been found before scored again."""
    change(log(item), "wanking,duplicate", "wanking,accepted")


@forgery("words_were_typed")
def log_has_other_words(item: Path) -> None:
    """A word that was not typed in the place of one that was, all told so."""
    edit_log(
        item,
        lambda rows: [
            row | {"word": "nnaw"} if row["word"] == "we" and n == 4 else row
            for n, row in enumerate(rows)
        ],
    )
    retell(item)


@forgery("words_were_typed", "score_adds_up", "report_agrees")
def words_kept_out_of_the_log(item: Path) -> None:
    """The log breaks off before the last words that were typed, and so does the account."""
    edit_log(item, lambda rows: rows[:40])
    retell(item)


@forgery("verdicts_follow_the_rules", "score_adds_up")
def all_found_without_an_end(item: Path) -> None:
    """All words, and the game went on."""
    edit_log(item, lambda rows: [*rows[:-2], rows[-1]])
    retell(item)


@forgery("verdicts_follow_the_rules", "score_adds_up", "report_agrees")
def bonus_too_soon(item: Path) -> None:
    """Doubled before all words were found; who was left out was never typed."""
    edit_log(
        item,
        lambda rows: [
            *rows[:-3],
            rows[-2] | {"score": str(2 * int(rows[-4]["score"]))},
            rows[-1] | {"score": str(2 * int(rows[-4]["score"]))},
        ],
    )
    retell(item)


@forgery(
    "root_equals_truth",
    "letters_were_shown",
    "words_were_typed",
    "verdicts_follow_the_rules",
    "screenshots_were_shown",
)
def log_of_another_root(item: Path) -> None:
    """The game's log begins with another seed's root."""
    other = root_word(OTHER_SEED, installed())
    change(log(item), "weakening,start", f"{other},start")
