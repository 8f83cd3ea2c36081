"""GAM 11's criteria: the contract's checklist, item by item, on the player's files alone."""

import re

from graders.anagramarama.case import (
    CANDIDATES,
    DIFF,
    ENTERED,
    FINAL,
    INITIAL,
    MIDGAME,
    REPORT,
    ROOT,
    SHOTS,
    Case,
)
from graders.anagramarama.score import (
    BAND,
    CONTRAST,
    SIDE,
    TRUE,
    accepted,
    diff_present,
    in_band,
    of_length,
)
from graders.checks import Findings
from graders.errors import NotJudged
from graders.files import quoted
from graders.judging.judge import Answer
from graders.pictures import spread

LEAST_RATING = 0.6
_WORD = re.compile(r"[a-z]{3,9}")


def root_normalised(case: Case) -> Findings:
    """Nine lower-case letters and nothing else, but for the end of the line."""
    text = case.files.text(ROOT, strict=True, marked=True)
    if not re.fullmatch(r"[a-z]{9}\n?", text):
        yield f"{ROOT} holds {quoted(text)}, not one word of nine lower-case letters"
    return f"{ROOT} holds {quoted(text.strip())}"


def candidates_listed(case: Case) -> Findings:
    """All columns, 60 words, each spelled from the root and said to be."""
    columns, least = case.words("candidates_csv_columns"), case.least("min_candidates")
    rows = case.candidates.complete(CANDIDATES, columns)
    words = {row.get("word", "") for row in rows}
    odd = sorted(word for word in words if not _WORD.fullmatch(word))
    if odd:
        yield f"{len(odd)} candidates are not 3 to 9 small letters, such as {quoted(odd[0])}"
    if len(words) < least:
        yield f"{CANDIDATES} has {len(words)} different words, {least} are asked for"
    foreign = sorted(word for word, fits in case.candidate_words.items() if not fits)
    if foreign:
        yield f"the root does not spell {len(foreign)} candidates, such as {quoted(foreign[0])}"
    unsure = [row["word"] for row in rows if row.get("subset_ok", "").lower() not in TRUE]
    if unsure:
        yield f"subset_ok is not true of {len(unsure)} candidates, such as {quoted(unsure[0])}"
    return f"{CANDIDATES} has {len(words)} words that the root spells"


def initial_pictured(case: Case) -> Findings:
    """An initial picture on which one of the contract's key words can be read."""
    text = case.text_on(INITIAL).lower()
    found = [word for word in case.words("ocr_keywords_anagram") if word in text]
    if not found:
        yield f"no key word can be read on {INITIAL}"
    return f"on {INITIAL} can be read: {', '.join(found)}"


def words_entered(case: Case) -> Findings:
    """All columns, 18 different words that the root spells."""
    columns, least = case.words("entered_csv_columns"), case.least("min_entered_words")
    rows = case.entered.complete(ENTERED, columns)
    said = {row.get("accepted", "").lower() for row in rows} - {"yes", "no", "unknown"}
    if said:
        yield f"accepted is {quoted(min(said))}, not yes, no or unknown"
    if len(case.entries) < least:
        yield f"{ENTERED} has {len(case.entries)} words that count, {least} are asked for"
    return f"{ENTERED} has {len(case.entries)} words that count, in {len(rows)} rows"


def long_words_entered(case: Case) -> Findings:
    """Six of them with five letters or more."""
    count, least = of_length(case, 5), case.least("min_entered_len_ge_5")
    if count < least:
        yield f"{count} words entered have five letters or more, {least} are asked for"
    return f"{count} words entered have five letters or more"


def longest_words_entered(case: Case) -> Findings:
    """One of them with seven letters or more."""
    count, least = of_length(case, 7), case.least("min_entered_len_ge_7")
    if count < least:
        yield f"{count} words entered have seven letters or more, {least} is asked for"
    return f"{count} words entered have seven letters or more"


def midgame_pictured(case: Case) -> Findings:
    """A midgame picture of 200 pixels and more, neither black nor plain."""
    grey = case.files.grey(MIDGAME)
    height, width = grey.shape
    if min(width, height) < SIDE:
        yield f"{MIDGAME} is {width} x {height} pixels, {SIDE} each way are asked for"
    contrast = spread(grey)
    if contrast <= CONTRAST:
        yield f"{MIDGAME} has a contrast of {contrast:.1f} grey levels, {CONTRAST:g} is too plain"
    return f"{MIDGAME} is {width} x {height} pixels, its contrast {contrast:.1f} grey levels"


def final_pictured(case: Case) -> Findings:
    """A final picture on which a score above 0 can be read."""
    score = case.score_on(FINAL)
    if score is None:
        yield f"no score above 0 can be read on {FINAL}"
    return f"on {FINAL} the score reads {score}"


def report_complete(case: Case) -> Findings:
    """A report with all its keys, which names the three pictures."""
    report = case.files.json(REPORT)
    if missing := [k for k in case.words("report_required_keys") if k not in report]:
        yield f"{REPORT} lacks {', '.join(missing)}"
    named = report.get("screenshots")
    wanted = sorted(case.words("screenshots_required"))
    if not isinstance(named, list) or sorted(map(str, named)) != wanted:
        yield f"{REPORT} does not list the {len(SHOTS)} pictures as screenshots"
    return f"{REPORT} has all its keys and names {len(SHOTS)} pictures"


def band_checked(case: Case) -> Findings:
    """The report's score_match is true, and is so: five to thirty points a word accepted."""
    report, words = case.files.json(REPORT), accepted(case)
    score, match = report.get("ocr_score_value"), report.get("score_match")
    low, high = (bound * words for bound in BAND)
    if type(score) is not int or not in_band(score, words):
        yield f"{quoted(score)} is not from {low} to {high}, with {words} words accepted"
    if match is not True:
        yield f"score_match is {quoted(match)}, not true"
    return f"{words} words accepted scored {score}, from {low} to {high}"


def differences_told(case: Case) -> Findings:
    """A comparison that names five candidates covered and says thrice what was missed."""
    if diff_present(case) < 1:
        yield f"{DIFF} does not tell five words covered, and some missed, in 200 bytes or more"
    return f"{DIFF} tells words covered and missed"


def pictures_recognised(answer: Answer) -> Findings:
    """A judge rates each item of the rubric 0.6 or more.

    Args:
        answer: The judge's.
    """
    if answer.unjudged:
        raise NotJudged(answer.unjudged)
    for item, rating in answer.ratings.items():
        if rating < LEAST_RATING:
            yield f"{item} was rated {rating:g}, {LEAST_RATING:g} is asked for"
    return "the judge sees a round of the game with the root's letters and a score"


CRITERIA = {
    "root_normalised": (root_normalised, ("seed_normalized.txt",)),
    "candidates_listed": (candidates_listed, ("candidates.csv",)),
    "initial_pictured": (initial_pictured, ("view_anagram_initial.png",)),
    "words_entered": (words_entered, ("entered.csv",)),
    "long_words_entered": (long_words_entered, ("entered.csv",)),
    "longest_words_entered": (longest_words_entered, ("entered.csv",)),
    "midgame_pictured": (midgame_pictured, ("view_anagram_midgame.png",)),
    "final_pictured": (final_pictured, ("view_anagram_final.png",)),
    "report_complete": (report_complete, ("report.json",)),
    "band_checked": (band_checked, ("report.json", "entered.csv")),
    "differences_told": (differences_told, ("diff.txt",)),
}
"""Each criterion of the contract, and the deliverables it looks at."""
