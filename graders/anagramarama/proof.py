"""GAM 11's proofs: the player's claim held against the witness, the truth and the rules."""

from collections import Counter

from graders.anagramarama.accounts import candidates_are_complete, diff_agrees, report_agrees
from graders.anagramarama.case import FINAL, INITIAL, MIDGAME, Case
from graders.anagramarama.hands import NEW, SUBMIT, deeds
from graders.anagramarama.pixels import GUESS_TOP, TRAY_TOP, read_tray
from graders.anagramarama.play import (
    game_wrote_the_log,
    score_adds_up,
    verdicts_follow_the_rules,
    words_were_typed,
)
from graders.anagramarama.program import other_game
from graders.checks import Findings
from graders.errors import NotJudged, NotShown
from graders.files import quoted
from graders.pictures import fingerprint
from graders.proofs import files_are_the_players_own, witness_is_unbroken

_ABOUT = 3
"""Frames by which the one that a press names may be off: looking takes time."""


def game_is_unmodified(case: Case) -> Findings:
    """The process is our game with the system's word lists, and nothing else is in it.

    Catches preloaded and injected libraries, other programs, other words, more time.
    """
    yield from other_game(case.record())
    return "games/anagramarama ran with the system's word lists"


def root_equals_truth(case: Case) -> Findings:
    """The claimed root is the one that the seed stands for, and the one that the game gave.

    Catches another seed's play, and roots of one's own.
    """
    if case.witness is None and case.seed is None:
        raise NotJudged(f"{case.witness_fault or 'there is no witness'}, nor a seed")
    claimed = case.root
    if case.witness is not None and (given := case.round.start.word) != claimed:
        yield f"the game gave {quoted(given)}, not {quoted(claimed)}"
    elif case.seed is not None and case.truth != claimed:
        yield f"seed {case.seed} stands for {quoted(case.truth)}, not {quoted(claimed)}"
    return f"{quoted(claimed)} is the root of the game" + (
        "" if case.seed is None else f" and of seed {case.seed}"
    )


def letters_were_shown(case: Case) -> Findings:
    """The initial picture has the root's nine letters in the tray, no guess and no score yet.

    Letters are read by their shapes. Catches drawn pictures, other roots, pictures taken too late.
    """
    root, picture = case.round.start.word, case.files.picture(INITIAL)
    try:
        tray, guess = read_tray(picture, TRAY_TOP), read_tray(picture, GUESS_TOP)
    except NotShown as error:
        yield f"{INITIAL}: {error}"
        return ""
    if sorted(tray) != sorted(root):
        yield f"{INITIAL} shows the letters {quoted(''.join(tray))}, the root is {quoted(root)}"
    if any(guess):
        yield f"{INITIAL} shows the guess {quoted(''.join(guess))}"
    if score := case.score_on(INITIAL):
        yield f"{INITIAL} shows the score {score}"
    return f"{INITIAL} shows the letters {' '.join(tray)}"


def screenshots_were_shown(case: Case) -> Findings:
    """Each of the three pictures was on screen, in the game's window, in its turn.

    The initial one before the first word, the final one after the last, the other between them.
    All of them are of the first round. Catches drawn pictures, pictures of other plays or rounds,
    pictures in another order.
    """
    witness = case.record()
    number = {frame.name: index for index, frame in enumerate(witness.frames)}
    done = [(deed.what, number[deed.frame]) for deed in deeds(witness) if deed.frame in number]
    submitted = [index for what, index in done if what == SUBMIT][: len(case.round.submissions)]
    submitted = submitted or [len(number)]
    left = next((index for what, index in done if what == NEW), len(number)) + _ABOUT
    ranges = {
        INITIAL: range(submitted[0] + _ABOUT),
        MIDGAME: range(max(0, submitted[0] - _ABOUT), left),
        FINAL: range(max(0, submitted[-1] - _ABOUT), left),
    }
    shown: list[int] = []
    for name, turn in ranges.items():
        sha256 = fingerprint(case.files.picture(name))
        found = [i for i, frame in enumerate(witness.frames) if frame.sha256 == sha256]
        if not found:
            yield f"{name} was not on screen"
        elif not any(index in turn for index in found):
            yield f"{name} was on screen, and not in its turn"
        if foreign := _letters_on(case, name) - Counter(case.round.start.word):
            yield f"{name} shows letters of another root: {quoted(''.join(sorted(foreign)))}"
        shown += found[-1:]
    if shown != sorted(set(shown)):
        yield "the pictures were on screen in another order"
    return f"the pictures are frames {', '.join(witness.frames[index].name for index in shown)}"


def _letters_on(case: Case, name: str) -> Counter[str]:
    """The letters in both trays of a picture; none while one of them is on its way."""
    picture = case.files.picture(name)
    try:
        letters = read_tray(picture, TRAY_TOP) + read_tray(picture, GUESS_TOP)
    except NotShown:
        return Counter()
    return Counter(letter for letter in letters if letter)


PROOFS = {
    "files_are_the_players_own": (files_are_the_players_own, ("*",)),
    "witness_is_unbroken": (witness_is_unbroken, ()),
    "game_is_unmodified": (game_is_unmodified, ()),
    "game_wrote_the_log": (game_wrote_the_log, ()),
    "root_equals_truth": (root_equals_truth, ("seed_normalized.txt",)),
    "letters_were_shown": (letters_were_shown, ("view_anagram_initial.png",)),
    "words_were_typed": (words_were_typed, ("entered.csv",)),
    "verdicts_follow_the_rules": (verdicts_follow_the_rules, ()),
    "score_adds_up": (score_adds_up, ("view_anagram_final.png", "view_anagram_midgame.png")),
    "candidates_are_complete": (candidates_are_complete, ("candidates.csv",)),
    "screenshots_were_shown": (screenshots_were_shown, ("view_anagram_*.png",)),
    "report_agrees": (report_agrees, ("report.json",)),
    "diff_agrees": (diff_agrees, ("diff.txt",)),
}
"""Each proof, and the deliverables it looks at."""
