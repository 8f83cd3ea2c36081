"""Evidence that lacks something the contract asks for, or has a little less than it asks for."""

from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.forgeries.anagramarama.evidence import Play, Player
from tests.forgeries.anagramarama.forging import (
    NO_ENTRIES,
    NO_ENTRIES_SCORES,
    NO_FINAL,
    NO_REPORT,
    NO_REPORT_SCORES,
    NO_ROOT,
    NO_ROOT_SCORES,
    edit_candidates,
    forgery,
    replay,
    results,
    shot,
)
from tests.forgeries.forging import change, change_json
from tests.forgeries.record import edit_events


@forgery(
    "initial_pictured",
    "midgame_pictured",
    "final_pictured",
    "report_complete",
    "differences_told",
    "letters_were_shown",
    "words_were_typed",
    "score_adds_up",
    "screenshots_were_shown",
    "diff_agrees",
    *NO_ENTRIES,
    *NO_ROOT,
    scores=NO_ENTRIES_SCORES
    | {
        "seed_ok": 0.0,
        "candidates_csv_ok": 0.0,
        "initial_shot_ocr": 0.0,
        "midgame_shot_real": 0.0,
        "final_shot_score_ocr": 0.0,
        "report_keys_ok": 0.0,
        "diff_present": 0.0,
        "vlm_anagram_real": 0.5,
        "vlm_letters_match": 0.5,
        "vlm_score_visible": 0.5,
        "vlm_no_cheat": 0.5,
    },
    caps={"doubted", "no_root", "no_tables", "nothing_read"},
)
def nothing_done(item: Path) -> None:
    """A player that does nothing: no file, no key."""
    for path in results(item).iterdir():
        path.unlink()
    (item / "witness" / "game" / "rounds.csv").write_text(
        "time,word,verdict,score\n2026-11-30T22:00:00.000000+00:00,weakening,start,0\n"
    )
    idle = ("key", "delivered", "button")
    edit_events(item, lambda events: [e for e in events if e["kind"] not in idle])


@forgery(*NO_ENTRIES, *NO_ROOT, scores=NO_ENTRIES_SCORES | NO_ROOT_SCORES, caps={"no_root"})
def no_root(item: Path) -> None:
    """Nobody says which root it was."""
    results(item, "seed_normalized.txt").unlink()


@forgery(
    "candidates_listed",
    "candidates_are_complete",
    "report_agrees",
    scores={"candidates_csv_ok": 0.0},
    caps={"no_tables"},
)
def no_candidates(item: Path) -> None:
    """Words typed, and no word on which there were."""
    results(item, "candidates.csv").unlink()


@forgery(
    "words_were_typed", "diff_agrees", *NO_ENTRIES, scores=NO_ENTRIES_SCORES, caps={"no_tables"}
)
def no_entries(item: Path) -> None:
    """Words typed, and no word on that."""
    results(item, "entered.csv").unlink()


@forgery(*NO_REPORT, scores=NO_REPORT_SCORES)
def no_report(item: Path) -> None:
    """No sum of it."""
    results(item, "report.json").unlink()


@forgery("differences_told", "diff_agrees", scores={"diff_present": 0.0}, caps={"no_tables"})
def no_comparison(item: Path) -> None:
    """No word on what was missed."""
    results(item, "diff.txt").unlink()


@forgery(
    "initial_pictured",
    "letters_were_shown",
    "screenshots_were_shown",
    scores={"initial_shot_ocr": 0.0},
)
def no_initial_picture(item: Path) -> None:
    """The start was not pictured."""
    shot(item, "initial").unlink()


@forgery(
    "midgame_pictured", "score_adds_up", "screenshots_were_shown", scores={"midgame_shot_real": 0.0}
)
def no_midgame_picture(item: Path) -> None:
    """The round was not."""
    shot(item, "midgame").unlink()


@forgery(*NO_FINAL, scores={"final_shot_score_ocr": 0.0})
def no_final_picture(item: Path) -> None:
    """The end was not."""
    shot(item, "final").unlink()


@forgery(
    "initial_pictured",
    "midgame_pictured",
    "letters_were_shown",
    *NO_FINAL,
    scores={
        "initial_shot_ocr": 0.0,
        "midgame_shot_real": 0.0,
        "final_shot_score_ocr": 0.0,
        "vlm_anagram_real": 0.5,
        "vlm_letters_match": 0.5,
        "vlm_score_visible": 0.5,
        "vlm_no_cheat": 0.5,
    },
    caps={"doubted", "nothing_read"},
)
def no_pictures(item: Path) -> None:
    """Nothing was."""
    for path in results(item).glob("*.png"):
        path.unlink()


def typing(*lengths: tuple[int, int]) -> Player:
    """Types so many words of each length, the midgame picture after the third."""

    def player(play: Play, words: Sequence[str]) -> Iterator[str]:
        yield "initial"
        chosen = [
            word
            for letters, count in lengths
            for word in [w for w in words if len(w) == letters][:count]
        ]
        for number, word in enumerate(chosen):
            play.key(*word, "Return")
            if number == 2:
                yield "midgame"
        yield "final"

    return player


@forgery("words_entered", scores={"entered_csv_count": 0.9444})
def seventeen_words(item: Path) -> None:
    """One word too few, all told as it was."""
    replay(item, typing((9, 1), (8, 1), (7, 4), (6, 6), (5, 5)))


@forgery("long_words_entered", scores={"entered_long_words_ge5": 0.8333})
def five_long_words(item: Path) -> None:
    """One word of five letters too few; points for 18 words just as many as are asked for."""
    replay(item, typing((9, 1), (8, 1), (7, 3), (4, 13)))


@forgery("longest_words_entered", scores={"entered_long_words_ge7": 0.0})
def no_word_of_seven(item: Path) -> None:
    """None of seven letters or more."""
    replay(item, typing((6, 6), (5, 6), (4, 6)))


@forgery("band_checked", scores={"score_match_correct": 0.0})
def band_missed(item: Path) -> None:
    """Many short words, and the report says so: one point below the band."""
    replay(item, typing((9, 1), (8, 1), (7, 4), (4, 20), (3, 1)))


@forgery("band_checked", "score_adds_up", "report_agrees", scores={"score_match_correct": 0.0})
def band_missed_and_denied(item: Path) -> None:
    """The same, said to be in the band."""
    replay(item, typing((9, 1), (8, 1), (7, 4), (4, 20), (3, 1)))
    change_json(results(item, "report.json"), score_match=True)


@forgery("candidates_listed", "candidates_are_complete", scores={"candidates_csv_ok": 0.5})
def fifty_nine_candidates(item: Path) -> None:
    """Three words too few."""
    edit_candidates(item, lambda rows: rows[3:])


@forgery("candidates_listed", "candidates_are_complete", scores={"candidates_csv_ok": 0.0})
def thirty_five_candidates(item: Path) -> None:
    """Hardly more than half."""
    edit_candidates(item, lambda rows: rows[-35:])


@forgery("candidates_listed", "candidates_are_complete", scores={"candidates_csv_ok": 0.0})
def candidates_without_a_column(item: Path) -> None:
    """Nothing is said of dictionaries."""
    change(results(item, "candidates.csv"), "in_system_dict", "in_some_dict")


@forgery("words_entered", "words_were_typed", scores={"entered_csv_count": 0.0})
def entries_without_a_column(item: Path) -> None:
    """Nothing is said of times."""
    change(results(item, "entered.csv"), "ts_iso", "when")


@forgery(
    "candidates_listed",
    "words_were_typed",
    "candidates_are_complete",
    "diff_agrees",
    *NO_ENTRIES,
    scores=NO_ENTRIES_SCORES | {"candidates_csv_ok": 0.0},
)
def no_rows(item: Path) -> None:
    """Tables of nothing but their headers."""
    for name in ("candidates.csv", "entered.csv"):
        lines = results(item, name).read_text().splitlines(keepends=True)
        results(item, name).write_text(lines[0])
    change_json(
        results(item, "report.json"),
        candidates_total=0,
        entered_total=0,
        entered_accepted=0,
        max_word_len=0,
    )
