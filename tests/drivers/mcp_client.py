"""The SDK's own client, as an agent would use it, and servers for it to talk to."""

import base64
import io
import subprocess
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import Any, Literal

import numpy as np
from mcp import Client
from mcp.client.stdio import StdioServerParameters
from mcp.types import CallToolResult, ImageContent, TextContent
from PIL import Image

from drivers.mcp.command import mcp_command
from drivers.screen import Frame, xauthority

ROOT = Path(__file__).parents[2]
Transport = Literal["stdio", "http"]


def command(display: str, *options: str) -> list[str]:
    """The command line of a server."""
    return [*mcp_command(display=display, cookie=xauthority(), code=ROOT), *options]


@contextmanager
def http_server(display: str, *options: str) -> Iterator[str]:
    """A server over HTTP on a free port; gives its address."""
    argv = command(display, "--http", "0", *options)
    with subprocess.Popen(argv, stderr=subprocess.PIPE, text=True) as process:
        assert process.stderr is not None
        try:
            yield process.stderr.readline().split()[-1]
        finally:
            process.terminate()
            process.wait(timeout=20)


@asynccontextmanager
async def connected(transport: Transport, display: str, *options: str) -> AsyncIterator[Client]:
    """A client of a server of its own, over either transport."""
    if transport == "http":
        with http_server(display, *options) as address:
            async with Client(address) as client:
                yield client
    else:
        program, *arguments = command(display, *options)
        async with Client(StdioServerParameters(command=program, args=arguments)) as client:
            yield client


def text(result: CallToolResult) -> str:
    """The text of an answer that is no error."""
    assert not result.is_error, said(result)
    return said(result)


def error(result: CallToolResult) -> str:
    """The text of an error."""
    assert result.is_error, said(result)
    return said(result)


def said(result: CallToolResult) -> str:
    """Every text of an answer, joined."""
    return "; ".join(block.text for block in result.content if isinstance(block, TextContent))


def picture(result: CallToolResult) -> Frame:
    """The one picture of an answer, decoded by somebody else's decoder."""
    assert not result.is_error, said(result)
    (image,) = (block for block in result.content if isinstance(block, ImageContent))
    assert image.mime_type == "image/png"
    with Image.open(io.BytesIO(base64.b64decode(image.data))) as decoded:
        assert decoded.format == "PNG"
        return np.asarray(decoded.convert("RGB"))


async def ask(client: Client, tool: str, **arguments: Any) -> CallToolResult:
    """Call a tool."""
    return await client.call_tool(tool, arguments)
