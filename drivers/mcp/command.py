"""The command line by which a player starts its own MCP server, wherever it sits."""

import sys
from pathlib import Path


def mcp_command(*, display: str, cookie: Path, code: Path) -> list[str]:
    """The arguments that serve `display` over stdio.

    It carries its environment along: MCP clients give a server hardly more than a PATH.

    Args:
        display: The X display.
        cookie: The file with the display's access cookie, as the player sees it.
        code: The folder that `drivers` is in, as the player sees it.
    """
    environment = [f"PYTHONPATH={code}", f"XAUTHORITY={cookie}", "PYTHONDONTWRITEBYTECODE=1"]
    # -P: a folder of the player's own that is called `mcp` or `drivers` is none of ours
    return [
        "env",
        *environment,
        sys.executable,
        "-P",
        "-m",
        "drivers.mcp",
        "--display",
        display,
    ]
