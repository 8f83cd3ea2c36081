"""The filter before a real X server: what is refused is tried for real, and nothing comes of it."""

import os
import random
import socket
import struct
import subprocess
from collections.abc import Callable, Iterator
from contextlib import ExitStack, closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
from Xlib import XK, X
from Xlib.display import Display
from Xlib.error import BadAccess
from Xlib.ext import xtest
from Xlib.protocol import event, request

from drivers.computer import Computer
from drivers.errors import WitnessBroken
from drivers.rest import arrangement, restore
from drivers.screen import Rect, Screen, xauthority
from drivers.x.cookies import proof_for, worthless_cookies_of
from drivers.x.filter import MOST_CLIENTS
from drivers.x.gate import SOCKETS, Gate, is_open_to_networks
from drivers.x.protocol import hello_with
from tests.conftest import Eventually, Server
from tests.drivers.canvas import PLACE, Canvas, MakeCanvas

RED = 0xFF0000


@dataclass(frozen=True, slots=True, kw_only=True)
class Behind:
    """A player's side of a gate.

    Attributes:
        gate: The gate.
        screen: The display itself, as the harness has it.
        game: A window that is not the player's.
        authority: The harness's own cookies.
    """

    gate: Gate
    screen: Screen
    game: Canvas
    authority: Path

    def client(self) -> Display:
        """One of the player's connections."""
        return Display(self.gate.name)

    def raw(self) -> socket.socket:
        """The same, without any manners."""
        connection = socket.socket(socket.AF_UNIX)
        connection.connect(str(self.gate.socket))
        connection.settimeout(20)
        return connection

    def filter(self) -> psutil.Process:
        """The filter's process."""
        here = psutil.Process().children()
        return next(child for child in here if "drivers.x.filter" in child.cmdline())

    def state(self) -> list[object]:
        """All that a player must not change."""
        display, window = self.screen.display, self.game.window
        self.game.display.sync()
        return [
            [found.id for found in self.screen.windows()],
            self.screen.rect(self.game.id),
            window.get_attributes().map_state,
            window.get_attributes().all_event_masks,
            window.get_full_property(display.intern_atom("_NET_WM_NAME"), 0).value,
            self.screen.grab(Rect(0, 0, 300, 300)).tobytes(),
            [list(keys) for keys in display.get_keyboard_mapping(8, 248)],
            [list(keys) for keys in display.get_modifier_mapping()],
            list(display.get_pointer_mapping()),
            display.get_keyboard_control().global_auto_repeat,
            display.get_screen_saver().timeout,
            (display.list_hosts().mode, len(display.list_hosts().hosts)),
            display.get_selection_owner(1),
            self.screen.size,
        ]


@pytest.fixture
def behind(
    screen: Screen, canvas: MakeCanvas, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Behind]:
    """A gate; its socket is where programs look for it, as in a sandbox."""
    game = canvas("the game")
    game.fill(0x2060C0)
    authority = xauthority()
    gate = Gate(screen.display, screen.name, authority=authority, folder=tmp_path)
    with gate:
        link = SOCKETS / f"X{gate.name[1:]}"
        link.symlink_to(gate.socket)
        cookie = tmp_path / "cookie"
        cookie.write_bytes(worthless_cookies_of(screen.name, authority, seen_as=gate.name))
        monkeypatch.setenv("XAUTHORITY", str(cookie))
        try:
            yield Behind(gate=gate, screen=screen, game=game, authority=authority)
        finally:
            link.unlink()


def mine(display: Display, **attributes: Any) -> Any:
    """A window of the player's own, above the game's."""
    root = display.screen().root
    return root.create_window(*PLACE.as_list(), 0, X.CopyFromParent, **attributes)


def game_of(display: Display, behind: Behind) -> Any:
    """The game's window, as the player has it."""
    return display.create_resource_object("window", behind.game.id)


def paint_over(display: Display, behind: Behind) -> None:
    """Show a window of its own on top."""
    window = mine(display, background_pixel=RED, override_redirect=True)
    window.map()
    window.configure(stack_mode=X.Above)


def paint_inside(display: Display, behind: Behind) -> None:
    """A window inside the game's, which shows it with its own."""
    inside = game_of(display, behind).create_window(
        0, 0, 50, 30, 0, X.CopyFromParent, background_pixel=RED
    )
    inside.map()
    game_of(display, behind).map_sub_windows()


def draw(display: Display, behind: Behind) -> None:
    """Into the game's window, and onto the screen."""
    for target in (game_of(display, behind), display.screen().root):
        context = display.screen().root.create_gc(foreground=RED, subwindow_mode=X.IncludeInferiors)
        target.fill_rectangle(context, 0, 0, 500, 500)
        target.put_image(context, 0, 0, 8, 8, X.ZPixmap, 24, 0, b"\xff" * 256)
        target.copy_area(context, target, 0, 0, 20, 20, 5, 5)
        target.clear_area(0, 0, 10, 10)


def send_key(display: Display, behind: Behind) -> None:
    """An event that no key made."""
    made_up = event.KeyPress(
        time=0,
        root=display.screen().root,
        window=game_of(display, behind),
        child=X.NONE,
        root_x=0,
        root_y=0,
        event_x=0,
        event_y=0,
        state=0,
        same_screen=1,
        detail=38,
    )
    game_of(display, behind).send_event(made_up, event_mask=X.KeyPressMask)


def remap(display: Display, behind: Behind) -> None:
    """What keys type, which keys are modifiers, what buttons are."""
    display.change_keyboard_mapping(38, [[XK.XK_b, XK.XK_B]])
    with pytest.raises(BadAccess):
        display.set_modifier_mapping([[38]] * 8)
    with pytest.raises(BadAccess):
        display.set_pointer_mapping([3, 2, 1])


def grab(display: Display, behind: Behind) -> None:
    """Pointer, keyboard, and what comes later."""
    root = display.screen().root
    asynchronous = X.GrabModeAsync, X.GrabModeAsync
    with pytest.raises(BadAccess):
        root.grab_pointer(True, X.ButtonPressMask, *asynchronous, X.NONE, X.NONE, X.CurrentTime)
    with pytest.raises(BadAccess):
        root.grab_keyboard(True, *asynchronous, X.CurrentTime)
    root.grab_key(X.AnyKey, X.AnyModifier, True, X.GrabModeAsync, X.GrabModeAsync)
    root.grab_button(X.AnyButton, X.AnyModifier, True, 0, X.GrabModeAsync, X.GrabModeAsync, 0, 0)


def resize_screen(display: Display, behind: Behind) -> None:
    """RANDR lets a client."""
    found = display.query_extension("RANDR")
    assert found is not None
    root = int(display.screen().root.id)
    ask(display, struct.pack("=BBHIHHII", found.major_opcode, 7, 5, root, 400, 300, 100, 100))


def ask(display: Display, data: bytes) -> None:
    """A request for which python-xlib has no name."""

    class Raw(request.NoOperation):
        """Those bytes."""

        def __init__(self, *, display: Any) -> None:
            self._display, self._binary, self._serial = display, data, None
            display.send_request(self, 0)

    Raw(display=display.display)


Attack = Callable[[Display, Behind], object]

ATTACKS: dict[str, Attack] = {
    "KillClient": lambda d, b: game_of(d, b).kill_client(),
    "GrabServer": lambda d, b: d.grab_server(),
    "SetCloseDownMode": lambda d, b: d.set_close_down_mode(X.RetainPermanent),
    "UnmapWindow": lambda d, b: game_of(d, b).unmap(),
    "DestroyWindow": lambda d, b: game_of(d, b).destroy(),
    "DestroySubwindows": lambda d, b: d.screen().root.destroy_sub_windows(),
    "UnmapSubwindows": lambda d, b: d.screen().root.unmap_sub_windows(),
    "ConfigureWindow": lambda d, b: game_of(d, b).configure(x=0, y=0, width=9, height=9),
    "ReparentWindow": lambda d, b: game_of(d, b).reparent(mine(d), 0, 0),
    "ChangeWindowAttributes": lambda d, b: game_of(d, b).change_attributes(
        event_mask=X.KeyPressMask | X.SubstructureRedirectMask
    ),
    "ChangeProperty": lambda d, b: game_of(d, b).set_wm_name("mine"),
    "DeleteProperty": lambda d, b: game_of(d, b).delete_property(d.intern_atom("_NET_WM_NAME")),
    "MapWindow": paint_over,
    "CreateWindow": paint_inside,
    "PutImage": draw,
    "SendEvent": send_key,
    "ChangeKeyboardMapping": remap,
    "GrabKeyboard": grab,
    "SetSelectionOwner": lambda d, b: mine(d).set_selection_owner(1, 0),
    "ChangeKeyboardControl": lambda d, b: d.change_keyboard_control(auto_repeat_mode=0),
    "SetScreenSaver": lambda d, b: d.set_screen_saver(1, 1, 1, 1),
    "ForceScreenSaver": lambda d, b: d.force_screen_saver(X.ScreenSaverActive),
    "SetAccessControl": lambda d, b: d.set_access_control(X.DisableAccess),
    "ChangeHosts": lambda d, b: d.change_hosts(X.HostInsert, X.FamilyInternet, [127, 0, 0, 1]),
    "RANDR 7": resize_screen,
}


@pytest.mark.parametrize("name", ATTACKS)
def test_nothing_comes_of_an_attack(behind: Behind, name: str) -> None:
    """Windows, picture, keyboard, access: all as before; the client goes on, and it is told."""
    before = behind.state()
    with closing(behind.client()) as display:
        ATTACKS[name](display, behind)
        display.sync()
        assert behind.state() == before
    behind.game.display.sync()
    assert behind.game.display.pending_events() == 0
    behind.gate.close()
    assert behind.gate.refused[name.split(maxsplit=1)[0]] > 0


def test_the_harness_itself_cannot_be_killed(behind: Behind) -> None:
    """Its connections are clients as the game's is; so are those that have left."""
    with closing(behind.client()) as display:
        for base in range(0x200000, 64 * 0x200000, 0x200000):
            display.create_resource_object("window", base).kill_client()
        display.create_resource_object("window", 0).kill_client()  # AllTemporary
        display.sync()
        assert behind.screen.focused() >= 0


def test_programs_look_and_play_through_it(behind: Behind, tmp_path: Path) -> None:
    """ImageMagick and xdotool as they are: the pointer moves, keys arrive, the picture is right."""
    behind.screen.focus(behind.game.id)
    environment = os.environ | {"DISPLAY": behind.gate.name}
    shot = tmp_path / "shot.png"
    told = subprocess.run(
        ["xdotool", "mousemove", "110", "90", "getmouselocation", "click", "1", "key", "a"],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    assert told.stdout.startswith("x:110 y:90 ")
    for kind in (X.ButtonPress, X.ButtonRelease, X.KeyPress, X.KeyRelease):
        assert behind.game.next(kind).detail in (1, 38)
    look = ["import", "-silent", "-window", "root", str(shot)]
    subprocess.run(look, env=environment, check=True)
    show = ["convert", str(shot), "-depth", "8", "rgb:-"]
    pixels = subprocess.run(show, capture_output=True, check=True).stdout
    seen = behind.screen.grab(Rect(0, 0, *behind.screen.size))
    assert np.array_equal(np.frombuffer(pixels, np.uint8).reshape(seen.shape), seen)


def test_our_own_drivers_work_through_it(behind: Behind) -> None:
    """Pictures, changes, windows, input, focus."""
    screen = Screen(behind.gate.name)
    computer = Computer(screen, window=behind.game.id)
    view = computer.look(still_s=0.05, within_s=5)
    assert view.still
    assert np.array_equal(view.frame, behind.screen.grab(behind.screen.rect(behind.game.id)))
    assert [window.title for window in computer.windows()] == ["the game"]
    assert screen.focused() == behind.game.id
    computer.close()
    screen.close()


def test_own_things_are_kept_out_of_sight(behind: Behind) -> None:
    """A pixmap takes a copy of the screen and gives it back."""
    with closing(behind.client()) as display:
        root = display.screen().root
        pixmap = root.create_pixmap(60, 40, 24)
        context = root.create_gc(subwindow_mode=X.IncludeInferiors)
        pixmap.copy_area(context, root, PLACE.x, PLACE.y, 60, 40, 0, 0)
        image = pixmap.get_image(0, 0, 60, 40, X.ZPixmap, 0xFFFFFFFF)
        assert image.data[:3] == bytes([0xC0, 0x60, 0x20])
        window = mine(display)
        window.set_wm_name("kept")
        assert window.get_wm_name() == "kept"
        with pytest.raises(BadAccess):
            root.get_image(0, 0, 60, 40, X.XYPixmap, 0xFFFFFFFF)


def test_what_a_player_holds_opens_no_other_door(behind: Behind, server: Server) -> None:
    """With a network it could go round the gate, by the server's abstract socket."""
    assert not is_open_to_networks(behind.screen.name)
    assert is_open_to_networks(server.name)  # an Xvfb as it comes
    held = Path(os.environ["XAUTHORITY"]).read_bytes()
    name, secret = proof_for(behind.screen.name, behind.authority)
    assert name in held
    assert secret not in held
    for known in (held[-16:], b""):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(f"\0{SOCKETS}/X{behind.screen.name[1:]}")
            connection.sendall(hello_with("<", name if known else b"", known))
            assert _first_byte(connection) == b"\0"


def test_no_keys_end_the_server(behind: Behind) -> None:
    """Ctrl+Alt+Backspace is a habit of some servers, Ctrl+Alt+F2 of others; and none stays on."""
    before = arrangement(behind.screen)
    with closing(behind.client()) as display:
        held = [display.keysym_to_keycode(key) for key in (XK.XK_Control_L, XK.XK_Alt_L)]
        for keycode in held:
            xtest.fake_input(display, X.KeyPress, keycode)
        for keycode in sorted({*range(8, 256)} - {*held}):
            xtest.fake_input(display, X.KeyPress, keycode)
            xtest.fake_input(display, X.KeyRelease, keycode)
        display.sync()
        assert behind.screen.focused() >= 0
    restore(behind.screen, before)
    assert not behind.screen.root.query_pointer().mask


def setup(order: str = "<") -> bytes:
    """A polite beginning."""
    return hello_with(order, b"MIT-MAGIC-COOKIE-1", b"x" * 16)


GARBAGE: list[bytes] = [
    b"",
    b"l",
    b"B\0",
    b"GET / HTTP/1.1\r\n\r\n",
    b"\0" * 1000,
    b"\xff" * 1000,
    b"l\0" + b"\xff" * 100,
    setup()[:-1],
    setup(">") + b"\0" * 1000,
    setup() + b"\x48\0\0\0" + b"\xff" * 1000,  # a length of nothing
    setup() + b"\x48\2\xff\xff" + b"\xff" * 100,  # a long request that never comes
    setup() + b"\x62\0\2\0\xff\xff\xff\xff",  # QueryExtension with a name beyond its end
    setup() + b"\x62\0\2\0\0\0\0\0" * 1000,
    setup() + b"\x7e\0\1\0" * 30_000,
    setup() + b"\x49\2\5\0" * 5_000,
    setup() + b"\x63\0\1\0" * 5_000,
]


def test_garbage_costs_its_sender_alone(behind: Behind) -> None:
    """Whatever is sent: another client goes on meanwhile, and so do the filter and the server."""
    chance, before = random.Random(6), behind.state()
    heard = behind.filter()
    junk = [chance.randbytes(chance.randrange(1, 3000)) for _ in range(60)]
    junk += [setup(chance.choice("<>")) + piece for piece in junk]
    with closing(behind.client()) as polite, ExitStack() as stack:
        for number, data in enumerate(GARBAGE + junk):
            connection = behind.raw()
            try:
                connection.sendall(data)
                if number % 3 == 0:
                    connection.shutdown(socket.SHUT_WR)
            except (BrokenPipeError, ConnectionResetError):
                connection.close()
                continue
            if number % 4 == 0:
                stack.enter_context(connection)  # stays
            else:
                connection.close()
            assert polite.get_input_focus().focus is not None
        assert heard.status() != psutil.STATUS_ZOMBIE
        assert behind.state() == before
        assert heard.memory_info().rss < 200 << 20


def test_only_so_many_clients_are_let_in(behind: Behind, eventually: Eventually) -> None:
    """A thousand: those beyond the limit are closed at once; when others leave there is room."""
    with ExitStack() as stack:
        crowd = []
        for _ in range(1000):
            connection = stack.enter_context(behind.raw())
            try:
                connection.sendall(setup())
            except (BrokenPipeError, ConnectionResetError):
                continue
            crowd.append(connection)
        answers = [_first_byte(connection) for connection in crowd]
        assert answers.count(b"\1") == MOST_CLIENTS
        assert len(psutil.Process(os.getpid()).children()) < 50
        assert behind.screen.focused() >= 0

    def one_more() -> bool:
        with behind.raw() as connection:
            connection.sendall(setup())
            return _first_byte(connection) == b"\1"

    eventually(one_more)


def _first_byte(connection: socket.socket) -> bytes:
    try:
        return connection.recv(1)
    except ConnectionResetError:
        return b""


def test_who_never_reads_fills_no_memory(behind: Behind, eventually: Eventually) -> None:
    """Pictures of the screen without end: neither filter nor server keeps them."""
    server = next(child for child in psutil.Process().children() if child.name() == "Xvfb")
    heard, least = behind.filter(), server.memory_info().rss
    width, height = behind.screen.size
    picture = struct.pack(
        "<BBHIhhHHI", 73, 2, 5, behind.screen.root.id, 0, 0, width, height, 0xFFFFFFFF
    )
    with behind.raw() as greedy:
        greedy.sendall(setup())
        assert _first_byte(greedy) == b"\1"
        greedy.setblocking(False)
        sent = 0
        try:
            while sent < 100_000 * len(picture):
                sent += greedy.send(picture * 500)
        except BlockingIOError:
            pass
        assert sent < 100_000 * len(picture)
        with closing(behind.client()) as polite:
            for _ in range(200):
                polite.get_input_focus()
        assert heard.memory_info().rss < 200 << 20
        assert server.memory_info().rss < least + (100 << 20)


def test_what_is_freed_is_not_kept_elsewhere(behind: Behind) -> None:
    """A hundred pixmaps, each handed to a context or a window that would keep it, then freed."""
    server = next(child for child in psutil.Process().children() if child.name() == "Xvfb")
    least, side = server.memory_info().rss, 1000
    with closing(behind.client()) as display:
        root, depth = display.screen().root, display.screen().root_depth
        plain = root.create_gc()
        keepers: list[Callable[[Any], object]] = [
            lambda pixmap: root.create_gc(tile=pixmap),
            lambda pixmap: plain.change(tile=pixmap),
            lambda pixmap: mine(display, background_pixmap=pixmap),
            lambda pixmap: mine(display, border_pixmap=pixmap),
        ]
        for _ in range(25):
            for keep in keepers:
                pixmap = root.create_pixmap(side, side, depth)
                pixmap.copy_area(plain, root, 0, 0, side, side, 0, 0)  # so that it is really there
                keep(pixmap)
                pixmap.free()
        display.sync()
        assert server.memory_info().rss < least + (40 << 20)
    behind.gate.close()
    refused = behind.gate.refused
    assert refused["CreateGC"] >= 25
    assert refused["ChangeGC"] >= 25
    assert refused["CreateWindow"] >= 50


def test_the_end_of_the_filter_is_the_harnesss_trouble(
    behind: Behind, eventually: Eventually
) -> None:
    """Nobody else can end it."""
    behind.gate.check()
    behind.filter().kill()

    def noticed() -> bool:
        try:
            behind.gate.check()
        except WitnessBroken:
            return True
        return False

    eventually(noticed)
