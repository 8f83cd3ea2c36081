"""A player that speaks only MCP: `--player "PYTHON .../mcp_client.py {mcp}"`.

It starts the server it is given the command line of, lists the tools, looks, and presses a key:
all that an agent's own loop needs.
"""

import asyncio
import base64
import os
import shlex
import sys
from pathlib import Path

from mcp import Client
from mcp.client.stdio import StdioServerParameters


async def main(server: str) -> None:
    """Look, act, look again, and keep what was seen."""
    program, *arguments = shlex.split(server)
    results = Path(os.environ["WORKSPACE"], "results")
    async with Client(StdioServerParameters(command=program, args=arguments)) as client:
        print(*(tool.name for tool in (await client.list_tools()).tools))
        for name in ("before", "after"):
            answer = await client.call_tool("screenshot", {})
            image = next(block for block in answer.content if block.type == "image")
            (results / f"{name}.png").write_bytes(base64.b64decode(image.data))
            print((await client.call_tool("key", {"keys": "Right"})).content)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1]))
