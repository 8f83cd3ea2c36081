"""A player that speaks only MCP: `mcp_agent.py SERVER_COMMAND_LINE`. It wins the game of GAM 5.

It sees the game in the pictures of the `screenshot` tool, and acts by the `key` tool. Of this
project it uses what reads a board from a picture and what solves one.
"""

import asyncio
import base64
import io
import json
import os
import shlex
import shutil
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[3]))  # whoever starts it binds these two folders

import numpy as np
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.types import ImageContent, TextContent
from PIL import Image

from drivers.sokoban import KEYS, find_grid, read_board
from solvers import sokoban

TITLE = "Sokoban"
LEVELS = (1, 2, 3)
PICTURES = (0.25, 0.5, 0.75, 1.0)
"""How far into a level it looks, and saves what it sees."""

PRESSES = 200
"""Keys that one call may press."""

LOOKS = 100
"""How often it looks for what it expects."""


class Agent:
    """One game, seen and played through one client."""

    def __init__(self, client: Client, workspace: Path) -> None:
        """Play through `client`, deliver into `workspace`."""
        self._client = client
        self._results = workspace / "results"
        self._game_output = Path(os.environ["GAME_OUTPUT"])

    async def play(self) -> None:
        """All levels, and what is wanted of each."""
        shutil.copy(sokoban.__file__, self._results / "solver.py")
        paragraphs, windows = [], []
        board = None
        for level in LEVELS:
            board = await self._see_other_than(board, f"level_{level}_initial.png")
            found = sokoban.solve(board, seconds=120.0)
            board = await self._walk(board, found.moves, level)
            self._deliver(level, found.moves)
            windows.append(f"level {level}: {await self._call('windows')}")
            paragraphs.append(
                f"Level {level} was solved by search over pushes: {len(found.moves)} moves, "
                f"{found.nodes} nodes expanded."
            )
            await self._call("key", keys="n")
        (self._results / "window_ids.log").write_text("\n".join(windows) + "\n")
        why = "Sokoban has few good pushes and many fatal ones, so that pruning decides it."
        (self._results / "summary.md").write_text("\n\n".join(["# Sokoban", *paragraphs, why]))

    async def _walk(self, board: sokoban.State, moves: str, level: int) -> sokoban.State:
        """Press the moves, stopping to look on the way and at the end."""
        done = 0
        for part in PICTURES:
            goal = int(len(moves) * part)
            for start in range(done, goal, PRESSES):
                keys = " ".join(KEYS[move] for move in moves[start : min(start + PRESSES, goal)])
                await self._call("key", keys=keys)
            for move in moves[done:goal]:
                board = stepped(board, move)
            done = goal
            name = "final" if done == len(moves) else f"step_{done:04d}"
            await self._see(board, f"level_{level}_{name}.png")
        return board

    async def _see(self, board: sokoban.State, name: str) -> None:
        """Look until the picture shows this board, and save that picture."""
        for _ in range(LOOKS):
            picture = await self._look()
            if read(picture) == board:
                (self._results / name).write_bytes(picture)
                return
        raise RuntimeError(f"the board for {name} did not come")

    async def _see_other_than(self, board: sokoban.State | None, name: str) -> sokoban.State:
        """Look until the picture shows another board, save that picture, return the board."""
        for _ in range(LOOKS):
            picture = await self._look()
            seen = read(picture)
            if seen != board:
                (self._results / name).write_bytes(picture)
                return seen
        raise RuntimeError(f"the board for {name} did not come")

    async def _look(self) -> bytes:
        """The PNG file that the server answers with."""
        answer = await self._client.call_tool("screenshot", {})
        (image,) = (block for block in answer.content if isinstance(block, ImageContent))
        return base64.b64decode(image.data)

    async def _call(self, tool: str, **arguments: str) -> str:
        """Call a tool; return the text it answers with."""
        answer = await self._client.call_tool(tool, arguments)
        text = "; ".join(block.text for block in answer.content if isinstance(block, TextContent))
        if answer.is_error:
            raise RuntimeError(text)
        return text

    def _deliver(self, level: int, moves: str) -> None:
        name, results = f"level_{level}", self._results
        (results / f"{name}_solution.txt").write_text(f"{moves}\n# moves={len(moves)}\n")
        for written in (f"{name}_moves.csv", f"{name}_result.json"):
            shutil.copy(self._game_output / written, results / written)
        history = json.loads((results / f"{name}_result.json").read_text())["history"]
        verify = {
            "solver_solution": moves,
            "game_history": history,
            "match": moves == history,
            "extra_moves": len(history) - len(moves),
        }
        (results / f"{name}_verify.json").write_text(json.dumps(verify) + "\n")


def read(picture: bytes) -> sokoban.State:
    """The board that a picture shows."""
    with Image.open(io.BytesIO(picture)) as image:
        frame = np.asarray(image.convert("RGB"))
    return read_board(frame, find_grid(frame))


def stepped(board: sokoban.State, move: str) -> sokoban.State:
    """The board after a step that is not blocked."""
    down, right = sokoban.MOVES[move]
    row, column = board.player
    ahead, beyond = (row + down, column + right), (row + 2 * down, column + 2 * right)
    boxes = board.boxes - {ahead} | {beyond} if ahead in board.boxes else board.boxes
    return sokoban.State(board.walls, board.goals, boxes, ahead, board.height, board.width)


async def main(server: str) -> None:
    """Start the server, look at the game's window alone, and play."""
    program, *arguments = shlex.split(server)
    parameters = StdioServerParameters(command=program, args=[*arguments, "--window", TITLE])
    async with Client(parameters) as client:
        await Agent(client, Path(os.environ["WORKSPACE"])).play()


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
