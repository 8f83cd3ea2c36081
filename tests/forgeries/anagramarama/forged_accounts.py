"""Roots, reports and comparisons that are not true to fact."""

import json
from pathlib import Path

from tests.forgeries.anagramarama.evidence import compare
from tests.forgeries.anagramarama.forged_lacking import typing
from tests.forgeries.anagramarama.forging import (
    NO_ENTRIES,
    NO_REPORT,
    NO_ROOT,
    NO_ROOT_SCORES,
    forgery,
    replay,
    results,
)
from tests.forgeries.forging import change, change_json


def report(item: Path, **told: object) -> None:
    """Tell something else in the report."""
    change_json(results(item, "report.json"), **told)


@forgery("root_normalised")
def root_in_capitals(item: Path) -> None:
    """Not normalised; the contract's own arithmetic does not mind."""
    results(item, "seed_normalized.txt").write_text("  WEAKENING \n")


@forgery(
    "long_words_entered",
    "longest_words_entered",
    "report_agrees",
    *NO_ROOT,
    scores=NO_ROOT_SCORES | {"entered_long_words_ge5": 0.5, "entered_long_words_ge7": 0.0},
    caps={"no_root"},
)
def root_of_eight_letters(item: Path) -> None:
    """A letter of the root is missing."""
    results(item, "seed_normalized.txt").write_text("weakenin\n")


@forgery(
    "candidates_listed",
    "root_equals_truth",
    "candidates_are_complete",
    *NO_ENTRIES,
    scores={
        "candidates_csv_ok": 0.5,
        "entered_csv_count": 0.6111,
        "entered_long_words_ge5": 0.1667,
        "entered_long_words_ge7": 0.0,
        "score_match_correct": 0.0,
    },
)
def root_of_another_word(item: Path) -> None:
    """Nine letters that nobody gave, with all letters of most words."""
    results(item, "seed_normalized.txt").write_text("reckoning\n")


@forgery("root_equals_truth")
def root_rearranged(item: Path) -> None:
    """The right letters in another order."""
    results(item, "seed_normalized.txt").write_text("gninekaew\n")
    report(item, seed="gninekaew")


@forgery("root_normalised")
def root_with_the_sign_of_kelvin(item: Path) -> None:
    """A sign whose small letter is a plain k."""
    results(item, "seed_normalized.txt").write_text("wea\u212aening\n")


@forgery(
    "long_words_entered",
    "longest_words_entered",
    "report_agrees",
    *NO_ROOT,
    scores={"candidates_csv_ok": 0.5, "entered_long_words_ge5": 0.5, "entered_long_words_ge7": 0.0},
)
def root_with_a_dotless_i(item: Path) -> None:
    """Nine letters, one of which is none of the root's."""
    results(item, "seed_normalized.txt").write_text("weaken\u0131ng\n")


@forgery("report_complete", "report_agrees", scores={"report_keys_ok": 0.0})
def report_without_a_key(item: Path) -> None:
    """Nothing is said of the longest word."""
    told = json.loads(results(item, "report.json").read_text())
    del told["max_word_len"]
    results(item, "report.json").write_text(json.dumps(told))


@forgery(*NO_REPORT, scores={"score_match_correct": 0.0})
def report_is_a_list_of_its_keys(item: Path) -> None:
    """All keys, and no value; the contract's own arithmetic finds them there."""
    told = json.loads(results(item, "report.json").read_text())
    results(item, "report.json").write_text(json.dumps([*told]))


@forgery("report_complete")
def report_names_other_pictures(item: Path) -> None:
    """A picture that is not there."""
    report(item, screenshots=["view_anagram_initial.png", "view_anagram_end.png"])


@forgery("report_agrees")
def report_of_another_root(item: Path) -> None:
    """Another root than was normalised."""
    report(item, seed="WEAKENING")


@forgery("report_agrees")
def report_counts_more_candidates(item: Path) -> None:
    """A larger number than there are rows."""
    report(item, candidates_total=162)


@forgery("report_agrees")
def report_counts_more_words(item: Path) -> None:
    """The same of the words entered."""
    report(item, entered_total=176, entered_accepted=100)


@forgery("report_agrees")
def report_of_a_longer_word(item: Path) -> None:
    """The longest word is said to be longer."""
    report(item, max_word_len=10)


@forgery("score_adds_up", "report_agrees")
def score_told_higher(item: Path) -> None:
    """More points than the picture shows, in the band."""
    report(item, ocr_score_value=1060)


@forgery("band_checked", "score_adds_up", "report_agrees", scores={"score_match_correct": 0.0})
def score_told_out_of_the_band(item: Path) -> None:
    """Far more."""
    report(item, ocr_score_value=5300)


@forgery("band_checked", "score_adds_up", "report_agrees")
def score_told_as_text(item: Path) -> None:
    """A number in quotes; the contract's own arithmetic does not mind."""
    report(item, ocr_score_value="530")


@forgery("band_checked", "score_adds_up", "report_agrees", scores={"score_match_correct": 0.0})
def score_is_no_number(item: Path) -> None:
    """Neither true nor false of any comparison."""
    path = results(item, "report.json")
    path.write_text(path.read_text().replace("530", "NaN"))


@forgery("band_checked", "score_adds_up", "report_agrees", scores={"score_match_correct": 0.0})
def score_is_endless(item: Path) -> None:
    """A number beyond all numbers."""
    path = results(item, "report.json")
    path.write_text(path.read_text().replace("530", "1e999"))


@forgery("band_checked", "score_adds_up", "report_agrees", scores={"score_match_correct": 0.0})
def score_is_true(item: Path) -> None:
    """Truth values for numbers."""
    report(item, ocr_score_value=True, entered_accepted=True)


@forgery("band_checked", "report_agrees", scores={"score_match_correct": 0.0})
def match_denied(item: Path) -> None:
    """The score is in the band, said not to be."""
    report(item, score_match=False)


@forgery("band_checked", "report_agrees")
def match_is_a_text(item: Path) -> None:
    """Whatever is not empty is true; the contract's own arithmetic does not mind."""
    report(item, score_match="no")


@forgery("report_agrees")
def band_by_a_wrong_count(item: Path) -> None:
    """Fewer words are reported accepted than the rows say, so that fewer points would do."""
    report(item, entered_accepted=20)


@forgery("differences_told", "diff_agrees", scores={"diff_present": 0.0})
def comparison_of_nothing(item: Path) -> None:
    """An empty file."""
    results(item, "diff.txt").write_text("")


@forgery("differences_told", "diff_agrees", scores={"diff_present": 0.4})
def comparison_too_short(item: Path) -> None:
    """Five words, and no word on the others."""
    results(item, "diff.txt").write_text(
        "covered: weakening, wakening, kneeing\n" * 2 + "missed missed missed\n"
    )


@forgery("differences_told", scores={"diff_present": 0.4})
def comparison_without_misses(item: Path) -> None:
    """Long and true, but nothing of what was missed."""
    path = results(item, "diff.txt")
    path.write_text(path.read_text().replace("missed", "left out"))


@forgery("diff_agrees")
def covered_what_was_not_entered(item: Path) -> None:
    """A word of no list is said to be covered."""
    path = results(item, "diff.txt")
    path.write_text("covered: kewneing\n" + path.read_text())


@forgery("diff_agrees")
def missed_what_was_entered(item: Path) -> None:
    """A word that scored is said to be missed."""
    change(results(item, "diff.txt"), "covered: wig\n", "missed: wig\n")


@forgery("diff_agrees")
def long_word_not_compared(item: Path) -> None:
    """Nothing is said of the root itself."""
    change(results(item, "diff.txt"), "covered: weakening\n", "")


@forgery("diff_agrees")
def covered_and_missed(item: Path) -> None:
    """A word is said to be both."""
    path = results(item, "diff.txt")
    path.write_text(path.read_text() + "missed: weakening\n")


@forgery("longest_words_entered", "diff_agrees", scores={"entered_long_words_ge7": 0.0})
def four_words_covered(item: Path) -> None:
    """One word too few; the contract's own arithmetic counts the word covered twice in a line."""
    replay(item, typing((6, 6), (5, 6), (4, 6)))
    missed = "weakening", "wakening", "keening", "kneeing", "wanking", "weaning"
    compare(item, covered=("waning", "waking", "weaken", "inane"), missed=missed)
    path = results(item, "diff.txt")
    path.write_text(path.read_text() + "Long words were missed for want of time. " * 4)


@forgery("diff_agrees")
def comparison_repeats_a_word(item: Path) -> None:
    """Five lines that say covered, of the long words alone, which are one word often."""
    results(item, "diff.txt").write_text(
        "covered: weakening\n" * 9 + "Of all the others nothing was missed.\n" * 5
    )
