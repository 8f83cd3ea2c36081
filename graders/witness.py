"""Reads the harness's own record of a run, ``witness/``: what the X server did and showed."""

from pathlib import Path
from typing import Any, Self

from graders.audit import Audit
from graders.errors import Unreadable
from graders.faults import note
from graders.files import quoted, read
from graders.pictures import Picture, decode, fingerprint
from graders.witness_events import (
    Act,
    Captures,
    Delivered,
    Frame,
    Opened,
    Pressed,
    Sent,
    act_told,
    follow,
    pressed_told,
    rect_told,
)
from graders.witness_process import Instance, process_told

EVENTS = "events.jsonl"
EVENT_BYTES = 256 << 20
FRAME_BYTES = 64 << 20
INPUT_EVENTS = range(2, 7)  # KeyPress, KeyRelease, ButtonPress, ButtonRelease, MotionNotify
UNDER_THE_POINTER = 1
"""Holds a keyboard that nobody took, in the X server's words: keys go where the pointer is."""
_POINTER_OR_FOCUS = {0, 1}  # destinations of SendEvent that may be the game's window
_DOWN = ("KeyPress", "ButtonPress")


class Witness:
    """The record of one run, in the order in which things happened.

    Attributes:
        folder: The witness folder.
        breaks: What is wrong with the record itself; empty when the chain holds.
        windows: Ids of the windows owned by the game's process.
        clients: The X clients that made them, by the base of their resource ids.
        pids: The game's processes.
        processes: What the game's processes were made of, in the order of the record.
        instances: Processes that ran the same program on the display besides.
        pressed: Keys and buttons of devices going down.
        acts: Keys and buttons of devices, going down and up.
        delivered: Keys and buttons going down as the game's clients were told, in the core protocol
            (programs of GTK use another), whatever window the events name: the sender of a made-up
            event chooses that.
        sent: Requests for made-up events.
        frames: Pictures of the game's windows.
        late: Frames (indices) seen so late after the game had drawn that pictures before them may
            have been missed.
        opened: Files seen open for writing.
        captures: Pictures taken by clients that are not the harness's own.
        refused: How often a request to the X server was not let through, by its name.
        kept: SHA-256 of the files of pictures, by their names; a record may be older than that.
        intact: Names of the pictures whose pixels were found to be those that were recorded.
        lost: What is wrong with pictures that were asked for so far, by their names.
    """

    def __init__(self, folder: Path, events: list[dict[str, Any]], breaks: list[str]) -> None:
        self.folder = folder
        self.pids = frozenset(int(e["pid"]) for e in events if e["kind"] == "process")
        self.windows = frozenset(
            int(e["window"]) for e in events if e["kind"] == "window" and e["pid"] in self.pids
        )
        self.clients = frozenset(
            int(e["client"]) for e in events if e["kind"] == "window" and e["pid"] in self.pids
        )
        begun = next((e for e in events if e["kind"] == "start"), {})
        traced = begun.get("sandbox") == "proot"
        self.processes = tuple(
            process_told(e, traced=traced) for e in events if e["kind"] == "process"
        )
        self.instances = tuple(
            Instance(int(e["pid"]), tuple(map(str, e["cmdline"])))
            for e in events
            if e["kind"] == "instance"
        )
        self.acts = tuple(act_told(e) for e in events if e["kind"] in ("key", "button"))
        self.pressed = tuple(
            pressed_told(e) for e in events if e["kind"] in ("key", "button") and e["press"] is True
        )
        self.delivered = tuple(
            Delivered(pressed_told(e), e["synthetic"] is not False)
            for e in events
            if e["kind"] == "delivered" and e["event"] in _DOWN and e["client"] in self.clients
        )
        self._told = {event.press for event in self.delivered}
        self.sent = tuple(
            Sent(int(e["window"]), int(e["event"]) & 0x7F)
            for e in events
            if e["kind"] == "sendevent"
        )
        self.frames = tuple(
            Frame(
                str(e["frame"]),
                str(e["sha256"]),
                int(e["window"]),
                rect_told(e["rect"]),
                float(e.get("t", 0)),
            )
            for e in events
            if e["kind"] == "frame" and e["window"] in self.windows
        )
        number = {frame.name: index for index, frame in enumerate(self.frames)}
        names = [str(e["frame"]) for e in events if e["kind"] == "late"]
        self.late = frozenset(number[name] for name in names if name in number)
        self.opened = tuple(
            Opened(str(e["name"]), int(e["pid"])) for e in events if e["kind"] == "file"
        )
        self.captures = tuple(
            Captures(int(e["client"]), None if e["pid"] is None else int(e["pid"]), int(e["count"]))
            for e in events
            if e["kind"] == "captures"
        )
        self.refused = {
            str(e["request"]): int(e["count"]) for e in events if e["kind"] == "refused"
        }
        self.kept = {str(e["frame"]): str(e["file_sha256"]) for e in events if e["kind"] == "kept"}
        self.breaks = tuple(breaks)
        self.intact: set[str] = set()
        self.lost: dict[str, str] = {}

    def audit(self) -> Audit:
        """How often somebody acted on this display, and how often somebody but the game looked."""
        return Audit(
            calls=sum(act.press for act in self.acts),
            shots=sum(c.count for c in self.captures if c.pid not in self.pids),
        )

    @property
    def sent_to_the_game(self) -> tuple[Sent, ...]:
        """Input events made up by programs that may have reached the game."""
        targets = self.windows | _POINTER_OR_FOCUS
        return tuple(s for s in self.sent if s.window in targets and s.event in INPUT_EVENTS)

    @classmethod
    def read(cls, folder: Path) -> Self:
        """Read ``events.jsonl`` and follow its chain of hashes.

        Raises:
            Unreadable: There is no such file, it is too long, or an event lacks what its kind has.
        """
        content = read(folder / EVENTS, EVENT_BYTES + 1)
        if len(content) > EVENT_BYTES:
            raise Unreadable(f"{EVENTS} is longer than {EVENT_BYTES >> 20} MiB")
        events: list[dict[str, Any]] = []
        breaks = list(follow(content, events))
        try:
            return cls(folder, events, breaks)
        except (KeyError, TypeError, ValueError, AttributeError) as error:
            note(error, EVENTS)
            raise Unreadable(f"{EVENTS} has a malformed event: {quoted(repr(error))}") from error

    def may_lack(self, first: int, stop: int) -> bool:
        """Whether a picture that stood between two frames (indices) may have been missed.

        Nobody but the harness can say so: what it writes is out of a player's reach. But whoever
        has the X server do a lot of work may bring it about.
        """
        return any(first <= index <= stop for index in self.late)

    def reached_the_game(self, act: Act) -> bool:
        """Whether a key went down that the game got.

        It had the keyboard then, or the X server told that it delivered the key. One alone would
        not do: of keys that come very fast RECORD leaves deliveries out (measured: 3 to 18 % of
        2610 keys sent at once), and of the keyboard's holder the record learns a moment later.
        """
        if act.button is not None or not act.press:
            return False
        holds = act.focus == UNDER_THE_POINTER or act.focus in self.windows
        return holds or Pressed(act.keysym, act.server_ms) in self._told

    def picture(self, frame: Frame) -> Picture:
        """The pixels of a frame, shape (height, width, 3).

        Raises:
            Unreadable: The file is missing, or shows other pixels than were recorded.
        """
        try:
            picture = self._unpacked(frame)
        except Unreadable as error:
            self.lost[frame.name] = str(error)
            raise
        self.intact.add(frame.name)
        return picture

    def _unpacked(self, frame: Frame) -> Picture:
        data = self.file(frame)
        try:
            picture = decode(data)
        except Unreadable as error:
            raise Unreadable(f"{changed(frame)}: {error}") from error
        if fingerprint(picture) != frame.sha256:
            raise Unreadable(changed(frame))
        return picture

    def file(self, frame: Frame) -> bytes:
        """The file of a frame as it is.

        Raises:
            Unreadable: It is missing, or none of the record's.
        """
        if Path(frame.name).name != frame.name:
            raise Unreadable(f"{quoted(frame.name)} is no file name")
        return read(self.folder / "frames" / frame.name, FRAME_BYTES)


def changed(frame: Frame) -> str:
    """What to say of a frame's file that is not what the record tells of it."""
    return f"{quoted(f'frames/{frame.name}', 80)} is not the picture that was recorded"
