"""Levels, a few-line engine that knows nothing of the solver, and positions along a solution."""

from collections.abc import Iterator

import pytest

from solvers.sokoban import Cell, State

STEPS = {"L": (0, -1), "U": (-1, 0), "R": (0, 1), "D": (1, 0)}

CORRIDOR = "#######\n#@ $ .#\n#######"
TWO_ROOMS = """\
#########
#   #   #
# $   . #
# @$# . #
#   #   #
#########"""
WAREHOUSE = """\
  #####
###   #
#.@$  #
### $.#
#.##$ #
# # . ##
#$ *$$.#
#   .  #
########"""
LEVELS = {"corridor": CORRIDOR, "two rooms": TWO_ROOMS, "warehouse": WAREHOUSE}

UNSOLVABLE = {
    "box in a corner": """\
######
#$ @ #
#   .#
######""",
    "boxes frozen side by side": """\
#######
#  $$ #
#@    #
#   ..#
#######""",
    "goal in a pocket": """\
#######
#@    #
# $ #.#
#     #
#######""",
    "one box must be lost to move the other": """\
########
#  #   #
#@$$ ..#
#  #   #
########""",
    "three boxes in a room with one door": """\
##########
#    #   #
# $$ $ ..#
# @  #  .#
##########""",
}


def replay(state: State, moves: str) -> tuple[int, frozenset[Cell]]:
    """Play moves by the rules; pushes and the boxes at the end. A move into a wall fails."""
    player, boxes, pushes = state.player, set(state.boxes), 0
    for letter in moves:
        dr, dc = STEPS[letter]
        player = (player[0] + dr, player[1] + dc)
        ahead = (player[0] + dr, player[1] + dc)
        if player in boxes:
            assert ahead not in boxes | state.walls, f"{letter} pushes a box into {ahead}"
            boxes = boxes - {player} | {ahead}
            pushes += 1
        assert player not in state.walls, f"{letter} walks into the wall at {player}"
    return pushes, frozenset(boxes)


def positions(state: State, moves: str) -> Iterator[State]:
    """Every position along moves, the first included."""
    player, boxes = state.player, state.boxes
    yield state
    for letter in moves:
        dr, dc = STEPS[letter]
        player = (player[0] + dr, player[1] + dc)
        if player in boxes:
            boxes = boxes - {player} | {(player[0] + dr, player[1] + dc)}
        yield State(
            walls=state.walls,
            goals=state.goals,
            boxes=boxes,
            player=player,
            height=state.height,
            width=state.width,
        )


@pytest.fixture(params=sorted(LEVELS))
def level(request: pytest.FixtureRequest) -> str:
    """One of the solvable levels."""
    return LEVELS[request.param]
