"""The live Quadrapassel benchmark: figures that add up, and a real game timed."""

from pathlib import Path

from benchmarks.quadrapassel_live import Timed, play, summary


def game(seed: int, *, wall_s: float, divergences: int = 0, level: int = 1) -> Timed:
    """A game of 50 pieces, 40 of which cleared nothing and took 0.1 s each."""
    return Timed(
        seed=seed,
        pieces=50,
        over=False,
        lines=10,
        level=level,
        divergences=divergences,
        as_computed=seed != 3,
        wall_s=wall_s,
        cpu_s=wall_s / 5,
        plain_s=(0.1,) * 40,
    )


def test_figures_add_up() -> None:
    """Rates are over all games, seconds a game the median, shares of the whole time."""
    games = [
        game(1, wall_s=8.0),
        game(2, wall_s=10.0, divergences=3, level=4),
        game(3, wall_s=12.0),
    ]
    assert summary(games) == {
        "games": 3,
        "pieces": 150,
        "lines": 30,
        "lost": 0,
        "as_computed": 2,
        "highest_level": 4,
        "seconds_a_game": 10.0,
        "pieces_per_s": 5.0,
        "pieces_per_s_between_clears": 10.0,
        "divergences_per_1000": 20.0,
        "our_share": 0.2,
    }


def test_a_real_game_is_played_and_timed(tmp_path: Path) -> None:
    """Twelve pieces are those of the seed, and no picture surprises."""
    (played,) = play(range(5, 6), 12, tmp_path, ahead=3)
    assert (played.pieces, played.as_computed, played.divergences) == (12, True, 0)
    assert 0 < played.cpu_s < played.wall_s
