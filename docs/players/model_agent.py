r"""A language model as the player, over any endpoint that speaks OpenAI's chat completions.

    pytest suites/test_gam_5.py --player docs.players.model_agent:play --player-network \
        --player-env MODEL_URL --player-env MODEL_NAME --player-env MODEL_KEY --freeze

It sees the screen and the task, and answers with calls of the tools below, until it calls none.
"""

import base64
import io
import json
import os
from typing import Any

from openai import OpenAI
from PIL import Image

from drivers.client import Client
from drivers.errors import HarnessError

WORDS = {"type": "string"}
PIXELS = {"type": "integer"}
TOOLS: dict[str, tuple[str, dict[str, Any]]] = {
    "key": (
        "Press a key or a chord: Left, ctrl+c, or several with blanks between",
        {"keys": WORDS},
    ),
    "type": ("Type a text", {"text": WORDS}),
    "click": ("Click at (x, y), pixels of the screenshot", {"x": PIXELS, "y": PIXELS}),
    "wait": ("Do nothing for so many seconds, at most 60", {"seconds": {"type": "number"}}),
    "write": ("Write a file of the workspace", {"path": WORDS, "text": WORDS}),
    "shoot": ("Save the screenshot as a PNG file of the workspace", {"path": WORDS}),
}
KEPT_TURNS = 20
"""So many of the last messages are sent again; the task always is."""


def play(client: Client) -> None:
    """Look, ask, act, until the model has nothing more to do or the time is over."""
    model = OpenAI(base_url=os.environ["MODEL_URL"], api_key=os.environ.get("MODEL_KEY", "none"))
    task = {"role": "user", "content": client.prompt}
    turns: list[list[dict[str, Any]]] = []
    while client.observe().seconds_left > 30:
        asked = [task, *(message for turn in turns[-KEPT_TURNS:] for message in turn), seen(client)]
        answer = (
            model.chat.completions.create(
                model=os.environ["MODEL_NAME"], messages=asked, tools=[tool(name) for name in TOOLS]
            )
            .choices[0]
            .message
        )
        print(json.dumps(answer.model_dump(exclude_none=True)), flush=True)
        if not answer.tool_calls:
            break
        done = [
            {"role": "tool", "tool_call_id": call.id, "content": do(client, call.function)}
            for call in answer.tool_calls
        ]
        turns.append([answer.model_dump(exclude_none=True), *done])


def seen(client: Client) -> dict[str, Any]:
    """The screen as a message."""
    file = io.BytesIO()
    Image.fromarray(client.observe().screenshot).save(file, format="PNG")
    url = "data:image/png;base64," + base64.b64encode(file.getvalue()).decode()
    return {"role": "user", "content": [{"type": "image_url", "image_url": {"url": url}}]}


def tool(name: str) -> dict[str, Any]:
    """A tool as the endpoint wants it."""
    says, properties = TOOLS[name]
    takes = {"type": "object", "properties": properties, "required": list(properties)}
    return {
        "type": "function",
        "function": {"name": name, "description": says, "parameters": takes},
    }


def do(client: Client, called: Any) -> str:
    """Do what the model asks for; what cannot be done is said to it."""
    try:
        given = json.loads(called.arguments)
        if called.name in ("write", "shoot"):
            path = client.workspace / str(given["path"])
            if called.name == "write":
                path.write_text(given["text"])
            else:
                Image.fromarray(client.observe().screenshot).save(path)
        elif called.name in TOOLS:
            getattr(client, called.name)(**given)
        else:
            return f"there is no tool {called.name!r}"
    except (HarnessError, OSError, ValueError, TypeError, KeyError) as exc:
        return f"{type(exc).__name__}: {exc}"
    return "done"
