"""A display as an MCP server: `python -m drivers.mcp --display :99 [--http 8000] [--window TITLE]`.

Over stdio, or over streamable HTTP at /mcp. Needs nothing of the harness but `drivers`, so that it
works inside a player's own sandbox too. docs/players/mcp.md has the tools.
"""

import argparse
import ipaddress
import os
import signal
import socket
import sys
from contextlib import ExitStack, closing
from types import FrameType
from typing import Any

import anyio
import uvicorn
from mcp.server import MCPServer
from mcp.server.transport_security import TransportSecuritySettings

from drivers.computer import Computer, find_window
from drivers.errors import HarnessError
from drivers.mcp.server import serve
from drivers.screen import Screen

LOCAL = "127.0.0.1"
LOOPBACKS = (LOCAL, "localhost", "::1")
"""For these the SDK itself lets in no other Host or Origin."""

LARGEST_REQUEST = 256 * 1024
"""Bytes; the longest text is a few thousand."""

HTTP_ENDS_WITHIN_S = 1
"""Streams that clients hold open would keep the server otherwise."""


def main(arguments: list[str]) -> int:
    """Serve until the client goes, or a signal comes; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m drivers.mcp", description=__doc__)
    parser.add_argument("--display", default=os.environ.get("DISPLAY"), help="default: $DISPLAY")
    parser.add_argument("--window", help="title or X id of the one window to serve; else all")
    parser.add_argument(
        "--http", type=address, metavar="[HOST:]PORT", help=f"not over stdio; HOST is {LOCAL}"
    )
    options = parser.parse_args(arguments)
    if not options.display:
        parser.error("--display is missing, and $DISPLAY names none")
    with ExitStack() as stack:
        try:
            screen = stack.enter_context(closing(Screen(options.display)))
            window = find_window(screen, options.window) if options.window else None
            computer = stack.enter_context(closing(Computer(screen, window=window)))
            listening = listen(*options.http) if options.http else None
        except (HarnessError, OSError) as exc:
            print(f"{parser.prog}: {exc}", file=sys.stderr)
            return 1
        end_tidily(computer)
        if listening:
            anyio.run(over_http, serve(computer), options.http[0], listening)
        else:
            serve(computer).run()
    return 0


def end_tidily(computer: Computer) -> None:
    """On Ctrl-C and SIGTERM release what is held down, and end at once.

    Not by an exception: it could come up anywhere in an event loop, and would then wait for stdin.
    """

    def end(signum: int, frame: FrameType | None) -> None:
        computer.close()
        os._exit(128 + signum)

    for ending in (signal.SIGTERM, signal.SIGINT):
        signal.signal(ending, end)


async def over_http(server: MCPServer[Any], host: str, listening: socket.socket) -> None:
    """Serve clients over streamable HTTP at /mcp, to whoever calls us `host`; say so on stderr."""
    at = f"[{host}]" if ":" in host else host
    app = server.streamable_http_app(
        max_request_body_size=LARGEST_REQUEST,
        transport_security=None if host in LOOPBACKS else only_as(at),
        host=host,
    )
    config = uvicorn.Config(app, log_level="warning", timeout_graceful_shutdown=HTTP_ENDS_WITHIN_S)
    print(
        f"serving MCP at http://{at}:{listening.getsockname()[1]}/mcp", file=sys.stderr, flush=True
    )
    with listening:
        await uvicorn.Server(config).serve([listening])


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; port 0 is any free one.

    Raises:
        OSError: the address is taken, or none of ours.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    return socket.create_server((host, port), family=family)


def only_as(at: str) -> TransportSecuritySettings:
    """Refuse requests that were sent to another name: a web page may have bent one to our address.

    Args:
        at: The host as it stands in a URL.
    """
    return TransportSecuritySettings(
        enable_dns_rebinding_protection=True,
        allowed_hosts=[f"{at}:*"],
        allowed_origins=[f"http://{at}:*"],
    )


def address(text: str) -> tuple[str, int]:
    """(host, port) of "8000", "127.0.0.1:8000", "[::1]:8000"; the host is localhost by default.

    Raises:
        argparse.ArgumentTypeError: it is none, or means every address of this machine.
    """
    host, _, port = text.rpartition(":")
    host = host.removeprefix("[").removesuffix("]") or LOCAL
    if not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise argparse.ArgumentTypeError(f"{text!r} has no port; write 8000 or 127.0.0.1:8000")
    try:
        everywhere = ipaddress.ip_address(host).is_unspecified
    except ValueError:
        everywhere = False
    if everywhere:
        raise argparse.ArgumentTypeError(
            f"{host} is every address of this machine, and whoever reaches it has the display; "
            "name one address"
        )
    return host, int(port)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
