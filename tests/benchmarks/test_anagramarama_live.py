"""The live Anagramarama benchmark: figures that add up, and a real round played and timed."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from benchmarks.anagramarama_live import Played, differing, measure, played, shown, summary
from benchmarks.anagramarama_table import Row, Table, answers, started
from benchmarks.stage import own_screen

ROUND = Played(
    root="vintage",
    answers=50,
    entered=50,
    accepted=50,
    doubled=True,
    score=400,
    lost=0,
    misread=0,
    divergences=0,
    wall_s=4.0,
    cpu_s=1.0,
)


def test_figures_add_up() -> None:
    """Shares and rates are over all rounds, seconds a round the median."""
    slow = replace(ROUND, wall_s=8.0, cpu_s=1.0, misread=1)
    unfinished = replace(
        ROUND, answers=150, entered=102, accepted=100, doubled=False, lost=2, divergences=3
    )
    assert summary([ROUND, slow, replace(unfinished, wall_s=10.0, cpu_s=2.4)]) == {
        "rounds": 3,
        "answers": 250,
        "entered_share": 0.8,
        "complete_rounds": 2,
        "doubled_rounds": 2,
        "lost_words": 2,
        "misread": 1,
        "divergences": 3,
        "words_per_s": 9.2,
        "seconds_a_round": 8.0,
        "longest_round_s": 10.0,
        "our_share": 0.2,
    }


@pytest.mark.parametrize(
    ("ours", "theirs", "count"),
    [
        (["a", "b"], ["a", "b"], 0),
        (["a", "b"], ["a", "c"], 1),
        (["a", "b"], ["a"], 1),
        ([], ["a", "b"], 2),
        (["a", None], ["a", "b"], 1),
    ],
)
def test_differences_are_counted(
    ours: Sequence[object], theirs: Sequence[object], count: int
) -> None:
    """Place by place; what only one list has counts as well."""
    assert differing(ours, theirs) == count


def test_the_last_word_found_shows_the_points_doubled() -> None:
    """The game writes the doubling in a line of its own, before it draws."""
    rows = [
        Row(1.0, "vintage", "start", 0),
        Row(2.0, "vintage", "accepted", 7),
        Row(3.0, "vintage", "duplicate", 7),
        Row(4.0, "xyz", "rejected", 7),
        Row(5.0, "tea", "accepted", 10),
    ]
    due = [("vintage", "accepted", 7), ("vintage", "duplicate", 7), ("xyz", "rejected", 7)]
    assert shown(rows) == [*due, ("tea", "accepted", 10)]
    assert shown([*rows, Row(5.0, "", "bonus", 20)]) == [*due, ("tea", "accepted", 20)]
    assert shown(rows[:1]) == []


def test_a_real_round_is_played_and_timed(tmp_path: Path) -> None:
    """Every word of a round is found, seen, and in the log; so is every word typed unseen."""
    (game,), unseen = measure(["vintage"], tmp_path)
    words = answers("vintage")
    assert (game.answers, game.entered, game.accepted) == (len(words),) * 3
    assert (game.doubled, game.score) == (True, 2 * sum(map(len, words)))
    assert (game.lost, game.misread, game.divergences) == (0, 0, 0)
    assert 0 < game.cpu_s < game.wall_s < 300
    assert (unseen["words"], unseen["lost"]) == (len(words), 0)
    assert unseen["sent_per_s"] >= unseen["taken_per_s"] > 0


def test_what_is_lost_or_misread_is_counted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A log that has the first word otherwise, and lacks the last one, is told apart."""
    rows = Table.rows

    def another(table: Table) -> list[Row]:
        lines = rows(table)
        first = next(i for i, row in enumerate(lines) if row.verdict == "accepted")
        lines[first] = replace(lines[first], word="veinier", score=99)
        last = max(i for i, row in enumerate(lines) if row.verdict == "accepted")
        return [line for i, line in enumerate(lines) if i != last]

    with own_screen() as screen, started("vintage", screen=screen, folder=tmp_path) as table:
        monkeypatch.setattr("benchmarks.anagramarama_table.LOST_AFTER_S", 0.2)
        monkeypatch.setattr(Table, "rows", another)
        game = played(table)
    assert (game.entered, game.accepted) == (game.answers, game.answers - 1)
    assert game.lost == 2
    assert game.misread >= 2
