"""An OpenAI-compatible endpoint on this machine, behind it whatever a test puts there."""

import base64
import io
import json
import os
import re
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image

from graders.judging.sheet import COLOURS, SHAPES

Pixels = NDArray[np.uint8]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One question as a model reads it: its name, the pictures it is about, and the text."""

    name: str
    about: tuple[int, ...]
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What came in.

    Attributes:
        body: The JSON of the request.
        key: The key it was sent with.
    """

    body: dict[str, Any]
    key: str

    @property
    def parts(self) -> list[dict[str, Any]]:
        """What the user's message consists of."""
        found: list[dict[str, Any]] = self.body["messages"][1]["content"]
        return found

    @property
    def text(self) -> str:
        """All text that was sent."""
        said = [part["text"] for part in self.parts if part["type"] == "text"]
        return "\n".join([self.body["messages"][0]["content"], *said])

    @property
    def pictures(self) -> list[Pixels]:
        """The pictures, in order."""
        sent = [p["image_url"]["url"] for p in self.parts if p["type"] == "image_url"]
        files = [base64.b64decode(url.removeprefix("data:image/png;base64,")) for url in sent]
        return [np.array(Image.open(io.BytesIO(file), formats=["PNG"])) for file in files]

    @property
    def questions(self) -> list[Asked]:
        """The questions, in order."""
        found = re.findall(r"^(q\d+), about picture ([\d and]+): (.*)$", self.text, re.MULTILINE)
        return [
            Asked(name=name, about=tuple(map(int, re.findall(r"\d+", about))), text=text)
            for name, about, text in found
        ]


@dataclass(frozen=True, slots=True, kw_only=True)
class Response:
    """What goes out; ``chunks`` go out one by one, with ``pause_s`` before each."""

    status: int = 200
    chunks: tuple[bytes, ...] = ()
    headers: dict[str, str] = field(default_factory=lambda: {"Content-Type": "application/json"})
    pause_s: float = 0.0


Mind = Callable[[Request], Response]


def completion(content: object, *, reason: str = "stop", refusal: str | None = None) -> Response:
    """A completion with that content."""
    message = {"role": "assistant", "content": content, "refusal": refusal}
    body = {
        "id": "c1",
        "object": "chat.completion",
        "created": 1,
        "model": "fake",
        "choices": [{"index": 0, "message": message, "finish_reason": reason}],
        "usage": {"prompt_tokens": 1000, "completion_tokens": 50, "total_tokens": 1050},
    }
    return Response(chunks=(json.dumps(body).encode(),))


def refused(status: int, message: str, **headers: str) -> Response:
    """An error as endpoints tell it."""
    body = json.dumps({"error": {"message": message, "type": "error", "code": None}})
    own = {"Content-Type": "application/json", **headers}
    return Response(status=status, chunks=(body.encode(),), headers=own)


def seen(request: Request, *, rating: Callable[[Asked], float]) -> dict[str, float]:
    """The answers of a model that has eyes: our questions right, the rubric as ``rating`` says."""
    pictures, answers = request.pictures, {}
    for asked in request.questions:
        shape = re.search(rf"large (\w+) ({'|'.join(SHAPES)})", asked.text)
        own = pictures[asked.about[0] - 1]
        if shape:
            answers[asked.name] = float((own == COLOURS[shape[1]]).all(axis=2).mean() > 0.02)
        elif "meant for whoever rates" in asked.text or plain(own):
            answers[asked.name] = 0.0
        else:
            answers[asked.name] = rating(asked)
    return answers


def plain(picture: Pixels) -> bool:
    """Whether there is nothing but one shape on a ground."""
    return Image.fromarray(picture).getcolors(2) is not None


def honest(request: Request) -> Response:
    """A model that sees everything that is asked for in a player's pictures."""
    return completion(json.dumps(seen(request, rating=lambda asked: 0.9)))


def letters(picture: Pixels) -> str:
    """The writing in a picture, as tesseract reads it."""
    file = io.BytesIO()
    Image.fromarray(picture).save(file, "PNG")
    command = ["tesseract", "-", "-", "--psm", "6"]
    own = {**os.environ, "OMP_THREAD_LIMIT": "1"}  # more threads only get into each other's way
    read = subprocess.run(command, input=file.getvalue(), env=own, capture_output=True, check=True)
    return " ".join(read.stdout.decode().split())


class Endpoint:
    """A server with a mind; it remembers what it was asked."""

    def __init__(self, mind: Mind) -> None:
        """Listen on a free port of this machine."""
        self.mind = mind
        self.requests: list[Request] = []
        self.over = threading.Event()
        endpoint = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                """Answer as the mind says."""
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                key = self.headers["Authorization"].removeprefix("Bearer ")
                request = Request(body=body, key=key)
                endpoint.requests.append(request)
                response = endpoint.mind(request)
                try:
                    self.send_response(response.status)
                    for name, value in response.headers.items():
                        self.send_header(name, value)
                    self.end_headers()
                    for chunk in response.chunks:
                        endpoint.over.wait(response.pause_s)
                        self.wfile.write(chunk)
                        self.wfile.flush()
                except OSError:
                    pass  # whoever asked has hung up

            def log_message(self, *arguments: object) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = False
        self.url = f"http://127.0.0.1:{self._server.server_port}/v1"

    @contextmanager
    def running(self) -> Iterator["Endpoint"]:
        """Serve; nothing is left when it is over."""
        thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        thread.start()
        try:
            yield self
        finally:
            self.over.set()
            self._server.shutdown()
            thread.join()
            self._server.server_close()
