"""GAM 11's grader on honest players in unusual forms, on odd files, and within its limits."""

import csv
import json
import shutil
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType

import pytest

from games.anagramarama import layout
from graders.anagramarama import grader as anagramarama
from graders.anagramarama import ocr
from graders.anagramarama import words as anagramarama_words
from graders.anagramarama.ocr import PIXELS, check_reader
from graders.anagramarama.words import AMERICAN
from graders.errors import JudgeFailed, NoReader
from graders.judging.judge import Opinion, fixed
from graders.verdict import Verdict
from tests.forgeries.anagramarama.evidence import (
    CLIENT,
    LOG,
    SEED,
    Play,
    Player,
    build,
    compare,
    play_all,
    write_table,
)
from tests.forgeries.forging import bomb, change_json, noise, sparse
from tests.forgeries.record import read_events, write_events


@pytest.fixture(scope="module")
def honest(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The item folder of an honest play, not to be changed."""
    item = tmp_path_factory.mktemp("anagramarama") / "honest"
    build(item)
    return item


@pytest.fixture
def item(honest: Path, tmp_path: Path) -> Path:
    """One to be changed."""
    shutil.copytree(honest, tmp_path / "item")
    return tmp_path / "item"


def grade(item: Path, *, seed: int | None = SEED) -> Verdict:
    """The verdict with the witness."""
    return anagramarama.grade(item / "workspace", witness=item / "witness", seed=seed)


def unmet(item: Path, *, seed: int | None = SEED) -> dict[str, str]:
    """What is not met, with its reason."""
    return {check.name: check.reason for check in grade(item, seed=seed).unmet}


def results(item: Path, name: str) -> Path:
    """A deliverable."""
    return item / "workspace" / "results" / name


def rows_of(path: Path) -> list[list[str]]:
    """The rows of a table, its header first."""
    with path.open(newline="") as file:
        return [*csv.reader(file)]


def test_honest(honest: Path) -> None:
    """Solved; without a judge 13 of 15."""
    verdict = grade(honest)
    assert unmet(honest) == {}
    assert (verdict.outcome, verdict.overall_score, verdict.ceiling) == ("solved", 0.867, 0.867)
    assert [c.name for c in verdict.criteria if c.met is None] == ["pictures_recognised"]
    assert not any(cap.applied for cap in verdict.caps)


def by_mouse(play: Play, words: Sequence[str]) -> Iterator[str]:
    """Every letter clicked, now and then one too many, the cross after what is refused."""
    yield "initial"
    for number, word in enumerate(words[:25]):
        for letter in word:
            play.click_letter(letter)
        if number % 3 == 0 and len(word) < len(words[0]):
            played = play.rounds.round
            spare = next(letter for letter in played.tray if letter is not None)
            play.click_letter(played.letters[spare])
            play.click(layout.slot(layout.GUESS, len(word), 9))
        play.click(layout.TICK)
        if number % 4 == 1:
            play.click_letter(word[0])
            play.click(layout.TICK)
            play.click(layout.CROSS)
        if number == 9:
            yield "midgame"
    yield "final"


def until_time_is_up(play: Play, words: Sequence[str]) -> Iterator[str]:
    """Not all words; then the clock runs out, and keys go on for a while."""
    yield "initial"
    play.key(*words[0], "Return")
    yield "midgame"
    for word in words[1:22]:
        play.key(*word, "Return")
    play.wait(301)
    play.key(*words[30], "Return", "space", "Escape")
    yield "final"


def given_up(play: Play, words: Sequence[str]) -> Iterator[str]:
    """SOLVE, and after the picture another round."""
    yield "initial"
    for word in words[:12]:
        play.key(*word, "Return")
    yield "midgame"
    for word in words[12:25]:
        play.key(*word, "Return")
    play.click(layout.SOLVE)
    yield "final"
    play.click(layout.NEW)
    play.key(*"abcde", "Return", "Escape")
    yield ""


def stopped(play: Play, words: Sequence[str]) -> Iterator[str]:
    """Stopped in the middle of the round, in the middle of a word."""
    yield "initial"
    for word in words[:10]:
        play.key(*word, "Return")
    yield "midgame"
    for word in words[10:20]:
        play.key(*word, "Return")
    play.key(*words[20][:2])
    yield "final"


@pytest.mark.parametrize("player", [by_mouse, until_time_is_up, given_up, stopped])
def test_honest_players(tmp_path: Path, player: Player) -> None:
    """All of it is met, whoever plays how."""
    build(tmp_path / "item", player=player)
    assert unmet(tmp_path / "item") == {}


def lagging(item: Path) -> None:
    """Every press names the picture before the last, as on a machine that is busy."""
    events, names = read_events(item), [""]
    for event in events:
        if event["kind"] == "frame":
            names.append(event["frame"])
        elif event["kind"] in ("key", "button") and event["press"]:
            event["frame"] = names[-2] or None
    write_events(item, events)


def watched_by_another(item: Path) -> None:
    """A program that watches the keys of the game's window gets each as well."""
    events = []
    for event in read_events(item):
        events.append(event)
        if event["kind"] == "delivered":
            events.append(event | {"client": CLIENT + (1 << 21)})
    write_events(item, events)


def deliveries_lost(item: Path) -> None:
    """Of keys that come very fast the X server does not report every delivery."""
    events = read_events(item)
    lost = [e for e in events if e["kind"] == "delivered"][20:90]
    write_events(item, [event for event in events if event not in lost])


def keyboard_given_away(item: Path) -> None:
    """Another window took the keyboard before the record could ask who had it at the last keys."""
    events = read_events(item)
    for event in events[-60:]:
        if event["kind"] == "key":
            event["focus"] = 77
    write_events(item, events)


def other_keys(item: Path) -> None:
    """Keys that the game pays no heed to, and keys that went elsewhere."""
    events = read_events(item)
    key = next(i for i, e in enumerate(events) if e["kind"] == "delivered")
    told = [events[key - 1], events[key]]
    page = [{**event, "keysym": "Next"} for event in told]
    away = [{**told[0], "keysym": "q", "focus": 77}]
    write_events(item, [*events[:key], *page, *away, *events[key:]])


def refused_left_out(item: Path) -> None:
    """Only what scored is told, and the report counts what is told."""
    path = results(item, "entered.csv")
    rows = [row for row in rows_of(path) if row[2] != "no"]
    write_table(path, rows)
    change_json(results(item, "report.json"), entered_total=len(rows) - 1)


def through_a_spreadsheet(item: Path) -> None:
    """Line ends of Windows, other columns behind, yes for True."""
    for name in ("candidates.csv", "entered.csv"):
        lines = results(item, name).read_text().replace("True", "yes").splitlines()
        text = "".join(f"{line},{'remark' if n == 0 else n}\r\n" for n, line in enumerate(lines))
        results(item, name).write_text(text)


def more_candidates(item: Path) -> None:
    """Words of other dictionaries."""
    with results(item, "candidates.csv").open("a") as file:
        file.write("kewne,5,False,True\nnnwa,4,False,True\n")
    change_json(results(item, "report.json"), candidates_total=64)


FORMS = [
    *(lagging, watched_by_another, deliveries_lost, keyboard_given_away, other_keys),
    *(refused_left_out, through_a_spreadsheet, more_candidates),
]


@pytest.mark.parametrize("form", FORMS, ids=lambda form: str(form.__name__))
def test_honest_in_an_unusual_form(item: Path, form: Callable[[Path], None]) -> None:
    """All of it is met."""
    form(item)
    assert unmet(item) == {}


def test_unseeded(item: Path) -> None:
    """Without a seed the game's own root counts."""
    verdict = grade(item, seed=None)
    assert unmet(item, seed=None) == {}
    assert [c.name for c in verdict.proof if c.met is None] == []


def test_another_seeds_root(item: Path) -> None:
    """The root is that of the seed."""
    assert unmet(item, seed=1).keys() == {"root_equals_truth"}


def test_a_folder_from_elsewhere(honest: Path) -> None:
    """Scored by the contract; of the proofs only those are judged that need nothing else."""
    verdict = anagramarama.grade(honest / "workspace")
    judged = {"files_are_the_players_own", "candidates_are_complete", "report_agrees"}
    assert {c.name for c in verdict.proof if c.met} == {*judged, "diff_agrees"}
    assert {c.name for c in verdict.proof if c.met is False} == set()
    assert (verdict.outcome, verdict.overall_score) == ("solved", 0.867)


def test_where_the_lists_are_not_installed(
    honest: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """What needs them is not judged; everything else is."""
    monkeypatch.setattr(anagramarama_words, "BRITISH", tmp_path / "nowhere")
    anagramarama_words.installed.cache_clear()
    try:
        verdict = anagramarama.grade(honest / "workspace")
    finally:
        anagramarama_words.installed.cache_clear()
    reasons = {c.name: c.reason for c in verdict.proof if c.met is None}
    assert "word lists: 'nowhere' is missing" in reasons["candidates_are_complete"]
    assert {c.name for c in verdict.proof if c.met} >= {"report_agrees", "diff_agrees"}
    assert AMERICAN.exists()


READERS = {
    "killed": "kill -KILL $$",
    "late": "exec sleep 60",
    "without data": "echo 'Error opening data file' >&2; exit 1",
}


@pytest.mark.parametrize("broken", READERS.values(), ids=READERS)
def test_a_reader_that_breaks_while_it_is_needed_costs_nobody(
    honest: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, broken: str
) -> None:
    """It worked when grading began; an honest play is not graded, and no point is lost."""
    script = tmp_path / "reader"
    script.write_text(
        f"#!/bin/sh\ncd {tmp_path}\n"
        f'[ -e begun ] || {{ touch begun; exec tesseract "$@"; }}\n{broken}\n'
    )
    script.chmod(0o755)
    check_reader()
    monkeypatch.setattr(ocr, "PROGRAM", str(script))
    monkeypatch.setattr(ocr, "SECONDS", 8.0)
    ocr.text_on.cache_clear()
    with pytest.raises(NoReader, match="tesseract-ocr"):
        grade(honest)
    assert (tmp_path / "begun").exists()


def test_a_picture_that_kills_its_reader_costs_its_player(
    item: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """The reader reads everything else: no way out of a lost play."""
    hostile = encoded_again(results(item, PICTURES[2]))
    (tmp_path / "hostile").write_bytes(hostile)
    script = tmp_path / "reader"
    script.write_text(
        f"#!/bin/sh\ncd {tmp_path}; cat >$$.png; cmp -s $$.png hostile && kill -SEGV $$\n"
        'exec tesseract "$@" <$$.png\n'
    )
    script.chmod(0o755)
    monkeypatch.setattr(ocr, "PROGRAM", str(script))
    ocr.text_on.cache_clear()
    verdict = grade(item)
    assert (verdict.outcome, verdict.subscores["final_shot_score_ocr"]) == ("unsolved", 0)
    reasons = {check.name: check.reason for check in verdict.unmet}
    assert "final.png': a picture that ends its reader, signal 11" in reasons["final_pictured"]


def encoded_again(path: Path) -> bytes:
    """What the reader is handed over of a picture."""
    return ocr._encoded(path.read_bytes())


class Broken:
    """A judge that fails."""

    name = "broken"

    def __call__(self, images: Sequence[Path], rubric: Mapping[str, str]) -> Opinion:
        """Fail."""
        raise JudgeFailed("no answer in time")


def test_judges(honest: Path) -> None:
    """A good one gives the last two points, a bad one takes the rest, a broken one nothing."""

    def judged(judge: object) -> Verdict:
        return anagramarama.grade(honest / "workspace", judge=judge)  # type: ignore[arg-type]

    assert (judged(fixed(1)).overall_score, judged(fixed(1)).ceiling) == (1.0, 1.0)
    assert judged(fixed(0.6)).overall_score == 0.893
    assert judged(fixed(0.6)).outcome == "solved"
    assert judged(fixed(0.5)).overall_score == 0.4
    assert [c.name for c in judged(fixed(0.5)).unmet] == ["pictures_recognised"]
    broken = judged(Broken())
    assert (broken.overall_score, broken.ceiling, broken.outcome) == (0.867, 0.867, "solved")


class Listening:
    """A judge that keeps what it is asked."""

    name = "listening"
    asked: Mapping[str, str] = MappingProxyType({})

    def __call__(self, images: Sequence[Path], rubric: Mapping[str, str]) -> Opinion:
        """Agree to everything."""
        self.asked = rubric
        assert [image.name for image in images] == PICTURES
        return Opinion(dict.fromkeys(rubric, 1.0))


@pytest.mark.parametrize(("seed", "asked"), [(SEED, "a e e g i k n n w?"), (None, "nine slots")])
def test_what_a_judge_is_asked(honest: Path, seed: int | None, asked: str) -> None:
    """The letters are those of the seed, never those that the player tells."""
    judge = Listening()
    anagramarama.grade(honest / "workspace", seed=seed, judge=judge)
    assert asked in judge.asked["vlm_letters_match"]
    assert "weakening" not in str(judge.asked)


def test_without_pictures_a_judge_has_no_say(item: Path) -> None:
    """As the contract has it: half points for what nobody looked at, and the cap all the same."""
    for path in results(item, "").glob("*.png"):
        path.unlink()
    verdict = anagramarama.grade(item / "workspace", judge=fixed(1))
    assert [cap.name for cap in verdict.caps if cap.applied] == ["doubted", "nothing_read"]
    assert verdict.overall_score == 0.4


TABLES = ("candidates.csv", "entered.csv")
PICTURES = [f"view_anagram_{shot}.png" for shot in ("initial", "midgame", "final")]
NAMES = ("seed_normalized.txt", *TABLES, "report.json", "diff.txt", *PICTURES)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("size", [0, 1 << 40])
def test_empty_and_endless_files(item: Path, name: str, size: int) -> None:
    """Any deliverable may be empty, or a terabyte of nothing."""
    sparse(results(item, name), size)
    before = time.process_time()
    verdict = grade(item)
    assert verdict.outcome == "unsolved"
    assert time.process_time() - before < 20


def test_pictures_too_large_to_read(item: Path) -> None:
    """They are pictures of 200 pixels and more, and no text is looked for."""
    for name in PICTURES:
        bomb(results(item, name), 5000)
    assert PIXELS < 5000**2
    verdict = grade(item)
    assert (verdict.subscores["initial_shot_ocr"], verdict.subscores["final_shot_score_ocr"]) == (
        0.0,
        0.0,
    )
    assert "too many pixels" in unmet(item)["final_pictured"]


def test_noise_on_every_picture(item: Path) -> None:
    """Refused by what reads, by what recognises, and by what was shown."""
    for name in PICTURES:
        noise(results(item, name))
    assert unmet(item).keys() == {
        *("initial_pictured", "final_pictured", "letters_were_shown"),
        *("score_adds_up", "screenshots_were_shown", "report_agrees"),
    }


ODD = ["", "\0", "x" * 200, "ünïcode", '"', "\uff11\u202e"]


@pytest.mark.parametrize("odd", ODD)
@pytest.mark.parametrize("name", TABLES)
def test_odd_cells(item: Path, name: str, odd: str) -> None:
    """Any cell may hold anything; what is said of it stays short and printable."""
    rows = rows_of(results(item, name))
    for column, row in enumerate(rows[5 : 5 + len(rows[0])]):
        row[column] = odd
    write_table(results(item, name), rows)
    verdict = grade(item)
    assert verdict.outcome == "unsolved"
    assert all(c.reason.isprintable() for c in (*verdict.criteria, *verdict.proof))
    assert all(len(c.reason) < 600 for c in (*verdict.criteria, *verdict.proof))


@pytest.mark.parametrize("odd", [None, [], {}, "x", -1, 1e308, True, "9" * 5000])
def test_odd_reports(item: Path, odd: object) -> None:
    """The same of the report."""
    told = json.loads(results(item, "report.json").read_text())
    results(item, "report.json").write_text(json.dumps(dict.fromkeys(told, odd)))
    assert {"report_complete", "report_agrees", "band_checked"} <= unmet(item).keys()


def test_a_band_by_the_players_own_count(tmp_path: Path) -> None:
    """Short words called unknown make the rest worth five letters each, and the game knows it."""

    def short_words(play: Play, words: Sequence[str]) -> Iterator[str]:
        yield "initial"
        for word in words[:8]:
            play.key(*word, "Return")
        yield "midgame"
        for word in words[-42:]:
            play.key(*word, "Return")
        yield "final"

    item = tmp_path / "item"
    build(item, player=short_words)
    assert unmet(item).keys() == {"band_checked"}
    rows = rows_of(results(item, "entered.csv"))
    called = [[*row[:2], "unknown"] if len(row[1]) == 3 else row for row in rows]
    write_table(results(item, "entered.csv"), called)
    told = sum(row[2] == "yes" for row in called)
    change_json(results(item, "report.json"), entered_accepted=told, score_match=True)
    compare(item, covered=[row[1] for row in called if row[2] == "yes"], missed=[])
    reasons = unmet(item)
    assert reasons.keys() == {"score_adds_up"}
    points = sum(len(row[1]) for row in rows[1:])
    assert f"the game accepted 50 words, {points} is not" in reasons["score_adds_up"]


def test_pictures_of_the_next_round(tmp_path: Path) -> None:
    """After the full word NEW keeps the total: its first picture shows the score of the first."""
    item = tmp_path / "item"
    shown: list[Path] = []

    def went_on(play: Play, words: Sequence[str]) -> Iterator[str]:
        yield from stopped(play, words)
        play.key("Escape")
        play.click(layout.NEW)
        shown.append(play.look())
        for word in play.rounds.round.answers[:4]:
            play.key(*word, "Return")
            yield ""

    build(item, player=went_on)
    assert unmet(item) == {}
    shutil.copyfile(shown[0], results(item, PICTURES[2]))
    reasons = unmet(item)
    assert reasons.keys() == {"screenshots_were_shown"}
    assert "shows letters of another root" in reasons["screenshots_were_shown"]
    shutil.copyfile(sorted((item / "witness" / "frames").iterdir())[-1], results(item, PICTURES[1]))
    assert "not in its turn" in unmet(item)["screenshots_were_shown"]


def test_times_that_run_backwards(item: Path) -> None:
    """In the player's table, and in the game's log."""
    rows = rows_of(results(item, "entered.csv"))
    rows[7][0], rows[8][0] = rows[8][0], rows[7][0]
    write_table(results(item, "entered.csv"), rows)
    assert "row 8 of results/entered.csv goes back in time" in unmet(item)["words_were_typed"]
    log = item / "witness" / "game" / LOG
    rows = rows_of(log)
    rows[7][0], rows[8][0] = rows[8][0], rows[7][0]
    write_table(log, rows)
    assert "goes back in time" in unmet(item)["game_wrote_the_log"]


def test_a_log_that_is_not_there(item: Path) -> None:
    """Then nothing of the play is proven."""
    (item / "witness" / "game" / LOG).unlink()
    assert unmet(item).keys() == {
        *("game_wrote_the_log", "root_equals_truth", "letters_were_shown", "words_were_typed"),
        *("verdicts_follow_the_rules", "score_adds_up", "screenshots_were_shown"),
    }


def test_everything_is_covered_or_missed(item: Path) -> None:
    """A comparison of short words alone leaves the long ones out."""
    words = [row[1] for row in rows_of(results(item, "entered.csv")) if row[2] == "yes"]
    compare(item, covered=[word for word in words if len(word) < 7], missed=[])
    assert unmet(item).keys() == {"diff_agrees"}
    assert "tells nothing of 6 long words" in unmet(item)["diff_agrees"]


def test_play_all_has_every_kind_of_submission(honest: Path) -> None:
    """The honest evidence is not only of words that are accepted."""
    with (honest / "witness" / "game" / LOG).open(newline="") as file:
        verdicts = {row["verdict"] for row in csv.DictReader(file)}
    assert verdicts == {"start", "accepted", "rejected", "duplicate", "bonus", "quit"}
    assert play_all.__doc__
