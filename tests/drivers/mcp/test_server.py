"""The MCP server, called by the SDK's own client: in one process, over stdio and over HTTP."""

import asyncio
import http.client
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import anyio
import pytest
from mcp import Client
from PIL import Image
from Xlib import XK, X

from drivers.acts import MOST_CHARACTERS, MOST_CHORDS, Act
from drivers.computer import Computer
from drivers.launch import Game
from drivers.mcp.__main__ import address, main
from drivers.mcp.schemas import ACTIONS
from drivers.mcp.server import serve
from drivers.sandbox import Sandbox
from drivers.screen import Rect, Screen
from drivers.vision import Colour
from tests.conftest import Eventually
from tests.drivers.canvas import Canvas, MakeCanvas
from tests.drivers.conftest import Launcher, works
from tests.drivers.mcp_client import (
    ROOT,
    Transport,
    ask,
    command,
    connected,
    error,
    http_server,
    picture,
    text,
)

PLACE = Rect(100, 80, 60, 40)
TOOLS = [
    *("screenshot", "click", "double_click", "right_click", "drag", "scroll"),
    *("type", "key", "wait", "cursor", "windows", "computer"),
]
KINDS = {X.KeyPress, X.KeyRelease, X.ButtonPress, X.ButtonRelease}
Use = Callable[[Client], Awaitable[None]]
Run = Callable[[Use], None]


def line(**message: Any) -> bytes:
    """A message of JSON-RPC, as it goes over stdio."""
    return json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n"


def request(number: int, tool: str, **arguments: Any) -> bytes:
    """A call of a tool, without a client."""
    return line(id=number, method="tools/call", params={"name": tool, "arguments": arguments})


HELLO = line(
    id=0,
    method="initialize",
    params={
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
) + line(method="notifications/initialized")
"""How a client begins."""


@pytest.fixture
def window(canvas: MakeCanvas) -> Canvas:
    """A window of a stranger's that has the keyboard."""
    window = canvas(rect=PLACE, colour=0x3366CC)
    window.focus()
    return window


@pytest.fixture
def computer(screen: Screen, window: Canvas) -> Iterator[Computer]:
    """The computer, with that window looked at."""
    computer = Computer(screen, window=window.id)
    yield computer
    computer.close()


@pytest.fixture
def run(computer: Computer) -> Run:
    """Runs what a client does with a server in the same process."""

    def run(use: Use) -> None:
        async def play() -> None:
            async with Client(serve(computer)) as client:
                await use(client)

        anyio.run(play)

    return run


def came(window: Canvas) -> list[tuple[int, int, int, int]]:
    """(type, key or button, x, y) of every key and button event that has reached the window."""
    window.display.sync()
    waiting = [window.display.next_event() for _ in range(window.display.pending_events())]
    return [
        (event.type, event.detail, event.event_x, event.event_y)
        for event in waiting
        if event.type in KINDS
    ]


def clicked(button: int, x: int, y: int) -> list[tuple[int, int, int, int]]:
    """What a click is to a window."""
    return [(X.ButtonPress, button, x, y), (X.ButtonRelease, button, x, y)]


def typed(window: Canvas) -> str:
    """The characters of the keys that have reached the window."""
    find = window.display.keycode_to_keysym
    pressed = [code for kind, code, _, _ in came(window) if kind == X.KeyPress]
    shift, characters = False, ""
    for code in pressed:
        if find(code, 0) == XK.XK_Shift_L:
            shift = True
        else:
            characters += chr(find(code, 1 if shift else 0) & 0xFF)
            shift = False
    return characters


class TestTools:
    """What a client may call, and what it is told."""

    def test_they_are_listed_with_their_arguments(self, run: Run) -> None:
        """Each has a description, and what has to be given is said."""

        async def use(client: Client) -> None:
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            assert list(tools) == TOOLS
            assert all(tool.description for tool in tools.values())
            assert tools["click"].input_schema["required"] == ["x", "y"]
            assert tools["drag"].input_schema["required"] == ["x", "y", "to_x", "to_y"]
            assert "screenshot" in (client.instructions or "")

        run(use)

    def test_each_act_is_real_input(self, run: Run, window: Canvas) -> None:
        """What the window gets is what was called, and the answer says where the pointer is."""

        async def use(client: Client) -> None:
            calls: list[tuple[str, dict[str, Any], list[tuple[int, int, int, int]]]] = [
                ("click", {"x": 7, "y": 9}, clicked(1, 7, 9)),
                ("click", {"x": 7, "y": 9, "button": "middle"}, clicked(2, 7, 9)),
                ("right_click", {"x": 0, "y": 0}, clicked(3, 0, 0)),
                ("double_click", {"x": 59, "y": 39}, clicked(1, 59, 39) * 2),
                ("scroll", {"x": 5, "y": 6, "direction": "up"}, clicked(4, 5, 6) * 3),
                (
                    "scroll",
                    {"x": 5, "y": 6, "direction": "right", "amount": 1},
                    clicked(7, 5, 6),
                ),
            ]
            for tool, arguments, events in calls:
                answer = text(await ask(client, tool, **arguments))
                assert answer == f"done; the pointer is at {events[0][2:]}", tool
                assert came(window) == events, tool
            await ask(client, "drag", x=2, y=3, to_x=30, to_y=31)
            assert came(window) == [(X.ButtonPress, 1, 2, 3), (X.ButtonRelease, 1, 30, 31)]

        run(use)

    def test_keys_and_text_are_real_input(self, run: Run, window: Canvas) -> None:
        """Also text that looks like JSON, which some would read instead of type."""

        async def use(client: Client) -> None:
            for words in ("a<B>;", "[1, 2]", "null", "true", '{"a": 1}', "12"):
                text(await ask(client, "type", text=words))
                assert typed(window) == words
                text(await ask(client, "computer", action="type", text=words))
                assert typed(window) == words
            text(await ask(client, "key", keys="a b", repeat=2))
            assert typed(window) == "abab"
            text(await ask(client, "key", keys="5"))
            assert typed(window) == "5"

        run(use)

    def test_the_cursor_is_told_and_moved(self, run: Run) -> None:
        """In the picture's coordinates; a move clicks nothing."""

        async def use(client: Client) -> None:
            text(await ask(client, "cursor", x=11, y=22))
            assert text(await ask(client, "cursor")) == "the pointer is at (11, 22)"

        run(use)

    def test_windows_are_listed(self, run: Run, window: Canvas) -> None:
        """With the X id that a task may want to be told, and where they are."""

        async def use(client: Client) -> None:
            answer = text(await ask(client, "windows"))
            assert answer == f"{window.id:#010x} 'canvas' 60x40 at (100, 80)"
            window.vanish()
            assert text(await ask(client, "windows")) == "no window has a title"

        run(use)

    def test_a_screenshot_is_a_picture(self, run: Run) -> None:
        """PNG, in the window's size and colour, and its size in words."""

        async def use(client: Client) -> None:
            answer = await ask(client, "screenshot")
            frame = picture(answer)
            assert frame.shape == (40, 60, 3)
            assert (frame == (0x33, 0x66, 0xCC)).all()
            assert text(answer) == "60x40"
            assert text(await ask(client, "screenshot")) == "60x40, same as the picture before"

        run(use)

    def test_the_usual_computer_tool(self, run: Run, window: Canvas) -> None:
        """Anthropic's inputs and OpenAI's actions as they stand; each answers with a picture."""

        async def use(client: Client) -> None:
            at = {"coordinate": [7, 9]}
            assert picture(await ask(client, "computer", action="screenshot")).shape == (40, 60, 3)
            assert picture(await ask(client, "computer", action="left_click", **at)).any()
            assert came(window) == clicked(1, 7, 9)
            whole = {"type": "click", "button": "right", "x": 3, "y": 4}
            for arguments in ({"action": whole}, whole, {"action": json.dumps(whole)}):
                assert picture(await ask(client, "computer", **arguments)).any()
                assert came(window) == clicked(3, 3, 4)
            answer = text(await ask(client, "computer", action="cursor_position"))
            assert answer == "the pointer is at (3, 4)"
            keypress = {"type": "keypress", "keys": ["SHIFT", "A"]}
            assert picture(await ask(client, "computer", action=keypress)).any()
            assert typed(window) == "A"

        run(use)

    @pytest.mark.parametrize(
        ("tool", "arguments", "word"),
        [
            ("click", {"x": 60, "y": 0}, "x is 0 to 59, y is 0 to 39"),
            ("click", {"x": 1, "y": -1}, "x is 0 to 59, y is 0 to 39"),
            ("click", {"x": 1}, "y: missing"),
            ("click", {"x": 100.5, "y": 1}, "x: a whole number, got 100.5"),
            ("click", {"x": "a", "y": []}, "x: a whole number, got 'a'; y: a whole number, got []"),
            ("click", {"x": 1, "y": 1, "button": "nose"}, "or 'forward', got 'nose'"),
            ("click", {"x": "a" * 99, "y": 1}, "got '" + "a" * 39 + "..."),
            ("computer", {"action": 3}, "action: a text, got 3"),
            ("computer", {"keys": ["a", 1]}, "keys: a text, got 1"),
            ("computer", {"duration": "long"}, "duration: a number, got 'long'"),
            ("double_click", {"x": 10**12, "y": 1}, "outside"),
            ("right_click", {"x": "left", "y": 1}, "x"),
            ("drag", {"x": 1, "y": 1, "to_x": 60, "to_y": 1}, "outside"),
            ("drag", {"x": 60, "y": 1, "to_x": 1, "to_y": 1}, "outside"),
            ("scroll", {"x": 1, "y": 1, "direction": "in"}, "direction"),
            ("scroll", {"x": 1, "y": 1, "direction": "up", "amount": 51}, "1 to 50"),
            ("scroll", {"x": 1, "y": 1, "direction": "up", "amount": 0}, "1 to 50"),
            ("type", {"text": ""}, "0 characters; 1 to 2000 at a time"),
            ("type", {"text": "x" * (MOST_CHARACTERS + 1)}, "1 to 2000"),
            ("type", {"text": "ab☃"}, "this keyboard has no key for '☃'; nothing was sent"),
            ("key", {"keys": "a Nope"}, "'Nope'"),
            ("key", {"keys": "a", "repeat": MOST_CHORDS + 1}, "1 to 200"),
            ("key", {"keys": "a b", "repeat": 10**15}, "1 to 200"),
            ("key", {"keys": "a", "repeat": 0}, "repeat: 1 at least, got 0"),
            ("wait", {"seconds": 61}, "seconds: 60 at most, got 61"),
            ("wait", {"seconds": -1}, "0"),
            ("screenshot", {"still_s": 9}, "still_s"),
            ("cursor", {"x": 5}, "neither"),
            ("cursor", {"x": 5, "y": 40}, "outside"),
            ("computer", {}, "there is no action ''"),
            ("computer", {"action": "zoom"}, "there is no action 'zoom'"),
            ("computer", {"action": {"x": 1}}, "there is no action"),
            ("computer", {"action": "left_click", "coordinate": [60, 0]}, "outside"),
            ("computer", {"action": "wait", "duration": 100}, "0 to 60"),
            ("nothing", {}, "Unknown tool"),
        ],
    )
    def test_what_cannot_be_done_is_an_error(
        self,
        run: Run,
        window: Canvas,
        tool: str,
        arguments: dict[str, Any],
        word: str,
    ) -> None:
        """It says why, nothing is sent, and the server goes on."""

        async def use(client: Client) -> None:
            assert word in error(await ask(client, tool, **arguments))
            assert came(window) == []
            text(await ask(client, "key", keys="x"))
            assert typed(window) == "x"

        run(use)

    def test_a_window_that_is_gone_is_an_error(self, run: Run, window: Canvas) -> None:
        """Looking and acting say so; the server stays."""

        async def use(client: Client) -> None:
            window.vanish()
            for tool, arguments in (("screenshot", {}), ("key", {"keys": "a"}), ("cursor", {})):
                assert "is gone" in error(await ask(client, tool, **arguments))

        run(use)

    @pytest.mark.parametrize(
        ("tool", "arguments", "also"),
        [
            ("key", {"keys": "a"}, ""),
            ("computer", {"action": "key", "text": "a"}, "; no picture: {gone}"),
        ],
    )
    def test_an_act_that_closes_the_window_was_done(
        self, screen: Screen, window: Canvas, tool: str, arguments: dict[str, Any], also: str
    ) -> None:
        """It is no error, which would say that nothing was sent."""

        class Closing(Computer):
            """Whatever is done closes the window."""

            def do(self, act: Act, *, ended: threading.Event) -> None:
                super().do(act, ended=ended)
                window.vanish()

        async def use() -> str:
            with closing(Closing(screen, window=window.id)) as computer:
                async with Client(serve(computer)) as client:
                    return text(await ask(client, tool, **arguments))

        gone = f"the window {window.id:#x} is gone"
        assert anyio.run(use) == f"done; {gone}{also.format(gone=gone)}"

    def test_calls_are_done_in_the_order_they_came(self, run: Run, window: Canvas) -> None:
        """Though a client may not wait for answers, keys never overtake each other."""

        async def use(client: Client) -> None:
            letters = "abcdefghijklmnopqrstuvwxyz"
            await asyncio.gather(*(ask(client, "type", text=letter) for letter in letters))
            assert typed(window) == letters

        run(use)


@pytest.fixture
def toy(launcher: Launcher) -> Iterator[Game]:
    """A game that does what keys say."""
    with launcher.toy() as game:
        yield game


@pytest.mark.parametrize("transport", ["stdio", "http"])
def test_a_game_is_played(
    transport: Transport, screen: Screen, toy: Game, eventually: Eventually
) -> None:
    """Seen, keyed and quit through a server of its own, over either transport."""

    async def shows(client: Client, colour: Colour) -> None:
        """Look until the whole window has that colour: the game draws when it gets to it."""
        while not (picture(await ask(client, "screenshot")) == colour).all():
            assert not toy.ended(within_s=0.0)

    async def play() -> None:
        async with connected(transport, screen.name, "--window", "Toy") as client:
            with anyio.fail_after(60):
                await shows(client, (0x20, 0x20, 0x20))
                for key, colour in (("r", (255, 0, 0)), ("g", (0, 255, 0)), ("b", (0, 0, 255))):
                    text(await ask(client, "key", keys=key))
                    await shows(client, colour)
                text(await ask(client, "type", text="q"))
                eventually(lambda: toy.ended(within_s=0.0))
                # the server lets go of the window a moment after its program has ended
                while not (answer := await ask(client, "screenshot")).is_error:
                    pass
                assert "is gone" in error(answer)

    anyio.run(play)


def test_it_works_in_a_sandbox(screen: Screen, window: Canvas) -> None:
    """With IPC, network, process and host names of its own it sees the screen and acts."""
    if not works(Sandbox.BWRAP):
        pytest.skip("bubblewrap does not work on this machine")
    unshared = ["--unshare-ipc", "--unshare-net", "--unshare-pid", "--unshare-uts"]
    system = ["--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--die-with-parent"]
    argv = ["bwrap", *unshared, *system, *command(screen.name)]
    with subprocess.Popen(argv, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        server.stdin.write(HELLO)
        server.stdin.write(request(1, "click", x=PLACE.x + 5, y=PLACE.y + 6))
        server.stdin.write(request(2, "screenshot"))
        server.stdin.flush()
        answers = [json.loads(server.stdout.readline()) for _ in range(3)]
        server.stdin.close()
        assert server.wait(timeout=20) == 0
    assert [answer["id"] for answer in answers] == [0, 1, 2]
    image, size = answers[2]["result"]["content"]
    assert (image["type"], size["text"]) == ("image", "1920x1080")
    assert came(window) == clicked(1, 5, 6)


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_a_server_that_is_ended_leaves_no_key_down(
    screen: Screen, window: Canvas, eventually: Eventually, end: signal.Signals
) -> None:
    """Ended in the middle of holding a key and a button, it releases both, and soon."""
    with subprocess.Popen(
        command(screen.name, "--window", str(window.id)),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as server:
        assert server.stdin is not None
        down = {"action": "left_mouse_down", "coordinate": [1, 1]}
        hold = {"action": "hold_key", "text": "Left", "duration": 60}
        server.stdin.write(HELLO + request(1, "computer", **down))
        server.stdin.write(request(2, "computer", **hold))
        server.stdin.flush()
        eventually(lambda: any(screen.display.query_keymap()))
        assert screen.root.query_pointer().mask & X.Button1Mask
        server.send_signal(end)
        assert server.wait(timeout=10) == 128 + end
    assert not any(screen.display.query_keymap())
    assert not screen.root.query_pointer().mask & X.Button1Mask


def test_a_call_the_client_wants_no_more_ends(
    screen: Screen, window: Canvas, eventually: Eventually
) -> None:
    """A key is no longer held, and the next call is answered at once."""
    with subprocess.Popen(
        command(screen.name), stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as server:
        assert server.stdin is not None
        assert server.stdout is not None
        hold = {"action": "hold_key", "text": "Left", "duration": 60}
        server.stdin.write(HELLO + request(1, "computer", **hold))
        server.stdin.flush()
        eventually(lambda: any(screen.display.query_keymap()))
        server.stdin.write(line(method="notifications/cancelled", params={"requestId": 1}))
        server.stdin.write(request(2, "cursor"))
        server.stdin.flush()
        answers = [json.loads(server.stdout.readline())["id"] for _ in range(2)]
        server.stdin.close()
        assert server.wait(timeout=20) == 0
    assert answers == [0, 2]
    assert not any(screen.display.query_keymap())
    assert [kind for kind, *_ in came(window)] == [X.KeyPress, X.KeyRelease]


class TestHttp:
    """Over HTTP it is for this machine only, whatever name a request was sent to."""

    @pytest.mark.parametrize(
        ("options", "host"), [((), "127.0.0.1"), (("--http", "127.0.0.2:0"), "127.0.0.2")]
    )
    def test_strangers_are_refused(
        self, screen: Screen, options: tuple[str, ...], host: str
    ) -> None:
        """Another Host (DNS rebinding), another Origin (a web page), and what is too large."""
        with http_server(screen.name, *options) as url:
            at = urlsplit(url)
            assert (at.hostname, at.path) == (host, "/mcp")

            def status(**headers: str) -> int:
                usual = {"Content-Type": "application/json", "Accept": "application/json"}
                connection = http.client.HTTPConnection(str(at.hostname), at.port, timeout=20)
                connection.request(
                    "POST",
                    at.path,
                    body=headers.pop("body", "{}"),
                    headers={**usual, **{name.title(): value for name, value in headers.items()}},
                )
                answer = connection.getresponse().status
                connection.close()
                return answer

            assert status(host="evil.example") == 421
            assert status(host=f"evil.example:{at.port}") == 421
            assert status(origin="http://evil.example") == 403
            assert status(body=" " * 300_000) == 413
            assert status(origin=f"http://{host}:{at.port}") not in (403, 413, 421)

    @pytest.mark.parametrize(
        ("words", "host", "port"),
        [
            ("8000", "127.0.0.1", 8000),
            (":8000", "127.0.0.1", 8000),
            ("localhost:1", "localhost", 1),
            ("[::1]:0", "::1", 0),
            ("192.168.0.7:65535", "192.168.0.7", 65535),
        ],
    )
    def test_an_address(self, words: str, host: str, port: int) -> None:
        """The host is localhost unless one is named."""
        assert address(words) == (host, port)


def test_the_example_looks_and_acts(screen: Screen, window: Canvas, tmp_path: Path) -> None:
    """What docs/players shows is a whole player: two pictures, and a key that the window got."""
    (tmp_path / "results").mkdir()
    example = ROOT / "docs" / "players" / "mcp_client.py"
    server = shlex.join(command(screen.name, "--window", str(window.id)))
    done = subprocess.run(
        [sys.executable, str(example), server],
        env={**os.environ, "WORKSPACE": str(tmp_path)},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    assert done.stdout.splitlines()[0].split() == TOOLS
    for name in ("before", "after"):
        with Image.open(tmp_path / "results" / f"{name}.png") as image:
            assert image.size == (60, 40)
    right = window.display.keysym_to_keycode(XK.XK_Right)
    assert [event[:2] for event in came(window)] == [(X.KeyPress, right), (X.KeyRelease, right)] * 2


def test_everything_is_documented() -> None:
    """Each tool and each action has a row in docs/players/mcp.md, and there are no others."""
    rows = (ROOT / "docs" / "players" / "mcp.md").read_text().splitlines()
    first = [row.split("|")[1] for row in rows if row.startswith("| `")]
    named = [re.findall(r"`(\w+)`", cell) for cell in first]
    tools = [names[0] for names in named[: len(TOOLS)]]
    assert tools == TOOLS
    actions = {name for names in named[len(TOOLS) :] for name in names}
    assert actions == set(ACTIONS)


@pytest.mark.parametrize(
    ("options", "word"),
    [
        (["--http", "0.0.0.0:8000"], "every address of this machine"),
        (["--http", "[::]:8000"], "every address of this machine"),
        (["--http", "localhost"], "has no port"),
        (["--http", "127.0.0.1:70000"], "has no port"),
        (["--display", ""], "--display is missing"),
    ],
)
def test_a_wrong_option_is_refused(
    capsys: pytest.CaptureFixture[str], options: list[str], word: str
) -> None:
    """With how to write it."""
    with pytest.raises(SystemExit) as ended:
        main(options)
    assert ended.value.code == 2
    assert word in capsys.readouterr().err


def test_what_is_not_there_is_one_clear_line(
    screen: Screen, capsys: pytest.CaptureFixture[str]
) -> None:
    """A window, an address that is taken."""
    here = ["--display", screen.name]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        for options, word in [
            ([*here, "--window", "no such"], "0 windows are called 'no such'"),
            ([*here, "--http", str(taken.getsockname()[1])], "Address already in use"),
        ]:
            assert main(options) == 1
            printed = capsys.readouterr()
            assert printed.out == ""
            assert word in printed.err
            assert len(printed.err.splitlines()) == 1


# python-xlib 0.33 leaves the sockets open that it could not connect
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
def test_a_display_that_is_not_there_is_one_clear_line(capsys: pytest.CaptureFixture[str]) -> None:
    """It is named."""
    assert main(["--display", ":9999"]) == 1
    assert "cannot open the X display ':9999'" in capsys.readouterr().err
