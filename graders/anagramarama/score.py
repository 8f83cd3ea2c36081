"""GAM 11's sub-scores, under the contract's own keys.

It reads the player's files and nothing else, as the contract's own grader does, and has that
grader's habits on purpose, so that figures compare: what a table says of a word is believed, any
number behind the word score is the score, a report may be a list of its own keys.
"""

import re
from collections.abc import Callable
from typing import Any

from graders.anagramarama.case import DIFF, FINAL, INITIAL, MIDGAME, Case
from graders.pictures import spread

BAND = 5, 30
"""How much a word is worth at least and at most, on average over those accepted."""

CONTRAST = 25.0  # of the midgame picture, in grey levels
SIDE = 200  # of that picture, in pixels
TRUE = frozenset({"true", "1", "yes"})
_FEWEST = 3  # words accepted, for a band to mean anything
_DICTIONARY_PART = 0.9
_ROWS_PART = 0.6
_COVERED, _MISSED, _LONG, _SHORT = 5, 3, 200, 50  # of diff.txt: lines, words, bytes


def seed_ok(case: Case) -> float:
    """Is the root nine letters?"""
    return float(len(case.root) == 9 and case.root.isalpha())


def candidates_csv_ok(case: Case) -> float:
    """Are there enough candidates, all spelled from the root, nearly all in the dictionary?"""
    if not set(case.words("candidates_csv_columns")) <= set(case.candidates.header):
        return 0.0
    words, least = case.candidate_words, case.least("min_candidates")
    if len(words) >= least and all(words.values()) and in_system(case) >= _DICTIONARY_PART * least:
        return 1.0
    return 0.5 if len(case.candidates.rows) >= least * _ROWS_PART else 0.0


def in_system(case: Case) -> int:
    """How many different candidates are said to be in the system's dictionary."""
    told: dict[str, str] = {}
    for row in case.candidates.rows:
        told.setdefault(row.get("word", "").lower(), row.get("in_system_dict", "").lower())
    return sum(told[word] in TRUE for word in case.candidate_words)


def initial_shot_ocr(case: Case) -> float:
    """Can one of the contract's key words be read on the initial picture?

    Raises:
        Unreadable: It is no picture.
    """
    text = case.text_on(INITIAL).lower()
    return float(any(word in text for word in case.words("ocr_keywords_anagram")))


def entered_csv_count(case: Case) -> float:
    """Were enough words entered, in a table with all columns?"""
    if not set(case.words("entered_csv_columns")) <= set(case.entered.header):
        return 0.0
    return min(1.0, len(case.entries) / case.least("min_entered_words"))


def of_length(case: Case, letters: int) -> int:
    """How many of the words entered have so many letters or more."""
    return sum(len(entry.word) >= letters for entry in case.entries)


def entered_long_words_ge5(case: Case) -> float:
    """Have enough of them five letters or more?"""
    return min(1.0, of_length(case, 5) / case.least("min_entered_len_ge_5"))


def entered_long_words_ge7(case: Case) -> float:
    """Have enough of them seven letters or more?"""
    return min(1.0, of_length(case, 7) / case.least("min_entered_len_ge_7"))


def midgame_shot_real(case: Case) -> float:
    """Is the midgame picture large and full of contrast?

    Raises:
        Unreadable: It is none.
    """
    grey = case.files.grey(MIDGAME)
    return float(min(grey.shape) >= SIDE and spread(grey) > CONTRAST)


def final_shot_score_ocr(case: Case) -> float:
    """Can a score above 0 be read on the final picture?

    Raises:
        Unreadable: It is none.
    """
    return float(case.score_on(FINAL) is not None)


def report_keys_ok(case: Case) -> float:
    """Has the report all its keys?

    Raises:
        Unreadable: There is none.
    """
    report: Any = case.report
    return float(all(key in report for key in case.words("report_required_keys")))


def score_match_correct(case: Case) -> float:
    """Is the score told within the band of the words accepted, and said to be?

    Raises:
        Unreadable: There is no report.
    """
    report: Any = case.report
    holds = in_band(int(report["ocr_score_value"]), accepted(case))
    return float(holds and bool(report["score_match"]))


def accepted(case: Case) -> int:
    """How many of the words entered are said to be accepted."""
    return sum(entry.accepted for entry in case.entries)


def in_band(score: int, words: int) -> bool:
    """Whether so many words accepted may have made such a score, as the contract has it."""
    return words >= _FEWEST and BAND[0] * words <= score <= BAND[1] * words


def diff_present(case: Case) -> float:
    """Does the comparison name what was covered and missed?

    Raises:
        Unreadable: There is none.
    """
    text, size = case.files.text(DIFF, strict=True, marked=True).lower(), case.files.size(DIFF)
    covered = covered_lines(text) + text.count("covered:")
    missed = len(re.findall("missed|missing|not entered", text))
    if covered >= _COVERED and missed >= _MISSED and size >= _LONG:
        return 1.0
    return 0.4 if size >= _SHORT else 0.0


def covered_lines(text: str) -> int:
    r"""How often a line begins with "covered", as ``^\s*[+\-*]?\s*covered[: ]`` finds it.

    That pattern takes time with the cube of the blank lines; this looks back from each word.
    """
    count = 0
    for match in re.finditer("covered[: ]", text):
        before = match.start()
        start = _back_over_blanks(text, before)
        if start and text[start - 1] in "+-*" and "\n" not in text[start:before]:
            before, start = start - 1, _back_over_blanks(text, start - 1)
        count += start == 0 or "\n" in text[start:before]
    return count


def _back_over_blanks(text: str, end: int) -> int:
    while end and text[end - 1].isspace():
        end -= 1
    return end


SUBSCORES: dict[str, Callable[[Case], float]] = {
    "seed_ok": seed_ok,
    "candidates_csv_ok": candidates_csv_ok,
    "initial_shot_ocr": initial_shot_ocr,
    "entered_csv_count": entered_csv_count,
    "entered_long_words_ge5": entered_long_words_ge5,
    "entered_long_words_ge7": entered_long_words_ge7,
    "midgame_shot_real": midgame_shot_real,
    "final_shot_score_ocr": final_shot_score_ocr,
    "report_keys_ok": report_keys_ok,
    "score_match_correct": score_match_correct,
    "diff_present": diff_present,
}
"""The items of the rubric join these, judged or not."""
