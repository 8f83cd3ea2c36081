"""The witness's record is followed line by line, and its pictures are checked against it."""

import json
import shutil
from pathlib import Path

import pytest

from graders.audit import Audit
from graders.errors import Unreadable
from graders.witness import Witness
from graders.witness_events import Act, Frame
from graders.witness_process import Instance, Process
from tests.forgeries.record import Event, read_events, write_events
from tests.forgeries.sokoban.evidence import PID, RECT, WINDOW
from tests.forgeries.workshop import HONEST, Workshop


@pytest.fixture
def item(workshop: Workshop, tmp_path: Path) -> Path:
    """A copy of the honest witness, to be tampered with."""
    item = tmp_path / "item"
    shutil.copytree(workshop.item(HONEST) / "witness", item / "witness")
    return item


def test_honest_record_is_read(item: Path) -> None:
    """Everything is there, typed, and nothing is wrong."""
    witness = Witness.read(item / "witness")
    assert witness.breaks == ()
    assert witness.pids == {PID}
    assert witness.windows == {WINDOW}
    assert len(witness.pressed) == len(witness.delivered) > 100
    assert [opened.name for opened in witness.opened] == ["level_1_moves.csv", "level_2_moves.csv"]
    assert witness.frames[0].rect == RECT
    assert witness.picture(witness.frames[0]).shape == (600, 800, 3)


def test_changed_line_is_seen(item: Path) -> None:
    """Whichever line is changed, here every fortieth, the line after it gives it away."""
    path = item / "witness" / "events.jsonl"
    lines = path.read_bytes().splitlines(keepends=True)
    for number in range(0, len(lines) - 1, 40):
        changed = lines[number].replace(b'"t": ', b'"t": 1')
        path.write_bytes(b"".join([*lines[:number], changed, *lines[number + 1 :]]))
        assert Witness.read(item / "witness").breaks


@pytest.mark.parametrize("swap", [(5, 6), (6, 5)])
def test_swapped_lines_are_seen(item: Path, swap: tuple[int, int]) -> None:
    """Two lines that changed places break the chain."""
    path = item / "witness" / "events.jsonl"
    lines = path.read_text().splitlines(keepends=True)
    one, two = swap
    lines[one], lines[two] = lines[two], lines[one]
    path.write_text("".join(lines))
    assert Witness.read(item / "witness").breaks


@pytest.mark.parametrize(
    "event",
    [
        {"kind": "process", "pid": None},
        {"kind": "delivered", "event": "KeyPress"},
        {"kind": "frame", "frame": "a.png", "sha256": "0", "window": WINDOW, "rect": [1, 2]},
        {"kind": "sendevent", "window": WINDOW, "event": "x"},
        {"kind": "button", "press": True, "button": 1, "x": None, "y": 1},
        {"kind": "captures", "client": 1, "pid": 1},
        {"kind": "process", "pid": PID, "exe": "x", "cmdline": [], "environment": ["LD_PRELOAD"]},
    ],
)
def test_malformed_event_is_refused(item: Path, event: Event) -> None:
    """An event that lacks what its kind has makes the record unreadable, with its name."""
    events = read_events(item)
    write_events(item, [*events[:-1], event, events[-1]])
    with pytest.raises(Unreadable, match="malformed"):
        Witness.read(item / "witness")


@pytest.mark.parametrize("line", ["", "[]", "{}", "null", '{"n": ' + "[" * 100_000])
def test_line_that_is_no_event_is_a_break(item: Path, line: str) -> None:
    """Any other line is reported and the rest is still read."""
    with (item / "witness" / "events.jsonl").open("a") as file:
        file.write(line + "\n")
    assert Witness.read(item / "witness").breaks


def test_frames_of_other_windows_do_not_count(item: Path) -> None:
    """Only windows of the game's process have frames that prove anything."""
    events = [e | {"pid": PID + 1} if e["kind"] == "window" else e for e in read_events(item)]
    write_events(item, events)
    assert Witness.read(item / "witness").frames == ()


def test_exchanged_frame_is_refused(item: Path) -> None:
    """A picture file with other pixels than were recorded is not believed."""
    frames = item / "witness" / "frames"
    shutil.copyfile(frames / "000002.png", frames / "000001.png")
    witness = Witness.read(item / "witness")
    with pytest.raises(Unreadable, match="not the picture that was recorded"):
        witness.picture(witness.frames[0])


@pytest.mark.parametrize("name", ["../frames/000001.png", "/etc/passwd", "", "missing.png"])
def test_frame_elsewhere_is_refused(item: Path, name: str) -> None:
    """A frame is a file in the frames folder."""
    witness = Witness.read(item / "witness")
    with pytest.raises(Unreadable, match=r"no file name|missing|not a regular file"):
        witness.picture(Frame(name, witness.frames[0].sha256, WINDOW, RECT))


def test_events_are_one_object_a_line(item: Path) -> None:
    """The synthetic record has the documented form, so that these tests are about the real one."""
    lines = (item / "witness" / "events.jsonl").read_text().splitlines()
    for number, event in enumerate(map(json.loads, lines), 1):
        assert list(event)[:3] == ["n", "t", "kind"]
        assert list(event)[-1] == "prev"
        assert event["n"] == number
        json.dumps(event)


def test_acts_and_looks_are_counted(item: Path) -> None:
    """Presses of keys and buttons; captures by any client but the game's own."""
    keys = Witness.read(item / "witness").audit().calls
    button = {"kind": "button", "button": 3, "x": 700, "y": 300, "server_ms": 5}
    captures = {"kind": "captures", "client": 1, "count": 40}
    events = read_events(item)
    added = [
        {**button, "press": True, "frame": "000001.png"},
        {**button, "press": False, "x": 701, "frame": None},
        {**captures, "pid": PID},
        {**captures, "pid": PID + 1},
        {**captures, "pid": None, "count": 2},
    ]
    write_events(item, [*events[:-1], *added, events[-1]])
    witness = Witness.read(item / "witness")
    assert witness.audit() == Audit(calls=keys + 1, shots=42)
    assert witness.acts[-2:] == (
        Act(True, 3, "", 700, 300, "000001.png", server_ms=5),
        Act(False, 3, "", 701, 300, "", server_ms=5),
    )
    assert witness.acts[0].button is None
    assert witness.acts[0].keysym
    assert [c.count for c in witness.captures] == [40, 40, 2]


def test_what_a_process_is_made_of(item: Path) -> None:
    """At the start and at the end; an older record does not tell, which is no empty list."""
    made = {"kind": "process", "pid": PID, "exe": "/usr/games/x", "cmdline": ["x", "--big"]}
    made |= {"environment": {"LD_PRELOAD": "y.so"}, "mapped": ["/usr/lib/z.so"]}
    older = {"kind": "process", "pid": PID, "exe": "x", "cmdline": ["x"]}
    made |= {"open": ["/dev/null"], "tracer": "", "settings": {"a/b": "1"}, "own_places": ["/h"]}
    second = {"kind": "instance", "pid": 7, "cmdline": ["x", "--small"]}
    events = read_events(item)
    write_events(item, [*events[:-1], older, second, made, events[-1]])
    witness = Witness.read(item / "witness")
    before, last = witness.processes[-2:]
    assert (before.environment, before.mapped, before.opened, before.tracer) == (None,) * 4
    assert last == Process(
        pid=PID,
        exe="/usr/games/x",
        cmdline=("x", "--big"),
        environment={"LD_PRELOAD": "y.so"},
        mapped=("/usr/lib/z.so",),
        opened=("/dev/null",),
        tracer="",
        settings={"a/b": "1"},
        own_places=("/h",),
    )
    assert witness.instances == (Instance(7, ("x", "--small")),)


LOADER, OTHER = "/tmp/prooted-7-aB3", "/tmp/x"  # noqa: S108 (names that are never opened)


@pytest.mark.parametrize(
    ("sandbox", "exe", "programs", "told"),
    [
        ("proot", LOADER, ["/usr/games/x"], "/usr/games/x"),
        ("bwrap", LOADER, ["/usr/games/x"], LOADER),
        ("proot", OTHER, ["/usr/games/x"], OTHER),
        ("proot", LOADER, ["/usr/games/x", "/usr/games/y"], LOADER),
        ("proot", LOADER, [], LOADER),
    ],
)
def test_what_proot_runs(sandbox: str, exe: str, programs: list[str], told: str) -> None:
    """The kernel names proot's loader; the program is the one that this has mapped."""
    process: Event = {"kind": "process", "pid": 7, "exe": exe, "cmdline": ["x"]}
    process |= {"mapped": [exe, *programs, "/usr/lib/l.so.6"]}
    witness = Witness(Path("nowhere"), [{"kind": "start", "sandbox": sandbox}, process], [])
    assert [p.exe for p in witness.processes] == [told]
    if told == "/usr/games/x":
        assert witness.processes[0].mapped == ("/usr/games/x", "/usr/lib/l.so.6")


@pytest.mark.parametrize(
    ("sandbox", "tracer", "told"),
    [
        ("proot", "/usr/bin/proot", ""),
        ("proot", "/usr/bin/gdb", "/usr/bin/gdb"),
        ("bwrap", "/usr/bin/proot", "/usr/bin/proot"),
        ("none", "", ""),
    ],
)
def test_proot_traces_what_it_seeds(sandbox: str, tracer: str, told: str) -> None:
    """Where the harness itself says so; any other tracer is one too many."""
    process: Event = {"kind": "process", "pid": 7, "exe": "x", "cmdline": [], "tracer": tracer}
    witness = Witness(Path("nowhere"), [{"kind": "start", "sandbox": sandbox}, process], [])
    assert [p.tracer for p in witness.processes] == [told]
