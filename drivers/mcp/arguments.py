"""What is wrong with the arguments of a call, in one line, for the model that has to mend them."""

from collections.abc import Mapping
from typing import Any

from mcp.server import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import ValidationError

WANTED = {
    "int": "a whole number",
    "float": "a number",
    "string": "a text",
    "list": "a list",
    "dict": "an object",
}
"""What the kinds of pydantic's errors begin with, and what is wanted then."""

TOLD = 40
"""Characters told of what was given instead."""


class Server(MCPServer[Any]):
    """An MCP server that tells in its own words which arguments it does not take."""

    async def call_tool(self, name: str, arguments: dict[str, Any], context: Any = None) -> Any:
        """Call a tool by name, as the SDK does.

        Raises:
            ToolError: what it raises; of arguments that do not fit the message has one line.
        """
        try:
            return await super().call_tool(name, arguments, context)
        except ToolError as error:
            if isinstance(error.__cause__, ValidationError):
                raise ToolError(in_words(error.__cause__)) from error.__cause__
            raise


def in_words(error: ValidationError) -> str:
    """Each argument that does not fit, what it should be and what it is: `x: a number, got 'a'`."""
    told: dict[str, str] = {}
    for fault in error.errors(include_url=False):
        told.setdefault(str(fault["loc"][0]), _fault(fault))
    return "; ".join(f"{name}: {fault}" for name, fault in told.items())


def _fault(fault: Mapping[str, Any]) -> str:
    limits = fault.get("ctx", {})
    match fault["type"]:
        case "missing":
            return "missing"
        case "literal_error":
            wanted = str(limits["expected"])
        case "less_than_equal":
            wanted = f"{limits['le']:g} at most"
        case "greater_than_equal":
            wanted = f"{limits['ge']:g} at least"
        case kind:
            wanted = WANTED.get(kind.partition("_")[0], str(fault["msg"]))
    given = repr(fault["input"])
    return f"{wanted}, got {given[:TOLD]}{'...' if len(given) > TOLD else ''}"
