"""What a tool call looks like in the transcripts of the usual agents."""

import json
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

NODES = 1_000_000  # values looked at in one entry

Entry = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Told:
    """A call as it stands in a transcript.

    Attributes:
        format: Whose way of telling it is.
        name: The tool's.
        arguments: What it was given, any JSON value.
        id: What tells it from others, "" if nothing does.
    """

    format: str
    name: str
    arguments: object
    id: str


WRAPPERS = (
    *("message", "messages", "content", "output", "input", "item", "items", "payload"),
    *("choices", "response", "request", "body", "data", "event", "events", "trajectory"),
)
"""What calls are found in, in messages, in requests and answers, and in logs of these."""

SPEAKERS = (None, "assistant", "model")
"""Whose words can be calls; what users, systems and tools say is none."""


def calls_in(entry: object) -> Iterator[Told]:
    """Every tool call in a JSON value, in order."""
    waiting = [entry]
    for _ in range(NODES):
        if not waiting:
            return
        value = waiting.pop()
        if isinstance(value, list):
            waiting += reversed(value)
        elif isinstance(value, dict) and _speaks(value):
            calls = [*_openai_chat(value)] or [*_call(value)]
            yield from calls
            if not calls:
                waiting += reversed([value[name] for name in WRAPPERS if name in value])


def _speaks(entry: Entry) -> bool:
    role = entry.get("role")
    return role is None or (isinstance(role, str) and role in SPEAKERS)


def _openai_chat(entry: Entry) -> Iterator[Told]:
    """The calls of a message of chat completions: their arguments are JSON in a string."""
    calls = entry.get("tool_calls")
    old = entry.get("function_call")
    for call in [*(calls if isinstance(calls, list) else []), {"function": old}]:
        function = call.get("function") if isinstance(call, dict) else None
        if isinstance(function, dict):
            yield _told("OpenAI chat", function, function.get("arguments"), call)


def _call(entry: Entry) -> Iterator[Told]:
    """The call that an entry is, if it is one; a computer call may be several acts."""
    match entry.get("type"):
        case "toolCall":
            yield _told("OpenClaw", entry, entry.get("arguments"), entry)
        case "tool_use" | "mcp_tool_use" | "server_tool_use":
            yield _told("Anthropic", entry, entry.get("input"), entry)
        case "function_call" | "mcp_call":
            yield _told("OpenAI responses", entry, entry.get("arguments"), entry)
        case "custom_tool_call":
            yield _told("OpenAI responses", entry, entry.get("input"), entry)
        case "local_shell_call" | "shell_call":
            yield _told("OpenAI responses", {"name": "shell"}, entry.get("action"), entry)
        case "computer_call":
            acts = entry.get("actions")
            several = acts if isinstance(acts, list) else [entry.get("action")]
            for number, act in enumerate(several):
                told = _told("OpenAI responses", {"name": "computer"}, act, entry)
                yield Told(told.format, told.name, act, told.id and f"{told.id} {number}")
        case _ if entry.get("method") == "tools/call" and isinstance(entry.get("params"), dict):
            # the number of a request begins anew with each connection: it tells none from others
            params = entry["params"]
            yield _told("MCP", params, params.get("arguments"), {})


def _told(of: str, named: Entry, arguments: object, identified: Entry) -> Told:
    if isinstance(arguments, str):
        with suppress(ValueError, RecursionError):  # no JSON: still what was said
            arguments = json.loads(arguments)
    own = identified.get("call_id") or identified.get("id")
    return Told(of, str(named.get("name") or ""), arguments, str(own) if own else "")
