"""GAM 11: the log that the game writes, and the first round of it."""

from pathlib import Path

import pytest

from graders.anagramarama.log import LOG_BYTES, Round, read_log
from graders.errors import Unreadable

HEADER = "time,word,verdict,score\n"


def lines(*told: str) -> str:
    """A log of words, verdicts and scores."""
    return HEADER + "".join(
        f"2026-05-01T10:00:0{second}.000000+00:00,{text}\n" for second, text in enumerate(told)
    )


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where it lies."""
    return tmp_path / "rounds.csv"


def test_a_round_to_its_end(path: Path) -> None:
    """All words found, the points doubled, and the game closed."""
    path.write_text(
        lines("cat,start,0", "cat,accepted,3", "tac,rejected,3", "act,accepted,6", ",bonus,12")
        + "2026-05-01T10:00:09.000000+00:00,,quit,12\n"
    )
    played = Round.of(read_log(path))
    assert (played.start.word, played.accepted, played.score) == ("cat", ["cat", "act"], 12)
    assert [line.verdict for line in played.lines] == [
        *("start", "accepted", "rejected", "accepted", "bonus")
    ]
    assert played.end is not None
    assert (played.end.verdict, played.closed) == ("bonus", True)


@pytest.mark.parametrize(
    ("told", "score", "closed"),
    [
        (["cat,start,0"], 0, False),
        (["cat,start,0", "cat,accepted,3"], 3, False),
        (["cat,start,0", "cat,accepted,3", ",timeout,3"], 3, True),
        (["cat,start,0", "cat,accepted,3", ",new,0", "dog,start,0", "dog,accepted,3"], 3, True),
        (["cat,start,0", "cat,accepted,3", ",solved,3", ",new,0", "dog,start,0"], 3, True),
        (["cat,start,0", "cat,accepted,3", ",quit,3"], 3, True),
    ],
)
def test_only_the_first_round_counts(path: Path, told: list[str], score: int, closed: bool) -> None:
    """Up to its end, or to where it was left."""
    path.write_text(lines(*told))
    played = Round.of(read_log(path))
    assert (played.score, played.closed) == (score, closed)
    assert played.lines[-1].verdict not in ("new", "quit")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "is none"),
        ("time,word,verdict\n", "does not begin with time,word,verdict,score"),
        (HEADER + "yesterday,cat,start,0\n", "is none"),
        (HEADER + "2026-05-01T10:00:00,cat,start,0\n", "no zone"),
        (lines("cat,start,0,0"), "is none"),
        (lines("cat,start,many"), "is none"),
        (lines("cat,found,0"), "no such verdict: found"),
        (lines(), "does not begin with a start"),
        (lines("cat,accepted,3"), "does not begin with a start"),
        (lines("cat,start,0", ",timeout,0", "cat,accepted,3"), "goes on with 'accepted'"),
        (lines("cat,start,0", "cat,start,0"), "goes on with 'start'"),
        ("\ufeff" + lines("cat,start,0"), "does not begin with"),
        (HEADER + "x" * LOG_BYTES, "longer than 8 MiB"),
    ],
)
def test_what_is_no_log(path: Path, text: str, said: str) -> None:
    """It is said why."""
    path.write_text(text)
    with pytest.raises(Unreadable, match=said):
        Round.of(read_log(path))


def test_no_log_at_all(path: Path) -> None:
    """Nor bytes that are no text."""
    with pytest.raises(Unreadable, match="is missing"):
        read_log(path)
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(Unreadable, match="is none"):
        read_log(path)
