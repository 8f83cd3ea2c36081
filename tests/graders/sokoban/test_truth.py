"""The truth of a seed is what the rule says, and nothing else."""

from collections import Counter

import pytest

from graders.errors import GradingFailed
from graders.sokoban.truth import level_text, symmetry, transformed

BOARD = ["####", "#@ #", "#$.##", "#####"]


def test_symmetry_is_the_documented_rule() -> None:
    """Values worked out by `printf SEED/1 | sha256sum`; a change would make old runs unreadable."""
    assert [symmetry(seed, 1) for seed in range(8)] == [1, 5, 5, 2, 2, 0, 4, 3]


def test_all_symmetries_occur() -> None:
    """Each of the eight comes up about equally often."""
    counts = Counter(symmetry(seed, level) for seed in range(400) for level in (1, 2, 3))
    assert sorted(counts) == list(range(8))
    assert min(counts.values()) > 100


def test_quarter_turn_is_clockwise() -> None:
    """The left column read upwards becomes the top row."""
    assert transformed(BOARD, 1) == ["####", "#$@#", "#. #", "####", "##"]


def test_mirror_is_left_right() -> None:
    """Symmetry 4 reverses the rows, and keeps blanks at the left that hold a row in its place."""
    assert transformed(BOARD, 4) == [" ####", " # @#", "##.$#", "#####"]


@pytest.mark.parametrize("k", range(8))
def test_symmetries_keep_the_tiles(k: int) -> None:
    """Every symmetry has the same tiles, and none but the blanks is lost."""
    count = Counter("".join(transformed(BOARD, k)).replace(" ", ""))
    assert count == Counter("".join(BOARD).replace(" ", ""))


def test_comment_lines_stay() -> None:
    """Titles and comments around the board are kept as they are."""
    text = "Title: T\n" + "\n".join(BOARD) + "\n; end\n"
    lines = level_text(text, 2, 1).splitlines()
    assert (lines[0], lines[-1]) == ("Title: T", "; end")
    assert lines[1:-1] == transformed(BOARD, symmetry(2, 1))


def test_no_seed_leaves_the_level_alone() -> None:
    """Without a seed the text is returned as filed, to the byte."""
    assert level_text("anything\r\n", None, 1) == "anything\r\n"


@pytest.mark.parametrize("text", ["", "no board\n", "###\n\n###\n"])
def test_text_without_one_board_is_refused(text: str) -> None:
    """No board, or two, is a mistake of the repository and raises."""
    with pytest.raises(GradingFailed, match="one board"):
        level_text(text, 1, 1)
