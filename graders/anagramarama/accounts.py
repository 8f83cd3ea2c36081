"""GAM 11's proofs about what a player tells: candidates, report and comparison are true to fact."""

import re
from collections.abc import Iterator

from graders.anagramarama.case import CANDIDATES, DIFF, ENTERED, FINAL, REPORT, Case
from graders.anagramarama.score import BAND, TRUE
from graders.anagramarama.words import spelled_from, sub_words
from graders.checks import Findings
from graders.files import quoted

FALSE = frozenset({"false", "0", "no"})
HIGH = 7
"""Letters from which on a candidate has a high value."""

LINES = 5000  # of diff.txt, looked at; and of a line
CHARACTERS = 2000
_TOLD = re.compile(
    r"[ \t]*[-*+]?[ \t]*(covered|missed)[ \t]*:[ \t]*([a-z]+(?:[ \t]*,[ \t]*[a-z]+)*)"
)
"""A line of the comparison that names words, with blanks or commas between them."""

_NOBODY = {"none", "nothing"}


def candidates_are_complete(case: Case) -> Findings:
    """Every word of the system's lists that the root spells is a candidate, each once.

    Others may be there if the root spells them and the table says that no list has them; what it
    says of a word is so. Catches padding, lists from elsewhere, words left out.
    """
    rows = case.candidates.complete(CANDIDATES, case.words("candidates_csv_columns"))
    dictionary, root = case.dictionary, case.root
    seen: set[str] = set()
    for number, row in enumerate(rows, 1):
        word, here = row.get("word", ""), f"row {number} of {CANDIDATES}"
        if word in seen:
            yield f"{here} has {quoted(word)} again"
        seen.add(word)
        facts = {
            "length": row.get("length", "") == str(len(word)),
            "in_system_dict": _says(row, "in_system_dict") is (word in dictionary.words),
            "subset_ok": _says(row, "subset_ok") is spelled_from(word, root),
        }
        for column in (name for name, holds in facts.items() if not holds):
            yield f"{here}: {column} is {quoted(row.get(column))} for {quoted(word)}"
    answers = sub_words(root, dictionary.words)
    if lacking := [word for word in answers if word not in seen]:
        yield f"{CANDIDATES} lacks {len(lacking)} words, such as {quoted(lacking[-1])}"
    return f"all {len(answers)} words that {quoted(root)} spells are candidates"


def report_agrees(case: Case) -> Findings:
    """The report's counts are those of the tables, its score is that of the final picture.

    Catches reports that were written before or without the play, and bands that hold by a count.
    """
    report = case.files.json(REPORT)
    words = [row.get("word", "") for row in case.entered.rows]
    score = case.score_on(FINAL)
    accepted = sum(row.get("accepted") == "yes" for row in case.entered.rows)
    low, high = (bound * accepted for bound in BAND)
    facts = {
        "seed": case.root,
        "candidates_total": len(case.candidates.rows),
        "entered_total": len(words),
        "entered_accepted": accepted,
        "max_word_len": max(map(len, words), default=0),
        "ocr_score_value": score,
        "score_match": score is not None and low <= score <= high,
    }
    for key, fact in facts.items():
        told = report.get(key)
        if told != fact or type(told) is not type(fact):
            yield f"{key} is {quoted(told)}, not {quoted(fact)}"
    return f"{REPORT} tells what tables and pictures do"


def diff_agrees(case: Case) -> Findings:
    """Words told covered were accepted, words told missed are candidates that were not.

    Every candidate of the system's lists with seven letters or more is told, as one or the other.
    Catches comparisons that were never made.
    """
    entered = {row.get("word") for row in case.entered.rows if row.get("accepted") == "yes"}
    candidates = {row.get("word", ""): row for row in case.candidates.rows}
    told: dict[str, set[str]] = {"covered": set(), "missed": set()}
    for what, word in _named(case):
        told[what].add(word)
    if odd := sorted(told["covered"] - entered):
        yield f"{len(odd)} words are told covered, such as {quoted(odd[0])}, and {ENTERED} differs"
    missed = {word for word in candidates if word not in entered}
    if odd := sorted(told["missed"] - missed - _NOBODY):
        yield f"{len(odd)} words are told missed, such as {quoted(odd[0])}, and are not"
    high = {w for w, row in candidates.items() if len(w) >= HIGH and _says(row, "in_system_dict")}
    if untold := sorted(high - told["covered"] - told["missed"]):
        yield f"{DIFF} tells nothing of {len(untold)} long words, such as {quoted(untold[0])}"
    if len(told["covered"]) < min(5, len(entered)):
        yield f"{DIFF} tells {len(told['covered'])} different words covered"
    return f"{DIFF} tells {len(told['covered'])} words covered and {len(told['missed'])} missed"


def _named(case: Case) -> Iterator[tuple[str, str]]:
    for line in case.files.text(DIFF).lower().splitlines()[:LINES]:
        if match := _TOLD.match(line[:CHARACTERS]):
            yield from ((match[1], word.strip()) for word in match[2].split(","))


def _says(row: dict[str, str], column: str) -> bool | None:
    """What a cell says, None if neither yes nor no."""
    told = row.get(column, "").lower()
    return True if told in TRUE else False if told in FALSE else None
