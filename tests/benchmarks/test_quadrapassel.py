"""The Quadrapassel benchmark: the game's rules, fair play, figures that add up."""

import json
import random
import sys
from collections.abc import Sequence
from math import inf
from pathlib import Path

import pytest

from benchmarks import quadrapassel
from benchmarks.quadrapassel import EVALUATIONS, Contest, contests, ours, per_loss
from benchmarks.quadrapassel_game import Game, Play, keys_of, land, play, reaches
from solvers.quadrapassel import Move, State


def filled(game: Game) -> set[tuple[int, int]]:
    """The cells that lie, as (column, row)."""
    return {divmod(i, game.rows) for i, cell in enumerate(game.cells) if cell}


def test_a_piece_falls_lands_and_the_next_one_comes() -> None:
    """It goes down a row at a time, lies on the floor, and what was announced appears on top."""
    game = Game(seed=1)
    game.piece, game.rotation, game.x, game.y = "O", 0, 3, -1
    announced = game.following
    falls = 0
    while game.fall():
        falls += 1
    assert falls == 18
    assert filled(game) == {(4, 18), (5, 18), (4, 19), (5, 19)}
    assert (game.last, game.landed, game.height()) == ((0, 3, 17), 1, 2)
    assert (game.piece, game.rotation) == announced


def test_full_rows_go_and_what_is_above_comes_down() -> None:
    """An upright I beside three full rows and a full one above them leaves its neighbours."""
    game = Game(seed=1)
    for x in range(9):
        for y in (16, 17, 19):
            game.cells[x * 20 + y] = True
    game.cells[4 * 20 + 15] = True
    game.piece, game.rotation, game.x, game.y = "I", 1, 8, 3
    game.press("drop")
    assert game.lines == 3
    assert filled(game) == {(4, 18), (9, 19)}


def test_keys_do_what_the_game_lets_them() -> None:
    """Walls, the floor and other cells stop a piece; it is never kicked."""
    game = Game(seed=1)
    game.piece, game.rotation, game.x, game.y = "I", 1, 3, 0
    assert [game.press("left") for _ in range(6)] == [True] * 4 + [False] * 2
    assert game.x == -1
    assert not game.press("turn")
    assert game.press("down")
    assert (game.x, game.y, game.rotation) == (-1, 1, 1)
    game.y = 16
    assert not game.press("down")
    assert game.landed == 0


def test_the_row_above_is_looked_up_at_the_foot_of_the_column_before() -> None:
    """Index column * 20 + row with row -1, which in the first column is before the list."""
    game = Game(seed=1)
    game.piece = "I"
    assert game.fits(3, -1, 1)
    game.cells[3 * 20 + 19] = True
    assert not game.fits(3, -1, 1)
    assert game.fits(4, -1, 1)
    assert not game.fits(-1, -1, 1)


def test_a_seed_gives_its_pieces_and_all_of_them_occur() -> None:
    """The same pieces however one plays; seven of them, in four rotations."""
    courses = []
    for player in (ours, lambda state, slack: ()):
        game, luck, course = Game(seed=5), random.Random(0), []
        while not game.over and game.landed < 9:
            course.append((game.piece, game.rotation))
            land(game, lambda state, p=player: p(state, slack=0), falls=0, luck=luck)  # type: ignore[misc]
        courses.append(course)
    assert len(courses[1]) > 4
    assert courses[0][: len(courses[1])] == courses[1]
    kinds = {Game(seed=seed).following for seed in range(400)}
    assert len(kinds) == 28


def test_a_tower_ends_the_game() -> None:
    """Dropping every piece where it appears loses; ours, on the same pieces, does not."""
    lost = play(lambda state: (), seed=3, rows=20, pieces=100, falls=0)
    assert lost.lost
    assert lost.highest >= 16
    assert lost.pieces < 30
    kept = play(lambda state: ours(state, slack=2), seed=3, rows=20, pieces=100, falls=2)
    assert (kept.lost, kept.pieces, kept.missed) == (False, 100, 0)
    assert kept.lines >= 35
    assert len(kept.cpu_ms) == 100


@pytest.mark.parametrize("falls", [1, 4, 9])
def test_ours_misses_no_place_while_the_piece_falls(falls: int) -> None:
    """Told how many rows each piece falls, it chooses places that are reached all the same."""
    game = play(lambda state: ours(state, slack=falls), seed=falls, rows=20, pieces=60, falls=falls)
    assert (game.pieces, game.missed, game.lost) == (60, 0, False)


def test_a_player_that_is_not_told_of_falls_misses_some() -> None:
    """In a low field the falls that are simulated do their harm."""
    games = [
        play(lambda state: ours(state, slack=0), seed=seed, rows=6, pieces=60, falls=3)
        for seed in range(4)
    ]
    assert sum(game.missed for game in games) > 0


def test_what_cannot_be_reached_is_passed_over() -> None:
    """Of a player's choices the first counts that the keys lead to."""
    game = Game(seed=1)
    game.piece, game.rotation, game.x, game.y = "O", 0, 3, -1
    far, near = Move(0, 7, 0, 10, 17, 0, 0.0), Move(0, -2, 0, 1, 17, 0, 0.0)
    assert not reaches(game, far)
    assert reaches(game, near)
    assert keys_of(near) == ["left", "left", "drop"]
    hit, _ = land(game, lambda state: [far, near], falls=0, luck=random.Random(1))
    assert hit
    assert filled(game) == {(2, 18), (3, 18), (2, 19), (3, 19)}


def test_interval_of_lines_per_lost_game() -> None:
    """Garwood's limits: one loss is 0.0253 to 5.572 of them, ten are 4.795 to 18.391."""
    assert per_loss(1000, 1) == pytest.approx((1000 / 5.5716, 1000 / 0.025318), rel=1e-4)
    assert per_loss(1000, 10) == pytest.approx((1000 / 18.3904, 1000 / 4.7954), rel=1e-4)
    low, high = per_loss(1000, 0)
    assert low == pytest.approx(1000 / 3.6889, rel=1e-4)
    assert high == inf


def test_summary_adds_up() -> None:
    """Lines are of all games, also of those that were not lost."""
    plays = [
        Play(0, 100, 30, True, 1, 4.0, 8, (1.0,) * 100),
        Play(1, 300, 120, False, 0, 2.0, 6, (3.0,) * 300),
    ]
    figures = quadrapassel.summary(plays)
    assert (figures["games"], figures["lost"], figures["lines"]) == (2, 1, 150)
    assert figures["lines_per_lost_game"] == 150
    assert figures["mean_height"] == pytest.approx(2.5)
    assert (figures["highest"], figures["missed"]) == (8, 1)
    assert figures["decision_ms_median"] == 3.0
    assert figures["pieces_per_s"] == pytest.approx(400)
    figures = quadrapassel.summary(plays[1:])
    assert figures["lines_per_lost_game"] is None
    assert figures["lines_per_lost_game_95"][1] is None


def test_everyone_in_a_contest_is_a_player() -> None:
    """Names are looked up only when it is their turn; none of them may be unknown."""
    played = [*contests(quick=True, peer=True), *contests(quick=False, peer=True), EVALUATIONS]
    assert {who for contest in played for who in contest.players} <= set(quadrapassel.PLAYERS)


PEER = """
import numpy as np
from dataclasses import dataclass
@dataclass
class Result:
    index: int; x: int; y: int; score: float; priority: int
SEEN = []
def pierre_dellacherie(matrix, current):
    SEEN.append((matrix.copy(), [shape.copy() for shape in current]))
    return [Result(0, 0, 15, 1.0, 0), Result(1, 5, 14, 0.5, 0)]
"""


def test_the_peer_is_asked_in_its_own_terms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its field has walls and floor of three; shapes come in the order of turns; answers are ours.

    What stands in for the peer has its signature and answers by rote.
    """
    (tmp_path / "pytetris").mkdir()
    (tmp_path / "pytetris" / "ai.py").write_text(PEER)
    monkeypatch.syspath_prepend(str(tmp_path))
    state = State(10, 8, (*[0] * 7, 0b1000000001), "L", 3, 4, 0)
    first, second = quadrapassel.pytetris(state, slack=0)
    peer = sys.modules.pop("pytetris.ai")
    sys.modules.pop("pytetris")
    ((field, shapes),) = peer.SEEN
    assert field.shape == (25, 16)
    assert field.sum() == 25 * 6 + 3 * 10 + 2
    assert (field[21, 3], field[21, 12], field[21, 4]) == (1, 1, 0)
    assert shapes[0].tolist() == [[1, 1, 0, 0], [0, 1, 0, 0], [0, 1, 0, 0], [0, 0, 0, 0]]
    assert shapes[1].tolist() == [[0, 0, 0, 0], [1, 1, 1, 0], [1, 0, 0, 0], [0, 0, 0, 0]]
    assert (first.turns, first.shift, first.rotation, first.x, first.y) == (0, -4, 3, 0, 3)
    assert (second.turns, second.shift, second.rotation, second.x, second.y) == (1, 1, 0, 5, 2)


def test_runs_and_writes_its_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A small contest ends with a line a player and a JSON file that names the machine."""
    path = tmp_path / "quadrapassel.json"

    def small(*, quick: bool, peer: bool) -> Sequence[Contest]:
        assert (quick, peer) == (True, False)
        return [Contest(8, 0, 2, 40, ("ours", "El-Tetris"))]

    monkeypatch.setattr(quadrapassel, "contests", small)
    monkeypatch.setattr(sys, "argv", ["quadrapassel", "--quick", "--json", str(path)])
    assert quadrapassel.main() == 0
    document = json.loads(path.read_text())
    (contest,) = document["contests"]
    assert (contest["rows"], contest["games"]) == (8, 2)
    assert contest["players"]["ours"]["games"] == 2
    assert document["machine"]["cores"] >= 1
    out = capsys.readouterr().out
    assert "8 rows, 0 rows of fall" in out
    assert "  El-Tetris: " in out


def test_names_a_missing_peer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder without the peer is refused with exit status 2."""
    monkeypatch.setattr(sys, "argv", ["quadrapassel", "--peer", str(tmp_path)])
    assert quadrapassel.main() == 2
    assert "pytetris/ai.py" in capsys.readouterr().out
