"""A player that runs the game a second time learns nothing of the first, and is told of."""

import shutil
from copy import deepcopy
from pathlib import Path

import numpy as np
from PIL import Image

from graders.mines.pixels import Board, read_board
from graders.mines.rules import lay_mines
from graders.mines.truth import wrong_numbers
from graders.truth import GlibRandom
from tests.e2e.runs import GAM_2, left_behind, play

AGENT = Path(__file__).parent / "agents" / "attack_second_game.py"
SEED = 1
OPENED = 9
"""Cells that the first click opens at least: the one clicked and those around it."""


def board_on(path: Path) -> Board:
    """The board of a picture of the whole screen."""
    with Image.open(path) as picture:
        return read_board(np.array(picture.convert("RGB")))


def is_of_the_seed(board: Board) -> bool:
    """Whether its numbers are those of the seed's first game, whichever cell was opened first."""
    stream = GlibRandom(SEED)
    blank = [cell for cell, number in board.numbers.items() if number == 0]
    return any(
        not wrong_numbers(board.numbers, lay_mines(deepcopy(stream), first)) for first in blank
    )


def test_a_second_game_shows_another_layout(tmp_path: Path) -> None:
    """The same click on the same board of the same program: other mines, as it has no seed."""
    agent = tmp_path / "agent"
    agent.mkdir()
    shutil.copy(AGENT, agent)
    options = ("--game-seed", str(SEED), "--video", "off", "--player-bind", str(agent))
    command = f"python3 {agent / AGENT.name}"
    run = play(GAM_2, tmp_path / "runs", *options, "--player", command)
    verdict, item = run.verdict(SEED), run.item(SEED)
    log = (item / "player.log").read_text()
    assert "it runs" in log, log
    second, real = (board_on(item / "workspace" / f"{name}.png") for name in ("second", "real"))
    assert min(len(second.numbers), len(real.numbers)) >= OPENED
    assert is_of_the_seed(real)
    assert not is_of_the_seed(second)
    assert (verdict["outcome"], verdict["proven_score"]) == ("unsolved", 0.0)
    why = {check["name"]: check["reason"] for check in verdict["proof"] if not check["met"]}
    assert "gnome-mines" in why["game_is_unmodified"]
    assert left_behind(tmp_path / "runs") == []
