"""The only door to a player's files: everything is read with limits, nothing is trusted.

A file may be sparse and huge, a pipe, a device, a link, a picture that unpacks to gigabytes, text
that is no text. None of it may hang a grader, fill its memory or raise anything but
:class:`~graders.files.Unreadable`.
"""

import csv
import hashlib
import io
import json
import os
import re
from collections.abc import Iterator
from fnmatch import translate
from pathlib import Path

from graders.errors import Unreadable
from graders.faults import check_machine
from graders.files import entries_below, kind_of, quoted, read, walk
from graders.pictures import Picture, decode, size_of

TEXT_BYTES = 8 << 20  # of a longer text file only this much is looked at
FILE_BYTES = 64 << 20  # the same for tables, pictures and digests
MANIFEST_BYTES = 1 << 30  # ours, and may name a picture for each moment of hours
ALL_BYTES = 4 << 30  # read in total while grading one workspace
ALL_PIXELS = 1 << 31  # decoded in total
KEPT_PIXELS = 1 << 27  # of decoded pictures held for the next reader, 400 MB


class Workspace:
    """Bounded readers of one folder; every name is a path relative to it.

    Links to regular files are followed, as the contract's grader follows them; what a link under
    ``results/`` is worth is a matter for the proofs (see :meth:`foreign`).
    """

    def __init__(self, root: Path) -> None:
        """Look into ``root``.

        Raises:
            Unreadable: There is no such folder.
        """
        if not root.is_dir():
            raise Unreadable(f"{root} is not a folder")
        self.root = root
        self._bytes = ALL_BYTES
        self._pixels = ALL_PIXELS
        self._pictures: dict[str, Picture] = {}
        self._no_pictures: dict[str, str] = {}

    def names(self, folder: str, pattern: str) -> list[str]:
        """Names in ``folder`` that match a glob, in the order of the file system (no order)."""
        match = re.compile(translate(pattern)).match
        try:
            with os.scandir(self.root / folder) as entries:
                return [f"{folder}/{e.name}" for e in entries if match(e.name)]
        except OSError as error:
            check_machine(error)
            return []

    def sources(self) -> list[str]:
        """Every ``*.py`` below the folder, see :meth:`ending_in`."""
        return self.ending_in((".py",))

    def ending_in(self, endings: tuple[str, ...]) -> list[str]:
        """Every name below the folder that ends so, links to folders not followed.

        Raises:
            Unreadable: The tree has too many names.
        """
        return [name for name, _ in walk(self.root, "") if name.endswith(endings)]

    def foreign(self, folder: str) -> Iterator[str]:
        """What below ``folder`` is no plain file or folder of its own, one phrase each."""
        if (self.root / folder).is_symlink():
            yield f"{folder} is a link"
            return
        for name, status in walk(self.root, folder):
            kind = kind_of(status)
            if kind not in ("file", "folder"):
                yield f"{quoted(name, 80)} is a {kind}"
            elif kind == "file" and status.st_nlink > 1:
                yield f"{quoted(name, 80)} is a hard link"

    def borrowed(self, name: str) -> Iterator[str]:
        """Why one file is no plain file of its own, one phrase or none; a missing one is none."""
        try:
            status = (self.root / name).lstat()
        except (OSError, ValueError):
            return
        kind = kind_of(status)
        if kind != "file":
            yield f"{quoted(name, 80)} is a {kind}"
        elif status.st_nlink > 1:
            yield f"{quoted(name, 80)} is a hard link"

    def exists(self, name: str) -> bool:
        """Whether the name leads to anything (a dangling link does not)."""
        try:
            return (self.root / name).exists()
        except OSError:
            return False

    def size(self, name: str) -> int:
        """Size in bytes of what the name leads to.

        Raises:
            Unreadable: It leads nowhere.
        """
        try:
            return (self.root / name).stat().st_size
        except OSError as error:
            raise Unreadable(f"{quoted(name, 80)}: {error.strerror}") from error

    def data(self, name: str, *, limit: int = FILE_BYTES) -> bytes:
        """The first ``limit`` bytes of a regular file.

        Raises:
            Unreadable: It is no regular file, cannot be read, or the total limit is used up.
        """
        content = read(self.root / name, min(limit, self._bytes))
        self._bytes -= len(content)
        if self._bytes <= 0:
            raise Unreadable(f"more than {ALL_BYTES >> 30} GiB to read in this workspace")
        return content

    def whole(self, name: str, *, limit: int = TEXT_BYTES) -> bytes:
        """All bytes of a regular file.

        Raises:
            Unreadable: As for :meth:`data`, or the file is longer than ``limit``.
        """
        content = self.data(name, limit=limit + 1)
        if len(content) > limit:
            raise Unreadable(f"{quoted(name, 80)} is longer than {limit >> 20} MiB")
        return content

    def text(self, name: str, *, strict: bool = False, marked: bool = False) -> str:
        """A UTF-8 text, of a long file its beginning; line ends become newlines.

        Args:
            name: The file.
            strict: Whether bytes that are no UTF-8 are an error; else they are left out.
            marked: Whether a byte order mark is kept as a character of the text, as the contracts'
                graders keep it; else it is left out.

        Raises:
            Unreadable: As for :meth:`data`, or not UTF-8 while ``strict``.
        """
        raw = io.BytesIO(self.data(name, limit=TEXT_BYTES))
        try:
            encoding, errors = "utf-8" if marked else "utf-8-sig", "strict" if strict else "ignore"
            return io.TextIOWrapper(raw, encoding, errors).read()
        except UnicodeDecodeError as error:
            raise Unreadable(f"{quoted(name, 80)} is not UTF-8 text") from error

    def json(self, name: str) -> dict[str, object]:
        """A JSON object.

        Raises:
            Unreadable: As for :meth:`text`, or the text is not one JSON object.
        """
        try:
            value = json.loads(self.text(name, marked=True))  # JSON must not begin with a mark
        except (ValueError, RecursionError) as error:
            raise Unreadable(f"{quoted(name, 80)} is not JSON: {quoted(error, 80)}") from error
        if not isinstance(value, dict):
            raise Unreadable(f"{quoted(name, 80)} is not a JSON object")
        return value

    def rows(self, name: str) -> Iterator[list[str]]:
        """The rows of a CSV file, as they stand (blank lines are empty rows).

        Raises:
            Unreadable: As for :meth:`data`, not UTF-8, or not CSV.
        """
        raw = io.BytesIO(self.data(name))
        try:
            yield from csv.reader(io.TextIOWrapper(raw, "utf-8"))
        except (UnicodeDecodeError, csv.Error) as error:
            raise Unreadable(f"{quoted(name, 80)} is not CSV: {quoted(error, 80)}") from error

    def digest(self, name: str) -> str:
        """A fingerprint of the file's size and first ``FILE_BYTES`` bytes.

        Raises:
            Unreadable: As for :meth:`data`.
        """
        return hashlib.sha256(b"%d " % self.size(name) + self.data(name)).hexdigest()

    def picture(self, name: str) -> Picture:
        """A picture's RGB values; what was decoded lately is not decoded again.

        Returns:
            Shape (height, width, 3), not to be written to.

        Raises:
            Unreadable: As for :meth:`whole`, no picture, or too many pixels.
        """
        if name in self._pictures:
            return self._pictures[name]
        if name in self._no_pictures:
            raise Unreadable(self._no_pictures[name])
        if self._pixels <= 0:
            raise Unreadable(f"{quoted(name, 80)}: too many pictures in this workspace")
        data = self.whole(name, limit=FILE_BYTES)
        try:
            picture = decode(data, limit=self._pixels)
        except Unreadable as error:
            self._no_pictures[name] = f"{quoted(name, 80)}: {error}"
            raise Unreadable(self._no_pictures[name]) from error
        self._pixels -= picture.size // 3
        picture.flags.writeable = False
        self._keep(name, picture)
        return picture

    def width(self, name: str) -> int:
        """A picture's width by its header alone; a picture that is cut short has one, too.

        Raises:
            Unreadable: As for :meth:`data`, or no picture.
        """
        return size_of(self.data(name))[0]

    def grey(self, name: str) -> Picture:
        """A picture's grey values, as the contracts' graders convert it; not kept.

        Returns:
            Shape (height, width).

        Raises:
            Unreadable: As for :meth:`picture`.
        """
        if self._pixels <= 0:
            raise Unreadable(f"{quoted(name, 80)}: too many pictures in this workspace")
        picture = decode(self.whole(name, limit=FILE_BYTES), limit=self._pixels, mode="L")
        self._pixels -= picture.size
        return picture

    def _keep(self, name: str, picture: Picture) -> None:
        """Hold a picture for its next reader, and let go of the oldest that are too many."""
        left = 3 * KEPT_PIXELS - picture.size
        if left < 0:
            return
        while sum(kept.size for kept in self._pictures.values()) > left:
            del self._pictures[next(iter(self._pictures))]
        self._pictures[name] = picture


def seal(folder: Path, manifest: Path) -> None:
    """Write down what is in a folder: type and size of every entry, the hash of every plain file.

    Links and special files are named, never followed or opened. A file past ``ALL_BYTES`` of hashed
    bytes in all is listed without a hash, so that sparse terabytes cost no time; an entry that
    cannot be read is listed with the reason.

    Args:
        folder: The folder to seal.
        manifest: The JSON file to write; inside ``folder`` it leaves itself out.
    """
    files = _listing(folder, manifest)
    manifest.write_text(json.dumps({"files": files}, indent=1) + "\n", encoding="utf-8")


def verify_seal(folder: Path, manifest: Path) -> list[str]:
    """Hold a folder against its manifest.

    Returns:
        One phrase for each entry that was added, removed or changed; empty when the seal holds.

    Raises:
        Unreadable: The manifest is missing or is none, or the folder cannot be read.
    """
    try:
        sealed = json.loads(read(manifest, MANIFEST_BYTES))["files"]
        then = {str(name): dict(entry) for name, entry in sealed.items()}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise Unreadable(f"{quoted(manifest.name)} is not a manifest: {error!r}") from error
    now = _listing(folder, manifest)
    differences = [f"{quoted(name, 80)} was removed" for name in then if name not in now]
    for name, entry in now.items():
        if name not in then:
            differences.append(f"{quoted(name, 80)} was added")
        elif entry != then[name]:
            differences.append(f"{quoted(name, 80)} was changed")
    return differences


def _listing(folder: Path, manifest: Path) -> dict[str, dict[str, str | int | None]]:
    files: dict[str, dict[str, str | int | None]] = {}
    left = ALL_BYTES
    for name, status in sorted(entries_below(folder, "")):
        kind = kind_of(status)
        path = folder / name
        if kind == "folder" or path == manifest:
            continue
        entry: dict[str, str | int | None] = {"type": kind, "size": status.st_size}
        try:
            if kind == "link":
                entry["target"] = str(path.readlink())
            elif kind == "file":
                left -= status.st_size
                entry["sha256"] = None
                if left >= 0:
                    with path.open("rb") as file:
                        entry["sha256"] = hashlib.file_digest(file, "sha256").hexdigest()
        except OSError as error:
            check_machine(error)
            entry["unreadable"] = error.strerror
        files[name] = entry
    return files
