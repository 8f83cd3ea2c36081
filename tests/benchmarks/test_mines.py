"""The Minesweeper benchmark: boards by gnome-mines' rule, fair play, figures that add up."""

import json
import signal
import sys
from pathlib import Path

import pytest

from benchmarks import mines
from benchmarks.mines import FIRST, HEIGHT, MINES, WIDTH, Play, in_lives, layout, neighbours
from solvers.mines import FLAG, HIDDEN


def test_boards_are_laid_by_the_games_rule() -> None:
    """99 mines, none at the first click or around it; a seed gives its board and no other."""
    boards = [layout(board) for board in range(50)]
    assert {len(board) for board in boards} == {MINES}
    assert all(0 <= cell < WIDTH * HEIGHT for board in boards for cell in board)
    assert not any(board & {FIRST, *neighbours()[FIRST]} for board in boards)
    assert len(set(boards)) == 50
    assert layout(7) == boards[7]


def test_opening_a_zero_opens_all_around() -> None:
    """Numbers count the mines around, and zeros spread to the numbers that bound them."""
    cells = [HIDDEN] * (WIDTH * HEIGHT)
    mines.open_cell(cells, FIRST, layout(1))
    shown = {cell for cell, code in enumerate(cells) if code >= 0}
    assert cells[FIRST] == 0
    for cell in shown:
        near = neighbours()[cell]
        assert cells[cell] == len(layout(1).intersection(near))
        assert cells[cell] or shown.issuperset(near)
        assert any(cells[n] == 0 for n in near)


def test_a_game_is_won_only_by_clearing_it() -> None:
    """Our plays say what happened: guesses are counted, time is taken, both ends occur."""
    plays = [mines.play(("ours", board)) for board in range(12)]
    assert {p.won for p in plays} == {True, False}
    assert all(p.won or p.guesses for p in plays)
    # one easy game may take less than a tick of the CPU clock
    assert sum(p.cpu_s for p in plays) > 0
    assert all(p.slowest_s > 0 for p in plays)


def test_a_wrong_proof_ends_the_benchmark(monkeypatch: pytest.MonkeyPatch) -> None:
    """A mine opened as proven safe, or a number flagged, is an error and no mere loss."""
    mine = min(layout(0))
    answers: list[mines.Opened] = [({mine}, set(), False), (set(), {FIRST}, False)]
    monkeypatch.setitem(mines.PLAYERS, "ours", lambda cells: answers.pop())
    for _ in range(2):
        with pytest.raises(RuntimeError, match="board 0: a proven move is wrong"):
            mines.play(("ours", 0))


def test_a_game_that_takes_too_long_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player that never answers loses when the game's time is over."""

    def never(cells: list[int]) -> mines.Opened:
        while True:
            pass

    monkeypatch.setitem(mines.PLAYERS, "slow", never)
    monkeypatch.setattr(mines, "GAME_S", 0.1)
    before = signal.getsignal(signal.SIGVTALRM)
    mines.prepare(None)
    try:
        assert mines.play(("slow", 0)) == Play(0, False, 0, 0.1, 0.1)
    finally:
        signal.signal(signal.SIGVTALRM, before)


def test_wilson_interval() -> None:
    """The interval is the published one: 8 of 10 gives 49.0 to 94.3 per cent."""
    assert mines.wilson(8, 10) == pytest.approx((0.4902, 0.9433), abs=5e-5)
    low, high = mines.wilson(546, 1000)
    assert low < 0.546 < high


def test_four_games() -> None:
    """A player that wins half its games wins one of four in 15 of 16 cases."""
    assert in_lives(0.5) == pytest.approx(15 / 16)


def test_summary_adds_up() -> None:
    """Shares are of all boards, the speed is by CPU seconds."""
    plays = [Play(0, True, 0, 0.5, 0.1), Play(1, True, 2, 0.5, 0.3), Play(2, False, 1, 1.0, 0.2)]
    figures = mines.summary(plays)
    assert (figures["boards"], figures["won"], figures["wins"]) == (3, 2, "110")
    assert figures["games_per_s"] == pytest.approx(1.5)
    assert figures["guesses_per_game"] == pytest.approx(1.0)
    assert figures["won_without_guess"] == pytest.approx(1 / 3)
    assert (figures["slowest_decision_s"], figures["late"]) == (0.3, 0)


def test_runs_and_writes_its_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Six boards end with a line of figures and a JSON file that names the machine."""
    path = tmp_path / "mines.json"
    monkeypatch.setattr(sys, "argv", ["mines", "--boards", "6", "--json", str(path)])
    assert mines.main() == 0
    document = json.loads(path.read_text())
    assert document["players"]["ours"]["boards"] == 6
    assert document["machine"]["cores"] >= 1
    out = capsys.readouterr().out
    assert "ours: won " in out
    assert "of 6 = " in out


def test_names_a_missing_peer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder without the peer's solver is refused with exit status 2."""
    monkeypatch.setattr(sys, "argv", ["mines", "--peer", str(tmp_path)])
    assert mines.main() == 2
    assert "minesweeper_solver.py" in capsys.readouterr().out


def test_known_mines_stay_closed() -> None:
    """Our answer for a board tells flags from cells to open."""
    cells = [HIDDEN] * (WIDTH * HEIGHT)
    mines.open_cell(cells, FIRST, layout(3))
    opened, flagged, guess = mines.ours(cells)
    assert not guess
    assert flagged <= layout(3)
    assert not opened & layout(3)
    for cell in flagged:
        cells[cell] = FLAG
    assert not mines.ours(cells)[1] & flagged
