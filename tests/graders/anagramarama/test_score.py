"""GAM 11: sub-scores where the contract's own grader has habits, and text read as it reads it."""

import io
import random
import re
import time
from pathlib import Path

import pytest
from PIL import Image, ImageDraw, ImageFont

from graders.anagramarama import ocr as anagramarama_ocr
from graders.anagramarama.case import Case
from graders.anagramarama.ocr import check_reader, text_on
from graders.anagramarama.score import SUBSCORES, covered_lines, in_band
from graders.errors import NoReader, Unreadable
from graders.grading import scored
from graders.workspace import TEXT_BYTES, Workspace


@pytest.fixture
def results(tmp_path: Path) -> Path:
    """A folder of deliverables, empty."""
    (tmp_path / "results").mkdir()
    return tmp_path / "results"


def scores(results: Path) -> dict[str, float]:
    """All sub-scores of a workspace."""
    return scored(SUBSCORES, Case(Workspace(results.parent), witness=None, seed=None))


def test_nothing_scores_nothing(results: Path) -> None:
    """An empty folder."""
    assert set(scores(results).values()) == {0.0}


@pytest.mark.parametrize(
    ("text", "score"),
    [
        ("contrasts\n", 1.0),
        ("  CONTRASTS ", 1.0),
        ("contrast\n", 0.0),
        ("contr4sts\n", 0.0),
        ("\ufeffcontrasts", 0.0),
        ("ééééééééé", 1.0),  # letters, says Python
    ],
)
def test_seed_ok(results: Path, text: str, score: float) -> None:
    """Nine letters, when blanks are off and case is forgotten; the criterion is stricter."""
    (results / "seed_normalized.txt").write_text(text)
    assert scores(results)["seed_ok"] == score


@pytest.mark.parametrize(
    ("report", "keys", "match"),
    [
        ('{"ocr_score_value": 15, "score_match": true}', 0.0, 1.0),
        ('{"ocr_score_value": "15", "score_match": "no"}', 0.0, 1.0),  # any text is true
        ('{"ocr_score_value": 15.9, "score_match": 1}', 0.0, 1.0),
        ('{"ocr_score_value": 14, "score_match": true}', 0.0, 0.0),
        ('{"ocr_score_value": 90, "score_match": true}', 0.0, 1.0),
        ('{"ocr_score_value": 91, "score_match": true}', 0.0, 0.0),
        ('{"ocr_score_value": 15, "score_match": false}', 0.0, 0.0),
        ('{"ocr_score_value": null, "score_match": true}', 0.0, 0.0),
        ('{"ocr_score_value": Infinity, "score_match": true}', 0.0, 0.0),
        (
            '["seed", "candidates_total", "entered_total", "entered_accepted", "max_word_len",'
            ' "screenshots", "ocr_score_value", "score_match"]',
            1.0,
            0.0,
        ),
        ("5", 0.0, 0.0),
        ("[" * 100_000, 0.0, 0.0),
    ],
)
def test_report(results: Path, report: str, keys: float, match: float) -> None:
    """Three words accepted make 15 to 90."""
    (results / "seed_normalized.txt").write_text("contrasts")
    rows = "".join(f"x,{word},YES\n" for word in ("cat", "taco", "Arc", "cat", "zoo"))
    (results / "entered.csv").write_text(f"ts_iso,word,accepted\n{rows}")
    (results / "report.json").write_text(report)
    told = scores(results)
    assert (told["report_keys_ok"], told["score_match_correct"]) == (keys, match)
    assert told["entered_csv_count"] == 3 / 18


def test_band() -> None:
    """Two words are too few for any."""
    assert not in_band(20, 2)
    assert in_band(15, 3)
    assert in_band(90, 3)
    assert not in_band(91, 3)
    assert not in_band(14, 3)


PIECES = ["covered: ", "covered ", "covered", "\n", " ", "\t", "-", "+", "*", "x", "missed", "\v"]


def test_covered_lines_are_those_of_the_pattern() -> None:
    """On 20 000 texts of its own pieces."""
    source = random.Random(11)
    for _ in range(20_000):
        text = "".join(source.choices(PIECES, k=source.randrange(12)))
        wanted = len(re.findall(r"^\s*[+\-*]?\s*covered[: ]", text, re.MULTILINE))
        assert covered_lines(text) == wanted, repr(text)


@pytest.mark.parametrize("piece", ["\n", " ", "\n-", "covered:", "\ncovered:", "covered"])
def test_long_comparisons_take_no_time(results: Path, piece: str) -> None:
    """The pattern itself needs hours for a file of empty lines."""
    (results / "diff.txt").write_text(piece * (TEXT_BYTES // len(piece)))
    before = time.process_time()
    assert scores(results)["diff_present"] == 0.4
    assert time.process_time() - before < 10


def drawn(text: str, mode: str = "RGB") -> Image.Image:
    """A picture with a line of text."""
    image = Image.new(mode, (420, 90), "white")
    font = ImageFont.load_default(34)
    ImageDraw.Draw(image).text((20, 20), text, fill="black", font=font)
    return image


def encoded(image: Image.Image, kind: str = "PNG") -> bytes:
    """Its bytes."""
    kept = io.BytesIO()
    image.save(kept, kind)
    return kept.getvalue()


@pytest.mark.parametrize("mode", ["RGB", "L", "P", "1"])
@pytest.mark.parametrize("kind", ["PNG", "TIFF", "BMP"])
def test_text_is_read(mode: str, kind: str) -> None:
    """Whatever the file's kind."""
    assert "Score 1234" in text_on(encoded(drawn("Score 1234").convert(mode), kind))


def test_what_is_transparent_is_white() -> None:
    """A black picture with letters of nothing reads as white letters on black do not."""
    image = drawn("Score 1234", "RGBA")
    alpha = drawn("Score 1234", "L").point(lambda value: 255 - value)
    image.paste("black", (0, 0, *image.size))
    image.putalpha(alpha)
    assert "Score 1234" in text_on(encoded(image))


def test_what_cannot_be_read() -> None:
    """No picture, too large a one, one too small for letters."""
    with pytest.raises(Unreadable, match="no picture that can be read"):
        text_on(b"\x89PNG nothing")
    with pytest.raises(Unreadable, match="too many pixels"):
        text_on(encoded(Image.new("1", (4097, 4096))))
    assert text_on(encoded(Image.new("RGB", (3, 3)))).strip() == ""


def reader(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str) -> None:
    """Let text be read by a program of the shell's: `$ours` tells whether the picture is ours."""
    (tmp_path / "ours.png").write_bytes(anagramarama_ocr._our_picture())
    script = tmp_path / "reader"
    script.write_text(
        f"#!/bin/sh\ncd {tmp_path}; echo >>runs; cat >$$.png\n"
        f"cmp -s $$.png ours.png && ours=yes\n{program}\n"
    )
    script.chmod(0o755)
    monkeypatch.setattr(anagramarama_ocr, "PROGRAM", str(script))
    text_on.cache_clear()


SAYS_OURS = 'test $ours && echo "Score 1234" && exit; '
SECOND_TIME = "test $(wc -l <runs) -gt 1 && "


@pytest.mark.parametrize(
    ("on_others", "why"),
    [
        ("exec sleep 60", r"^a picture that takes more than 5 s to be read$"),
        ("kill -SEGV $$", r"^a picture that ends its reader, signal 11$"),
        ("kill -KILL $$", r"^a picture that ends its reader, signal 9$"),
    ],
)
def test_a_picture_that_breaks_its_reader(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, on_others: str, why: str
) -> None:
    """A reader that still reads ours is not to blame."""
    reader(monkeypatch, tmp_path, SAYS_OURS + on_others)
    monkeypatch.setattr(anagramarama_ocr, "SECONDS", 5.0)
    began = time.monotonic()
    with pytest.raises(Unreadable, match=why):
        text_on(encoded(drawn(on_others)))
    assert time.monotonic() - began < 30
    check_reader()


@pytest.mark.parametrize(
    ("program", "why"),
    [
        (
            "kill -KILL $$",
            r"\(CalledProcessError, signal 9\).*apt install tesseract-ocr",
        ),
        ("exec sleep 60", r"does not run \(TimeoutExpired\)"),
        ("echo 'Error opening data file' >&2; exit 1", r"\(CalledProcessError, status 1\)"),
        ("exit 0", r"reads '' where Score 1234 is written"),
        ("echo Sc0re", r"reads 'Sc0re\\n' where"),
    ],
)
def test_a_reader_that_breaks_is_no_players_fault(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, program: str, why: str
) -> None:
    """Whether it is so from the start, or only when an honest picture's turn comes."""
    monkeypatch.setattr(anagramarama_ocr, "SECONDS", 5.0)
    reader(monkeypatch, tmp_path, program)
    with pytest.raises(NoReader, match=why):
        check_reader()
    if "Sc0re" not in program:  # a text that is wrong is a text: before anything is graded it shows
        with pytest.raises(NoReader, match=why):
            text_on(encoded(drawn(program)))


def test_a_reader_that_is_killed_once_reads_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """By somebody who needed its memory, for instance."""
    reader(monkeypatch, tmp_path, SAYS_OURS + f"{SECOND_TIME} echo read && exit; kill -KILL $$")
    assert text_on(encoded(drawn("once"))) == "read\n"


def test_a_reader_that_is_gone(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Somebody removed it meanwhile."""
    monkeypatch.setattr(anagramarama_ocr, "PROGRAM", str(tmp_path / "tesseract"))
    text_on.cache_clear()
    with pytest.raises(NoReader, match=r"FileNotFoundError"):
        text_on(encoded(drawn("gone")))


def test_a_slow_picture_is_given_up_once(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Who asks again gets the same answer at once: a play is not graded for many minutes."""
    (results / "slow.png").write_bytes(encoded(drawn("as slow as can be")))
    case = Case(Workspace(results.parent), witness=None, seed=None)
    reader(monkeypatch, tmp_path, SAYS_OURS + "exec sleep 60")
    monkeypatch.setattr(anagramarama_ocr, "SECONDS", 1.0)
    for _ in range(2):
        with pytest.raises(Unreadable, match=r"slow\.png': a picture .* more than 1 s"):
            case.text_on("results/slow.png")
        monkeypatch.setattr(anagramarama_ocr, "SECONDS", 60.0)


def test_without_a_reader_nobody_is_graded(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Neither without tesseract nor without its English."""
    check_reader()
    monkeypatch.setenv("TESSDATA_PREFIX", str(tmp_path))
    with pytest.raises(NoReader, match=r"tesseract-ocr"):
        check_reader()
    monkeypatch.setattr(anagramarama_ocr, "PROGRAM", str(tmp_path / "tesseract"))
    with pytest.raises(NoReader, match=r"FileNotFoundError.*apt install tesseract-ocr"):
        check_reader()
