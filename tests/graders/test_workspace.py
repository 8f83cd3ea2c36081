"""The door to a player's files: hostile files are refused or cut, quickly and by name."""

import errno
import json
import os
import socket
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from PIL import Image

from graders import workspace as module
from graders.errors import Unreadable
from graders.files import quoted
from graders.workspace import TEXT_BYTES, Workspace, seal, verify_seal
from tests.forgeries.forging import bomb, sparse


@pytest.fixture
def files(tmp_path: Path) -> Workspace:
    """An empty workspace."""
    return Workspace(tmp_path)


def test_no_folder_is_refused(tmp_path: Path) -> None:
    """A workspace that is a file or missing raises."""
    with pytest.raises(Unreadable, match="not a folder"):
        Workspace(tmp_path / "missing")


def test_text_is_cut_not_swallowed(files: Workspace) -> None:
    """Of two gigabytes only the beginning is read."""
    sparse(files.root / "a.txt", 2 << 30)
    assert len(files.text("a.txt")) == TEXT_BYTES


def test_text_is_tolerant_or_strict(files: Workspace) -> None:
    """Bytes that are no UTF-8 are left out or refused; line ends become newlines."""
    (files.root / "a.txt").write_bytes(b"a\xffb\r\nc\rd\x00")
    assert files.text("a.txt") == "ab\nc\nd\x00"
    with pytest.raises(Unreadable, match="not UTF-8"):
        files.text("a.txt", strict=True)


def test_byte_order_mark_is_left_out_or_kept(files: Workspace) -> None:
    """Editors put it before a text; the contracts' graders take it for a character of the text."""
    (files.root / "a.txt").write_bytes(b"\xef\xbb\xbfLURD\n")
    for strict in (False, True):
        assert files.text("a.txt", strict=strict) == "LURD\n"
        assert files.text("a.txt", strict=strict, marked=True) == "\ufeffLURD\n"


@pytest.mark.parametrize(
    "text", ["", "[1]", '{"a": ', '{"a": ' + "[" * 100_000, "9" * 10_000, "\ufeff{}"]
)
def test_bad_json_is_refused(files: Workspace, text: str) -> None:
    """Empty, truncated, deep or other JSON raises, and nothing but Unreadable."""
    (files.root / "a.json").write_text(text)
    with pytest.raises(Unreadable, match="JSON"):
        files.json("a.json")


def test_csv_of_a_million_rows(files: Workspace) -> None:
    """Rows are read one by one; blank lines are empty rows."""
    (files.root / "a.csv").write_text("a,b\n" + "1,2\n" * 1_000_000 + "\n")
    assert sum(bool(row) for row in files.rows("a.csv")) == 1_000_001


@pytest.mark.parametrize("content", [b"\xff\xfe", b"a" * 200_000])
def test_bad_csv_is_refused(files: Workspace, content: bytes) -> None:
    """No text, or an endless field, raises."""
    (files.root / "a.csv").write_bytes(content)
    with pytest.raises(Unreadable, match="not CSV"):
        list(files.rows("a.csv"))


def test_picture_is_rgb(files: Workspace) -> None:
    """Any picture comes as (height, width, 3) bytes, alpha dropped."""
    Image.new("RGBA", (4, 2), (9, 8, 7, 0)).save(files.root / "a.png")
    picture = files.picture("a.png")
    assert picture.shape == (2, 4, 3)
    assert picture.dtype == np.uint8
    assert picture[0, 0].tolist() == [9, 8, 7]


def test_picture_bomb_is_refused(files: Workspace) -> None:
    """The size is looked at before anything is unpacked."""
    bomb(files.root / "a.png", 20_000)
    with pytest.raises(Unreadable, match=r"no picture|pixels"):
        files.picture("a.png")


@pytest.mark.parametrize("content", [b"", b"\x89PNG\r\n\x1a\n" + bytes(50), b"%!PS-Adobe EPSF\n"])
def test_other_bytes_are_no_picture(files: Workspace, content: bytes) -> None:
    """Empty, broken and program-like pictures raise; no program is started for them."""
    (files.root / "a.png").write_bytes(content)
    with pytest.raises(Unreadable, match="no picture"):
        files.picture("a.png")


def test_pictures_have_a_budget(files: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many pictures, each within bounds, are not decoded without end."""
    monkeypatch.setattr(module, "ALL_PIXELS", 250)
    for name in "abc":
        Image.new("RGB", (10, 10)).save(files.root / f"{name}.png")
    small = Workspace(files.root)
    small.picture("a.png")
    small.picture("b.png")
    with pytest.raises(Unreadable, match="too many pi"):
        small.picture("c.png")


def test_pictures_are_decoded_once(files: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A second reader gets the same pixels, or the same refusal, at no cost."""
    Image.new("RGB", (10, 10)).save(files.root / "a.png")
    (files.root / "b.png").write_text("no picture")
    picture = files.picture("a.png")
    with pytest.raises(Unreadable, match="no picture") as refusal:
        files.picture("b.png")
    monkeypatch.delattr(module, "decode")
    assert files.picture("a.png") is picture
    assert not picture.flags.writeable
    with pytest.raises(Unreadable) as again:
        files.picture("b.png")
    assert str(again.value) == str(refusal.value)


def test_few_pictures_are_kept(files: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """The oldest goes where there are too many pixels; one too large by itself is not kept."""
    monkeypatch.setattr(module, "KEPT_PIXELS", 250)
    for name in "abc":
        Image.new("RGB", (10, 10)).save(files.root / f"{name}.png")
    Image.new("RGB", (10, 26)).save(files.root / "large.png")
    first = {name: files.picture(f"{name}.png") for name in ("a", "b", "c", "large")}
    again = {name: files.picture(f"{name}.png") for name in ("c", "b", "large", "a")}
    assert {name for name in first if first[name] is again[name]} == {"b", "c"}


def test_bytes_have_a_budget(files: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """Many files, each within bounds, are not read without end."""
    monkeypatch.setattr(module, "ALL_BYTES", 25)
    (files.root / "a.txt").write_bytes(bytes(10))
    small = Workspace(files.root)
    for _ in range(2):
        small.text("a.txt")
    with pytest.raises(Unreadable, match="to read in this workspace"):
        small.text("a.txt")


def test_special_files_are_refused_at_once(files: Workspace) -> None:
    """Pipes, sockets, devices, folders and dangling links raise; none is waited for."""
    os.mkfifo(files.root / "pipe")
    (files.root / "device").symlink_to("/dev/zero")
    (files.root / "dangling").symlink_to("nowhere")
    (files.root / "folder").mkdir()
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(files.root / "socket"))
        for name in ("pipe", "device", "dangling", "folder", "socket", "missing"):
            with pytest.raises(Unreadable, match=r"not a regular file|missing"):
                files.text(name)


def test_names_come_in_the_folders_own_order(files: Workspace) -> None:
    """Listing keeps the order of the file system, as a glob does, and matches whole names."""
    for name in ("b.png", "a.png", "a.png.txt", ".png"):
        (files.root / name).touch()
    listed = [e.name for e in os.scandir(files.root) if e.name.endswith(".png")]
    assert [Path(name).name for name in files.names(".", "*.png")] == listed


def test_sources_follow_no_linked_folder(files: Workspace, tmp_path: Path) -> None:
    """A folder that links to its parent is not walked for ever."""
    (files.root / "loop").symlink_to(files.root)
    (files.root / "a.py").touch()
    assert files.sources() == ["a.py"]


def test_walk_ends(files: Workspace, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tree of too many names raises instead of being listed to its end."""
    monkeypatch.setattr("graders.files.ENTRIES", 5)
    for number in range(6):
        (files.root / f"{number}.py").touch()
    with pytest.raises(Unreadable, match="more than 5 files"):
        files.sources()


def test_quoted_is_short_and_plain() -> None:
    """Control characters are escaped and long text is cut."""
    assert quoted("\x1b[31m<b>") == "'\\x1b[31m<b>'"
    assert quoted("x" * 99, 5) == "'xxxxx'..."


def test_seal_names_everything_and_follows_nothing(files: Workspace, tmp_path: Path) -> None:
    """The manifest has type, size and hash of files, and only names links and pipes."""
    (files.root / "a.txt").write_text("abc")
    (files.root / "link").symlink_to("a.txt")
    os.mkfifo(files.root / "pipe")
    manifest = files.root / "manifest.json"
    seal(files.root, manifest)
    entries = json.loads(manifest.read_text())["files"]
    assert entries["a.txt"] == {
        "type": "file",
        "size": 3,
        "sha256": "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    }
    assert entries["link"] == {"type": "link", "size": 5, "target": "a.txt"}
    assert entries["pipe"]["type"] == "pipe"
    assert verify_seal(files.root, manifest) == []


def test_seal_shows_every_change(files: Workspace) -> None:
    """Added, removed and changed files are told apart."""
    for name in ("stays", "goes", "changes"):
        (files.root / name).write_text(name)
    manifest = files.root / "manifest.json"
    seal(files.root, manifest)
    (files.root / "goes").unlink()
    (files.root / "changes").write_text("CHANGES")
    (files.root / "comes").touch()
    assert sorted(verify_seal(files.root, manifest)) == [
        "'changes' was changed",
        "'comes' was added",
        "'goes' was removed",
    ]


def test_seal_does_not_hash_terabytes(files: Workspace) -> None:
    """A sparse file beyond the limit is listed without a hash."""
    sparse(files.root / "huge", 1 << 40)
    manifest = files.root / "manifest.json"
    seal(files.root, manifest)
    entry = json.loads(manifest.read_text())["files"]["huge"]
    assert (entry["size"], entry["sha256"]) == (1 << 40, None)


def test_seal_goes_on_past_what_cannot_be_read(
    files: Workspace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A file without permission is listed with the reason, and becomes a change when it can be."""
    for name in ("closed", "plain"):
        (files.root / name).write_text("abc")
    manifest = files.root / "manifest.json"
    opened = Path.open

    def refuse(path: Path, *how: Any, **options: Any) -> Any:
        if path.name == "closed":  # root may read whatever its mode says
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return opened(path, *how, **options)

    with monkeypatch.context() as patch:
        patch.setattr(Path, "open", refuse)
        seal(files.root, manifest)
        assert verify_seal(files.root, manifest) == []
    entries = json.loads(manifest.read_text())["files"]
    assert entries["closed"] == {
        "type": "file",
        "size": 3,
        "sha256": None,
        "unreadable": "Permission denied",
    }
    assert entries["plain"]["sha256"]
    assert verify_seal(files.root, manifest) == ["'closed' was changed"]


@pytest.mark.parametrize("text", ["", "[]", '{"files": 3}', '{"files": {"a": 3}}'])
def test_other_manifest_is_refused(files: Workspace, text: str) -> None:
    """What is no manifest raises."""
    manifest = files.root / "manifest.json"
    manifest.write_text(text)
    with pytest.raises(Unreadable, match="not a manifest"):
        verify_seal(files.root, manifest)
