"""What an agent says that it did: transcripts of the usual kinds, read with limits, never trusted.

A transcript is whatever an agent left behind: JSON lines, one JSON document, or the text that it
printed. Tool calls are known by their shape, wherever in it they stand, so that one reader serves
OpenClaw, messages of Anthropic's and OpenAI's, JSON-RPC of MCP, and logs that wrap or mix these.
"""

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal

from graders.errors import Unreadable
from graders.files import read
from graders.transcript_shapes import Told, calls_in

FILE_BYTES = 64 << 20
ENTRY_BYTES = 16 << 20  # of one JSON text; what is longer is passed over
CALLS = 100_000
SAID_CHARACTERS = 64 << 20  # kept for searching, of all calls together

_ENTERED = re.compile(r"(?:\++|\$|[\w.-]{1,64}@[\w.-]{1,64}:\S{0,256}[$#]) (\S.*)")
"""A line of a terminal on which a command was entered, or was told by ``sh -x``."""

LOOKS = {"screenshot", "take_screenshot", "get_screenshot", "zoom"}
ACTS = {"click", "left_click", "right_click", "middle_click", "double_click", "triple_click"}
ACTS |= {"drag", "left_click_drag", "scroll", "type", "key", "keypress", "hold_key", "press_key"}

Kind = Literal["look", "act", "other"]


@dataclass(frozen=True, slots=True)
class Command:
    """Something that an agent says it ran or called.

    Attributes:
        line: Where, counted from 1: the line, or in a single JSON document the entry.
        kind: Whether it looked at the screen, acted on it, or did anything else.
        said: Its arguments as one JSON text, which is where the contracts' own graders search.
        plain: The strings among them, a line each, blanks made single and lists put together.
    """

    line: int
    kind: Kind
    said: str
    plain: str

    def names(self, words: str) -> bool:
        """Whether the words are in it."""
        return words in self.said or words in self.plain


@dataclass(frozen=True, slots=True)
class Transcript:
    """A transcript.

    Attributes:
        name: Where it was read.
        format: What kind most of its calls are of; "" for one without calls.
        commands: All its calls, in order.
        cut: Whether there was more than is read.
    """

    name: str
    format: str
    commands: tuple[Command, ...]
    cut: bool

    @property
    def acts(self) -> int:
        """How often it claims to have acted on the screen."""
        return sum(command.kind == "act" for command in self.commands)

    @property
    def looks(self) -> int:
        """How often it claims to have looked at the screen."""
        return sum(command.kind == "look" for command in self.commands)

    def naming(self, words: str) -> tuple[int, ...]:
        """The lines of the calls that have these words in them."""
        return tuple(command.line for command in self.commands if command.names(words))


def read_transcript(source: Path | bytes, *, name: str) -> Transcript:
    """Read a transcript; what cannot be understood in it is passed over.

    Args:
        source: The file, or what is in it.
        name: What to call it.

    Raises:
        Unreadable: There is no such file.
    """
    data = read(source, FILE_BYTES + 1) if isinstance(source, Path) else source
    told = _told(data[:FILE_BYTES])
    commands: list[Command] = []
    formats: Counter[str] = Counter()
    known: set[str] = set()
    left = SAID_CHARACTERS
    cut = len(data) > FILE_BYTES
    for line, call in told:
        if call.id and call.id in known:  # histories are sent again and again
            continue
        if len(commands) >= CALLS or left <= 0:
            cut = True
            break
        known.add(call.id)
        said, plain = _searchable(call.arguments)
        commands.append(Command(line, _kind(call), said[:left], plain[:left]))
        left -= len(said) + len(plain)
        formats[call.format] += 1
    most = formats.most_common(1)
    return Transcript(name, most[0][0] if most else "", tuple(commands), cut)


def _told(data: bytes) -> Iterator[tuple[int, Told]]:
    """Every call with its line, or with its entry in a document of many lines."""
    document = _parsed(data) if data.lstrip()[:1] in (b"{", b"[") else None
    if document is not None and b"\n" in data.strip():
        entries = document if isinstance(document, list) else [document]
        for number, entry in enumerate(entries, 1):
            for call in calls_in(entry):
                yield number, call
        return
    for number, line in enumerate(data.split(b"\n"), 1):
        entry = _parsed(line) if line.lstrip()[:1] in (b"{", b"[") else None
        if entry is not None:
            for call in calls_in(entry):
                yield number, call
        elif found := _ENTERED.match(line[:ENTRY_BYTES].decode("utf-8", "replace")):
            yield number, Told("text", "", found[1], "")


def _parsed(data: bytes) -> Any:
    """A JSON value; None if there is none, or too long a one."""
    if len(data) > ENTRY_BYTES:
        return None
    try:
        return json.loads(data)
    # players write it: nesting, numbers and bytes may be anything, and so may what comes of them
    except (ValueError, RecursionError, MemoryError):
        return None


def _searchable(arguments: object) -> tuple[str, str]:
    """The arguments of a call as JSON, and the strings in it."""
    try:
        said = json.dumps(arguments, ensure_ascii=False)
    except (ValueError, RecursionError):
        said = ""
    return said, "\n".join(" ".join(text.split()) for text in _strings(arguments))


def _strings(value: object) -> Iterator[str]:
    """Every string of a JSON value; those of a list besides as one, as a command line is given."""
    waiting = [value]
    while waiting:
        value = waiting.pop()
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            waiting += value.values()
        elif isinstance(value, list):
            waiting += value
            if words := [word for word in value if isinstance(word, str)]:
                yield " ".join(words)


def _kind(call: Told) -> Kind:
    """What a call does to the screen, by its name, or by the action that a computer tool takes."""
    tool = [part for part in re.split(r"__|[./:]", call.name.lower()) if part][-1:]
    deeds: Iterable[object] = tool
    if tool and tool[0].startswith("computer"):
        deeds = _actions(call.arguments)
    named = {deed for deed in deeds if isinstance(deed, str)}
    return "look" if named & LOOKS else "act" if named & ACTS else "other"


def _actions(arguments: object) -> Iterator[object]:
    """What a computer tool is asked for: ``action`` is a name, or has one as its ``type``."""
    if isinstance(arguments, dict):
        action = arguments.get("action", arguments)
        yield action.get("type", action.get("action")) if isinstance(action, dict) else action


def readable(source: Path, *, name: str) -> Transcript | None:
    """The same, or None where nothing can be read: nobody owes a transcript."""
    try:
        return read_transcript(source, name=name)
    except Unreadable:
        return None
