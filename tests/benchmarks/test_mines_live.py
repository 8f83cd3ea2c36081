"""The live Mines benchmark: figures of won games, and a real game timed."""

from pathlib import Path

from benchmarks.mines_live import Timed, play_until, summary


def test_figures_are_those_of_won_games() -> None:
    """Lost games are counted, and leave no mark on seconds and shares."""
    lost = Timed(seed=1, won=False, clicks=9, looks=3, wall_s=100.0, cpu_s=90.0)
    won = [
        Timed(seed=seed, won=True, clicks=300 + seed, looks=40, wall_s=wall, cpu_s=0.5)
        for seed, wall in ((1, 4.0), (2, 5.0), (3, 6.0))
    ]
    assert summary([lost, *won]) == {
        "seeds": 3,
        "games": 4,
        "won": 3,
        "seconds_to_win": {"median": 5.0, "longest": 6.0},
        "our_share": 0.1,
        "clicks": 302,
        "looks": 40,
    }


def test_a_real_game_is_won_and_timed(tmp_path: Path) -> None:
    """Each seed is played until it is won or four games are lost."""
    games = play_until(1, tmp_path)
    assert [game.won for game in games].count(True) == 1
    assert games[-1].won
    assert games[-1].clicks > 200
    assert 0 < games[-1].cpu_s < games[-1].wall_s
