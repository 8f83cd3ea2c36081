"""What a summary says in free text is found, and what it does not say is not."""

import pytest

from graders.mines.summary import FLAGGED, HIT, RESTARTED, REVEALED
from graders.prose import told


@pytest.mark.parametrize(
    ("line", "word", "figure"),
    [
        ("revealed: 381", REVEALED, 381),
        ("381 cells were revealed", REVEALED, 381),
        ("revealed cells: 381 of 381", REVEALED, 381),
        ("| revealed | 380 |", REVEALED, 380),
        ("in the end 99 mines are flagged and 381 cells revealed", REVEALED, 381),
        ("in the end 99 mines are flagged and 381 cells revealed", FLAGGED, 99),
        ("揭开 381 格, 标记 99 个", REVEALED, 381),
        ("揭开 381 格, 标记 99 个", FLAGGED, 99),
        ("mines hit: 0", HIT, 0),
        ("mines hit: none", HIT, 0),
        ("no mine was hit", HIT, 0),
        ("i did not hit a mine", HIT, 0),
        ("1 mine was hit", HIT, 1),
        ("a mine was hit once", HIT, 1),
        ("mine hit: yes", HIT, 1),
        ("two mines exploded", HIT, 2),
        ("没有踩雷", HIT, 0),
        ("restarts: 3", RESTARTED, 3),
        ("without a restart", RESTARTED, 0),
        ("i restarted twice", RESTARTED, 2),
        ("play again was pressed once, so there was one restart", RESTARTED, 1),
    ],
)
def test_what_is_said_is_found(line: str, word: str, figure: int) -> None:
    """Before or behind its word, in digits or small words, in a sentence or a table."""
    assert told([line], word, figure)


@pytest.mark.parametrize(
    ("lines", "word", "figure"),
    [
        (["revealed: 300 of 381"], REVEALED, 381),
        (["revealed", "381"], REVEALED, 381),
        (["the board has 381 safe cells"], REVEALED, 381),
        (["revealed: 381.5"], REVEALED, 381),
        (["flagged: 98", "99 mines in all"], FLAGGED, 99),
        (["mines hit: 1"], HIT, 0),
        (["mines hit: 0"], HIT, 1),
        (["the white cells were zero"], HIT, 0),
        (["restarts: 2"], RESTARTED, 3),
        ([], RESTARTED, 0),
    ],
)
def test_what_is_not_said_is_not_found(lines: list[str], word: str, figure: int) -> None:
    """Another figure, another line, another word."""
    assert not told(lines, word, figure)
