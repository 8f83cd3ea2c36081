"""GAM 11's proofs about the play: the words were typed, the game judged them, the score is so."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from itertools import pairwise

from graders.anagramarama.case import ENTERED, FINAL, INITIAL, MIDGAME, REPORT, Case
from graders.anagramarama.hands import Hands, deeds, misplaced
from graders.anagramarama.pixels import TRAY_TOP, read_tray
from graders.anagramarama.program import started
from graders.anagramarama.score import BAND
from graders.anagramarama.words import sub_words
from graders.checks import Findings
from graders.errors import Unreadable
from graders.files import quoted
from graders.proofs import made_up

_LATE = timedelta(seconds=60)
"""What may lie between a word's time in entered.csv and in the log: players tell it afterwards."""


def game_wrote_the_log(case: Case) -> Findings:
    """Only the game's own process had the log open for writing, and its times are in order.

    Catches logs that anybody else wrote or changed.
    """
    witness = case.record()
    name = started(witness).log
    writers = {opened.pid for opened in witness.opened if opened.name == name}
    if not writers or not writers <= witness.pids:
        yield f"{quoted(name, 80)} was not seen open in the game's process alone"
    if any(one.time > other.time for one, other in pairwise(case.round.lines)):
        yield f"{quoted(name, 80)} goes back in time"
    return f"the game's own process wrote {len(case.round.lines)} lines about the round"


def words_were_typed(case: Case) -> Findings:
    """Keys of a keyboard, and clicks of a mouse, that went to the game submitted its log's words.

    The letters are moved by these graders' own rules. Who clicks letters is followed as long as the
    order in the tray is known, from the initial picture to the first shuffle; of a guess with a
    letter clicked after that the number of letters alone is held against the log, until it is empty
    again. Then the rows of entered.csv are words of the log, in its order, with its verdicts, and
    none that scored is left out. Catches words that nobody typed, rows made up or flipped, events
    made up by programs.
    """
    witness = case.record()
    yield from made_up(witness)
    submissions = case.round.submissions
    hands = Hands(case.round.start.word, _order(case))
    yield from misplaced(deeds(witness), hands, submissions, closed=case.round.closed)
    yield from _rows(case)
    return f"{len(submissions)} words were typed, {len(case.round.accepted)} of them accepted"


def _order(case: Case) -> tuple[str, ...]:
    """The letters in the tray at the start; none where the initial picture does not show them."""
    try:
        return read_tray(case.files.picture(INITIAL), TRAY_TOP)
    except Unreadable:
        return ()


def _rows(case: Case) -> Iterator[str]:
    """Where entered.csv tells something else than the log."""
    rows = case.entered.complete(ENTERED, case.words("entered_csv_columns"))
    waiting, before = [*case.round.submissions], datetime.min.replace(tzinfo=UTC)
    for number, row in enumerate(rows, 1):
        here, word = f"row {number} of {ENTERED}", row.get("word", "")
        while waiting and waiting[0].word != word:
            if (passed := waiting.pop(0)).verdict == "accepted":
                yield f"{here} is {quoted(word)}, where {quoted(passed.word)} was accepted"
                return
        if not waiting:
            yield f"{here}: {quoted(word)} was not submitted then"
            return
        line = waiting.pop(0)
        told, is_so = row.get("accepted", ""), "yes" if line.verdict == "accepted" else "no"
        if told not in (is_so, "unknown"):
            yield f"{here} says {quoted(told)} of {quoted(word)}, the game {line.verdict}"
        when = _time(row.get("ts_iso", ""))
        if when is None:
            yield f"{here}: {quoted(row.get('ts_iso'))} is no time with a zone"
        elif abs(when - line.time) > _LATE:
            yield f"{here} tells another time than the game's log"
        elif when < before:
            yield f"{here} goes back in time"
        before = when or before
    if left := [line.word for line in waiting if line.verdict == "accepted"]:
        yield f"{ENTERED} lacks {len(left)} words that were accepted, such as {quoted(left[0])}"


def _time(text: str) -> datetime | None:
    """A time in ISO 8601 with a zone, in UTC; None if it is none."""
    try:
        when = datetime.fromisoformat(text)
        return when.astimezone(UTC) if when.tzinfo else None
    except (ValueError, OverflowError):
        return None


def verdicts_follow_the_rules(case: Case) -> Findings:
    """Each verdict in the log is what the dictionary and the words before it make of the word.

    The round ended by all words found if they were, and only then. Catches a game that accepts what
    it should not, and one with other words.
    """
    played = case.round
    answers, found = set(sub_words(played.start.word, case.dictionary.words)), set[str]()
    for line in played.submissions:
        due = "accepted" if line.word in answers else "rejected"
        due = "duplicate" if line.word in found else due
        if line.verdict != due:
            yield f"{quoted(line.word)} was {line.verdict}, and should be {due}"
        if due == "accepted":
            found.add(line.word)
    ended = played.end.verdict if played.end else ""
    if (ended == "bonus") != (found >= answers):
        yield f"{len(found)} of {len(answers)} words were found, and the round ended by {ended!r}"
    return f"{len(found)} of {len(answers)} words were found, as the dictionary has it"


def score_adds_up(case: Case) -> Findings:
    """The score on the final picture is the sum of the accepted words' letters, by the rules.

    Doubled if all words were found; the log's last line and the report say the same, and the
    midgame picture shows a sum on the way there. If it is said to be in the band, so it is with the
    game's own count of words. Catches scores drawn into pictures, and words kept out of a count.
    """
    played = case.round
    score, sums = 0, set[int]()
    for line in played.lines:
        score += len(line.word) if line.verdict == "accepted" else 0
        score *= 2 if line.verdict == "bonus" else 1
        sums.add(score)
        if line.score != score:
            yield f"the log has {line.score} points after {quoted(line.word)}, not {score}"
            return ""
    shown, report = case.score_on(FINAL), case.files.json(REPORT)
    if shown != score:
        yield f"{FINAL} shows {shown}, the words are worth {score}"
    if (told := report.get("ocr_score_value")) != score:
        yield f"{REPORT} tells {quoted(told)}, the words are worth {score}"
    words = len(played.accepted)
    if report.get("score_match") is True and not BAND[0] * words <= score <= BAND[1] * words:
        yield f"the game accepted {words} words, {score} is not in their band"
    if (midway := case.score_on(MIDGAME)) not in sums - {0}:
        yield f"{MIDGAME} shows {midway}, which the score never was"
    return f"{words} words are worth {score}, as the final picture shows"
