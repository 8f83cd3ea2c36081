"""Transcripts of the usual agents: the same play told in each of their ways."""

import json
import time
from pathlib import Path

import pytest

from graders.errors import Unreadable
from graders.transcripts import Transcript, read_transcript

RUN = {"command": "dconf read /org/gnome/Mines/nmines"}
LOOK, CLICK = {"action": "screenshot"}, {"action": "left_click", "coordinate": [3, 4]}


def said(*entries: object) -> Transcript:
    """A transcript of JSON lines."""
    return read_transcript("\n".join(map(json.dumps, entries)).encode(), name="chat.jsonl")


def openclaw(name: str, arguments: object, role: str = "assistant") -> object:
    """A line of OpenClaw's."""
    call = {"type": "toolCall", "name": name, "arguments": arguments}
    return {"type": "message", "message": {"role": role, "content": [call]}}


def anthropic(name: str, arguments: object, role: str = "assistant") -> object:
    """A message of Anthropic's."""
    text = {"type": "text", "text": "I would never dconf read"}
    return {"role": role, "content": [text, {"type": "tool_use", "name": name, "input": arguments}]}


def chat(name: str, arguments: object) -> object:
    """A message of OpenAI's chat completions."""
    function = {"name": name, "arguments": json.dumps(arguments)}
    return {"role": "assistant", "content": None, "tool_calls": [{"function": function}]}


def responses(name: str, arguments: object) -> object:
    """An answer of OpenAI's Responses."""
    if name == "computer":
        assert isinstance(arguments, dict)
        act = {"type": arguments["action"], "x": 3, "y": 4}
        return {"output": [{"type": "reasoning"}, {"type": "computer_call", "action": act}]}
    return {"output": [{"type": "function_call", "name": name, "arguments": json.dumps(arguments)}]}


def mcp(name: str, arguments: object) -> object:
    """A request of MCP's."""
    params = {"name": name, "arguments": arguments}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


@pytest.mark.parametrize(
    ("way", "format"),
    [
        (openclaw, "OpenClaw"),
        (anthropic, "Anthropic"),
        (chat, "OpenAI chat"),
        (responses, "OpenAI responses"),
        (mcp, "MCP"),
    ],
)
def test_each_way_tells_the_same(way: object, format: str) -> None:
    """One look, one click and one command, on lines 1 to 3."""
    assert callable(way)
    read = said(way("computer", LOOK), way("computer", CLICK), way("bash", RUN))
    assert (read.format, read.looks, read.acts, len(read.commands)) == (format, 1, 1, 3)
    assert read.naming("dconf read") == (3,)
    assert read.naming("gnome-mines --solve") == ()


def test_a_log_of_text() -> None:
    """Commands are what stands behind a prompt, or behind the plus of a shell that tells them."""
    log = "dconf read is out of bounds\n$ ls\n+ dconf read /x\n  + dconf read\nme@box:~# dconf read"
    read = read_transcript(log.encode(), name="player.log")
    assert (read.format, len(read.commands)) == ("text", 3)
    assert read.naming("dconf read") == (3, 5)


def test_text_and_json_may_mix() -> None:
    """A program that prints its messages prints other things too."""
    log = "starting\n" + json.dumps(anthropic("bash", RUN)) + "\n$ ls\n"
    assert read_transcript(log.encode(), name="log").naming("dconf read") == (2,)


def test_one_document_of_many_lines() -> None:
    """Messages in one JSON array, printed over many lines: entries are counted."""
    messages = [{"role": "user", "content": "play"}, chat("computer", LOOK), chat("bash", RUN)]
    read = read_transcript(json.dumps(messages, indent=1).encode(), name="messages.json")
    assert (read.looks, read.naming("dconf read")) == (1, (3,))


@pytest.mark.parametrize("role", ["user", "system", "tool", "toolResult"])
def test_others_words_are_no_calls(role: str) -> None:
    """What the agent was told, or got back, it did not run."""
    assert said(openclaw("bash", RUN, role), anthropic("bash", RUN, role)).commands == ()


def test_a_history_that_is_sent_again_counts_once() -> None:
    """Requests repeat all messages before them; calls are told apart by their ids."""
    first = {"type": "function_call", "call_id": "a", "name": "computer", "arguments": "{}"}
    read = said({"input": [first]}, {"input": [first, {**first, "call_id": "b"}]})
    assert len(read.commands) == 2
    assert len(said(mcp("click", {}), mcp("click", {})).commands) == 2  # each has the number 1


@pytest.mark.parametrize(
    ("name", "arguments", "kind"),
    [
        ("__computer__", {"action": {"type": "screenshot"}}, "look"),
        ("computer_20250124", {"action": "type", "text": "a"}, "act"),
        ("computer", {"action": "wait"}, "other"),
        ("computer", {"action": ["screenshot"]}, "other"),
        ("mcp__playproof__screenshot", {}, "look"),
        ("playproof.double_click", {"x": 1, "y": 2}, "act"),
        ("cursor", {}, "other"),
        ("bash", {"command": "import -window root screenshot"}, "other"),
    ],
)
def test_what_is_a_look_and_what_an_act(name: str, arguments: object, kind: str) -> None:
    """By the tool's name, or by the action that a computer tool is asked for."""
    assert [command.kind for command in said(openclaw(name, arguments)).commands] == [kind]


def test_several_acts_in_one_call() -> None:
    """A computer call may hold a list of them."""
    acts = [{"type": "click", "x": 1, "y": 2}, {"type": "screenshot"}, {"type": "keypress"}]
    read = said({"type": "computer_call", "call_id": "a", "actions": acts})
    assert (read.acts, read.looks) == (2, 1)


def test_a_command_in_a_list() -> None:
    """Words that are given one by one are found as the command that they make."""
    assert said(chat("shell", {"command": ["gnome-mines", "--solve"]})).naming(
        "gnome-mines --solve"
    ) == (1,)


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\x00\xff" * 1000,
        b"[" * 1_000_000,
        b'{"content":' * 100_000,
        b'{"content": ' + b"9" * 10_000 + b"}",
        b'{"role": {}, "content": 3, "tool_calls": {"function": 1}}\n[[[[]]]]\n[null, 1, "x"]',
        b'{"type": "toolCall"}\n{"type": "computer_call", "actions": 7}',
        b'{"type": ["toolCall"], "id": {"x": 1}}\n{"method": "tools/call", "params": 3}',
        b'{"type": "tool_use", "id": 4, "name": 5, "input": "\\ud800"}',
    ],
    ids=range(9),
)
def test_whatever_a_player_writes(data: bytes) -> None:
    """It is read, or passed over; nothing is raised."""
    read = read_transcript(data, name="chat.jsonl")
    assert (read.looks, read.naming("dconf read")) == (0, ())


def test_a_hundred_thousand_calls_are_enough() -> None:
    """A player gains nothing by length, and costs nobody time."""
    line = json.dumps({"type": "toolCall", "name": "click"}).encode() + b"\n"
    begun = time.process_time()
    read = read_transcript(line * 120_000, name="chat.jsonl")
    assert (len(read.commands), read.cut) == (100_000, True)
    assert time.process_time() - begun < 10


def test_no_such_file(tmp_path: Path) -> None:
    """A missing file, and a folder in its place."""
    for path in (tmp_path / "chat.jsonl", tmp_path):
        with pytest.raises(Unreadable):
            read_transcript(path, name="chat.jsonl")
