"""The line to an OpenAI-compatible endpoint: sheets go out, texts or reasons come back, in time.

The only module of this room that talks to anybody, and the only one that imports the SDK.
"""

import asyncio
import ssl
import time
from base64 import b64encode
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from typing import Any

import openai
from httpx2 import AsyncByteStream, Response, create_ssl_context
from openai.types.chat import ChatCompletion, ChatCompletionContentPartParam

from graders.faults import note
from graders.files import quoted
from graders.judging.sheet import INSTRUCTIONS, Sheet

ANSWER_BYTES = 1 << 20  # of one response; an answer has some hundred
RETRIES = 2  # of one request that met a full or broken endpoint; the SDK waits 0.4 to 60 s between
_TOLD = 120  # characters of what an endpoint says


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What came of one sheet.

    Attributes:
        text: What the model wrote; "" where there is a fault.
        fault: Why there is no text, "" otherwise.
        tokens: Read and written, as the endpoint counts.
        seconds: How long it took.
    """

    text: str = ""
    fault: str = ""
    tokens: tuple[int, int] = (0, 0)
    seconds: float = 0.0


def send(
    sheets: Sequence[Sheet], *, url: str, key: str, model: str, within_s: float
) -> list[Reply]:
    """Ask all sheets at once; whatever goes wrong with one is a reply with a fault.

    Args:
        sheets: What to ask.
        url: Where the endpoint is, up to and without ``/chat/completions``.
        key: Its key; it is in no reply.
        model: The model's name there.
        within_s: Seconds after which nothing is waited for any more, retries included.
    """
    return asyncio.run(_send(sheets, url=url, key=key, model=model, within_s=within_s))


async def _send(
    sheets: Sequence[Sheet], *, url: str, key: str, model: str, within_s: float
) -> list[Reply]:
    secure = create_ssl_context()  # 35 ms each

    async def reply(sheet: Sheet) -> Reply:
        began, line = time.monotonic(), _Line(secure)
        text, fault, tokens = "", "", (0, 0)
        try:
            async with asyncio.timeout(within_s), line.to(url, key, within_s) as client:
                completion = await _ask(client, sheet, model)
            text, fault = _text_of(completion)
            tokens = _tokens_of(completion)
        except TimeoutError:
            last = f"; the last response had status {line.status}" if line.status else ""
            fault = f"no answer within {within_s:g} s{last}"
        # An endpoint may say anything, and the SDK may raise anything over it: nobody's play may
        # break over that.
        except Exception as error:
            fault = _why(error, key)
        return Reply(text=text, fault=fault, tokens=tokens, seconds=time.monotonic() - began)

    return list(await asyncio.gather(*map(reply, sheets)))


async def _ask(client: openai.AsyncOpenAI, sheet: Sheet, model: str) -> ChatCompletion:
    """One sheet, with less and less of what some endpoints refuse: a schema, a temperature."""
    options: dict[str, Any] = {
        "temperature": 0,
        "response_format": {
            "type": "json_schema",
            "json_schema": {"name": "answers", "strict": True, "schema": sheet.schema},
        },
    }
    while True:
        try:
            return await client.chat.completions.create(
                model=model,
                messages=[
                    {"role": "system", "content": INSTRUCTIONS},
                    {"role": "user", "content": _parts(sheet)},
                ],
                extra_body=options,
            )
        except (openai.BadRequestError, openai.UnprocessableEntityError) as error:
            refused = "temperature" if "temperature" in str(error).lower() else "response_format"
            if refused not in options:
                raise
            del options[refused]


def _parts(sheet: Sheet) -> list[ChatCompletionContentPartParam]:
    parts: list[ChatCompletionContentPartParam] = []
    for number, picture in enumerate(sheet.pictures, 1):
        address = f"data:image/png;base64,{b64encode(picture).decode()}"
        parts.append({"type": "text", "text": f"Picture {number}:"})
        parts.append({"type": "image_url", "image_url": {"url": address, "detail": "high"}})
    parts.append({"type": "text", "text": sheet.text})
    return parts


def _text_of(completion: object) -> tuple[str, str]:
    """What the model wrote, and why that is nothing; no type of the SDK's is trusted here."""
    choices = getattr(completion, "choices", None)
    if not isinstance(choices, list) or not choices:
        return "", "the endpoint's answer is no completion"
    message = getattr(choices[0], "message", None)
    text, refusal = getattr(message, "content", None), getattr(message, "refusal", None)
    ended = getattr(choices[0], "finish_reason", None)
    if refusal or ended == "content_filter":
        return "", f"it refuses: {quoted(refusal or ended, _TOLD)}"
    if ended == "length":
        return "", "its answer is cut short"
    if not isinstance(text, str) or not text.strip():
        return "", "its answer is empty"
    return text, ""


def _tokens_of(completion: object) -> tuple[int, int]:
    usage = getattr(completion, "usage", None)
    counts = [getattr(usage, f"{kind}_tokens", 0) for kind in ("prompt", "completion")]
    read, written = (n if isinstance(n, int) and 0 <= n < 10**9 else 0 for n in counts)
    return read, written


def _why(error: Exception, key: str) -> str:
    """What went wrong, in a phrase; endpoints quote what they were sent, the key included."""
    if not isinstance(error, openai.OpenAIError):
        note(error, "the line to the judge", secret=key)
    told = quoted(str(error).replace(key, "(the key)"), _TOLD)
    match error:
        case openai.APITimeoutError():
            return "no answer in time"
        case openai.APIStatusError():
            return f"status {error.status_code}: {told}"
        case openai.APIConnectionError():
            cause = str(error.__cause__ or error).replace(key, "(the key)")
            return f"it cannot be reached: {quoted(cause, _TOLD)}"
    return f"{type(error).__name__}: {told}"


class _Line:
    """A client that follows nobody elsewhere and reads no more than an answer can have."""

    def __init__(self, secure: ssl.SSLContext) -> None:
        self._secure = secure
        self.status = 0

    def to(self, url: str, key: str, within_s: float) -> openai.AsyncOpenAI:
        """The SDK's client, to be closed."""
        return openai.AsyncOpenAI(
            base_url=url,
            api_key=key,
            timeout=within_s,
            max_retries=RETRIES,
            default_headers={"Accept-Encoding": "identity"},
            http_client=openai.DefaultAsyncHttpxClient(
                verify=self._secure,
                follow_redirects=False,  # pictures and key go where the user said
                event_hooks={"response": [self._watch]},
            ),
        )

    async def _watch(self, response: Response) -> None:
        """Bound every response, those with errors too."""
        self.status = response.status_code
        if response.headers.get("content-encoding", "identity") != "identity":
            raise openai.OpenAIError("the endpoint's answer is packed, which was not asked for")
        response.stream = _Bounded(response.stream)


class _Bounded(AsyncByteStream):
    def __init__(self, stream: object) -> None:
        assert isinstance(stream, AsyncByteStream)
        self._stream = stream

    async def __aiter__(self) -> AsyncIterator[bytes]:
        left = ANSWER_BYTES
        async for chunk in self._stream:
            left -= len(chunk)
            if left < 0:
                raise openai.OpenAIError(f"the answer has more than {ANSWER_BYTES} bytes")
            yield chunk

    async def aclose(self) -> None:
        await self._stream.aclose()
