"""The benchmark of reading Anagramarama: a real round is read right, and wrong readings count."""

import random
from pathlib import Path

import pytest

from benchmarks import anagramarama_reading
from benchmarks.anagramarama_reading import ACTS, Figures, Player, measure
from benchmarks.anagramarama_table import answers, started
from benchmarks.stage import own_screen
from drivers.errors import UnknownLook

ROOT = "vintage"


def test_answers_stand_by_length_and_alphabet() -> None:
    """As the picture has them; the letters suffice for each."""
    words = answers(ROOT)
    assert words.index("ant") < words.index("vat") < words.index("gate") < words.index("vine")
    assert words[-1] == ROOT
    assert len(set(words)) == len(words) > 40


def test_a_real_round_is_compared(tmp_path: Path) -> None:
    """Things of all kinds are done, all values of all pictures are right, SOLVE reveals."""
    figures = measure(frames=16, roots=[ROOT], by_contract=False, folder=tmp_path)
    assert (figures.errors, figures.refused) == ([], [])
    assert 16 <= figures.frames <= 30
    assert figures.values == 14 * figures.frames
    assert figures.acts["solve"] == 1
    assert len(set(figures.acts) & set(ACTS)) >= 5


def test_what_differs_is_counted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another score, another guess, a word that was never found: each is an error of its own."""
    monkeypatch.setattr(anagramarama_reading, "STILL_S", 0.1)
    with own_screen() as screen, started(ROOT, screen=screen, folder=tmp_path) as table:
        figures = Figures(by_contract=True)
        player = Player(table, figures, random.Random(2))
        player.do("find")
        assert figures.errors == []
        assert (figures.contract_frames, figures.contract_errors) == (1, [])
        player.score += 1
        player.found.add("vine" if "vine" not in player.found else "vane")
        player.guess = "v"
        player.look("here")
    assert {error.split(":")[0] for error in figures.errors} >= {
        *("here, score", "here, found", "here, guess", "here, tray")
    }
    assert f"here, score: {player.score - 1}, not {player.score}" in figures.errors
    (error,) = figures.contract_errors
    assert error.startswith("here: ")
    assert error.endswith(f", not {player.score}")


def test_a_picture_that_is_not_read_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is told where and why, and the round goes on."""
    with own_screen() as screen, started(ROOT, screen=screen, folder=tmp_path) as table:
        figures = Figures()
        player = Player(table, figures, random.Random(2))

        def blind(frame: object) -> None:
            raise UnknownLook("fog")

        with monkeypatch.context() as patch:
            patch.setattr(anagramarama_reading, "read_sight", blind)
            player.look("here")
        player.look("there")
    assert figures.refused == ["here: fog"]
    assert (figures.frames, figures.errors) == (1, [])
