"""A computer as MCP tools: what a client may call, and what it is told then."""

import inspect
import threading
from collections.abc import Callable
from typing import Annotated, Any, Literal, TypeVar

import anyio
import anyio.to_thread
from mcp.server import MCPServer
from mcp.server.mcpserver import Image
from mcp.server.mcpserver.exceptions import ToolError
from pydantic import Field

from drivers.acts import (
    LONGEST_S,
    MOST_CHORDS,
    Act,
    Click,
    Drag,
    Move,
    Point,
    Press,
    Scroll,
    Type,
    Wait,
)
from drivers.computer import Computer
from drivers.errors import BadAct, HarnessError
from drivers.keys import chords
from drivers.mcp.arguments import Server
from drivers.mcp.schemas import DIRECTIONS, Question, act_of
from drivers.png import encode
from drivers.stillness import STILL_S

INSTRUCTIONS = """A computer's screen with its keyboard and pointer. Look with `screenshot`; all
coordinates are pixels of that picture, (0, 0) is its top left corner. After a key or click it waits
up to a second for an effect; look again for one that takes longer. Acts are real input and are
never undone. What cannot be done is an error that says why, and then nothing was sent.
`computer` takes the actions of the usual computer-use tools and answers with a picture."""

WITHIN_S = 1.0
"""A picture is taken once the screen has changed and stands still, or after so long."""

X = Annotated[int, Field(description="Pixels from the left edge of the screenshot.")]
Y = Annotated[int, Field(description="Pixels from the top edge of the screenshot.")]
ButtonName = Literal["left", "middle", "right", "back", "forward"]
Direction = Literal["up", "down", "left", "right"]
Content = list[str | Image]
T = TypeVar("T")


class Tools:
    """The tools, each a method; calls are done one after the other, in the order they came."""

    def __init__(self, computer: Computer) -> None:
        """Act at `computer`."""
        self._computer = computer
        self._turn = anyio.Lock()

    async def screenshot(
        self,
        still_s: Annotated[
            float,
            Field(
                ge=0,
                le=WITHIN_S,
                description="Seconds the screen has to stand still first, after an effect of the "
                "last key or click; at most one second is waited. 0 takes the picture at once.",
            ),
        ] = STILL_S,
    ) -> Content:
        """Look: a PNG picture of the screen as it is now, and its size."""
        async with self._turn:
            return await self._look(still_s)

    async def click(self, x: X, y: Y, button: ButtonName = "left") -> str:
        """Click once at a point."""
        return await self._do(lambda: Click(at=(x, y), button=button, count=1, held=()))

    async def double_click(self, x: X, y: Y) -> str:
        """Click twice at a point, with the left button."""
        return await self._do(lambda: Click(at=(x, y), button="left", count=2, held=()))

    async def right_click(self, x: X, y: Y) -> str:
        """Click once at a point, with the right button."""
        return await self._do(lambda: Click(at=(x, y), button="right", count=1, held=()))

    async def drag(self, x: X, y: Y, to_x: X, to_y: Y, button: ButtonName = "left") -> str:
        """Press a button at (x, y), move to (to_x, to_y), and release it there."""
        return await self._do(
            lambda: Drag(start=(x, y), path=((to_x, to_y),), button=button, held=())
        )

    async def scroll(
        self,
        x: X,
        y: Y,
        direction: Direction,
        amount: Annotated[int, Field(description="Notches of the wheel, 1 to 50.")] = 3,
    ) -> str:
        """Turn the wheel at a point."""
        right, down = (amount * part for part in DIRECTIONS[direction])
        return await self._do(lambda: Scroll(at=(x, y), right=right, down=down, held=()))

    async def type(
        self,
        text: Annotated[str, Field(description="1 to 2000 characters; a line feed is Return.")],
    ) -> str:
        """Type a text into whatever has the keyboard.

        A character that the keyboard lacks is an error, and then nothing is typed.
        """
        return await self._do(lambda: Type(text=text))

    async def key(
        self,
        keys: Annotated[
            str,
            Field(
                description='A key or keys held together ("Left", "Enter", "a", "ctrl+c"); several '
                'with blanks between ("Left Left ctrl+z") are pressed one after the other.'
            ),
        ],
        repeat: Annotated[int, Field(ge=1, description="How often; 200 presses a call.")] = 1,
    ) -> str:
        """Press and release keys: X keysym names, common spellings, or single characters."""
        return await self._do(lambda: _repeated(keys, repeat))

    async def wait(
        self, seconds: Annotated[float, Field(ge=0, le=LONGEST_S, description="0 to 60.")]
    ) -> str:
        """Let time pass, also for a game that is stopped while nobody acts."""
        return await self._do(lambda: Wait(seconds=seconds))

    async def cursor(
        self,
        x: Annotated[int | None, Field(description="Where to move it; with y.")] = None,
        y: Annotated[int | None, Field(description="Where to move it; with x.")] = None,
    ) -> str:
        """Tell where the pointer is; with x and y, move it there first."""
        if x is None and y is None:
            async with self._turn:
                return await _told(self._where)
        return await self._do(lambda: Move(at=_both(x, y)))

    async def windows(self) -> str:
        """List the windows there are: X id, title, size, and place on the whole screen."""
        async with self._turn:
            windows = await _told(self._computer.windows)
        lines = [
            f"{window.id:#010x} {window.title!r} {window.rect.width}x{window.rect.height} "
            f"at ({window.rect.x}, {window.rect.y})"
            for window in windows
        ]
        return "\n".join(lines) or "no window has a title"

    async def computer(
        self,
        action: Annotated[
            str | dict[str, Any],
            Field(description="An action's name, or a whole action object with `type`."),
        ] = "",
        type: str = "",
        coordinate: list[int] | None = None,
        start_coordinate: list[int] | None = None,
        text: str = "",
        key: str = "",
        duration: float | None = None,
        scroll_direction: str = "",
        scroll_amount: int | None = None,
        x: int | None = None,
        y: int | None = None,
        button: str = "",
        scroll_x: int | None = None,
        scroll_y: int | None = None,
        keys: list[str] | None = None,
        path: list[Any] | None = None,
    ) -> Content:
        """Do one action of the usual computer-use tools, named and with arguments as there.

        Anthropic's: key, type, mouse_move, left_click, left_click_drag, right_click, middle_click,
        double_click, triple_click, screenshot, cursor_position, scroll, wait, hold_key,
        left_mouse_down, left_mouse_up. OpenAI's: click, double_click, scroll, type, wait, keypress,
        drag, move, screenshot. Answers with a picture of the screen afterwards.
        """
        given = action if isinstance(action, dict) else dict(locals())
        name = given.get("type") if isinstance(action, dict) else action or type
        async with self._turn:
            act = await _told(lambda: act_of(str(name), given))
            if act is Question.CURSOR:
                return [await _told(self._where)]
            if act is Question.SCREENSHOT:
                return await self._look(STILL_S)
            done = await self._done(act)
            try:
                return [done, *await self._look(STILL_S)]
            except ToolError as exc:
                return [done, f"no picture: {exc}"]  # an error would say that it was not done

    async def _do(self, make: Callable[[], Act]) -> str:
        async with self._turn:
            return await self._done(await _told(make))

    async def _done(self, act: Act) -> str:
        """Do it in a thread, which ends what takes time as soon as the client wants no more."""
        ended = threading.Event()

        def do() -> str | HarnessError:
            try:
                self._computer.do(act, ended=ended)
            except HarnessError as exc:
                return exc  # raised in the task group it would become a group of exceptions
            return f"done; {self._afterwards()}"

        async def end() -> None:
            try:
                await anyio.Event().wait()
            finally:
                ended.set()

        async with anyio.create_task_group() as watched:
            watched.start_soon(end)
            done = await anyio.to_thread.run_sync(do)
            watched.cancel_scope.cancel()
        if isinstance(done, HarnessError):
            raise ToolError(str(done)) from done
        return done

    async def _look(self, still_s: float) -> Content:
        def look() -> Content:
            within_s = WITHIN_S if still_s else 0.0
            view = self._computer.look(still_s=still_s, within_s=within_s)
            height, width, _ = view.frame.shape
            moving = "" if view.still else ", still changing"
            same = "" if view.changed else ", same as the picture before"
            return [Image(data=encode(view.frame), format="png"), f"{width}x{height}{moving}{same}"]

        return await _told(look)

    def _afterwards(self) -> str:
        """Where the pointer is after an act, which may have closed the window looked at."""
        try:
            return self._where()
        except HarnessError as exc:
            return str(exc)

    def _where(self) -> str:
        x, y = self._computer.where()
        return f"the pointer is at ({x}, {y})"


def serve(computer: Computer) -> MCPServer[Any]:
    """An MCP server that offers `computer`, not yet running."""
    server = Server("playproof", instructions=INSTRUCTIONS, log_level="WARNING")
    tools = Tools(computer)
    for tool in (
        tools.screenshot,
        tools.click,
        tools.double_click,
        tools.right_click,
        tools.drag,
        tools.scroll,
        tools.type,
        tools.key,
        tools.wait,
        tools.cursor,
        tools.windows,
        tools.computer,
    ):
        server.add_tool(tool, description=inspect.getdoc(tool), structured_output=False)
    return server


async def _told(do: Callable[[], T]) -> T:
    """What `do` gives, done in a thread of its own; what goes wrong is told to the client."""
    try:
        return await anyio.to_thread.run_sync(do)
    except HarnessError as exc:
        raise ToolError(str(exc)) from exc


def _repeated(keys: str, times: int) -> Press:
    named = chords(keys)
    # before the list is made: it could be too long for any memory
    return Press(chords=named * min(times, MOST_CHORDS + 1))


def _both(x: int | None, y: int | None) -> Point:
    if x is None or y is None:
        raise BadAct("x and y must be given, or neither")
    return x, y
